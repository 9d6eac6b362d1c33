/* SPDX-License-Identifier: MIT */
/*
 * What every row of brain/computers.def promises, whatever it plays: legal actions in every phase
 * of a game, the same thought for the same question, limits that hold, errors that are named.
 */
#include "brain/computer.h"
#include "brain/search/position.h"
#include "engine/needs.h"
#include "engine/sight.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#ifndef PENTAD_TEST_GAMES
#define PENTAD_TEST_GAMES 6
#endif

#define NODES 300 /* a search may look at so many: these games are many */
#define CANARY 64 /* bytes behind the memory that nobody may touch */

/* A computer in one variant, with memory of its own. */
struct trial {
    const struct computer *computer;
    const struct variant *variant;
    struct thinking thinking;
    unsigned char *memory;
    void *tables;
};

static void trial_begin(struct trial *trial, const struct computer *computer,
                        const struct variant *variant)
{
    size_t memory_size = computer_memory_size(computer, variant);
    size_t tables_size = computer_tables_size(computer, variant);
    *trial = (struct trial){.computer = computer, .variant = variant};
    trial->memory = calloc(1, memory_size + CANARY);
    assert_non_null(trial->memory);
    memset(trial->memory + memory_size, 0xA5, CANARY);
    trial->tables = calloc(1, tables_size + 1);
    assert_non_null(trial->tables);
    assert_int_equal(computer_tables_make(computer, variant, trial->tables, tables_size), 0);
    trial->thinking = (struct thinking){.level = computer->levels,
                                        .seed = 1,
                                        .nodes = NODES,
                                        .tables = tables_size > 0 ? trial->tables : NULL,
                                        .memory = trial->memory,
                                        .memory_size = memory_size};
}

static void trial_end(struct trial *trial)
{
    for (size_t i = 0; i < CANARY; i++)
        assert_int_equal(trial->memory[trial->thinking.memory_size + i], 0xA5);
    free(trial->memory);
    free(trial->tables);
}

/* Calls `check` for each computer and each variant that it plays. */
static void each_trial(void (*check)(struct trial *trial))
{
    for (int id = 0; id < COMPUTER_COUNT; id++) {
        for (int variant = 0; variant < VARIANT_COUNT; variant++) {
            const struct computer *computer = computer_get((enum computer_id)id);
            struct trial trial;
            if (!computer_plays(computer, variant_get((enum variant_id)variant)))
                continue;
            trial_begin(&trial, computer, variant_get((enum variant_id)variant));
            check(&trial);
            trial_end(&trial);
        }
    }
}

static struct thought think(struct trial *trial, const struct game *game)
{
    struct thought thought;
    memset(trial->memory, 0, trial->thinking.memory_size);
    assert_int_equal(computer_think(trial->computer, game, &trial->thinking, &thought), 0);
    return thought;
}

/* ------------------------------------------------------------------ thoughts */

static void assert_line_can_be_played(const struct game *game, const struct prospect *prospect)
{
    struct game played;
    game_copy(&played, game);
    assert_in_range(prospect->line_count, 1, PROSPECT_LINE_MAX);
    assert_true(action_equals(prospect->line[0], prospect->action));
    for (size_t i = 0; i < prospect->line_count; i++)
        assert_int_equal(game_act(&played, prospect->line[i]), 0);
}

static void assert_sound(const struct trial *trial, const struct game *game,
                         const struct thought *thought)
{
    assert_in_range(thought->prospects_count, 1, THOUGHT_PROSPECTS_MAX);
    assert_true(trial->thinking.nodes == 0 || thought->nodes <= trial->thinking.nodes);
    for (size_t i = 0; i < thought->prospects_count; i++) {
        const struct prospect *prospect = &thought->prospects[i];
        assert_int_equal(game_check(game, prospect->action), 0);
        assert_in_range(prospect->share, 0, PROSPECT_SHARE_ONE);
        assert_line_can_be_played(game, prospect);
        for (size_t other = 0; other < i; other++)
            assert_false(action_equals(thought->prospects[other].action, prospect->action));
    }
}

static void act_at_random(struct game *game, uint64_t *chance)
{
    struct action actions[GAME_LEGAL_MAX];
    size_t count = sight_candidates(game, actions, GAME_LEGAL_MAX);
    game_do(game, actions[random_below(chance, count)]);
}

