/* SPDX-License-Identifier: MIT */
/* One's own puzzles in files: kept with a tree that is believed, once. In a folder of its own. */
#include "brain/search/prove.h"
#include "brain/search/search.h"
#include "client/cli/connect/state_file.h"
#include "engine/needs.h"
#include "lessons/check.h"
#include "tests/support/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WON "h10 g10 i10 a3 j10 a5 k11 s19 k12 s1"

static char home[64];
static void *tables;
static struct prover prover;

static int keep(enum variant_id id, const char *actions)
{
    struct game game;
    assert_int_equal(game_parse(&game, variant_get(id), actions, strlen(actions), NULL), 0);
    return puzzle_keep(&game, &prover, 20000);
}

static void a_puzzle_is_kept_and_believed(void **state)
{
    static struct puzzles puzzles;
    static struct record_tree_node nodes[1024];
    static char text[PUZZLE_FILE_SIZE];
    char words[8];
    struct record_tree tree;
    struct lesson_report report;
    (void)state;
    assert_int_equal(keep(VARIANT_CLASSIC, WON), 0);
    assert_int_equal(puzzle_store_load(NULL, &puzzles), 0);
    assert_int_equal(puzzles.count, 1);
    assert_int_equal(puzzle_store_read(puzzles.rows[0].key, text), 0);
    struct record_tree_memory memory = {nodes, 1024, words, sizeof(words)};
    assert_int_equal(
        record_tree_read_sgf(&tree, memory, text, strlen(text), &(struct record_reading){0}), 0);
    assert_true(lesson_check(&tree, LESSON_EFFORT, &report));
    assert_int_equal(tree.claim, SEAT_FIRST);
}

static void a_puzzle_is_kept_once(void **state)
{
    (void)state;
    assert_int_equal(keep(VARIANT_CLASSIC, WON), 0);
    assert_int_equal(keep(VARIANT_CLASSIC, WON), -EEXIST);
}

/* Its board would be kept as one of the plain game. */
static void a_game_with_unknown_needs_makes_no_puzzle(void **state)
{
    struct variant variant = *variant_get(VARIANT_CLASSIC);
    struct game game;
    (void)state;
    variant.needs |= NEED_WRAP;
    assert_int_equal(game_parse(&game, &variant, WON, strlen(WON), NULL), 0);
    assert_int_equal(puzzle_keep(&game, &prover, 20000), -EDOM);
}

static void a_game_of_swap2_is_kept_as_its_board(void **state)
{
    (void)state;
    assert_int_equal(keep(VARIANT_SWAP2, "h10 g10 i10 white a3 j10 a5 k11 s19 k12 s1"), 0);
    assert_int_equal(keep(VARIANT_CLASSIC, WON), -EEXIST);
}

static void a_position_without_a_win_makes_no_puzzle(void **state)
{
    static struct puzzles puzzles;
    (void)state;
    assert_int_equal(keep(VARIANT_CLASSIC, "j10 k11"), -EDOM);
    assert_int_equal(puzzle_store_load(NULL, &puzzles), 0);
    assert_int_equal(puzzles.count, 0);
}

static void a_damaged_list_is_set_aside(void **state)
{
    static struct puzzles puzzles;
    char path[128];
    (void)state;
    assert_int_equal(keep(VARIANT_CLASSIC, WON), 0);
    snprintf(path, sizeof(path), "%s/pentad/puzzles", home);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("something else\n", file);
    fclose(file);
    assert_int_equal(puzzle_store_load(NULL, &puzzles), -EBADMSG);
    assert_int_equal(puzzle_store_load(NULL, &puzzles), 0);
    assert_int_equal(keep(VARIANT_CLASSIC, WON), 0);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(home, sizeof(home), "/tmp/pentad-puzzles-XXXXXX");
    assert_non_null(mkdtemp(home));
    assert_int_equal(setenv("XDG_STATE_HOME", home, 1), 0);
    tables = malloc(search_tables_size());
    assert_non_null(tables);
    search_tables_make(tables, false);
    prover = (struct prover){.tables = tables, .memory_size = prove_memory_size()};
    prover.memory = malloc(prover.memory_size);
    return prover.memory == NULL;
}

static int tear_down(void **state)
{
    static struct puzzles puzzles;
    char path[128];
    (void)state;
    if (puzzle_store_load(NULL, &puzzles) == 0)
        for (size_t i = 0; i < puzzles.count; i++) {
            snprintf(path, sizeof(path), "%s/pentad/puzzle-%s.sgf", home, puzzles.rows[i].key);
            unlink(path);
        }
    snprintf(path, sizeof(path), "%s/pentad/puzzles", home);
    unlink(path);
    snprintf(path, sizeof(path), "%s/pentad/puzzles.bad", home);
    unlink(path);
    snprintf(path, sizeof(path), "%s/pentad", home);
    rmdir(path);
    free(tables);
    free(prover.memory);
    return rmdir(home);
}

#define STORE_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_puzzle_is_kept_and_believed),
        STORE_TEST(a_puzzle_is_kept_once),
        STORE_TEST(a_game_with_unknown_needs_makes_no_puzzle),
        STORE_TEST(a_game_of_swap2_is_kept_as_its_board),
        STORE_TEST(a_position_without_a_win_makes_no_puzzle),
        STORE_TEST(a_damaged_list_is_set_aside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
