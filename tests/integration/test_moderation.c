/* SPDX-License-Identifier: MIT */
/*
 * Order, as the operator and the players have it: `pentad admin` over the local socket, bans, mutes
 * and new names over real connections, reports and `penta mod`, and that all of it is there after a
 * crash.
 */
#include "tests/support/admin.h"
#include "tests/support/person.h"
#include "tests/support/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

/* ------------------------------------------------------------------ the operator */

static void path_of(const struct scene *scene, const char *name, char path_out[FOLDER_PATH_SIZE])
{
    folder_path(server_folder(scene->server), name, path_out);
}

/* ------------------------------------------------------------------ the local socket */

SCENE(only_the_servers_user_can_open_the_socket)
{
    char path[FOLDER_PATH_SIZE];
    struct stat file;
    path_of(scene, "pentad.db.admin", path);
    assert_int_equal(lstat(path, &file), 0);
    assert_true(S_ISSOCK(file.st_mode));
    assert_int_equal(file.st_mode & 0777, 0600);
    assert_int_equal(file.st_uid, geteuid());
    admin(scene, 0, "stats", "connections  1\n");
    scene_stop(scene);
    assert_int_equal(lstat(path, &file), -1);
    admin(scene, 2, "stats", "there is no server at ");
}

SCENE(a_socket_that_a_crash_left_behind_is_replaced)
{
    char path[FOLDER_PATH_SIZE];
    struct stat file;
    path_of(scene, "pentad.db.admin", path);
    server_kill(scene->server);
    assert_int_equal(lstat(path, &file), 0);
    server_start(scene->server);
    admin(scene, 0, "stats", "connections  1\n");
}

/* The database's default place gives way; what was named by the operator does not. */
SCENE(a_file_that_is_no_socket_is_left_alone)
{
    char path[FOLDER_PATH_SIZE];
    struct stat file;
    path_of(scene, "pentad.db.admin", path);
    scene_account(scene, "Anna"); /* it is up: stopping in the moment of the start is not meant */
    scene_stop(scene);
    FILE *other = fopen(path, "w");
    assert_non_null(other);
    fputs("precious", other);
    fclose(other);
    server_start(scene->server);
    server_find_log(scene->server, "local_socket_failed");
    assert_int_equal(lstat(path, &file), 0);
    assert_int_equal(file.st_size, 8);
    scene_account(scene, "Boris");
    server_stop(scene->server);
    assert_int_equal(unlink(path), 0);
    server_start(scene->server);
    scene_account(scene, "Carla");
}

SCENE(the_help_lists_every_command)
{
    static const char *const words[] = {
        "mute",  "unmute",  "ban",        "unban",        "rename",  "close",  "password",
        "role",  "reports", "report",     "resolve",      "log",     "stats",  "sanctions",
        "clear", "related", "ban-origin", "unban-origin", "appeals", "answer", "cases"};
    admin(scene, 0, "--help", "Keep order");
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        char line[64];
        snprintf(line, sizeof(line), "\n  %s ", words[i]);
        assert_non_null(strstr(said, line));
    }
    admin(scene, 2, "dance", "there is no command admin dance");
    admin(scene, 2, "ban|Anna", "it is pentad admin ban NAME FOR REASON");
    admin(scene, 2, "ban|Anna|soon|insults", "FOR is how long");
    admin(scene, 2, "ban|Anna|0d|insults", "FOR is how long");
    admin(scene, 2, "role|Anna|king", "ROLE is player, moderator or operator");
}

/* ------------------------------------------------------------------ what it does */

