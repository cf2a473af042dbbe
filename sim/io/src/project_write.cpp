// A project as text: see io/project_file.h for the format.
#include "io/project_file.h"

#include "file_bytes.h"
#include "json_text.h"
#include "maths/index.h"
#include "project_names.h"

#include <algorithm>

namespace selvage {

namespace {

std::span<const float> flat(const std::vector<Vec3> &values) {
    static_assert(sizeof(Vec3) == 3 * sizeof(float));
    return {values.empty() ? nullptr : &values.front().x, 3 * values.size()};
}
std::span<const float> flat(const std::vector<Vec2> &values) {
    static_assert(sizeof(Vec2) == 2 * sizeof(float));
    return {values.empty() ? nullptr : &values.front().x, 2 * values.size()};
}
std::span<const double> flat(const std::vector<DVec2> &values) {
    static_assert(sizeof(DVec2) == 2 * sizeof(double));
    return {values.empty() ? nullptr : &values.front().x, 2 * values.size()};
}
std::span<const int32_t> flat(const std::vector<ParticlePair> &pairs) {
    static_assert(sizeof(ParticlePair) == 2 * sizeof(int32_t));
    return {pairs.empty() ? nullptr : &pairs.front().a, 2 * pairs.size()};
}

void writeEdges(const PanelLoop &loop, JsonText &out) {
    out.open('[');
    for (const PanelEdge &edge : loop) {
        std::vector<DVec2> points = edge.through;
        points.insert(points.begin(), edge.start);
        points.push_back(edge.end);
        out.open('{');
        out.key("curve");
        out.string(nameIn(kCurveNames, edge.curve));
        out.key("points");
        out.numbers(flat(points));
        if (!edge.label.empty()) {
            out.key("label");
            out.string(edge.label);
        }
        out.close('}');
    }
    out.close(']');
}

void writeMarks(const Panel &panel, JsonText &out) {
    out.key("lines");
    out.open('[');
    for (const PanelLine &line : panel.lines) {
        out.open('{');
        out.key("use");
        out.string(nameIn(kUseNames, line.use));
        out.key("points");
        out.numbers(flat(line.points));
        out.close('}');
    }
    out.close(']');
    out.key("notches");
    out.open('[');
    for (const Notch &notch : panel.notches) {
        out.open('[');
        out.number(notch.edge);
        out.number(notch.along);
        out.close(']');
    }
    out.close(']');
}

void writePanel(const Panel &panel, JsonText &out) {
    out.open('{');
    out.key("name");
    out.string(panel.name);
    out.key("outline");
    writeEdges(panel.outline, out);
    out.key("holes");
    out.open('[');
    for (const PanelLoop &hole : panel.holes) {
        writeEdges(hole, out);
    }
    out.close(']');
    writeMarks(panel, out);
    out.key("grain");
    out.numbers(flat(std::vector<DVec2>{panel.grain}));
    out.key("grainGiven");
    out.boolean(panel.grainGiven);
    out.key("fabric");
    out.string(panel.fabric);
    out.key("label");
    out.string(panel.label);
    out.key("quantity");
    out.number(panel.quantity);
    out.key("unfolded");
    out.boolean(panel.unfolded);
    const Pose &placed = panel.placement;
    out.key("position");
    out.numbers(std::span<const float>(&placed.position.x, 3));
    out.key("orientation");
    out.numbers(std::span<const float>(
        std::array{placed.orientation.x, placed.orientation.y, placed.orientation.z, placed.orientation.w}));
    out.close('}');
}

std::string meshText(const BenchShape &shape) {
    const Garment &garment = shape.garment;
    JsonText out;
    out.open('{');
    out.key("panels");
    out.open('[');
    for (const Panel &panel : shape.pattern.panels) {
        writePanel(panel, out);
    }
    out.close(']');
    out.key("origin");
    out.numbers(flat(shape.origin));
    out.key("first");
    out.numbers(std::span<const int32_t>(garment.firstParticle));
    out.key("triangles");
    out.numbers(std::span<const int32_t>(garment.shape.triangles));
    out.key("uv");
    out.numbers(flat(garment.shape.uv));
    out.key("position");
    out.numbers(flat(garment.shape.position));
    out.key("edges");
    out.open('[');
    for (const auto &panel : garment.edges) {
        out.open('[');
        for (const auto &edge : panel) {
            out.numbers(std::span<const int32_t>(edge));
        }
        out.close(']');
    }
    out.close(']');
    out.close('}');
    return out.text();
}

void writeSide(const char *key, const std::vector<EdgeOfPanel> &side, JsonText &out) {
    out.key(key);
    out.open('[');
    for (const EdgeOfPanel &e : side) {
        out.numbers(std::span<const int32_t>(std::array{e.panel, e.edge}));
    }
    out.close(']');
}

void writePin(const Pin &pin, JsonText &out) {
    out.open('[');
    for (const int32_t index : {pin.cloth, pin.particle, pin.collider}) {
        out.number(index);
    }
    for (const float place : {pin.offset.x, pin.offset.y, pin.offset.z}) {
        out.number(place);
    }
    out.close(']');
}

void writeBand(const Waistband &band, JsonText &out) {
    out.open('{');
    out.key("edge");
    out.numbers(std::span<const int32_t>(std::array{band.edge.panel, band.edge.edge}));
    out.key("share");
    out.number(band.share);
    out.key("goal");
    out.number(band.goal);
    out.key("hooked");
    out.boolean(band.hooked);
    out.close('}');
}

void writeParts(const char *key, const std::vector<ParticlePart> &parts, JsonText &out) {
    out.key(key);
    out.open('[');
    for (const ParticlePart &part : parts) {
        out.number(part.from);
        out.number(part.to);
        out.number(part.share);
    }
    out.close(']');
}

// A state of the bench, wherever it is kept.
struct StateView {
    const BenchShape &shape;
    const std::vector<Vec3> &position;
    const std::vector<Vec3> &velocity;
    const std::vector<Pin> &pins;
    const std::vector<Waistband> &bands;
};

// One project's text, with what is remembered of the one before.
class Writing {
public:
    Writing(const Project &project, ProjectTexts &texts) : project_(project), texts_(texts) {}

