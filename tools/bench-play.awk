# SPDX-License-Identifier: MIT
# Prints the results of tools/bench-play with each figure as a ratio to the relay's.
BEGIN {
    FS = "\t"
    printf "%6s %-7s %-5s %9s %6s %9s %9s %7s %10s %6s %8s\n", "games", "store", "load",
        "moves/s", "ratio", "p50 us", "p99 us", "ratio", "CPU ms/1000", "ratio", "KiB/conn"
}
NR == 1 || $3 == "calibration" { next }
$1 == "relay" { moves[$2, $3] = $4; p99[$2, $3] = $6; cpu[$2, $3] = $7 }
# How many times the relay's figure; 0 where that is none.
function times(value, limit) {
    return limit + 0 == 0 ? 0 : value / limit
}
{
    printf("%6s %-7s %-5s %9s %6.2f %9s %9s %7.2f %10.1f %6.2f %8s\n", $2, $1, $3, $4,
        times($4, moves[$2, $3]), $5, $6, times($6, p99[$2, $3]), $7, times($7, cpu[$2, $3]), $9)
}
