/* SPDX-License-Identifier: MIT */
/*
 * When a computer agrees to a draw: not a ply or a stone sooner than it is to.
 */
#include "brain/manners.h"
#include "tests/support/test.h"

#include <string.h>

#define EVEN 5000
#define BETTER 5301
#define ON_MINI 6 /* stones: three fifths of nine cells are 5.4 */

static struct game game_at(enum variant_id id, uint16_t ply, uint16_t stones)
{
    struct game game;
    game_init(&game, variant_get(id));
    game.ply = ply;
    game.stones = stones;
    return game;
}

static void note(struct manners *manners, uint16_t ply, uint16_t share, enum proof proof)
{
    struct game game = game_at(VARIANT_CLASSIC, ply, ply);
    manners_note(manners, &game, share, proof);
}

static bool agree_at(const struct manners *manners, uint16_t ply, uint16_t stones)
{
    struct game game = game_at(VARIANT_CLASSIC, ply, stones);
    return manners_agree(manners, &game);
}

TEST(it_knows_of_no_draw_at_first)
{
    struct manners manners;
    struct game game = game_at(VARIANT_MINI, ON_MINI, ON_MINI);
    manners_forget(&manners);
    assert_false(manners_agree(&manners, &game));
}

TEST(what_is_proven_is_agreed_to_on_any_board)
{
    struct manners manners = {0};
    note(&manners, 3, EVEN, PROOF_DRAW);
    assert_true(agree_at(&manners, 4, 4));
    note(&manners, 5, EVEN, PROOF_UNKNOWN);
    assert_false(agree_at(&manners, 6, 6));
}

/* 217 of 361 cells are three fifths. */
TEST(ten_even_plies_on_a_full_board_are_a_draw)
{
    struct manners manners = {0};
    note(&manners, 210, BETTER, PROOF_UNKNOWN);
    for (uint16_t ply = 212; ply <= 220; ply += 2)
        note(&manners, ply, ply % 4 == 0 ? EVEN + 300 : EVEN - 300, PROOF_UNKNOWN);
    assert_false(agree_at(&manners, 221, 221));
    assert_true(agree_at(&manners, 222, 222));
    assert_false(agree_at(&manners, 222, 216));
    assert_true(agree_at(&manners, 222, 217));
}

TEST(one_ply_that_is_not_even_begins_anew)
{
    struct manners manners = {0};
    note(&manners, 220, EVEN, PROOF_UNKNOWN);
    note(&manners, 230, PROSPECT_SHARE_ONE - BETTER, PROOF_UNKNOWN);
    assert_false(agree_at(&manners, 231, 231));
    note(&manners, 232, EVEN, PROOF_UNKNOWN);
    assert_false(agree_at(&manners, 241, 241));
    assert_true(agree_at(&manners, 242, 242));
}

static void play(struct game *game, const char *actions, unsigned given, bool gives_up)
{
    struct manners manners = {0};
    assert_int_equal(game_parse(game, variant_get(VARIANT_CLASSIC), actions, strlen(actions), NULL),
                     0);
    assert_false(manners_give_up(&manners, game, given));
    manners_note(&manners, game, 1, PROOF_UNKNOWN);
    assert_false(manners_give_up(&manners, game, given)); /* likely is not certain */
    manners_note(&manners, game, 0, PROOF_LOSS);
    assert_int_equal(manners_give_up(&manners, game, given), gives_up);
}

TEST(it_gives_up_what_is_lost_when_that_is_a_loss)
{
    struct game game;
    play(&game, "h8 a1 i8 c1 j8", 0, true);
    play(&game, "h8 a1 i8 c1 j8", 3, true);
    play(&game, "h8 a1 i8 c1 j8", 4, false); /* the computer has made nothing since */
    play(&game, "h8 a1 i8", 0, false);       /* far from a row */
}
