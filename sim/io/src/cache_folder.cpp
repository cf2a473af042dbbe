// See cache_folder.h.
#include "io/cache_folder.h"

#include <cstdlib>

namespace selvage {

std::filesystem::path cacheFolder() {
    const char *cache = std::getenv("XDG_CACHE_HOME");
    const char *home = std::getenv("HOME");
    std::filesystem::path base = std::filesystem::temp_directory_path();
    if (cache != nullptr && *cache != '\0') {
        base = cache;
    } else if (home != nullptr && *home != '\0') {
        base = std::filesystem::path(home) / ".cache";
    }
    return base / "selvage";
}

} // namespace selvage
