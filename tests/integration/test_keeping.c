/* SPDX-License-Identifier: MIT */
/* The operator's commands: backups under load and what they are good for, the check, wrong words.
 */
#include "tests/migration/fixture.h"
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#define TABLES 8
#define MOVES 20

/* ------------------------------------------------------------------ commands */

/* Runs a command to its end: the exit code, and what it said in `said_out` (4096 bytes). */
static int run_tool(const struct scene *scene, const char *word, const char *argument,
                    char said_out[4096])
{
    const char *words[] = {word, argument, NULL};
    struct process *tool = server_tool(scene->server, words);
    int exit_code = process_wait(tool);
    char *out = process_output(tool, PROCESS_OUT);
    char *err = process_output(tool, PROCESS_ERR);
    snprintf(said_out, 4096, "%s%s", out, err);
    free(out);
    free(err);
    process_free(tool);
    return exit_code;
}

static void expect(const struct scene *scene, int exit_code, const char *word, const char *argument,
                   const char *text)
{
    char said[4096];
    int got = run_tool(scene, word, argument, said);
    if (got != exit_code || strstr(said, text) == NULL)
        fail_msg("exit code %d, not %d with \"%s\": %s", got, exit_code, text, said);
}

static void path_in(const struct scene *scene, const char *name, char path_out[FOLDER_PATH_SIZE])
{
    folder_path(server_folder(scene->server), name, path_out);
}

