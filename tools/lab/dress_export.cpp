#include "dress_export.h"

#include "io/pattern_file.h"

namespace selvage {

std::string exportExtensions() {
    return patternExtensions() + ", " + garmentExtensions();
}

Result<void> checkExports(const DressCommandOptions &options) {
    for (const std::filesystem::path &path : options.exports) {
        if (!isPatternFile(path) && !isGarmentFile(path)) {
            return Error{"--export " + path.string() + ": expected a name that ends in one of " +
                         exportExtensions()};
        }
    }
    return {};
}

Result<void> writeExports(const DressCommandOptions &options, const SewingPattern &pattern,
                          const GarmentMesh &garment) {
    for (const std::filesystem::path &path : options.exports) {
        auto written = isPatternFile(path) ? writePattern(path, pattern) : writeGarment(path, garment);
        if (!written) {
            return written;
        }
    }
    return {};
}

} // namespace selvage
