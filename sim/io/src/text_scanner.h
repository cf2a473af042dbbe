// Words and numbers of a text, one after the other, with the line they stand in.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace selvage {

class TextScanner {
public:
    explicit TextScanner(std::string_view text) : text_(text) {}

    int64_t line() const { return line_; }
    size_t offset() const { return at_; }
    bool atEnd() const { return at_ >= text_.size(); }

    // The rest of the current line without its end; then goes to the next.
    std::string_view restOfLine() {
        const size_t begin = at_;
        while (at_ < text_.size() && text_[at_] != '\n') {
            ++at_;
        }
        std::string_view rest = text_.substr(begin, at_ - begin);
        if (at_ < text_.size()) {
            ++at_;
            ++line_;
        }
        if (!rest.empty() && rest.back() == '\r') {
            rest.remove_suffix(1);
        }
        return rest;
    }

    // The next word, in this line or a later one; empty at the end.
    std::string_view word() {
        while (at_ < text_.size() && isBlank(text_[at_])) {
            line_ += text_[at_] == '\n' ? 1 : 0;
            ++at_;
        }
        const size_t begin = at_;
        while (at_ < text_.size() && !isBlank(text_[at_])) {
            ++at_;
        }
        return text_.substr(begin, at_ - begin);
    }

    template <typename T> std::optional<T> number() { return toNumber<T>(word()); }

    template <typename T> static std::optional<T> toNumber(std::string_view text) {
        if (!text.empty() && text.front() == '+') {
            text.remove_prefix(1);
        }
        T value{};
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc() || end != text.data() + text.size()) {
            return std::nullopt;
        }
        return value;
    }

private:
    static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

    std::string_view text_;
    size_t at_{0};
    int64_t line_{1};
};

} // namespace selvage
