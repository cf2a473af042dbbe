// What a substep does to all particles alike: prediction, velocities, momenta, in structure-of-arrays loops.
#pragma once

#include "grid_contact.h"

#include <vector>

namespace selvage {

// Inertial prediction over d seconds: previous = x, v <- keep v + d g, x <- x + d v.
void predictPositions(const Vec3 &gravity, float keep, float d, const GridParticles &particles,
                      Workers &workers);

// v += (x - (previous + d v)) / d, the constraints' part: the same as (x - previous) / d without the rounding
// of a small difference. Fixed slots get the velocity of their motion; a particle pushed out of a solid does
// not fly off it faster than it was going to anyway. Sums up the contacts of every block.
void finishVelocities(const ContactScene &scene, const GridParticles &particles, GridContacts &contacts,
                      Workers &workers);

// Where something was deep inside a solid, and for a while after, shortens the ways of what was hurled along
// with it. Moves particles, so whatever keeps cloth from crossing cloth has to come after it.
void calmRecovered(const ContactScene &scene, const GridParticles &particles, GridContacts &contacts,
                   Workers &workers);

// What the constraints did over d seconds to a cloth that nothing holds must not change its momenta, contacts
// apart: takes the mean displacement and the turn out again.
void keepMomentum(const GridParticles &particles, const GridContacts &contacts, float d);

// Sum over the contacts of the substep that finishVelocities() ended, of what they gave the cloth (N s).
// `unitMass`: kg, of weight one.
Vec3 impulseOf(const GridContacts &contacts, float unitMass, float d);

// How many slots touched something in that substep.
int32_t countContacts(const GridContacts &contacts);

} // namespace selvage
