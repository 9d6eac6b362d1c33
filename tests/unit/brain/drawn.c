/* SPDX-License-Identifier: MIT */
/* Plays drawn positions of 3x3. */
#include "tests/unit/brain/drawn.h"

#include "tests/support/cmocka_all.h"

size_t drawn_cell(size_t i)
{
    return (2 - i / 3) * 3 + i % 3;
}

/* The next cell from `at` on with this mark; DRAWN_CELLS if there is none. */
static size_t next_of(const char *drawing, char mark, size_t at)
{
    while (at < DRAWN_CELLS && drawing[at + at / 3] != mark)
        at++;
    return at;
}

void drawn_play(struct game *game, const char *drawing)
{
    size_t at[2] = {next_of(drawing, 'X', 0), next_of(drawing, 'O', 0)};
    game_init(game, variant_get(VARIANT_MINI));
    for (unsigned side = 0; at[side] < DRAWN_CELLS; side = !side) {
        assert_int_equal(game_act(game, action_place(drawn_cell(at[side]))), 0);
        at[side] = next_of(drawing, side == 0 ? 'X' : 'O', at[side] + 1);
    }
    assert_int_equal(at[0], DRAWN_CELLS);
    assert_int_equal(at[1], DRAWN_CELLS);
}