static void database_run(const struct scene *scene, const char *sql)
{
    char path[FOLDER_PATH_SIZE];
    sqlite3 *db = NULL;
    path_in(scene, "pentad.db", path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* ------------------------------------------------------------------ backups */

/* A move that does not win: two columns, far apart, with gaps. */
static void play_one(struct table *table)
{
    static const char *const MOVE[MOVES] = {"a1", "s1", "a3", "s3", "a5", "s5", "a7",
                                            "s7", "a9", "s9", "c1", "q1", "c3", "q3",
                                            "c5", "q5", "c7", "q7", "c9", "q9"};
    table_act(table, MOVE[table->ply]);
}

/* Two peers at each table, half of the tables with accounts. */
static void tables_open(struct scene *scene, struct table tables[TABLES])
{
    for (int i = 0; i < TABLES; i++) {
        char names[2][24];
        bool are_guests = i % 2 == 1;
        snprintf(names[0], sizeof(names[0]), "Anna_%d", i);
        snprintf(names[1], sizeof(names[1]), "Boris_%d", i);
        struct peer *opener = are_guests ? scene_guest(scene) : scene_account(scene, names[0]);
        struct peer *joiner = are_guests ? scene_guest(scene) : scene_account(scene, names[1]);
        table_open(&tables[i], opener, joiner, "classic", are_guests ? TABLE_UNRATED : TABLE_RATED);
    }
}

/* A server on the backup: everybody is known and each game has what was acknowledged `before`. */
static void assert_backup_has(struct scene *scene, const char *path, struct table tables[TABLES],
                              const int before[TABLES])
{
    const char *options[] = {"--database", path, NULL};
    struct server *server = server_new(options);
    server_start(server);
    for (int i = 0; i < TABLES; i++) {
        struct peer *peer = peer_open("back", server_port(server));
        scene->peers[scene->peer_count++] = peer;
        json_t *resumed = peer_resume(peer, peer_token(tables[i].opener));
        assert_int_equal(count_at(resumed, "rooms"), 1);
        assert_string_equal(text_at(resumed, "rooms.0.game"), tables[i].game);
        assert_in_range(int_at(table_read(&tables[i], peer), "ply"), before[i], tables[i].ply);
        peer_close(peer);
    }
    server_stop(server);
    server_free(server);
}

SCENE(a_backup_under_load_has_everything_that_was_acknowledged_before)
{
    struct table tables[TABLES];
    int before[TABLES];
    char path[FOLDER_PATH_SIZE];
    path_in(scene, "backup.db", path);
    const char *words[] = {"backup", path, NULL};
    tables_open(scene, tables);
    for (int round = 0; round < MOVES; round += 4) {
        for (int i = 0; i < TABLES; i++)
            before[i] = tables[i].ply;
        struct process *backup = server_tool(scene->server, words);
        for (int i = 0; i < 4 * TABLES; i++)
            play_one(&tables[i % TABLES]);
        assert_int_equal(process_wait(backup), 0);
        process_free(backup);
        expect(scene, 0, "check", path, "sound: ");
        assert_backup_has(scene, path, tables, before);
    }
    expect(scene, 0, "check", NULL, "sound: ");
}

/* Follows the steps in docs/HOSTING.md. */
SCENE(a_backup_is_restored_by_copying_it)
{
    struct table table;
    char backup[FOLDER_PATH_SIZE];
    char database[FOLDER_PATH_SIZE];
    path_in(scene, "backup.db", backup);
    path_in(scene, "pentad.db", database);
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *anna = table.opener;
    struct peer *boris = table.joiner;
    table_play(&table, "h8 a1 h9 a2");
    expect(scene, 0, "backup", backup, "2 players, 0 games over, 1 in progress");
    table_play(&table, "h10 a3 h11 a4 h12");
    table_ended(&table, "first", "row");
    scene_stop(scene);
    assert_int_equal(unlink(database), 0);
    assert_int_equal(rename(backup, database), 0);
    server_start(scene->server);
    table_take_seats(&table, scene_resume(scene, anna), scene_resume(scene, boris));
    assert_int_equal(table.ply, 4);
    table_play(&table, "h10 a3 h11 a4 h12");
    table_ended(&table, "first", "row");
    expect(scene, 0, "check", NULL, "sound: ");
}

/* A backup reads what a crash left as the next start would read it. */
SCENE(after_kill_9_what_was_acknowledged_is_in_a_backup)
{
    struct table table;
    char path[FOLDER_PATH_SIZE];
    path_in(scene, "backup.db", path);
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    server_kill(scene->server);
    expect(scene, 0, "check", NULL, "2 players, 1 games over");
    expect(scene, 0, "backup", path, "2 players, 1 games over");
    server_start(scene->server);
    struct peer *back = scene_resume(scene, table.opener);
    assert_string_equal(text_at(table_read(&table, back), "result"), "first");
    expect(scene, 0, "check", NULL, "sound: ");
}

/* So much that a backup takes a while. */
static void database_fill(struct scene *scene)
{
    scene_stop(scene);
    database_run(scene, "CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL "
                        "SELECT i + 1 FROM n LIMIT 100000) SELECT i FROM n;"
                        "INSERT INTO player (id, kind, name, name_key, skeleton, password_hash, "
                        "created_ms) SELECT i, 0, 'g' || i, 'g' || i, 'g' || i, NULL, 1 "
                        "FROM n");
    server_start(scene->server);
}

/* Waits for the file that the backup is written to. */
static void await_file(const char *path)
{
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    while (access(path, F_OK) != 0) {
        assert_true(wait_now_ms() < deadline_ms);
        sched_yield();
    }
}

SCENE(a_backup_that_is_stopped_or_killed_leaves_the_one_before)
{
    char path[FOLDER_PATH_SIZE];
    char part[FOLDER_PATH_SIZE];
    char journal[FOLDER_PATH_SIZE];
    char said[64];
    folder_write(server_folder(scene->server), "backup.db", "yesterday", path);
    path_in(scene, "backup.db.part", part);
    path_in(scene, "backup.db.part-journal", journal);
    const char *words[] = {"backup", path, NULL};
    database_fill(scene);
    struct process *backup = server_tool(scene->server, words);
    await_file(part);
    process_signal(backup, SIGTERM);
    assert_int_equal(process_wait(backup), 128 + SIGTERM);
    process_free(backup);
    assert_int_not_equal(access(part, F_OK), 0);
    assert_int_not_equal(access(journal, F_OK), 0);
    backup = server_tool(scene->server, words);
    await_file(part);
    process_signal(backup, SIGKILL);
    assert_int_equal(process_wait(backup), 128 + SIGKILL);
    process_free(backup);
    folder_read(server_folder(scene->server), "backup.db", said, sizeof(said));
    assert_string_equal(said, "yesterday");
    expect(scene, 0, "backup", path, "100000 players");
    assert_int_not_equal(access(part, F_OK), 0);
    assert_int_not_equal(access(journal, F_OK), 0);
    expect(scene, 0, "check", path, "sound: ");
}

/* Players of an old version come back: they know their passwords, rooms and games. */
SCENE(a_database_of_an_old_version_is_served)
{
    char database[FOLDER_PATH_SIZE];
    path_in(scene, "pentad.db", database);
    for (const int *schema = FIXTURE_SCHEMAS; *schema != 0; schema++) {
        scene_stop(scene);
        assert_int_equal(unlink(database), 0);
        fixture_make(*schema, database);
        server_start(scene->server);
        json_t *login = peer_ask(scene_stranger(scene, "Anna"), "auth.login", "{s:s, s:s}", "name",
                                 "Anna", "password", SCENE_PASSWORD);
        assert_int_equal(count_at(login, "rooms"), 5);
        json_t *found = peer_ask(scene_stranger(scene, "anybody"), "player.find", "{s:s, s:s}",
                                 "text", "vera", "variant", "swap2");
        assert_string_equal(text_at(found, "rows.0.name"), "Vera");
        assert_int_equal(int_at(found, "rows.0.rating"), 1538);
        assert_true(bool_at(found, "rows.0.provisional"));
        expect(scene, 0, "check", NULL, "sound: ");
    }
}

/* ------------------------------------------------------------------ the check, and words */

SCENE(the_check_says_what_is_wrong_and_so_does_a_backup)
{
    char path[FOLDER_PATH_SIZE];
    struct table table;
    path_in(scene, "backup.db", path);
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    scene_stop(scene);
    expect(scene, 0, "check", NULL, "sound: schema ");
    expect(scene, 0, "check", NULL,
           ", 2 players, 1 games over, 0 in progress, 2 ratings, 2 ledger "
           "lines\n");
    database_run(scene, "UPDATE rating SET points = 2000 WHERE points = 1520; "
                        "UPDATE game SET actions = 'h8 h8'");
    expect(scene, 1, "check", NULL, "2000 points, at most 1520, 1 games; by the ledger 1520");
    expect(scene, 1, "check", NULL, ": its actions do not replay");
    expect(scene, 1, "check", NULL, "4 findings: game 1, rating 1, rating_count 2; schema ");
    expect(scene, 1, "backup", path, "the copy is not sound");
    assert_int_not_equal(access(path, F_OK), 0);
}

SCENE(of_many_findings_of_a_kind_the_first_are_told)
{
    char said[4096];
    scene_stop(scene);
    database_run(scene, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
                        "100) INSERT INTO game_log (id, game, seq, kind, seat, action, at_ms) "
                        "SELECT i, 5, i, 0, 0, 'a1', 1 FROM n");
    assert_int_equal(run_tool(scene, "check", NULL, said), 1);
    assert_non_null(strstr(said, "log 20: "));
    assert_null(strstr(said, "log 21: "));
    assert_non_null(strstr(said, "log: and more of this kind\n100 findings: log 100; "));
}

/* A guest gives up a game against `table`, which had placed a stone. */
static void give_up_against_table(struct scene *scene)
{
    struct peer *guest = scene_guest(scene);
    const json_t *opened = peer_ask(guest, "room.open", "{s:s, s:s, s:s}", "variant", "mini",
                                    "computer", "table", "first", "opener");
    char game[13];
    snprintf(game, sizeof(game), "%s", text_at(opened, "game.game"));
    peer_ask(guest, "game.move", "{s:s, s:i, s:s}", "game", game, "ply", 0, "action", "b2");
    peer_event(guest, "game.moved", "{s:i}", "ply", 1);
    peer_ask(guest, "game.resign", "{s:s}", "game", game);
}

static const char *const LEARNING[] = {"--computers-learn", "yes", NULL};

SCENE(what_a_computer_has_learnt_is_printed_and_forgotten)
{
    expect(scene, 0, "experience", NULL, "");
    give_up_against_table(scene);
    expect(scene, 0, "experience", NULL, "\n....o.... ");
    expect(scene, 2, "experience", "reset", "another server has it open");
    expect(scene, 2, "experience", "set", "pentad: it is pentad experience [reset]; see");
    scene_restart(scene);
    expect(scene, 0, "experience", NULL, "\n....o.... ");
    scene_stop(scene);
    expect(scene, 0, "experience", "reset", "");
    expect(scene, 0, "experience", NULL, "");
}

SCENE(wrong_words_are_told_in_a_line)
{
    expect(scene, 2, "start", NULL, "pentad: there is no command start; see pentad --help.\n");
    expect(scene, 2, "backup", NULL, "pentad: it is pentad backup FILE; see pentad help backup.\n");
    expect(scene, 2, "help", "me", "pentad: there is no command me; see pentad --help.\n");
    expect(scene, 2, "check", "/missing.db",
           "pentad: cannot check /missing.db: No such file or directory.\n");
    expect(scene, 2, "backup", "/dev/null", "/dev/null: it is there and not a file.\n");
    expect(scene, 0, "help", NULL, "  backup FILE\n");
    expect(scene, 0, "help", NULL, "  check [FILE]\n");
    expect(scene, 0, "help", "backup", "\nTo restore, stop the server");
    expect(scene, 0, "help", "check", "Exit status: 0 sound");
}

/* On a full disk, and with standard output closed. */
SCENE(what_cannot_be_printed_is_told_and_no_success)
{
    static const struct {
        const char *arguments;
        int exit_code;
    } rows[] = {
        {"--version", 1}, {"--help", 1}, {"--print-config", 1}, {"help check", 2}, {"check", 2}};
    static const char *const places[] = {"/dev/full", "&-"};
    scene_stop(scene);
    for (size_t i = 0; i < 2 * sizeof(rows) / sizeof(rows[0]); i++) {
        char script[128];
        char *said;
        const char *launcher[] = {"/bin/sh", "-c", script, NULL};
        snprintf(script, sizeof(script), "exec \"$0\" \"$@\" %s >%s", rows[i / 2].arguments,
                 places[i % 2]);
        server_set_launcher(scene->server, launcher);
        int exit_code = server_run(scene->server, &said);
        bool is_told = strstr(said, "pentad: The output cannot be written: ") != NULL;
        free(said);
        assert_int_equal(exit_code, rows[i / 2].exit_code);
        assert_true(is_told);
    }
}

static const char *const IN_MEMORY[] = {"--database", ":memory:", NULL};

SCENE(what_is_not_in_a_file_is_neither_checked_nor_backed_up)
{
    expect(scene, 2, "check", NULL, "pentad: the database :memory: is not in a file.\n");
    expect(scene, 2, "backup", "x.db", "pentad: the database :memory: is not in a file.\n");
    expect(scene, 2, "experience", NULL, "pentad: the database :memory: is not in a file.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_backup_under_load_has_everything_that_was_acknowledged_before),
        SCENE_TEST(a_backup_is_restored_by_copying_it),
        SCENE_TEST(after_kill_9_what_was_acknowledged_is_in_a_backup),
        SCENE_TEST(a_backup_that_is_stopped_or_killed_leaves_the_one_before),
        SCENE_TEST(a_database_of_an_old_version_is_served),
        SCENE_TEST(the_check_says_what_is_wrong_and_so_does_a_backup),
        SCENE_TEST(of_many_findings_of_a_kind_the_first_are_told),
        SCENE_TEST_WITH(what_a_computer_has_learnt_is_printed_and_forgotten, LEARNING),
        SCENE_TEST(wrong_words_are_told_in_a_line),
        SCENE_TEST(what_cannot_be_printed_is_told_and_no_success),
        SCENE_TEST_WITH(what_is_not_in_a_file_is_neither_checked_nor_backed_up, IN_MEMORY),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
