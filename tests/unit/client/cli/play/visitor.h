/* SPDX-License-Identifier: MIT */
/*
 * A visit to a table without its course, for tests of what no course of a visit comes to: the test
 * is behind the visit's calls, and sees what was said and sent. The player is anna, a guest.
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
    char text[64]; /* its move, invitation or chat, which it points to */
    int sent;      /* requests since they were looked at */
    int boards;
};

/* anna, who has logged in as a guest, comes to play. */
void visitor_init(struct visitor *visitor);
void visitor_deinit(struct visitor *visitor);
/* anna sits at room 7 with boris; the game 9 of mini has these actions, and she began. */
void visitor_sit(struct visitor *visitor, const char *actions);

/* Fails the test unless this was said since the last look; forgets what was said. */
void visitor_check_said(struct visitor *visitor, const char *text);
void visitor_check_silent(const struct visitor *visitor);

#endif
