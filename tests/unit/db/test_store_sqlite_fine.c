/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine in a database that something is wrong with: each statement of a month fails in
 * turn, and rows that nobody wrote. A month is settled as a whole or not at all.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "db/fine.h"
#include "tests/conformance/store_samples.h"
#include "tests/unit/db/raw_database.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>

#define MAY (2026 * 12 + 4)

static atomic_bool months_have_no_memory;

typedef const unsigned char *column_text_fn(sqlite3_stmt *row, int column);

/* In place of SQLite's, which gives NULL where there is no memory for a text. */
const unsigned char *sqlite3_column_text(sqlite3_stmt *row, int column)
{
    column_text_fn *of_library = NULL;
    if (column == 1 && atomic_load(&months_have_no_memory))
        return NULL;
    *(void **)&of_library = dlsym(RTLD_NEXT, "sqlite3_column_text");
    return of_library(row, column);
}

/* Players 1 and 2 have 1520 and 1480 since April, and player 2 made a move in May. */
static int rated_setup(void **state)
{
    struct sample_names names;
    if (raw_setup(state) != 0)
        return -1;
    struct harness *harness = *state;
    harness_add(harness, sample_register(1, "anna", &names));
    assert_int_equal(harness_commit(harness), STORE_OK);
    harness_add(harness, sample_register(2, "boris", &names));
    harness_add(harness, sample_start(20, true, 1, 2));
    struct store_op end = sample_end(20, RESULT_FIRST, "h8");
    end.as.game_end.moves_ratings = true;
    end.as.game_end.month = MAY - 1;
    harness_add(harness, end);
    assert_int_equal(harness_commit(harness), STORE_OK);
    return harness_do(harness, sample_active(2, MAY)) == STORE_OK ? 0 : -1;
}

static void assert_rating(struct harness *harness, uint64_t id, int points, uint64_t active)
{
    const struct store_answer *answer = harness_get(harness, sample_by_id(id));
    assert_non_null(answer);
    assert_int_equal(answer->as.player_by_id.player.ratings_count, 1);
    assert_int_equal(answer->as.player_by_id.player.ratings[0].points, points);
    assert_true(answer->as.player_by_id.player.ratings[0].active_months == active);
}

static size_t fines_of(struct harness *harness, uint64_t id)
{
    const struct store_answer *answer = harness_get(harness, sample_fines(id, 1, 10));
    assert_non_null(answer);
    return answer->as.fines.rows_count;
}

/* `breaking` makes a statement fail, `mending` ends that. */
static void fails_as_a_whole(struct harness *harness, const char *breaking, const char *mending)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    raw_run(path, breaking);
    assert_int_equal(harness_do(harness, sample_fine(MAY)), STORE_UNAVAILABLE);
    raw_run(path, mending);
    harness_resume(harness);
    assert_rating(harness, 1, 1520, 0);
    assert_rating(harness, 2, 1480, fine_bit(MAY));
    assert_int_equal(fines_of(harness, 1), 0);
}

#define RATED_TEST(name) TEST_ON(name, struct harness *harness, rated_setup, raw_teardown)

RATED_TEST(a_statement_that_fails_leaves_nothing_of_the_month)
{
    static const char *const whens[] = {
        "INSERT ON ledger WHEN new.month IS NOT NULL",
        "UPDATE OF points ON rating",
        "UPDATE OF active_months ON rating",
        "DELETE ON rating_count",
        "INSERT ON rating_count",
        "INSERT ON meta WHEN new.key = 'fined_month'",
    };
    for (size_t i = 0; i < sizeof(whens) / sizeof(whens[0]); i++) {
        char breaking[200];
        (void)snprintf(breaking, sizeof(breaking),
                       "CREATE TRIGGER broken BEFORE %s BEGIN SELECT RAISE(ABORT, 'broken'); END",
                       whens[i]);
        fails_as_a_whole(harness, breaking, "DROP TRIGGER broken");
    }
    assert_int_equal(harness_do(harness, sample_fine(MAY)), STORE_OK);
    assert_rating(harness, 1, 1420, 0);
    assert_rating(harness, 2, 1480, 0);
    assert_int_equal(fines_of(harness, 1), 1);
}

/* Points go with lines of the ledger, one for one. */
RATED_TEST(points_without_a_line_are_not_taken)
{
    fails_as_a_whole(harness,
                     "CREATE TRIGGER broken BEFORE INSERT ON ledger WHEN new.month IS NOT NULL "
                     "BEGIN SELECT RAISE(IGNORE); END",
                     "DROP TRIGGER broken");
}

RATED_TEST(no_month_is_settled_when_it_is_unknown_which_ones_were)
{
    fails_as_a_whole(harness, "ALTER TABLE meta RENAME TO elsewhere",
                     "ALTER TABLE elsewhere RENAME TO meta");
}

RATED_TEST(a_fine_that_cannot_be_read_is_an_error_and_no_shorter_list)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    assert_int_equal(harness_do(harness, sample_fine(MAY)), STORE_OK);
    atomic_store(&months_have_no_memory, true);
    assert_null(harness_get(harness, sample_fines(1, 1, 10)));
    assert_int_equal(harness->answer_status, STORE_UNAVAILABLE);
    atomic_store(&months_have_no_memory, false);
    assert_int_equal(fines_of(harness, 1), 1);
    raw_run(path, "UPDATE ledger SET variant = 'chess' WHERE month IS NOT NULL");
    assert_null(harness_get(harness, sample_fines(1, 1, 10)));
    assert_int_equal(harness->answer_status, STORE_UNAVAILABLE);
}
