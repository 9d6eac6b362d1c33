/* SPDX-License-Identifier: MIT */
/*
 * The escape key among the keys of a terminal. Its byte is also the first one of what other keys
 * send, and those send all of it at once: an escape that stands alone for a while was the key, and
 * the key means nothing. A plain value; no clock.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_KEYS_H
#define PENTAD_CLIENT_CLI_TERMINAL_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KEYS_ESCAPE "\x1b"
#define KEYS_ALONE_MS 50 /* after so long an escape was alone */

/* Begins as zeros. */
struct keys {
    bool has_escape; /* the last byte that came, not passed on yet */
    int64_t escape_ms;
};

/* Takes bytes that came at `now_ms`: `*len` is shortened by an escape at their end, which is kept.
 * Returns whether a kept one goes before them, for they belong to it. */
bool keys_take(struct keys *keys, const char *bytes, size_t *len, int64_t now_ms);

#endif
