#!/usr/bin/env python3
"""Plays a motion file through Monado's remote driver: head and two hands at 90 Hz.

The motion is the CSV that sim/io/include/io/motion_csv.h documents. The first pose is shown until the motion begins
(after --lead seconds, or when the file --start-when appears), the last one is held until the runtime goes away, or
with --stay until the puppet is killed: it then waits for a runtime to come back. With --follow the motion does not keep
the clock's time but that of a recording that the application is writing: what was done by then is done, however slowly
the machine draws and simulates.
The driver presents as Valve Index controllers, so: grab goes to the squeeze value, the larger of pinch and trigger to
the trigger value, menu to the B button, tool to A, undo of the right hand and redo of the left one to the
thumb stick's click. It has one pose a hand, used as grip and as aim: the motion's grip pose, or with --turned aim its
place turned as the hand points, where the motion has aim columns. With --bare-hands, or where the column left_bare or
right_bare is 1, a hand has no controller: the driver makes joints from how far the fingers are curled. A hand that is
not active or not tracked is sent as inactive. Standard library only.
"""
import argparse
import bisect
import csv
import math
import os
import socket
import struct
import sys
import time

RATE_HZ = 90.0
MAGIC = b"mndrmt3\0"
PACKET_SIZE = 376
TAIL_BYTES = 8192  # several rows of a recording
FOLLOW_S = 0.15
POSE_PARTS = ("px", "py", "pz", "qx", "qy", "qz", "qw")
POSES = ("head", "left", "right")
HANDS = ("left", "right")
AIM_TURN = tuple(f"aim_{part}" for part in POSE_PARTS[3:])
BUTTONS = {"grab": 0.0, "pinch": 0.0, "trigger": 0.0, "stick_x": 0.0, "stick_y": 0.0, "menu": 0.0, "active": 1.0,
           "tracked": 1.0, "bare": 0.0, "tool": 0.0, "undo": 0.0, "redo": 0.0}
REST = {"head": (0.0, 1.6, 0.0), "left": (-0.2, 1.2, -0.35), "right": (0.2, 1.2, -0.35)}


class MotionError(Exception):
    pass


def rest_row():
    """Head at 1.6 m, hands before the chest, nothing pressed."""
    row = {"t": 0.0}
    for name in POSES:
        row.update({f"{name}_{part}": value for part, value in zip(POSE_PARTS, REST[name] + (0.0, 0.0, 0.0, 1.0))})
    for hand in HANDS:
        row.update({f"{hand}_{button}": value for button, value in BUTTONS.items()})
    return row