/* Games of the computer as either side against chance, which leads through every phase. */
static void check_games(struct trial *trial)
{
    uint64_t chance = 20261124;
    unsigned seen = 0;
    for (int nth = 0; nth < PENTAD_TEST_GAMES; nth++) {
        struct game game;
        game_init(&game, trial->variant);
        trial->thinking.level = 1 + (unsigned)nth % trial->computer->levels;
        while (game_expects(&game) != EXPECTS_NOTHING) {
            if (game_to_act(&game) != (enum seat)(nth % SEAT_COUNT)) {
                act_at_random(&game, &chance);
                continue;
            }
            seen |= 1u << game_expects(&game);
            trial->thinking.seed = random_next(&chance);
            struct thought thought = think(trial, &game);
            assert_sound(trial, &game, &thought);
            game_do(&game, thought.prospects[0].action);
        }
    }
    assert_true(seen & 1u << EXPECTS_STONE);
    if ((trial->variant->needs & NEED_CHOICES) != 0)
        assert_true(seen & 1u << EXPECTS_CHOICE);
}

TEST(it_plays_legally_to_the_end)
{
    each_trial(check_games);
}

/* Both Swap2 questions, which chance does not always lead to. */
static void check_choices(struct trial *trial)
{
    static const char *const lists[] = {"j10 k10 k11", "j10 k10 k11 two_more a1 b1",
                                        "j10 k10 k11 two_more", "j10 k10 k11 two_more a1", ""};
    if (trial->variant->rules != RULES_SWAP2)
        return;
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
        struct game game;
        assert_int_equal(game_parse(&game, trial->variant, lists[i], strlen(lists[i]), NULL), 0);
        struct thought thought = think(trial, &game);
        assert_sound(trial, &game, &thought);
    }
}

TEST(it_has_an_answer_in_every_phase_of_an_opening)
{
    each_trial(check_choices);
}

static void check_same_thought(struct trial *trial)
{
    uint64_t chance = 5;
    struct game game;
    game_init(&game, trial->variant);
    for (int ply = 0; ply < 6 && game_expects(&game) != EXPECTS_NOTHING; ply++) {
        struct thought first = think(trial, &game);
        struct thought again = think(trial, &game);
        assert_memory_equal(&first, &again, sizeof(first));
        act_at_random(&game, &chance);
    }
}

TEST(the_same_question_has_the_same_answer)
{
    each_trial(check_same_thought);
}

static bool stop_at_once(void *ctx)
{
    (void)ctx;
    return true;
}

static void check_stop(struct trial *trial)
{
    static const char *const begun[] = {"", "j10 k10 k11 two_more", "j10 k10 k11 two_more a1"};
    bool is_swap2 = trial->variant->rules == RULES_SWAP2;
    trial->thinking.stop = stop_at_once;
    trial->thinking.nodes = 0;
    for (unsigned level = 1; level <= trial->computer->levels; level++) {
        trial->thinking.level = level;
        for (size_t i = 0; i < (is_swap2 ? 3 : 1); i++) {
            struct game game;
            assert_int_equal(game_parse(&game, trial->variant, begun[i], strlen(begun[i]), NULL),
                             0);
            struct thought thought = think(trial, &game);
            assert_sound(trial, &game, &thought);
            assert_true(thought.nodes <= 1024);
        }
    }
}

TEST(who_is_stopped_at_once_still_acts)
{
    each_trial(check_stop);
}

/* ------------------------------------------------------------------ positions without a game */

static void set_up_at_random(struct position *position, const struct variant *variant,
                             uint64_t *chance)
{
    unsigned cells = (unsigned)variant_cells(variant);
    size_t count = random_below(chance, cells);
    position_init(position, variant);
    position->to_move = (uint8_t)random_below(chance, COLOURS);
    for (size_t i = 0; i < count; i++)
        (void)position_set(position, (unsigned)random_below(chance, cells),
                           random_below(chance, 4) == 0 ? COLOUR_X : COLOUR_O);
}

static void assert_is_for(const struct position *position, const struct thought *thought)
{
    struct position after = *position;
    assert_in_range(thought->prospects_count, 1, THOUGHT_PROSPECTS_MAX);
    assert_true(position_place(&after, (unsigned)action_cell(thought->prospects[0].action)));
}

