// Sound through OpenAL, into a file in place of a device. Each test is a process of its own, since OpenAL
// Soft reads its settings once.
#include "sound_output.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <vector>

namespace selvage {
namespace {

using namespace std::chrono_literals;

const std::filesystem::path kFolder = SELVAGE_BUILD_DIR "/tests/sound";

// 16-bit samples of a wave file; empty where it is none.
std::vector<int16_t> readWave(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    const size_t data = bytes.find("data");
    if (bytes.rfind("RIFF", 0) != 0 || data == std::string::npos || data + 8 > bytes.size()) {
        return {};
    }
    std::vector<int16_t> samples((bytes.size() - data - 8) / sizeof(int16_t));
    std::memcpy(samples.data(), bytes.data() + data + 8, samples.size() * sizeof(int16_t));
    return samples;
}

double rms(const std::vector<int16_t> &samples) {
    double sum = 0.0;
    for (const int16_t s : samples) {
        sum += static_cast<double>(s) * s;
    }
    return samples.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(samples.size())) / 32768.0;
}

void useWaveFile(const std::filesystem::path &wave) {
    std::filesystem::create_directories(kFolder);
    const std::filesystem::path settings = kFolder / (wave.stem().string() + ".conf");
    std::ofstream(settings) << "sample-type = int16\nchannels = stereo\n[wave]\nfile = " << wave.string()
                            << "\n";
    setenv("ALSOFT_CONF", settings.c_str(), 1);
    setenv("ALSOFT_DRIVERS", "wave", 1);
}

SoundFrame wind(float speed) {
    SoundFrame frame;
    frame.sources[0].levels.wind = speed;
    frame.sources[0].position = Vec3(0.0F, 0.0F, -0.5F);
    frame.volume = 1.0F;
    return frame;
}

// How loud half a second of this frame is, as OpenAL mixes it; negative where no device came up.
double loudness(const SoundFrame &frame, const char *name) {
    const std::filesystem::path wave = kFolder / name;
    useWaveFile(wave);
    {
        SoundOutput output([](const std::string &) {});
        output.play(frame);
        const auto deadline = std::chrono::steady_clock::now() + 5s;
        while (!output.isPlaying()) {
            if (std::chrono::steady_clock::now() > deadline) {
                return -1.0;
            }
            std::this_thread::sleep_for(5ms);
        }
        std::this_thread::sleep_for(500ms);
    }
    return rms(readWave(wave));
}

// No more than the noise of one bit that OpenAL adds when it rounds.
bool isQuiet(double level) {
    return level >= 0.0 && level < 2.0 / 32768.0;
}

class SoundOutputTest : public testing::Test {
protected:
    SoundOutputTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(SoundOutputTest, PlaysTheWindThroughADevice) {
    EXPECT_EXIT(std::exit(loudness(wind(15.0F), "wind.wav") > 0.01 ? 0 : 1), testing::ExitedWithCode(0), "");
}

TEST_F(SoundOutputTest, IsSilentAtRest) {
    EXPECT_EXIT(std::exit(isQuiet(loudness(wind(0.0F), "rest.wav")) ? 0 : 1), testing::ExitedWithCode(0), "");
}

TEST_F(SoundOutputTest, SaysOnceThatNoDeviceAnswersAndGoesOn) {
    EXPECT_EXIT(
        {
            setenv("ALSOFT_DRIVERS", "none", 1);
            std::atomic<int> told{0};
            bool named = true;
            {
                SoundOutput output([&](const std::string &text) {
                    ++told;
                    named = named && text.find("no device") != std::string::npos;
                });
                for (int i = 0; i < 80; ++i) {
                    output.play(wind(5.0F));
                    std::this_thread::sleep_for(50ms);
                }
            }
            std::exit(told == 1 && named ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace selvage
