/* SPDX-License-Identifier: MIT */
/*
 * The player `table`: what it learns from a game, how it plays while it learns and after, and that
 * games against itself are enough to lose hardly ever.
 */
#include "brain/computer.h"
#include "brain/learnt.h"
#include "tests/support/random.h"
#include "tests/support/test.h"
#include "tests/unit/brain/drawn.h"

#include <string.h>

#define GAMES 20000 /* against itself */
#define TRIES 1000  /* games against chance */
#define LOST_MAX 20

static struct learnt learnt;

static void set_up(struct game *game, const char *actions)
{
    assert_int_equal(game_parse(game, variant_get(VARIANT_MINI), actions, strlen(actions), NULL),
                     0);
}

static void correct(const char *actions, enum seat seat, enum seat winner)
{
    struct game game;
    set_up(&game, actions);
    learnt_correct(&learnt, &game, seat, winner);
}

/* Ratings after these actions, by the numbers of cells in the game. */
static void check(const char *actions, const uint32_t expected[LEARNT_CELLS])
{
    struct game game;
    uint32_t ratings[LEARNT_CELLS];
    set_up(&game, actions);
    learnt_rate(&learnt, &game, ratings);
    assert_memory_equal(ratings, expected, sizeof(ratings));
}

#define CHECK(actions, ...) check(actions, (const uint32_t[LEARNT_CELLS]){__VA_ARGS__})

static struct action think(const struct game *game, uint64_t seed)
{
    struct thinking thinking = {.level = 1, .seed = seed, .tables = &learnt};
    struct thought thought;
    assert_int_equal(computer_think(computer_get(COMPUTER_TABLE), game, &thinking, &thought), 0);
    return thought.prospects[0].action;
}

/* ------------------------------------------------------------------ corrections */

TEST(what_nobody_tried_has_ten_everywhere)
{
    learnt_init(&learnt);
    CHECK("", 10, 10, 10, 10, 10, 10, 10, 10, 10);
    CHECK("a1 b2", 0, 10, 10, 10, 0, 10, 10, 10, 10);
    assert_int_equal(learnt.rows_count, 0);
}

/* X wins by a1 b1 c1; its three moves get better and O's two get worse. */
TEST(each_own_move_is_corrected_by_the_result)
{
    learnt_init(&learnt);
    correct("b1 b2 a1 b3 c1", SEAT_FIRST, SEAT_FIRST);
    assert_int_equal(learnt.rows_count, 3);
    CHECK("b1 b2 a1 b3", 0, 0, 13, 10, 0, 10, 10, 0, 10);
    CHECK("b1 b2 a1", 0, 0, 10, 10, 0, 10, 10, 10, 10);
    correct("b1 b2 a1 b3 c1", SEAT_SECOND, SEAT_FIRST);
    assert_int_equal(learnt.rows_count, 5);
    CHECK("b1 b2 a1", 0, 0, 10, 10, 0, 10, 10, 8, 10);
    correct("b1 b2 a1 b3 c1", SEAT_FIRST, SEAT_NONE);
    CHECK("b1 b2 a1 b3", 0, 0, 14, 10, 0, 10, 10, 0, 10);
    assert_int_equal(learnt.rows_count, 5);
}

TEST(a_game_given_up_is_learnt_from_as_well)
{
    learnt_init(&learnt);
    correct("b2 a1", SEAT_SECOND, SEAT_SECOND);
    CHECK("b2", 13, 10, 10, 10, 0, 10, 10, 10, 10);
}

TEST(a_position_is_one_with_its_mirror_images)
{
    static const char *const images[] = {"b1 a1", "b1 c1", "a2 a1", "a2 a3",
                                         "c2 c1", "c2 c3", "b3 a3", "b3 c3"};
    uint32_t most = 0;
    learnt_init(&learnt);
    for (size_t i = 0; i < 8; i++)
        correct(images[i], SEAT_SECOND, SEAT_SECOND);
    assert_int_equal(learnt.rows_count, 1);
    for (size_t cell = 0; cell < LEARNT_CELLS; cell++)
        most += learnt.rows[0].ratings[cell];
    assert_int_equal(most, 8 * LEARNT_NEW + 8 * 3);
    correct("a1 b1", SEAT_SECOND, SEAT_SECOND);
    assert_int_equal(learnt.rows_count, 2);
}

