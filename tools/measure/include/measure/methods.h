// Experiments on single methods whose outcome theory knows. Tests compare it with theory; `selvage-lab
// reproduce` shows both.
#pragma once

#include "measure/sheet.h"
#include "sim/bilayer.h"

namespace selvage {

// A world of one network that `integrator` moves; empty where it cannot.
World networkWorld(Cloth cloth, const char *integrator, int32_t substeps);

// Two particles of 0.1 kg on one spring of 40 N/m, 1 m long, pulled apart by 0.1 m at either end and let go:
// how far (m) one of them is from where theory has it after `duration` (s).
double errorOfOscillator(const char *integrator, int32_t steps, double duration);

// m/s: the fastest particle after each step (1 ms, no post-step) of a hanging sheet of 17 x 17 with springs
// of `stiffness` N/m, until it is faster than kExploded or there were `steps`.
inline constexpr float kExploded = 50.0F; // m/s
std::vector<float> fastestOfHanging(const char *integrator, float stiffness, int32_t steps);
// The step in which such a sheet first is faster than anything that falls could be; 0 = never.
int32_t stepOfExplosion(const char *integrator, float stiffness, int32_t steps);

// Share of gravity (–) with which two particles on a spring with k h²/m = `ratio` fall.
double fallShareOfTwo(const char *integrator, double ratio);
// Share of gravity (–) with which an unfixed sheet of 17 x 17 in two layers falls for one second; 0 where
// the settings do not serve.
double fallShare(const char *integrator, const BilayerSettings &settings);

// Linear momentum (kg m/s) that ten steps of a sheet in uneven motion gain from nothing.
double momentumGained(const char *integrator);

// m: the length of one spring of 1 m, `stretch` (m) longer than that, after sweeps of the post-step.
float lengthAfter(StrainCurve curve, float stretch, int32_t sweeps);

// Share (–) of its angular momentum that a sheet spinning in its plane at 6 rad/s keeps for 2 s with nothing
// at work but the post-step, in which no stretch is allowed.
double spinLeft(StrainDirection direction);

// m: how far a sheet lying on an incline slides in `seconds`.
float slideOnIncline(float friction, float degrees, float seconds);
Collider inclinedPlane(float degrees);

// A sheet held all round its border, one that falls on it aslant, and one far beside that falls freely.
World threeSheets(SelfContactResponse response, const char *integrator = "symplectic");

} // namespace selvage
