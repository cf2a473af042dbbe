// Every sewing pattern under ../shared/data that is read, written in every format and read again, by our
// readers and by others.
#include "written_patterns.h"

namespace selvage {
namespace {

const std::filesystem::path kPatterns = std::filesystem::path(SELVAGE_SOURCE_DIR) / "../shared/data/patterns";

TEST(WrittenPatternFiles, HaveTheSamePiecesEdgesAndSeamsInEveryFormat) {
    if (!std::filesystem::exists(kPatterns)) {
        GTEST_SKIP() << "../shared/data/patterns is not there";
    }
    const TemporaryFolder folder;
    int written = 0;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(kPatterns)) {
        const auto file =
            isPatternFile(entry.path()) ? readPattern(entry.path(), {}) : Result<PatternFile>(Error{});
        if (!file || !patternFaults(file.value().pattern).empty()) {
            continue;
        }
        SCOPED_TRACE(entry.path());
        ++written;
        const SewingPattern &pattern = file.value().pattern;
        expectSameGarmentCode(pattern, reread(pattern, folder.path / "a.json"));
        expectSameDrawing(pattern, reread(pattern, folder.path / "a.svg"), false);
        expectSameDrawing(pattern, reread(pattern, folder.path / "a.dxf"), true);
        expectLengthsByOtherReaders(pattern, textOf(folder.path / "a.svg"), textOf(folder.path / "a.dxf"));
    }
    EXPECT_GE(written, 12);
}

} // namespace
} // namespace selvage
