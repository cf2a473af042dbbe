// Runs a shell script inside tools/virtual-headset and reads what headset_probe tells. For the end-to-end
// tests.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace selvage {

struct VirtualRun {
    int exitCode{-1};
    std::string output;                 // standard output, whole
    std::string messages;               // standard error, whole
    std::vector<nlohmann::json> frames; // the probe's, in order
    nlohmann::json info;                // the probe's last
    nlohmann::json end;
};

// Why the virtual headset cannot be had on this machine; empty when it can. Makes its root at the first call.
std::string virtualHeadsetMissing();

// An empty folder for a test's files, visible inside.
std::filesystem::path testFolder(const std::string &name);

// `options` as on the command line; `script` runs in bash, with $PROBE for the probe and `folder` as current
// folder. A named pipe `control` is there for --control.
VirtualRun runVirtually(const std::filesystem::path &folder, const std::string &options,
                        const std::string &script);

// What a program wrote; discarded where it wrote nothing or no JSON.
nlohmann::json readJson(const std::filesystem::path &path);

// Runs a command on this machine and gives its exit code, output and messages.
VirtualRun runHere(const std::filesystem::path &folder, const std::string &commandLine);

} // namespace selvage

// First line of a test: without root rights or packages there is nothing to test.
#define SELVAGE_NEED_VIRTUAL_HEADSET()                                                                       \
    do {                                                                                                     \
        static const std::string kMissing = ::selvage::virtualHeadsetMissing();                              \
        if (!kMissing.empty()) {                                                                             \
            GTEST_SKIP() << kMissing;                                                                        \
        }                                                                                                    \
    } while (false)
