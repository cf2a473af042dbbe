// The audit of a mesh or a sewing pattern, a line a fact.
#include "import_command.h"

#include "exit_code.h"
#include "io/pattern_file.h"
#include "io/triangle_mesh.h"
#include "sim/mesh_distance.h"

#include <cstdio>

namespace selvage {

namespace {

constexpr int32_t kSideSamples = 4000;

void printDropped(const MeshAudit &audit) {
    if (audit.unusableFaces > 0) {
        std::printf("dropped       %d faces that cannot be used; the first: %s\n", audit.unusableFaces,
                    audit.unusableReason.c_str());
    }
    std::printf("dropped       %d faces without area, %d doubled back to back, %d duplicate\n",
                audit.degenerateFaces, audit.doubledFaces, audit.duplicateFaces);
    std::printf("welded        %d vertices; %d are used by no face; %d triangles turned round\n",
                audit.weldedVertices, audit.unusedVertices, audit.turnedFaces);
}

void printAudit(const TriangleMesh &mesh) {
    const MeshAudit &audit = mesh.audit;
    std::printf("file          %d vertices, %d faces\n", audit.fileVertices, audit.fileFaces);
    std::printf("mesh          %zu particles, %zu triangles\n", mesh.position.size(),
                mesh.triangles.size() / 3);
    std::printf("size          %.3f x %.3f x %.3f m (width, height, depth)\n",
                static_cast<double>(audit.size.x), static_cast<double>(audit.size.y),
                static_cast<double>(audit.size.z));
    std::printf("unit          %s%s\n", nameOf(audit.unit),
                audit.unitGuessed ? ", guessed from the size; --unit m|cm|mm|in overrides" : "");
    std::printf("up            %s%s\n", nameOf(audit.up),
                audit.upGuessed ? ", guessed from the shape; --up x|y|z overrides" : "");
    printDropped(audit);
    std::printf("components    %d\n", audit.components);
    std::printf("holes         %d, of %d border edges\n", audit.holes, audit.borderEdges);
    std::printf("non-manifold  %d edges\n", audit.nonManifoldEdges);
}

void printVerdict(const TriangleMesh &mesh) {
    const float share = clearShare(makeMeshTree(mesh.position, mesh.triangles), kSideSamples);
    const bool watertight = mesh.audit.borderEdges == 0 && mesh.audit.nonManifoldEdges == 0;
    std::printf("clear sides   %.1f %% of the surface lie between inside and outside\n",
                100.0 * static_cast<double>(share));
    std::printf("verdict       %s\n", share < kSolidShare ? "not solid: a shell with openings"
                                      : watertight        ? "solid, watertight"
                                                          : "solid, though not watertight");
}

int importPattern(const ImportOptions &options, std::optional<LengthUnit> unit) {
    const auto pattern = readPattern(options.file, {unit});
    if (!pattern) {
        return complain(kFailed, pattern.error().message);
    }
    std::fputs(auditText(pattern.value()).c_str(), stdout);
    return 0;
}

} // namespace

int importCommand(const ImportOptions &options) {
    const MeshImportOptions import{unitNamed(options.unit), upAxisNamed(options.up)};
    if (!options.unit.empty() && !import.unit) {
        return complain(kWrongUse, "--unit " + options.unit + ": expected m, cm, mm or in");
    }
    if (!options.up.empty() && !import.up) {
        return complain(kWrongUse, "--up " + options.up + ": expected x, y or z");
    }
    if (isPatternFile(options.file)) {
        return importPattern(options, import.unit);
    }
    if (!isMeshFile(options.file)) {
        return complain(kFailed, options.file.string() + ": expected a mesh (" + meshExtensions() +
                                     ") or a sewing pattern (" + patternExtensions() + ")");
    }
    const auto mesh = readTriangleMesh(options.file, import);
    if (!mesh) {
        return complain(kFailed, mesh.error().message);
    }
    printAudit(mesh.value());
    printVerdict(mesh.value());
    return 0;
}

} // namespace selvage