    std::string write() {
        if (texts_.shape != bench().shape) {
            texts_.shape = bench().shape;
            texts_.mesh = meshText(*bench().shape);
        }
        const std::string now = stateText(
            texts_.mesh,
            stateRest({*bench().shape, bench().position, bench().velocity, bench().pins, bench().bands}));
        writeActs();
        texts_.pasts.swap(pasts_);
        JsonText out;
        out.open('{');
        writeHead(out);
        out.key("meshes");
        out.open('[');
        for (const std::string &mesh : meshes_) {
            out.raw(mesh);
        }
        out.close(']');
        out.key("bench");
        out.open('{');
        out.key("now");
        out.raw(now);
        writeRest(out);
        out.close('}');
        out.close('}');
        return out.text() + "\n";
    }

private:
    const BenchSave &bench() const { return project_.bench; }

    void writeHead(JsonText &out) const {
        out.key("format");
        out.string(kProjectFormat);
        out.key("version");
        out.number(kProjectVersion);
        out.key("saved");
        out.string(project_.saved);
        out.key("scene");
        out.string(project_.scene);
        out.key("parameters");
        out.open('{');
        for (const auto &[key, value] : project_.parameters) {
            out.key(key);
            out.number(value);
        }
        out.close('}');
        out.key("step");
        out.number(project_.step);
        out.key("integrator");
        out.string(project_.integrator);
    }

    void writeRest(JsonText &out) const {
        out.key("fabric");
        out.open('{');
        out.key("name");
        out.string(bench().fabric.name);
        for (const FabricField &field : kFabricFields) {
            out.key(field.name);
            out.number(bench().fabric.*field.value);
        }
        out.key("elastic");
        out.boolean(bench().fabric.elastic);
        out.close('}');
        out.key("time");
        out.number(bench().time);
        out.key("tools");
        out.open('[');
        for (const BenchTool tool : bench().tools) {
            out.string(nameOf(tool));
        }
        out.close(']');
        out.key("acts");
        out.open('[');
        for (size_t a = acts_.size(); a-- > 0;) {
            out.raw(acts_[a]);
        }
        out.close(']');
        out.key("done");
        out.number(bench().done - std::min(bench().done, bench().acts.size() - acts_.size()));
    }

