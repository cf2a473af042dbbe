// Value-or-message for the edges of the program (files, command line, graphics, runtime). Inside, inputs are
// valid.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace selvage {

// What went wrong, for a person: names the file and line (or call) and what was expected.
struct Error {
    std::string message;
};

template <typename T> class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::move(value)) {}
    Result(Error error) : state_(std::move(error)) {}

    explicit operator bool() const { return std::holds_alternative<T>(state_); }
    T &value() {
        assert(*this);
        return std::get<T>(state_);
    }
    const T &value() const {
        assert(*this);
        return std::get<T>(state_);
    }
    const Error &error() const { return std::get<Error>(state_); }
    T &operator*() { return value(); }
    T *operator->() { return &value(); }

private:
    std::variant<T, Error> state_;
};

// For calls that give no value.
template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)), failed_(true) {}

    explicit operator bool() const { return !failed_; }
    const Error &error() const { return error_; }

private:
    Error error_;
    bool failed_{false};
};

} // namespace selvage