SCENE(a_banned_player_is_sent_away_and_stays_out_after_a_crash)
{
    struct peer *boris = scene_account(scene, "Boris");
    admin(scene, 1, "ban|Nobody|7d|insults", "There is no such player.");
    admin(scene, 0, "ban|boris|7d|insults and more", "Boris is banned until ");
    json_t *bye = peer_event(boris, "bye", NULL);
    assert_string_equal(text_at(bye, "code"), "banned");
    assert_string_equal(text_at(bye, "reason"), "insults and more");
    peer_expect_end(boris);
    scene_crash(scene);
    struct peer *stranger = scene_stranger(scene, "Boris again");
    json_t *refused = peer_refused(stranger, "banned", "auth.login", "{s:s, s:s}", "name", "Boris",
                                   "password", SCENE_PASSWORD);
    assert_string_equal(text_at(refused, "reason"), "insults and more");
    assert_in_range(int_at(refused, "retry_after_ms"), 604700000, 604800000);
    admin(scene, 0, "mute|boris|good|spam", "Boris is muted for good.");
    admin(scene, 0, "sanctions", "Boris is banned until ");
    assert_non_null(
        strstr(said, "\n      insults and more\nBoris is muted for good.\n      spam\n"));
    admin(scene, 0, "sanctions|Boris", "Nobody is banned or muted.");
    admin(scene, 0, "unmute|boris", "Boris can write again.");
    admin(scene, 0, "log|Boris", "(this machine): unmute Boris");
    assert_non_null(strstr(said, "(this machine): ban Boris until "));
    assert_non_null(strstr(said, ": insults and more\n"));
    admin(scene, 0, "unban|Boris|he is sorry", "Boris can log in again.");
    admin(scene, 0, "related|boris", "Nobody else came from the same networks.");
    scene_account(scene, "Carla");
    admin(scene, 0, "related|boris", "Carla since 20");
    assert_non_null(strstr(said, "; shared networks: 1, days: 1, last seen there: 20"));
    admin(scene, 0, "log|Boris", "(this machine): related Boris");
    peer_ask(stranger, "auth.login", "{s:s, s:s}", "name", "Boris", "password", SCENE_PASSWORD);
}

SCENE(newcomers_are_refused_from_where_a_banned_player_came)
{
    scene_account(scene, "Boris");
    admin(scene, 2, "ban-origin|Boris|8d|again", "FOR is how long: 30m, 12h, 7d at the most.");
    admin(scene, 2, "ban-origin|Boris|good|again", "FOR is how long: 30m, 12h, 7d at the most.");
    admin(scene, 0, "ban-origin|Boris|7d|again", "New players are blocked until 20");
    scene_crash(scene);
    struct peer *stranger = scene_stranger(scene, "nobody");
    json_t *refused = peer_refused(stranger, "newcomers_refused", "auth.guest", "{}");
    assert_in_range(int_at(refused, "retry_after_ms"), 604700000, 604800000);
    (void)peer_refused(stranger, "newcomers_refused", "auth.register", "{s:s, s:s}", "name",
                       "Carla", "password", SCENE_PASSWORD);
    peer_ask(stranger, "auth.login", "{s:s, s:s}", "name", "Boris", "password", SCENE_PASSWORD);
    admin(scene, 0, "unban-origin|Boris", "New players from the networks of Boris are allowed");
    admin(scene, 1, "unban-origin|Boris", "That player has no such mute, ban or warning.");
    scene_account(scene, "Carla");
}

