/* SPDX-License-Identifier: MIT */
/*
 * One run of the program penta against a server that does what the test says, with a home of its
 * own.
 */
#ifndef PENTAD_TESTS_UNIT_CLIENT_PENTA_PENTA_RUN_H
#define PENTAD_TESTS_UNIT_CLIENT_PENTA_PENTA_RUN_H

#include "fake_server.h"

#define TOKEN "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

struct penta_run {
    char home[64];
    struct fake_server server;
    struct penta penta;
};

extern struct penta_run run;

int penta_run_set_up(void **state);
int penta_run_tear_down(void **state);
/* Starts penta with these arguments, in the words of a shell. */
void penta_run_start(const char *arguments);
/* Starts penta with these arguments on a terminal. */
void penta_run_start_screen(const char *arguments);
/* Waits until penta's last words at the terminal are `question`, and types the line. What was shown
 * up to then is in penta_run_shown. */
void penta_run_answer(const char *question, const char *line);
extern char penta_run_shown[4096];
/* Waits until the terminal has shown this text (less than 64 bytes), and takes it off. */
void penta_run_see(const char *text);
/* Answers penta's question for the player's settings: all as at first, but this language. */
void penta_run_answer_settings(enum language_word language);
/* A whole run of `penta login`, which the server answers so: from then on penta is that player. */
void penta_run_log_in(const struct auth_login_reply *reply);
/* The server is asked for the games in progress of `name`, or of whoever is logged in (NULL), and
 * tells of one. */
void penta_run_tell_games(const char *name, bool is_rated);
/* The request of a run by Maria, who has logged in here before, and keeps order. */
struct request penta_run_as_maria(const char *arguments, enum op op);
/* Waits for its end: the exit code, and a text that it printed. */
void penta_run_check_end(int code, const char *text);

#define PENTA_TEST(test)                                                                           \
    cmocka_unit_test_setup_teardown(test, penta_run_set_up, penta_run_tear_down)

#endif
