/* SPDX-License-Identifier: MIT */
/* Names of players: one entry for each, held by whatever names the player. */
#include "server/core/people/player.h"
#include "server/core/people/state.h"
#include "tests/support/cmocka_all.h"

#include <stdlib.h>

static int make(void **state)
{
    struct core *core = calloc(1, sizeof(*core));
    assert_non_null(core);
    core->people = calloc(1, sizeof(*core->people));
    assert_non_null(core->people);
    *state = core;
    return 0;
}

static int drop(void **state)
{
    struct core *core = *state;
    assert_int_equal(core->people->known_by_id.count, 0);
    id_table_deinit(&core->people->known_by_id);
    free(core->people);
    free(core);
    return 0;
}

static void a_player_has_one_entry_until_nobody_holds_it(void **state)
{
    struct core *core = *state;
    struct known *anna = known_hold(core, 7, PLAYER_GUEST, "Anna");
    assert_ptr_equal(known_hold(core, 7, PLAYER_GUEST, "Anna"), anna);
    assert_ptr_equal(known_hold_again(anna), anna);
    known_let_go(core, anna);
    known_let_go(core, anna);
    assert_string_equal(anna->name, "Anna");
    known_let_go(core, anna);
    known_let_go(core, NULL);
}

static void another_name_is_one_change(void **state)
{
    struct core *core = *state;
    struct known *anna = known_hold(core, 7, PLAYER_GUEST, "guest-7");
    uint32_t version = anna->version;
    known_rename(core, 7, PLAYER_REGISTERED, "Anna");
    assert_string_equal(anna->name, "Anna");
    assert_int_equal(anna->kind, PLAYER_REGISTERED);
    assert_true(anna->version > version);
    known_rename(core, 8, PLAYER_REGISTERED, "Boris"); /* whom nothing names */
    known_let_go(core, anna);
}

/* An answer of the store may have been read before the name changed. */
static void a_name_that_is_read_again_changes_nothing(void **state)
{
    struct core *core = *state;
    struct known *anna = known_hold(core, 7, PLAYER_GUEST, "guest-7");
    known_rename(core, 7, PLAYER_REGISTERED, "Anna");
    known_hold(core, 7, PLAYER_GUEST, "guest-7");
    assert_string_equal(anna->name, "Anna");
    assert_int_equal(anna->kind, PLAYER_REGISTERED);
    known_let_go(core, anna);
    known_let_go(core, anna);
}

/* The line of a chat does not say who has an account. */
static void an_account_is_learnt_later(void **state)
{
    struct core *core = *state;
    struct known *anna = known_hold(core, 7, PLAYER_GUEST, "Anna");
    known_hold(core, 7, PLAYER_REGISTERED, "Anna");
    assert_int_equal(anna->kind, PLAYER_REGISTERED);
    known_let_go(core, anna);
    known_let_go(core, anna);
}

/* Nearly all who are named are in memory: two tables of them all would be one too many. */
static void the_entry_of_a_player_in_memory_is_found_by_the_player(void **state)
{
    struct core *core = *state;
    struct player anna = {.id = 7, .known = known_hold(core, 7, PLAYER_GUEST, "guest-7")};
    known_join_player(core, &anna);
    assert_int_equal(core->people->known_by_id.count, 0);
    assert_ptr_equal(known_hold(core, 7, PLAYER_GUEST, "guest-7"), anna.known);
    known_rename(core, 7, PLAYER_REGISTERED, "Anna");
    assert_string_equal(anna.known->name, "Anna");
    known_leave_player(core, &anna);
    assert_int_equal(core->people->players_by_id.count, 0);
    known_let_go(core, anna.known);
    assert_ptr_equal(known_hold(core, 7, PLAYER_GUEST, "Anna"), anna.known); /* a chat names her */
    known_let_go(core, anna.known);
    known_let_go(core, anna.known);
    id_table_deinit(&core->people->players_by_id);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_player_has_one_entry_until_nobody_holds_it, make, drop),
        cmocka_unit_test_setup_teardown(another_name_is_one_change, make, drop),
        cmocka_unit_test_setup_teardown(a_name_that_is_read_again_changes_nothing, make, drop),
        cmocka_unit_test_setup_teardown(an_account_is_learnt_later, make, drop),
        cmocka_unit_test_setup_teardown(the_entry_of_a_player_in_memory_is_found_by_the_player,
                                        make, drop),
    };
    return cmocka_run_group_tests_name("known", tests, NULL, NULL);
}