TEST(ratings_stay_within_their_bounds)
{
    learnt_init(&learnt);
    for (int i = 0; i < 400; i++) {
        correct("b2 a1", SEAT_FIRST, SEAT_FIRST);
        correct("b2 a1", SEAT_SECOND, SEAT_FIRST);
    }
    CHECK("", 10, 10, 10, 10, 1000, 10, 10, 10, 10);
    CHECK("b2", 1, 10, 10, 10, 0, 10, 10, 10, 10);
}

/* Notes every position that can occur, and all that come after it. */
static void note_all(struct game *game, bool seen[1 << 18])
{
    uint32_t number = 0;
    for (size_t cell = 0; cell < LEARNT_CELLS; cell++)
        number = number << 2 | (uint32_t)game_cell(game, cell);
    if (game_status(game) != GAME_OPEN || seen[number])
        return;
    seen[number] = true;
    for (size_t cell = 0; cell < LEARNT_CELLS; cell++) {
        if (game_act(game, action_place(cell)) != 0)
            continue;
        learnt_correct(&learnt, game, SEAT_FIRST, SEAT_NONE);
        learnt_correct(&learnt, game, SEAT_SECOND, SEAT_NONE);
        note_all(game, seen);
        game_undo(game);
    }
}

TEST(there_are_627_positions)
{
    static bool seen[1 << 18];
    struct game game;
    learnt_init(&learnt);
    game_init(&game, variant_get(VARIANT_MINI));
    note_all(&game, seen);
    assert_int_equal(learnt.rows_count, LEARNT_ROWS_MAX);
}

/* ------------------------------------------------------------------ text */

TEST(it_is_read_back_as_it_was_written)
{
    static char text[LEARNT_TEXT_SIZE], again[LEARNT_TEXT_SIZE];
    static struct learnt read;
    learnt_init(&learnt);
    correct("b2 a1", SEAT_FIRST, SEAT_FIRST);
    correct("b2 a1", SEAT_SECOND, SEAT_FIRST);
    learnt_format(&learnt, text);
    assert_string_equal(text, "......... 10 10 10 10 13 10 10 10 10\n"
                              "....o.... 8 10 10 10 0 10 10 10 10\n");
    learnt_play(&learnt, GAMES, 3);
    learnt.is_learning = false;
    learnt_format(&learnt, text);
    assert_true(learnt_parse(&read, text, strlen(text)));
    assert_memory_equal(&read, &learnt, sizeof(read));
    learnt_format(&read, again);
    assert_string_equal(again, text);
    assert_true(learnt_parse(&read, "", 0));
    assert_int_equal(read.rows_count, 0);
}

/* The longest text that there can be. */
TEST(a_text_has_room)
{
    static struct {
        char text[LEARNT_TEXT_SIZE];
        char canary;
    } room;
    learnt_init(&learnt);
    learnt.rows_count = LEARNT_ROWS_MAX;
    for (size_t i = 0; i < LEARNT_ROWS_MAX; i++)
        for (size_t cell = 0; cell < LEARNT_CELLS; cell++)
            learnt.rows[i].ratings[cell] = LEARNT_MOST;
    learnt_format(&learnt, room.text);
    assert_int_equal(strlen(room.text), LEARNT_TEXT_SIZE - 1);
    assert_int_equal(room.canary, 0);
}

TEST(what_is_no_such_text_is_refused)
{
    static const char *const texts[] = {
        "x",
        "......... 10 10 10 10 13 10 10 10 10",
        "......... 10 10 10 10 13 10 10 10\n",
        "........ 10 10 10 10 13 10 10 10 10\n",
        "......... 10 10 10 10 1001 10 10 10 10\n",
        "......... 10 10 10 10 0 10 10 10 10\n",
        "......... 10 10 10 10 010 10 10 10 10\n",
        "......... 10 10 10 10  10 10 10 10 10\n",
        "......... 10 10 10 10 -1 10 10 10 10\n",
        "......... 10 10 10 10 99999 10 10 10 10\n",
        "....o.... 8 10 10 10 10 10 10 10 10\n",
        "*o*o*o*o* 0 0 0 0 0 0 0 0 0\n",
        "....o.... 8 10 10 10 0 10 10 10 10\n......... 9 9 9 9 9 9 9 9 9\n",
        "......... 9 9 9 9 9 9 9 9 9\n......... 9 9 9 9 9 9 9 9 9\n",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        if (learnt_parse(&learnt, texts[i], strlen(texts[i])))
            fail_msg("%s", texts[i]);
        assert_int_equal(learnt.rows_count, 0);
    }
}

