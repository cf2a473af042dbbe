// A project from text: see io/project_file.h for the format.
#include "io/project_file.h"

#include "file_bytes.h"
#include "maths/index.h"
#include "project_names.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace selvage {

namespace {

using Json = nlohmann::json;

constexpr size_t kNamesTold = 5; // of members that are not known

// Thrown by the helpers below and caught where the file is read; the message lacks the file's name.
struct Bad {
    std::string message;
};

// A value of the file and where it stands, for messages.
struct Place {
    const Json &json;
    std::string name;

    Place at(size_t i) const { return {json[i], name + "[" + std::to_string(i) + "]"}; }
    bool has(const char *key) const { return json.is_object() && json.contains(key); }
    Place member(const char *key) const {
        if (!has(key)) {
            throw Bad{name + ": expected a member '" + key + "'"};
        }
        return {json[key], name + "." + key};
    }
    Place list(const char *key) const {
        const Place found = member(key);
        if (!found.json.is_array()) {
            throw Bad{found.name + ": expected a list"};
        }
        return found;
    }
    size_t size() const { return json.size(); }
};

template <typename Number> Number numberOf(const Place &place) {
    if constexpr (std::is_integral_v<Number>) {
        const bool isWhole = place.json.is_number_integer();
        const double value = isWhole ? place.json.get<double>() : 0.0;
        if (!isWhole || value < static_cast<double>(std::numeric_limits<Number>::min()) ||
            value > 0.5 * static_cast<double>(std::numeric_limits<Number>::max())) {
            throw Bad{place.name + ": expected a whole number"};
        }
        return place.json.get<Number>();
    } else {
        const double value = place.json.is_number() ? place.json.get<double>() : NAN;
        if (!std::isfinite(value) || std::abs(value) > 1e30) {
            throw Bad{place.name + ": expected a number"};
        }
        return static_cast<Number>(value);
    }
}

bool flagOf(const Place &place) {
    if (!place.json.is_boolean()) {
        throw Bad{place.name + ": expected true or false"};
    }
    return place.json.get<bool>();
}

std::string textOf(const Place &place) {
    if (!place.json.is_string()) {
        throw Bad{place.name + ": expected a text"};
    }
    return place.json.get<std::string>();
}

template <typename Number> std::vector<Number> numbersOf(const Place &list, size_t multiple = 1) {
    if (!list.json.is_array() || list.size() % multiple != 0) {
        throw Bad{list.name + ": expected a list of numbers, a multiple of " + std::to_string(multiple)};
    }
    std::vector<Number> numbers;
    numbers.reserve(list.size());
    for (size_t i = 0; i < list.size(); ++i) {
        if constexpr (std::is_integral_v<Number>) {
            numbers.push_back(numberOf<Number>(list.at(i)));
        } else { // most of the file: no name is made but for what is wrong
            const Json &json = list.json[i];
            const bool isGood = json.is_number() && std::abs(json.get<double>()) < 1e30;
            numbers.push_back(isGood ? static_cast<Number>(json.get<double>())
                                     : numberOf<Number>(list.at(i)));
        }
    }
    return numbers;
}

template <typename Number> std::vector<Number> someNumbers(const Place &list, size_t count) {
    auto numbers = numbersOf<Number>(list);
    if (numbers.size() != count) {
        throw Bad{list.name + ": expected " + std::to_string(count) + " numbers"};
    }
    return numbers;
}

std::vector<DVec2> pointsOf(const Place &list) {
    const auto numbers = numbersOf<double>(list, 2);
    std::vector<DVec2> points;
    for (size_t i = 0; i < numbers.size(); i += 2) {
        points.emplace_back(numbers[i], numbers[i + 1]);
    }
    return points;
}

std::vector<Vec3> vectorsOf(const Place &list) {
    const auto numbers = numbersOf<float>(list, 3);
    std::vector<Vec3> vectors;
    vectors.reserve(numbers.size() / 3);
    for (size_t i = 0; i < numbers.size(); i += 3) {
        vectors.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
    }
    return vectors;
}

EdgeOfPanel edgeNumberOf(const Place &place) {
    const auto numbers = someNumbers<int32_t>(place, 2);
    return {numbers[0], numbers[1]};
}

template <typename Enum, size_t count>
Enum namedValue(const Place &place, const char *const (&names)[count]) {
    const auto value = valueIn<Enum>(names, textOf(place));
    if (!value) {
        throw Bad{place.name + ": expected " + names[0] + " or another name that is known"};
    }
    return *value;
}

class ProjectReader {
public:
    Project read(const Json &json) {
        const Place file{json, "the file"};
        if (!file.has("format") || !json["format"].is_string() || json["format"] != kProjectFormat) {
            throw Bad{"the file: expected the format '" + std::string(kProjectFormat) + "'"};
        }
        const auto version = numberOf<int32_t>(file.member("version"));
        know(file,
             {"format", "version", "saved", "scene", "parameters", "step", "integrator", "meshes", "bench"});
        Project project;
        project.scene = textOf(file.member("scene"));
        project.saved = file.has("saved") ? textOf(file.member("saved")) : "";
        project.integrator = file.has("integrator") ? textOf(file.member("integrator")) : "";
        project.step = file.has("step") ? numberOf<double>(file.member("step")) : project.step;
        if (file.has("parameters")) {
            for (const auto &[key, value] : file.member("parameters").json.items()) {
                project.parameters[key] = numberOf<float>({value, "parameters." + key});
            }
        }
        readMeshes(file.list("meshes"));
        readBench(file.member("bench"), project.bench);
        if (version > kProjectVersion) {
            notes_.insert(notes_.begin(),
                          "version " + std::to_string(version) + " is later than this program's " +
                              std::to_string(kProjectVersion) + ": read as far as it is understood");
        }
        tellUnknown();
        project.notes = std::move(notes_);
        return project;
    }

private:
    void know(const Place &place, std::initializer_list<std::string_view> known) {
        if (!place.json.is_object()) {
            throw Bad{place.name + ": expected an object"};
        }
        for (const auto &[key, value] : place.json.items()) {
            if (std::find(known.begin(), known.end(), key) == known.end() &&
                std::find(unknown_.begin(), unknown_.end(), key) == unknown_.end()) {
                unknown_.push_back(key);
            }
        }
    }

