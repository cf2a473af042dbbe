// glTF 2.0, text or binary, by way of tinygltf: the triangles of the default scene, with the transforms of
// their nodes. Everything that tinygltf hands over is checked again before it is used: it does not look
// whether an accessor lies inside its buffer. Lines and points are left out; skins stay in the pose they are
// stored in.
#include "raw_mesh.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <tiny_gltf.h>

namespace selvage {

namespace {

using Mat4d = glm::dmat4;

// A node may be used once only and a mesh by many nodes: a small file could grow without end.
constexpr int64_t kCornersPerByteMax = 64;
constexpr int64_t kCornersMin = 1 << 16;

bool isImage(const std::string &file) {
    const std::string extension = std::filesystem::path(file).extension().string();
    return extension == ".png" || extension == ".jpg" || extension == ".jpeg" || extension == ".ktx2" ||
           extension == ".webp" || extension == ".dds" || extension == ".gif" || extension == ".bmp";
}

bool fileExists(const std::string &file, void *) {
    std::error_code failed;
    return isImage(file) || std::filesystem::is_regular_file(file, failed);
}

bool readWholeFile(std::vector<unsigned char> *out, std::string *error, const std::string &file, void *) {
    if (isImage(file)) { // never looked at
        out->assign(1, 0);
        return true;
    }
    std::error_code failed;
    const uintmax_t size = std::filesystem::file_size(file, failed);
    if (failed || size > kMeshFileBytesMax) {
        *error += "cannot read " + file + "\n";
        return false;
    }
    out->resize(size);
    std::ifstream stream(file, std::ios::binary);
    stream.read(reinterpret_cast<char *>(out->data()), static_cast<std::streamsize>(size));
    return static_cast<bool>(stream);
}

bool isBinary(const MeshSource &source) {
    return source.text().starts_with("glTF");
}

uint32_t wordAt(const MeshSource &source, size_t byte) {
    uint32_t word = 0;
    std::memcpy(&word, source.bytes.data() + byte, sizeof(word));
    return word;
}

// tinygltf believes the lengths of chunks.
Result<void> checkChunks(const MeshSource &source) {
    constexpr size_t kHeader = 12; // bytes
    constexpr size_t kChunkHeader = 8;
    const size_t size = source.bytes.size();
    const size_t length = size < kHeader ? 0 : wordAt(source, 8);
    if (length < kHeader || length > size) {
        return Error{source.name + ": the header gives " + std::to_string(length) +
                     " bytes: expected at most the file's " + std::to_string(size)};
    }
    for (size_t at = kHeader; at + kChunkHeader <= length;) {
        const size_t chunk = wordAt(source, at);
        const size_t room = length - at - kChunkHeader;
        if (chunk > room) {
            return Error{source.name + ": the chunk at byte " + std::to_string(at) + " has " +
                         std::to_string(chunk) + " bytes: expected at most " + std::to_string(room)};
        }
        at += kChunkHeader + chunk;
    }
    return {};
}

Result<tinygltf::Model> loadModel(const MeshSource &source) {
    if (isBinary(source)) {
        if (const auto checked = checkChunks(source); !checked) {
            return checked.error();
        }
    }
    tinygltf::TinyGLTF loader;
    loader.SetImageLoader([](auto...) { return true; }, nullptr); // images are not looked at
    loader.SetFsCallbacks(
        {fileExists, [](const std::string &path, void *) { return path; }, readWholeFile, nullptr, nullptr});
    tinygltf::Model model;
    std::string errors;
    std::string warnings;
    const std::string folder = source.folder.string();
    const auto size = static_cast<unsigned int>(source.bytes.size());
    bool loaded = false;
    try {
        loaded =
            isBinary(source)
                ? loader.LoadBinaryFromMemory(&model, &errors, &warnings,
                                              reinterpret_cast<const unsigned char *>(source.bytes.data()),
                                              size, folder)
                : loader.LoadASCIIFromString(&model, &errors, &warnings, source.text().data(), size, folder);
    } catch (const std::exception &failure) { // of the JSON library inside
        errors = failure.what();
    }
    if (!loaded) {
        std::replace(errors.begin(), errors.end(), '\n', ' ');
        return Error{source.name + ": " + (errors.empty() ? "this is no glTF file" : errors)};
    }
    return model;
}

// A checked view of an accessor's elements in their buffer. base is nullptr where all of them are zero.
struct Elements {
    const unsigned char *base{nullptr};
    size_t count{0};
    size_t stride{0};
    int componentType{0};
    bool normalized{false};
};

template <typename T> const T *at(const std::vector<T> &list, int index) {
    return index >= 0 && static_cast<size_t>(index) < list.size() ? &list[static_cast<size_t>(index)]
                                                                  : nullptr;
}

// `count` elements of `size` bytes, the first at `offset` of a buffer view, `stride` apart (0: tight).
const unsigned char *bytesOf(const tinygltf::Model &model, int viewIndex, size_t offset, size_t count,
                             size_t size, size_t &stride) {
    const tinygltf::BufferView *view = at(model.bufferViews, viewIndex);
    const tinygltf::Buffer *buffer = view != nullptr ? at(model.buffers, view->buffer) : nullptr;
    if (buffer == nullptr) {
        return nullptr;
    }
    stride = stride != 0 ? stride : view->byteStride != 0 ? view->byteStride : size;
    const size_t bytes = buffer->data.size();
    const bool viewFits = view->byteOffset <= bytes && view->byteLength <= bytes - view->byteOffset;
    if (!viewFits || stride < size || offset > view->byteLength || count == 0) {
        return nullptr;
    }
    const size_t room = view->byteLength - offset;
    if (room < size || (count - 1) > (room - size) / stride) {
        return nullptr;
    }
    return buffer->data.data() + view->byteOffset + offset;
}

class GltfReader {
public:
    GltfReader(const MeshSource &source, const tinygltf::Model &model)
        : source_(source), model_(model),
          cornerMax_(std::max<int64_t>(kCornersMin,
                                       kCornersPerByteMax * static_cast<int64_t>(source.bytes.size()))) {}

