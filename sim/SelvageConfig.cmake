# Selvage's cloth in another project: find_package(Selvage REQUIRED), then link Selvage::sim.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(glm)
include(${CMAKE_CURRENT_LIST_DIR}/SelvageTargets.cmake)
