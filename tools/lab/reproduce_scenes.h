// Experiments that play a whole scene.
#pragma once

#include "reproduce_experiments.h"

namespace selvage {

Finding measureAllScenes(const Laboratory &);
Finding measureScarf(const Laboratory &);
Finding measureShelter(const Laboratory &);
Finding measureOffice(const Laboratory &);
Finding measureRiver(const Laboratory &);
Finding measureCape(const Laboratory &);
Finding measureFlag(const Laboratory &);
Finding measureSkirt(const Laboratory &);
Finding measureObstacles(const Laboratory &); // cloth over shapes, one of which vanishes

} // namespace selvage
