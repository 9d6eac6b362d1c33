/* SPDX-License-Identifier: MIT */
/*
 * What the levels of `pentad` promise, in positions of their own games: every level completes its
 * five, from 3 on a four is stopped, from 5 on an open three is met, and nobody plays far away.
 * What is overlooked gets less from level to level.
 */
#include "brain/computer.h"
#include "brain/search/position.h"
#include "engine/threats.h"
#include "tests/support/beginner.h"
#include "tests/support/random.h"
#include "tests/support/test.h"
#include "tests/unit/brain/even.h"

#include <stdlib.h>
#include <string.h>

#ifndef PENTAD_TEST_CHANCES
#define PENTAD_TEST_CHANCES 12
#endif

/* Pairs of games of a match between levels. */
#ifndef PENTAD_TEST_PAIRS
#define PENTAD_TEST_PAIRS 20
#endif

#define LEVELS 10
#define OPENING_LOOKS 26 /* that a stone of an opening takes */
#define NODES 400        /* enough for a promise */
#define FAR 5
#define LOOK_NODES 2000
#ifndef PENTAD_TEST_OPENINGS
#define PENTAD_TEST_OPENINGS 5
#endif

struct rig {
    const struct computer *computer;
    void *tables;
    void *memory;
    size_t memory_size;
};

static int make_rig(void **state)
{
    static struct rig rig;
    const struct variant *variant = variant_get(VARIANT_CLASSIC);
    rig.computer = computer_get(COMPUTER_PENTAD);
    size_t size = computer_tables_size(rig.computer, variant);
    rig.memory_size = computer_memory_size(rig.computer, variant);
    rig.tables = malloc(size);
    rig.memory = calloc(1, rig.memory_size);
    assert_non_null(rig.tables);
    assert_non_null(rig.memory);
    assert_int_equal(computer_tables_make(rig.computer, variant, rig.tables, size), 0);
    *state = &rig;
    return 0;
}

static int free_rig(void **state)
{
    struct rig *rig = *state;
    free(rig->tables);
    free(rig->memory);
    return 0;
}

static struct thought think_of(const struct rig *rig, const struct game *game, unsigned level,
                               uint64_t seed, uint64_t nodes)
{
    struct thought thought;
    struct thinking thinking = {.level = level,
                                .seed = seed,
                                .nodes = nodes,
                                .prospects = 1,
                                .tables = rig->tables,
                                .memory = rig->memory,
                                .memory_size = rig->memory_size};
    assert_int_equal(computer_think(rig->computer, game, &thinking, &thought), 0);
    return thought;
}

static struct thought think(const struct rig *rig, const struct game *game, unsigned level,
                            uint64_t seed)
{
    return think_of(rig, game, level, seed, NODES);
}

/* ------------------------------------------------------------------ what stands on the board */

static enum mark other_of(enum mark mark)
{
    return mark == MARK_X ? MARK_O : MARK_X;
}

/* Counts the threats of `mark` that are fours, or threes. */
static unsigned count_threats(const struct game *game, enum mark mark, bool is_three)
{
    struct threats_search search;
    struct threat threat;
    unsigned count = 0;
    threats_start(&search, game, mark);
    while (threats_next(&search, &threat))
        count += (threat.kind == THREAT_THREE) == is_three;
    return count;
}

static bool is_far(const struct game *game, size_t cell)
{
    int width = game->variant->width;
    for (size_t other = 0; other < variant_cells(game->variant); other++) {
        int columns = abs((int)(cell % (size_t)width) - (int)(other % (size_t)width));
        int rows = abs((int)(cell / (size_t)width) - (int)(other / (size_t)width));
        if (game_cell(game, other) != MARK_NONE && columns < FAR && rows < FAR)
            return false;
    }
    return game->stones > 0;
}

