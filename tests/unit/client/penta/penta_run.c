/* SPDX-License-Identifier: MIT */
/*
 * The run that a test is about; there is one at a time.
 */
#include "penta_run.h"

#include "proto/settings.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/wait.h"

#include <dirent.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct penta_run run;
char penta_run_shown[4096];

int penta_run_set_up(void **state)
{
    (void)state;
    run.penta.term = NULL;
    run.penta.prints_to = NULL;
    snprintf(run.home, sizeof(run.home), "/tmp/penta-test-XXXXXX");
    fake_server_init(&run.server);
    return mkdtemp(run.home) != NULL ? 0 : -1;
}

int penta_run_tear_down(void **state)
{
    (void)state;
    char folder[128];
    char path[512];
    snprintf(folder, sizeof(folder), "%s/pentad", run.home);
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    if (dir != NULL)
        closedir(dir);
    rmdir(folder);
    fake_server_deinit(&run.server);
    return rmdir(run.home);
}

void penta_run_start(const char *arguments)
{
    penta_start(&run.penta, run.home, run.server.port, arguments);
}

void penta_run_start_screen(const char *arguments)
{
    penta_start_screen(&run.penta, run.home, run.server.port, arguments);
}

void penta_run_answer_settings(enum language_word language)
{
    struct settings_record settings;
    settings_init(&settings);
    setting_put(&settings, SETTING_LANGUAGE, (int)language);
    fake_server_reply(&run.server, OP_SETTINGS_GET,
                      fake_server_take(&run.server, OP_SETTINGS_GET).id,
                      &(struct settings_get_reply){.settings = &settings});
}

void penta_run_tell_games(const char *name, bool is_rated)
{
    const struct current_game_record game = {.game = 9,
                                             .room = 7,
                                             .variant = variant_get(VARIANT_MINI),
                                             .rated = is_rated,
                                             .first = name != NULL ? name : "maria",
                                             .second = "boris",
                                             .to_act = SEAT_WORD_FIRST,
                                             .left_ms = NONE,
                                             .acted = NONE};
    struct request request = fake_server_take(&run.server, OP_PLAYER_GAMES);
    assert_int_equal(request.as.player_games.name != NULL, name != NULL);
    if (name != NULL)
        assert_string_equal(request.as.player_games.name, name);
    fake_server_reply(
        &run.server, OP_PLAYER_GAMES, request.id,
        &(struct player_games_reply){.name = game.first, .games = &game, .games_count = 1});
}

struct request penta_run_as_maria(const char *arguments, enum op op)
{
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    penta_run_start(arguments);
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "maria"});
    return fake_server_take(&run.server, op);
}

void penta_run_check_end(int code, const char *text)
{
    int ended = penta_wait(&run.penta);
    if (strstr(run.penta.text, text) == NULL || ended != code)
        print_message("exit %d: %s\n", ended, run.penta.text);
    assert_int_equal(ended, code);
    assert_non_null(strstr(run.penta.text, text));
}

void penta_run_log_in(const struct auth_login_reply *reply)
{
    char path[128];
    char arguments[256];
    snprintf(path, sizeof(path), "%s/password", run.home);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("secret\n", file);
    fclose(file);
    snprintf(arguments, sizeof(arguments), "login %s --password-file %s", reply->name, path);
    penta_run_start(arguments);
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_LOGIN, fake_server_take(&run.server, OP_AUTH_LOGIN).id,
                      reply);
    penta_run_answer_settings(LANGUAGE_WORD_AUTO);
    penta_run_check_end(0, reply->name);
    fake_server_drop(&run.server);
    unlink(path);
}

void penta_run_see(const char *text)
{
    char last[64] = "";
    size_t len = strlen(text);
    assert_in_range(len, 1, sizeof(last) - 1);
    while (memcmp(last + sizeof(last) - len, text, len) != 0) {
        struct pollfd poll_fd = {.fd = run.penta.output, .events = POLLIN};
        assert_int_equal(poll(&poll_fd, 1, PATIENCE_MS), 1);
        memmove(last, last + 1, sizeof(last) - 1);
        assert_int_equal(read(run.penta.output, &last[sizeof(last) - 1], 1), 1);
    }
}

void penta_run_answer(const char *question, const char *line)
{
    char *shown = penta_run_shown;
    size_t len = 0;
    size_t end = strlen(question);
    while (len < end || memcmp(shown + len - end, question, end) != 0) {
        struct pollfd poll_fd = {.fd = run.penta.output, .events = POLLIN};
        assert_int_equal(poll(&poll_fd, 1, PATIENCE_MS), 1);
        ssize_t got = read(run.penta.output, shown + len, sizeof(penta_run_shown) - 1 - len);
        assert_true(got > 0);
        len += (size_t)got;
        shown[len] = '\0';
    }
    penta_type(&run.penta, line);
}
