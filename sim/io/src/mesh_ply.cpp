// PLY, text or binary of either byte order: the element `vertex` with x, y, z and the element `face` with
// vertex_indices; everything else is skipped.
#include "raw_mesh.h"
#include "text_scanner.h"

#include <algorithm>
#include <cstring>

namespace selvage {

namespace {

enum class PlyFormat : uint8_t { Text, LittleEndian, BigEndian };
enum class PlyType : uint8_t { Int8, Uint8, Int16, Uint16, Int32, Uint32, Float, Double };
constexpr size_t kTypeBytes[] = {1, 1, 2, 2, 4, 4, 4, 8};

struct PlyProperty {
    std::string name;
    PlyType type{PlyType::Float};
    std::optional<PlyType> countType; // of a list
};

struct PlyElement {
    std::string name;
    uint64_t count{0};
    std::vector<PlyProperty> properties;
};

struct PlyHeader {
    PlyFormat format{PlyFormat::Text};
    std::vector<PlyElement> elements;
    size_t bytes{0};
    int64_t lines{0};
};

std::optional<PlyType> typeNamed(std::string_view name) {
    constexpr std::pair<std::string_view, PlyType> kNames[] = {
        {"char", PlyType::Int8},     {"int8", PlyType::Int8},     {"uchar", PlyType::Uint8},
        {"uint8", PlyType::Uint8},   {"short", PlyType::Int16},   {"int16", PlyType::Int16},
        {"ushort", PlyType::Uint16}, {"uint16", PlyType::Uint16}, {"int", PlyType::Int32},
        {"int32", PlyType::Int32},   {"uint", PlyType::Uint32},   {"uint32", PlyType::Uint32},
        {"float", PlyType::Float},   {"float32", PlyType::Float}, {"double", PlyType::Double},
        {"float64", PlyType::Double}};
    for (const auto &[known, type] : kNames) {
        if (name == known) {
            return type;
        }
    }
    return std::nullopt;
}

bool readProperty(TextScanner &words, PlyElement &element) {
    PlyProperty property;
    std::string_view type = words.word();
    if (type == "list") {
        property.countType = typeNamed(words.word());
        type = words.word();
        if (!property.countType) {
            return false;
        }
    }
    const auto known = typeNamed(type);
    property.name = words.word();
    if (!known || property.name.empty()) {
        return false;
    }
    property.type = *known;
    element.properties.push_back(property);
    return true;
}

bool readFormat(TextScanner &words, PlyHeader &header) {
    const std::string_view name = words.word();
    header.format = name == "binary_little_endian" ? PlyFormat::LittleEndian
                    : name == "binary_big_endian"  ? PlyFormat::BigEndian
                                                   : PlyFormat::Text;
    return header.format != PlyFormat::Text || name == "ascii";
}

Result<PlyHeader> readHeader(const MeshSource &source) {
    TextScanner scanner(source.text());
    PlyHeader header;
    if (scanner.restOfLine() != "ply") {
        return errorAt(source, 1, "expected the word ply");
    }
    while (!scanner.atEnd()) {
        const int64_t line = scanner.line();
        TextScanner words(scanner.restOfLine());
        const std::string_view word = words.word();
        if (word == "end_header") {
            header.bytes = scanner.offset();
            header.lines = scanner.line();
            return header;
        }
        if (word == "format" && !readFormat(words, header)) {
            return errorAt(source, line, "expected ascii, binary_little_endian or binary_big_endian");
        }
        if (word == "element") {
            PlyElement element;
            element.name = words.word();
            const auto count = words.number<uint64_t>();
            if (!count) {
                return errorAt(source, line, "expected an element's name and how many there are");
            }
            element.count = *count;
            header.elements.push_back(element);
        }
        if (word == "property" && (header.elements.empty() || !readProperty(words, header.elements.back()))) {
            return errorAt(source, line, "expected a property's type and name, behind an element");
        }
    }
    return errorAt(source, scanner.line(), "the file ends before end_header");
}

// Numbers of the body, one after the other.
class PlyBody {
public:
    PlyBody(const MeshSource &source, const PlyHeader &header)
        : format_(header.format), bytes_(source.bytes.subspan(header.bytes)),
          scanner_(source.text().substr(header.bytes)), firstLine_(header.lines - 1) {}

    size_t left() const {
        return format_ == PlyFormat::Text ? bytes_.size() - scanner_.offset() : bytes_.size();
    }
    int64_t line() const { return firstLine_ + scanner_.line(); }
    bool ended() const { return ended_; }

