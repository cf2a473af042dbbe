// A small program that shows a few shapes in the desktop window and prints what the window reports, so that a
// script can drive it with a real mouse and keyboard (window_probe_test.sh). A grid of points stands for the
// cloth: what a hand holds, follows it.
#include "render/gpu.h"
#include "render/renderer.h"
#include "xr/display.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

using namespace selvage;

namespace {

constexpr int kHalf = 16;             // points from the middle of the grid to its edge
constexpr int kSide = 2 * kHalf + 1;  // points along a side
constexpr float kSpacing = 0.025F;    // m
constexpr float kHoldRadius = 0.08F;  // m, how far a held point drags its neighbours along
constexpr float kHandReach = 0.03F;   // m
constexpr double kSecondsMax = 120.0; // a probe that nobody ends must end by itself

struct Grid {
    std::vector<Vec3> rest;
    std::vector<Vec3> points;
    std::vector<uint32_t> indices;
    std::array<int, kHandCount> held{-1, -1}; // by hand
};

Grid makeGrid() {
    Grid grid;
    for (int row = 0; row < kSide; ++row) {
        for (int column = 0; column < kSide; ++column) {
            const float x = static_cast<float>(column - kHalf) * kSpacing;
            const float y = static_cast<float>(row - kHalf) * kSpacing;
            grid.rest.emplace_back(x, 0.85F + y, 0.05F * std::sin(12.0F * x) - 0.6F);
        }
    }
    grid.points = grid.rest;
    for (int row = 0; row + 1 < kSide; ++row) {
        for (int column = 0; column + 1 < kSide; ++column) {
            const auto a = static_cast<uint32_t>(row * kSide + column);
            const uint32_t c = a + kSide;
            grid.indices.insert(grid.indices.end(), {a, a + 1, c, a + 1, c + 1, c});
        }
    }
    return grid;
}

int nearestPoint(const Grid &grid, const Vec3 &position) {
    int nearest = -1;
    float best = kHandReach;
    for (size_t i = 0; i < grid.points.size(); ++i) {
        const float distance = glm::distance(grid.points[i], position);
        if (distance < best) {
            best = distance;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

// Held points are where the hands are, their neighbours follow, the rest is at rest.
void moveGrid(Grid &grid, const TrackedInput &input) {
    for (size_t hand = 0; hand < input.hands.size(); ++hand) {
        const bool pinching = input.hands[hand].active && input.hands[hand].pinch > 0.6F;
        if (!pinching) {
            grid.held[hand] = -1;
        } else if (grid.held[hand] < 0) {
            grid.held[hand] = nearestPoint(grid, input.hands[hand].grip.position);
        }
    }
    grid.points = grid.rest;
    for (size_t hand = 0; hand < input.hands.size(); ++hand) {
        if (grid.held[hand] < 0) {
            continue;
        }
        const Vec3 from = grid.rest[static_cast<size_t>(grid.held[hand])];
        const Vec3 shift = input.hands[hand].grip.position - from;
        for (size_t i = 0; i < grid.points.size(); ++i) {
            const float s = glm::distance(grid.rest[i], from) / kHoldRadius;
            grid.points[i] += shift * std::exp(-0.5F * s * s);
        }
    }
}

Vec3 gridPoint(const Grid &grid, int row, int column) {
    const int r = std::clamp(row, 0, kSide - 1);
    const int c = std::clamp(column, 0, kSide - 1);
    return grid.points[static_cast<size_t>(r * kSide + c)];
}

void writeVertices(const Grid &grid, std::span<Vertex> vertices) {
    for (int row = 0; row < kSide; ++row) {
        for (int column = 0; column < kSide; ++column) {
            const Vec3 across = gridPoint(grid, row, column + 1) - gridPoint(grid, row, column - 1);
            const Vec3 up = gridPoint(grid, row + 1, column) - gridPoint(grid, row - 1, column);
            const Vec2 uv(static_cast<float>(column) * kSpacing, static_cast<float>(row) * kSpacing);
            vertices[static_cast<size_t>(row * kSide + column)] = {
                gridPoint(grid, row, column), glm::normalize(glm::cross(across, up)), uv};
        }
    }
}

// Prints a line when it differs from the one before under the same name.
class ChangePrinter {
public:
    void print(const std::string &line) {
        if (line != last_) {
            std::printf("%s\n", line.c_str());
            std::fflush(stdout);
            last_ = line;
        }
    }

private:
    std::string last_;
};

template <typename... Values> std::string formatted(const char *format, Values... values) {
    std::array<char, 200> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, values...);
    return buffer.data();
}

std::string describeHand(const char *name, const HandInput &hand) {
    const Vec3 p = hand.grip.position;
    return hand.active
               ? formatted("%s pinch %.0f at %.2f %.2f %.2f", name, static_cast<double>(hand.pinch),
                           static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z))
               : formatted("%s away", name);
}

std::string describeCommands(const UserCommands &c) {
    return formatted("commands reset %u step %u next %u previous %u paused %d wireframe %d", c.resetCount,
                     c.singleStepCount, c.nextScenarioCount, c.previousScenarioCount, c.paused, c.wireframe);
}

std::string describeHead(const Pose &head) {
    return formatted("head %.1f %.1f %.1f", static_cast<double>(head.position.x),
                     static_cast<double>(head.position.y), static_cast<double>(head.position.z));
}

struct Probe {
    Display &display;
    Renderer &renderer;
    Grid grid{makeGrid()};
    MeshId cloth{renderer.addDynamicMesh(kSide * kSide, grid.indices)};
    std::array<DrawItem, 5> items{};
    int frames{0};
    ChangePrinter size{};
    ChangePrinter head{};
    ChangePrinter left{};
    ChangePrinter right{};
    ChangePrinter commands{};
    ChangePrinter state{};
};

void addItems(Probe &probe) {
    const MeshData floor = makeFloor(4.0F);
    const MeshData sphere = makeSphere(0.2F);
    const MeshData leftHand = makeHand(Hand::Left);
    const MeshData rightHand = makeHand(Hand::Right);
    auto &items = probe.items;
    items[0].mesh = probe.renderer.addMesh(floor.vertices, floor.indices);
    items[0].material = {.surface = Surface::Floor, .color = Vec3(0.35F), .accent = Vec3(0.2F)};
    items[1].mesh = probe.renderer.addMesh(sphere.vertices, sphere.indices);
    items[1].model = toMatrix({Quat(1.0F, 0.0F, 0.0F, 0.0F), Vec3(0.8F, 0.2F, 0.0F)});
    items[1].material = {.color = Vec3(0.2F, 0.4F, 0.7F)};
    items[2].mesh = probe.cloth;
    items[2].material = {
        .surface = Surface::Cloth, .color = Vec3(0.6F, 0.1F, 0.12F), .accent = Vec3(0.8F, 0.6F, 0.2F)};
    items[2].material.extent = Vec2(static_cast<float>(kSide - 1) * kSpacing);
    items[3].mesh = probe.renderer.addMesh(leftHand.vertices, leftHand.indices);
    items[4].mesh = probe.renderer.addMesh(rightHand.vertices, rightHand.indices);
    items[3].material = items[4].material = {.surface = Surface::Hand, .color = Vec3(0.8F, 0.6F, 0.5F)};
}

void printInput(Probe &probe, const TrackedInput &input, const FrameTarget &target) {
    probe.size.print(formatted("size %u x %u", target.extent.width, target.extent.height));
    probe.head.print(describeHead(input.head));
    probe.left.print(describeHand("left", input.hand(Hand::Left)));
    probe.right.print(describeHand("right", input.hand(Hand::Right)));
    probe.commands.print(describeCommands(probe.display.commands()));
}

bool drawFrame(Probe &probe, const TrackedInput &input, const FrameTarget &target) {
    for (size_t hand = 0; hand < input.hands.size(); ++hand) {
        const Mat4 gone = glm::scale(Mat4(1.0F), Vec3(0.0F));
        probe.items[3 + hand].model = input.hands[hand].active ? toMatrix(input.hands[hand].grip) : gone;
    }
    probe.items[2].wireframe = probe.display.commands().wireframe;
    if (!probe.renderer.beginFrame()) {
        return false;
    }
    writeVertices(probe.grid, probe.renderer.dynamicVertices(probe.cloth));
    FrameScene scene;
    scene.items = probe.items;
    scene.eyes = probe.display.views();
    scene.eyeCount = 1;
    const Result<void> drawn = probe.renderer.draw(scene, target);
    if (!drawn) {
        std::printf("draw: %s\n", drawn.error().message.c_str());
    }
    return static_cast<bool>(drawn);
}

void runFrame(Probe &probe) {
    const FrameTiming timing = probe.display.beginFrame();
    const TrackedInput input = probe.display.input(timing.displayTime);
    moveGrid(probe.grid, input);
    probe.display.offerPickPoints(probe.grid.points);
    const std::optional<FrameTarget> target = probe.display.acquire();
    const bool drawn = target && drawFrame(probe, input, *target);
    probe.display.endFrame(drawn);
    if (target) {
        printInput(probe, input, *target);
        ++probe.frames;
    }
}

double secondsSince(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int runProbe(Display &display, Renderer &renderer) {
    Probe probe{display, renderer};
    addItems(probe);
    const auto begin = std::chrono::steady_clock::now();
    double statusAt = 0.0;
    while (secondsSince(begin) < kSecondsMax) {
        switch (display.poll()) {
        case DisplayState::Running:
            probe.state.print("state running");
            runFrame(probe);
            break;
        case DisplayState::Idle:
            probe.state.print("state idle");
            break;
        case DisplayState::Finished:
            std::printf("finished after %d frames in %.1f s\n", probe.frames, secondsSince(begin));
            return EXIT_SUCCESS;
        case DisplayState::Lost:
            std::printf("lost: %s\n", display.lostReason().c_str());
            return EXIT_FAILURE;
        }
        if (secondsSince(begin) > statusAt + 0.5) {
            statusAt = secondsSince(begin);
            display.showStatus(formatted("frame %d", probe.frames));
        }
    }
    std::printf("nobody ended the probe in %.0f s\n", kSecondsMax);
    return EXIT_FAILURE;
}

int openAndRun() {
    Result<std::unique_ptr<Display>> display =
        openWindow({.width = 960, .height = 600, .title = "Window probe"});
    if (!display) {
        std::printf("%s\n", display.error().message.c_str());
        return 2;
    }
    GpuRequest request = (*display)->gpuRequest();
    request.validation = true;
    Result<Gpu> gpu = createGpu(request);
    if (!gpu) {
        std::printf("%s\n", gpu.error().message.c_str());
        return 2;
    }
    int code = EXIT_FAILURE;
    const Result<void> started = (*display)->start(*gpu);
    if (started) {
        const DisplayInfo info = (*display)->info();
        std::printf("display %s, %d eye, %.0f Hz, format %d\n", info.name.c_str(), info.eyeCount,
                    info.refreshHz, info.colorFormat);
        Result<std::unique_ptr<Renderer>> renderer =
            Renderer::create(*gpu, {.shadowMapSize = 512, .colorFormat = info.colorFormat});
        if (renderer) {
            code = runProbe(**display, **renderer);
            (*renderer)->waitIdle();
        } else {
            std::printf("%s\n", renderer.error().message.c_str());
        }
    } else {
        std::printf("%s\n", started.error().message.c_str());
    }
    display->reset();
    destroyGpu(*gpu);
    std::printf("validation messages: %d\n", validationMessageCount());
    return code;
}

} // namespace

int main() {
    return openAndRun();
}
