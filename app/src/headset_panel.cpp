// Levels for the simulation, ticks for the hands, and the drawn things around the panel.
#include "headset_panel.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace selvage {

namespace {

constexpr double kLevelTime = 0.1;         // s, that a click is held for the simulation
constexpr double kTickGap = 0.05;          // s
constexpr Vec2 kCaptionSize(0.30F, 0.05F); // m
constexpr float kCaptionOver = 0.11F;      // m, of the grip
constexpr float kHintOver = 0.17F;         // m, the same
constexpr float kHintScale = 0.7F;         // –, of the panel's letters: as large, seen from 0.63 m
constexpr float kBoardMargin = 0.01F;
constexpr float kBoardHalfDepth = 0.006F; // m
constexpr float kBoardBehind = 0.010F;    // m, of its middle behind the face
constexpr float kRayHalfWidth = 0.0012F;  // m
constexpr float kRayStart = 0.05F;        // m, before the hand
constexpr float kDotRadius = 0.006F;      // m
constexpr Vec3 kRayColor(0.75F, 0.62F, 0.40F);
constexpr Vec3 kPressColor(1.0F, 0.55F, 0.15F);
constexpr Vec3 kBoardColor(0.012F);

MeshId addMesh(Renderer &renderer, const MeshData &data) {
    return renderer.addMesh(data.vertices, data.indices);
}

DrawItem lineItem(MeshId mesh, const Mat4 &model, const Vec3 &color) {
    DrawItem item;
    item.mesh = mesh;
    item.model = model;
    item.material.surface = Surface::Line;
    item.material.color = color;
    return item;
}

// Over the wrist of the hand that does not lead, else of the other; where it was while neither is there.
Pose captionOver(const TrackedInput &late, Hand dominant, const Pose &before) {
    const auto second = static_cast<size_t>(dominant);
    for (const size_t side : {1 - second, second}) {
        if (const auto pose = placeOverHand(late.hands[side], late.head, kCaptionOver)) {
            return *pose;
        }
    }
    return before;
}

} // namespace

HeadsetPanel::HeadsetPanel(Renderer &renderer, std::unique_ptr<ControlPanel> contents)
    : contents_(std::move(contents)),
      board_(addMesh(renderer, makeBox({0.5F * kPanelSize.x + kBoardMargin,
                                        0.5F * kPanelSize.y + kBoardMargin, kBoardHalfDepth}))),
      rod_(addMesh(renderer, makeBox({1.0F, 1.0F, 0.5F}, 0.1F))),
      ball_(addMesh(renderer, makeSphere(kDotRadius))) {}

void HeadsetPanel::goOnFrom(const PanelChoices &choices) {
    contents_->goOnFrom(choices.clicks, choices.live);
    seen_ = choices.clicks;
    room_ = choices.room;
}

void HeadsetPanel::setUp(float raised) {
    if (const auto steps = static_cast<int32_t>(std::lround(raised / kRaiseStep)); steps != 0) {
        raise(room_, steps);
    }
}

TrackedInput HeadsetPanel::takeInput(const TrackedInput &tracked, const PanelHands &hands,
                                     const Solids &solids, double time) {
    time_ = time;
    moved_ = false;
    const TrackedInput input = toWorld(tracked);
    world_.update(input, hands, solids, time);
    workOff(input.head, solids);
    TrackedInput out = world_.forSimulation(moved_ ? toWorld(tracked) : input);
    holdLevels(out);
    return out;
}

void HeadsetPanel::workOff(const Pose &head, const Solids &solids) {
    const PanelClicks &now = contents_->clicks();
    if (now.closings != seen_.closings) {
        world_.close();
    }
    if (now.openings != seen_.openings) {
        world_.open(head, solids);
    }
    undoUntil_ = now.undos != seen_.undos ? time_ + kLevelTime : undoUntil_;
    redoUntil_ = now.redos != seen_.redos ? time_ + kLevelTime : redoUntil_;
    if (now.undos != seen_.undos || now.redos != seen_.redos) {
        undoHand_ = world_.pointing().value_or(static_cast<size_t>(world_.dominant()));
    }
    for (size_t side = 0; side < kHandCount; ++side) {
        const bool wished = now.toolWishes[side] != seen_.toolWishes[side];
        wishUntil_[side] = wished ? time_ + kLevelTime : wishUntil_[side];
    }
    if (contents_->comfort().dominant != world_.dominant()) {
        world_.setDominant(contents_->comfort().dominant);
    }
    if (now.raises != seen_.raises || now.recentrings != seen_.recentrings) {
        movePerson(now, head);
    }
    seen_ = now;
}

void HeadsetPanel::movePerson(const PanelClicks &now, const Pose &head) {
    const Pose before = room_.toWorld;
    if (now.recentrings != seen_.recentrings) {
        recentre(room_, head);
    }
    raise(room_, now.raises - seen_.raises);
    world_.carry(compose(room_.toWorld, inverse(before)));
    moved_ = true;
}

