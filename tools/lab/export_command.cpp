#include "export_command.h"

#include "exit_code.h"
#include "scenarios/bench_project.h"

namespace selvage {

int exportCommand(const ExportOptions &options) {
    const auto project = readProject(options.project);
    if (!project) {
        return complain(kFailed, project.error().message);
    }
    for (const std::string &note : project.value().notes) {
        std::fprintf(stderr, "selvage-lab: %s: %s\n", options.project.c_str(), note.c_str());
    }
    const auto beside = options.project.parent_path() / options.project.stem().stem();
    const auto written = exportProject(project.value(), options.out.empty() ? beside : options.out);
    if (!written) {
        return complain(kFailed, written.error().message);
    }
    for (const std::filesystem::path &path : written.value()) {
        std::printf("%s\n", path.c_str());
    }
    return 0;
}

} // namespace selvage
