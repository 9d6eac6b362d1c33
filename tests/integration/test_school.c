/* SPDX-License-Identifier: MIT */
/*
 * A school: `pentad accounts` makes a class, prints slips, and makes nobody if one name cannot be
 * had; and the passwords on the slips are those that work.
 */
#include "tests/support/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SAID_SIZE 65536

static char said[SAID_SIZE]; /* by the last command, both streams */

/* Runs `pentad accounts` with these words (NULL at the end) and that input. */
static int run(const struct scene *scene, const char *const words[], const char *input)
{
    const char *all[8] = {"accounts"};
    size_t count = 1;
    for (; words[count - 1] != NULL; count++)
        all[count] = words[count - 1];
    struct process *tool = server_tool(scene->server, all);
    process_write(tool, input);
    process_close_input(tool);
    int exit_code = process_wait(tool);
    char *out = process_output(tool, PROCESS_OUT);
    char *err = process_output(tool, PROCESS_ERR);
    snprintf(said, sizeof(said), "%s%s", out, err);
    free(out);
    free(err);
    process_free(tool);
    return exit_code;
}

static void expect(int got, int exit_code, const char *text)
{
    if (got != exit_code || strstr(said, text) == NULL)
        fail_msg("exit code %d, not %d with \"%s\": %s", got, exit_code, text, said);
}

/* What stands behind the label on the slip of that name, in `slips`. */
static void read_slip(const char *slips, const char *name, const char *label, char value_out[64])
{
    char line[96];
    snprintf(line, sizeof(line), "Name:           %s\n", name);
    const char *slip = strstr(slips, line);
    assert_non_null(slip);
    slip = strstr(slip, label);
    assert_non_null(slip);
    assert_int_equal(sscanf(slip + strlen(label), "%63s", value_out), 1);
}

static char *read_file(const char *path)
{
    static char text[SAID_SIZE];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void assert_free(struct scene *scene, const char *name)
{
    json_t *answer =
        peer_ask(scene_stranger(scene, "who asks"), "auth.check", "{s:s}", "name", name);
    assert_string_equal(text_at(answer, "verdict"), "free");
}

SCENE(a_class_logs_in_with_its_slips)
{
    char path[FOLDER_PATH_SIZE];
    char password[64];
    char code[64];
    struct stat file;
    folder_path(server_folder(scene->server), "slips", path);
    const char *const words[] = {"-", path, "go.example.org:7000", "en", NULL};
    expect(run(scene, words, "# class 5b\r\n  Ada\r\nБэла\n\n"), 0, "Accounts that were made: 2.");
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    const char *slips = read_file(path);
    assert_non_null(strstr(slips, "penta login Бэла --host go.example.org --port 7000\n"));
    read_slip(slips, "Бэла", "Password: ", password);
    read_slip(slips, "Бэла", "Recovery code: ", code);
    peer_ask(scene_stranger(scene, "Bela"), "auth.login", "{s:s, s:s}", "name", "Бэла", "password",
             password);
    peer_ask(scene_stranger(scene, "Bela again"), "auth.recover", "{s:s, s:s, s:s}", "name", "Бэла",
             "code", code, "password", "another-1");
    char *log = server_log(scene->server);
    assert_null(strstr(log, password));
    free(log);
    read_slip(slips, "Ada", "Password: ", password);
    scene_crash(scene);
    peer_ask(scene_stranger(scene, "Ada"), "auth.login", "{s:s, s:s}", "name", "Ada", "password",
             password);
    expect(run(scene, words, "Cai\n"), 2, "File exists");
    assert_free(scene, "Cai");
}

SCENE(names_that_cannot_be_had_are_told_with_their_lines)
{
    char path[FOLDER_PATH_SIZE];
    struct stat file;
    folder_path(server_folder(scene->server), "slips", path);
    const char *const words[] = {"-", path, NULL};
    scene_account(scene, "Anna");
    expect(run(scene, words, "Ada\n\nANNA\nada_\nx\n"), 1, "line 3, ANNA: somebody has it");
    assert_non_null(strstr(said, "line 4, ada_: somebody has it, or one that looks like it"));
    assert_non_null(strstr(said, "line 5, x: it has fewer than 3 characters"));
    assert_non_null(strstr(said, "no account was made"));
    assert_int_equal(stat(path, &file), -1);
    assert_free(scene, "Ada");
    expect(run(scene, words, "\n# nobody\n"), 2, "there are no names");
    const char *const wrong[] = {"-", path, "", "fr", NULL};
    expect(run(scene, wrong, "Ada\n"), 2, "LANGUAGE is en or ru");
}

SCENE(a_hundred_are_made_at_a_time_in_russian_too)
{
    char names[4096] = "";
    const char *const words[] = {"-", "-", "", "ru", NULL};
    for (int i = 0; i < 101; i++)
        snprintf(names + strlen(names), sizeof(names) - strlen(names), "Pupil%d\n", i);
    expect(run(scene, words, names), 2, "there are more than 100 names");
    assert_free(scene, "Pupil0");
    *strstr(names, "Pupil100") = '\0';
    expect(run(scene, words, names), 0, "Имя:                 Pupil99\n");
    assert_null(strstr(said, "Сервер"));
}

SCENE(without_a_server_there_are_neither_accounts_nor_slips)
{
    char path[FOLDER_PATH_SIZE];
    struct stat file;
    folder_path(server_folder(scene->server), "slips", path);
    const char *const words[] = {"-", path, NULL};
    scene_stop(scene);
    expect(run(scene, words, "Ada\n"), 2, "there is no server at ");
    assert_int_equal(stat(path, &file), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_class_logs_in_with_its_slips),
        SCENE_TEST(names_that_cannot_be_had_are_told_with_their_lines),
        SCENE_TEST(a_hundred_are_made_at_a_time_in_russian_too),
        SCENE_TEST(without_a_server_there_are_neither_accounts_nor_slips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
