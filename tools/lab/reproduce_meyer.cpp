// Meyer, Debunne, Desbrun, Barr 2000: the rows, and the experiments on obstacles and frame rate.
#include "reproduce_scenes.h"

#include "sim/air.h"
#include "sim/voxel_solid.h"
#include "sim/workers.h"

#include <chrono>
#include <random>

namespace selvage {

namespace {

// ---- Voxels ----

struct Shape {
    std::vector<Vec3> position;
    std::vector<int32_t> triangles;
};

constexpr float kRing = 0.12F; // m, of the torus
constexpr float kTube = 0.05F;

// A torus around y.
Shape makeTorus() {
    constexpr int32_t kAround = 96;
    constexpr int32_t kAcross = 48;
    Shape torus;
    for (int32_t i = 0; i < kAround; ++i) {
        for (int32_t j = 0; j < kAcross; ++j) {
            const float a = glm::two_pi<float>() * static_cast<float>(i) / kAround;
            const float b = glm::two_pi<float>() * static_cast<float>(j) / kAcross;
            const float r = kRing + kTube * std::cos(b);
            torus.position.emplace_back(r * std::cos(a), kTube * std::sin(b), r * std::sin(a));
            const auto at = [&](int32_t p, int32_t q) { return p % kAround * kAcross + q % kAcross; };
            torus.triangles.insert(torus.triangles.end(), {at(i, j), at(i, j + 1), at(i + 1, j + 1)});
            torus.triangles.insert(torus.triangles.end(), {at(i, j), at(i + 1, j + 1), at(i + 1, j)});
        }
    }
    return torus;
}

float distanceToTorus(const Vec3 &p) {
    return std::hypot(std::hypot(p.x, p.z) - kRing, p.y) - kTube;
}

VoxelSolid torusVoxels(VoxelMode mode, float accuracy) {
    const Shape torus = makeTorus();
    Workers workers(1);
    VoxelOptions options;
    options.mode = mode;
    options.accuracy = accuracy;
    return buildVoxelSolid(torus.position, torus.triangles, options, workers);
}

// The classes in a plane through the axis, one square each.
std::string sliceSvg(const VoxelSolid &solid) {
    constexpr int32_t kColumns = 60;
    constexpr int32_t kRows = 24;
    constexpr const char *kFill[] = {"var(--rule)", "var(--c1)", "var(--c0)"};
    std::string svg =
        "<svg class=\"plot\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 192\">";
    for (int32_t r = 0; r < kRows; ++r) {
        for (int32_t c = 0; c < kColumns; ++c) {
            const Vec3 at(0.4F * ((static_cast<float>(c) + 0.5F) / kColumns - 0.5F),
                          0.16F * (0.5F - (static_cast<float>(r) + 0.5F) / kRows), 0.0F);
            char square[160];
            std::snprintf(square, sizeof(square),
                          R"(<rect x="%d" y="%d" width="7.4" height="7.4" fill="%s"/>)", 8 * c, 8 * r,
                          kFill[static_cast<size_t>(classAt(solid, at))]);
            svg += square;
        }
    }
    return svg + "</svg>";
}

double nsPerLookup(const VoxelSolid &solid, float distance) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> angle(0.0F, glm::two_pi<float>());
    std::vector<Vec3> points;
    for (int k = 0; k < 20000; ++k) {
        const float a = angle(random);
        const float b = angle(random);
        const float r = kRing + (kTube + distance) * std::cos(b);
        points.emplace_back(r * std::cos(a), (kTube + distance) * std::sin(b), r * std::sin(a));
    }
    double best = 1e9;
    float sum = 0.0F;
    for (int repeat = 0; repeat < 7; ++repeat) {
        const auto before = std::chrono::steady_clock::now();
        for (const Vec3 &p : points) {
            sum += sampleVoxels(solid, p).distance;
        }
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - before;
        best = std::min(best, took.count() / static_cast<double>(points.size()));
    }
    return std::isfinite(sum) ? best : 0.0;
}

Finding measureVoxels(const Laboratory &) {
    const VoxelSolid solid = torusVoxels(VoxelMode::Trilinear, 0.0006F);
    std::mt19937 random(2);
    std::uniform_real_distribution<float> place(-0.2F, 0.2F);
    double wrong = 0.0;
    std::vector<float> errors;
    for (int k = 0; k < 30000; ++k) {
        const Vec3 p(place(random), 0.4F * place(random), place(random));
        const float exact = distanceToTorus(p);
        const VoxelClass known = classAt(solid, p);
        wrong += (known == VoxelClass::Inside && exact > 0.001F) ||
                 (known == VoxelClass::Outside && exact < -0.001F);
        if (std::abs(exact) < 0.008F) {
            errors.push_back(std::abs(sampleVoxels(solid, p).distance - exact));
        }
    }
    HtmlTable table{{"accuracy asked for (mm)", "voxel (mm)", "memory (MB)", "full grid (MB)"}, {}};
    double share = 1.0;
    for (const float accuracy : {0.0003F, 0.0006F, 0.0024F}) {
        const VoxelSolid one = torusVoxels(VoxelMode::Trilinear, accuracy);
        const double all =
            2.0 * one.bricks.x * one.bricks.y * one.bricks.z * kBrickVoxels * kBrickVoxels * kBrickVoxels;
        share = std::min(share, static_cast<double>(bytesOf(one)) / all);
        table.rows.push_back({figureText(1e3 * accuracy), figureText(1e3 * one.voxel),
                              figureText(1e-6 * static_cast<double>(bytesOf(one))), figureText(1e-6 * all)});
    }
    const double near = nsPerLookup(solid, 0.002F);
    const double inside = nsPerLookup(solid, -0.03F);
    Finding finding;
    finding.criteria = {{"points classed on the wrong side, of 30,000", wrong, Bound::AtMost, 0.0},
                        {"error of 99 in 100 distances near the surface", 1e3 * quantile(errors, 0.99),
                         Bound::AtMost, 1.0, "mm"},
                        {"time of a look-up near the surface", near, Bound::AtMost, 500.0, "ns"},
                        {"time of one deep inside", inside, Bound::AtMost, 500.0, "ns"},
                        {"memory, of a full grid's", share, Bound::AtMost, 0.9}};
    finding.exhibits = {
        {"Voxel classes of a torus in a plane through its axis: inside blue, surface orange, outside grey.",
         sliceSvg(solid)},
        tableExhibit("The accuracy is the user's; bricks near the surface stand for the octree of limited "
                     "depth.",
                     table)};
    return finding;
}

// A particle of a cloth that is dragged along the upper side of a ball, as far as each projection lets it.
constexpr float kBallRadius = 0.2F;   // m
constexpr float kCoarseVoxel = 0.01F; // m

Vec3 voxelCentre(const Vec3 &p) {
    return kCoarseVoxel * (glm::floor(p / kCoarseVoxel) + 0.5F);
}

using Projection = Vec3 (*)(const Vec3 &);

// Onto the point closest to the voxel's centre: the failed attempt.
Vec3 ontoClosestPoint(const Vec3 &x) {
    return kBallRadius * glm::normalize(voxelCentre(x));
}

// Eq. 6: onto the tangent plane at that point, where x is behind it.
Vec3 ontoTangentPlane(const Vec3 &x) {
    const Vec3 closest = ontoClosestPoint(x);
    const Vec3 normal = glm::normalize(closest);
    const float depth = glm::dot(normal, closest - x);
    return depth >= 0.0F ? x + depth * normal : x;
}

struct Dragged {
    PlotSeries path;    // mm along the ball, over mm that it was pulled
    double jitter{0.0}; // mm, RMS distance from the smooth motion
};

Dragged dragOverBall(const char *name, Projection project) {
    Dragged dragged{lineOf(name)};
    constexpr int kSteps = 200;
    double squares = 0.0;
    for (int s = 0; s < kSteps; ++s) {
        const float angle = 0.05F + 0.0025F * static_cast<float>(s);
        const Vec3 pulled = (kBallRadius - 0.0005F) * Vec3(std::sin(angle), std::cos(angle), 0.01F);
        const Vec3 now = project(pulled);
        const double along = 1e3 * kBallRadius * std::atan2(now.x, now.y);
        const double wanted = 1e3 * kBallRadius * angle;
        append(dragged.path, wanted, along - wanted);
        squares += squared(along - wanted) / kSteps;
    }
    dragged.jitter = std::sqrt(squares);
    return dragged;
}

Finding measureProjection(const Laboratory &) {
    const Dragged closest = dragOverBall("onto the closest point", ontoClosestPoint);
    const Dragged plane = dragOverBall("onto the tangent plane, Eq. 6", ontoTangentPlane);
    Plot plot{{"pulled along the ball (mm)"},
              {"displaced along it by the projection (mm)"},
              {closest.path, plane.path}};
    const VoxelSolid solid = torusVoxels(VoxelMode::NearestPlane, 0.0006F);
    std::vector<float> errors;
    std::mt19937 random(3);
    std::uniform_real_distribution<float> angle(0.0F, glm::two_pi<float>());
    for (int k = 0; k < 5000; ++k) {
        const float a = angle(random);
        const float b = angle(random);
        const float d = 0.004F * std::sin(angle(random));
        const float r = kRing + (kTube + d) * std::cos(b);
        const Vec3 p(r * std::cos(a), (kTube + d) * std::sin(b), r * std::sin(a));
        errors.push_back(std::abs(sampleVoxels(solid, p).distance - d));
    }
    Finding finding;
    finding.criteria = {
        {"jitter of the projection onto the closest point", closest.jitter, Bound::AtLeast, 1.0, "mm"},
        {"jitter of the projection onto the tangent plane", plane.jitter, Bound::AtMost, 0.1, "mm"},
        {"99 in 100 distances by stored planes of our voxels, error", 1e3 * quantile(errors, 0.99),
         Bound::AtMost, 1.0, "mm"}};
    finding.exhibits.push_back(plotExhibit("A particle is pulled evenly along a ball of 0.2 m with voxels of "
                                           "10 mm. The closest point jumps from voxel to "
                                           "voxel; the plane through it lets the particle slide (Fig. 3).",
                                           plot));
    return finding;
}

// A dish made of three solids that turn as one, and a sheet that lies on it.
Finding measureCompound(const Laboratory &) {
    World world = sheetWorld(13, 1000.0F);
    world.cloths[0].fabric.friction = 0.6F;
    Collider table;
    table.shape = ColliderShape::Box;
    table.halfExtents = Vec3(0.6F, 0.05F, 0.6F);
    table.radius = 0.01F;
    world.colliders.push_back(table);
    for (const float side : {-1.0F, 1.0F}) {
        Collider knob;
        knob.shape = ColliderShape::Sphere;
        knob.radius = 0.08F;
        knob.carrier = 0;
        knob.onCarrier.position = Vec3(0.25F * side, 0.05F, 0.0F);
        world.colliders.push_back(knob);
    }
    Track track;
    track.keys = {{0.5, {}}, {4.5, {glm::angleAxis(1.2F, Vec3(0.0F, 1.0F, 0.0F)), Vec3(0.2F, 0.0F, 0.0F)}}};
    world.tracks.push_back(track);
    for (Vec3 &x : world.cloths[0].position) {
        x.y = 0.16F;
    }
    prepareWorld(world, 1);
    double apart = 0.0;
    std::vector<float> depth;
    const Vec3 start = centreOfMass(world.cloths[0]);
    for (int s = 0; s < 450; ++s) {
        step(world, emptyInput());
        const Vec3 expected = transformPoint(world.colliders[0].pose, Vec3(0.25F, 0.05F, 0.0F));
        apart =
            std::max(apart, static_cast<double>(glm::distance(world.colliders[2].pose.position, expected)));
        appendPenetration(world, world.cloths[0], depth);
    }
    const Vec3 carried = centreOfMass(world.cloths[0]) - start;
    Finding finding;
    finding.criteria = {
        {"how far a part gets from its place in the whole", 1e3 * apart, Bound::AtMost, 0.01, "mm"},
        {"how far the cloth is carried, of 0.2 m", carried.x, Bound::AtLeast, 0.15, "m"},
        {"deepest particle in any part", 1e3 * quantile(depth, 1.0), Bound::AtMost, 0.5, "mm"}};
    finding.exhibits.push_back(
        tableExhibit("A table with two knobs, one object of three solids, is turned by 69 degrees "
                     "and moved by 0.2 m with a sheet on it.",
                     {{"", "x (m)", "y (m)", "z (m)"},
                      {{"way of the cloth's centre", figureText(carried.x), figureText(carried.y),
                        figureText(carried.z)}}}));
    return finding;
}

constexpr Row kRows[] = {
    {"M1", "Implicit inside, explicit outside, then a post-step, for any connectivity.",
     "selvage-lab run organ --integrator desbrun", "sim/src/predictor_corrector.cpp", Verdict::Reproduced, "",
     measureNetworks},
    {"M2", "Explicit schemes need steps a thousand times as short as implicit ones.", "selvage integrators",
     "sim/src/explicit_integrators.cpp", Verdict::Reproduced, "", measureExplicitStep},
    {"M3", "Several hanging postures out of one session, none with over-stretched springs (Fig. 2).",
     "selvage postures", "sim/src/post_step.cpp", Verdict::Reproduced, "", measurePostures},
    {"M4", "Drag on mass points, Eq. 5, for wind or any fluid.", "selvage wind --set air-law=1",
     "sim/src/air.cpp", Verdict::Corrected,
     "erratum 9: ours acts on triangles, by their area, relative to the cloth", measureWindLaws},
    {"M5", "Voxels of three classes in the object's space make a collision a look-up of constant cost.",
     "selvage-lab run drape-mesh", "sim/src/voxel_build.cpp", Verdict::Beyond,
     "inside and outside by winding numbers, so that open and doubled meshes work; distances are continuous",
     measureVoxels},
    {"M6",
     "Projecting onto the closest point jitters, onto the tangent plane there it does not (Eq. 6, Fig. 3).",
     "selvage drape-mesh --set mesh-voxels=nearest-plane", "sim/src/voxel_sample.h", Verdict::Reproduced, "",
     measureProjection},
    {"M7", "Several moving objects, each with its own accuracy, and compound ones that move together.",
     "selvage office", "sim/src/collider.cpp", Verdict::Reproduced, "", measureCompound},
    {"M8",
     "Post-step and collisions alternate until a stop rule says so; the velocity comes from the positions.",
     "selvage-lab run hang --integrator desbrun --set sweeps=30", "sim/src/post_step.cpp",
     Verdict::Reproduced, "", measurePostStep},
    {"M9", "50 frames a second in stereo.", "selvage-lab run scarf --seconds 20", "sim/src/world.cpp",
     Verdict::Reproduced, "", measureAllScenes},
    {"M10", "Seven scenes: scarf, wind, complex obstacles, river, cape, flag, skirt.",
     "tools/run --contact-sheet", "app/scenarios/src/scenario.cpp", Verdict::Reproduced, "",
     measureAllScenes},
    {"M10a",
     "A naked scarf is thrown away, laid on an obstacle, dragged along the floor, and nothing breaks.",
     "selvage scarf", "app/scenarios/src/scarf.cpp", Verdict::Reproduced, "", measureScarf},
    {"M10b", "Wind with gusts and a largest speed; a scarf behind an obstacle stops flapping.",
     "selvage wind", "sim/src/wind.cpp", Verdict::Reproduced, "", measureShelter},
    {"M10c", "A mannequin's head and office furniture (Figs 5, 6a).", "selvage office",
     "app/scenarios/src/office.cpp", Verdict::Reproduced, "", measureOffice},
    {"M10d", "A river carries a scarf with its current (Fig. 6c).", "selvage river", "sim/src/water.cpp",
     Verdict::Beyond, "cloth soaks, gets heavier, floats or sinks, and can be fished out", measureRiver},
    {"M10e", "The cape of a hero in a wind that a stylus steers (Fig. 6b).", "selvage hero",
     "app/scenarios/src/hero.cpp", Verdict::Reproduced, "", measureCape},
    {"M10f", "A flag on its pole, in gusts that the user controls (Fig. 6d).", "selvage flag",
     "app/scenarios/src/flag.cpp", Verdict::Reproduced, "", measureFlag},
    {"M10g",
     "A skirt: wrapped, fixed at three points, tightened by its waistband, its slit blown open, sewn (Fig. "
     "1).",
     "selvage skirt", "sim/src/bench.cpp", Verdict::Reproduced, "", measureSkirt},
    {"M11", "A guaranteed frame rate, whatever the user does.", "selvage-lab reproduce --only M11",
     "sim/src/world.cpp", Verdict::Reproduced, "", measureFrameRate},
    {"M12", "To come: interactive design of clothing, and surgery.", "selvage skirt",
     "app/scenarios/src/organ.cpp", Verdict::Beyond,
     "both are scenes here; the pattern of the skirt can be taken home", measureSkirt},
};

} // namespace

std::span<const Row> meyerRows() {
    return kRows;
}

} // namespace selvage
