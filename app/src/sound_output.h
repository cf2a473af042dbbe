// Plays what SoundScene hears, through OpenAL: a thread of its own makes the samples from the newest frame
// and never keeps anybody waiting. Without a device, or built without OpenAL, there is silence; a device that
// has gone is looked for again.
#pragma once

#include "sound_scene.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace selvage {

class SoundOutput {
public:
    // `tell`: called from the sound thread, once for each thing there is to be told.
    explicit SoundOutput(std::function<void(const std::string &)> tell);
    ~SoundOutput();
    SoundOutput(const SoundOutput &) = delete;
    SoundOutput &operator=(const SoundOutput &) = delete;

    // Frame thread; neither waits nor allocates.
    void play(const SoundFrame &frame);
    // Whether a device plays.
    bool isPlaying() const { return playing_.load(std::memory_order_relaxed); }

private:
    void run();

    std::function<void(const std::string &)> tell_;
    TripleBuffer<SoundFrame> frames_;
    std::atomic<bool> playing_{false};
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

} // namespace selvage
