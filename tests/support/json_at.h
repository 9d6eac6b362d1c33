/* SPDX-License-Identifier: MIT */
/*
 * Reading messages in tests: the member at a path such as "game.first.name" or "rows.0.rank". What
 * is not there, or of another type, fails the test. What is returned is lent by the message.
 */
#ifndef PENTAD_TESTS_SUPPORT_JSON_AT_H
#define PENTAD_TESTS_SUPPORT_JSON_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

const char *text_at(const json_t *json, const char *path);
int64_t int_at(const json_t *json, const char *path);
bool bool_at(const json_t *json, const char *path);
/* The number of elements of a list. */
size_t count_at(const json_t *json, const char *path);
/* Whether there is anything at the path. */
bool has_at(const json_t *json, const char *path);

#endif
