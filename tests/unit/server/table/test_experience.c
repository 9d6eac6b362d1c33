/* SPDX-License-Identifier: MIT */
/*
 * Computers that learn: from which games, and that it is kept, undone and never made up.
 */
#include "server/core/state.h"
#include "server/core/table/computers.h"
#include "server/core/table/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define PACE_MS 700 /* by then a computer has moved */

/* A guest plays b2 against a computer at tic-tac-toe, is answered, and gives up: it won. */
static void lose_against(struct rig *rig, const char *computer)
{
    struct rig_peer *guest = rig_guest(rig);
    const json_t *opened = rig_ask(
        guest, "{'op':'room.open','variant':'mini','computer':'%s','first':'opener'}", computer);
    char game[13];
    snprintf(game, sizeof(game), "%s", text_at(opened, "game.game"));
    assert_ok(rig_move(guest, game, 0, "b2"));
    rig_pass(rig, PACE_MS);
    assert_ok(rig_ask(guest, "{'op':'game.resign','game':'%s'}", game));
}

/* Starts it anew with the option. */
static void let_learn(struct rig *rig)
{
    rig->options.computers_learn = true;
    rig_restart(rig);
}

/* The rating of a cell after b2. */
static uint32_t rating_of(const struct rig *rig, size_t cell)
{
    struct game game;
    uint32_t ratings[LEARNT_CELLS];
    assert_int_equal(game_parse(&game, variant_get(VARIANT_MINI), "b2", 2, NULL), 0);
    learnt_rate(rig->core->tables->experience, &game, ratings);
    return ratings[cell];
}

static uint32_t sum_of(const struct rig *rig)
{
    uint32_t sum = 0;
    for (size_t cell = 0; cell < LEARNT_CELLS; cell++)
        sum += rating_of(rig, cell);
    return sum;
}

static void table_learns_from_a_game_that_it_won_and_keeps_it(void **state)
{
    struct rig *rig = *state;
    let_learn(rig);
    lose_against(rig, "table");
    uint32_t sum = sum_of(rig);
    lose_against(rig, "table");
    lose_against(rig, "perfect");
    assert_int_equal(sum_of(rig), sum + 3);
    rig_restart(rig);
    assert_int_equal(sum_of(rig), sum + 3);
    lose_against(rig, "table");
    assert_int_equal(sum_of(rig), sum + 6);
}

static void table_learns_nothing_unless_it_is_to(void **state)
{
    struct rig *rig = *state;
    lose_against(rig, "table");
    assert_null(rig->core->tables->experience);
    let_learn(rig);
    lose_against(rig, "table");
    uint32_t sum = sum_of(rig);
    rig->options.computers_learn = false;
    rig_restart(rig);
    lose_against(rig, "table");
    assert_int_equal(sum_of(rig), sum);
}

static void a_game_without_a_result_teaches_nothing(void **state)
{
    struct rig *rig = *state;
    let_learn(rig);
    struct rig_peer *guest = rig_guest(rig);
    const json_t *opened =
        rig_ask(guest, "{'op':'room.open','variant':'mini','computer':'table','first':'opener'}");
    char game[13];
    snprintf(game, sizeof(game), "%s", text_at(opened, "game.game"));
    assert_ok(rig_ask(guest, "{'op':'game.abort','game':'%s'}", game));
    assert_null(rig->core->tables->experience);
}

static void learning_that_was_not_stored_is_undone(void **state)
{
    struct rig *rig = *state;
    let_learn(rig);
    lose_against(rig, "table");
    uint32_t sum = sum_of(rig);
    struct rig_peer *guest = rig_guest(rig);
    const json_t *opened =
        rig_ask(guest, "{'op':'room.open','variant':'mini','computer':'table','first':'opener'}");
    char game[13];
    snprintf(game, sizeof(game), "%s", text_at(opened, "game.game"));
    assert_ok(rig_move(guest, game, 0, "b2"));
    rig_pass(rig, PACE_MS);
    rig->store->holds_batches = true;
    rig_send(guest, "{'op':'game.resign','game':'%s'}", game);
    rig_turn(rig);
    assert_int_equal(sum_of(rig), sum + 3);
    rig_fail_held(rig);
    assert_int_equal(sum_of(rig), sum);
}

static void an_experience_that_cannot_be_read_is_none(void **state)
{
    struct rig *rig = *state;
    experience_load(rig->core, &(struct store_experience){.text = ""});
    assert_null(rig->core->tables->experience);
    experience_load(rig->core, &(struct store_experience){.text = "nonsense"});
    assert_null(rig->core->tables->experience);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(table_learns_from_a_game_that_it_won_and_keeps_it),
        RIG_TEST(table_learns_nothing_unless_it_is_to),
        RIG_TEST(a_game_without_a_result_teaches_nothing),
        RIG_TEST(learning_that_was_not_stored_is_undone),
        RIG_TEST(an_experience_that_cannot_be_read_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
