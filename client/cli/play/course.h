/* SPDX-License-Identifier: MIT */
/*
 * The course of a visit, from the login to the end: takes the server's messages and the player's
 * lines, keeps the table, and hands both to the parts that they are for. It knows no terminal and
 * no socket: it shows, sends and ends through the visit's calls.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_COURSE_H
#define PENTAD_CLIENT_CLI_PLAY_COURSE_H

#include "client/cli/play/aid.h"
#include "client/cli/play/assist.h"
#include "client/cli/play/enter.h"
#include "client/cli/play/invited.h"
#include "client/cli/play/meet.h"
#include "client/cli/play/opponent.h"
#include "client/cli/play/others.h"
#include "client/cli/play/planning.h"
#include "client/cli/play/reading.h"
#include "client/cli/play/review.h"
#include "client/cli/play/saying.h"
#include "client/cli/play/show.h"
#include "client/cli/play/solo.h"
#include "client/cli/play/table_commands.h"
#include "client/cli/play/visit.h"
#include "client/core/mail.h"

#include <stdbool.h>
#include <stdint.h>

struct course {
    struct visit visit;
    struct enter enter;
    struct meet meet;
    struct invited invited;
    struct others others;
    struct saying saying;
    struct planning planning;
    struct assist assist;
    struct attention attention;
    struct levels levels;
    struct reading reading;
    struct review review;
    struct aid aid;
    struct solo solo; /* PLAN_SOLO */
    struct table_commands commands;
    enum exit_code exit;  /* the code when it ends in order */
    struct mail mail;     /* only the number of unread letters, so it owns nothing */
    int64_t answered_ply; /* the game's ply after the last move that was answered */
    bool is_moving;       /* from this room to the one of commands.next */
    bool has_lobby;       /* it is told of open rooms, while the player waits */
    bool is_joining;    /* joins the room commands.next, and stays at this one until that is done */
    bool is_offline;    /* the connection broke, and is tried again */
    bool has_come_back; /* the connection broke, and is there again */
    bool is_silent;     /* the connection is there, but nothing is answered */
    bool is_banned;     /* banned, and sent away because of it */
};

/* Begins to log in, or a game without a server. The visit is filled in, except its table. The
 * course must not be moved: its parts point to the visit. */
void course_start(struct course *course);
/* Takes a notice of the session, except NOTICE_BROKEN; the table was told the time at which it
 * came. */
void course_take_notice(struct course *course, const struct notice *notice);
/* Gives the next notice of a game without a server, to be taken like one of a session; false if
 * there is none. Lent until the next call with the course. */
bool course_next_news(struct course *course, struct notice *notice_out);
/* Takes a thought that was asked for by the visit's calls; `error` is 0, or one of the brain. */
void course_take_thought(struct course *course, int error, const struct thought *thought);
/* Refuses the typed words, by an error of the table. */
void course_refuse(struct course *course, int error);
/* Called when all notices of the received bytes have been taken: closes a threat, if the player
 * wants that. */
void course_settle(struct course *course);
/* The connection is gone. Returns true to try again; false if the visit has not begun, or ends. */
bool course_lose_connection(struct course *course);

/* Sends a move of the player, or keeps it until there is a connection. */
void course_make_move(struct course *course, const struct game_move_request *move);
/* Does a line that the player typed. */
void course_do_line(struct course *course, const char *typed);
/* Steps through the game, for a key of the player. */
void course_step(struct course *course, int step);
/* Likewise goes to the board as it stands. */
void course_step_last(struct course *course);
/* True if a script's line may be done now. */
bool course_may_do(const struct course *course, const char *line);
/* A script has no line left: quits, if that is allowed. */
void course_end_lines(struct course *course);
/* The player wants to go: leaves a room that has no game in progress, then ends. */
void course_quit(struct course *course);

#endif
