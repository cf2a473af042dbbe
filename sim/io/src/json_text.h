// JSON as text, numbers as the shortest ones that read back to the same bits.
#pragma once

#include <array>
#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace selvage {

// Appends values in the order they are told in; whoever tells them keeps to JSON's grammar.
class JsonText {
public:
    void open(char bracket) { append(std::string_view(&bracket, 1)); }
    void close(char bracket) {
        text_ += bracket;
        isFirst_ = false;
    }
    void key(std::string_view name) {
        string(name);
        text_ += ':';
        isFirst_ = true;
    }
    void string(std::string_view text);
    void boolean(bool value) { append(value ? "true" : "false"); }
    // Of what has been written as JSON before.
    void raw(std::string_view json) { append(json); }

    template <typename Number> void number(Number value) {
        std::array<char, 40> digits{};
        char *end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        if constexpr (std::is_same_v<Number, float>) { // is read as a double and rounded to a float
            double read = 0.0;
            std::from_chars(digits.data(), end, read);
            if (static_cast<float>(read) != value) {
                end = std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<double>(value))
                          .ptr;
            }
        }
        if (value == Number{0} && digits[0] == '-') { // "-0" would be a whole number, which has no sign
            append("-0.0");
            return;
        }
        append({digits.data(), static_cast<size_t>(end - digits.data())});
    }
    template <typename Number> void numbers(std::span<const Number> values) {
        open('[');
        for (const Number value : values) {
            number(value);
        }
        close(']');
    }

    const std::string &text() const { return text_; }

private:
    void append(std::string_view piece) {
        if (!isFirst_) {
            text_ += ',';
        }
        isFirst_ = piece == "[" || piece == "{";
        text_ += piece;
    }

    std::string text_;
    bool isFirst_{true};
};

} // namespace selvage
