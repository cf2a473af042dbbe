#!/usr/bin/env bash
# soak_judgement_test.sh SOAK: what tools/soak says of an application that it has watched for a quarter of an hour.
set -u
soak=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# watched GROWTH RUNS: scenes of sizes of their own, the largest last, kB more each second, started anew RUNS - 1 times.
watched() {
    rm -f "$folder"/*
    echo "3 recentre" >"$folder/events"
    echo "[info] scene flag" >"$folder/messages-1"
    awk -v growth="$1" -v runs="$2" 'BEGIN {
        split("scarf flag dress wind", names); split("165000 170000 185000 168000", sizes)
        for (t = 0; t < 900; t++) {
            run = 1 + int(t * runs / 900)
            scene = t > 780 ? 3 : 1 + int(t / 20) % 4
            print t, sizes[scene] + growth * (t % (900 / runs)) + (t * 7919) % 3000, names[scene], run
        }
    }' >"$folder/resident"
}
expect() { # expect STATUS WHAT
    "$soak" 15 --judge "$folder" >"$folder/said"
    local status=$?
    if [ $status -ne "$1" ]; then
        echo "$2: expected $1, but the status is $status"
        cat "$folder/said"
        failures=$((failures + 1))
    fi
}

watched 0 1
expect 0 "flat, with the largest scene at the end"
watched 5 1
expect 0 "about 1 % more in the last half than in the first"
watched 20 1
expect 1 "about 4 % more in the last half than in the first"
watched 40 3
expect 1 "growth within the longest run"
watched 0 1
echo "400 CRASH code 139" >>"$folder/events"
expect 1 "a crash"
exit $((failures > 0))
