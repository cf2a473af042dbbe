// Projects of the dress bench: taken, written, read, put back.
#include "bench_session.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

using Json = nlohmann::json;

std::string sample() {
    static const std::string text = [] {
        World world = bentPanel();
        workAWhile(world);
        return projectText(projectOf(world));
    }();
    return text;
}

std::string errorOf(const Json &json) {
    const auto project = readBack(json.dump());
    return project ? "" : project.error().message;
}

TEST(ProjectFile, HoldsActsOfEveryKind) {
    World world = bentPanel();
    workAWhile(world);
    std::array<int, 4> kinds{};
    std::array<int, 3> works{};
    for (const BenchAct &act : world.bench->history.acts) {
        ++kinds.at(static_cast<size_t>(act.kind));
        works.at(static_cast<size_t>(act.work)) += act.kind == BenchAct::Kind::Shaped ? 1 : 0;
    }
    EXPECT_GT(kinds[0], 0);
    EXPECT_GT(kinds[1], 0);
    EXPECT_GT(kinds[3], 0);
    EXPECT_LT(world.bench->history.done, world.bench->history.acts.size());
}

TEST(ProjectFile, ReadsBackToTheSameBits) {
    World world = bentPanel();
    workAWhile(world);
    const Project project = projectOf(world);
    auto read = readBack(projectText(project));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(saveHash(read->bench), saveHash(project.bench));
    EXPECT_EQ(read->scene, "skirt");
    EXPECT_EQ(read->saved, project.saved);
    EXPECT_EQ(read->integrator, "selvage");
    EXPECT_EQ(read->step, project.step);
    EXPECT_EQ(read->parameters, project.parameters);
    EXPECT_TRUE(std::signbit(read->parameters.at("gravity")));
    EXPECT_TRUE(read->notes.empty());
    EXPECT_EQ(projectText(*read), projectText(project));
}

TEST(ProjectFile, ReadsBackWhatTwoFumblingHandsMade) {
    for (const uint64_t seed : {11U, 12U, 13U}) {
        World world = bentPanel();
        Fumbler fumbler(world, seed);
        for (int32_t act = 0; act < 40; ++act) {
            fumbler.act();
        }
        const Project project = projectOf(world); // with whatever is on its way
        auto read = readBack(projectText(project));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(saveHash(read->bench), saveHash(project.bench)) << "seed " << seed;
    }
}

TEST(ProjectFile, IsTheSameTextWhateverIsRememberedOfTheOnesBefore) {
    World world = bentPanel();
    Fumbler fumbler(world, 14);
    ProjectTexts texts;
    size_t most = 0;
    for (int32_t act = 0; act < 40; ++act) {
        fumbler.act();
        const Project project = projectOf(world);
        ASSERT_EQ(projectText(project, texts), projectText(project)) << "act " << act;
        most = std::max(most, texts.pasts.size());
        const auto &acts = project.bench.acts;
        for (const auto &text : texts.pasts) {
            EXPECT_TRUE(std::any_of(acts.begin(), acts.end(),
                                    [&](const BenchAct &done) { return done.past == text.first; }));
        }
    }
    EXPECT_GT(most, 1U);
}

TEST(ProjectFile, RestoresABenchThatUndoesRedoesAndGoesOnAsTheOneThatWasSaved) {
    World saved = bentPanel();
    workAWhile(saved);
    auto read = readBack(projectText(projectOf(saved)));
    ASSERT_TRUE(read) << read.error().message;
    World restored = bentPanel();
    const auto done = restoreBench(restored, read->bench);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(saveHash(saveOf(restored)), saveHash(saveOf(saved)));
    EXPECT_EQ(stateHash(restored), stateHash(saved));
    EXPECT_EQ(makingHash(restored), makingHash(saved));
    for (int32_t s = 0; s < 90; ++s) {
        step(restored, {});
        step(saved, {});
    }
    EXPECT_EQ(stateHash(restored), stateHash(saved));
    const size_t acts = saved.bench->history.acts.size();
    for (const bool redo : {false, true}) {
        for (size_t a = 0; a < acts; ++a) {
            for (World *world : {&saved, &restored}) {
                Person person(*world);
                redo ? person.redo() : person.undo();
            }
            EXPECT_EQ(makingHash(restored), makingHash(saved)) << a;
        }
    }
    expectValid(restored);
}

