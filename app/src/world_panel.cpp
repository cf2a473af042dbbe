// Ray, poke, palm and who gets the buttons.
#include "world_panel.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kRayReach = 3.0F;    // m
constexpr float kSlack = 0.03F;      // m around it, that a pointing hand may leave it by
constexpr float kTouchNear = 0.10F;  // m before and behind it, where the fingertip points instead of the ray
constexpr float kTouchLeave = 0.12F; // m
constexpr float kTouchArm = 0.015F;  // m before it
constexpr float kTouchRelease = 0.012F; // m before it
constexpr float kStickRest = 0.2F;
constexpr float kScrollSpeed = 4.0F; // clicks of a wheel per s
constexpr double kFrameMax = 0.1;    // s

constexpr float kPalmAngle = 35.0F;   // degrees, between the palm's normal and the way to the eyes
constexpr float kPalmLeave = 50.0F;   // degrees
constexpr float kGazeAngle = 40.0F;   // degrees, between the way the head faces and the hand
constexpr float kGazeLeave = 50.0F;   // degrees
constexpr float kPalmNear = 0.2F;     // m, from the eyes
constexpr float kPalmFar = 0.75F;     // m
constexpr float kPalmOpenTime = 0.3F; // s
constexpr float kPalmOpen = 0.3F;     // of pinch and grab
constexpr float kPalmPinch = 0.7F;    // of pinch

constexpr Vec3 kForward(0.0F, 0.0F, -1.0F);

float cosine(float degrees) {
    return std::cos(glm::radians(degrees));
}

float squeezeOf(const HandInput &hand) {
    return std::max(hand.trigger, hand.pinch);
}

Vec3 fingertip(const HandInput &hand) {
    return transformPoint(hand.aim, kForward * kPokeReach);
}

// m from the upper left corner, from the board's coordinates.
Vec2 onBoard(const Board &board, const Vec3 &local) {
    return Vec2(0.5F * board.size.x + local.x, 0.5F * board.size.y - local.y);
}

bool isOn(const Board &board, const Vec2 &at, float slack) {
    return at.x >= -slack && at.y >= -slack && at.x <= board.size.x + slack && at.y <= board.size.y + slack;
}

// OpenXR's grip pose: x leaves the left palm and enters the right one.
bool facesEyes(Hand side, const Pose &grip, const Pose &head, float palmAngle, float gazeAngle) {
    const Vec3 toEyes = head.position - grip.position;
    const float distance = glm::length(toEyes);
    if (distance < kPalmNear || distance > kPalmFar) {
        return false;
    }
    const Vec3 palm = grip.orientation * Vec3(side == Hand::Left ? 1.0F : -1.0F, 0.0F, 0.0F);
    return glm::dot(palm, toEyes) > cosine(palmAngle) * distance &&
           glm::dot(head.orientation * kForward, -toEyes) > cosine(gazeAngle) * distance;
}

} // namespace

std::optional<BoardHit> hitBoard(const Board &board, const Pose &aim) {
    constexpr float kGrazing = 0.05F; // 3 degrees
    const Vec3 from = inverseTransformPoint(board.pose, aim.position);
    const Vec3 along = glm::conjugate(board.pose.orientation) * (aim.orientation * kForward);
    if (from.z <= 0.0F || along.z > -kGrazing) {
        return std::nullopt;
    }
    const float distance = -from.z / along.z;
    return BoardHit{onBoard(board, from + distance * along), distance};
}

bool watchPalm(PalmGesture &gesture, Hand side, const HandInput &hand, const Pose &head, float dt) {
    const bool begun = gesture.open > 0.0F;
    const bool faces =
        hand.active && hand.tracked && isUsable(hand.grip) && isUsable(head) &&
        facesEyes(side, hand.grip, head, begun ? kPalmLeave : kPalmAngle, begun ? kGazeLeave : kGazeAngle);
    if (!faces) {
        gesture = {};
        return false;
    }
    const bool open = squeezeOf(hand) < kPalmOpen;
    if (gesture.ready && hand.pinch >= kPalmPinch && !gesture.pinched) {
        gesture.pinched = true;
        return true;
    }
    if (gesture.ready) {
        gesture.pinched = gesture.pinched && !open;
        return false;
    }
    gesture.open = open && hand.grab < kPalmOpen ? gesture.open + dt : 0.0F;
    gesture.ready = gesture.open >= kPalmOpenTime;
    return false;
}

void WorldPanel::open(const Pose &head, const Solids &solids) {
    open_ = true;
    board_ = {.pose = placePanel(head, solids)};
}

std::optional<Board> WorldPanel::board(const TrackedInput &late) const {
    if (open_) {
        return board_;
    }
    return menuAt_ ? placeMenu(late.hands[*menuAt_], late.head).value_or(board_) : std::optional<Board>();
}

// It stands where it did in the scene before, unless something else stands there now.
void WorldPanel::followScene(const Pose &head, const Solids &solids) {
    const bool isNew = solids.scene != scene_;
    scene_ = solids.scene;
    if (isNew && open_ && isUsable(head) && !isPanelClear(board_.pose, head.position, solids)) {
        open(head, solids);
    }
}

