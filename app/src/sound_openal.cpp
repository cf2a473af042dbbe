// Five sources with a short queue of blocks each, filled as they are played.
#include "sound_output.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace selvage {

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kBlock = 512;      // samples, 12 ms
constexpr size_t kBlocksQueued = 4; // a source
constexpr std::chrono::milliseconds kPause(4);
constexpr auto kLookAgain = std::chrono::seconds(3); // for a device
constexpr std::chrono::milliseconds kLookPause(50);
constexpr float kFullWithin = 0.6F; // m, from a source, that it is not louder nearer

// A device with its sources, or none.
struct Device {
    ALCdevice *device{nullptr};
    ALCcontext *context{nullptr};
    bool tellsLoss{false}; // ALC_EXT_disconnect
    std::array<ALuint, kSoundPlaces> sources{};
    std::array<ALuint, kSoundPlaces * kBlocksQueued> buffers{};
};

void closeDevice(Device &device) {
    if (device.context != nullptr) {
        alSourceStopv(kSoundPlaces, device.sources.data());
        alDeleteSources(kSoundPlaces, device.sources.data());
        alDeleteBuffers(static_cast<ALsizei>(device.buffers.size()), device.buffers.data());
        alcMakeContextCurrent(nullptr);
        alcDestroyContext(device.context);
    }
    if (device.device != nullptr) {
        alcCloseDevice(device.device);
    }
    device = {};
}

// OpenAL Soft answers with a device of this name where there is none.
bool isRealDevice(ALCdevice *device) {
    const ALCchar *name = alcGetString(device, ALC_DEVICE_SPECIFIER);
    return std::getenv("ALSOFT_DRIVERS") != nullptr || name == nullptr || std::strcmp(name, "No Output") != 0;
}

bool openDevice(Device &device) {
    device.device = alcOpenDevice(nullptr);
    if (device.device == nullptr || !isRealDevice(device.device)) {
        closeDevice(device);
        return false;
    }
    device.context = alcCreateContext(device.device, nullptr);
    if (device.context == nullptr || alcMakeContextCurrent(device.context) == ALC_FALSE) {
        if (device.context != nullptr) {
            alcDestroyContext(device.context);
            device.context = nullptr;
        }
        closeDevice(device);
        return false;
    }
    device.tellsLoss = alcIsExtensionPresent(device.device, "ALC_EXT_disconnect") == ALC_TRUE;
    alGetError();
    alGenSources(kSoundPlaces, device.sources.data());
    alGenBuffers(static_cast<ALsizei>(device.buffers.size()), device.buffers.data());
    if (alGetError() != AL_NO_ERROR) {
        closeDevice(device);
        return false;
    }
    alDistanceModel(AL_INVERSE_DISTANCE_CLAMPED);
    for (const ALuint source : device.sources) {
        alSourcef(source, AL_REFERENCE_DISTANCE, kFullWithin);
    }
    return true;
}

bool isConnected(const Device &device) {
    ALCint connected = ALC_TRUE;
    if (device.tellsLoss) {
        alcGetIntegerv(device.device, ALC_CONNECTED, 1, &connected);
    }
    return connected == ALC_TRUE;
}

void place(const Device &device, const SoundFrame &frame) {
    const Pose &head = frame.listener;
    const Vec3 ahead = head.orientation * Vec3(0.0F, 0.0F, -1.0F);
    const Vec3 up = head.orientation * Vec3(0.0F, 1.0F, 0.0F);
    const std::array<ALfloat, 6> facing{ahead.x, ahead.y, ahead.z, up.x, up.y, up.z};
    alListener3f(AL_POSITION, head.position.x, head.position.y, head.position.z);
    alListenerfv(AL_ORIENTATION, facing.data());
    for (size_t i = 0; i < kSoundPlaces; ++i) {
        const Vec3 &at = frame.sources[i].position;
        if (isFinite(at)) {
            alSource3f(device.sources[i], AL_POSITION, at.x, at.y, at.z);
        }
    }
}

