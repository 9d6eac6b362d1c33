/* SPDX-License-Identifier: MIT */
/*
 * A program of the Gomocup protocol as a process: lines in, lines out, each answer with a deadline.
 * One thread; nothing is known here of the game.
 */
#ifndef PENTAD_TESTS_BENCH_GOMOCUP_ENGINE_H
#define PENTAD_TESTS_BENCH_GOMOCUP_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define ENGINE_LINE_SIZE 512
#define ENGINE_WORDS_MAX 32

struct gomocup_engine {
    const char *command; /* borrowed: words with blanks between them, the first a path */
    pid_t pid;           /* 0: it does not run */
    int in;              /* writes to it */
    int out;             /* reads from it */
    char bytes[4096];    /* that came and were not read as lines */
    size_t len;
    double answered_ms; /* when it said something last */
};

enum engine_answer {
    ENGINE_LINE,
    ENGINE_LATE,  /* nothing came until the deadline */
    ENGINE_ENDED, /* it has ended, or closed its output */
};

/* Milliseconds of the monotonic clock. */
double engine_now_ms(void);

/* Starts the program. A program that does not exist is told by the first answer: ENGINE_ENDED. */
void engine_start(struct gomocup_engine *engine, const char *command);
/* Says END and waits a second, then kills it. Nothing if it does not run. */
void engine_end(struct gomocup_engine *engine);

/* Sends a line. Programs that print an answer before they read again are given a moment first. */
void engine_say(struct gomocup_engine *engine, const char *line);
/* The next line that is no message to people, until the deadline; cut if it is too long. */
enum engine_answer engine_hear(struct gomocup_engine *engine, double deadline_ms, char *line_out);
/* Passes over what was said already: answers to what needs none. */
void engine_pass_over(struct gomocup_engine *engine);

#endif
