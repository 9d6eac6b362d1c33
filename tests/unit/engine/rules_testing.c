/* SPDX-License-Identifier: MIT */
/* Steps that several tests of the rules take; see the header. */
#include "tests/unit/engine/rules_testing.h"

#include "tests/support/cmocka_all.h"

#include <string.h>

struct game game_of(enum variant_id id, const char *actions)
{
    struct game game;
    size_t ply = 0;
    int error = game_parse(&game, variant_get(id), actions, strlen(actions), &ply);
    if (error != 0)
        fail_msg("\"%s\": error %d at ply %zu", actions, error, ply);
    return game;
}

enum mark mark_other(enum mark mark)
{
    return mark == MARK_X ? MARK_O : MARK_X;
}

size_t threats_all(const struct game *game, enum mark mark, struct threat *threats, size_t cap)
{
    struct threats_search search;
    size_t count = 0;
    threats_start(&search, game, mark);
    while (count < cap && threats_next(&search, &threats[count]))
        count++;
    assert_true(count < cap);
    return count;
}

bool cells_have(const uint16_t *cells, size_t count, size_t cell)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i] == cell)
            return true;
    return false;
}
