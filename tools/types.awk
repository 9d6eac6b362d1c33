# SPDX-License-Identifier: MIT
# TypeScript types of everything on the wire and of the door's fields, from proto/costs.def, words.def, settings.def, messages.def
# and client/core/door.def in this order. A row of these tables is one line, but for those of door.def.

BEGIN {
    print "// Made by tools/types.awk from the tables of proto/ and client/core/door.def: ./dev docs writes it anew."
    print "// docs/PROTOCOL.md says what each of it means."
}

# The name of a type: room_state -> RoomState
function camel(id,    parts, n, i, name) {
    n = split(id, parts, "_")
    for (i = 1; i <= n; i++)
        name = name toupper(substr(parts[i], 1, 1)) substr(parts[i], 2)
    return name
}

function plain(text) {
    gsub(/[" )]/, "", text)
    return text
}

function field(name, need, type) {
    return "    " name (need == "OPTIONAL" ? "?" : "") ": " type ";\n"
}

{ split($0, arg, /[(,] */); macro = arg[1] }

FILENAME ~ /costs\.def$/ && macro == "COST" { costs = costs (costs == "" ? "" : " | ") "\"" arg[3] "\"" }
FILENAME ~ /words\.def$/ && /^#include "proto\/costs\.def"/ { words = costs }
FILENAME ~ /words\.def$/ && macro == "WORDS" { words = "" }
FILENAME ~ /words\.def$/ && macro == "WORD" { words = words (words == "" ? "" : " | ") arg[4] }
FILENAME ~ /words\.def$/ && macro == "WORDS_END" { print "export type " camel(arg[2]) "Word = " words ";" }

FILENAME ~ /settings\.def$/ && macro == "SETTING" { settings = settings field(arg[3], "OPTIONAL", camel(arg[4]) "Word") }

FILENAME !~ /messages\.def$/ { if (FILENAME !~ /door\.def$/) next }

macro == "RECORD" { body = "" }
macro == "OP" || macro == "EVENT" { wire = plain(arg[4]); body = "" }
macro == "EVENT" { body = field("ev", "", "\"" wire "\"") (arg[5] ~ /ROOM|PLAYER/ ? field("seq", "OPTIONAL", "number") : "") }
macro == "INT" { body = body field(arg[3], arg[4], "number") }
macro == "BOOL" { body = body field(arg[3], arg[4], "boolean") }
FILENAME ~ /messages\.def$/ && macro ~ /^(TEXT|ID|GAME_VARIANT)$/ { body = body field(arg[3], arg[4], "string") }
FILENAME ~ /messages\.def$/ && macro == "WORD_OF" { body = body field(arg[3], arg[4], camel(arg[6]) "Word") }
macro == "OBJECT" { body = body field(arg[3], arg[4], camel(arg[5])) }
macro == "LIST" { body = body field(arg[3], "", camel(arg[4]) "[]") }
/^#include "proto\/settings\.def"/ { body = body settings }
macro == "END_RECORD" { print "export interface " camel(plain(arg[2])) " {\n" body "}" }
macro == "REPLY" { requests = requests "\"" wire "\": {\n" body "};\n"; body = "" }
macro == "END_OP" { replies = replies "\"" wire "\": {\n" body "};\n" }
macro == "END_EVENT" { events = events "\"" wire "\": {\n" body "};\n" }

# door.def: the rows of a macro are kept, and told for each list that uses it.
FILENAME ~ /door\.def$/ {
    if (/^#define (CLOCK|ROOM)_FIELDS/)
        kept = substr($2, 1, index($2, "(") - 1)
    else if (kept != "" && /^    /)
        rows[kept] = rows[kept] $0
    else
        kept = ""
    if (!/^#/ && kept == "")
        door = door $0 " "
}

# Tells the fields of rows; `list` is the name that stands for the list there, or "".
function tell(text, list,    part, args, kind) {
    while (match(text, /[A-Z_]+\([^()]*\)/)) {
        part = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        split(part, args, /[(,)] */)
        kind = args[1]
        if (kind ~ /_FIELDS$/)
            tell(rows[kind], args[2] == "list" ? list : args[2])
        else if (kind ~ /^(NUM|TEXT|POINTER|ID|VARIANT|WORD_OF)$/)
            fields = fields (fields == "" ? "" : " | ") "\"" (args[2] == "list" ? list : args[2]) "." args[3] "\""
    }
}

END {
    print "export interface Requests {\n" requests "}"
    print "export interface Replies {\n" replies "}"
    print "export interface Events {\n" events "}"
    tell(door, "")
    print "export type DoorField = " fields ";"
}
