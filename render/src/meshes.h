// Meshes on the GPU: fixed ones in device memory, changing ones with one mapped vertex buffer per frame in
// flight.
#pragma once

#include "frame_slots.h"

namespace selvage {

struct Mesh {
    std::array<Buffer, kFramesInFlight> vertices; // a fixed mesh uses the first only
    Buffer indices;
    uint32_t vertexCapacity{0};
    uint32_t indexCount{0}; // 0: removed
    bool dynamic{false};
};

Result<Mesh> createFixedMesh(const Gpu &gpu, VkCommandPool pool, std::span<const Vertex> vertices,
                             std::span<const uint32_t> indices);
Result<Mesh> createDynamicMesh(const Gpu &gpu, VkCommandPool pool, uint32_t vertexCapacity,
                               std::span<const uint32_t> indices);
void destroyMesh(const Gpu &gpu, Mesh &mesh);

} // namespace selvage