def read_motion(path, turned="grip"):
    """Rows as dictionaries of numbers, every column of rest_row() present, ascending in time."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = [(number, line) for number, line in enumerate(file, 1) if line.strip() and not line.startswith("#")]
    if not lines:
        raise MotionError(f"{path}: no header line, expected t,head_px,...")
    columns = [name.strip() for name in next(csv.reader([lines[0][1]]))]
    missing = [name for name in required_columns() if name not in columns]
    if missing:
        raise MotionError(f"{path}:{lines[0][0]}: column '{missing[0]}' is missing")
    rows = []
    for number, line in lines[1:]:
        rows.append(read_row(f"{path}:{number}", columns, line, rows[-1] if rows else None, turned))
    if not rows:
        raise MotionError(f"{path}: no rows, expected at least one")
    return rows


def required_columns():
    return ["t"] + [f"{name}_{part}" for name in POSES for part in POSE_PARTS]


def read_row(where, columns, line, before, turned):
    cells = next(csv.reader([line]))
    if len(cells) != len(columns):
        raise MotionError(f"{where}: {len(cells)} values, expected {len(columns)}")
    row = rest_row()
    for name, cell in zip(columns, cells):
        try:
            row[name] = float(cell)
        except ValueError:
            raise MotionError(f"{where}: '{cell}' in column {name}, expected a number") from None
        if not math.isfinite(row[name]):
            raise MotionError(f"{where}: '{cell}' in column {name}, expected a finite number")
    if before and row["t"] < before["t"]:
        raise MotionError(f"{where}: time goes back to {row['t']}, expected {before['t']} or later")
    if turned == "aim":
        for hand in HANDS:
            turn_as_aim(row, hand)
    for name in POSES:
        normalise(row, name, before)
    return row


def turn_as_aim(row, hand):
    """Unless either pose is all zero, which says that there is none."""
    aim = [row.get(f"{hand}_{part}", 0.0) for part in AIM_TURN]
    if any(aim) and any(row[f"{hand}_{part}"] for part in POSE_PARTS[3:]):
        row.update({f"{hand}_{part}": x for part, x in zip(POSE_PARTS[3:], aim)})


def normalise(row, name, before):
    """Unit quaternion; an all-zero one means lost tracking: the last pose stays."""
    q = [row[f"{name}_{part}"] for part in POSE_PARTS[3:]]
    length = math.sqrt(sum(x * x for x in q))
    if length > 1e-6:
        for part, x in zip(POSE_PARTS[3:], q):
            row[f"{name}_{part}"] = x / length
        return
    source = before or rest_row()
    for part in POSE_PARTS:
        row[f"{name}_{part}"] = source[f"{name}_{part}"]
    if name != "head":
        row[f"{name}_tracked"] = 0.0


def sample(rows, times, t):
    """The row at time t: poses interpolated, buttons of the earlier row, clamped at both ends."""
    after = bisect.bisect_right(times, t)
    if after == 0:
        return dict(rows[0])
    if after == len(rows):
        return dict(rows[-1])
    a, b = rows[after - 1], rows[after]
    s = (t - a["t"]) / (b["t"] - a["t"])
    row = dict(a)
    for name in POSES:
        row.update(interpolate(a, b, name, s))
    return row


def interpolate(a, b, name, s):
    out = {f"{name}_{p}": a[f"{name}_{p}"] * (1 - s) + b[f"{name}_{p}"] * s for p in POSE_PARTS[:3]}
    keys = [f"{name}_{p}" for p in POSE_PARTS[3:]]
    qa, qb = [a[k] for k in keys], [b[k] for k in keys]
    cosine = sum(x * y for x, y in zip(qa, qb))
    if cosine < 0.0:  # the short way round
        cosine, qb = -cosine, [-x for x in qb]
    angle = math.acos(min(1.0, cosine))
    if angle < 1e-4:
        wa, wb = 1.0 - s, s
    else:
        wa, wb = math.sin((1.0 - s) * angle) / math.sin(angle), math.sin(s * angle) / math.sin(angle)
    q = [wa * x + wb * y for x, y in zip(qa, qb)]
    length = math.sqrt(sum(x * x for x in q))
    out.update({k: x / length for k, x in zip(keys, q)})
    return out


def pack_pose(row, name):
    order = ("qx", "qy", "qz", "qw", "px", "py", "pz")
    return struct.pack("<7f", *(row[f"{name}_{part}"] for part in order))


def pack_view():
    """Field of view and pose of one eye; not used by the driver as long as the packet does not say they are valid."""
    return struct.pack("<4f7fI", -0.78, 0.78, 0.78, -0.78, 0, 0, 0, 1, 0, 0, 0, 0)


def pack_hand(row, hand):
    value = {button: row[f"{hand}_{button}"] for button in BUTTONS}
    trigger = max(value["pinch"], value["trigger"])
    curls = [max(value["grab"], trigger)] * 2 + [value["grab"]] * 3
    seen = value["active"] >= 0.5 and value["tracked"] >= 0.5
    bare = value["bare"] >= 0.5
    present = seen and not bare
    data = pack_pose(row, hand) + struct.pack("<6f", *([0.0] * 6)) + struct.pack("<5f", *curls)
    data += struct.pack("<8f", trigger, value["grab"], value["grab"], value["stick_x"], value["stick_y"], 0, 0, 0)
    menu = value["menu"] >= 0.5
    tool = value["tool"] >= 0.5
    stick = value["redo" if hand == "left" else "undo"] >= 0.5
    flags = [seen and bare, present, False, False, tool, tool, menu, menu, trigger > 0.9, trigger > 0.01, stick, stick]
    return data + struct.pack("<16B", *(int(flag) for flag in flags), 0, 0, 0, 0)


def pack(row):
    data = MAGIC + pack_view() * 2 + pack_pose(row, "head") + bytes(4)
    data += pack_hand(row, "left") + pack_hand(row, "right")
    assert len(data) == PACKET_SIZE, len(data)
    return data


class Control:
    """Overrides of columns, read from a named pipe without ever waiting for it."""

    def __init__(self, path):
        # Opened for writing too, so that the pipe never reports its end when a writer leaves.
        self.file = os.open(path, os.O_RDWR | os.O_NONBLOCK) if path else None
        self.pending = b""
        self.values = {}

    def apply(self, row):
        if self.file is not None:
            self.read()
        row.update(self.values)
        return row

    def read(self):
        try:
            self.pending += os.read(self.file, 4096)
        except BlockingIOError:
            return
        *lines, self.pending = self.pending.split(b"\n")
        for line in lines:
            self.command(line.decode("utf-8", "replace").strip())

    def command(self, line):
        name, _, value = line.partition("=")
        if name not in rest_row() or name == "t":
            print(f"puppet: '{line}' is no command; expected COLUMN=VALUE or COLUMN=", file=sys.stderr)
            return
        try:
            self.values.pop(name, None) if value == "" else self.values.update({name: float(value)})
        except ValueError:
            print(f"puppet: '{value}' is no number in '{line}'", file=sys.stderr)


class Recording:
    """The time that a motion file has reached which another program is writing."""

    def __init__(self, path):
        self.path = path
        self.size = 0
        self.time = 0.0

    def reached(self):
        """s, 0 while there is nothing. Only the end of the file is read, and only when it has grown."""
        try:
            size = os.path.getsize(self.path)
            if size != self.size:
                self.size = size
                self.read_end()
        except OSError:
            pass
        return self.time

    def read_end(self):
        with open(self.path, "rb") as file:
            file.seek(max(0, self.size - TAIL_BYTES))
            lines = file.read().split(b"\n")[1:-1]  # the first may begin, the last end in the middle
        if lines:
            try:
                self.time = float(lines[-1].split(b",", 1)[0])
            except ValueError:
                pass  # the header


class Clock:
    """The time in the motion: None before it begins."""

    def __init__(self, options):
        self.options = options
        self.recording = Recording(options.follow) if options.follow else None
        self.before = self.begin = time.monotonic()
        self.started = None
        self.followed = 0.0

    def now(self):
        now = time.monotonic()
        passed, self.before = now - self.before, now
        if self.recording:
            return self.follow(passed)
        due = os.path.exists(self.options.start_when) if self.options.start_when else (
            now - self.begin >= self.options.lead)
        if self.started is None and due:
            self.started = now
        return None if self.started is None else now - self.started

    def follow(self, passed):
        """The recording grows ten times a second; the motion goes on evenly."""
        self.followed += (self.recording.reached() - self.followed) * (1.0 - math.exp(-passed / FOLLOW_S))
        return self.followed - self.options.lead if self.followed >= self.options.lead else None


def connect(port, patience=10.0):
    deadline = time.monotonic() + patience
    while True:
        try:
            link = socket.create_connection(("127.0.0.1", port), timeout=2.0)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return link
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def touch(path):
    if path:
        open(path, "w", encoding="utf-8").close()


def play(link, rows, options):
    times = [row["t"] for row in rows]
    control = Control(options.control)
    if options.bare_hands:
        control.values.update({f"{hand}_bare": 1.0 for hand in HANDS})
    clock = Clock(options)
    tick = time.monotonic()
    started = False
    while True:
        now = time.monotonic()
        t = clock.now()
        if t is not None and not started:
            started = True
            touch(options.started_file)
        try:
            link.sendall(pack(control.apply(sample(rows, times, times[0] + (t or 0.0)))))
        except OSError:
            if not options.stay:
                raise
            link = connect(options.port, math.inf)
            continue
        if options.ready_file:
            touch(options.ready_file)
            options.ready_file = None
        tick = max(tick + 1.0 / RATE_HZ, now - 0.1)  # after a long stall do not send a burst
        time.sleep(max(0.0, tick - time.monotonic()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=4242, help="of the remote driver, on this machine")
    parser.add_argument("--motion", help="motion file; without it head and hands rest")
    parser.add_argument("--turned", choices=("grip", "aim"), default="grip", help="which of its poses turns a hand")
    parser.add_argument("--lead", type=float, default=3.0, help="seconds before the motion begins")
    parser.add_argument("--start-when", help="begin when this file appears, instead of after --lead")
    parser.add_argument("--follow", help="recording that the application is writing: --lead and the motion in its time")
    parser.add_argument("--ready-file", help="made after the first packet")
    parser.add_argument("--started-file", help="made when the motion begins")
    parser.add_argument("--stay", action="store_true", help="wait for the runtime when it goes away")
    parser.add_argument("--bare-hands", action="store_true", help="hands without controllers, seen by cameras")
    parser.add_argument("--control", help="named pipe with lines COLUMN=VALUE (override) and COLUMN= (end of it)")
    options = parser.parse_args()
    try:
        rows = read_motion(options.motion, options.turned) if options.motion else [rest_row()]
        play(connect(options.port), rows, options)
    except (MotionError, UnicodeDecodeError) as error:
        sys.exit(f"puppet: {error}")
    except (BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        sys.exit(0)  # the runtime has gone: nothing left to move
    except OSError as error:
        sys.exit(f"puppet: {error}")


if __name__ == "__main__":
    main()
