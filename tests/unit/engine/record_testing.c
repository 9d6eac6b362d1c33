/* SPDX-License-Identifier: MIT */
/* Readers of records under test; see the header. */
#include "tests/unit/engine/record_testing.h"

#include "tests/support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

int record_read_exact(record_read_fn *read, struct game *game, const char *bytes, size_t len,
                      size_t *at_out)
{
    char *copy = malloc(len + (len == 0));
    assert_non_null(copy);
    memcpy(copy, bytes, len);
    int error = read(game, copy, len, at_out);
    free(copy);
    return error;
}

void record_assert_reads(record_read_fn *read, const char *record, enum variant_id id,
                         const char *actions)
{
    struct game game;
    char text[GAME_TEXT_SIZE];
    size_t at = 0;
    int error = record_read_exact(read, &game, record, strlen(record), &at);
    if (error != 0)
        fail_msg("error %d at %zu of %s", error, at, record);
    assert_ptr_equal(game.variant, variant_get(id));
    game_format(&game, text, sizeof(text));
    assert_string_equal(text, actions);
}

void record_assert_fault(record_read_fn *read, const char *record, int expected, size_t offset)
{
    struct game game;
    size_t at = 1000000;
    int error = record_read_exact(read, &game, record, strlen(record), &at);
    if (error != expected || at != offset)
        fail_msg("error %d at %zu of %s", error, at, record);
}
