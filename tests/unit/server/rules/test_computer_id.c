/* SPDX-License-Identifier: MIT */
/*
 * Computers as players: every level of every row is somebody else, is found again, and has a name
 * that no person has.
 */
#include "server/core/rules/ids.h"
#include "server/core/rules/name.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static void every_level_of_every_row_is_a_player(void **state)
{
    (void)state;
    for (int id = 0; id < COMPUTER_COUNT; id++) {
        const struct computer *computer = computer_get((enum computer_id)id);
        assert_true(computer->levels >= 1 && computer->levels <= COMPUTER_LEVELS_MAX);
        for (unsigned level = 1; level <= computer->levels; level++) {
            unsigned found = 0;
            uint64_t player = computer_player_id(computer, level);
            assert_ptr_equal(computer_of_player(player, &found), computer);
            assert_int_equal(found, level);
        }
    }
}

static void no_id_that_time_gives_is_a_computers(void **state)
{
    (void)state;
    uint64_t last = 0;
    unsigned level;
    for (int64_t wall_ms = 0; wall_ms < 1000; wall_ms++)
        assert_null(computer_of_player(ids_next(&last, wall_ms), &level));
    for (int id = 0; id < COMPUTER_COUNT; id++)
        assert_true(computer_player_id(computer_get((enum computer_id)id), COMPUTER_LEVELS_MAX) <
                    UINT64_C(1) << (ID_COUNTER_BITS + ID_NODE_BITS));
}

static void no_player_has_a_level_that_does_not_exist(void **state)
{
    (void)state;
    unsigned level;
    const struct computer *random = computer_get(COMPUTER_RANDOM);
    assert_null(computer_of_player(computer_player_id(random, 0), &level));
    assert_null(computer_of_player(computer_player_id(random, random->levels + 1), &level));
    assert_null(computer_of_player(0, &level));
}

static void nobody_else_can_have_the_name(void **state)
{
    (void)state;
    char name[COMPUTER_NAME_SIZE];
    struct name_keys keys;
    struct name_rules *rules = name_rules_new();
    assert_non_null(rules);
    computer_player_name(computer_get(COMPUTER_RANDOM), 1, name);
    assert_string_equal(name, "random:1");
    assert_int_not_equal(name_check(rules, name, &keys), NAME_GOOD);
    assert_true(name_make(rules, name, &keys));
    name_rules_free(rules);
}

static void no_row_has_the_key_that_stands_for_all(void **state)
{
    (void)state;
    assert_null(computer_find("any", strlen("any")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_of_every_row_is_a_player),
        cmocka_unit_test(no_id_that_time_gives_is_a_computers),
        cmocka_unit_test(no_player_has_a_level_that_does_not_exist),
        cmocka_unit_test(nobody_else_can_have_the_name),
        cmocka_unit_test(no_row_has_the_key_that_stands_for_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
