// Voxel solids kept on disk, so that a mesh is turned into voxels once. An entry is found by a hash of all
// that the voxels depend on; one that is damaged, of another version or not ours is built anew and replaced.
#pragma once

#include "sim/voxel_solid.h"

#include <filesystem>
#include <optional>

namespace selvage {

// XDG_CACHE_HOME, else ~/.cache, else the folder for temporary files; and in it selvage/voxels.
std::filesystem::path voxelCacheFolder();

// As buildVoxelSolid(), from the cache where it has it. A cache that cannot be written is done without.
VoxelSolid cachedVoxelSolid(std::span<const Vec3> position, std::span<const int32_t> triangles,
                            const VoxelOptions &options, Workers &workers,
                            const std::filesystem::path &folder, const VoxelProgress &progress = {});

// The bytes of an entry, and back: nothing where they are not whole or not of `key`.
std::vector<std::byte> packVoxels(const VoxelSolid &solid, uint64_t key);
std::optional<VoxelSolid> unpackVoxels(std::span<const std::byte> bytes, uint64_t key);
// An entry around a body that need not make sense, with its head and checksum.
std::vector<std::byte> sealVoxels(std::span<const std::byte> body, uint64_t key);

} // namespace selvage
