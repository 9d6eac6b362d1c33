/* SPDX-License-Identifier: MIT */
/*
 * Tests of where a search looks: on random games of all variants, beside a look at every legal
 * action. The seed is fixed.
 */
#include "engine/sight.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#define GAMES_EACH 12

static bool has(const struct action *list, size_t count, struct action action)
{
    for (size_t i = 0; i < count; i++)
        if (action_equals(list[i], action))
            return true;
    return false;
}

static bool wins(const struct game *game, struct action action)
{
    struct game after;
    game_copy(&after, game);
    game_do(&after, action);
    return game_winner(&after) == game_to_act(game);
}

/* All of them, but on sparse boards the candidates. */
static size_t list_all(const struct game *game, struct action *list)
{
    return sight_candidates(game, list, GAME_LEGAL_MAX);
}

/* Plays at random until who is to act can win; returns how many actions win then. */
static size_t check_wins_of_a_game(const struct variant *variant, uint64_t *chance)
{
    static struct action all[GAME_LEGAL_MAX];
    static struct action seen[GAME_LEGAL_MAX];
    static struct action likely[GAME_LEGAL_MAX];
    struct game game;
    size_t found = 0;
    game_init(&game, variant);
    while (game_status(&game) == GAME_OPEN && found == 0) {
        size_t count = list_all(&game, all);
        size_t likely_count = sight_actions(&game, likely, GAME_LEGAL_MAX);
        size_t seen_count = sight_wins(&game, seen, GAME_LEGAL_MAX);
        for (size_t i = 0; i < count; i++) {
            if (!wins(&game, all[i]))
                continue;
            if (!has(seen, seen_count, all[i]) || !has(likely, likely_count, all[i]))
                fail_msg("%s: a win is not seen at ply %d", variant->key, game.ply);
            found++;
        }
        game_do(&game, all[random_below(chance, count)]);
    }
    return found;
}

TEST(every_new_win_is_seen)
{
    uint64_t chance = 8;
    size_t found = 0;
    for (int id = 0; id < VARIANT_COUNT; id++)
        for (int nth = 0; nth < GAMES_EACH; nth++)
            found += check_wins_of_a_game(variant_get((enum variant_id)id), &chance);
    assert_true(found > VARIANT_COUNT);
}

/* Every action that is seen or drawn is legal, and the list has it. */
static void check_draws(const struct game *game, uint64_t *chance)
{
    static struct action list[GAME_LEGAL_MAX];
    size_t count = sight_actions(game, list, GAME_LEGAL_MAX);
    struct action action;
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(game_check(game, list[i]), 0);
        assert_false(has(list, i, list[i]));
    }
    for (int nth = 0; nth < 20; nth++)
        if (sight_draw(game, random_next(chance), &action))
            assert_true(has(list, count, action));
    assert_true(!sight_is_whole(game->variant) || count == game_legal_actions(game, NULL, 0));
}

TEST(draws_are_of_the_list)
{
    static struct action list[GAME_LEGAL_MAX];
    uint64_t chance = 9;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        struct game game;
        game_init(&game, variant_get((enum variant_id)id));
        for (int ply = 0; ply < 60 && game_status(&game) == GAME_OPEN; ply++) {
            check_draws(&game, &chance);
            game_do(&game, list[random_below(&chance, list_all(&game, list))]);
        }
    }
}

/* Four in a row of Connect6 win by the two stones of a turn, at either end or around. */
TEST(a_turn_of_two_stones_wins_by_both)
{
    static const char actions[] = "a1 j10 k10 a3 s3 l10 m10 a5 s5";
    struct action seen[GAME_LEGAL_MAX];
    struct game game;
    const struct variant *variant = variant_get(VARIANT_CONNECT6);
    assert_int_equal(game_parse(&game, variant, actions, sizeof(actions) - 1, NULL), 0);
    assert_int_equal(sight_wins(&game, seen, GAME_LEGAL_MAX), 4); /* h10 i10 n10 o10 */
    game_do(&game, seen[0]);
    assert_int_equal(game_stones_left(&game), 1);
    assert_true(sight_wins(&game, seen, GAME_LEGAL_MAX) > 0);
}

/* The row b2 c2 d2 is old; the opponent's a1 lets its fourth stone stand. */
TEST(a_stone_that_others_support_is_seen)
{
    static const char actions[] = "c1 b1 b2 d1 c2 h1 d2 h2 h3 a1";
    struct action seen[GAME_LEGAL_MAX];
    struct action wanted;
    struct game game;
    const struct variant *variant = variant_get(VARIANT_DROP4);
    assert_int_equal(game_parse(&game, variant, actions, sizeof(actions) - 1, NULL), 0);
    assert_int_equal(action_parse(variant, "a2", 2, &wanted), 0);
    assert_true(has(seen, sight_wins(&game, seen, GAME_LEGAL_MAX), wanted));
}
