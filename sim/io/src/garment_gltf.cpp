// glTF 2.0 by way of tinygltf: a node, a mesh and three arrays of vertices a panel, all in one buffer.
#include "garment_writers.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <sstream>
#include <tiny_gltf.h>

namespace selvage {

namespace {

constexpr double kRoughness = 0.9;

class ModelWriter {
public:
    explicit ModelWriter(const GarmentMesh &garment) : garment_(garment), normals_(particleNormals(garment)) {
        model.asset.version = "2.0";
        model.asset.generator = "Selvage";
        model.buffers.emplace_back();
        model.scenes.emplace_back();
        model.defaultScene = 0;
    }

    tinygltf::Model model;

    void addPanel(size_t p) {
        const PanelRange range = rangeOf(garment_, p);
        tinygltf::Primitive primitive;
        primitive.mode = TINYGLTF_MODE_TRIANGLES;
        primitive.indices = addIndices(range);
        if (primitive.indices < 0) {
            return; // nothing of it is left
        }
        addVertices(range, primitive);
        primitive.material = materialOf(garment_.panels[p].fabric);
        tinygltf::Mesh mesh;
        mesh.name = garment_.panels[p].name;
        mesh.primitives.push_back(primitive);
        tinygltf::Node node;
        node.name = mesh.name;
        node.mesh = static_cast<int>(model.meshes.size());
        model.scenes[0].nodes.push_back(static_cast<int>(model.nodes.size()));
        model.meshes.push_back(std::move(mesh));
        model.nodes.push_back(std::move(node));
    }

private:
    int addView(const void *data, size_t size, int target) {
        std::vector<unsigned char> &bytes = model.buffers[0].data;
        tinygltf::BufferView view;
        view.buffer = 0;
        view.byteOffset = bytes.size();
        view.byteLength = size;
        view.target = target;
        bytes.resize(bytes.size() + size);
        std::memcpy(bytes.data() + view.byteOffset, data, size);
        model.bufferViews.push_back(view);
        return static_cast<int>(model.bufferViews.size()) - 1;
    }

    template <typename T> int addArray(const std::vector<T> &values, int type) {
        tinygltf::Accessor accessor;
        accessor.bufferView = addView(values.data(), values.size() * sizeof(T), TINYGLTF_TARGET_ARRAY_BUFFER);
        accessor.componentType = TINYGLTF_COMPONENT_TYPE_FLOAT;
        accessor.type = type;
        accessor.count = values.size();
        model.accessors.push_back(accessor);
        return static_cast<int>(model.accessors.size()) - 1;
    }

    int addIndices(const PanelRange &range) {
        std::vector<uint32_t> indices;
        for (size_t corner = range.firstCorner; corner < range.endCorner; corner += 3) {
            for (size_t k = 0; k < 3 && isWhole(garment_, corner); ++k) {
                const auto vertex = static_cast<size_t>(garment_.triangles[corner + k]);
                indices.push_back(static_cast<uint32_t>(vertex - range.firstVertex));
            }
        }
        if (indices.empty()) {
            return -1;
        }
        tinygltf::Accessor accessor;
        accessor.bufferView =
            addView(indices.data(), indices.size() * sizeof(uint32_t), TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
        accessor.componentType = TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
        accessor.type = TINYGLTF_TYPE_SCALAR;
        accessor.count = indices.size();
        model.accessors.push_back(accessor);
        return static_cast<int>(model.accessors.size()) - 1;
    }

    void addVertices(const PanelRange &range, tinygltf::Primitive &primitive) {
        std::vector<Vec3> position;
        std::vector<Vec3> normal;
        std::vector<Vec2> uv;
        for (size_t v = range.firstVertex; v < range.endVertex; ++v) {
            const auto particle = static_cast<size_t>(garment_.particleOf[v]);
            position.push_back(garment_.position[particle]);
            normal.push_back(normals_[particle]);
            uv.emplace_back(garment_.uv[v].x, 1.0F - garment_.uv[v].y);
        }
        Vec3 low = position.front();
        Vec3 high = low;
        for (const Vec3 &p : position) {
            low = glm::min(low, p);
            high = glm::max(high, p);
        }
        const int positions = addArray(position, TINYGLTF_TYPE_VEC3);
        model.accessors.back().minValues = {low.x, low.y, low.z};
        model.accessors.back().maxValues = {high.x, high.y, high.z};
        primitive.attributes["POSITION"] = positions;
        primitive.attributes["NORMAL"] = addArray(normal, TINYGLTF_TYPE_VEC3);
        primitive.attributes["TEXCOORD_0"] = addArray(uv, TINYGLTF_TYPE_VEC2);
    }

    int materialOf(const std::string &fabric) {
        const auto [found, isNew] = materials_.try_emplace(fabric, static_cast<int>(model.materials.size()));
        if (isNew) {
            tinygltf::Material material;
            material.name = fabric;
            material.doubleSided = true;
            material.pbrMetallicRoughness.metallicFactor = 0.0;
            material.pbrMetallicRoughness.roughnessFactor = kRoughness;
            model.materials.push_back(std::move(material));
        }
        return found->second;
    }

    const GarmentMesh &garment_;
    std::vector<Vec3> normals_;
    std::map<std::string, int> materials_;
};

Result<std::string> written(const GarmentMesh &garment, bool binary) {
    ModelWriter writer(garment);
    for (size_t p = 0; p < garment.panels.size(); ++p) {
        writer.addPanel(p);
    }
    std::ostringstream stream;
    tinygltf::TinyGLTF gltf;
    try {
        if (!gltf.WriteGltfSceneToStream(&writer.model, stream, true, binary)) {
            return Error{"it cannot be made a glTF"};
        }
    } catch (const std::exception &error) { // names that are no UTF-8
        return Error{error.what()};
    }
    return stream.str();
}

} // namespace

Result<std::string> gltfText(const GarmentMesh &garment) {
    return written(garment, false);
}

Result<std::string> glbBytes(const GarmentMesh &garment) {
    return written(garment, true);
}

} // namespace selvage
