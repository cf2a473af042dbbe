// The header of recordings, and the identifier of the program that made one.
#include "session_file.h"

#include "sim/fabric.h"
#include "sim/integrator.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstdio>
#include <elf.h>
#include <link.h>
#include <optional>
#include <sstream>

namespace selvage {

namespace {

constexpr std::string_view kSetPrefix = "set.";

// The linker's identifier among the notes of a program's segment, in hexadecimal; empty where it is not
// there.
std::string buildIdentifier(const char *notes, size_t size) {
    constexpr size_t kAlign = 4;
    const auto aligned = [](size_t n) { return (n + kAlign - 1) / kAlign * kAlign; };
    std::string text;
    for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size && text.empty();) {
        ElfW(Nhdr) note;
        std::copy_n(notes + at, sizeof(note), reinterpret_cast<char *>(&note));
        const size_t name = at + sizeof(note);
        const size_t content = name + aligned(note.n_namesz);
        if (content + note.n_descsz > size) {
            break;
        }
        if (note.n_type == NT_GNU_BUILD_ID &&
            std::string_view(notes + name, note.n_namesz).starts_with("GNU")) {
            for (size_t i = 0; i < note.n_descsz; ++i) {
                std::array<char, 3> digits{};
                std::snprintf(digits.data(), digits.size(), "%02x",
                              static_cast<unsigned>(static_cast<unsigned char>(notes[content + i])));
                text += digits.data();
            }
        }
        at = content + aligned(note.n_descsz);
    }
    return text;
}

// Called for the program itself first.
int readIdentifier(dl_phdr_info *info, size_t, void *out) {
    auto &text = *static_cast<std::string *>(out);
    for (int i = 0; i < info->dlpi_phnum && text.empty(); ++i) {
        const ElfW(Phdr) &segment = info->dlpi_phdr[i];
        if (segment.p_type == PT_NOTE) {
            text = buildIdentifier(std::bit_cast<const char *>(info->dlpi_addr + segment.p_vaddr),
                                   segment.p_memsz);
        }
    }
    return 1;
}

template <typename T> std::optional<T> numberFrom(const std::string &text) {
    T value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size() ? std::optional<T>(value) : std::nullopt;
}

// Which of the named ones; nothing where there is none of that name.
template <typename All> std::optional<float> indexOf(const All &all, const std::string &name) {
    for (size_t i = 0; i < all.size(); ++i) {
        if (name == all[i].name) {
            return static_cast<float>(i);
        }
    }
    return std::nullopt;
}

// What describe() made of the changes.
Result<LiveSettings> parseChanges(const std::string &text) {
    LiveSettings live;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const std::string key = word.substr(0, word.find('='));
        const std::string value = key.size() < word.size() ? word.substr(key.size() + 1) : std::string();
        size_t slot = 0;
        while (slot < kLiveSlots && nameOf(slot) != key) {
            ++slot;
        }
        const std::optional<float> level = slot == kFabricSlot       ? indexOf(fabrics(), value)
                                           : slot == kIntegratorSlot ? indexOf(integrators(), value)
                                                                     : numberFrom<float>(value);
        if (slot == kLiveSlots || !level) {
            return Error{"'" + word + "' among the settings, expected a parameter and its value"};
        }
        change(live, slot, *level);
    }
    return live;
}

Result<RecordedSession> sessionFrom(MotionFile file) {
    RecordedSession session;
    const auto header = [&](const char *key) {
        const auto found = file.properties.find(key);
        return found == file.properties.end() ? std::string() : found->second;
    };
    session.scenario = header("scenario");
    if (file.marks.empty() || session.scenario.empty()) {
        return Error{
            "expected a recording, with a column \"state\" and \"# scenario=...\"; --motion plays other "
            "motions"};
    }
    const auto dt = numberFrom<double>(header("dt"));
    if (!dt || !(*dt >= kDtMin && *dt <= kDtMax)) {
        return Error{"\"# dt=" + header("dt") + "\", expected the length of a step in s"};
    }
    session.dt = *dt;
    session.options.seed = numberFrom<uint64_t>(header("seed")).value_or(session.options.seed);
    session.options.integrator = header("integrator");
    for (const auto &[key, value] : file.properties) {
        if (key.starts_with(kSetPrefix)) {
            session.options.settings[key.substr(kSetPrefix.size())] = value;
        }
    }
    auto live = parseChanges(header("settings"));
    if (!live) {
        return live.error();
    }
    session.live = live.value();
    session.project = header("project");
    session.build = header("build");
    session.file = std::move(file);
    return session;
}

} // namespace

std::string thisBuild() {
    std::string identifier;
    dl_iterate_phdr(readIdentifier, &identifier);
    return std::string(SELVAGE_VERSION) + (identifier.empty() ? "" : " " + identifier);
}

std::map<std::string, std::string> sessionProperties(const std::string &scenario,
                                                     const ScenarioOptions &options, const LiveSettings &live,
                                                     double dt) {
    std::array<char, 32> length{};
    std::snprintf(length.data(), length.size(), "%.17g", dt);
    std::map<std::string, std::string> properties{{"build", thisBuild()},
                                                  {"scenario", scenario},
                                                  {"seed", std::to_string(options.seed)},
                                                  {"integrator", options.integrator},
                                                  {"dt", length.data()},
                                                  {"settings", describe(live)}};
    for (const auto &[key, value] : options.settings) {
        properties[std::string(kSetPrefix) + key] = value;
    }
    return properties;
}

Result<RecordedSession> readSession(const std::filesystem::path &path) {
    auto file = readMotionCsv(path);
    if (!file) {
        return file.error();
    }
    auto session = sessionFrom(std::move(file.value()));
    if (!session) {
        return Error{path.string() + ": " + session.error().message};
    }
    return session;
}

std::string describe(const ReplayResult &result, double dt) {
    const std::string steps = std::to_string(result.steps) + " steps";
    if (!result.differs) {
        return result.played < result.steps
                   ? std::to_string(result.played) + " of " + steps + " replayed, each as recorded"
                   : "all " + steps + " replayed, each as recorded";
    }
    if (result.firstDifference == 0) {
        return "the scene began otherwise than recorded";
    }
    std::array<char, 32> time{};
    std::snprintf(time.data(), time.size(), "%.3f", static_cast<double>(result.firstDifference) * dt);
    return "step " + std::to_string(result.firstDifference) + " of " + steps + " (" + time.data() +
           " s) is the first that came out otherwise than recorded";
}

} // namespace selvage
