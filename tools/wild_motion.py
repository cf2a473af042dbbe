#!/usr/bin/env python3
"""Writes a motion file with the hardest hands that a headset may report: fast and sudden, grabbing and letting go,
lost and found again, and now and then clicking here and there on the panel, which changes scenes, fabrics and
methods. The same seed writes the same file.
"""
import argparse
import math
import random
import sys

RATE_HZ = 90.0
HEAD = (0.0, 1.6, 0.3)
REACH = ((-0.6, 0.6), (0.3, 1.8), (-1.0, 0.3))  # m, where hands go
POINTING_FROM = (0.25, 1.1, 0.0)  # m
# As in app/src/world_panel.h.
PANEL_SIZE = (0.76, 0.56)  # m
PANEL_DISTANCE = 0.9  # m
PANEL_BELOW = math.radians(12.5)
# As the panel shows them, m from its upper left corner.
CLOSE_BUTTON = (0.707, 0.034)
SCENES_TAB = (0.06, 0.092)
SCENE_COLUMNS = (0.1, 0.283, 0.46, 0.64)
SCENE_ROWS = (0.149, 0.208, 0.267, 0.326, 0.385)
HANDS = ("left", "right")
BUTTONS = ("grab", "pinch", "trigger", "stick_x", "stick_y", "menu", "active", "tracked", "tool", "undo", "redo")
POSE = ("px", "py", "pz", "qx", "qy", "qz", "qw")
IDENTITY = (0.0, 0.0, 0.0, 1.0)


def looking_along(direction):
    """The quaternion (x y z w) that turns -z to it, without roll."""
    x, y, z = direction
    yaw = math.atan2(-x, -z)
    pitch = math.atan2(y, math.hypot(x, z))
    cy, sy, cp, sp = math.cos(yaw / 2), math.sin(yaw / 2), math.cos(pitch / 2), math.sin(pitch / 2)
    return (cy * sp, sy * cp, -sy * sp, cy * cp)


def on_panel(at):
    """World place of a point (m from the panel's upper left corner)."""
    x, y = at[0] - PANEL_SIZE[0] / 2, PANEL_SIZE[1] / 2 - at[1]
    sine, cosine = math.sin(PANEL_BELOW), math.cos(PANEL_BELOW)
    return (HEAD[0] + x, HEAD[1] - PANEL_DISTANCE * sine + y * cosine,
            HEAD[2] - PANEL_DISTANCE * cosine - y * sine)


class Hand:
    """One hand on its way from place to place."""

    def __init__(self, chance, side):
        self.chance = chance
        self.place = [side * 0.3, 1.0, -0.2]
        self.start = self.target = list(self.place)
        self.turn = self.turn_target = list(IDENTITY)
        self.span, self.spent = 1.0, 1.0
        self.value = {name: 0.0 for name in BUTTONS}
        self.gone = {"active": 0.0, "tracked": 0.0}  # s for which it is

    def new_target(self):
        chance = self.chance
        self.start = list(self.place)
        self.target = [chance.uniform(low, high) for low, high in REACH]
        if chance.random() < 0.05:
            self.start = list(self.target)  # it is there at once
        self.span, self.spent = chance.choice((0.08, 0.15, 0.3, 0.6, 1.2)), 0.0
        self.turn_target = [chance.gauss(0.0, 1.0) for _ in range(4)]
        held = chance.random() < 0.6
        self.value["grab"] = chance.uniform(0.7, 1.0) if held else 0.0
        self.value["pinch"] = float(chance.random() < 0.2)
        self.value["trigger"] = float(chance.random() < 0.3)
        self.value["stick_x"], self.value["stick_y"] = chance.uniform(-1, 1), chance.uniform(-1, 1)
        for button in ("tool", "undo", "redo"):
            self.value[button] = float(chance.random() < 0.1)
        for flag in self.gone:
            if chance.random() < 0.03:
                self.gone[flag] = chance.choice((0.1, 0.5, 2.0))

    def step(self, dt):
        if self.spent >= self.span:
            self.new_target()
        self.spent += dt
        s = min(self.spent / self.span, 1.0)
        self.place = [a + (b - a) * s * s * (3 - 2 * s) for a, b in zip(self.start, self.target)]
        self.turn = [0.9 * a + 0.1 * b for a, b in zip(self.turn, self.turn_target)]
        length = math.sqrt(sum(part * part for part in self.turn)) or 1.0
        self.turn = [part / length for part in self.turn]
        self.gone = {flag: max(left - dt, 0.0) for flag, left in self.gone.items()}

    def row(self):
        value = dict(self.value, **{flag: float(left <= 0.0) for flag, left in self.gone.items()})
        value["grab"] = min(max(value["grab"] + self.chance.gauss(0.0, 0.02), 0.0), 1.0)
        return self.place + self.turn, value


class Player:
    def __init__(self, chance, out):
        self.chance = chance
        self.out = out
        self.frame = 0
        self.hands = {"left": Hand(chance, -1), "right": Hand(chance, 1)}
        columns = ["t"] + [f"{name}_{part}" for name in ("head",) + HANDS for part in POSE]
        columns += [f"{hand}_{button}" for hand in HANDS for button in BUTTONS]
        self.out.write(",".join(columns) + "\n")

    def time(self):
        return self.frame / RATE_HZ

    def write(self, rows):
        cells = [f"{self.time():.5f}"] + [f"{v:g}" for v in HEAD + IDENTITY]
        for hand in HANDS:
            cells += [f"{v:.5f}" for v in rows[hand][0]]
        for hand in HANDS:
            cells += [f"{rows[hand][1][button]:.4g}" for button in BUTTONS]
        self.out.write(",".join(cells) + "\n")
        self.frame += 1

    def run_wild(self, seconds):
        for _ in range(int(seconds * RATE_HZ)):
            for hand in self.hands.values():
                hand.step(1.0 / RATE_HZ)
            self.write({name: hand.row() for name, hand in self.hands.items()})

    def hold(self, seconds, at, **buttons):
        """The right hand points at a place of the panel, the left one rests."""
        to = on_panel(at)
        turn = looking_along([b - a for a, b in zip(POINTING_FROM, to)])
        still = {button: 0.0 for button in BUTTONS}
        still.update(active=1.0, tracked=1.0)
        left = ([-0.3, 0.9, 0.1, *IDENTITY], still)
        right = ([*POINTING_FROM, *turn], dict(still, **buttons))
        for _ in range(int(seconds * RATE_HZ)):
            self.write({"left": left, "right": right})

    def click(self, at):
        self.hold(0.4, at)
        self.hold(0.3, at, trigger=1.0)
        self.hold(0.3, at)

    def click_about(self, clicks):
        at = (PANEL_SIZE[0] / 2, PANEL_SIZE[1] / 2)
        self.hold(0.6, at)
        self.hold(0.3, at, menu=1.0)
        self.hold(0.5, at)
        for _ in range(clicks):
            at = (self.chance.uniform(0.02, 0.74), self.chance.choice((0.03, 0.09, self.chance.uniform(0.13, 0.54))))
            self.click(at)
        if self.chance.random() < 0.8:
            self.click(SCENES_TAB)
            self.click((self.chance.choice(SCENE_COLUMNS), self.chance.choice(SCENE_ROWS)))
        self.click(CLOSE_BUTTON)  # not the menu button, which would open it if the first press was lost


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float, help="how long it is")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    player = Player(random.Random(options.seed), sys.stdout)
    while player.time() < options.seconds:
        player.run_wild(player.chance.uniform(3.0, 8.0))
        player.click_about(player.chance.randint(2, 5))


if __name__ == "__main__":
    main()
