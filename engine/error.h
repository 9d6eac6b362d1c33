/* SPDX-License-Identifier: MIT */
/*
 * The errors of the rules: negative numbers, from the table engine/errors.def. 0 is success.
 * proto/error.h continues the same numbering with the errors of the wire and of the server.
 */
#ifndef PENTAD_ENGINE_ERROR_H
#define PENTAD_ENGINE_ERROR_H

/* Positions in the table; use the negative ERR_ constants below. */
enum engine_error_index {
#define ERROR(id, wire, message) ENGINE_ERROR_##id,
#include "engine/errors.def"
#undef ERROR
    ENGINE_ERROR_COUNT
};

enum engine_error {
#define ERROR(id, wire, message) ERR_##id = -1 - ENGINE_ERROR_##id,
#include "engine/errors.def"
#undef ERROR
};

#endif
