// What GLFW's keys and buttons mean in the desktop window.
#pragma once

#include "window_input.h"

#include <optional>

namespace selvage {

// The key by what is printed on it, where that is one character: letters move about between keyboards.
int printedKey(int key, int scancode);

std::optional<WindowCommand> commandOfKey(int printedKey);
std::optional<WindKey> windKey(int printedKey);
std::optional<HandKey> handKey(int printedKey, bool shift);
// Whether it is the one that pulls the right hand's trigger.
bool isTriggerKey(int printedKey);
std::optional<MouseButton> mouseButton(int button);

// What a key other than a character is in a text field: one of TypedKeys'.
std::optional<char> typedKey(int key);

} // namespace selvage
