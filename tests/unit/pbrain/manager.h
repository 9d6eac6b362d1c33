/* SPDX-License-Identifier: MIT */
/*
 * The manager that a test plays: what it says during a thought, what it was answered, and a clock
 * that goes on by a millisecond whenever it is looked at.
 */
#ifndef PENTAD_TESTS_UNIT_PBRAIN_MANAGER_H
#define PENTAD_TESTS_UNIT_PBRAIN_MANAGER_H

#include "pbrain/talk.h"

/* The manager, and what it says while the program thinks. */
struct manager {
    struct talk *talk;
    struct thinker *thinker;
    struct talk_ports ports;
    char said[8192]; /* lines of the program */
    size_t said_len;
    int64_t now_ms;
    const char *interrupts; /* said in the middle of a thought */
    int64_t at_ms;          /* when */
    bool hangs_up;          /* then */
    int64_t sleeps_ms;      /* once, in the middle of the next thought */
};

extern struct manager manager;

/* Begins a talk with a computer player, with 16 MiB to remember in. */
void manager_begin(const struct computer *computer);
void manager_end(void);

/* Says lines, and they are done. */
void manager_tell(const char *lines);
/* The same, and these are the answers. */
void manager_expect(const char *lines, const char *answers);
/* The same, and the one answer is an ERROR with this word in it. */
void manager_expect_refusal(const char *lines, const char *word);

#endif
