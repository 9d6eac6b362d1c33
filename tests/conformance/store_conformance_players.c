/* SPDX-License-Identifier: MIT */
/*
 * Conformance: players. Guests, accounts, names that are taken or reserved, passwords, recovery
 * codes.
 */
#include "tests/conformance/store_conformance.h"

CONFORMANCE_TEST(a_guest_is_found_by_id_and_by_name_key)
{
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

CONFORMANCE_TEST(a_computer_that_is_there_stays_as_it_is)
{
    struct sample_names names;
    conformance_must(harness, sample_computer(65, "random:1", &names));
    conformance_must(harness, sample_computer(65, "otherwise", &names));
    assert_int_equal(conformance_player(harness, 65)->kind, PLAYER_GUEST);
    assert_string_equal(conformance_player(harness, 65)->names.name, "random:1");
    harness_add(harness, sample_computer(66, "random:1", &names));
    harness_commit(harness);
    assert_int_equal(harness->results[0], STORE_CONFLICT);
    conformance_ask_nothing(harness, sample_by_id(66));
}

CONFORMANCE_TEST(an_unknown_player_is_not_found)
{
    conformance_ask_nothing(harness, sample_by_id(7));
    conformance_ask_nothing(harness, sample_by_id(0));
    conformance_ask_nothing(harness, sample_by_name("key nobody"));
    conformance_ask_nothing(harness, sample_by_token(1));
}

CONFORMANCE_TEST(a_player_has_written_as_much_as_was_stored_last)
{
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

CONFORMANCE_TEST(days_off_are_what_was_stored_last)
{
    conformance_accounts(harness, 7);
    assert_int_equal(conformance_player(harness, 7)->days_off.year, 0);
    conformance_must(harness, sample_days_off(7, 3));
    conformance_must(harness, sample_days_off(7, 28));
    const struct store_days_off wanted = {7, 2026, 28, SAMPLE_MS};
    assert_record_equal(days_off, &conformance_player(harness, 7)->days_off, &wanted);
    conformance_must_not(harness, sample_days_off(8, 1)); /* there is nobody */
    conformance_must_not(harness, sample_days_off(7, STORE_DAYS_OFF_MAX + 1));
}

CONFORMANCE_TEST(a_players_conduct_is_what_was_stored_last)
{
    struct sample_names names;
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    assert_int_equal(conformance_player(harness, 7)->conduct.games, 0);
    conformance_must(harness, sample_conduct(7, 1, 2));
    conformance_must(harness, sample_conduct(7, 5, 3));
    const struct store_conduct wanted = {7, 5, 3, 1, SAMPLE_MS};
    assert_record_equal(conduct, &conformance_player(harness, 7)->conduct, &wanted);
    conformance_must_not(harness, sample_conduct(8, 1, 1)); /* there is nobody */
    conformance_must_not(harness, sample_conduct(7, 1, STORE_CONDUCT_GAMES + 1));
}

CONFORMANCE_TEST(an_account_is_made_without_a_guest)
{
    struct sample_names names;
    conformance_must(harness, sample_register(7, "Анна", &names));
    const struct store_player *player = conformance_player(harness, 7);
    assert_int_equal(player->kind, PLAYER_REGISTERED);
    assert_string_equal(player->names.name, "Анна");
    assert_string_equal(player->password_hash, "hash");
}

static void assert_nobody(struct harness *harness, const char *key)
{
    const struct store_login *login = ask_login(harness, sample_login(key));
    assert_int_equal(login->player, 0);
    assert_null(login->password_hash);
    assert_false(login->has_origin || login->has_device);
}

CONFORMANCE_TEST(a_login_finds_what_it_needs_and_nobody_else)
{
    static const struct store_account banned = {.banned_until_ms = 1800000000000,
                                                .ban_reason = "cheated"};
    struct sample_names names;
    assert_nobody(harness, "key anna"); /* there is nobody at all */
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
    assert_nobody(harness, "");          /* before all */
    assert_nobody(harness, "key ann");   /* before one */
    assert_nobody(harness, "key annaa"); /* between two */
    assert_nobody(harness, "key zoe");   /* behind all */
}

CONFORMANCE_TEST(registering_turns_the_guest_of_that_id_into_the_account)
{
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

CONFORMANCE_TEST(the_name_that_a_guest_gave_up_is_free_again)
{
    struct sample_names names;
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_register(7, "anna", &names));
    conformance_must(harness, sample_guest(8, "guest-a", &names));
}

CONFORMANCE_TEST(a_guest_may_register_under_its_own_name)
{
    struct sample_names names;
    conformance_must(harness, sample_guest(7, "anna", &names));
    conformance_must(harness, sample_register(7, "anna", &names));
    assert_int_equal(ask_player_by_name(harness, sample_by_name("key anna"))->player.kind,
                     PLAYER_REGISTERED);
}

CONFORMANCE_TEST(a_taken_name_is_a_conflict_and_the_rest_of_the_batch_is_written)
{
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

CONFORMANCE_TEST(of_two_that_want_a_name_in_one_batch_the_first_gets_it)
{
    struct sample_names names;
    harness_add(harness, sample_register(1, "anna", &names));
    harness_add(harness, sample_register(2, "anna", &names));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->results[0], STORE_APPLIED);
    assert_int_equal(harness->results[1], STORE_CONFLICT);
}

CONFORMANCE_TEST(a_guest_whose_wanted_name_is_taken_stays_what_it_was)
{
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_comes_to(harness, sample_register(7, "p1", &names), STORE_CONFLICT);
    const struct store_player *player = conformance_player(harness, 7);
    assert_int_equal(player->kind, PLAYER_GUEST);
    assert_string_equal(player->names.name, "guest-a");
}

CONFORMANCE_TEST(a_guest_does_not_get_a_taken_name_either)
{
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_comes_to(harness, sample_guest(7, "p1", &names), STORE_CONFLICT);
}

CONFORMANCE_TEST(an_account_is_not_registered_twice)
{
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_must_not(harness, sample_register(1, "again", &names));
    conformance_must_not(harness, sample_guest(1, "again", &names));
    assert_string_equal(conformance_player(harness, 1)->names.name, "p1");
}

CONFORMANCE_TEST(a_password_is_changed_for_accounts_only)
{
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_password(1, "new hash"));
    assert_string_equal(conformance_player(harness, 1)->password_hash, "new hash");
    conformance_must_not(harness, sample_password(7, "new hash"));
    conformance_must_not(harness, sample_password(99, "new hash"));
    conformance_must_not(harness, sample_password(1, NULL));
}

#define CODE(c) c c c c c c c c c c c c c c c c /* of four characters: a hash of 64 */
#define FIRST CODE("aaaa")
#define SECOND CODE("bbbb")

static void expect_code(struct harness *harness, const char *hash)
{
    const struct store_recovery_state *state = ask_recovery(harness, sample_recovery_of("key p1"));
    assert_int_equal(state->player, 1);
    assert_string_equal(state->code_hash, hash);
    assert_true(conformance_player(harness, 1)->has_recovery == (hash[0] != '\0'));
}

CONFORMANCE_TEST(an_account_has_one_recovery_code_or_none)
{
    struct sample_names names;
    conformance_accounts(harness, 1);
    expect_code(harness, "");
    conformance_must(harness, sample_recovery(1, FIRST));
    expect_code(harness, FIRST);
    conformance_must(harness, sample_recovery(1, SECOND));
    expect_code(harness, SECOND);
    conformance_must(harness, sample_recovery(1, NULL));
    expect_code(harness, "");
    struct store_op other = sample_register(2, "other", &names);
    other.as.player_register.recovery = FIRST;
    conformance_must(harness, other);
    assert_string_equal(ask_recovery(harness, sample_recovery_of("key other"))->code_hash, FIRST);
    conformance_ask_nothing(harness, sample_recovery_of("key nobody"));
}

CONFORMANCE_TEST(a_code_that_is_used_brings_a_password_and_ends_all_sessions)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_recovery(1, FIRST));
    conformance_must(harness, sample_session(1, 1));
    conformance_must(harness, sample_session(2, 2));
    conformance_comes_to(harness, sample_recover(1, SECOND, FIRST, "new hash"), STORE_CONFLICT);
    assert_int_equal(ask_player_by_token(harness, sample_by_token(1))->player.id, 1);
    conformance_must(harness, sample_recover(1, FIRST, SECOND, "new hash"));
    assert_string_equal(conformance_player(harness, 1)->password_hash, "new hash");
    expect_code(harness, SECOND);
    conformance_ask_nothing(harness, sample_by_token(1));
    assert_int_equal(ask_player_by_token(harness, sample_by_token(2))->player.id, 2);
    conformance_comes_to(harness, sample_recover(1, FIRST, SECOND, "again"), STORE_CONFLICT);
    conformance_comes_to(harness, sample_recover(2, FIRST, SECOND, "again"), STORE_CONFLICT);
}

