// Time integration of one cloth: the predictor of the papers' predictor-corrector. One table lists all
// integrators; adding one is a function and a row.
#pragma once

#include "maths/result.h"
#include "sim/cloth.h"
#include "sim/contact.h"
#include "sim/filter.h"
#include "sim/momentum.h"
#include "sim/workers.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace selvage {

struct Bilayer;
struct Integrator;
struct GridSolver;
struct MeshSolver;

// The linearised spring of the implicit integrator: h² times its stiffness along and across its direction.
struct SpringJacobian {
    Vec3 direction{0.0F}; // unit, from a to b
    float along{0.0F};    // kg
    float across{0.0F};   // kg
};

// What `implicit-cg` needs; the vectors per particle, but `springs`.
struct ConjugateGradients {
    std::vector<Vec3> residual;        // kg m/s
    std::vector<Vec3> direction;       // m/s
    std::vector<Vec3> product;         // kg m/s
    std::vector<Vec3> inverseDiagonal; // 1/kg
    std::vector<SpringJacobian> springs;
    uint64_t iterationCount{0}; // since the start
};

// What `desbrun-dense` needs; sized when it is selected.
struct DenseFilter {
    std::vector<float> inverse; // 1/kg, n x n, symmetric
    std::vector<Vec4> result;   // m/s per particle
};

// What one cloth's integration needs besides its state. Allocated once, reused every step.
struct ClothSolver {
    // Per particle:
    std::vector<Vec3> start;      // m, positions at the start of the substep; of the methods built on springs
    std::vector<Vec3> predicted;  // m, start + dt * velocity, later corrected by the post-step
    std::vector<Vec3> change;     // m/s, what internal forces did to the velocity
    std::vector<Vec3> correction; // m/s, what the corrector gives back
    std::vector<Vec4> force;      // N, then solved in place to velocity changes
    std::vector<float> inverseMass;   // 1/kg, 0 for fixed particles
    std::vector<Vec3> velocityBefore; // m/s, at the start of the substep, for the limit of acceleration
    std::vector<ContactState> contacts;
    std::vector<float> longest;  // m per spring, scratch of the post-step
    std::vector<Spring> springs; // of the methods that are built on springs, and from their ends
    SpringEnds springEnds;
    bool touching{false}; // something touched the cloth in the last substep
    Pivot pivot;          // of the fixed particles at the start of the substep

    FilterState filter; // of the integrators that factor (M - dt²H)

    std::shared_ptr<GridSolver> grid; // of a rectangular cloth, for the solvers that want rows and columns
    std::shared_ptr<MeshSolver> mesh; // of any other cloth with triangles
    // Whose tables of the fixed particles are made, and whether they still hold; cleared by whoever changes
    // the fixed particles.
    const Integrator *filterOwner{nullptr};
    bool filterValid{false};

    ConjugateGradients gradients;
    DenseFilter dense;
    std::shared_ptr<Bilayer> bilayer; // sized when a bilayered integrator is selected
};

// Sizes what all integrators need of a cloth, before Integrator::prepare. Allocates.
void prepareSolver(const Cloth &cloth, ClothSolver &solver);

struct SubstepSettings {
    float dt{1.0F / 360.0F};             // s
    Vec3 gravity{0.0F, -kGravity, 0.0F}; // m/s²
};

// Fills solver.predicted and cloth.velocity from cloth.position (copied in solver.start) and cloth.velocity.
// Fixed particles already have the velocity that brings them to their target.
using PredictFunction = void (*)(Cloth &, ClothSolver &, const SubstepSettings &, Workers &);

// Allocates what this integrator needs and the solver does not have yet. Fails, naming what was expected,
// where it cannot serve the cloth.
using PrepareFunction = Result<void> (*)(const Cloth &, ClothSolver &);

struct PostStepOptions;

// What a whole step has in common.
struct StepSettings {
    float dt{1.0F / 90.0F}; // s, of the step
    int32_t substeps{4};
    Vec3 gravity{0.0F, -kGravity, 0.0F}; // m/s²
    float accelerationMax{0.0F};         // m/s²; 0 = unlimited
    const Integrator *integrator{nullptr};
    const PostStepOptions *postStep{nullptr};
    Workers *workers{nullptr};
};

// Summed over the cloths.
struct StageReport {
    int32_t sweeps{0};
    int32_t contacts{0}; // particles that touched something in the substep
    int32_t nonFinite{0};
    int32_t timeUpCount{0};
    Vec3 contactImpulse{0.0F}; // N s, what the obstacles gave the cloth
};

// How a method goes through a step, one cloth at a time, so that something can act between the cloths.
struct Stages {
    // Before the first substep.
    void (*begin)(Cloth &, ClothSolver &, const StepSettings &);
    // Predicts a substep and constrains it, in kStageParts parts.
    void (*constrain)(Cloth &, ClothSolver &, const StepSettings &, const ContactScene &, int32_t part,
                      StageReport &);
    // The velocities, from where the particles ended up.
    void (*finish)(Cloth &, ClothSolver &, const StepSettings &, const ContactScene &, StageReport &);
    // After the last substep: the state is in the cloth.
    void (*end)(Cloth &, ClothSolver &, const StepSettings &, StageReport &);
    // Anywhere in between: positions (m) with inverse masses (1/kg up to a factor, 0 = fixed) and, where
    // asked for, velocities (m/s).
    void (*read)(const Cloth &, const ClothSolver &, std::span<Vec4> position, std::span<Vec4> velocity);
    void (*write)(Cloth &, ClothSolver &, std::span<const Vec4> position);
};
inline constexpr int32_t kStageParts = 2;

extern const Stages kPredictorCorrector; // predict, then the common post-step
extern const Stages kMultilevel;         // of the default solver

struct Integrator {
    const char *name;
    const char *source;               // paper, section, equation
    PredictFunction predict{nullptr}; // of kPredictorCorrector
    bool correctAfterPostStep{
        false};               // run the momentum corrector again after a contact-free, unheld post-step
    bool limitsStretch{true}; // the post-step shortens springs; false: it only keeps out of obstacles
    int32_t substeps{4};      // of a step, where the user asks for no number
    PrepareFunction prepare{nullptr};
    const Stages *stages{&kPredictorCorrector};
    bool makesUpSteps{false}; // when time is up, one substep may make up the rest of a step
};

// What a world of cloths with triangles uses when nothing else is asked for (networks use desbrun).
inline constexpr const char *kDefaultIntegrator = "selvage";

std::span<const Integrator> integrators();
const Integrator *findIntegrator(std::string_view name); // nullptr when there is none of that name

// The row-sum and symmetry tests of the filter look at it through this: fills `column` with W's column i for
// the printed form W = (I - dt²/m H)^-1 with the mean mass and nothing fixed (Desbrun 1999, §2.2).
void filterColumnAsPrinted(const Cloth &cloth, ClothSolver &solver, float dt, int32_t i,
                           std::span<double> column);

} // namespace selvage
