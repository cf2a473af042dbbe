// The furniture of the scene `office` from Debian's package sweethome3d-furniture, where it is installed.
#pragma once

#include "scenarios/scenario.h"

#include <string>

namespace selvage {

// Where the pieces stand.
struct OfficePlaces {
    Pose desk;            // of the middle of its foot, on the floor
    Pose bust;            // on the desk
    Pose lamp;            // on the desk
    Pose chair;           // on the floor
    float deskTop{0.74F}; // m, its height
};

// Takes "furniture" out of the settings: a folder of catalogues, or "own" (nothing) for our own pieces.
std::string takeFurnitureFolder(ScenarioOptions &options);

// A mannequin's bust, desk, lamp and chair as voxels, in the colours they bring; empty where the folder has
// no catalogues. Fails naming what is broken.
Result<std::vector<Collider>> officeFurniture(const std::string &folder, const OfficePlaces &places,
                                              const ScenarioOptions &options);

} // namespace selvage
