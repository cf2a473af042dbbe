#!/usr/bin/env bash
# window_probe_test.sh PROBE [PICTURES]: drives the window probe on a virtual screen with a real mouse and keyboard and
# checks what the window reports. With a folder PICTURES, screenshots are kept there. 77: the tools are not installed.
set -u
probe=$1
pictures=${2:-}

for tool in Xvfb xvfb-run xauth xdotool; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
if [ -z "${INSIDE_XVFB:-}" ]; then
    software=$(compgen -G '/usr/share/vulkan/icd.d/lvp_icd*.json' | head -n 1) # a real driver may refuse this screen
    [ -z "$software" ] || export VK_ICD_FILENAMES=$software
    INSIDE_XVFB=1 exec xvfb-run -a -s "-screen 0 1280x800x24" bash "$0" "$@"
fi

log=$(mktemp)
"$probe" >"$log" 2>&1 &
probe_id=$!
trap 'kill "$probe_id" 2>/dev/null; rm -f "$log"' EXIT
seen=0 # lines of the log that earlier checks have used up

# expect WHAT PATTERN: waits until a line printed since the last check matches.
expect() {
    local _ line
    for _ in $(seq 300); do
        line=$(tail -n +$((seen + 1)) "$log" | grep -n -m 1 -E "$2") && break
        sleep 0.1
    done
    if [ -z "$line" ]; then
        printf 'FAILED: %s: no line matches "%s". The log:\n' "$1" "$2"
        cat "$log"
        exit 1
    fi
    seen=$((seen + ${line%%:*}))
    printf 'ok: %s: %s\n' "$1" "${line#*:}"
}

shot() {
    [ -n "$pictures" ] || return 0
    sleep 0.7
    import -window root "$pictures/$1.png"
}

expect "starts" "^state running"
expect "has the size asked for" "^size 960 x 600"
expect "looks from eye height" "^head 0.0 1.5 1.1"
window=$(xdotool search --name "Window probe" | head -n 1)
xdotool windowfocus --sync "$window"
shot start

xdotool mousemove --window "$window" 480 300 mousedown 1
expect "a press on cloth closes the right hand there" "^right pinch 1 at -?0.0. 0.[67]"
xdotool mousemove --window "$window" 600 240
expect "the hand follows the mouse" "^right pinch 1 at 0.[23]. 0.[89]"
shot drag
xdotool click 5 click 5
expect "the wheel brings it nearer" "^right pinch 1 at 0.[23]. [01].[0-9]. -0.[45]"
xdotool mouseup 1
expect "the hand opens" "^right pinch 0"
expect "and goes" "^right away"

xdotool mousemove --window "$window" 440 330 mousedown 1
expect "a second grab" "^right pinch 1"
xdotool mousemove --window "$window" 340 360 keydown ctrl mouseup 1 keyup ctrl
expect "Ctrl leaves the point to the left hand" "^left pinch 1"
xdotool mousemove --window "$window" 520 270 mousedown 1
expect "the right hand is free for another" "^right pinch 1"
xdotool mousemove --window "$window" 640 200
shot two-hands
xdotool mouseup 1
expect "which it lets go" "^right away"

xdotool key r
expect "R resets" "^commands reset 1 "
xdotool key space key n key period key w key bracketright key bracketright key Prior
expect "the other keys" "^commands reset 1 step 2 next 2 previous 1 paused 1 wireframe 1"
shot wireframe
xdotool key w key space key F1
expect "toggles go back" "paused 0 wireframe 0"
shot help

xdotool mousemove --window "$window" 40 60 mousedown 1 mousemove --window "$window" 240 60 mouseup 1
expect "a drag beside the cloth orbits" "^head -1.5 1.5 0.3"
xdotool mousemove --window "$window" 480 300 mousedown 2 mousemove --window "$window" 480 200 mouseup 2
expect "a middle drag pans" "^head -1.6 1.2 0.3"
xdotool click 4 click 4 click 4
expect "the wheel zooms" "^head -1.2 1.0 0.[01]"
shot camera

xdotool windowsize "$window" 700 520
expect "a new size is taken" "^size 700 x 520"
xdotool windowsize "$window" 1200 760
expect "and another" "^size 1200 x 760"
shot resized

xdotool key Escape
expect "Esc ends it" "^finished after"
wait "$probe_id"
code=$?
expect "without a complaint from Vulkan" "^validation messages: 0"
echo "exit code $code"
exit "$code"
