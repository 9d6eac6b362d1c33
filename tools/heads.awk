# SPDX-License-Identifier: MIT
# A function is defined in the file of the header that declares it: X.c of X.h. First tools/parts.txt
# for the doors, headers of a part whose functions are in several files; then what `nm -A -g` prints
# of all objects, then the headers.

FNR == 1 {
    input++
    in_comment = 0
}

input == 1 {
    if ($1 == "@door")
        is_door[$2]
    next
}

# .build/dev/db/CMakeFiles/pentad_sql.dir/sql/fields.c.o: 0123 T fields__put
input == 2 {
    if ($(NF - 1) !~ /[TDRB]/)
        next
    split($0, halves, /\.o:/)
    file = halves[1]
    sub(/^\.build\/[^\/]*\//, "", file)
    sub(/CMakeFiles\/[^\/]*\.dir\//, "", file)
    sub(/\.c$/, ".h", file)
    home[$NF] = home[$NF] " " file " "
    next
}

FILENAME in is_door { nextfile }

{
    line = $0
    if (in_comment) {
        if (!sub(/^.*\*\//, "", line))
            next
        in_comment = 0
    }
    gsub(/\/\*[^*]*\*\//, "", line)
    if (sub(/\/\*.*$/, "", line))
        in_comment = 1
    while (match(line, /[a-z_][a-z0-9_]*\(/)) {
        symbol = substr(line, RSTART, RLENGTH - 1)
        line = substr(line, RSTART + RLENGTH)
        if (symbol in home && index(home[symbol], " " FILENAME " ") == 0)
            print FILENAME ":" FNR ": " symbol " is defined in" home[symbol]
    }
}
