// The three jobs of Liu's and Li's Table 1 (2006, §7) side by side: a hanging cloth in random wind, a cloth
// on a ball, a cloth laid over a rail, whose halves meet. `selvage-lab table` builds each job
// alone and fills the table.
#include "scenario_table.h"
#include "sheet.h"
#include "solids.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace selvage {

namespace {

constexpr float kSize = 0.7F; // m, of each cloth
constexpr int32_t kSide = 16; // particles along one side where nothing is said
constexpr int32_t kSideMin = 4;
constexpr int32_t kSideMax = 200;
constexpr float kPlane = -1.55F; // m, z of the three jobs
constexpr float kPitch = 0.95F;  // m, from one to the next
constexpr float kRail = 1.75F;   // m, height of what the first one hangs from
constexpr float kRailRadius = 0.012F;
constexpr float kBelowRail = 0.03F;  // m, from the rail's middle to the cloth
constexpr float kBall = 0.25F;       // m, radius; its middle lies above a plinth
constexpr float kThickness = 0.004F; // m, of cloth that meets itself
constexpr Vec3 kPlinthHalf(0.26F, 0.28F, 0.26F);
constexpr double kLength = 6.0; // s

enum class Job : uint8_t { Hanging, Ball, SelfCollision };

struct JobRow {
    Job job;
    const char *name;
    Vec3 colour;
};

constexpr std::array<JobRow, 3> kJobs = {{{Job::Hanging, "hanging", Vec3(0.05F, 0.14F, 0.34F)},
                                          {Job::Ball, "ball", Vec3(0.42F, 0.17F, 0.05F)},
                                          {Job::SelfCollision, "self-collision", Vec3(0.08F, 0.25F, 0.10F)}}};
constexpr std::array<Vec3, kJobs.size()> kColours = {kJobs[0].colour, kJobs[1].colour, kJobs[2].colour};

constexpr Vec3 kIron(0.10F, 0.10F, 0.11F);
constexpr Vec3 kStone(0.58F, 0.56F, 0.52F);
constexpr Vec3 kClay(0.62F, 0.50F, 0.38F);
constexpr std::array<Vec3, 10> kSolids = {kStone, kStone, kIron, kIron,  kIron,
                                          kIron,  kIron,  kIron, kStone, kClay}; // the floor has its own

// What this scene is set with, taken out of the settings that all scenes share.
struct TableSettings {
    int32_t side{kSide};
    std::array<bool, kJobs.size()> wanted{true, true, true};
};

Result<int32_t> sideSetting(const std::string &text) {
    int32_t side = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), side);
    if (code != std::errc() || end != text.data() + text.size() || side < kSideMin || side > kSideMax) {
        return Error{"--set side=" + text + ": expected a whole number from 4 to 200"};
    }
    return side;
}

Result<TableSettings> takeTableSettings(ScenarioOptions &options) {
    TableSettings out;
    if (const auto job = options.settings.find("job");
        job != options.settings.end() && job->second != "all") {
        for (size_t j = 0; j < kJobs.size(); ++j) {
            out.wanted[j] = job->second == kJobs[j].name;
        }
        if (std::find(out.wanted.begin(), out.wanted.end(), true) == out.wanted.end()) {
            return Error{"--set job=" + job->second + ": expected all, hanging, ball or self-collision"};
        }
    }
    if (options.points > 0) {
        const auto jobs = static_cast<double>(std::count(out.wanted.begin(), out.wanted.end(), true));
        const double side = std::sqrt(static_cast<double>(options.points) / jobs);
        out.side = std::clamp(static_cast<int32_t>(std::lround(side)), kSideMin, kSideMax);
    }
    if (const auto side = options.settings.find("side"); side != options.settings.end()) {
        auto given = sideSetting(side->second);
        if (!given) {
            return given.error();
        }
        out.side = *given;
    }
    options.settings.erase("job");
    options.settings.erase("side");
    return out;
}

Vec3 middleOf(Job job) {
    return {kPitch * (static_cast<float>(job) - 1.0F), 0.0F, kPlane};
}

