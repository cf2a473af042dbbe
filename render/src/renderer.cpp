// The renderer's public face: meshes, the ring of frames, submission and timing. The frame itself is recorded
// in record_frame.cpp.
#include "render/renderer.h"

#include "render_state.h"
#include "vk_check.h"

#include <algorithm>

namespace selvage {

namespace {

// A software driver under load may take seconds for a frame; a minute means it will not come back.
constexpr uint64_t kFenceTimeoutNs = 60'000'000'000;

// The last finished frame of this slot, in ms. Results are there: its fence is signalled.
void readTimes(RenderState &state, FrameSlot &slot) {
    if (!slot.timed) {
        return;
    }
    slot.timed = false;
    std::array<uint64_t, kTimeCount> ticks{};
    const VkResult read = vkGetQueryPoolResults(state.gpu.device, slot.times, 0, kTimeCount, sizeof(ticks),
                                                ticks.data(), sizeof(uint64_t), VK_QUERY_RESULT_64_BIT);
    if (read != VK_SUCCESS) {
        return;
    }
    const uint32_t bits = state.gpu.timestampBits;
    const uint64_t mask = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
    const double tickMs = static_cast<double>(state.gpu.properties.limits.timestampPeriod) * 1e-6;
    state.stats.shadowMs = static_cast<double>((ticks[kTimeShadowsDone] - ticks[kTimeStart]) & mask) * tickMs;
    state.stats.gpuMs = static_cast<double>((ticks[kTimeDone] - ticks[kTimeStart]) & mask) * tickMs;
}

void countDrawing(RenderState &state, const FrameScene &scene) {
    const auto eyes = static_cast<uint64_t>(scene.eyeCount);
    state.stats.triangles = 0;
    state.stats.draws = 0;
    for (const DrawItem &item : scene.items) {
        if (item.mesh < state.meshes.size() && state.meshes[item.mesh].indexCount > 0) {
            state.stats.triangles += eyes * (state.meshes[item.mesh].indexCount / 3);
            state.stats.draws += eyes;
        }
    }
}

// Hands the recorded slot to the GPU. The fence is reset last, so that a failure before leaves it signalled.
Result<void> submitFrame(const RenderState &state, const FrameSlot &slot, const FrameTarget &target) {
    const VkPipelineStageFlags waitStage = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.waitSemaphoreCount = target.waitSemaphore != VK_NULL_HANDLE ? 1 : 0;
    submit.pWaitSemaphores = &target.waitSemaphore;
    submit.pWaitDstStageMask = &waitStage;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &slot.commands;
    submit.signalSemaphoreCount = target.signalSemaphore != VK_NULL_HANDLE ? 1 : 0;
    submit.pSignalSemaphores = &target.signalSemaphore;
    VK_CHECK(vkResetFences(state.gpu.device, 1, &slot.done));
    VK_CHECK(vkQueueSubmit(state.gpu.queue, 1, &submit, slot.done));
    return {};
}

} // namespace

struct Renderer::State : RenderState {
    Result<void> meshFailure; // told by the next beginFrame()

    MeshId keep(const Result<Mesh> &mesh) {
        if (!mesh) {
            meshFailure = mesh.error();
            return 0;
        }
        const auto free = std::find_if(meshes.begin() + 1, meshes.end(),
                                       [](const Mesh &other) { return other.indexCount == 0; });
        if (free != meshes.end()) { // was removed
            *free = mesh.value();
            return static_cast<MeshId>(free - meshes.begin());
        }
        meshes.push_back(mesh.value());
        return static_cast<MeshId>(meshes.size() - 1);
    }
    ~State() { destroyRenderState(*this); }
};

StereoMode preferredStereoMode(const Gpu &gpu) {
    if (gpu.softwareDriver) {
        return StereoMode::TwoPass; // llvmpipe's multiview draws a wrong right eye (Mesa 22.3) or crashes
                                    // (25.0)
    }
    if (gpu.multiview) {
        return StereoMode::Multiview;
    }
    return gpu.shaderOutputLayer ? StereoMode::Layered : StereoMode::TwoPass;
}

Result<std::unique_ptr<Renderer>> Renderer::create(Gpu &gpu, const RendererOptions &options) {
    auto state = std::make_unique<State>();
    state->gpu = gpu;
    state->options = options;
    if (const auto filled = fillRenderState(*state); !filled) {
        return filled.error();
    }
    return std::unique_ptr<Renderer>(new Renderer(std::move(state)));
}

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Renderer::~Renderer() = default;

MeshId Renderer::addMesh(std::span<const Vertex> vertices, std::span<const uint32_t> indices) {
    if (vertices.empty() || indices.empty()) {
        return 0;
    }
    return state_->keep(createFixedMesh(state_->gpu, state_->frames.commandPool, vertices, indices));
}

MeshId Renderer::addDynamicMesh(uint32_t vertexCapacity, std::span<const uint32_t> indices) {
    if (vertexCapacity == 0 || indices.empty()) {
        return 0;
    }
    return state_->keep(createDynamicMesh(state_->gpu, state_->frames.commandPool, vertexCapacity, indices));
}

void Renderer::removeMesh(MeshId mesh) {
    if (mesh < state_->meshes.size() && state_->meshes[mesh].indexCount > 0) {
        vkDeviceWaitIdle(state_->gpu.device);
        destroyMesh(state_->gpu, state_->meshes[mesh]);
    }
}

Result<void> Renderer::setOverlayAtlas(const OverlayAtlas &atlas) {
    assert(atlas.rgba.size() == static_cast<size_t>(4) * atlas.width * atlas.height);
    auto overlay = createOverlayPass(state_->gpu, state_->frames.commandPool, pipelineInfo(*state_), atlas);
    if (!overlay) {
        return overlay.error();
    }
    destroyOverlayPass(state_->gpu, state_->overlay);
    state_->overlay = overlay.value();
    return {};
}

Result<void> Renderer::beginFrame() {
    SELVAGE_TRY(state_->meshFailure);
    FrameSlot &slot = state_->frames.slots[state_->slotIndex];
    VK_CHECK(vkWaitForFences(state_->gpu.device, 1, &slot.done, VK_TRUE, kFenceTimeoutNs));
    releaseTarget(state_->gpu, slot);
    readTimes(*state_, slot);
    return {};
}

std::span<Vertex> Renderer::dynamicVertices(MeshId mesh) {
    if (mesh >= state_->meshes.size() || !state_->meshes[mesh].dynamic) {
        return {};
    }
    const Mesh &m = state_->meshes[mesh];
    return {static_cast<Vertex *>(m.vertices[state_->slotIndex].mapped), m.vertexCapacity};
}

Result<void> Renderer::draw(const FrameScene &scene, const FrameTarget &target) {
    assert(scene.eyeCount >= 1 && scene.eyeCount <= kEyeMax);
    SELVAGE_TRY(recordFrame(*state_, scene, target));
    FrameSlot &slot = state_->frames.slots[state_->slotIndex];
    SELVAGE_TRY(submitFrame(*state_, slot, target));
    slot.timed = slot.times != VK_NULL_HANDLE;
    countDrawing(*state_, scene);
    state_->slotIndex = (state_->slotIndex + 1) % kFramesInFlight;
    return {};
}

RenderStats Renderer::stats() const {
    return state_->stats;
}

void Renderer::waitIdle() {
    vkDeviceWaitIdle(state_->gpu.device);
}

} // namespace selvage
