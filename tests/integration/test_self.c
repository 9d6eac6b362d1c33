/* SPDX-License-Identifier: MIT */
/*
 * One's own account on the real server: settings that follow from device to device, logins that
 * end, passwords that change, players who are kept apart; over sockets, and with penta.
 */
#include "tests/support/person.h"
#include "tests/support/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOGIN "auth.login", "{s:s, s:s}", "name"

static struct said said; /* of the last program that ran */

static struct peer *log_in(struct scene *scene, const char *name, const char *password)
{
    struct peer *peer = scene_stranger(scene, name);
    peer_ask(peer, LOGIN, name, "password", password);
    return peer;
}

static void run(const struct person *person, const char *const args[], const char *expected)
{
    if (person_run(person, args, &said) != 0 || strstr(said.out, expected) == NULL)
        fail_msg("exit code %d, \"%s\" instead of \"%s\", %s", said.exit_code, said.out, expected,
                 said.err);
}

/* ---------------------------------------------------------------- over sockets */

SCENE(settings_follow_from_device_to_device_and_through_a_restart)
{
    struct peer *laptop = scene_account(scene, "Anna");
    struct peer *phone = log_in(scene, "Anna", SCENE_PASSWORD);
    peer_ask(laptop, "settings.set", "{s:{s:s, s:s}}", "settings", "theme", "night", "pieces",
             "stones");
    json_t *changed = peer_event(phone, "settings.changed", NULL);
    assert_string_equal(text_at(changed, "settings.theme"), "night");
    assert_string_equal(text_at(changed, "settings.sound"), "on");
    scene_restart(scene);
    struct peer *again = log_in(scene, "Anna", SCENE_PASSWORD);
    json_t *settings = peer_ask(again, "settings.get", NULL);
    assert_string_equal(text_at(settings, "settings.pieces"), "stones");
}

SCENE(a_new_password_ends_every_other_login)
{
    struct peer *laptop = scene_account(scene, "Anna");
    struct peer *phone = log_in(scene, "Anna", SCENE_PASSWORD);
    peer_refused(laptop, "wrong_credentials", "auth.password", "{s:s, s:s}", "old", "wrong", "new",
                 "another one");
    peer_ask(laptop, "auth.password", "{s:s, s:s}", "old", SCENE_PASSWORD, "new", "another one");
    peer_expect_bye(phone, "logged_out");
    struct peer *stranger = scene_stranger(scene, "Anna with the old password");
    peer_refused(stranger, "wrong_credentials", LOGIN, "Anna", "password", SCENE_PASSWORD);
    log_in(scene, "Anna", "another one");
    peer_ask(laptop, "ping", NULL);
}

SCENE(a_block_keeps_two_players_apart)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    peer_ask(anna, "block.add", "{s:s}", "name", "boris");
    json_t *opened = peer_ask(anna, "room.open", "{s:s}", "variant", "mini");
    char room[16];
    (void)snprintf(room, sizeof(room), "%s", text_at(opened, "room.room"));
    peer_refused(boris, "blocked", "room.join", "{s:s}", "room", room);
    scene_restart(scene);
    boris = log_in(scene, "Boris", SCENE_PASSWORD);
    peer_refused(boris, "blocked", "room.join", "{s:s}", "room", room);
    anna = log_in(scene, "Anna", SCENE_PASSWORD);
    peer_ask(anna, "block.remove", "{s:s}", "name", "Boris");
    peer_ask(boris, "room.join", "{s:s}", "room", room);
}

/* Logs in with a program that tells its name. */
static struct peer *log_in_with(struct scene *scene, const char *name, const char *client)
{
    struct peer *peer = scene_stranger(scene, client);
    peer_ask(peer, "hello", "{s:i, s:s}", "protocol", 3, "client", client);
    peer_ask(peer, "auth.login", "{s:s, s:s}", "name", name, "password", SCENE_PASSWORD);
    return peer;
}

/* Its row in the list; two logins of one millisecond come in any order. */
static const json_t *login_with(const json_t *rows, const char *client)
{
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        if (has_at(row, "client") && strcmp(text_at(row, "client"), client) == 0)
            return row;
    }
    fail_msg("no login with %s", client);
    return NULL;
}

SCENE(logins_are_listed_and_end_one_by_one_and_together)
{
    struct peer *laptop = scene_account(scene, "Anna");
    struct peer *phone = log_in_with(scene, "Anna", "a phone");
    struct peer *tablet = log_in_with(scene, "Anna", "a tablet");
    const json_t *rows = json_object_get(peer_ask(phone, "session.list", NULL), "rows");
    assert_int_equal(json_array_size(rows), 3);
    assert_true(bool_at(login_with(rows, "a phone"), "current"));
    assert_false(bool_at(login_with(rows, "a tablet"), "current"));
    peer_ask(phone, "session.revoke", "{s:s}", "session",
             text_at(login_with(rows, "a tablet"), "session"));
    peer_expect_bye(tablet, "logged_out");
    peer_refused(scene_stranger(scene, "the tablet"), "bad_token", "auth.resume", "{s:s}", "token",
                 peer_token(tablet));
    peer_ask(phone, "session.revoke", NULL);
    peer_expect_bye(laptop, "logged_out");
    assert_int_equal(count_at(peer_ask(phone, "session.list", NULL), "rows"), 1);
}

