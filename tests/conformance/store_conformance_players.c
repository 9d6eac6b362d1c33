/* SPDX-License-Identifier: MIT */
/*
 * Conformance: players and sessions. Guests, accounts, names that are taken, passwords, tokens.
 */
#include "tests/conformance/store_conformance.h"

static void a_guest_is_found_by_id_and_by_name_key(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    const struct store_account account = {0};
    const struct store_player wanted = {.id = 7,
                                        .kind = PLAYER_GUEST,
                                        .names = {"guest-a", "key guest-a", "look guest-a"},
                                        .created_ms = 1700000000007,
                                        .account = &account};
    assert_record_equal(player, conformance_player(harness, 7), &wanted);
    assert_int_equal(ask_player_by_name(harness, sample_by_name("key guest-a"))->player.id, 7);
}

static void an_unknown_player_is_not_found(void **state)
{
    struct harness *harness = *state;
    conformance_ask_nothing(harness, sample_by_id(7));
    conformance_ask_nothing(harness, sample_by_id(0));
    conformance_ask_nothing(harness, sample_by_name("key nobody"));
    conformance_ask_nothing(harness, sample_by_token(1));
}

static void a_player_has_written_as_much_as_was_stored_last(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    assert_int_equal(conformance_player(harness, 7)->written.owed_ms, 0);
    conformance_must(harness, sample_written(7, 5000));
    conformance_must(harness, sample_written(7, 300));
    const struct store_player *player = conformance_player(harness, 7);
    assert_int_equal(player->written.owed_ms, 300);
    assert_int_equal(player->written.at_ms, SAMPLE_MS + 300);
    conformance_must_not(harness, sample_written(8, 1)); /* there is nobody */
    conformance_must_not(harness, sample_written(7, 0));
}

static void an_account_is_made_without_a_guest(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_must(harness, sample_register(7, "Анна", &names));
    const struct store_player *player = conformance_player(harness, 7);
    assert_int_equal(player->kind, PLAYER_REGISTERED);
    assert_string_equal(player->names.name, "Анна");
    assert_string_equal(player->password_hash, "hash");
}

static void a_login_finds_what_it_needs_and_nobody_else(void **state)
{
    static const struct store_account banned = {.banned_until_ms = 1800000000000,
                                                .ban_reason = "cheated"};
    struct harness *harness = *state;
    struct sample_names names;
    conformance_ask_nothing(harness, sample_login("key anna")); /* there is nobody at all */
    conformance_must(harness, sample_register(7, "anna", &names));
    conformance_must(harness, sample_register(8, "boris", &names));
    conformance_must(harness, sample_account(8, &banned));
    conformance_must(harness, sample_guest(9, "guest-a", &names));
    const struct store_login *login = ask_login(harness, sample_login("key anna"));
    assert_int_equal(login->player, 7);
    assert_string_equal(login->password_hash, "hash");
    assert_int_equal(login->banned_until_ms, 0);
    login = ask_login(harness, sample_login("key boris"));
    assert_int_equal(login->player, 8);
    assert_int_equal(login->banned_until_ms, 1800000000000);
    assert_string_equal(login->ban_reason, "cheated");
    login = ask_login(harness, sample_login("key guest-a"));
    assert_int_equal(login->player, 9);
    assert_null(login->password_hash);
    conformance_ask_nothing(harness, sample_login(""));          /* before all */
    conformance_ask_nothing(harness, sample_login("key ann"));   /* before one */
    conformance_ask_nothing(harness, sample_login("key annaa")); /* between two */
    conformance_ask_nothing(harness, sample_login("key zoe"));   /* behind all */
}

static void registering_turns_the_guest_of_that_id_into_the_account(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_register(7, "anna", &names));
    const struct store_player *player = conformance_player(harness, 7);
    assert_int_equal(player->kind, PLAYER_REGISTERED);
    assert_string_equal(player->names.name, "anna");
    assert_string_equal(player->names.skeleton, "look anna");
    assert_int_equal(ask_player_by_name(harness, sample_by_name("key anna"))->player.id, 7);
    conformance_ask_nothing(harness, sample_by_name("key guest-a"));
}

static void the_name_that_a_guest_gave_up_is_free_again(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_register(7, "anna", &names));
    conformance_must(harness, sample_guest(8, "guest-a", &names));
}

static void a_guest_may_register_under_its_own_name(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_must(harness, sample_guest(7, "anna", &names));
    conformance_must(harness, sample_register(7, "anna", &names));
    assert_int_equal(ask_player_by_name(harness, sample_by_name("key anna"))->player.kind,
                     PLAYER_REGISTERED);
}

