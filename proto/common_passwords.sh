#!/bin/sh
# SPDX-License-Identifier: MIT
# common_passwords.sh LISTS OUTPUT: writes the 10,000 commonest passwords of at least 5 characters as
# rows of a table of C, in the order of strcmp(). LISTS is frequency_lists.py of python3-zxcvbn, which
# has them in lower case, the commonest first, in one line with commas between.
set -eu
export LC_ALL=C
COUNT=10000
sed -n 's/^ *"passwords": "\([^"]*\)".*/\1/p' "$1" | tr ',' '\n' | awk 'length >= 5' |
    head -n "$COUNT" | sort -u | sed 's/[\\"]/\\&/g; s/.*/    "&",/' > "$2.new"
[ "$(wc -l < "$2.new")" -eq "$COUNT" ] || {
    echo "common_passwords.sh: $1 does not have $COUNT passwords" >&2
    exit 1
}
mv "$2.new" "$2"