SCENE(a_moderator_keeps_order_among_players)
{
    struct table table;
    struct peer *maria = scene_account(scene, "Maria");
    scene_table(scene, &table, "classic", TABLE_RATED);
    peer_refused(maria, "not_allowed", "mod.mute", "{s:s, s:s}", "name", "Anna", "reason", "x");
    admin(scene, 0, "role|Maria|moderator", "The role of Maria has been changed.");
    peer_ask(maria, "mod.mute", "{s:s, s:i, s:s}", "name", "Anna", "minutes", 60, "reason",
             "insults");
    peer_refused(table.opener, "muted", "room.say", "{s:s, s:s}", "room", table.room, "text", "hi");
    peer_ask(maria, "mod.unmute", "{s:s}", "name", "Anna");
    peer_ask(table.opener, "room.say", "{s:s, s:s}", "room", table.room, "text", "hi");
    peer_ask(maria, "mod.rename", "{s:s, s:s}", "name", "Boris", "to", "Dora");
    peer_event(table.opener, "room.renamed", "{s:s, s:s}", "before", "Boris", "name", "Dora");
    table_play(&table, "h8 a1 h9 a2");
    peer_ask(maria, "mod.close_room", "{s:s, s:s}", "room", table.room, "reason", "enough");
    json_t *ended = peer_event(table.joiner, "game.ended", NULL);
    assert_string_equal(text_at(ended, "result"), "none");
    assert_string_equal(text_at(ended, "reason"), "closed");
    peer_event(table.joiner, "room.closed", "{s:s}", "reason", "enough");
    json_t *dora = peer_ask(maria, "player.get", "{s:s}", "name", "Dora");
    assert_int_equal(count_at(dora, "ratings"), 0);
    peer_refused(maria, "not_allowed", "mod.reset_password", "{s:s}", "name", "Anna");
    admin(scene, 0, "log", "Maria: close_room");
    assert_non_null(strstr(said, "Maria: rename Dora (Boris)\n"));
    scene_stop(scene);
    const char *words[] = {"check", NULL};
    struct process *check = server_tool(scene->server, words);
    assert_int_equal(process_wait(check), 0);
    process_free(check);
    server_start(scene->server);
}

/* An operator's account can do from anywhere what `pentad admin` does. */
SCENE(an_operator_gives_and_takes_roles)
{
    struct peer *olga = scene_account(scene, "Olga");
    struct peer *maria = scene_account(scene, "Maria");
    peer_refused(olga, "not_allowed", "mod.role", "{s:s, s:s}", "name", "Maria", "role",
                 "moderator");
    admin(scene, 0, "role|Olga|operator", "The role of Olga has been changed.");
    peer_ask(olga, "mod.role", "{s:s, s:s}", "name", "Maria", "role", "moderator");
    peer_refused(maria, "not_allowed", "mod.stats", NULL);
    scene_crash(scene);
    olga = scene_login(scene, "Olga");
    maria = scene_login(scene, "Maria");
    peer_ask(maria, "mod.mute", "{s:s, s:s}", "name", peer_name(scene_guest(scene)), "reason", "x");
    peer_refused(maria, "not_allowed", "mod.role", "{s:s, s:s}", "name", "Maria", "role",
                 "operator");
    assert_int_equal(int_at(peer_ask(olga, "mod.stats", NULL), "connections"), 3);
    peer_ask(olga, "mod.role", "{s:s, s:s, s:s}", "name", "Maria", "role", "player", "reason",
             "she moved away");
    peer_refused(maria, "not_allowed", "mod.log", NULL);
    json_t *log = peer_ask(olga, "mod.log", "{s:s}", "name", "Maria");
    assert_string_equal(text_at(log, "entries.0.act"), "role");
    assert_string_equal(text_at(log, "entries.0.by"), "Olga");
    assert_string_equal(text_at(log, "entries.0.detail"), "player");
    assert_string_equal(text_at(log, "entries.0.reason"), "she moved away");
    peer_ask(olga, "mod.role", "{s:s, s:s}", "name", "Maria", "role", "operator");
    peer_refused(maria, "not_allowed", "mod.role", "{s:s, s:s}", "name", "Olga", "role", "player");
    admin(scene, 0, "role|Olga|player", "The role of Olga has been changed.");
    peer_refused(olga, "not_allowed", "mod.stats", NULL);
}

