// What mouse and keys mean in the desktop window: the camera, the two hands, the commands. A state that
// events change and that is read once a frame; no window, no clock.
//
// Left press on cloth: the right hand pinches there and follows the mouse in a plane that faces the camera;
// the wheel moves it in depth; with Ctrl held at the release, the left hand takes the point over and keeps
// it. Left drag beside cloth and right drag: orbit. Middle drag and Shift with left drag: pan. Wheel: zoom.
// Presses and the wheel over a panel are the panel's, and so are the keys while it has a text field open.
// The keys of the dress bench press a button of the right hand for a moment, which is behind the eye unless
// the mouse has it. While the trigger's key is down, the right hand pulls its trigger: where the mouse has
// it, else over what may be taken under the mouse. While a wind key is down, a free hand behind the eye
// points the wind that way, as a controller would; where the wind can be steered, so does a right drag, the
// way the mouse went.
#pragma once

#include "orbit_camera.h"
#include "xr/display.h"

#include <span>
#include <vector>

namespace selvage {

enum class MouseButton { Left, Right, Middle };

struct KeyModifiers {
    bool shift{false};
    bool control{false};
};

enum class WindowCommand {
    Reset,
    Pause,
    SingleStep,
    Wireframe,
    Stretch,
    Panel,
    NextScenario,
    PreviousScenario,
    Help,
    Quit
};

// A hand that the mouse moves.
struct MouseHand {
    Pose pose;
    bool pinch{false};
    int framesToPinch{0}; // > 0: present, pinches when this has counted down
    int framesToLeave{0}; // > 0: let go, still present so that the release is seen
};

// Keys that are held down to steer the wind: where it shall blow as the eye sees it, and how strongly.
enum class WindKey : uint8_t { Left, Right, Away, Towards, Stronger, Weaker };
inline constexpr size_t kWindKeyCount = 6;

// Keys that press a button of the right hand, wherever it is.
enum class HandKey : uint8_t { Tool, Undo, Redo };
inline constexpr size_t kHandKeyCount = 3;

enum class CameraDrag { None, Orbit, Pan };

struct WindowInput {
    // Of the window, set each frame. Pixels are the mouse's own.
    Vec2 size{1.0F};              // pixels
    float pickRadius{24.0F};      // pixels around the mouse in which a point is taken
    std::vector<Vec3> pickPoints; // m, what the mouse may take

    Vec2 panelLow{0.0F}; // pixels, of the panel's rectangle; empty: there is none
    Vec2 panelHigh{0.0F};
    bool panelTyping{false};      // a text field of the panel is open
    Vec3 wind{0.0F, 0.0F, -1.0F}; // unit, where the wind blows to
    bool windSteered{false};      // there is a wind, and hands steer it

    Vec2 mouse{0.0F};           // pixels
    std::array<bool, 3> down{}; // by MouseButton
    std::array<uint32_t, 3> pressCount{};
    bool control{false};    // was down at the latest press
    float panelWheel{0.0F}; // clicks over the panel
    TypedKeys typed;        // while a text field was open
    std::array<bool, kWindKeyCount> windKeys{};
    std::array<float, kHandKeyCount> handKeys{}; // s, that each button stays down
    bool trigger{false};                         // its key is down
    int triggerFrames{0};     // > 0: let go, its hand is still present so that this is seen
    float triggerDepth{1.5F}; // m, of that hand
    bool windDrag{false};
    Vec2 windDragFrom{0.0F}; // pixels
    OrbitCamera cameraGoal;
    OrbitCamera camera; // follows the goal
    CameraDrag cameraDrag{CameraDrag::None};
    MouseButton cameraButton{MouseButton::Left}; // that drags the camera
    bool grabbing{false};                        // the right hand follows the mouse
    Vec2 grabOffset{0.0F};                       // pixels, from the mouse to the point taken
    float grabDepthGoal{1.0F};                   // m
    float grabDepth{1.0F};                       // m, follows the goal
    std::array<MouseHand, kHandCount> hands;

    UserCommands commands;
    uint32_t helpCount{0};
    bool quit{false};
};

void moveMouse(WindowInput &input, const Vec2 &pixel);
void pressButton(WindowInput &input, MouseButton button, const KeyModifiers &modifiers);
void releaseButton(WindowInput &input, MouseButton button, const KeyModifiers &modifiers);
void turnWheel(WindowInput &input, float clicks);
void setWindKey(WindowInput &input, WindKey key, bool down);
void pressHandKey(WindowInput &input, HandKey key);
void setTriggerKey(WindowInput &input, bool down);
void typeKey(WindowInput &input, char key);
void giveCommand(WindowInput &input, WindowCommand command);

// Once a frame, dt (s) after the last: camera and grab depth follow their goals, hands come and go.
void advanceInput(WindowInput &input, float dt);

// Head and hands as a headset would report them.
TrackedInput trackedInput(const WindowInput &input, double time);

// Index of the point that a mouse at `pixel` takes: near on the screen, and of those rather the one in front.
// -1 when none is within `radius` pixels. O(points).
int32_t pickPoint(const PictureView &view, const Vec2 &pixel, float radius, std::span<const Vec3> points);

} // namespace selvage
