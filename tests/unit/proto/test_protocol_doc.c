/* SPDX-License-Identifier: MIT */
/* The frames that docs/PROTOCOL.md shows say nothing that a server never sends. */
#include "proto/frame.h"
#include "tests/support/test.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

/* A number that says nothing at 0: it is missing then. One that depends on another field is there
 * with it only. */
static const struct {
    const char *field;
    const char *with; /* NULL: never 0 */
} rows[] = {
    {"off_until", NULL}, {"left_ms", "to_act"}, {"claim_in_ms", NULL}, {"answer_in_ms", NULL},
    {"ended", NULL},     {"n", NULL},           {"rating", NULL},      {"retry_after_ms", NULL},
};

static void check_object(const char *frame, const json_t *object)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const json_t *value = json_object_get(object, rows[i].field);
        bool is_right =
            value == NULL || (rows[i].with != NULL ? json_object_get(object, rows[i].with) != NULL
                                                   : json_integer_value(value) != 0);
        if (!is_right)
            fail_msg("%s: %s", frame, rows[i].field);
    }
}

static void check_value(const char *frame, const json_t *value)
{
    const char *key;
    json_t *inner;
    size_t i;
    if (json_is_object(value))
        check_object(frame, value);
    json_object_foreach((json_t *)value, key, inner)
        check_value(frame, inner);
    json_array_foreach(value, i, inner)
        check_value(frame, inner);
}

TEST(it_shows_what_is_sent)
{
    static char line[FRAME_REPLY_MAX];
    size_t count = 0;
    FILE *page = fopen(PAGE, "r");
    assert_non_null(page);
    while (fgets(line, sizeof(line), page) != NULL) {
        if (strncmp(line, "C: {", 4) != 0 && strncmp(line, "S: {", 4) != 0)
            continue;
        json_t *frame = json_loads(line + 3, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(frame);
        check_value(line, frame);
        json_decref(frame);
        count++;
    }
    (void)fclose(page);
    assert_true(count > 20);
}