    void tellUnknown() {
        if (unknown_.empty()) {
            return;
        }
        std::string names;
        for (size_t i = 0; i < std::min(unknown_.size(), kNamesTold); ++i) {
            names +=
                (i > 0 ? ", " : "") + Json(unknown_[i]).dump(-1, ' ', true, Json::error_handler_t::replace);
        }
        notes_.push_back("left out members that are not known: " + names +
                         (unknown_.size() > kNamesTold ? ", …" : ""));
    }

    PanelEdge panelEdge(const Place &place) {
        know(place, {"curve", "points", "label"});
        const std::vector<DVec2> points = pointsOf(place.list("points"));
        PanelEdge edge;
        edge.curve = namedValue<EdgeCurve>(place.member("curve"), kCurveNames);
        const size_t between = edge.curve == EdgeCurve::Line ? 0 : edge.curve == EdgeCurve::Cubic ? 2 : 1;
        if (points.size() < 2 || (edge.curve != EdgeCurve::Polyline && points.size() != 2 + between)) {
            throw Bad{place.name + ".points: expected the start, the points between and the end"};
        }
        edge.start = points.front();
        edge.end = points.back();
        edge.through.assign(points.begin() + 1, points.end() - 1);
        edge.label = place.has("label") ? textOf(place.member("label")) : "";
        return edge;
    }

    PanelLoop loop(const Place &list) {
        if (!list.json.is_array()) {
            throw Bad{list.name + ": expected a list"};
        }
        PanelLoop edges;
        for (size_t e = 0; e < list.size(); ++e) {
            edges.push_back(panelEdge(list.at(e)));
        }
        return edges;
    }