TEST(ProjectFile, RestoresWhatAHemTookAwayWhenThatIsUndone) {
    World saved = flatPanel();
    const uint64_t start = makingHash(saved);
    Person tailor(saved);
    tailor.take(BenchTool::Hem);
    tailor.pressAt({0.2F, 0.06F, 0.0F});
    tailor.settle();
    ASSERT_EQ(saved.bench->history.done, 1U) << sentenceOf(saved.bench->note);
    auto read = readBack(projectText(projectOf(saved)));
    ASSERT_TRUE(read) << read.error().message;
    World restored = flatPanel();
    const auto done = restoreBench(restored, read->bench);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(makingHash(restored), makingHash(saved));
    Person person(restored);
    person.undo();
    EXPECT_EQ(makingHash(restored), start);
    expectValid(restored);
    person.redo();
    EXPECT_EQ(makingHash(restored), makingHash(saved));
}

// A dart from the upper edge, its wedge taken out and, long enough after, sewn.
void takeIn(World &world, int32_t steps) {
    Person tailor(world);
    tailor.take(BenchTool::Dart);
    tailor.draw({{0.22F, kHeight, 0.0F}, {0.25F, 0.08F, 0.0F}, {0.28F, kHeight, 0.0F}});
    tailor.wait(steps);
    ASSERT_EQ(world.bench->history.done, 1U) << sentenceOf(world.bench->note);
}

TEST(ProjectFile, RestoresADartWithItsLegsAndUndoesIt) {
    for (const int32_t steps : {30, 150}) { // in the first its legs are still apart
        World saved = flatPanel();
        const uint64_t start = makingHash(saved);
        takeIn(saved, steps);
        auto read = readBack(projectText(projectOf(saved)));
        ASSERT_TRUE(read) << read.error().message;
        World restored = flatPanel();
        const auto done = restoreBench(restored, read->bench);
        ASSERT_TRUE(done) << done.error().message;
        EXPECT_EQ(makingHash(restored), makingHash(saved));
        const SewingPattern &pattern = restored.bench->shape.pattern;
        ASSERT_EQ(pattern.seams.size(), steps == 30 ? 0U : 1U);
        if (steps != 30) {
            EXPECT_EQ(sideLength(pattern, pattern.seams[0].a),
                      sideLength(saved.bench->shape.pattern, saved.bench->shape.pattern.seams[0].a));
            EXPECT_NEAR(sideLength(pattern, pattern.seams[0].a), sideLength(pattern, pattern.seams[0].b),
                        1e-4);
        }
        Person person(restored);
        person.undo();
        EXPECT_EQ(makingHash(restored), start);
        expectValid(restored);
        person.redo();
        EXPECT_EQ(makingHash(restored), makingHash(saved));
    }
}

TEST(ProjectFile, KeepsTheActsButTheOneThatAHandIsDoing) {
    World world = bentPanel();
    Person person(world);
    person.take(BenchTool::Waistband);
    person.moveTo(middleOf(world, kTop));
    person.hand().trigger = 1.0F;
    person.wait(20);
    ASSERT_EQ(world.bench->bands.size(), 1U);
    const BenchSave save = saveOf(world);
    EXPECT_TRUE(save.bands.empty());
    EXPECT_TRUE(checkSave(save, 1));
}

TEST(ProjectFile, TakesNothingWithoutRoomForIt) {
    World world = bentPanel();
    BenchSave save;
    reserveSave(world, 10, save);
    EXPECT_FALSE(takeSave(world, save));
    EXPECT_TRUE(save.position.empty());
}

TEST(ProjectFile, ForgetsTheOldestActsBeyondItsSize) {
    World world = bentPanel();
    workAWhile(world);
    Project project = projectOf(world);
    const auto shaped = std::find_if(project.bench.acts.begin(), project.bench.acts.end(),
                                     [](const BenchAct &act) { return act.past != nullptr; });
    ASSERT_NE(shaped, project.bench.acts.end());
    auto past = std::make_shared<BenchPast>(*shaped->past);
    past->forth.resize(1'400'000, {1'000'000, 1'000'000, 0.12345679F}); // by itself larger than all may be
    const auto before = static_cast<size_t>(shaped - project.bench.acts.begin());
    shaped->past = past;
    auto read = readBack(projectText(project));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->bench.acts.size(), project.bench.acts.size() - before - 1);
    EXPECT_EQ(read->bench.done, project.bench.done - before - 1);
}

TEST(ProjectFile, LeavesOutUnknownMembersWithOneNote) {
    Json json = Json::parse(sample());
    json["weather"] = "fair";
    json["bench"]["mood"] = 3;
    auto read = readBack(json.dump());
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->notes.size(), 1U);
    EXPECT_NE(read->notes[0].find("weather"), std::string::npos);
    EXPECT_NE(read->notes[0].find("mood"), std::string::npos);
    auto same = readBack(sample());
    EXPECT_EQ(saveHash(read->bench), saveHash(same->bench));
}