SCENE(a_page_about_oneself_and_those_who_are_blocked_outlive_a_crash)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    json_t *set =
        peer_ask(anna, "profile.set", "{s:s, s:s}", "about", "plays at night", "country", "KZ");
    assert_string_equal(text_at(set, "country"), "KZ");
    peer_ask(anna, "block.add", "{s:s}", "name", "boris");
    peer_refused(boris, "bad_country", "profile.set", "{s:s}", "country", "XX");
    scene_crash(scene);
    anna = log_in(scene, "Anna", SCENE_PASSWORD);
    json_t *blocked = peer_ask(anna, "block.list", NULL);
    assert_int_equal(count_at(blocked, "rows"), 1);
    assert_string_equal(text_at(blocked, "rows.0.name"), "Boris");
    json_t *page =
        peer_ask(scene_stranger(scene, "a stranger"), "player.get", "{s:s}", "name", "anna");
    assert_string_equal(text_at(page, "about"), "plays at night");
    assert_string_equal(text_at(page, "country"), "KZ");
}

SCENE(a_deleted_account_loses_its_game_and_keeps_the_name)
{
    struct table table;
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *phone = log_in(scene, "Anna", SCENE_PASSWORD);
    table_open(&table, anna, scene_account(scene, "Boris"), "mini", TABLE_RATED);
    table_play(&table, "a1 b1");
    peer_refused(anna, "wrong_credentials", "auth.delete", "{s:s}", "password", "wrong");
    peer_ask(anna, "auth.delete", "{s:s}", "password", SCENE_PASSWORD);
    peer_expect_end(anna);
    peer_expect_bye(phone, "logged_out");
    json_t *ended = peer_event(table.joiner, "game.ended", NULL);
    assert_string_equal(text_at(ended, "result"), "second");
    peer_refused(scene_stranger(scene, "Anna"), "wrong_credentials", LOGIN, "Anna", "password",
                 SCENE_PASSWORD);
    peer_refused(scene_stranger(scene, "Anna"), "name_reserved", "auth.register", "{s:s, s:s}",
                 "name", "Anna", "password", SCENE_PASSWORD);
}

/* ---------------------------------------------------------------- with penta */

SCENE(penta_shows_and_changes_ones_own_page)
{
    struct person anna;
    person_init(&anna, scene, "Anna");
    person_register(&anna);
    run(&anna, PENTA("profile", "--about", "plays at night", "--country", "KZ"), "Country: KZ");
    run(&anna, PENTA("profile"), "plays at night");
    run(&anna, PENTA("player", "anna"), "Country: KZ");
    run(&anna, PENTA("player", "--json"), "\"country\":\"KZ\"");
    assert_int_equal(person_run(&anna, PENTA("profile", "--country", "XX"), &said), 1);
    assert_non_null(strstr(said.err, "two letters of ISO 3166"));
}

SCENE(penta_shows_and_chooses_settings)
{
    struct person anna;
    person_init(&anna, scene, "Anna");
    person_register(&anna);
    run(&anna, PENTA("settings"), "theme             wood       (wood, paper, night, contrast)\n");
    run(&anna, PENTA("settings", "theme", "night"), "theme             night");
    run(&anna, PENTA("settings", "theme"), "theme             night");
    assert_null(strstr(said.out, "sound"));
    run(&anna, PENTA("settings", "--json"), "{\"theme\":\"night\",\"pieces\":\"marks\"");
    assert_int_equal(person_run(&anna, PENTA("settings", "theme", "pink"), &said), 2);
    assert_non_null(strstr(said.err, "one of: wood, paper, night, contrast."));
    assert_int_equal(person_run(&anna, PENTA("settings", "colour"), &said), 2);
    assert_non_null(strstr(said.err, "There is no setting colour"));
}

/* Writes a password file beside the person's own; returns its path. */
static const char *new_password_file(const struct person *person, const char *password)
{
    static char path[FOLDER_PATH_SIZE + 8];
    (void)snprintf(path, sizeof(path), "%s-2", person->password_file);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fprintf(file, "%s\n", password);
    (void)fclose(file);
    return path;
}

SCENE(penta_changes_the_password_and_stays_logged_in)
{
    struct person anna;
    person_init(&anna, scene, "Anna");
    person_register(&anna);
    const char *file = new_password_file(&anna, "another one");
    run(&anna,
        PENTA("password", "--password-file", anna.password_file, "--new-password-file", file),
        "Password changed");
    run(&anna, PENTA("whoami"), "Anna");
    log_in(scene, "Anna", "another one");
    assert_int_equal(person_run(&anna,
                                PENTA("password", "--password-file", anna.password_file,
                                      "--new-password-file", file),
                                &said),
                     1);
    assert_non_null(strstr(said.err, "That is not your password."));
}