    Panel panel(const Place &place) {
        know(place, {"name", "outline", "holes", "lines", "notches", "grain", "grainGiven", "fabric", "label",
                     "quantity", "unfolded", "position", "orientation"});
        Panel panel;
        panel.name = textOf(place.member("name"));
        panel.outline = loop(place.member("outline"));
        const Place holes = place.list("holes");
        for (size_t h = 0; h < holes.size(); ++h) {
            panel.holes.push_back(loop(holes.at(h)));
        }
        const Place lines = place.list("lines");
        for (size_t l = 0; l < lines.size(); ++l) {
            panel.lines.push_back({namedValue<LineUse>(lines.at(l).member("use"), kUseNames),
                                   pointsOf(lines.at(l).list("points"))});
        }
        const Place notches = place.list("notches");
        for (size_t n = 0; n < notches.size(); ++n) {
            const Place notch = notches.at(n);
            if (!notch.json.is_array() || notch.size() != 2) {
                throw Bad{notch.name + ": expected an edge and a length"};
            }
            panel.notches.push_back({numberOf<int32_t>(notch.at(0)), numberOf<double>(notch.at(1))});
        }
        const auto grain = someNumbers<double>(place.list("grain"), 2);
        panel.grain = {grain[0], grain[1]};
        panel.grainGiven = flagOf(place.member("grainGiven"));
        panel.fabric = textOf(place.member("fabric"));
        panel.label = textOf(place.member("label"));
        panel.quantity = numberOf<int32_t>(place.member("quantity"));
        panel.unfolded = flagOf(place.member("unfolded"));
        const auto at = someNumbers<float>(place.list("position"), 3);
        const auto turn = someNumbers<float>(place.list("orientation"), 4);
        panel.placement = {Quat(turn[3], turn[0], turn[1], turn[2]), Vec3(at[0], at[1], at[2])};
        return panel;
    }

    void readMeshes(const Place &list) {
        for (size_t m = 0; m < list.size(); ++m) {
            const Place place = list.at(m);
            know(place, {"panels", "origin", "first", "triangles", "uv", "position", "edges"});
            BenchShape &shape = meshes_.emplace_back();
            const Place panels = place.list("panels");
            for (size_t p = 0; p < panels.size(); ++p) {
                shape.pattern.panels.push_back(panel(panels.at(p)));
            }
            shape.origin = pointsOf(place.list("origin"));
            Garment &garment = shape.garment;
            garment.firstParticle = numbersOf<int32_t>(place.list("first"));
            garment.shape.triangles = numbersOf<int32_t>(place.list("triangles"));
            const auto uv = numbersOf<float>(place.list("uv"), 2);
            for (size_t i = 0; i < uv.size(); i += 2) {
                garment.shape.uv.emplace_back(uv[i], uv[i + 1]);
            }
            garment.shape.position = vectorsOf(place.list("position"));
            readEdges(place.list("edges"), garment);
        }
    }

    static void readEdges(const Place &list, Garment &garment) {
        for (size_t p = 0; p < list.size(); ++p) {
            auto &panel = garment.edges.emplace_back();
            const Place edges = list.at(p);
            for (size_t e = 0; e < edges.size() && edges.json.is_array(); ++e) {
                panel.push_back(numbersOf<int32_t>(edges.at(e)));
            }
        }
    }

    static std::vector<EdgeOfPanel> side(const Place &list) {
        std::vector<EdgeOfPanel> edges;
        for (size_t e = 0; e < list.size(); ++e) {
            edges.push_back(edgeNumberOf(list.at(e)));
        }
        return edges;
    }