/* The squares on which `mark` makes a five. */
static unsigned count_fives(const struct game *game, enum mark mark)
{
    bool is_five[GAME_CELLS_MAX] = {false};
    struct threats_search search;
    struct threat threat;
    unsigned count = 0;
    threats_start(&search, game, mark);
    while (threats_next(&search, &threat))
        for (size_t i = 0; i < threat.squares_count && threat.kind != THREAT_THREE; i++) {
            count += !is_five[threat.squares[i]];
            is_five[threat.squares[i]] = true;
        }
    return count;
}

/* Whether the other side's three may be met so that no other stone of theirs makes two fives at
 * once: else the game is lost, and nothing is overlooked. */
static bool can_be_met(const struct game *game, enum mark own)
{
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++) {
        struct game met;
        bool is_met = true;
        game_copy(&met, game);
        if (game_act(&met, action_place(cell)) != 0 || count_threats(&met, other_of(own), true) > 0)
            continue;
        for (size_t next = 0; next < variant_cells(game->variant) && is_met; next++) {
            struct game after;
            game_copy(&after, &met);
            is_met =
                game_act(&after, action_place(next)) != 0 || count_fives(&after, other_of(own)) < 2;
        }
        if (is_met)
            return true;
    }
    return false;
}

/* What an action overlooked. */
enum overlooked {
    OVERLOOKED_NOTHING,
    OVERLOOKED_FIVE, /* one's own */
    OVERLOOKED_FOUR,
    OVERLOOKED_THREE,
};

static enum overlooked judge(const struct game *game, struct action action)
{
    enum mark own = game_next_mark(game);
    size_t must;
    bool is_forced = threats_forced_answer(game, game_to_act(game), &must);
    struct game after;
    game_copy(&after, game);
    assert_int_equal(game_act(&after, action), 0);
    if (game_status(&after) == GAME_WON)
        return OVERLOOKED_NOTHING;
    if (count_threats(game, own, false) > 0)
        return OVERLOOKED_FIVE;
    if (is_forced)
        return action_cell(action) == must ? OVERLOOKED_NOTHING : OVERLOOKED_FOUR;
    if (count_threats(game, other_of(own), false) > 0)
        return OVERLOOKED_NOTHING; /* nothing helps */
    unsigned threes = count_threats(game, other_of(own), true);
    if (threes == 1 && count_threats(&after, own, false) == 0 &&
        count_threats(&after, other_of(own), true) > 0)
        return OVERLOOKED_THREE;
    return OVERLOOKED_NOTHING;
}

/* ------------------------------------------------------------------ games */

struct faults {
    unsigned fours[LEVELS + 1];
    unsigned threes[LEVELS + 1];
    unsigned chances[2]; /* positions in which either could be overlooked */
};

/* Asks every level about one position, with the same seed. */
static void ask_all(const struct rig *rig, const struct game *game, uint64_t seed,
                    struct faults *faults)
{
    enum mark other = other_of(game_next_mark(game));
    size_t must;
    faults->chances[0] += threats_forced_answer(game, game_to_act(game), &must);
    faults->chances[1] +=
        count_threats(game, other, false) == 0 && count_threats(game, other, true) == 1;
    enum overlooked seen[LEVELS + 1];
    bool is_three = false;
    for (unsigned level = 1; level <= LEVELS; level++) {
        struct action action = think(rig, game, level, seed).prospects[0].action;
        seen[level] = judge(game, action);
        is_three = is_three || seen[level] == OVERLOOKED_THREE;
        assert_int_not_equal(seen[level], OVERLOOKED_FIVE);
        assert_false(is_far(game, action_cell(action)));
        assert_true(level < 3 || seen[level] != OVERLOOKED_FOUR);
        faults->fours[level] += seen[level] == OVERLOOKED_FOUR;
    }
    if (!is_three || !can_be_met(game, other_of(other)))
        return;
    for (unsigned level = 1; level <= LEVELS; level++) {
        assert_true(level < 5 || seen[level] != OVERLOOKED_THREE);
        faults->threes[level] += seen[level] == OVERLOOKED_THREE;
    }
}