SCENE(penta_lists_and_ends_logins)
{
    struct person anna;
    struct person phone;
    char id[16];
    person_init(&anna, scene, "Anna");
    person_init(&phone, scene, "Phone");
    person_register(&anna);
    run(&phone, PENTA("login", "Anna", "--password-file", anna.password_file), "logged in as Anna");
    run(&anna, PENTA("sessions"), "(this one)");
    assert_non_null(strstr(said.out, "penta "));
    run(&phone, PENTA("sessions", "--json"), "\"current\":true");
    const char *row = strstr(said.out, "\"current\":false");
    assert_non_null(row);
    while (row > said.out && row[-1] != '\n')
        row--;
    assert_int_equal(sscanf(row, "{\"session\":\"%12[^\"]", id), 1);
    run(&phone, PENTA("sessions", "--revoke", id), "That session has ended.");
    assert_int_equal(person_run(&anna, PENTA("sessions"), &said), 4);
    run(&phone, PENTA("sessions", "--others"), "All other sessions have ended.");
    run(&phone, PENTA("whoami"), "Anna");
}

SCENE(penta_blocks_and_unblocks)
{
    struct person anna;
    person_init(&anna, scene, "Anna");
    person_register(&anna);
    scene_account(scene, "Boris");
    run(&anna, PENTA("blocks"), "You have not blocked anyone.");
    run(&anna, PENTA("block", "boris"), "Boris is now blocked.");
    run(&anna, PENTA("blocks"), "Boris");
    run(&anna, PENTA("blocks", "--json"), "\"name\":\"Boris\"");
    run(&anna, PENTA("unblock", "Boris"), "Boris is no longer blocked.");
    assert_int_equal(person_run(&anna, PENTA("unblock", "Boris"), &said), 1);
}

SCENE(penta_follows_and_says_who_is_online)
{
    struct person anna;
    person_init(&anna, scene, "Anna");
    person_register(&anna);
    scene_account(scene, "Boris");
    run(&anna, PENTA("follow"), "You follow nobody.");
    run(&anna, PENTA("follow", "boris"), "You follow Boris now.");
    run(&anna, PENTA("follow"), "Boris               online");
    run(&anna, PENTA("follow", "--json"), "\"name\":\"Boris\"");
    run(&anna, PENTA("unfollow", "Boris"), "You no longer follow Boris.");
    assert_int_equal(person_run(&anna, PENTA("unfollow", "Boris"), &said), 1);
}

static void database_is_sound(struct scene *scene)
{
    struct process *check = server_tool(scene->server, (const char *const[]){"check", NULL});
    int exit_code = process_wait(check);
    char *out = process_output(check, PROCESS_OUT);
    if (exit_code != 0)
        fail_msg("pentad check: %s", out);
    free(out);
    process_free(check);
}

SCENE(a_deleted_account_leaves_a_sound_database)
{
    struct person anna;
    struct table table;
    person_init(&anna, scene, "Anna");
    person_register(&anna);
    struct peer *boris = scene_account(scene, "Boris");
    table_open(&table, log_in(scene, "Anna", SCENE_PASSWORD), boris, "mini", TABLE_RATED);
    table_play(&table, "a1 b1 a2 b2 a3");
    assert_int_equal(
        person_run(&anna, PENTA("delete-account", "--password-file", anna.password_file), &said),
        5);
    assert_non_null(strstr(said.err, "use --yes"));
    run(&anna, PENTA("delete-account", "--yes", "--password-file", anna.password_file),
        "Account deleted.");
    assert_int_equal(person_run(&anna, PENTA("whoami"), &said), 4);
    scene_crash(scene);
    database_is_sound(scene);
    boris = log_in(scene, "Boris", SCENE_PASSWORD);
    json_t *history = peer_ask(boris, "history.list", NULL);
    assert_memory_equal(text_at(history, "rows.0.opponent"), "deleted-", 8);
    json_t *top = peer_ask(boris, "rating.top", "{s:s}", "variant", "mini");
    assert_int_equal(int_at(top, "total"), 1);
    peer_refused(scene_stranger(scene, "Anna"), "name_reserved", "auth.register", "{s:s, s:s}",
                 "name", "anna", "password", SCENE_PASSWORD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(settings_follow_from_device_to_device_and_through_a_restart),
        SCENE_TEST(a_new_password_ends_every_other_login),
        SCENE_TEST(a_block_keeps_two_players_apart),
        SCENE_TEST(logins_are_listed_and_end_one_by_one_and_together),
        SCENE_TEST(a_page_about_oneself_and_those_who_are_blocked_outlive_a_crash),
        SCENE_TEST(a_deleted_account_loses_its_game_and_keeps_the_name),
        SCENE_TEST(penta_shows_and_changes_ones_own_page),
        SCENE_TEST(penta_shows_and_chooses_settings),
        SCENE_TEST(penta_changes_the_password_and_stays_logged_in),
        SCENE_TEST(penta_lists_and_ends_logins),
        SCENE_TEST(penta_blocks_and_unblocks),
        SCENE_TEST(penta_follows_and_says_who_is_online),
        SCENE_TEST(a_deleted_account_leaves_a_sound_database),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
