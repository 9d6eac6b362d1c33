# SPDX-License-Identifier: MIT
# Draws moves/s and CPU beside the relay's by games at once, from `bench-table FILE plot`, with gnuplot:
# data and out are set by who calls.
set terminal svg size 900,360 font "sans-serif,13" background "white"
set output out
set multiplot layout 1,2
set logscale x
set xlabel "games at once"
set xtics (1, 50, 500, 2000)
set xrange [0.8:2500]
set yrange [0:*]
set grid ytics lc rgb "#dddddd"
set border 3
set tics nomirror
set style data linespoints
set pointsize 0.8
set title "moves/s, as a part of the relay's"
set key outside bottom center horizontal
set arrow from graph 0, first 1 to graph 1, first 1 nohead dt 2 lc rgb "#555555"
plot data using 1:2 lc rgb "#b2182b" pt 7 lw 2 title "full", \
     data using 1:3 lc rgb "#ef8a62" pt 7 lw 2 title "normal", \
     data using 1:4 lc rgb "#2166ac" pt 7 lw 2 title "memory"
set title "CPU of a move, times the relay's"
plot data using 1:5 lc rgb "#b2182b" pt 7 lw 2 title "full", \
     data using 1:6 lc rgb "#ef8a62" pt 7 lw 2 title "normal", \
     data using 1:7 lc rgb "#2166ac" pt 7 lw 2 title "memory"
unset multiplot