// Makes samples of all sources, with the volume in them so that it changes without a click.
class Mixer {
public:
    Mixer() : voices_{SoundVoice(1), SoundVoice(2), SoundVoice(3), SoundVoice(4), SoundVoice(5)} {}

    void fill(const SoundFrame &frame, size_t source, ALuint buffer) {
        voices_[source].synthesize(frame.sources[source].levels, samples_);
        float &volume = volumes_[source];
        for (size_t i = 0; i < kBlock; ++i) {
            volume += 0.0008F * (frame.volume - volume);
            blocks_[i] = static_cast<ALshort>(samples_[i] * volume * 32767.0F);
        }
        alBufferData(buffer, AL_FORMAT_MONO16, blocks_.data(), sizeof(blocks_), kSoundRate);
    }

private:
    std::array<SoundVoice, kSoundPlaces> voices_;
    std::array<float, kSoundPlaces> volumes_{};
    std::array<float, kBlock> samples_{};
    std::array<ALshort, kBlock> blocks_{};
};

void begin(const Device &device, const SoundFrame &frame, Mixer &mixer) {
    for (size_t i = 0; i < kSoundPlaces; ++i) {
        for (size_t b = 0; b < kBlocksQueued; ++b) {
            ALuint buffer = device.buffers[i * kBlocksQueued + b];
            mixer.fill(frame, i, buffer);
            alSourceQueueBuffers(device.sources[i], 1, &buffer);
        }
    }
    alSourcePlayv(kSoundPlaces, device.sources.data());
}

void refill(const Device &device, const SoundFrame &frame, Mixer &mixer) {
    for (size_t i = 0; i < kSoundPlaces; ++i) {
        const ALuint source = device.sources[i];
        ALint played = 0;
        alGetSourcei(source, AL_BUFFERS_PROCESSED, &played);
        for (; played > 0; --played) {
            ALuint buffer = 0;
            alSourceUnqueueBuffers(source, 1, &buffer);
            mixer.fill(frame, i, buffer);
            alSourceQueueBuffers(source, 1, &buffer);
        }
        ALint state = AL_PLAYING;
        alGetSourcei(source, AL_SOURCE_STATE, &state);
        if (state != AL_PLAYING) { // it ran dry
            alSourcePlay(source);
        }
    }
}

} // namespace

SoundOutput::SoundOutput(std::function<void(const std::string &)> tell) : tell_(std::move(tell)) {
    setenv("ALSOFT_LOGLEVEL", "0", 0); // what there is to be told is told here; the person's own setting wins
    thread_ = std::thread([this] { run(); });
}

SoundOutput::~SoundOutput() {
    stopping_.store(true);
    thread_.join();
}

void SoundOutput::play(const SoundFrame &frame) {
    frames_.back() = frame;
    frames_.publish();
}

void SoundOutput::run() {
    Device device;
    if (!openDevice(device)) {
        tell_("no sound: no device answers");
        return;
    }
    Mixer mixer;
    begin(device, frames_.front(), mixer);
    playing_.store(true);
    auto lookedAt = Clock::now();
    while (!stopping_.load()) {
        frames_.fetch();
        const bool plays = device.device != nullptr;
        if (plays && !isConnected(device)) {
            tell_("the sound device has gone; it is looked for again every few seconds");
            closeDevice(device);
            lookedAt = Clock::now();
        } else if (plays) {
            place(device, frames_.front());
            refill(device, frames_.front(), mixer);
        } else if (Clock::now() - lookedAt >= kLookAgain) {
            lookedAt = Clock::now();
            if (openDevice(device)) {
                tell_("the sound is back");
                begin(device, frames_.front(), mixer);
            }
        }
        playing_.store(device.device != nullptr);
        std::this_thread::sleep_for(plays ? kPause : kLookPause);
    }
    closeDevice(device);
}

} // namespace selvage