    static Pin pin(const Place &place) {
        if (!place.json.is_array() || place.size() != 6) {
            throw Bad{place.name + ": expected cloth, particle, collider and a place"};
        }
        Pin pin;
        pin.cloth = numberOf<int32_t>(place.at(0));
        pin.particle = numberOf<int32_t>(place.at(1));
        pin.collider = numberOf<int32_t>(place.at(2));
        pin.offset =
            Vec3(numberOf<float>(place.at(3)), numberOf<float>(place.at(4)), numberOf<float>(place.at(5)));
        return pin;
    }

    Waistband band(const Place &place) {
        know(place, {"edge", "share", "goal", "hooked"});
        return {edgeNumberOf(place.list("edge")), numberOf<float>(place.member("share")),
                numberOf<float>(place.member("goal")), flagOf(place.member("hooked"))};
    }

    BenchState state(const Place &place) {
        know(place, {"mesh", "seams", "joined", "position", "velocity", "pins", "bands"});
        const auto mesh = numberOf<int32_t>(place.member("mesh"));
        if (mesh < 0 || u(mesh) >= meshes_.size()) {
            throw Bad{place.name + ".mesh: expected a number of a mesh"};
        }
        BenchState state;
        state.shape = meshes_[u(mesh)];
        const Place seams = place.list("seams");
        for (size_t s = 0; s < seams.size(); ++s) {
            const Place seam = seams.at(s);
            know(seam, {"a", "b", "rightToWrong"});
            state.shape.pattern.seams.push_back(
                {side(seam.list("a")), side(seam.list("b")), flagOf(seam.member("rightToWrong"))});
        }
        const auto joined = numbersOf<int32_t>(place.list("joined"), 2);
        if (!joined.empty()) {
            auto &pairs = state.shape.garment.seams.emplace_back();
            for (size_t i = 0; i < joined.size(); i += 2) {
                pairs.push_back({joined[i], joined[i + 1]});
            }
        }
        state.position = vectorsOf(place.list("position"));
        state.velocity = vectorsOf(place.list("velocity"));
        const Place pins = place.list("pins");
        for (size_t p = 0; p < pins.size(); ++p) {
            state.pins.push_back(pin(pins.at(p)));
        }
        const Place bands = place.list("bands");
        for (size_t b = 0; b < bands.size(); ++b) {
            state.bands.push_back(band(bands.at(b)));
        }
        if (auto complete = completeShape(state.shape); !complete) {
            throw Bad{place.name + ": " + complete.error().message};
        }
        return state;
    }

    static std::vector<ParticlePart> parts(const Place &list) {
        if (list.size() % 3 != 0) {
            throw Bad{list.name + ": expected from, to and share of each"};
        }
        std::vector<ParticlePart> found;
        for (size_t i = 0; i < list.size(); i += 3) {
            found.push_back({numberOf<int32_t>(list.at(i)), numberOf<int32_t>(list.at(i + 1)),
                             numberOf<float>(list.at(i + 2))});
        }
        return found;
    }

    // Nothing: an act of a kind that is not known.
    std::optional<BenchAct> act(const Place &place) {
        const auto kind = valueIn<BenchAct::Kind>(kActNames, textOf(place.member("kind")));
        if (!kind) {
            return std::nullopt;
        }
        BenchAct act;
        act.kind = *kind;
        if (act.kind == BenchAct::Kind::Shaped) {
            know(place, {"kind", "work", "other", "forth", "back"});
            const auto work = valueIn<BenchWork>(kWorkNames, textOf(place.member("work")));
            if (!work) {
                return std::nullopt;
            }
            act.work = *work;
            act.past = std::make_shared<const BenchPast>(BenchPast{
                state(place.member("other")), parts(place.list("forth")), parts(place.list("back"))});
        } else if (act.kind == BenchAct::Kind::Tightened) {
            know(place, {"kind", "band", "index", "isNew"});
            act.band = band(place.member("band"));
            act.isNew = flagOf(place.member("isNew"));
            act.index = numberOf<int32_t>(place.member("index"));
        } else {
            know(place, {"kind", "pin", "index"});
            act.pin = pin(place.member("pin"));
            act.index = numberOf<int32_t>(place.member("index"));
        }
        return act;
    }