    Result<RawMesh> read();

private:
    Error error(const std::string &what) const { return {source_.name + ": " + what}; }
    Result<std::vector<int>> rootNodes() const;
    void readMaterials();
    Result<void> addPrimitive(const tinygltf::Primitive &primitive, const Mat4d &toScene,
                              const std::string &place);
    Result<std::vector<glm::dvec3>> readPositions(int accessor, const std::string &place) const;
    Result<std::vector<uint32_t>> readIndices(int accessor, size_t vertexCount,
                                              const std::string &place) const;
    Result<Elements> viewAccessor(int accessor, int type, const std::string &place) const;
    Result<void> applySparse(const tinygltf::Accessor &accessor, std::vector<glm::dvec3> &positions,
                             const std::string &place) const;
    void addFace(int32_t first, uint32_t a, uint32_t b, uint32_t c);

    const MeshSource &source_;
    const tinygltf::Model &model_;
    int64_t cornerMax_;
    RawMesh mesh_;
};

double component(const unsigned char *at, int type, bool normalized) {
    const auto as = [&](auto value, double scale) {
        std::memcpy(&value, at, sizeof(value));
        return normalized ? std::max(static_cast<double>(value) / scale, -1.0) : static_cast<double>(value);
    };
    switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
        return as(int8_t{}, 127.0);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return as(uint8_t{}, 255.0);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
        return as(int16_t{}, 32767.0);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return as(uint16_t{}, 65535.0);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        return as(uint32_t{}, 4294967295.0);
    default:
        float value = 0.0F;
        std::memcpy(&value, at, sizeof(value));
        return static_cast<double>(value);
    }
}

size_t componentBytes(int type) {
    switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
        return 4;
    default:
        return 0;
    }
}

