/* SPDX-License-Identifier: MIT */
/*
 * A visit to a table inside of this process: the real course and session, with the scene behind the
 * visit's calls and the session's bytes.
 */
#ifndef PENTAD_TESTS_UNIT_CLIENT_TRANSCRIPT_VISIT_H
#define PENTAD_TESTS_UNIT_CLIENT_TRANSCRIPT_VISIT_H

#include "brain/analysis/analysis.h"
#include "client/cli/play/course.h"
#include "client/cli/play/input.h"
#include "transcript.h"

#define VISIT_WORDS_MAX 24

/* A question to a computer. */
struct visit_question {
    bool is_open;
    int count; /* of all */
    struct opponent who;
    int ply;
};

struct visited {
    struct transcript *stage;
    struct invocation invocation;
    char *words[VISIT_WORDS_MAX + 1]; /* of the command line, which it borrows */
    struct session *session;          /* NULL: without a server */
    struct course course;
    struct input input; /* of a script */
    int64_t now_ms;
    bool is_connected;
    bool is_stopped;
    enum exit_code code;
    int rings;
    int boards;
    struct visit_question question;
    struct analysis *analysis; /* the last one that was handed over, or NULL */
    bool is_analysis_wanted;
    enum seat analysis_winner; /* who won the game, for it */
};

/* The visit of the stage; fails the scene if there is none. */
struct visited *visit_of(struct step *step);
/* Something has happened: takes what the session tells, and does what may be done by now. */
void visit_settle(struct visited *visited);

#endif