    void readActs(const Place &list, size_t done, BenchSave &save) {
        if (list.size() > kBenchActsMax || done > list.size()) {
            throw Bad{list.name + ": expected at most " + std::to_string(kBenchActsMax) +
                      ", and no more of them done than there are"};
        }
        save.done = done;
        for (size_t a = 0; a < list.size(); ++a) {
            auto read = act(list.at(a));
            if (read) {
                save.acts.push_back(std::move(*read));
            } else if (a < done) { // those before it cannot be undone
                notes_.push_back("act " + std::to_string(a) +
                                 " is of a kind that is not known: what was done up to it cannot be undone");
                save.done = done - a - 1;
                save.acts.clear();
            } else {
                notes_.push_back("act " + std::to_string(a) +
                                 " is of a kind that is not known: it cannot be done again");
                return;
            }
        }
    }

    void readFabric(const Place &place, Fabric &fabric) {
        const Fabric *known = findFabric(textOf(place.member("name")));
        fabric = known != nullptr ? *known : fabrics().front();
        if (known == nullptr) {
            notes_.push_back("the fabric's name is not known, and it is called " + std::string(fabric.name));
        }
        for (const FabricField &field : kFabricFields) {
            const Place value = place.member(field.name);
            fabric.*field.value = numberOf<float>(value);
            if (!(fabric.*field.value >= 0.0F && fabric.*field.value < 1e9F)) {
                throw Bad{value.name + ": expected a number of 0 or more"};
            }
        }
        fabric.elastic = flagOf(place.member("elastic"));
    }

    void readBench(const Place &place, BenchSave &save) {
        know(place, {"now", "fabric", "time", "tools", "acts", "done"});
        BenchState now = state(place.member("now"));
        save.shape = std::make_shared<const BenchShape>(std::move(now.shape));
        save.position = std::move(now.position);
        save.velocity = std::move(now.velocity);
        save.pins = std::move(now.pins);
        save.bands = std::move(now.bands);
        readFabric(place.member("fabric"), save.fabric);
        save.time = numberOf<double>(place.member("time"));
        const Place tools = place.list("tools");
        for (size_t h = 0; h < std::min(save.tools.size(), tools.size()); ++h) {
            const std::string name = textOf(tools.at(h));
            for (size_t t = 0; t < benchToolCount(); ++t) {
                const auto tool = static_cast<BenchTool>(t);
                save.tools[h] = nameOf(tool) == name ? tool : save.tools[h];
            }
        }
        const auto done = numberOf<int32_t>(place.member("done"));
        readActs(place.list("acts"), done < 0 ? kBenchActsMax + 1 : u(done), save);
    }

    std::vector<BenchShape> meshes_; // their panels and vertices
    std::vector<std::string> unknown_;
    std::vector<std::string> notes_;
};

} // namespace

Result<Project> parseProject(std::span<const std::byte> bytes, const std::string &name) {
    const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    try {
        Project project = ProjectReader().read(Json::parse(text));
        constexpr size_t kAnyCount = 64; // of a scene's cloths
        if (auto checked = checkSave(project.bench, kAnyCount); !checked) {
            return Error{name + ": " + checked.error().message};
        }
        return project;
    } catch (const Json::parse_error &error) {
        const size_t end = std::min(error.byte, text.size());
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
        return Error{name + ":" + std::to_string(line) + ": this is no JSON from byte " +
                     std::to_string(end) + " on; expected a project of the dress bench"};
    } catch (const Json::exception &error) {
        return Error{name + ": " + error.what()};
    } catch (const Bad &bad) {
        return Error{name + ": " + bad.message};
    }
}

Result<Project> readProject(const std::filesystem::path &path) {
    const auto bytes = readBytes(path, kProjectFileBytesMax);
    if (!bytes) {
        return bytes.error();
    }
    return parseProject(bytes.value(), path.string());
}

} // namespace selvage
