/* SPDX-License-Identifier: MIT */
/* Paths into JSON; see the header. */
#include "tests/support/json_at.h"

#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The member at `path`, or NULL. */
static json_t *member(const json_t *json, const char *path)
{
    const json_t *at = json;
    while (at != NULL && *path != '\0') {
        char key[64];
        size_t len = strcspn(path, ".");
        assert_in_range(len, 1, sizeof(key) - 1);
        memcpy(key, path, len);
        key[len] = '\0';
        at = json_is_array(at) ? json_array_get(at, strtoul(key, NULL, 10))
                               : json_object_get(at, key);
        path += len + (path[len] == '.');
    }
    return (json_t *)at;
}

static _Noreturn void member_fail(const json_t *json, const char *path, const char *type)
{
    char *line = json_dumps(json, JSON_COMPACT);
    fprintf(stderr, "%s\n", line);
    free(line);
    fail_msg("no %s at %s", type, path);
    abort();
}

const char *text_at(const json_t *json, const char *path)
{
    const json_t *found = member(json, path);
    if (!json_is_string(found))
        member_fail(json, path, "text");
    return json_string_value(found);
}

int64_t int_at(const json_t *json, const char *path)
{
    const json_t *found = member(json, path);
    if (!json_is_integer(found))
        member_fail(json, path, "number");
    return json_integer_value(found);
}

bool bool_at(const json_t *json, const char *path)
{
    const json_t *found = member(json, path);
    if (!json_is_boolean(found))
        member_fail(json, path, "boolean");
    return json_is_true(found);
}

size_t count_at(const json_t *json, const char *path)
{
    const json_t *found = member(json, path);
    if (!json_is_array(found))
        member_fail(json, path, "list");
    return json_array_size(found);
}

bool has_at(const json_t *json, const char *path)
{
    return member(json, path) != NULL;
}