CONFORMANCE_TEST(a_deleted_account_has_no_recovery_code)
{
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_recovery(1, FIRST));
    conformance_must(harness, sample_delete(1, "deleted-1", &names));
    conformance_comes_to(harness, sample_recover(1, FIRST, SECOND, "again"), STORE_CONFLICT);
}

static const struct store_name_state *ask_name(struct harness *harness, const char *key,
                                               const char *look, uint64_t hash, int64_t at_ms)
{
    const struct store_query query =
        SAMPLE_QUERY(name_state, .names = {"n", key, look},
                     .hashes = {.key = hash, .skeleton = hash + 1, .at_ms = at_ms});
    return ask_name_state(harness, query);
}

CONFORMANCE_TEST(a_name_is_taken_by_its_key_or_its_look)
{
    conformance_accounts(harness, 1);
    assert_true(ask_name(harness, "key p1", "look x", 7, 0)->is_taken);
    assert_true(ask_name(harness, "key x", "look p1", 7, 0)->is_taken);
    assert_false(ask_name(harness, "key x", "look x", 7, 0)->is_taken);
}

static struct store_op reserve(uint64_t hash, int64_t until_ms, int64_t at_ms)
{
    return SAMPLE_OP(name_reserve, .until_ms = until_ms,
                     .hashes = {.key = hash, .skeleton = hash + 1, .at_ms = at_ms});
}

