/* SPDX-License-Identifier: MIT */
/*
 * The computer player `generic`: it takes a win in one in every game, says for certain what it has
 * shown, and wins from chance where skill can show.
 */
#include "brain/computer.h"
#include "engine/needs.h"
#include "engine/sight.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#define ENTRIES 16384

static const struct computer *generic;
static void *memory;
static size_t memory_size;

static int set_up(void **state)
{
    (void)state;
    generic = computer_find("generic", strlen("generic"));
    memory_size = computer_memory_for(generic, variant_get(VARIANT_MINI), ENTRIES);
    memory = calloc(1, memory_size);
    return generic == NULL || memory == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

static struct thought think(const struct game *game, unsigned level, uint64_t nodes)
{
    struct thought thought;
    const struct thinking thinking = {.level = level,
                                      .seed = 7,
                                      .nodes = nodes,
                                      .prospects = 3,
                                      .memory = memory,
                                      .memory_size = memory_size};
    assert_int_equal(computer_think(generic, game, &thinking, &thought), 0);
    return thought;
}

/* Whether an action wins at once for who does it. */
static bool wins(const struct game *game, struct action action)
{
    struct game after;
    game_copy(&after, game);
    game_do(&after, action);
    return game_winner(&after) == game_to_act(game);
}

/* A position of a game of chance in which somebody can win at once; false: it ended before. */
static bool find_win(struct game *game, const struct variant *variant, uint64_t *chance)
{
    static struct action list[GAME_LEGAL_MAX];
    game_init(game, variant);
    while (game_status(game) == GAME_OPEN) {
        size_t count = sight_candidates(game, list, GAME_LEGAL_MAX);
        for (size_t i = 0; i < count; i++)
            if (wins(game, list[i]))
                return true;
        game_do(game, list[random_below(chance, count)]);
    }
    return false;
}

TEST(it_never_misses_a_win_in_one)
{
    uint64_t chance = 30;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        struct game game;
        bool is_found = false;
        for (int tries = 0; tries < 40 && !is_found; tries++)
            is_found = find_win(&game, variant, &chance);
        if (!is_found)
            continue; /* nobody makes a point by chance in go-bang */
        for (unsigned level = 1; level <= generic->levels; level += 2) {
            struct thought thought = think(&game, level, 20000);
            if (!wins(&game, thought.prospects[0].action))
                fail_msg("%s: level %u misses a win", variant->key, level);
            assert_int_equal(thought.prospects[0].proof, PROOF_WIN);
            assert_int_equal(thought.prospects[0].share, PROSPECT_SHARE_ONE);
        }
    }
}