// Undo and redo are either hand's: shown by one, they are one act.
void HeadsetPanel::holdLevels(TrackedInput &input) const {
    if (world_.dominant() == Hand::Left) {
        for (HandInput &hand : input.hands) {
            std::swap(hand.undo, hand.redo);
        }
    }
    for (size_t side = 0; side < kHandCount; ++side) {
        HandInput &hand = input.hands[side];
        hand.undo = hand.undo || (side == undoHand_ && time_ < undoUntil_);
        hand.redo = hand.redo || (side == undoHand_ && time_ < redoUntil_);
        hand.toolWish = time_ < wishUntil_[side] ? contents_->clicks().toolWish[side] : hand.toolWish;
    }
}

Pointer HeadsetPanel::pointer() const {
    Pointer pointer;
    if (const auto side = world_.pointing()) {
        const PanelHand &hand = world_.hand(*side);
        pointer.present = true;
        pointer.position = hand.hit.at * contents_->style().pixelsPerMetre / world_.scale();
        pointer.down[0] = hand.presses;
    }
    pointer.pressCount[0] = world_.pressCount();
    pointer.wheel = world_.scrolled();
    return pointer;
}

void HeadsetPanel::build(const PanelFrame &frame, double dt, Display &display) {
    const bool isBoard = isOpen() || hasMenu();
    if (!isBoard && frame.caption.empty() && frame.hints[0].empty() && frame.hints[1].empty()) {
        pieces_ = {};
        return;
    }
    const Vec2 size = isOpen() ? kPanelSize : hasMenu() ? kMenuSize : kCaptionSize;
    const Vec2 pixels = size * contents_->style().pixelsPerMetre;
    pieces_ = contents_->build(frame, isBoard ? pointer() : Pointer{},
                               {static_cast<uint32_t>(pixels.x), static_cast<uint32_t>(pixels.y)}, dt);
    if (isBoard) {
        tick(display);
    }
}

void HeadsetPanel::tick(Display &display) {
    const auto side = world_.pointing();
    const bool pressed = world_.pressCount() != presses_;
    const bool passed = contents_->hovered() != hovered_ && contents_->hovered() != 0;
    presses_ = world_.pressCount();
    hovered_ = contents_->hovered();
    if (side && (pressed || passed) && time_ - tickedAt_ >= kTickGap) {
        tickedAt_ = time_;
        display.vibrate(static_cast<Hand>(*side), pressed ? 0.5F : 0.15F, pressed ? 0.015F : 0.01F);
    }
}

Mat4 HeadsetPanel::model() const {
    const Board board = drawn_.value_or(Board{wrist_, kCaptionSize});
    const float perPixel = board.scale / contents_->style().pixelsPerMetre;
    const Vec3 corner(-0.5F * board.size.x, 0.5F * board.size.y, 0.0F);
    const Mat4 placed = glm::translate(toMatrix(board.pose), corner);
    return glm::scale(placed, Vec3(perPixel, -perPixel, perPixel));
}

void HeadsetPanel::addHand(const PanelHand &hand, const Pose &aim) {
    const auto hit = hand.pokes ? hand.hit : hitBoard(*drawn_, aim);
    if (!hit) {
        return;
    }
    const Vec3 color = hand.presses ? kPressColor : kRayColor;
    const Vec3 local(hit->at.x - 0.5F * drawn_->size.x, 0.5F * drawn_->size.y - hit->at.y, 0.0F);
    const Vec3 at = transformPoint(drawn_->pose, local);
    items_[itemCount_++] = lineItem(ball_, glm::translate(Mat4(1.0F), at), color);
    const float length = hit->distance - kRayStart;
    if (hand.pokes || length <= 0.0F) {
        return;
    }
    const Mat4 middle = glm::translate(toMatrix(aim), Vec3(0.0F, 0.0F, -kRayStart - 0.5F * length));
    items_[itemCount_++] =
        lineItem(rod_, glm::scale(middle, Vec3(kRayHalfWidth, kRayHalfWidth, length)), color);
}

void HeadsetPanel::placeHints(const TrackedInput &late) {
    const float perPixel = kHintScale / contents_->style().pixelsPerMetre;
    std::array<Mat4, kHandCount> models{};
    for (size_t side = 0; side < kHandCount; ++side) {
        hints_[side] = placeOverHand(late.hands[side], late.head, kHintOver).value_or(hints_[side]);
        models[side] = glm::scale(toMatrix(hints_[side]), Vec3(perPixel, -perPixel, perPixel));
    }
    contents_->placeHints(models);
}

std::span<const DrawItem> HeadsetPanel::items(const TrackedInput &late) {
    itemCount_ = 0;
    drawn_ = world_.board(late);
    if (!drawn_) {
        wrist_ = captionOver(late, world_.dominant(), wrist_);
        placeHints(late);
        return {};
    }
    DrawItem &board = items_[itemCount_++];
    board = DrawItem{};
    board.mesh = board_;
    const Mat4 placed = glm::translate(toMatrix(drawn_->pose), Vec3(0.0F, 0.0F, -kBoardBehind));
    board.model = glm::scale(placed, Vec3(drawn_->size / kPanelSize, 1.0F));
    board.material.color = kBoardColor;
    for (size_t side = 0; side < kHandCount; ++side) {
        const HandInput &hand = late.hands[side];
        if (world_.hand(side).points && hand.active && isUsable(hand.aim)) {
            addHand(world_.hand(side), hand.aim);
        }
    }
    return {items_.data(), itemCount_};
}

} // namespace selvage
