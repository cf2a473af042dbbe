// The functions behind the rows of the integrator table.
#pragma once

#include "sim/integrator.h"

namespace selvage {

// What the predictor-corrector stages and the forces of springs need; once per topology.
Result<void> prepareSprings(const Cloth &cloth, ClothSolver &solver);

Result<void> prepareDesbrunAsPrinted(const Cloth &cloth, ClothSolver &solver);
Result<void> prepareDesbrun(const Cloth &cloth, ClothSolver &solver);
void predictDesbrun(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers);
void predictDesbrunDense(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings,
                         Workers &workers);
void predictDesbrunAsPrinted(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings,
                             Workers &workers);

void predictEuler(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers);
void predictMidpoint(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers);
void predictSymplectic(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers);

Result<void> prepareImplicitCg(const Cloth &cloth, ClothSolver &solver);
void predictImplicitCg(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers);
void predictKangCho(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers);
void predictKangChoAsPrinted(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings,
                             Workers &workers);
void predictBilayered(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers);
void predictBilayeredAsPrinted(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings,
                               Workers &workers);
Result<void> prepareBilayered(const Cloth &cloth, ClothSolver &solver);

} // namespace selvage
