// See window_keys.h.
#include "window_keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace selvage {

int printedKey(int key, int scancode) {
    const char *name = glfwGetKeyName(key, scancode);
    if (name == nullptr || name[0] == '\0' || name[1] != '\0') {
        return key;
    }
    return name[0] >= 'a' && name[0] <= 'z' ? name[0] - 'a' + GLFW_KEY_A : name[0];
}

std::optional<WindowCommand> commandOfKey(int key) {
    switch (key) {
    case GLFW_KEY_R:
        return WindowCommand::Reset;
    case GLFW_KEY_SPACE:
        return WindowCommand::Pause;
    case GLFW_KEY_PERIOD:
    case GLFW_KEY_N:
        return WindowCommand::SingleStep;
    case GLFW_KEY_W:
        return WindowCommand::Wireframe;
    case GLFW_KEY_S:
        return WindowCommand::Stretch;
    case GLFW_KEY_P:
        return WindowCommand::Panel;
    case GLFW_KEY_RIGHT_BRACKET:
    case GLFW_KEY_PAGE_DOWN:
        return WindowCommand::NextScenario;
    case GLFW_KEY_LEFT_BRACKET:
    case GLFW_KEY_PAGE_UP:
        return WindowCommand::PreviousScenario;
    case GLFW_KEY_H:
    case GLFW_KEY_F1:
        return WindowCommand::Help;
    case GLFW_KEY_ESCAPE:
        return WindowCommand::Quit;
    default:
        return std::nullopt;
    }
}

std::optional<WindKey> windKey(int key) {
    switch (key) {
    case GLFW_KEY_LEFT:
        return WindKey::Left;
    case GLFW_KEY_RIGHT:
        return WindKey::Right;
    case GLFW_KEY_UP:
        return WindKey::Away;
    case GLFW_KEY_DOWN:
        return WindKey::Towards;
    case '+':
    case GLFW_KEY_EQUAL: // a plus on many keyboards, with Shift
    case GLFW_KEY_KP_ADD:
        return WindKey::Stronger;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT:
        return WindKey::Weaker;
    default:
        return std::nullopt;
    }
}

std::optional<HandKey> handKey(int key, bool shift) {
    switch (key) {
    case GLFW_KEY_T:
        return HandKey::Tool;
    case GLFW_KEY_Z:
        return shift ? HandKey::Redo : HandKey::Undo;
    case GLFW_KEY_Y:
        return HandKey::Redo;
    default:
        return std::nullopt;
    }
}

bool isTriggerKey(int key) {
    return key == GLFW_KEY_E;
}

std::optional<MouseButton> mouseButton(int button) {
    switch (button) {
    case GLFW_MOUSE_BUTTON_LEFT:
        return MouseButton::Left;
    case GLFW_MOUSE_BUTTON_RIGHT:
        return MouseButton::Right;
    case GLFW_MOUSE_BUTTON_MIDDLE:
        return MouseButton::Middle;
    default:
        return std::nullopt;
    }
}

std::optional<char> typedKey(int key) {
    switch (key) {
    case GLFW_KEY_BACKSPACE:
        return TypedKeys::kErase;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
        return TypedKeys::kConfirm;
    case GLFW_KEY_ESCAPE:
        return TypedKeys::kCancel;
    default:
        return std::nullopt;
    }
}

} // namespace selvage
