/* SPDX-License-Identifier: MIT */
/* The operator's commands: backups under load, databases of old versions, output that fails. */
#include "tests/migration/fixture.h"
#include "tests/support/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_backup_under_load_has_everything_that_was_acknowledged_before),
        SCENE_TEST(a_database_of_an_old_version_is_served),
        SCENE_TEST(what_cannot_be_printed_is_told_and_no_success),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