static void a_taken_name_is_a_conflict_and_the_rest_of_the_batch_is_written(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_accounts(harness, 1);
    struct store_op same_key = sample_register(2, "other", &names);
    same_key.as.player_register.names.name_key = "key p1";
    harness_add(harness, same_key);
    struct store_op same_skeleton = sample_register(3, "third", &names);
    same_skeleton.as.player_register.names.skeleton = "look p1";
    harness_add(harness, same_skeleton);
    harness_add(harness, sample_register(4, "free", &names));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->results[0], STORE_CONFLICT);
    assert_int_equal(harness->results[1], STORE_CONFLICT);
    assert_int_equal(harness->results[2], STORE_APPLIED);
    conformance_ask_nothing(harness, sample_by_id(2));
    conformance_ask_nothing(harness, sample_by_id(3));
    (void)ask_player_by_id(harness, sample_by_id(4));
}

static void of_two_that_want_a_name_in_one_batch_the_first_gets_it(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    harness_add(harness, sample_register(1, "anna", &names));
    harness_add(harness, sample_register(2, "anna", &names));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->results[0], STORE_APPLIED);
    assert_int_equal(harness->results[1], STORE_CONFLICT);
}

static void a_guest_whose_wanted_name_is_taken_stays_what_it_was(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_comes_to(harness, sample_register(7, "p1", &names), STORE_CONFLICT);
    const struct store_player *player = conformance_player(harness, 7);
    assert_int_equal(player->kind, PLAYER_GUEST);
    assert_string_equal(player->names.name, "guest-a");
}

static void a_guest_does_not_get_a_taken_name_either(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_comes_to(harness, sample_guest(7, "p1", &names), STORE_CONFLICT);
}

static void an_account_is_not_registered_twice(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_must_not(harness, sample_register(1, "again", &names));
    conformance_must_not(harness, sample_guest(1, "again", &names));
    assert_string_equal(conformance_player(harness, 1)->names.name, "p1");
}

static void a_password_is_changed_for_accounts_only(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_password(1, "new hash"));
    assert_string_equal(conformance_player(harness, 1)->password_hash, "new hash");
    conformance_must_not(harness, sample_password(7, "new hash"));
    conformance_must_not(harness, sample_password(99, "new hash"));
    conformance_must_not(harness, sample_password(1, NULL));
}

static void a_token_leads_to_its_player_until_it_is_removed(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_session(1, 1));
    conformance_must(harness, sample_session(2, 2));
    conformance_must(harness, sample_session(3, 1));
    assert_int_equal(ask_player_by_token(harness, sample_by_token(1))->player.id, 1);
    assert_int_equal(ask_player_by_token(harness, sample_by_token(2))->player.id, 2);
    conformance_must(harness, sample_logout(1));
    conformance_ask_nothing(harness, sample_by_token(1));
    assert_int_equal(ask_player_by_token(harness, sample_by_token(3))->player.id, 1);
}

static void removing_a_token_again_is_no_mistake(void **state)
{
    conformance_must(*state, sample_logout(1));
}

static void a_session_needs_a_player_and_a_token_of_its_own(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    conformance_must_not(harness, sample_session(1, 99));
    conformance_must(harness, sample_session(1, 1));
    conformance_must_not(harness, sample_session(1, 2));
    assert_int_equal(ask_player_by_token(harness, sample_by_token(1))->player.id, 1);
}

int conformance_players(void)
{
    const struct CMUnitTest tests[] = {
        CONFORMANCE_TEST(a_guest_is_found_by_id_and_by_name_key),
        CONFORMANCE_TEST(an_unknown_player_is_not_found),
        CONFORMANCE_TEST(an_account_is_made_without_a_guest),
        CONFORMANCE_TEST(a_login_finds_what_it_needs_and_nobody_else),
        CONFORMANCE_TEST(registering_turns_the_guest_of_that_id_into_the_account),
        CONFORMANCE_TEST(the_name_that_a_guest_gave_up_is_free_again),
        CONFORMANCE_TEST(a_guest_may_register_under_its_own_name),
        CONFORMANCE_TEST(a_taken_name_is_a_conflict_and_the_rest_of_the_batch_is_written),
        CONFORMANCE_TEST(of_two_that_want_a_name_in_one_batch_the_first_gets_it),
        CONFORMANCE_TEST(a_guest_whose_wanted_name_is_taken_stays_what_it_was),
        CONFORMANCE_TEST(a_guest_does_not_get_a_taken_name_either),
        CONFORMANCE_TEST(an_account_is_not_registered_twice),
        CONFORMANCE_TEST(a_player_has_written_as_much_as_was_stored_last),
        CONFORMANCE_TEST(a_password_is_changed_for_accounts_only),
        CONFORMANCE_TEST(a_token_leads_to_its_player_until_it_is_removed),
        CONFORMANCE_TEST(removing_a_token_again_is_no_mistake),
        CONFORMANCE_TEST(a_session_needs_a_player_and_a_token_of_its_own),
    };
    return cmocka_run_group_tests_name("players", tests, NULL, NULL);
}