TEST(ProjectFile, ReadsALaterVersionAsFarAsItIsUnderstood) {
    Json json = Json::parse(sample());
    json["version"] = 7;
    json["bench"]["acts"][0] = {{"kind", "embroidered"}, {"thread", "gold"}};
    json["bench"]["tools"][0] = "needle";
    auto read = readBack(json.dump());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->notes.size(), 2U);
    EXPECT_EQ(read->bench.acts.size() + 1, json["bench"]["acts"].size());
    EXPECT_TRUE(checkSave(read->bench, 1));
    World world = bentPanel();
    EXPECT_TRUE(restoreBench(world, read->bench));
}

TEST(ProjectFile, NamesWhatIsWrong) {
    const Json good = Json::parse(sample());
    EXPECT_EQ(errorOf(good), "");
    const auto expectError = [&](const Json::json_pointer &at, const Json &value, const std::string &part) {
        Json bad = good;
        bad[at] = value;
        const std::string error = errorOf(bad);
        EXPECT_TRUE(error.starts_with("a.project.json: ")) << at.to_string() << ": " << error;
        EXPECT_NE(error.find(part), std::string::npos) << at.to_string() << ": " << error;
        EXPECT_EQ(error.find('\n'), std::string::npos);
    };
    using Pointer = Json::json_pointer;
    expectError(Pointer("/format"), "other", "format");
    expectError(Pointer("/version"), "one", "version");
    expectError(Pointer("/meshes/0/triangles/5"), 100000, "triangle 1");
    expectError(Pointer("/meshes/0/triangles/5"), "x", "triangles[5]");
    expectError(Pointer("/meshes/0/uv/3"), nullptr, "uv[3]");
    expectError(Pointer("/meshes/0/panels/0/outline/0/curve"), "spiral", "curve");
    expectError(Pointer("/meshes/0/panels/0/outline/1/points/0"), 5.0, "skirt");
    expectError(Pointer("/meshes/0/edges/0/1/0"), -4, "panel 'skirt'");
    expectError(Pointer("/meshes/0/first"), {0, 7}, "mesh");
    expectError(Pointer("/bench/now/mesh"), 9, "mesh");
    expectError(Pointer("/bench/now/position"), {1.0, 2.0, 3.0}, "particles");
    expectError(Pointer("/bench/now/pins/0/1"), 5000, "pins");
    expectError(Pointer("/bench/acts/0/index"), 5, "act 0");
    expectError(Pointer("/bench/done"), 500, "acts");
    expectError(Pointer("/bench/fabric/arealDensity"), -1.0, "arealDensity");
}

TEST(ProjectFile, IsWrittenWholeAndReadAgain) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "project-file" / "deep";
    std::filesystem::remove_all(folder);
    World world = bentPanel();
    const auto path = folder / "a.project.json";
    ASSERT_TRUE(writeProject(path, projectOf(world)));
    EXPECT_TRUE(readProject(path));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
    const auto bad = writeProject("/dev/full/a.json", projectOf(world));
    ASSERT_FALSE(bad);
    EXPECT_NE(bad.error().message.find("/dev/full/a.json"), std::string::npos);
}

// Of a small garment, so that it is cheap.
std::string smallText() {
    World world;
    world.settings.gravity = Vec3(0.0F);
    EXPECT_TRUE(
        addBench(world, patternOf(panelOf("skirt", rectangle(0.1, 0.05))), {0.05}, *findFabric("cotton")));
    prepareWorld(world, 1);
    Person person(world);
    person.take(BenchTool::Pin);
    person.pressAt(vertexAt(world, 0));
    return projectText(projectOf(world));
}

TEST(ProjectFile, CutOffAtAnyByteIsOneErrorLine) {
    const std::string text = smallText();
    ASSERT_TRUE(readBack(text));
    for (size_t end = 0; end + 2 < text.size(); ++end) { // but its line end
        auto read = readBack(text.substr(0, end));
        ASSERT_FALSE(read) << end;
        ASSERT_TRUE(read.error().message.starts_with("a.project.json:")) << read.error().message;
        ASSERT_EQ(read.error().message.find('\n'), std::string::npos);
    }
}

TEST(ProjectFile, DamagedAtAnyByteIsReadOrIsOneErrorLine) {
    const std::string text = smallText();
    std::mt19937_64 random(3);
    for (size_t at = 0; at < text.size(); ++at) {
        std::string damaged = text;
        damaged[at] = static_cast<char>(random());
        auto read = readBack(damaged);
        if (!read) {
            ASSERT_EQ(read.error().message.find('\n'), std::string::npos) << read.error().message;
            continue;
        }
        World world = bentPanel();
        EXPECT_TRUE(restoreBench(world, read->bench));
    }
}

} // namespace
} // namespace selvage
