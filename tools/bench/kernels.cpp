// Benchmarks of steps and kernels. Each starts from a sheet that has been in motion for a while.
#include "kernels.h"

#include "scenarios/scenario.h"
#include "sim/cloth_edit.h"
#include "spring_forces.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <ctime>
#include <string>

namespace selvage {

namespace {

constexpr int kWarmUp = 45; // steps: half a second, by when the sheet has met the ball

World startJob(const char *job, int32_t side, const char *integrator, int32_t threads = 1) {
    ScenarioOptions options;
    options.points = side * side;
    options.integrator = integrator;
    options.threads = threads;
    auto world = findScenario(job)->build(options);
    return std::move(world.value());
}

World warmJob(const char *job, int32_t side) {
    World world = startJob(job, side, "desbrun");
    for (int s = 0; s < kWarmUp; ++s) {
        step(world, {});
    }
    return world;
}

void perParticle(benchmark::State &state, int32_t side) {
    state.SetItemsProcessed(state.iterations() * side * side);
}

void stepJob(benchmark::State &state, const char *job, const char *integrator) {
    const auto side = static_cast<int32_t>(state.range(0));
    World world = startJob(job, side, integrator, static_cast<int32_t>(state.range(1)));
    for (int s = 0; s < kWarmUp; ++s) {
        step(world, {});
    }
    for (auto _ : state) {
        benchmark::DoNotOptimize(step(world, {}));
    }
    perParticle(state, side);
}

void filterSolve(benchmark::State &state) {
    const auto side = static_cast<int32_t>(state.range(0));
    World world = warmJob("hang", side);
    ClothSolver &solver = world.solvers[0];
    for (auto _ : state) {
        std::fill(solver.force.begin(), solver.force.end(), Vec4(1e-3F));
        solver.filter.current.factor.solve(solver.force);
        benchmark::ClobberMemory();
    }
    perParticle(state, side);
}

void postStepSweep(benchmark::State &state) {
    const auto side = static_cast<int32_t>(state.range(0));
    World world = warmJob("hang", side);
    Cloth &cloth = world.cloths[0];
    ClothSolver &solver = world.solvers[0];
    const PostStepOptions once{1, 0.0F, {}};
    for (auto _ : state) {
        runPostStep(cloth, {}, once,
                    {solver.inverseMass, solver.start, cloth.position, solver.contacts, solver.springs});
    }
    perParticle(state, side);
}

void forceGather(benchmark::State &state) {
    const auto side = static_cast<int32_t>(state.range(0));
    World world = warmJob("hang", side);
    for (auto _ : state) {
        gatherInternalForces<Viscosity::AlongSpring>(world.cloths[0], world.solvers[0], 1.0F / 360.0F,
                                                     *world.workers);
        benchmark::ClobberMemory();
    }
    perParticle(state, side);
}

void contacts(benchmark::State &state) {
    const auto side = static_cast<int32_t>(state.range(0));
    World world = warmJob("drape", side);
    Cloth &cloth = world.cloths[0];
    ClothSolver &solver = world.solvers[0];
    const ContactScene scene{world.colliders};
    for (auto _ : state) {
        applyContacts(cloth, scene, solver.start, cloth.position, solver.contacts);
        benchmark::ClobberMemory();
    }
    perParticle(state, side);
}

// One look-up with gradient: the particles of a sheet draped over the figure, all in reach of its voxels.
void voxelSample(benchmark::State &state, const char *mode) {
    const auto side = static_cast<int32_t>(state.range(0));
    ScenarioOptions options;
    options.points = side * side;
    options.settings.emplace("mesh-voxels", mode);
    auto world = findScenario("drape-mesh")->build(options);
    for (int s = 0; s < 2 * kWarmUp; ++s) {
        step(*world, {});
    }
    const Collider &figure = world->colliders[0];
    std::vector<Vec3> local;
    for (const Vec3 &x : world->cloths[0].position) {
        const Vec3 at = inverseTransformPoint(figure.pose, x);
        if (!isFarFromVoxels(figure.mesh->voxels, at)) {
            local.push_back(at);
        }
    }
    for (auto _ : state) {
        for (const Vec3 &at : local) {
            benchmark::DoNotOptimize(sampleVoxels(figure.mesh->voxels, at));
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(local.size()));
}

void voxelTrilinear(benchmark::State &state) {
    voxelSample(state, "trilinear");
}

void voxelNearestPlane(benchmark::State &state) {
    voxelSample(state, "nearest-plane");
}

void normals(benchmark::State &state) {
    const auto side = static_cast<int32_t>(state.range(0));
    World world = warmJob("drape", side);
    std::vector<Vec3> normal(world.cloths[0].position.size());
    for (auto _ : state) {
        computeNormals(world.cloths[0], normal);
        benchmark::ClobberMemory();
    }
    perParticle(state, side);
}

// A loop so short that handing it out costs more than doing it, many times in a row, as a step does.
void workerLoop(benchmark::State &state) {
    Workers workers(static_cast<int32_t>(state.range(0)));
    std::vector<float> values(4096, 1.0F);
    for (auto _ : state) {
        workers.forBlocks(4096, 128, [&](int32_t begin, int32_t end) {
            for (int32_t i = begin; i < end; ++i) {
                values[static_cast<size_t>(i)] = values[static_cast<size_t>(i)] * 0.5F + 0.5F;
            }
        });
    }
}

double threadSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The worst of the steps after something changed on a sheet in motion, in thread time.
void stepAfter(benchmark::State &state, void (*change)(World &, StepInput &)) {
    const auto side = static_cast<int32_t>(state.range(0));
    for (auto _ : state) {
        World world = warmJob("hang", side);
        StepInput input;
        change(world, input);
        double worst = 0.0;
        for (int s = 0; s < 10; ++s) {
            const double before = threadSeconds();
            step(world, input);
            worst = std::max(worst, threadSeconds() - before);
        }
        state.SetIterationTime(worst);
    }
}

void changeStiffness(World &world, StepInput &) {
    world.cloths[0].fabric.weftStiffness *= 1.5F;
}

void takeHold(World &world, StepInput &input) {
    HandInput &hand = input.tracked.hand(Hand::Right);
    hand.active = true;
    hand.grip.position = world.cloths[0].position[world.cloths[0].position.size() / 2];
    hand.aim = hand.grip;
    hand.grab = 1.0F;
}

// Both side borders sewn together: planning it, on any thread, and putting the plan to work, on the step's.
void sew(benchmark::State &state, bool apply) {
    const auto side = static_cast<int32_t>(state.range(0));
    for (auto _ : state) {
        World world = warmJob("hang", side);
        ClothEdit edit;
        for (int32_t row = 1; row < side; ++row) { // the corners of the first row are pinned
            edit.merges.push_back({row * side, row * side + side - 1});
        }
        const double begin = threadSeconds();
        auto plan = planEdit(world.cloths[0], edit, *world.settings.integrator, 1.0F / 360.0F);
        const double planned = threadSeconds();
        benchmark::DoNotOptimize(applyEdit(world, 0, std::move(plan.value())));
        state.SetIterationTime(apply ? threadSeconds() - planned : planned - begin);
    }
}

// What a change costs the step: few repetitions, since each starts from a sheet of its own.
void registerChanges(const std::vector<int32_t> &sides) {
    constexpr int kRepetitions = 5;
    const auto add = [&](const char *name, const auto &run) {
        auto *added = benchmark::RegisterBenchmark(name, run);
        added->Unit(benchmark::kMillisecond)->ArgName("side")->UseManualTime()->Iterations(kRepetitions);
        for (const int32_t side : sides) {
            added->Arg(side);
        }
    };
    add("step_after/nothing", [](benchmark::State &s) { stepAfter(s, [](World &, StepInput &) {}); });
    add("step_after/stiffness", [](benchmark::State &s) { stepAfter(s, changeStiffness); });
    add("step_after/grab", [](benchmark::State &s) { stepAfter(s, takeHold); });
    add("sew_plan", [](benchmark::State &s) { sew(s, false); });
    add("sew_apply", [](benchmark::State &s) { sew(s, true); });
}

} // namespace

void registerBenchmarks(const std::vector<int32_t> &sides) {
    struct Kernel {
        const char *name;
        void (*run)(benchmark::State &);
    };
    constexpr Kernel kKernels[] = {{"filter_solve", filterSolve},
                                   {"post_step_sweep", postStepSweep},
                                   {"force_gather", forceGather},
                                   {"contacts", contacts},
                                   {"voxel_sample/trilinear", voxelTrilinear},
                                   {"voxel_sample/nearest-plane", voxelNearestPlane},
                                   {"normals", normals}};
    for (const char *job : {"hang", "drape", "drape-mesh"}) {
        for (const Integrator &integrator : integrators()) {
            const std::string name = std::string("step/") + job + "/" + integrator.name;
            auto *added =
                benchmark::RegisterBenchmark(name.c_str(), [job, &integrator](benchmark::State &state) {
                    stepJob(state, job, integrator.name);
                });
            added->Unit(benchmark::kMillisecond)->ArgNames({"side", "threads"});
            for (const int32_t side : sides) {
                added->Args({side, 1})->Args({side, 2});
            }
        }
    }
    for (const Kernel &kernel : kKernels) {
        auto *added = benchmark::RegisterBenchmark(kernel.name, kernel.run);
        added->Unit(benchmark::kMicrosecond)->ArgName("side");
        for (const int32_t side : sides) {
            added->Arg(side);
        }
    }
    registerChanges(sides);
    benchmark::RegisterBenchmark("worker_loop", workerLoop)
        ->Unit(benchmark::kMicrosecond)
        ->UseRealTime()
        ->ArgName("threads")
        ->Arg(1)
        ->Arg(2);
}

} // namespace selvage