/* A reservation stands behind an operation that is applied. */
static void keep_name(struct harness *harness, uint64_t hash, int64_t until_ms, int64_t at_ms)
{
    harness_add(harness, SAMPLE_OP(probe));
    harness_add(harness, reserve(hash, until_ms, at_ms));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->results[1], STORE_APPLIED);
}

CONFORMANCE_TEST(a_reserved_name_is_nobodys_until_its_end)
{
    struct sample_names names;
    struct store_name_hashes hashes = {.key = 70, .skeleton = 8, .at_ms = 100};
    keep_name(harness, 7, 100, 0);
    keep_name(harness, 7, 200, 0);
    keep_name(harness, 7, 150, 0); /* the later end counts */
    assert_true(ask_name(harness, "key x", "look x", 7, 199)->is_reserved);
    assert_true(ask_name(harness, "key x", "look x", 8, 199)->is_reserved); /* by one of them */
    assert_false(ask_name(harness, "key x", "look x", 7, 200)->is_reserved);
    assert_false(ask_name(harness, "key x", "look x", 9, 199)->is_reserved);
    struct store_op op = sample_register(1, "anna", &names);
    op.as.player_register.hashes = &hashes;
    conformance_comes_to(harness, op, STORE_RESERVED);
    conformance_ask_nothing(harness, sample_by_id(1));
    hashes.at_ms = 200;
    conformance_must(harness, op);
    op = sample_rename(1, "boris", &names);
    op.as.act.hashes = &(const struct store_name_hashes){.key = 7, .skeleton = 9, .at_ms = 100};
    conformance_comes_to(harness, op, STORE_RESERVED);
    op.as.act.hashes = NULL;
    conformance_must(harness, op);
    keep_name(harness, 20, INT64_MAX, 300); /* and those that have ended go */
    assert_false(ask_name(harness, "key x", "look x", 7, 199)->is_reserved);
    assert_true(ask_name(harness, "key x", "look x", 20, INT64_MAX - 1)->is_reserved);
}

CONFORMANCE_TEST(no_name_is_reserved_behind_what_was_not_applied)
{
    struct sample_names names;
    conformance_accounts(harness, 1);
    harness_add(harness, sample_register(2, "p1", &names));
    harness_add(harness, reserve(7, 100, 0));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->results[1], STORE_CONFLICT);
    assert_false(ask_name(harness, "key x", "look x", 7, 50)->is_reserved);
}