Result<Elements> GltfReader::viewAccessor(int index, int type, const std::string &place) const {
    const tinygltf::Accessor *accessor = at(model_.accessors, index);
    const std::string name = place + ": accessor " + std::to_string(index);
    if (accessor == nullptr) {
        return error(name + " is not there");
    }
    const size_t size = componentBytes(accessor->componentType);
    if (accessor->type != type || size == 0) {
        return error(name + " is not of the type that is expected here");
    }
    Elements elements{nullptr, accessor->count, 0, accessor->componentType, accessor->normalized};
    if (accessor->count == 0 || static_cast<int64_t>(accessor->count) > cornerMax_) {
        return error(name + " has " + std::to_string(accessor->count) + " elements; expected 1 to " +
                     std::to_string(cornerMax_) + " in a file of this size");
    }
    if (accessor->bufferView < 0 && accessor->sparse.isSparse) {
        return elements;
    }
    const size_t elementBytes = size * static_cast<size_t>(type == TINYGLTF_TYPE_VEC3 ? 3 : 1);
    elements.base = bytesOf(model_, accessor->bufferView, accessor->byteOffset, accessor->count, elementBytes,
                            elements.stride);
    if (elements.base == nullptr) {
        return error(name + " does not lie inside its buffer view, or that not inside its buffer");
    }
    return elements;
}

Result<std::vector<glm::dvec3>> GltfReader::readPositions(int index, const std::string &place) const {
    const auto elements = viewAccessor(index, TINYGLTF_TYPE_VEC3, place);
    if (!elements) {
        return elements.error();
    }
    const Elements &e = elements.value();
    std::vector<glm::dvec3> positions(e.count, glm::dvec3(0.0));
    const size_t size = componentBytes(e.componentType);
    for (size_t i = 0; e.base != nullptr && i < e.count; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            positions[i][axis] = component(e.base + i * e.stride + static_cast<size_t>(axis) * size,
                                           e.componentType, e.normalized);
        }
    }
    const tinygltf::Accessor &accessor = model_.accessors[static_cast<size_t>(index)];
    if (accessor.sparse.isSparse) {
        if (const auto applied = applySparse(accessor, positions, place); !applied) {
            return applied.error();
        }
    }
    return positions;
}

Result<void> GltfReader::applySparse(const tinygltf::Accessor &accessor, std::vector<glm::dvec3> &positions,
                                     const std::string &place) const {
    const auto &sparse = accessor.sparse;
    const size_t count = sparse.count > 0 ? static_cast<size_t>(sparse.count) : 0;
    const size_t indexBytes = componentBytes(sparse.indices.componentType);
    const size_t size = componentBytes(accessor.componentType);
    size_t indexStride = indexBytes;
    size_t valueStride = size * 3;
    const auto offset = [](int bytes) { return static_cast<size_t>(std::max(bytes, 0)); };
    const unsigned char *indices =
        indexBytes == 0 ? nullptr
                        : bytesOf(model_, sparse.indices.bufferView, offset(sparse.indices.byteOffset), count,
                                  indexBytes, indexStride);
    const unsigned char *values = bytesOf(model_, sparse.values.bufferView, offset(sparse.values.byteOffset),
                                          count, size * 3, valueStride);
    if (indices == nullptr || values == nullptr) {
        return error(place + ": the sparse part of an accessor does not lie inside its buffer views");
    }
    for (size_t k = 0; k < count; ++k) {
        const double index = component(indices + k * indexStride, sparse.indices.componentType, false);
        if (!(index >= 0.0 && index < static_cast<double>(positions.size()))) {
            return error(place + ": sparse element " + std::to_string(k) + " is of no vertex");
        }
        for (int axis = 0; axis < 3; ++axis) {
            positions[static_cast<size_t>(index)][axis] =
                component(values + k * valueStride + static_cast<size_t>(axis) * size, accessor.componentType,
                          accessor.normalized);
        }
    }
    return {};
}