SCENE(a_moderator_judges_a_report_and_sends_away)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    struct peer *maria = scene_account(scene, "Maria");
    admin(scene, 0, "role|Maria|moderator", "The role of Maria has been changed.");
    json_t *opened = peer_ask(boris, "room.open", "{s:s}", "variant", "mini");
    const char *room = text_at(opened, "room.room");
    peer_ask(anna, "room.watch", "{s:s}", "room", room);
    peer_ask(boris, "room.say", "{s:s, s:s}", "room", room, "text", "fools, all of you");
    peer_ask(anna, "player.report", "{s:s, s:s, s:s}", "name", "boris", "complaint", "insult",
             "text", "he shouts");
    json_t *reports = peer_ask(maria, "mod.reports", NULL);
    assert_int_equal(count_at(reports, "reports"), 1);
    assert_string_equal(text_at(reports, "reports.0.by"), "Anna");
    assert_string_equal(text_at(reports, "reports.0.text"), "he shouts");
    peer_ask(maria, "mod.resolve", "{s:i, s:s}", "report", int_at(reports, "reports.0.n"),
             "verdict", "upheld");
    assert_int_equal(count_at(peer_ask(maria, "mod.reports", NULL), "reports"), 0);
    assert_int_equal(int_at(peer_event(boris, "room.hidden", NULL), "n"), 1);
    admin(scene, 0, "report|1", "Boris: fools, all of you  (hidden)\n");
    json_t *watched = peer_ask(maria, "room.watch", "{s:s}", "room", room);
    assert_true(bool_at(watched, "chat.0.hidden"));
    assert_false(has_at(watched, "chat.0.text"));
    peer_ask(maria, "mod.ban", "{s:s, s:i, s:s}", "name", "Boris", "minutes", 60, "reason",
             "insults");
    peer_expect_bye(boris, "banned");
    boris = scene_stranger(scene, "Boris again");
    peer_refused(boris, "banned", "auth.login", "{s:s, s:s}", "name", "Boris", "password",
                 SCENE_PASSWORD);
    peer_ask(maria, "mod.unban", "{s:s}", "name", "Boris");
    peer_ask(boris, "auth.login", "{s:s, s:s}", "name", "Boris", "password", SCENE_PASSWORD);
}

