# SPDX-License-Identifier: MIT
# Gives headings the ids that links to them have on GitHub: small letters, hyphens for spaces, no other signs.
/^<h[1-4]>/ {
    id = tolower($0)
    gsub(/<[^>]*>|&[a-z]+;/, "", id)
    gsub(/[^a-z0-9 _-]/, "", id)
    gsub(/ /, "-", id)
    sub(/>/, " id=\"" id (id in seen ? "-" seen[id] : "") "\">")
    seen[id]++
}
{ print }