Result<std::vector<uint32_t>> GltfReader::readIndices(int index, size_t vertexCount,
                                                      const std::string &place) const {
    std::vector<uint32_t> indices;
    if (index < 0) {
        indices.resize(vertexCount);
        for (size_t i = 0; i < vertexCount; ++i) {
            indices[i] = static_cast<uint32_t>(i);
        }
        return indices;
    }
    const auto elements = viewAccessor(index, TINYGLTF_TYPE_SCALAR, place);
    if (!elements) {
        return elements.error();
    }
    const Elements &e = elements.value();
    const bool whole = e.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
                       e.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
                       e.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
    if (e.base == nullptr || !whole) {
        return error(place + ": indices have to be unsigned whole numbers in a buffer");
    }
    indices.resize(e.count);
    for (size_t i = 0; i < e.count; ++i) {
        indices[i] = static_cast<uint32_t>(component(e.base + i * e.stride, e.componentType, false));
    }
    return indices;
}

void GltfReader::addFace(int32_t first, uint32_t a, uint32_t b, uint32_t c) {
    const auto count = static_cast<uint32_t>(mesh_.position.size()) - static_cast<uint32_t>(first);
    for (const uint32_t corner : {a, b, c}) {
        mesh_.corners.push_back(corner < count ? first + static_cast<int32_t>(corner) : -1);
    }
    finishFace(mesh_, static_cast<int64_t>(mesh_.faceEnd.size()));
}

Result<void> GltfReader::addPrimitive(const tinygltf::Primitive &primitive, const Mat4d &toScene,
                                      const std::string &place) {
    const int mode = primitive.mode < 0 ? TINYGLTF_MODE_TRIANGLES : primitive.mode;
    const auto found = primitive.attributes.find("POSITION");
    if (found == primitive.attributes.end() || mode < TINYGLTF_MODE_TRIANGLES) {
        return {}; // nothing to see, or points and lines
    }
    const auto positions = readPositions(found->second, place);
    if (!positions) {
        return positions.error();
    }
    const auto indices = readIndices(primitive.indices, positions.value().size(), place);
    if (!indices) {
        return indices.error();
    }
    const auto corners = static_cast<int64_t>(mesh_.corners.size() + 3 * indices.value().size());
    const auto vertices = static_cast<int64_t>(mesh_.position.size() + positions.value().size());
    if (std::max(corners, vertices) > 3 * cornerMax_ || vertices > INT32_MAX) {
        return error(place + ": more triangles than a file of this size may have");
    }
    const bool painted = at(model_.materials, primitive.material) != nullptr;
    mesh_.material = painted ? primitive.material : -1;
    const auto first = static_cast<int32_t>(mesh_.position.size());
    const bool mirrors = glm::determinant(glm::dmat3(toScene)) < 0.0;
    for (const glm::dvec3 &position : positions.value()) {
        mesh_.position.emplace_back(toScene * glm::dvec4(position, 1.0));
    }
    const std::vector<uint32_t> &index = indices.value();
    const size_t step = mode == TINYGLTF_MODE_TRIANGLES ? 3 : 1;
    for (size_t k = 0; k + 2 < index.size(); k += step) {
        const bool fan = mode == TINYGLTF_MODE_TRIANGLE_FAN;
        const bool odd = (mode == TINYGLTF_MODE_TRIANGLE_STRIP && k % 2 == 1) != mirrors;
        const uint32_t a = fan ? index[0] : index[k];
        addFace(first, a, index[k + (odd ? 2 : 1)], index[k + (odd ? 1 : 2)]);
    }
    return {};
}

// Of a texture nothing is known here: it is taken for grey.
void GltfReader::readMaterials() {
    constexpr float kTexture = 0.5F;
    for (const tinygltf::Material &material : model_.materials) {
        const auto &surface = material.pbrMetallicRoughness;
        Paint paint;
        for (int channel = 0; channel < 3 && surface.baseColorFactor.size() >= 3; ++channel) {
            paint.colour[channel] = static_cast<float>(surface.baseColorFactor[static_cast<size_t>(channel)]);
        }
        paint.colour *= surface.baseColorTexture.index >= 0 ? kTexture : 1.0F;
        paint.roughness = static_cast<float>(surface.roughnessFactor);
        mesh_.paints.push_back(paint);
    }
}

