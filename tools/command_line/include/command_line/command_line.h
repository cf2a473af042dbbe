// What the command lines of all our programs have in common: choices, ranges, and what is said of a wrong
// one.
#pragma once

#include "command_line/exit_code.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <string>

namespace selvage {

// Accepts numbers from low to high.
inline CLI::Validator between(double low, double high) {
    std::array<char, 80> range{};
    std::snprintf(range.data(), range.size(), "%.10g to %.10g", low, high);
    const std::string expected = range.data();
    return {[=](std::string &text) {
                double value = 0.0;
                const bool fits = CLI::detail::lexical_cast(text, value) && value >= low && value <= high;
                return fits ? std::string() : "'" + text + "': expected a number from " + expected;
            },
            expected};
}

// An option that takes one of some names.
template <typename Choice>
void addChoice(CLI::App &app, const std::string &name, Choice &chosen,
               const std::map<std::string, Choice> &choices, const std::string &description) {
    const auto choose = [&chosen, name, choices](const std::string &text) {
        std::string known;
        for (const auto &[choice, value] : choices) {
            if (choice == text) {
                chosen = value;
                return;
            }
            known += (known.empty() ? "" : ", ") + choice;
        }
        throw CLI::ValidationError(name + ": '" + text + "': expected one of " + known);
    };
    app.add_option_function<std::string>(name, choose, description)->type_name("NAME");
}

// Parses into the app's options. The exit code when the program should end now (help, or wrong use, already
// printed).
inline std::optional<int> parseCommandLine(CLI::App &app, int argc, const char *const *argv) {
    app.failure_message([](const CLI::App *program, const CLI::Error &error) {
        const auto left = program->remaining(true);
        const std::string what = left.empty() ? error.what() : "'" + left.front() + "' is not known here";
        return program->get_name() + ": " + what + "; '" + program->get_name() + " --help' lists what is\n";
    });
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return app.exit(error) == 0 ? 0 : kWrongUse;
    }
    return std::nullopt;
}

} // namespace selvage
