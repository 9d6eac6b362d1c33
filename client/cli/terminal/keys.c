/* SPDX-License-Identifier: MIT */
/*
 * The escape key, as client/cli/terminal/keys.h describes it.
 */
#include "client/cli/terminal/keys.h"

bool keys_take(struct keys *keys, const char *bytes, size_t *len, int64_t now_ms)
{
    size_t count = *len;
    bool is_first = keys->has_escape && now_ms - keys->escape_ms < KEYS_ALONE_MS;
    while (count > 0 && bytes[count - 1] == KEYS_ESCAPE[0])
        count--;
    keys->has_escape = count < *len;
    keys->escape_ms = now_ms;
    *len = count;
    return is_first && count > 0;
}