#define RIG_TEST(name) TEST_ON(name, struct rig *rig, NULL, NULL)

RIG_TEST(the_levels_keep_their_promises)
{
    struct faults faults = {0};
    uint64_t chance = 15;
    while (faults.chances[0] < PENTAD_TEST_CHANCES || faults.chances[1] < PENTAD_TEST_CHANCES) {
        struct game game;
        game_init(&game, variant_get(VARIANT_CLASSIC));
        for (int ply = 0; ply < 60 && game_status(&game) == GAME_OPEN; ply++) {
            unsigned level = 1 + (unsigned)random_below(&chance, 7);
            uint64_t seed = random_next(&chance);
            if (ply > 5)
                ask_all(rig, &game, seed, &faults);
            game_do(&game, think(rig, &game, level, seed).prospects[0].action);
        }
    }
    for (unsigned level = 2; level <= LEVELS; level++) {
        assert_true(faults.fours[level] <= faults.fours[level - 1]);
        assert_true(faults.threes[level] <= faults.threes[level - 1]);
    }
    assert_true(faults.fours[1] > 0);
    assert_true(faults.threes[1] > 0);
}

static uint8_t proof_at(const struct rig *rig, const char *actions, unsigned level, uint64_t seed)
{
    struct game game;
    assert_int_equal(
        game_parse(&game, variant_get(VARIANT_CLASSIC), actions, strlen(actions), NULL), 0);
    return think(rig, &game, level, seed).prospects[0].proof;
}

/* Else nobody below the strongest would resign. */
RIG_TEST(every_level_knows_what_is_lost_one_stone_away)
{
    for (unsigned level = 1; level <= LEVELS; level++)
        for (uint64_t seed = 1; seed <= 8; seed++) {
            assert_int_equal(proof_at(rig, "h8 a1 i8 c1 j8 e1 k8", level, seed), PROOF_LOSS);
            /* one stone stops both; the right end would make six; an own five comes first */
            assert_int_not_equal(proof_at(rig, "h8 g8 i8 c1 j8 e1 k8", level, seed), PROOF_LOSS);
            assert_int_not_equal(proof_at(rig, "h8 g8 i8 c1 j8 e1 k8 a1 m8", level, seed),
                                 PROOF_LOSS);
            assert_int_equal(proof_at(rig, "h8 a1 i8 b1 j8 c1 s19 d1 k8", level, seed), PROOF_WIN);
        }
}

/* ------------------------------------------------------------------ strength */

#define LEVEL_BEGINNER 0 /* a level that is none: plays as a beginner */
#define LEVEL_RANDOM (LEVELS + 1)
#define LEVELS_MATCHED 7 /* above, games take long */

static struct action act_at_random(const struct game *game, uint64_t seed)
{
    struct action actions[GAME_CELLS_MAX];
    return actions[random_below(&seed, game_legal_actions(game, actions, GAME_CELLS_MAX))];
}

static struct action act(const struct rig *rig, const struct game *game, unsigned level,
                         uint64_t seed)
{
    if (level == LEVEL_BEGINNER)
        return beginner_acts(game, seed);
    if (level == LEVEL_RANDOM)
        return act_at_random(game, seed);
    return think(rig, game, level, seed).prospects[0].action;
}

/* Four stones of chance in the middle. */
static void open_by_chance(struct game *game, uint64_t *chance)
{
    game_init(game, variant_get(VARIANT_CLASSIC));
    while (game->stones < 4) {
        size_t column = 7 + random_below(chance, 5);
        size_t row = 7 + random_below(chance, 5);
        (void)game_act(game, action_place(column + row * 19));
    }
}

/* Twice the points of `level`, which has the stones of `seat`. */
static unsigned play(const struct rig *rig, struct game game, enum seat seat,
                     const unsigned levels[2], uint64_t *chance)
{
    while (game_status(&game) == GAME_OPEN)
        game_do(&game, act(rig, &game, levels[game_to_act(&game) != seat], random_next(chance)));
    if (game_status(&game) != GAME_WON)
        return 1;
    return game_winner(&game) == seat ? 2 : 0;
}

