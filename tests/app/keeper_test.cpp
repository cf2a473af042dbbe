// The dress bench's garment kept on disk while it is made.
#include "../sim/bench_session.h"
#include "garment_keeper.h"
#include "io/pattern_file.h"
#include "io/text_file.h"
#include "io/triangle_mesh.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace selvage {
namespace {

namespace fs = std::filesystem;

fs::path freshFolder(const std::string &name) {
    const fs::path folder = fs::path(testing::TempDir()) / ("keeper-" + name);
    fs::remove_all(folder);
    return folder;
}

std::vector<fs::path> filesIn(const fs::path &folder, const std::string &ending) {
    std::vector<fs::path> files;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; ++at) {
        if (at->path().filename().string().ends_with(ending)) {
            files.push_back(at->path());
        }
    }
    return files;
}

const Scenario &skirt() {
    return *findScenario("skirt");
}

// Someone at a bench who is kept as the program does it.
struct Session {
    World world = bentPanel();
    GarmentKeeper keeper;

    explicit Session(const fs::path &folder, double every = 1e6)
        : keeper({folder / "kept", folder / "out", every}) {
        keeper.begin(world, skirt(), std::nullopt);
    }
    void pin(size_t vertex) {
        Person person(world);
        person.take(BenchTool::Pin);
        person.pressAt(vertexAt(world, edgeOf(world, kTop)[vertex]));
    }
    // Until what was handed over is written; whatever is told meanwhile.
    std::string follow() {
        std::string told;
        for (int turn = 0; turn < 12; ++turn) {
            keeper.follow(world, 1.0 / 90.0);
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            told += keeper.takeNews().text;
        }
        return told;
    }
};

TEST(GarmentKeeper, WritesAnActDownAsSoonAsItIsDoneAndNothingBefore) {
    const fs::path folder = freshFolder("act");
    Session session(folder);
    session.follow();
    EXPECT_TRUE(filesIn(folder / "kept", ".json").empty());
    session.pin(0);
    EXPECT_EQ(session.follow(), "");
    const auto files = filesIn(folder / "kept", ".open.json");
    ASSERT_EQ(files.size(), 1U);
    auto project = readProject(files[0]);
    ASSERT_TRUE(project) << project.error().message;
    EXPECT_EQ(project->bench.done, 1U);
    EXPECT_EQ(project->scene, "skirt");
    session.pin(5);
    session.follow();
    project = readProject(files[0]);
    EXPECT_EQ(project->bench.done, 2U);
}

TEST(GarmentKeeper, WritesWhatHangsDifferentlyEveryFewSeconds) {
    const fs::path folder = freshFolder("time");
    Session session(folder, 0.05);
    session.pin(0);
    session.follow();
    const auto files = filesIn(folder / "kept", ".open.json");
    ASSERT_EQ(files.size(), 1U);
    step(session.world, {});
    std::this_thread::sleep_for(std::chrono::milliseconds(80));
    session.follow();
    auto project = readProject(files[0]);
    ASSERT_TRUE(project);
    EXPECT_EQ(saveHash(project->bench), saveHash(saveOf(session.world)));
}