Result<std::vector<int>> GltfReader::rootNodes() const {
    if (!model_.scenes.empty()) {
        const tinygltf::Scene *scene = at(model_.scenes, std::max(model_.defaultScene, 0));
        if (scene == nullptr) {
            return error("scene " + std::to_string(model_.defaultScene) + " is not there");
        }
        return scene->nodes;
    }
    std::vector<char> isChild(model_.nodes.size(), 0);
    for (const tinygltf::Node &node : model_.nodes) {
        for (const int child : node.children) {
            if (at(model_.nodes, child) != nullptr) {
                isChild[static_cast<size_t>(child)] = 1;
            }
        }
    }
    std::vector<int> roots;
    for (size_t n = 0; n < isChild.size(); ++n) {
        if (isChild[n] == 0) {
            roots.push_back(static_cast<int>(n));
        }
    }
    return roots;
}

// The node's own transform: a matrix, or translation, rotation and scale.
Mat4d transformOf(const tinygltf::Node &node) {
    Mat4d matrix(1.0);
    if (node.matrix.size() == 16) {
        for (int k = 0; k < 16; ++k) {
            matrix[k / 4][k % 4] = node.matrix[static_cast<size_t>(k)];
        }
        return matrix;
    }
    if (node.rotation.size() == 4) {
        const glm::dquat turn(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]);
        const double length = glm::length(turn);
        matrix = length > 1e-9 ? glm::mat4_cast(turn / length) : matrix;
    }
    if (node.scale.size() == 3) {
        for (int axis = 0; axis < 3; ++axis) {
            matrix[axis] *= node.scale[static_cast<size_t>(axis)];
        }
    }
    if (node.translation.size() == 3) {
        matrix[3] = glm::dvec4(node.translation[0], node.translation[1], node.translation[2], 1.0);
    }
    return matrix;
}

Result<RawMesh> GltfReader::read() {
    mesh_.placeWord = "triangle";
    mesh_.unit = LengthUnit::Metre;
    mesh_.up = UpAxis::Y;
    readMaterials();
    const auto roots = rootNodes();
    if (!roots) {
        return roots.error();
    }
    std::vector<std::pair<int, Mat4d>> open;
    for (const int root : roots.value()) {
        open.emplace_back(root, Mat4d(1.0));
    }
    std::vector<char> seen(model_.nodes.size(), 0);
    while (!open.empty()) {
        const auto [index, parent] = open.back();
        open.pop_back();
        const tinygltf::Node *node = at(model_.nodes, index);
        const std::string place = "node " + std::to_string(index);
        if (node == nullptr) {
            return error(place + " is not there");
        }
        if (seen[static_cast<size_t>(index)]++ != 0) {
            return error(place + " has two parents or is its own ancestor");
        }
        const Mat4d toScene = parent * transformOf(*node);
        const tinygltf::Mesh *mesh = at(model_.meshes, node->mesh);
        for (size_t p = 0; mesh != nullptr && p < mesh->primitives.size(); ++p) {
            const std::string primitive = place + ", mesh " + std::to_string(node->mesh) + ", primitive ";
            if (const auto added = addPrimitive(mesh->primitives[p], toScene, primitive + std::to_string(p));
                !added) {
                return added.error();
            }
        }
        for (const int child : node->children) {
            open.emplace_back(child, toScene);
        }
    }
    return std::move(mesh_);
}

} // namespace

Result<RawMesh> parseGltf(const MeshSource &source) {
    const auto model = loadModel(source);
    if (!model) {
        return model.error();
    }
    return GltfReader(source, model.value()).read();
}

} // namespace selvage