/* While the server does not run. */
static void let_mutes_end(const struct scene *scene)
{
    char path[FOLDER_PATH_SIZE];
    sqlite3 *db = NULL;
    path_of(scene, "pentad.db", path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "UPDATE account SET muted_until_ms = 1 WHERE muted_until_ms > 0",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_changes(db), 1);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Anna may not write in the room, and is told until when. */
static void assert_muted(struct peer *anna, const char *room)
{
    json_t *refused =
        peer_refused(anna, "muted", "room.say", "{s:s, s:s}", "room", room, "text", "hi");
    assert_string_equal(text_at(refused, "reason"), "insults");
    assert_in_range(int_at(refused, "retry_after_ms"), 1, 43200000);
}

SCENE(a_mute_outlives_the_server_and_not_its_end)
{
    char room[16];
    struct peer *anna = scene_account(scene, "Anna");
    json_t *opened = peer_ask(anna, "room.open", "{s:s}", "variant", "mini");
    snprintf(room, sizeof(room), "%s", text_at(opened, "room.room"));
    admin(scene, 0, "mute|Anna|12h|insults", "Anna is muted until ");
    assert_muted(anna, room);
    scene_restart(scene);
    assert_muted(scene_login(scene, "Anna"), room);
    scene_stop(scene);
    let_mutes_end(scene);
    server_start(scene->server);
    anna = scene_login(scene, "Anna");
    peer_ask(anna, "room.say", "{s:s, s:s}", "room", room, "text", "hi again");
    peer_event(anna, "room.said", NULL);
}

SCENE(the_log_goes_back_page_by_page)
{
    struct person boris;
    person_init(&boris, scene, "Boris");
    person_register(&boris);
    for (int i = 0; i < 26; i++) {
        admin(scene, 0, "mute|Boris|12h|spam", "Boris is muted until ");
        admin(scene, 0, "unmute|Boris", "Boris can write again.");
    }
    admin(scene, 0, "log", "\nThere are more: pentad admin log 3\n");
    assert_int_equal(strncmp(said, "52  ", 4), 0);
    admin(scene, 0, "log|Boris", "\nThere are more: pentad admin log Boris 3\n");
    admin(scene, 0, "log|Boris|3", "\n1  ");
    assert_int_equal(strncmp(said, "2  ", 3), 0);
    assert_null(strstr(said, "There are more"));
}

SCENE(a_new_password_is_told_once_and_works)
{
    scene_account(scene, "Anna");
    admin(scene, 0, "password|Anna|forgotten", "The password of Anna is now ");
    char password[64];
    assert_int_equal(sscanf(said, "The password of Anna is now %20s", password), 1);
    struct peer *again = scene_stranger(scene, "Anna again");
    peer_refused(again, "wrong_credentials", "auth.login", "{s:s, s:s}", "name", "Anna", "password",
                 SCENE_PASSWORD);
    peer_ask(again, "auth.login", "{s:s, s:s}", "name", "Anna", "password", password);
    char *log = server_log(scene->server);
    assert_null(strstr(log, password));
    free(log);
    admin(scene, 0, "log", "reset_password Anna: forgotten");
    assert_null(strstr(said, password));
}

SCENE(programs_get_the_answers_as_json)
{
    scene_account(scene, "Anna");
    admin(scene, 0, "--json|mute|Anna|good|insults", "{\"re\":1,\"name\":\"Anna\"}\n");
    admin(scene, 1, "--json|unban|Anna", "\"code\":\"nothing_to_lift\"");
}

/* ------------------------------------------------------------------ reports */

SCENE(a_report_reaches_those_who_keep_order)
{
    static struct said told;
    struct table table;
    struct person carla;
    scene_table(scene, &table, "classic", TABLE_UNRATED);
    person_init(&carla, scene, "Carla");
    person_register(&carla);
    assert_int_equal(
        person_run(&carla,
                   PENTA("report", "Boris", "stalling", "--game", table.game, "--text", "he waits"),
                   &told),
        0);
    assert_string_equal(told.out, "The moderators will look at it.\n");
    assert_int_equal(
        person_run(&carla, PENTA("report", "Boris", "stalling", "--game", table.game), &told), 1);
    assert_string_equal(
        told.err, "penta: You have reported this already; it waits until somebody looks at it.\n");
    assert_int_equal(person_run(&carla, PENTA("report", "Boris", "winning"), &told), 2);
    assert_int_equal(person_run(&carla, PENTA("report", "Nobody", "insult"), &told), 1);
    assert_int_equal(person_run(&carla, PENTA("report", "Boris", "insult"), &told), 0);
    admin(scene, 0, "cases", "Boris: reports: 2, trusted reporters: 1; stalling, insult\n");
    admin(scene, 0, "reports|Anna", "No open reports.");
    admin(scene, 0, "reports|Boris", "Carla reports Boris: stalling, game ");
    assert_non_null(strstr(said, "      he waits\n"));
    scene_crash(scene);
    admin(scene, 0, "resolve|all|2|dismissed|he was at the door", "2 reports closed.");
    admin(scene, 0, "log", "resolve report 2 and older ones, 2 in all (dismissed)");
    admin(scene, 0, "reports", "No open reports.");
    admin(scene, 0, "cases", "No open reports.");
    admin(scene, 1, "resolve|1|upheld", "There is no open report with that number.");
}

SCENE(penta_says_why_somebody_is_banned)
{
    static struct said told;
    struct person carla;
    person_init(&carla, scene, "Carla");
    person_register(&carla);
    admin(scene, 0, "ban|Carla|90m|insults", "Carla is banned until ");
    assert_int_equal(person_run(&carla, PENTA("whoami"), &told), 1);
    assert_ptr_equal(strstr(told.err, "penta: You are banned from this server until 20"), told.err);
    assert_non_null(strstr(told.err, ". Reason: insults. You can appeal once: penta appeal\n"));
}

SCENE(a_moderator_keeps_order_with_penta)
{
    static struct said told;
    struct person maria;
    struct person stranger;
    struct peer *anna = scene_account(scene, "Anna");
    json_t *room = peer_ask(anna, "room.open", "{s:s}", "variant", "classic");
    person_init(&maria, scene, "Maria");
    person_init(&stranger, scene, "Stranger");
    person_register(&maria);
    assert_int_equal(person_run(&maria, PENTA("mod", "mute", "Anna", "90m", "insults"), &told), 1);
    assert_string_equal(told.err,
                        "penta: You are not allowed to do this, or not to this player.\n");
    peer_ask(anna, "room.say", "{s:s, s:s}", "room", text_at(room, "room.room"), "text", "hi");
    admin(scene, 0, "role|Maria|moderator", "The role of Maria has been changed.");
    assert_int_equal(
        person_run(&maria, PENTA("mod", "mute", "anna", "90m", "insults and more"), &told), 0);
    assert_non_null(strstr(told.out, "Anna is muted until "));
    peer_refused(anna, "muted", "room.say", "{s:s, s:s}", "room", text_at(room, "room.room"),
                 "text", "hi");
    assert_int_equal(person_run(&maria, PENTA("mod", "log", "Anna"), &told), 0);
    assert_non_null(strstr(told.out, "Maria: muted Anna until "));
    assert_non_null(strstr(told.out, ": insults and more\n"));
    assert_int_equal(person_run(&maria, PENTA("player", "Anna"), &told), 0);
    assert_non_null(strstr(told.out, "Anna is muted until "));
    assert_non_null(strstr(told.out, "\n      insults and more\n"));
    assert_int_equal(person_run(&stranger, PENTA("player", "Anna"), &told), 0);
    assert_null(strstr(told.out, "muted"));
    assert_int_equal(person_run(&maria, PENTA("mod", "stats"), &told), 1);
    assert_int_equal(person_run(&maria, PENTA("mod", "unmute", "Anna"), &told), 0);
    assert_string_equal(told.out, "Anna can write again.\n");
    peer_ask(anna, "room.say", "{s:s, s:s}", "room", text_at(room, "room.room"), "text", "hi");
}

SCENE(profiles_are_cleared_with_penta_and_at_the_servers_machine)
{
    static struct said told;
    struct person maria;
    struct peer *anna = scene_account(scene, "Anna");
    person_init(&maria, scene, "Maria");
    person_register(&maria);
    admin(scene, 0, "role|Maria|moderator", "The role of Maria has been changed.");
    peer_ask(anna, "profile.set", "{s:s, s:s}", "country", "KZ", "about", "not nice");
    assert_int_equal(person_run(&maria, PENTA("mod", "clear", "anna", "insults"), &told), 0);
    assert_string_equal(told.out, "The profile of Anna has been cleared.\n");
    assert_null(json_object_get(peer_ask(anna, "player.get", NULL), "about"));
    admin(scene, 1, "clear|Anna", "That player has no such mute, ban or warning.");
    peer_ask(anna, "profile.set", "{s:s}", "country", "KZ");
    admin(scene, 0, "clear|Anna", "The profile of Anna has been cleared.");
    assert_null(json_object_get(peer_ask(anna, "player.get", NULL), "country"));
    admin(scene, 0, "log|Anna|3", "clear_profile Anna: insults");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(only_the_servers_user_can_open_the_socket),
        SCENE_TEST(a_socket_that_a_crash_left_behind_is_replaced),
        SCENE_TEST(a_file_that_is_no_socket_is_left_alone),
        SCENE_TEST(the_help_lists_every_command),
        SCENE_TEST(a_banned_player_is_sent_away_and_stays_out_after_a_crash),
        SCENE_TEST(newcomers_are_refused_from_where_a_banned_player_came),
        SCENE_TEST(a_moderator_keeps_order_among_players),
        SCENE_TEST(an_operator_gives_and_takes_roles),
        SCENE_TEST(a_moderator_judges_a_report_and_sends_away),
        SCENE_TEST(a_mute_outlives_the_server_and_not_its_end),
        SCENE_TEST(the_log_goes_back_page_by_page),
        SCENE_TEST(a_new_password_is_told_once_and_works),
        SCENE_TEST(programs_get_the_answers_as_json),
        SCENE_TEST(a_report_reaches_those_who_keep_order),
        SCENE_TEST(penta_says_why_somebody_is_banned),
        SCENE_TEST(a_moderator_keeps_order_with_penta),
        SCENE_TEST(profiles_are_cleared_with_penta_and_at_the_servers_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