TEST(GarmentKeeper, MakesRoomForAGarmentThatGrows) {
    const fs::path folder = freshFolder("room");
    Session session(folder);
    World large;
    EXPECT_TRUE(
        addBench(large, patternOf(panelOf("skirt", rectangle(0.5, 0.5))), {0.012}, *findFabric("cotton")));
    prepareWorld(large, 1);
    record(large.bench->history, {.kind = BenchAct::Kind::Pinned});
    large.bench->history.acts.clear();
    large.bench->history.done = 0;
    session.keeper.follow(large, 1.0 / 90.0); // as if cut into more particles
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    session.keeper.follow(large, 1.0 / 90.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ASSERT_GT(large.cloths[0].position.size(), 4 * session.world.cloths[0].position.size());
    EXPECT_EQ(filesIn(folder / "kept", ".open.json").size(), 1U);
}

TEST(GarmentKeeper, ClosesTheFileOfAFinishedProgramAndOffersNothing) {
    const fs::path folder = freshFolder("closed");
    {
        Session session(folder);
        session.pin(0); // not written yet
        session.keeper.close(session.world, true);
    }
    ASSERT_EQ(filesIn(folder / "kept", ".json").size(), 1U);
    EXPECT_FALSE(filesIn(folder / "kept", ".json")[0].string().ends_with(".open.json"));
    EXPECT_EQ(filesIn(folder / "kept", "").size(), 1U) << "nothing else is left";
    EXPECT_FALSE(findLost(folder / "kept", "skirt"));
}

// Another process that pins something.
void workAndBeKilled(const fs::path &folder) {
    const pid_t child = fork();
    if (child == 0) {
        Session session(folder);
        session.pin(3);
        session.follow();
        kill(getpid(), SIGKILL);
    }
    waitpid(child, nullptr, 0);
}

TEST(GarmentKeeper, OffersWhatAKilledProgramLeftUntilSomethingElseIsMade) {
    const fs::path folder = freshFolder("killed");
    workAndBeKilled(folder);
    ASSERT_EQ(filesIn(folder / "kept", ".lock").size(), 1U);
    {
        const Session session(folder);
        ASSERT_TRUE(session.keeper.offer());
        EXPECT_EQ(session.keeper.offer()->time.size(), 5U) << "HH:MM";
    }
    Session session(folder);
    ASSERT_TRUE(session.keeper.offer()) << "nothing was done since";
    auto project = readProject(session.keeper.offer()->path);
    ASSERT_TRUE(project);
    EXPECT_EQ(project->bench.done, 1U);
    session.pin(0);
    session.follow();
    EXPECT_FALSE(findLost(folder / "kept", "skirt")) << "another one is made, which is locked";
    EXPECT_EQ(filesIn(folder / "kept", ".json").size(), 2U) << "the file stays";
}

std::string textOf(const fs::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(GarmentKeeper, OffersWhatTheDiskHadBeforeWhereAPowerCutLeftNothingWhole) {
    const fs::path folder = freshFolder("power");
    workAndBeKilled(folder);
    const auto open = filesIn(folder / "kept", ".open.json");
    ASSERT_EQ(open.size(), 1U);
    const std::string text = textOf(open[0]);
    const fs::path copy = DiskSync::copyOf(open[0]);
    for (const std::string &left : {std::string(), text.substr(0, 1000), std::string(text.size(), '\0')}) {
        fs::remove(copy); // another name of the same file
        std::ofstream(open[0], std::ios::binary) << left;
        std::ofstream(copy, std::ios::binary) << text;
        ASSERT_TRUE(findLost(folder / "kept", "skirt"));
        EXPECT_TRUE(textOf(open[0]) == text) << left.size();
    }
    std::ofstream(copy, std::ios::binary) << "of an older one";
    ASSERT_TRUE(findLost(folder / "kept", "skirt"));
    EXPECT_TRUE(textOf(open[0]) == text) << "what is whole stays";
    Session session(folder);
    session.pin(0);
    session.follow();
    EXPECT_FALSE(fs::exists(copy)) << "is closed with its file";
}

TEST(DiskSync, KeepsACopyOfTheLatestThatIsOnTheDisk) {
    const fs::path folder = freshFolder("sync");
    fs::create_directories(folder);
    const fs::path file = folder / "a.open.json";
    DiskSync disk;
    for (const char *text : {"one", "two", "two"}) {
        ASSERT_TRUE(replaceTextFile(file, text));
        disk.ask(file);
        disk.finish();
        EXPECT_EQ(textOf(DiskSync::copyOf(file)), text);
    }
    disk.ask(file); // twice the same one
    disk.finish();
    EXPECT_EQ(filesIn(folder, "").size(), 2U) << "nothing else is left";
    ASSERT_TRUE(replaceTextFile(file, "three"));
    EXPECT_EQ(textOf(DiskSync::copyOf(file)), "two") << "until it is asked for";
    disk.ask(folder / "nothing.json");
    disk.finish();
}

TEST(GarmentKeeper, OffersTheGarmentOfASceneThatWasLeft) {
    const fs::path folder = freshFolder("left");
    Session session(folder);
    session.pin(0);
    session.pin(4);
    session.keeper.leave(session.world);
    session.world = bentPanel();
    session.keeper.begin(session.world, skirt(), std::nullopt);
    ASSERT_TRUE(session.keeper.offer());
    auto project = readProject(session.keeper.offer()->path);
    ASSERT_TRUE(project) << project.error().message;
    EXPECT_EQ(project->bench.done, 2U);
    const LostGarment offer = *session.keeper.offer();
    EXPECT_TRUE(restoreBench(session.world, project->bench));
    session.keeper.begin(session.world, skirt(), offer);
    EXPECT_FALSE(session.keeper.offer()) << "it is back";
    session.follow();
    EXPECT_EQ(filesIn(folder / "kept", ".open.json").size(), 1U) << "and kept again";
}

TEST(GarmentKeeper, SaysOnceThatItCannotWriteAndGoesOnWhenItCan) {
    const fs::path folder = freshFolder("full");
    fs::create_directories(folder);
    { std::ofstream(folder / "kept") << "a file where the folder should be"; }
    Session session(folder, 0.02);
    session.pin(0);
    const std::string told = session.follow();
    EXPECT_NE(told.find("cannot be kept"), std::string::npos) << told;
    step(session.world, {});
    EXPECT_EQ(session.follow(), "") << "once is enough";
    fs::remove(folder / "kept");
    step(session.world, {});
    EXPECT_NE(session.follow().find("kept again"), std::string::npos);
    EXPECT_EQ(filesIn(folder / "kept", ".open.json").size(), 1U);
}

TEST(GarmentKeeper, SavesAndExportsWhatAPersonAsksFor) {
    const fs::path folder = freshFolder("asked");
    Session session(folder);
    session.keeper.askToSave();
    session.keeper.askToExport();
    EXPECT_NE(session.follow().find("Saved to"), std::string::npos);
    EXPECT_TRUE(readProject(folder / "out" / "skirt-1.project.json"));
    for (const char *extension : {"gltf", "obj", "json", "svg", "dxf"}) {
        EXPECT_TRUE(fs::exists(folder / "out" / "skirt-1" / (std::string("skirt.") + extension)))
            << extension;
    }
}

TEST(GarmentKeeper, MeasuresWhereAPersonAsksForIt) {
    Session session(freshFolder("measured"));
    session.keeper.askToMeasure();
    EXPECT_EQ(session.follow(), "It hangs at no measure of a body");
}

// m²
double areaOf(const std::vector<Vec3> &position, const std::vector<int32_t> &triangles) {
    double area = 0.0;
    for (size_t t = 0; t < triangles.size(); t += 3) {
        const auto at = [&](size_t k) { return position[static_cast<size_t>(triangles[t + k])]; };
        area += 0.5 * static_cast<double>(glm::length(glm::cross(at(1) - at(0), at(2) - at(0))));
    }
    return area;
}

// Ascending.
std::vector<double> loopLengths(const SewingPattern &pattern) {
    std::vector<double> lengths;
    for (const Panel &panel : pattern.panels) {
        lengths.push_back(loopLength(panel.outline));
    }
    std::sort(lengths.begin(), lengths.end());
    return lengths;
}

TEST(ExportedProject, ReadsBackToTheSameLengths) {
    const fs::path folder = freshFolder("export");
    World world = bentPanel();
    workAWhile(world);
    const Project project = projectOf(world);
    const auto paths = exportProject(project, folder);
    ASSERT_TRUE(paths) << paths.error().message;
    ASSERT_EQ(paths.value().size(), 5U);
    const SewingPattern &pattern = project.bench.shape->pattern;
    const std::vector<double> lengths = loopLengths(pattern);
    const double area = areaOf(world.cloths[0].position, world.cloths[0].topology->triangles);
    for (const fs::path &path : paths.value()) {
        if (isPatternFile(path)) {
            auto read = readPattern(path, {});
            ASSERT_TRUE(read) << read.error().message;
            const std::vector<double> again = loopLengths(read->pattern);
            ASSERT_EQ(again.size(), lengths.size()) << path;
            for (size_t p = 0; p < lengths.size(); ++p) {
                EXPECT_NEAR(again[p], lengths[p], 1e-4) << path;
            }
            continue;
        }
        auto read = readTriangleMesh(path, {.unit = LengthUnit::Metre, .up = UpAxis::Y});
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_NEAR(areaOf(read->position, read->triangles), area, 1e-4 * area) << path;
        EXPECT_EQ(read->triangles.size(), world.cloths[0].topology->triangles.size()) << path;
    }
}

// The legs of a dart are two edges of its panel, sewn to each other, in whatever file has seams.
TEST(ExportedProject, HasADartsLegsAndTheSeamBetweenThem) {
    const fs::path folder = freshFolder("export-dart");
    World world = flatPanel();
    Person person(world);
    person.take(BenchTool::Dart);
    person.draw({{0.22F, kHeight, 0.0F}, {0.25F, 0.08F, 0.0F}, {0.28F, kHeight, 0.0F}});
    person.wait(150);
    const Project project = projectOf(world);
    const SewingPattern &pattern = project.bench.shape->pattern;
    ASSERT_EQ(pattern.seams.size(), 1U) << sentenceOf(world.bench->note);
    const auto paths = exportProject(project, folder);
    ASSERT_TRUE(paths) << paths.error().message;
    for (const fs::path &path : paths.value()) {
        if (!isPatternFile(path)) {
            continue;
        }
        auto read = readPattern(path, {});
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_EQ(read->pattern.panels.size(), 1U) << path;
        EXPECT_NEAR(loopLength(read->pattern.panels[0].outline), loopLength(pattern.panels[0].outline), 1e-4)
            << path;
        if (path.extension() == ".json") {
            ASSERT_EQ(read->pattern.seams.size(), 1U);
            EXPECT_TRUE(isDart(read->pattern, read->pattern.seams[0]));
            EXPECT_NEAR(sideLength(read->pattern, read->pattern.seams[0].a),
                        sideLength(pattern, pattern.seams[0].a), 1e-4);
        }
    }
}

} // namespace
} // namespace selvage
