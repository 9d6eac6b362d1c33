# SPDX-License-Identifier: MIT
# Checks #include lines and names of fields against tools/arrows.txt: the first file is the table,
# the rest are sources. Prints every include and every field that the table does not allow.

FNR == NR {
    if ($0 ~ /^#/ || NF == 0)
        next
    allowed = ""
    for (i = 2; i <= NF; i++)
        allowed = allowed " " $i
    if (substr($1, 1, 1) == "!")
        guarded[substr($1, 2)] = allowed
    else if (substr($1, 1, 1) == ".")
        fields[substr($1, 2)] = allowed
    else
        arrows[$1] = allowed
    next
}

FNR == 1 {
    owner = ""
    for (folder in arrows)
        if ((FILENAME == folder || index(FILENAME, folder "/") == 1) && length(folder) > length(owner))
            owner = folder
    if (owner == "" && FILENAME !~ /^tests\//)
        print FILENAME ": no line in the table covers this file"
}

function is_in(path, list,    n, parts, i) {
    n = split(list, parts, " ")
    for (i = 1; i <= n; i++)
        if (path == parts[i] || index(path, parts[i] "/") == 1)
            return 1
    return 0
}

function check_guarded(included,    header) {
    for (header in guarded)
        if (index(included, header) == 1 && !is_in(FILENAME, guarded[header]))
            print FILENAME ":" FNR ": " included " stays in" guarded[header]
}

/^#include "/ {
    split($0, parts, "\"")
    if (!is_in(parts[2], arrows[owner]))
        print FILENAME ":" FNR ": " owner " may not include " parts[2]
    check_guarded(parts[2])
}

/^#include </ {
    split($0, parts, /[<>]/)
    check_guarded(parts[2])
}

# A field that one folder alone may name, behind a dot or an arrow.
{
    for (field in fields)
        if (match($0, "(\\.|->)" field "[^A-Za-z0-9_]") && !is_in(FILENAME, fields[field]))
            print FILENAME ":" FNR ": the field " field " stays in" fields[field]
}
