/* SPDX-License-Identifier: MIT */
/*
 * Errors in one sentence for a person: the server's, translated by their codes; this computer's, by
 * errno. They go to standard error, without colour.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_PROBLEM_H
#define PENTAD_CLIENT_CLI_WORDS_PROBLEM_H

#include "client/cli/invocation/exits.h"
#include "client/cli/terminal/ink.h"
#include "client/core/notice.h"
#include "net/tls.h"

#include <stddef.h>

/* Prints "penta: " and the text, made harmless, as one line. */
void problem_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The sentence for a server's error: by its code in the person's language; a code that this client
 * does not know keeps the server's words. Says when to try again, if the server did. Not yet
 * harmless: show it with ink_put() or problem_tell(). */
void problem_sentence(const struct session_error *error, char *text, size_t size);

/* The reason why there is no connection, in words for the middle of a sentence; `status` is
 * libuv's. */
const char *problem_of_network(int status);
/* The same of a connection over TLS that broke, to a server that was used before or not. */
const char *problem_of_tls(enum tls_problem problem, bool is_known);

/* The exit code for an error: EXIT_CODE_NOT_LOGGED_IN for those about logins, else
 * EXIT_CODE_REFUSED. */
enum exit_code problem_exit_code(const struct session_error *error);
/* Prints the sentence and returns the exit code. */
enum exit_code problem_tell_error(const struct session_error *error);
/* Prints all that was put and frees the ink; EXIT_CODE_TROUBLE if printing failed. */
enum exit_code problem_print(struct ink *ink);

/* ------------------------------------------------------------------ complaints */
/*
 * Words for the reasons of reports, as they are shown and as they are typed. Functions of their
 * arguments and the locale.
 */

/* A reason by its number on the wire, translated. */
const char *words_complaint(int complaint);
/* The complaint with this word, of the protocol or in the player's language; COMPLAINT_WORD_COUNT
 * if there is none. */
int words_complaint_find(const char *word);
/* All words of the protocol, each with its meaning unless the word itself says it. */
void words_complaints(char *text, size_t size);

#endif
