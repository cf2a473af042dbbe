// Pictures by the application as a child process: rendered offscreen, the left eye's half kept, as JPEG
// inside the page.
#include "child_process.h"
#include "reproduce_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

namespace selvage {

namespace {

constexpr double kFrameRate = 90.0; // Hz, of the offscreen display
constexpr int kQuality = 84;
constexpr double kLongest = 240.0; // s, that one picture may take

void appendBytes(void *context, void *data, int size) {
    static_cast<std::string *>(context)->append(static_cast<const char *>(data), static_cast<size_t>(size));
}

// The left half of a picture of both eyes; empty where the file is no picture.
std::string leftEyeAsJpeg(const std::filesystem::path &path) {
    int width = 0;
    int height = 0;
    int channels = 0;
    unsigned char *pixels = stbi_load(path.c_str(), &width, &height, &channels, 3);
    if (pixels == nullptr) {
        return {};
    }
    const int half = width / 2;
    std::vector<unsigned char> left;
    for (int y = 0; y < height; ++y) {
        const unsigned char *row = pixels + static_cast<ptrdiff_t>(3) * width * y;
        left.insert(left.end(), row, row + static_cast<ptrdiff_t>(3) * half);
    }
    stbi_image_free(pixels);
    std::string jpeg;
    stbi_write_jpg_to_func(appendBytes, &jpeg, half, height, 3, left.data(), kQuality);
    return jpeg;
}

std::string pictureName(size_t number) {
    char name[32];
    std::snprintf(name, sizeof(name), "frame_%04zu.png", number);
    return name;
}

// The picture that was taken last.
std::filesystem::path lastPicture(const std::filesystem::path &folder) {
    size_t number = 0;
    while (std::filesystem::exists(folder / pictureName(number + 1))) {
        ++number;
    }
    return folder / pictureName(number);
}

std::filesystem::path folderOf(const Laboratory &laboratory) {
    return laboratory.scratch / "pictures";
}

ChildResult draw(const Laboratory &laboratory, std::vector<std::string> arguments) {
    std::error_code error;
    std::filesystem::remove_all(folderOf(laboratory), error);
    arguments.insert(arguments.end(),
                     {"--display", "offscreen", "--size", laboratory.quick ? "360x270" : "560x420", "--out",
                      folderOf(laboratory).string()});
    return runProgram(laboratory.programs / "selvage", arguments, laboratory.scratch / "pictures.log",
                      kLongest);
}

Exhibit exhibitOf(const std::filesystem::path &picture, const ChildResult &run, const std::string &caption) {
    const std::string jpeg = run.exitCode == 0 ? leftEyeAsJpeg(picture) : std::string();
    if (jpeg.empty()) {
        return {caption, "<p class=\"faint\">There is no picture: the renderer did not answer (" +
                             escapeHtml(run.lastWords) + "). The verdict is of the numbers alone.</p>"};
    }
    return {caption, "<img alt=\"" + escapeHtml(caption) +
                         "\" loading=\"lazy\" src=\"data:image/jpeg;base64," + base64(jpeg) + "\"/>"};
}

} // namespace

Exhibit pictureExhibit(const Laboratory &laboratory, const PictureOrder &order, const std::string &caption) {
    std::vector<std::string> arguments = {order.scene};
    if (order.time > 0.0) {
        arguments.insert(arguments.end(),
                         {"--frames", std::to_string(std::lround(order.time * kFrameRate) + 1)});
    } else {
        arguments.emplace_back("--best");
    }
    for (const std::string &setting : order.settings) {
        arguments.insert(arguments.end(), {"--set", setting});
    }
    if (*order.integrator != '\0') {
        arguments.insert(arguments.end(), {"--integrator", order.integrator});
    }
    const ChildResult run = draw(laboratory, std::move(arguments));
    return exhibitOf(lastPicture(folderOf(laboratory)), run, caption);
}

std::vector<Exhibit> stationExhibits(const Laboratory &laboratory, const char *scene,
                                     const std::vector<Station> &stations) {
    const ChildResult run = draw(laboratory, {scene});
    std::vector<Exhibit> exhibits;
    exhibits.reserve(stations.size());
    for (const Station &station : stations) {
        exhibits.push_back(
            exhibitOf(folderOf(laboratory) / pictureName(station.number), run, station.caption));
    }
    return exhibits;
}

} // namespace selvage