/* Rows of no game: there is no room for what games would teach, and nothing happens. */
TEST(a_full_table_learns_nothing_new)
{
    learnt_init(&learnt);
    learnt.rows_count = LEARNT_ROWS_MAX;
    for (size_t i = 0; i < LEARNT_ROWS_MAX; i++)
        learnt.rows[i].position = (uint16_t)(19000 + i);
    correct("b2 a1", SEAT_FIRST, SEAT_FIRST);
    assert_int_equal(learnt.rows_count, LEARNT_ROWS_MAX);
    CHECK("", 10, 10, 10, 10, 10, 10, 10, 10, 10);
}

/* ------------------------------------------------------------------ play */

static void count(const char *actions, int thoughts, int counts_out[LEARNT_CELLS])
{
    struct game game;
    set_up(&game, actions);
    memset(counts_out, 0, LEARNT_CELLS * sizeof(*counts_out));
    for (int i = 0; i < thoughts; i++)
        counts_out[action_cell(think(&game, (uint64_t)i))]++;
}

TEST(while_it_learns_it_plays_in_proportion_and_then_the_highest)
{
    int counts[LEARNT_CELLS];
    learnt_init(&learnt);
    for (int i = 0; i < 10; i++)
        correct("b2", SEAT_FIRST, SEAT_FIRST);
    count("", 12000, counts); /* 40 of 120 */
    assert_in_range(counts[4], 3800, 4200);
    assert_in_range(counts[0], 880, 1120);
    learnt.is_learning = false;
    count("", 1000, counts);
    assert_int_equal(counts[4], 1000);
    count("b2", 8000, counts); /* of which it knows nothing */
    assert_in_range(counts[0], 880, 1120);
}

/* ------------------------------------------------------------------ strength */

/* How many of many games against chance are lost, as either side. */
static int count_lost(uint64_t chance)
{
    int lost = 0;
    for (int nth = 0; nth < TRIES; nth++) {
        enum seat own = (enum seat)(nth % SEAT_COUNT);
        struct game game;
        game_init(&game, variant_get(VARIANT_MINI));
        while (game_status(&game) == GAME_OPEN)
            if (game_to_act(&game) == own)
                game_do(&game, think(&game, random_next(&chance)));
            else
                (void)game_act(&game, action_place(random_below(&chance, LEARNT_CELLS)));
        lost += game_winner(&game) == seat_other(own);
    }
    return lost;
}

TEST(games_against_itself_teach_it_to_lose_hardly_ever)
{
    learnt_init(&learnt);
    learnt.is_learning = false;
    assert_true(count_lost(1) > 10 * LOST_MAX);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        learnt_init(&learnt);
        learnt_play(&learnt, GAMES, seed);
        learnt.is_learning = false;
        int lost = count_lost(seed);
        if (lost > LOST_MAX)
            fail_msg("seed %d: %d", (int)seed, lost);
    }
}

TEST(the_table_that_it_brings_along_has_learnt)
{
    const struct computer *computer = computer_get(COMPUTER_TABLE);
    const struct variant *variant = variant_get(VARIANT_MINI);
    assert_int_equal(computer_tables_size(computer, variant), sizeof(learnt));
    assert_int_equal(computer_tables_make(computer, variant, &learnt, sizeof(learnt)), 0);
    assert_false(learnt.is_learning);
    int lost = count_lost(7);
    if (lost > LOST_MAX)
        fail_msg("%d", lost);
}

TEST(the_same_games_teach_the_same)
{
    static struct learnt again;
    learnt_init(&learnt);
    learnt_init(&again);
    learnt_play(&learnt, 300, 5);
    learnt_play(&again, 300, 5);
    assert_memory_equal(&learnt, &again, sizeof(again));
    learnt_play(&again, 1, 5);
    assert_memory_not_equal(&learnt, &again, sizeof(again));
}