// At a palm that is turned to the eyes, of a hand that does nothing else; first of the one that leads less.
void WorldPanel::wearMenu(const TrackedInput &input, const PanelHands &hands) {
    const size_t first = menuAt_.value_or(1 - static_cast<size_t>(dominant_));
    menuAt_.reset();
    if (open_) {
        return;
    }
    for (const size_t side : {first, 1 - first}) {
        const HandInput &hand = input.hands[side];
        const bool idle = !hands.holding[side] && std::max(squeezeOf(hand), hand.grab) < kPalmOpen;
        const auto board = placeMenu(hand, input.head);
        if (!menuAt_ && hands_[side].palm.ready && idle && board) {
            menuAt_ = side;
            board_ = *board;
        }
    }
}

void WorldPanel::setDominant(Hand side) {
    dominant_ = side;
    leading_ = static_cast<size_t>(side);
}

// A hand begins to point only when it holds nothing, and ends only when it presses nothing.
void WorldPanel::point(size_t side, const HandInput &input) {
    PanelHand &hand = hands_[side];
    const bool isThere = open_ || (menuAt_ && *menuAt_ != side);
    const bool usable = isThere && input.active && isUsable(input.aim);
    if (!usable) {
        hand.points = hand.pokes = hand.armed = false;
        return;
    }
    const Vec3 tip = inverseTransformPoint(board_.pose, fingertip(input));
    const float slack = hand.points ? kSlack : 0.0F;
    const float depth = hand.pokes ? kTouchLeave : kTouchNear;
    const bool touches = std::abs(tip.z) < depth && isOn(board_, onBoard(board_, tip), slack);
    const auto ray = hitBoard(board_, input.aim);
    const bool aimed = ray && ray->distance < kRayReach && isOn(board_, ray->at, slack);
    const bool holds = std::max(squeezeOf(input), input.grab) >= kReleaseAt;
    const bool before = hand.points;
    hand.points = before ? hand.presses || touches || aimed : (touches || aimed) && !holds;
    hand.pokes = hand.points && touches;
    hand.armed = hand.pokes && (hand.armed || tip.z > kTouchArm);
    if (hand.pokes) {
        hand.hit = {onBoard(board_, tip), kPokeReach};
    } else if (hand.points && ray) {
        hand.hit = *ray;
    }
}

void WorldPanel::press(size_t side, const HandInput &input) {
    PanelHand &hand = hands_[side];
    const float squeeze = squeezeOf(input);
    const bool before = hand.presses;
    bool poked = false;
    if (hand.pokes && hand.armed) {
        const float depth = inverseTransformPoint(board_.pose, fingertip(input)).z;
        poked = depth <= (before ? kTouchRelease : 0.0F);
    }
    const PanelHand &other = hands_[1 - side];
    const bool pulled = squeeze >= (before ? kReleaseAt : kPressAt);
    hand.presses = hand.points && (pulled || poked) && (before || !other.presses);
    if (hand.presses && !before) {
        leading_ = side;
        ++pressCount_;
        hand.keepsGrab = hand.grab < kReleaseAt;
    }
    const bool gestures = hand.bare && hand.palm.ready;
    hand.keeps = hand.points || gestures || (hand.keeps && squeeze >= kReleaseAt);
    hand.keepsGrab = hand.keepsGrab && (hand.presses || input.grab >= kReleaseAt);
    hand.grab = input.grab;
}

void WorldPanel::update(const TrackedInput &input, const PanelHands &hands, const Solids &solids,
                        double time) {
    const auto dt = static_cast<float>(std::clamp(time - time_, 0.0, kFrameMax));
    time_ = time;
    followScene(input.head, solids);
    for (size_t side = 0; side < hands_.size(); ++side) {
        PanelHand &hand = hands_[side];
        const HandInput &now = input.hands[side];
        const bool menu = now.active && now.menu;
        hand.palm = hand.bare == hands.bare[side] ? hand.palm : PalmGesture{};
        hand.bare = hands.bare[side];
        const bool palm = watchPalm(hand.palm, static_cast<Hand>(side), now, input.head, dt) && hand.bare;
        const bool asked = (menu && !hand.menu) || palm;
        if (asked && open_) {
            close();
        } else if (asked) {
            open(input.head, solids);
        }
        hand.menu = menu;
    }
    wearMenu(input, hands);
    for (size_t side = 0; side < hands_.size(); ++side) {
        point(side, input.hands[side]);
        press(side, input.hands[side]);
    }
    if (!hands_[leading_].points) {
        const auto first = static_cast<size_t>(dominant_);
        const bool other = hands_[1 - first].points && !hands_[first].points;
        leading_ = other ? 1 - first : first;
    }
    const float stick = input.hands[leading_].stick.y;
    if (hands_[leading_].points && std::abs(stick) > kStickRest) {
        scrolled_ += stick * kScrollSpeed * dt;
    }
}

TrackedInput WorldPanel::forSimulation(const TrackedInput &input) const {
    TrackedInput out = input;
    for (size_t side = 0; side < hands_.size(); ++side) {
        const PanelHand &hand = hands_[side];
        HandInput &to = out.hands[side];
        to.menu = false;
        if (hand.keeps) {
            to.trigger = 0.0F;
            to.pinch = 0.0F;
        }
        to.grab = hand.keepsGrab ? 0.0F : to.grab;
        to.stick = hand.points ? Vec2(0.0F) : to.stick;
    }
    return out;
}

std::optional<size_t> WorldPanel::pointing() const {
    return hands_[leading_].points ? std::optional(leading_) : std::nullopt;
}

} // namespace selvage
