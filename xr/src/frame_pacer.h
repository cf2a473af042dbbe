// When the window's frames are due: a steady beat that leans towards the moments at which frames really
// begin, so that a monitor's own beat wins, and starts anew after a missed frame. Pure arithmetic on a
// clock's seconds.
#pragma once

namespace selvage {

struct FramePacer {
    double period{1.0 / 90.0}; // s
    double sleepShare{1.0}; // –, of a period to sleep; less than 1 leaves the rest to the display to wait
    double due{0.0};        // s, when the current frame was due; 0 before the first
};

// Until when to sleep before the next frame (s).
inline double nextWake(const FramePacer &pacer) {
    return pacer.due + pacer.period * pacer.sleepShare;
}

// Begins the next frame at `now` (s); returns when its picture will be seen: one period after the frame was
// due. These times ascend and are evenly spaced although frames begin unevenly.
inline double beginPacedFrame(FramePacer &pacer, double now) {
    constexpr double kPull = 0.1; // –, share of a delay that moves the beat
    const double next = pacer.due + pacer.period;
    const double late = now - next;
    const bool missed = late > pacer.period;
    pacer.due = missed ? now : next + kPull * late;
    return pacer.due + pacer.period;
}

} // namespace selvage
