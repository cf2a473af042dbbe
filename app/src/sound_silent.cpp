// The output of a build without OpenAL.
#include "sound_output.h"

namespace selvage {

SoundOutput::SoundOutput(std::function<void(const std::string &)> tell) : tell_(std::move(tell)) {
    tell_("no sound: built without OpenAL");
}

SoundOutput::~SoundOutput() = default;

void SoundOutput::play(const SoundFrame &) {}

void SoundOutput::run() {}

} // namespace selvage