// What a cloth hangs from: a rail on two posts.
void addFrame(std::vector<Collider> &colliders, const Vec3 &middle) {
    const Vec3 rail = middle + Vec3(0.0F, kRail, 0.0F);
    const Vec3 half(0.5F * kSize + 0.03F, 0.0F, 0.0F);
    colliders.push_back(makeRod(rail - half, rail + half, kRailRadius));
    colliders.push_back(makeRod(middle - half, rail - half, kRailRadius));
    colliders.push_back(makeRod(middle + half, rail + half, kRailRadius));
}

// The same whichever of the jobs are wanted.
std::vector<Collider> tableColliders() {
    std::vector<Collider> colliders = {
        makeFloorSolid(), makeBlock({0.0F, 1.4F, kPlane - 0.75F}, {2.3F, 1.4F, 0.05F}, 0.01F)}; // and a wall
    addFrame(colliders, middleOf(Job::Hanging));
    addFrame(colliders, middleOf(Job::SelfCollision));
    const Vec3 ball = middleOf(Job::Ball);
    colliders.push_back(makeBlock(ball + Vec3(0.0F, kPlinthHalf.y, 0.0F), kPlinthHalf, 0.01F));
    colliders.push_back(makeBall(ball + Vec3(0.0F, 2.0F * kPlinthHalf.y + kBall - 0.01F, 0.0F), kBall));
    return colliders;
}

// Where a job's cloth begins.
Pose startOf(Job job) {
    const Vec3 below = middleOf(job) + Vec3(0.0F, kRail - kBelowRail, 0.0F);
    switch (job) {
    case Job::Hanging: { // raised a little, it swings down
        const Quat tilt = glm::angleAxis(glm::radians(60.0F), Vec3(1.0F, 0.0F, 0.0F));
        return {tilt, below + tilt * Vec3(0.0F, 0.0F, 0.5F * kSize)};
    }
    case Job::Ball:
        return placedAt(middleOf(job) + Vec3(0.04F, 2.0F * (kPlinthHalf.y + kBall) + 0.08F, 0.02F));
    case Job::SelfCollision: // one half a little longer than the other
        return placedAt(middleOf(job) + Vec3(0.0F, kRail + 0.03F, 0.03F));
    }
    return {};
}

void addJob(World &world, Job job, int32_t side) {
    const GridSize size{side, side, kSize, kSize, SpringLayout::Papers};
    Fabric fabric;
    fabric.name = "sheet";
    fabric.arealDensity = 0.2F;
    fabric.bendingRigidity = 2e-5F;
    fabric.damping = 0.2F;
    fabric.thickness = kThickness;
    const auto cloth = static_cast<int32_t>(world.cloths.size());
    world.cloths.push_back(makeGridCloth(size, fabric, startOf(job)));
    if (job == Job::Hanging) {
        world.pins.push_back({cloth, 0});
        world.pins.push_back({cloth, side - 1});
    }
    world.settings.selfContact.enabled |= job == Job::SelfCollision;
}

} // namespace

Result<World> buildTable(const ScenarioOptions &options) {
    ScenarioOptions shared = options;
    auto settings = takeTableSettings(shared);
    if (!settings) {
        return settings.error();
    }
    World world;
    world.colliders = tableColliders();
    for (size_t j = 0; j < kJobs.size(); ++j) {
        if (settings->wanted.at(j)) {
            addJob(world, kJobs.at(j).job, settings->side);
        }
    }
    world.settings.air.density = kAirDensity;
    world.settings.wind.gusts = 0.4F;
    world.settings.wind.model = GustModel::LiuLi;
    world.settings.wind.seed = options.seed;
    world.wind.direction = glm::normalize(Vec3(0.3F, 0.0F, -1.0F));
    world.wind.speed = 0.7F;
    if (const auto finished = finishWorld(world, shared); !finished) {
        return finished.error();
    }
    return world;
}

Motion scriptTable() {
    return watch({0.0F, 1.60F, 0.30F}, {0.0F, 0.90F, kPlane}, kLength);
}

std::vector<double> picturesTable() {
    return {0.2, 0.5, 1.0, 2.0, kLength};
}

SceneLook lookTable() {
    SceneLook look;
    look.border = Vec3(0.75F, 0.66F, 0.48F);
    look.solids = kSolids;
    look.cloths = kColours;
    return look;
}

} // namespace selvage