    // The next number; not a number where it cannot be read.
    double next(PlyType type) {
        if (format_ == PlyFormat::Text) {
            const std::string_view word = scanner_.word();
            ended_ |= word.empty();
            return TextScanner::toNumber<double>(word).value_or(kUnreadable);
        }
        const size_t size = kTypeBytes[static_cast<size_t>(type)];
        if (bytes_.size() < size) {
            ended_ = true;
            bytes_ = {};
            return kUnreadable;
        }
        std::byte raw[8];
        std::copy_n(bytes_.begin(), size, raw);
        if (format_ == PlyFormat::BigEndian) {
            std::reverse(raw, raw + size);
        }
        bytes_ = bytes_.subspan(size);
        return decode(type, raw);
    }

private:
    template <typename T> static double as(const std::byte *raw) {
        T value;
        std::memcpy(&value, raw, sizeof(T));
        return static_cast<double>(value);
    }

    static double decode(PlyType type, const std::byte *raw) {
        switch (type) {
        case PlyType::Int8:
            return as<int8_t>(raw);
        case PlyType::Uint8:
            return as<uint8_t>(raw);
        case PlyType::Int16:
            return as<int16_t>(raw);
        case PlyType::Uint16:
            return as<uint16_t>(raw);
        case PlyType::Int32:
            return as<int32_t>(raw);
        case PlyType::Uint32:
            return as<uint32_t>(raw);
        case PlyType::Float:
            return as<float>(raw);
        case PlyType::Double:
            return as<double>(raw);
        }
        return kUnreadable;
    }

    PlyFormat format_;
    std::span<const std::byte> bytes_;
    TextScanner scanner_;
    int64_t firstLine_;
    bool ended_{false};
};

int32_t toIndex(double value) {
    return value >= 0.0 && value < 2147483647.0 ? static_cast<int32_t>(value) : -1;
}

void readVertex(PlyBody &body, const PlyElement &element, RawMesh &mesh) {
    glm::dvec3 position(kUnreadable);
    for (const PlyProperty &property : element.properties) {
        const auto items = property.countType ? toIndex(body.next(*property.countType)) : 1;
        for (int32_t k = 0; k < items && !body.ended(); ++k) {
            const double value = body.next(property.type);
            if (property.name == "x" || property.name == "y" || property.name == "z") {
                position[property.name[0] - 'x'] = value;
            }
        }
    }
    mesh.position.push_back(position);
}

void readFace(PlyBody &body, const PlyElement &element, int64_t place, RawMesh &mesh) {
    bool any = false;
    for (const PlyProperty &property : element.properties) {
        const bool corners = property.countType && !any &&
                             (property.name == "vertex_indices" || property.name == "vertex_index");
        const auto items = property.countType ? toIndex(body.next(*property.countType)) : 1;
        for (int32_t k = 0; k < items && !body.ended(); ++k) {
            const double value = body.next(property.type);
            if (corners) {
                mesh.corners.push_back(toIndex(value));
            }
        }
        any |= corners;
    }
    if (any) {
        finishFace(mesh, place);
    }
}

void skipElement(PlyBody &body, const PlyElement &element) {
    for (const PlyProperty &property : element.properties) {
        const auto items = property.countType ? toIndex(body.next(*property.countType)) : 1;
        for (int32_t k = 0; k < items && !body.ended(); ++k) {
            body.next(property.type);
        }
    }
}

} // namespace

Result<RawMesh> parsePly(const MeshSource &source) {
    const auto header = readHeader(source);
    if (!header) {
        return header.error();
    }
    RawMesh mesh;
    mesh.placeWord = header.value().format == PlyFormat::Text ? "line" : "face";
    PlyBody body(source, header.value());
    for (const PlyElement &element : header.value().elements) {
        // Whatever it is, each takes a byte or more.
        if (!element.properties.empty() && element.count > body.left()) {
            return errorAt(source, 1,
                           std::to_string(element.count) + " elements '" + element.name +
                               "' are more than the file has room for");
        }
        for (uint64_t i = 0; i < element.count && !element.properties.empty(); ++i) {
            if (element.name == "vertex") {
                readVertex(body, element, mesh);
            } else if (element.name == "face") {
                readFace(body, element,
                         header.value().format == PlyFormat::Text ? body.line() : static_cast<int64_t>(i),
                         mesh);
            } else {
                skipElement(body, element);
            }
            if (body.ended()) {
                return Error{source.name + ": the file ends in element '" + element.name + "' " +
                             std::to_string(i) + " of " + std::to_string(element.count)};
            }
        }
    }
    return mesh;
}

} // namespace selvage