    // The newest first, as many as there is room for: meshes that they alone have count, too.
    void writeActs() {
        size_t bytes = 0;
        for (size_t a = bench().acts.size(); a-- > 0;) {
            const size_t meshesBefore = meshes_.size();
            std::string text = actText(bench().acts[a]);
            bytes += text.size();
            for (size_t m = meshesBefore; m < meshes_.size(); ++m) {
                bytes += meshes_[m].size();
            }
            if (bytes > kProjectActsBytesMax) {
                meshes_.resize(meshesBefore);
                return;
            }
            acts_.push_back(std::move(text));
        }
    }

    size_t meshNumber(const std::string &mesh) {
        const auto found = std::find(meshes_.begin(), meshes_.end(), mesh);
        const auto number = static_cast<size_t>(found - meshes_.begin());
        if (found == meshes_.end()) {
            meshes_.push_back(mesh);
        }
        return number;
    }

    // The mesh's number is this file's own.
    std::string stateText(const std::string &mesh, const std::string &rest) {
        JsonText out;
        out.open('{');
        out.key("mesh");
        out.number(meshNumber(mesh));
        out.raw(rest);
        out.close('}');
        return out.text();
    }

    // A state's members but its mesh.
    static std::string stateRest(const StateView &state) {
        JsonText out;
        out.key("seams");
        out.open('[');
        for (const Seam &seam : state.shape.pattern.seams) {
            out.open('{');
            writeSide("a", seam.a, out);
            writeSide("b", seam.b, out);
            out.key("rightToWrong");
            out.boolean(seam.rightToWrong);
            out.close('}');
        }
        out.close(']');
        const auto &joined = state.shape.garment.seams;
        out.key("joined");
        out.numbers(flat(joined.empty() ? std::vector<ParticlePair>{} : joined.front()));
        out.key("position");
        out.numbers(flat(state.position));
        out.key("velocity");
        out.numbers(flat(state.velocity));
        out.key("pins");
        out.open('[');
        for (const Pin &pin : state.pins) {
            writePin(pin, out);
        }
        out.close(']');
        out.key("bands");
        out.open('[');
        for (const Waistband &band : state.bands) {
            writeBand(band, out);
        }
        out.close(']');
        return out.text();
    }

    // Never changes, and is remembered.
    const ProjectTexts::Past &pastText(const std::shared_ptr<const BenchPast> &past) {
        const auto known = texts_.pasts.find(past);
        if (known != texts_.pasts.end()) {
            return pasts_.insert(texts_.pasts.extract(known)).position->second;
        }
        const BenchState &other = past->other;
        JsonText parts;
        writeParts("forth", past->forth, parts);
        writeParts("back", past->back, parts);
        ProjectTexts::Past text{
            meshText(other.shape),
            stateRest({other.shape, other.position, other.velocity, other.pins, other.bands}), parts.text()};
        return pasts_.emplace(past, std::move(text)).first->second;
    }

    std::string actText(const BenchAct &act) {
        JsonText out;
        out.open('{');
        out.key("kind");
        out.string(nameIn(kActNames, act.kind));
        if (act.kind == BenchAct::Kind::Shaped) {
            const ProjectTexts::Past &past = pastText(act.past);
            out.key("work");
            out.string(nameIn(kWorkNames, act.work));
            out.key("other");
            out.raw(stateText(past.mesh, past.rest));
            out.raw(past.parts);
        } else if (act.kind == BenchAct::Kind::Tightened) {
            out.key("band");
            writeBand(act.band, out);
            out.key("index");
            out.number(act.index);
            out.key("isNew");
            out.boolean(act.isNew);
        } else {
            out.key("pin");
            writePin(act.pin, out);
            out.key("index");
            out.number(act.index);
        }
        out.close('}');
        return out.text();
    }

    const Project &project_;
    ProjectTexts &texts_;
    decltype(ProjectTexts::pasts) pasts_; // of this project
    std::vector<std::string> meshes_;
    std::vector<std::string> acts_; // the newest first
};

} // namespace

std::string projectText(const Project &project) {
    ProjectTexts none;
    return projectText(project, none);
}

std::string projectText(const Project &project, ProjectTexts &texts) {
    return Writing(project, texts).write();
}

Result<void> writeProject(const std::filesystem::path &path, const Project &project) {
    std::error_code ignored; // what is wrong is said when it is written
    if (path.has_parent_path()) {
        std::filesystem::create_directories(path.parent_path(), ignored);
    }
    return writeText(path, projectText(project));
}

} // namespace selvage
