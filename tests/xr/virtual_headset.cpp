// Running commands in the virtual headset; see the header.
#include "virtual_headset.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace selvage {

namespace {

const std::string kTool = SELVAGE_SOURCE_DIR "/tools/virtual-headset";

const std::string kPrelude =
    "probe() { " SELVAGE_PROBE " --ready-file ready \"$@\"; }\n"
    "whenReady() { for i in {1..200}; do [ -e ready ] && return; sleep 0.1; done; }\n";

std::string readAll(const std::filesystem::path &path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void readProbeLines(VirtualRun &run) {
    std::istringstream lines(run.output);
    for (std::string line; std::getline(lines, line);) {
        const auto json = nlohmann::json::parse(line, nullptr, false);
        if (json.is_discarded() || !json.contains("event")) {
            continue; // another program's line
        }
        if (json["event"] == "frame") {
            run.frames.push_back(json);
        } else if (json["event"] == "info") {
            run.info = json;
        } else {
            run.end = json;
        }
    }
}

} // namespace

std::filesystem::path testFolder(const std::string &name) {
    const std::filesystem::path folder = std::filesystem::path(SELVAGE_BUILD_DIR) / "e2e" / name;
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return folder;
}

nlohmann::json readJson(const std::filesystem::path &path) {
    std::ifstream file(path);
    return nlohmann::json::parse(file, nullptr, false);
}

VirtualRun runHere(const std::filesystem::path &folder, const std::string &commandLine) {
    std::ofstream(folder / "command") << commandLine << "\n";
    const std::string bash = "cd '" + folder.string() + "' && bash command >output 2>messages </dev/null";
    VirtualRun run;
    const int status = std::system(bash.c_str());
    run.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run.output = readAll(folder / "output");
    run.messages = readAll(folder / "messages");
    readProbeLines(run);
    return run;
}

VirtualRun runVirtually(const std::filesystem::path &folder, const std::string &options,
                        const std::string &script) {
    mkfifo((folder / "control").c_str(), S_IRUSR | S_IWUSR);
    std::ofstream(folder / "script") << kPrelude << script << "\n";
    return runHere(folder, kTool + " --bind " SELVAGE_BUILD_DIR " " + options + " -- bash script");
}

std::string virtualHeadsetMissing() {
    const auto folder = testFolder("make-root-" + std::to_string(getpid())); // tests run side by side
    const VirtualRun run = runHere(folder, kTool + " --make-root");
    std::filesystem::remove_all(folder);
    return run.exitCode == 0 ? std::string() : "no virtual headset here: " + run.messages;
}

} // namespace selvage