/* Of a game that has no positions none is taken, not even an empty one. */
static void check_no_positions(struct trial *trial)
{
    struct position position = {.width = 15, .height = 15};
    struct thought thought;
    assert_int_equal(computer_think_position(trial->computer, trial->variant, &position,
                                             &trial->thinking, &thought),
                     ERR_NOT_ITS_GAME);
}

/* Any stones of either side: whoever thinks about such at all finds an empty cell. */
static void check_positions(struct trial *trial)
{
    uint64_t chance = 15;
    if (!position_is_of(trial->variant)) {
        check_no_positions(trial);
        return;
    }
    for (unsigned nth = 0; nth < 4 * trial->computer->levels; nth++) {
        struct position position;
        struct thought thought;
        set_up_at_random(&position, trial->variant, &chance);
        trial->thinking.level = 1 + nth % trial->computer->levels;
        memset(trial->memory, 0, trial->thinking.memory_size);
        int error = computer_think_position(trial->computer, trial->variant, &position,
                                            &trial->thinking, &thought);
        if (error == ERR_NOT_ITS_GAME)
            return; /* it knows games alone */
        assert_int_equal(error, position_is_over(&position) ? ERR_NOTHING_TO_DO : 0);
        if (error == 0) {
            assert_is_for(&position, &thought);
            assert_true(thought.nodes <= trial->thinking.nodes);
        }
    }
}

TEST(it_thinks_about_any_stones_or_says_that_it_does_not)
{
    each_trial(check_positions);
}

/* ------------------------------------------------------------------ refusals */

static void check_refusals(struct trial *trial)
{
    const struct computer *computer = trial->computer;
    struct thinking thinking = trial->thinking;
    struct thought thought;
    struct game game;
    game_init(&game, trial->variant);
    thinking.level = 0;
    assert_int_equal(computer_think(computer, &game, &thinking, &thought), ERR_UNKNOWN_LEVEL);
    thinking.level = computer->levels + 1;
    assert_int_equal(computer_think(computer, &game, &thinking, &thought), ERR_UNKNOWN_LEVEL);
    thinking = trial->thinking;
    if (thinking.memory_size > 0) {
        thinking.memory_size--;
        assert_int_equal(computer_think(computer, &game, &thinking, &thought),
                         ERR_TOO_LITTLE_MEMORY);
    }
    size_t tables_size = computer_tables_size(computer, trial->variant);
    if (tables_size > 0) {
        thinking = trial->thinking;
        thinking.tables = NULL;
        assert_int_equal(computer_think(computer, &game, &thinking, &thought),
                         ERR_TOO_LITTLE_MEMORY);
        assert_int_equal(
            computer_tables_make(computer, trial->variant, trial->tables, tables_size - 1),
            ERR_TOO_LITTLE_MEMORY);
    }
    uint64_t chance = 1;
    while (game_expects(&game) != EXPECTS_NOTHING)
        act_at_random(&game, &chance);
    assert_int_equal(computer_think(computer, &game, &trial->thinking, &thought),
                     ERR_NOTHING_TO_DO);
}

TEST(a_wrong_question_is_refused_by_name)
{
    each_trial(check_refusals);
}

TEST(a_game_that_it_does_not_play_is_refused)
{
    for (int id = 0; id < COMPUTER_COUNT; id++) {
        const struct computer *computer = computer_get((enum computer_id)id);
        struct variant strange = *variant_get(VARIANT_MINI);
        struct thinking thinking = {.level = 1};
        struct thought thought;
        struct game game;
        variant_resize(&strange, 2, 2);
        game_init(&game, &strange);
        if (computer_plays(computer, &strange))
            continue;
        assert_int_equal(computer_think(computer, &game, &thinking, &thought), ERR_NOT_ITS_GAME);
        assert_int_equal(computer_tables_make(computer, &strange, NULL, 0), ERR_NOT_ITS_GAME);
        assert_int_equal(computer_tables_size(computer, &strange), 0);
        assert_int_equal(computer_memory_size(computer, &strange), 0);
    }
}

TEST(it_is_found_by_its_key)
{
    for (int id = 0; id < COMPUTER_COUNT; id++) {
        const struct computer *computer = computer_get((enum computer_id)id);
        assert_int_equal(computer->id, id);
        assert_ptr_equal(computer_find(computer->key, strlen(computer->key)), computer);
        assert_true(computer->levels >= 1);
    }
    assert_null(computer_find("nobody", 6));
    assert_null(computer_find("rando", 5));
}
