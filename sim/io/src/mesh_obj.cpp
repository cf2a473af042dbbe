// Wavefront OBJ by way of tinyobjloader, which splits lines and faces; numbers are read here, since it takes
// what it cannot read for 0. A vertex that cannot be read keeps its number, and its faces are dropped later.
#include "raw_mesh.h"
#include "text_scanner.h"

#include <algorithm>
#include <istream>
#include <streambuf>
#include <tiny_obj_loader.h>

namespace selvage {

namespace {

// The file's bytes as a stream that knows which line was read last.
class LineBuffer : public std::streambuf {
public:
    explicit LineBuffer(std::string &text) : text_(text) {}

    int64_t line() const { return line_; }
    std::string_view lastLine() const { return std::string_view(text_).substr(begin_, end_ - begin_); }

protected:
    // One line at a time is in the buffer: to ask for more means to be done with it.
    int_type underflow() override {
        if (end_ >= text_.size()) {
            return traits_type::eof();
        }
        begin_ = end_;
        end_ = std::min(text_.find('\n', begin_), text_.size() - 1) + 1;
        ++line_;
        setg(text_.data() + begin_, text_.data() + begin_, text_.data() + end_);
        return traits_type::to_int_type(*gptr());
    }

private:
    std::string &text_;
    size_t begin_{0};
    size_t end_{0};
    int64_t line_{0};
};

struct ObjReader {
    LineBuffer *buffer{nullptr};
    RawMesh mesh;
    MaterialNames materials;
};

// tinyobjloader hands over the names of the libraries; they are read here.
class Libraries : public tinyobj::MaterialReader {
public:
    Libraries(const MeshSource &source, ObjReader &reader) : source_(source), reader_(reader) {}

    bool operator()(const std::string &name, std::vector<tinyobj::material_t> *, std::map<std::string, int> *,
                    std::string *, std::string *) override {
        if (left_ > 0) {
            --left_;
            addMaterials(source_.materials(name), reader_.mesh, reader_.materials);
        }
        return true;
    }

private:
    const MeshSource &source_;
    ObjReader &reader_;
    int left_{64}; // a small file must not read others without end
};

// The three numbers of a "v" line.
glm::dvec3 vertexOf(std::string_view line) {
    TextScanner scanner(line);
    scanner.word(); // "v"
    glm::dvec3 position(kUnreadable);
    for (int axis = 0; axis < 3; ++axis) {
        position[axis] = scanner.number<double>().value_or(kUnreadable);
    }
    return position;
}

void addVertex(void *context, tinyobj::real_t, tinyobj::real_t, tinyobj::real_t, tinyobj::real_t) {
    ObjReader &reader = *static_cast<ObjReader *>(context);
    reader.mesh.position.push_back(vertexOf(reader.buffer->lastLine()));
}

void addFace(void *context, tinyobj::index_t *indices, int count) {
    ObjReader &reader = *static_cast<ObjReader *>(context);
    const auto known = static_cast<int64_t>(reader.mesh.position.size());
    for (int k = 0; k < count; ++k) {
        const int64_t index = indices[k].vertex_index;
        const int64_t corner = index < 0 ? known + index : index - 1; // 0 is no vertex
        reader.mesh.corners.push_back(static_cast<int32_t>(std::max<int64_t>(corner, -1)));
    }
    finishFace(reader.mesh, reader.buffer->line());
}

void useMaterial(void *context, const char *name, int) {
    ObjReader &reader = *static_cast<ObjReader *>(context);
    const auto known = reader.materials.find(trimmed(name));
    reader.mesh.material = known == reader.materials.end() ? -1 : known->second;
}

} // namespace

Result<RawMesh> parseObj(const MeshSource &source) {
    std::string text(source.text());
    if (std::string_view(text).substr(0, 1024).find('\0') != std::string_view::npos) {
        return errorAt(source, 1, "this is no text in ASCII or UTF-8, which an OBJ file has to be");
    }
    if (text.find('\n') == std::string::npos) {
        std::replace(text.begin(), text.end(), '\r', '\n'); // line ends of long ago
    }
    LineBuffer buffer(text);
    std::istream stream(&buffer);
    ObjReader reader;
    reader.buffer = &buffer;
    tinyobj::callback_t callbacks;
    callbacks.vertex_cb = addVertex;
    callbacks.index_cb = addFace;
    callbacks.usemtl_cb = useMaterial;
    Libraries libraries(source, reader);
    std::string warnings;
    std::string errors;
    if (!tinyobj::LoadObjWithCallback(stream, callbacks, &reader, &libraries, &warnings, &errors)) {
        return errorAt(source, buffer.line(), errors.empty() ? "this is no OBJ file" : errors);
    }
    return std::move(reader.mesh);
}

} // namespace selvage
