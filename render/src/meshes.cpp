// Meshes on the GPU; see meshes.h.
#include "meshes.h"

#include <algorithm>

namespace selvage {

namespace {

Result<void> uploadIndices(const Gpu &gpu, VkCommandPool pool, std::span<const uint32_t> indices,
                           Mesh &mesh) {
    auto buffer = uploadBuffer(gpu, pool, std::as_bytes(indices), VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    if (!buffer) {
        return buffer.error();
    }
    mesh.indices = *buffer;
    mesh.indexCount = static_cast<uint32_t>(indices.size());
    return {};
}

Result<void> fillDynamic(const Gpu &gpu, Mesh &mesh) {
    const VkDeviceSize size = sizeof(Vertex) * mesh.vertexCapacity;
    for (Buffer &vertices : mesh.vertices) {
        auto buffer = createBuffer(gpu, size, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, MemoryUse::HostWritten);
        if (!buffer) {
            return buffer.error();
        }
        vertices = *buffer;
        // Zero, not leftovers: vertices never written collapse to a point.
        std::fill_n(static_cast<std::byte *>(vertices.mapped), size, std::byte{0});
    }
    return {};
}

} // namespace

Result<Mesh> createFixedMesh(const Gpu &gpu, VkCommandPool pool, std::span<const Vertex> vertices,
                             std::span<const uint32_t> indices) {
    Mesh mesh;
    mesh.vertexCapacity = static_cast<uint32_t>(vertices.size());
    auto buffer = uploadBuffer(gpu, pool, std::as_bytes(vertices), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    if (!buffer) {
        return buffer.error();
    }
    mesh.vertices[0] = *buffer;
    if (const auto uploaded = uploadIndices(gpu, pool, indices, mesh); !uploaded) {
        destroyMesh(gpu, mesh);
        return uploaded.error();
    }
    return mesh;
}

Result<Mesh> createDynamicMesh(const Gpu &gpu, VkCommandPool pool, uint32_t vertexCapacity,
                               std::span<const uint32_t> indices) {
    Mesh mesh;
    mesh.dynamic = true;
    mesh.vertexCapacity = vertexCapacity;
    Result<void> filled = fillDynamic(gpu, mesh);
    if (filled) {
        filled = uploadIndices(gpu, pool, indices, mesh);
    }
    if (!filled) {
        destroyMesh(gpu, mesh);
        return filled.error();
    }
    return mesh;
}

void destroyMesh(const Gpu &gpu, Mesh &mesh) {
    for (Buffer &vertices : mesh.vertices) {
        destroyBuffer(gpu, vertices);
    }
    destroyBuffer(gpu, mesh.indices);
    mesh = Mesh{};
}

} // namespace selvage
