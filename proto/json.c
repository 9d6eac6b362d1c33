/* SPDX-License-Identifier: MIT */
/*
 * Parsing with jansson, as proto/json.h describes it. jansson's own limit of depth is far above
 * ours and it has one error for many faults, so UTF-8 and depth are looked at first.
 */
#include "proto/json.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "proto/codec.h"
#include "proto/error.h"
#include "proto/frame.h"
#include "proto/require.h"

#include <stdbool.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ where trees live */

static bool has_started;
/* The arena of the frame that this thread reads: the tree lives there, and goes with it. */
static _Thread_local struct arena *tree_arena;

static void *tree_alloc(size_t size)
{
    return tree_arena != NULL ? arena_alloc(tree_arena, size) : mem_alloc(size);
}

static void tree_free(void *take)
{
    if (tree_arena == NULL)
        free(take);
}

void codec_start(void)
{
    json_set_alloc_funcs(tree_alloc, tree_free);
    has_started = true;
}

void json__release(json_t *object)
{
    if (!has_started)
        json_decref(object);
    tree_arena = NULL;
}

/* ------------------------------------------------------------------ what jansson does not check */

/* The position of the quote that ends the text which begins at `at`, or `len`. */
static size_t text_end(const char *bytes, size_t len, size_t at)
{
    while (at < len && bytes[at] != '"')
        at += bytes[at] == '\\' ? 2 : 1;
    return at;
}

/* Whether brackets nest too deep. Exact for JSON; for anything else it does not matter, because the
 * parser stops where it ends being JSON. */
static bool is_too_deep(const char *bytes, size_t len)
{
    size_t depth = 0;
    for (size_t i = 0; i < len; i++) {
        char c = bytes[i];
        if (c == '"')
            i = text_end(bytes, len, i + 1);
        else if (c == '{' || c == '[')
            depth++;
        else if ((c == '}' || c == ']') && depth > 0)
            depth--;
        if (depth > FRAME_DEPTH_MAX)
            return true;
    }
    return false;
}

static int error_of(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_duplicate_key:
        return ERR_DUPLICATE_KEY;
    case json_error_numeric_overflow:
        return ERR_OUT_OF_RANGE;
    default:
        REQUIRE(json_error_code(error) != json_error_out_of_memory);
        return ERR_BAD_JSON;
    }
}

static int load(const char *bytes, size_t len, json_t **object_out)
{
    json_error_t error;
    json_t *value = json_loadb(bytes, len, JSON_REJECT_DUPLICATES, &error);
    if (value == NULL)
        return error_of(&error);
    *object_out = value;
    return json_is_object(value) ? 0 : ERR_NOT_AN_OBJECT;
}

int json__parse(const char *bytes, size_t len, struct arena *arena, json_t **object_out)
{
    if (!utf8_is_valid(bytes, len))
        return ERR_NOT_UTF8;
    if (is_too_deep(bytes, len))
        return ERR_TOO_DEEP;
    json_t *value = NULL;
    tree_arena = has_started ? arena : NULL;
    int error = load(bytes, len, &value);
    if (error != 0) {
        json__release(value);
        return error;
    }
    *object_out = value;
    return 0;
}