/* Positions in which one answer alone does not lose to the next stone. */
TEST(it_stops_a_win_in_one)
{
    static const struct {
        enum variant_id variant;
        const char *actions;
        const char *answer;
    } rows[] = {
        {VARIANT_FREESTYLE15, "h8 g8 i8 a1 j8 a3 k8", "l8"},
        {VARIANT_PLANE, "0:0 -1:0 1:0 9:9 2:0 9:7 3:0", "4:0"},
        {VARIANT_DROP4, "d1 a1 d2 a2 d3", "d4"},
        {VARIANT_CUBE4, "a1a d4d b1a d3d c1a", "d1a"},
        {VARIANT_CIRCLE4, "a1 h8 a2 h7 a3", "a4"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct game game;
        struct action wanted;
        const struct variant *variant = variant_get(rows[i].variant);
        assert_int_equal(game_parse(&game, variant, rows[i].actions, strlen(rows[i].actions), NULL),
                         0);
        assert_int_equal(action_parse(variant, rows[i].answer, strlen(rows[i].answer), &wanted), 0);
        for (unsigned level = 1; level <= 3; level++)
            if (!action_equals(think(&game, level, 0).prospects[0].action, wanted))
                fail_msg("%s: level %u does not stop a win", variant->key, level);
    }
}

/* Results that are known (GAMES of the plan, section 6), for who is to act. */
TEST(it_proves_what_is_known)
{
    static const struct {
        enum variant_id variant;
        const char *actions;
        enum proof proof;
    } rows[] = {
        {VARIANT_MINI, "a1 b1 b2", PROOF_LOSS}, /* c3 and a fork */
        {VARIANT_MINI, "b2 a1 c3", PROOF_DRAW},
        {VARIANT_MINI_MISERE, "b2 a1 c3", PROOF_DRAW},
        {VARIANT_CYLINDER3, "a1", PROOF_LOSS},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct game game;
        const struct variant *variant = variant_get(rows[i].variant);
        assert_int_equal(game_parse(&game, variant, rows[i].actions, strlen(rows[i].actions), NULL),
                         0);
        struct thought thought = think(&game, generic->levels, 0);
        if (thought.prospects[0].proof != rows[i].proof)
            print_message("%s %s: %d\n", variant->key, rows[i].actions, thought.prospects[0].proof);
        assert_int_equal(thought.prospects[0].proof, rows[i].proof);
    }
}

/* A game of the level against chance, which begins in every second one; whether the level won. */
static bool wins_a_game(const struct variant *variant, unsigned level, int nth, uint64_t *chance)
{
    static struct action list[GAME_LEGAL_MAX];
    struct game game;
    enum seat own = (enum seat)(nth % SEAT_COUNT);
    game_init(&game, variant);
    while (game_status(&game) == GAME_OPEN) {
        size_t count = sight_candidates(&game, list, GAME_LEGAL_MAX);
        bool is_own = game_to_act(&game) == own;
        game_do(&game, is_own ? think(&game, level, 0).prospects[0].action
                              : list[random_below(chance, count)]);
    }
    return game_winner(&game) == own;
}

/* By a seed, so that the count is the same everywhere. ./dev mind family measures all games. */
TEST(it_wins_from_chance)
{
    static const struct {
        enum variant_id variant;
        unsigned level;
        int games;
        int least;
    } rows[] = {
        {VARIANT_DROP4, 3, 20, 19},     {VARIANT_ULTIMATE, 3, 10, 10},
        {VARIANT_CUBE4, 2, 10, 10},     {VARIANT_CIRCLE4, 2, 10, 10},
        {VARIANT_SCORE5, 3, 10, 10},    {VARIANT_DROP4_MISERE, 2, 10, 9},
        {VARIANT_FREESTYLE15, 3, 6, 6}, {VARIANT_CONNECT6, 2, 4, 4},
        {VARIANT_PLANE, 2, 6, 6},       {VARIANT_RENJU, 2, 6, 6},
    };
    uint64_t chance = 3;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct variant *variant = variant_get(rows[i].variant);
        int won = 0;
        for (int nth = 0; nth < rows[i].games; nth++)
            won += wins_a_game(variant, rows[i].level, nth, &chance) ? 1 : 0;
        if (won < rows[i].least)
            fail_msg("%s: level %u won %d of %d games", variant->key, rows[i].level, won,
                     rows[i].games);
    }
}

/* Against chance: a game that was said to be won is won, and one said to be drawn is not lost. */
TEST(what_is_certain_is_held)
{
    static const enum variant_id ids[] = {VARIANT_MINI,    VARIANT_MINI_MISERE, VARIANT_MINI4X3,
                                          VARIANT_SCORE3,  VARIANT_CYLINDER3,   VARIANT_CUBE3,
                                          VARIANT_SQUARE4, VARIANT_SILVERMAN,   VARIANT_WILD4};
    static struct action list[GAME_LEGAL_MAX];
    uint64_t chance = 5;
    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
        const struct variant *variant = variant_get(ids[i]);
        unsigned certain = 0;
        for (int seat = 0; seat < SEAT_COUNT; seat++) {
            struct game game;
            enum proof said = PROOF_UNKNOWN;
            game_init(&game, variant);
            while (game_status(&game) == GAME_OPEN) {
                size_t count = game_legal_actions(&game, list, GAME_LEGAL_MAX);
                struct action action = list[random_below(&chance, count)];
                if ((int)game_to_act(&game) == seat) {
                    struct thought thought = think(&game, generic->levels, 400000);
                    enum proof proof = (enum proof)thought.prospects[0].proof;
                    action = thought.prospects[0].action;
                    assert_true(said != PROOF_WIN || proof == PROOF_WIN);
                    assert_true(said != PROOF_DRAW || proof == PROOF_DRAW || proof == PROOF_WIN);
                    said = proof != PROOF_UNKNOWN ? proof : said;
                }
                game_do(&game, action);
            }
            certain += said == PROOF_WIN || said == PROOF_DRAW ? 1 : 0;
            if (said == PROOF_WIN)
                assert_int_equal(game_winner(&game), seat);
            if (said == PROOF_DRAW)
                assert_int_not_equal((int)game_winner(&game), 1 - seat);
        }
        if (certain == 0)
            fail_msg("%s: nothing was certain to the end", variant->key);
    }
}

int main(void)
{
    return test_run_all(set_up, tear_down);
}
