/* SPDX-License-Identifier: MIT */
/*
 * A visit to a table for tests of the parts of client/cli/play/: a test is behind the visit's calls
 * and sees what was said, sent and ended. The player is anna, who is logged in; her command line
 * has no options but those that the test sets.
 */
#ifndef PENTAD_TESTS_UNIT_CLIENT_CLI_PLAY_VISITOR_H
#define PENTAD_TESTS_UNIT_CLIENT_CLI_PLAY_VISITOR_H

#include "client/cli/play/visit.h"
#include "wire.h"

struct visitor {
    char home[64]; /* a folder of its own, where state is kept */
    struct wire wire;
    struct invocation invocation;
    struct visit visit;
    char said[8192];        /* every text that was said, each with a line feed behind it */
    struct request request; /* the last one that was sent */
    struct clock_record clock;
    char text[64];  /* its move, invitation or chat, which it points to */
    int sent;       /* requests since they were looked at */
    enum op before; /* of the one before the last */
    bool is_stopped;
    enum exit_code code;
    char why[2048];
    int rings;
    int boards;
};

/* anna logs in as a guest, or with an account. */
void visitor_init(struct visitor *visitor, enum plan plan, enum op login);
void visitor_deinit(struct visitor *visitor);
/* anna sits at room 7 with boris; the game 9 of mini has these actions, and she began. */
void visitor_sit(struct visitor *visitor, const char *actions);

/* The only request since the last look; fails the test if its op is another. */
const struct request *visitor_take(struct visitor *visitor, enum op op);
/* Takes two that were sent, in this order, and returns the second. */
const struct request *visitor_take_both(struct visitor *visitor, enum op first, enum op second);
/* Fails the test unless nothing was sent since the last look. */
void visitor_take_nothing(const struct visitor *visitor);
/* Fails the test unless this was said since the last look; forgets what was said. */
void visitor_check_said(struct visitor *visitor, const char *text);
void visitor_check_silent(const struct visitor *visitor);
/* Fails the test unless it has ended with this exit code, for a reason with this text. */
void visitor_check_end(const struct visitor *visitor, enum exit_code code, const char *why);

#endif