/* Percent of the points that the first of two levels takes, with both colours. */
static unsigned percent_of(const struct rig *rig, unsigned level, unsigned other)
{
    const unsigned levels[2] = {level, other};
    uint64_t chance = 5;
    unsigned points = 0;
    for (unsigned pair = 0; pair < PENTAD_TEST_PAIRS; pair++) {
        struct game game;
        open_by_chance(&game, &chance);
        points += play(rig, game, SEAT_FIRST, levels, &chance);
        points += play(rig, game, SEAT_SECOND, levels, &chance);
    }
    return 100 * points / (4 * PENTAD_TEST_PAIRS);
}

/* ./dev mind levels measures the shares: 65 to 80 percent, over 600 games. These bounds are as far
 * from that as forty games may be. */
RIG_TEST(each_level_beats_the_one_below_and_not_always)
{
    for (unsigned level = 2; level <= LEVELS_MATCHED; level++)
        assert_in_range(percent_of(rig, level, level - 1), 55, 92);
}

RIG_TEST(the_first_level_is_for_beginners)
{
    assert_in_range(percent_of(rig, LEVEL_BEGINNER, 1), 50, 85);
    assert_in_range(percent_of(rig, 1, LEVEL_RANDOM), 85, 100);
}

/* ------------------------------------------------------------------ Swap2 */

RIG_TEST(the_better_colour_is_taken)
{
    static const struct {
        const char *opening;
        enum choice choice;
    } cases[] = {
        /* Two stones of X side by side in the middle, and O far away; then O far from everything
         * and X spread out. */
        {"j10 a1 k11", CHOICE_BLACK},
        {"a1 j10 s19", CHOICE_WHITE},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct game game;
        const char *text = cases[i].opening;
        assert_int_equal(game_parse(&game, variant_get(VARIANT_SWAP2), text, strlen(text), NULL),
                         0);
        struct thought thought = think(rig, &game, LEVELS, 1);
        assert_true(action_equals(thought.prospects[0].action, action_choose(cases[i].choice)));
    }
}

static struct action open_next(void *ctx, const struct game *game, uint64_t seed)
{
    return think(ctx, game, LEVELS, seed).prospects[0].action;
}

/* Two more stones are such that a look of their nodes, from nothing, holds the position even. */
RIG_TEST(two_more_stones_are_held_even)
{
    for (uint64_t seed = 1; seed <= PENTAD_TEST_OPENINGS; seed++) {
        struct game game;
        struct thought thought;
        struct position position;
        const char text[] = "g13 h13 i9 two_more";
        assert_int_equal(game_parse(&game, variant_get(VARIANT_SWAP2), text, strlen(text), NULL),
                         0);
        for (int i = 0; i < 2; i++) {
            thought = think_of(rig, &game, LEVELS, seed, OPENING_LOOKS * LOOK_NODES);
            assert_true(thought.nodes <= OPENING_LOOKS * LOOK_NODES);
            game_act(&game, thought.prospects[0].action);
        }
        memset(rig->memory, 0, rig->memory_size);
        struct thinking thinking = {.level = LEVELS,
                                    .nodes = LOOK_NODES,
                                    .prospects = 1,
                                    .tables = rig->tables,
                                    .memory = rig->memory,
                                    .memory_size = rig->memory_size};
        position_from_game(&position, &game);
        assert_int_equal(
            computer_think_position(rig->computer, game.variant, &position, &thinking, &thought),
            0);
        assert_in_range(thought.prospects[0].share, 4800, 5200);
    }
}

RIG_TEST(it_opens_with_even_triples_of_every_kind)
{
    even_check_openings(open_next, rig);
}

int main(void)
{
    return test_run_all(make_rig, free_rig);
}
