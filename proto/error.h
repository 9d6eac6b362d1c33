/* SPDX-License-Identifier: MIT */
/*
 * The errors of the wire: negative numbers from one table, the rows of engine/errors.def
 * followed by those of brain/errors.def and proto/errors.def.
 */
#ifndef PENTAD_PROTO_ERROR_H
#define PENTAD_PROTO_ERROR_H

#include "brain/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Positions in the whole table: the engine's rows, the brain's, then the wire's. */
enum error_index {
#define ERROR(id, ...) ERROR_INDEX_##id,
#include "engine/errors.def"
/* in this order: numbers follow from it */
#include "brain/errors.def"
/* and the wire's */
#include "proto/errors.def"
#undef ERROR
    ERROR_COUNT
};

enum error {
#define ERROR(id, ...) ERR_##id = -1 - ERROR_INDEX_##id,
#include "proto/errors.def"
#undef ERROR
};

/* The stable code ("name_taken") and the message of an error (a negative number of the table). */
const char *error_code(int error);
const char *error_message(int error);
/* The error with this code, or 0. */
int error_from_code(const char *code);
/* True if the server ends the connection after this error. */
bool error_ends_connection(int error);

/* ------------------------------------------------------------------ phrases */
/*
 * The phrases of proto/phrases.def, numbered from 0.
 */

size_t phrase_count(void);
/* The phrase with this number; NULL after the last one. */
const char *phrase_get(size_t n);
/* The number of the phrase that is exactly this text; phrase_count() if none is. */
size_t phrase_find(const char *text);

#endif
