/* SPDX-License-Identifier: MIT */
/*
 * Private to proto/. The only door to jansson: bytes to a tree of values, after the checks that
 * jansson does not make. No other header of the project may include jansson.h.
 */
#ifndef PENTAD_PROTO_JSON_H
#define PENTAD_PROTO_JSON_H

#include "base/arena.h"

#include <stddef.h>

#include <jansson.h>

/* Parses a frame. Returns 0 and an object, which the caller gives to json__release() before it
 * resets the arena or parses another frame; or an error, checked in this order: ERR_NOT_UTF8,
 * ERR_TOO_DEEP, what stopped the parser (ERR_DUPLICATE_KEY, ERR_OUT_OF_RANGE for a number that no
 * machine word holds, else ERR_BAD_JSON), ERR_NOT_AN_OBJECT. */
int json__parse(const char *bytes, size_t len, struct arena *arena, json_t **object_out);
void json__release(json_t *object);

#endif
