# SPDX-License-Identifier: MIT
# Holds the objects of a build against tools/parts.txt: the first file is the table, the second one
# what `nm -A -g` prints of all objects. Prints every symbol that a part needs of one that it may not
# need, and every circle of files that is too large.

FNR == NR {
    if ($1 == "@circle")
        circle_max[$3] = $2
    else if ($0 !~ /^#/ && NF > 0) {
        known[$1]
        for (i = 1; i <= NF; i++)
            may_need[$1, $i]
    }
    next
}

# build/server/CMakeFiles/pentad_core_desk.dir/core/desk/conn.c.o: 0123 T conn_new
{
    split($0, halves, /\.o:/)
    object = halves[1]
    part = object
    sub(/.*\/CMakeFiles\//, "", part)
    sub(/\.dir\/.*/, "", part)
    symbol = $NF
    part_of[object] = part
    if ($(NF - 1) == "U")
        needs[object, symbol]
    else if ($(NF - 1) ~ /[TDRB]/)
        homes[symbol] = homes[symbol] " " object
}

function file_of(object) {
    sub(/^\.build\/[^\/]*\//, "", object)
    sub(/CMakeFiles\/[^\/]*\.dir\//, "", object)
    return object
}

# Strongly connected components, after Tarjan.
function visit(object,    list, n, i, other, size, names, most) {
    number[object] = low[object] = ++count
    stack[++depth] = object
    is_open[object] = 1
    n = split(arrows[object], list)
    for (i = 1; i <= n; i++) {
        other = list[i]
        if (!(other in number)) {
            visit(other)
            if (low[other] < low[object])
                low[object] = low[other]
        } else if (is_open[other] && number[other] < low[object]) {
            low[object] = number[other]
        }
    }
    if (low[object] != number[object])
        return
    do {
        other = stack[depth--]
        is_open[other] = 0
        size++
        names = names " " file_of(other)
    } while (other != object)
    most = circle_max[part_of[object] in circle_max ? part_of[object] : ""]
    if (size > most)
        print size " files in a circle, at most " most ":" names
}

# Whether some object that defines the symbol is one that `object` may need. Programs may have
# functions of the same name.
function is_allowed(object, symbol,    list, n, i, part) {
    n = split(homes[symbol], list)
    for (i = 1; i <= n; i++) {
        part = part_of[list[i]]
        if (part == part_of[object])
            arrows[object] = arrows[object] " " list[i]
        if (part == part_of[object] || !(part in known) || (part_of[object], part) in may_need)
            return 1
    }
    return n == 0
}

END {
    for (pair in needs) {
        split(pair, of, SUBSEP)
        if (part_of[of[1]] in known && !is_allowed(of[1], of[2]))
            print file_of(of[1]) " needs " of[2] " of" homes[of[2]]
    }
    for (object in part_of) {
        if (part_of[object] in known && !(object in number))
            visit(object)
        if (!(part_of[object] in known) && part_of[object] ~ /^pentad_/ && !(part_of[object] in told)) {
            print part_of[object] ": no line in tools/parts.txt covers this library"
            told[part_of[object]]
        }
    }
}
