/* SPDX-License-Identifier: MIT */
/*
 * Lines that can be typed at a table: moves, choices and the commands of table_commands.def; their
 * effects, and what they wait for in a script. Lines come from client/cli/play/reading.h.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_TABLE_COMMANDS_H
#define PENTAD_CLIENT_CLI_PLAY_TABLE_COMMANDS_H

#include "client/cli/play/aid.h"
#include "client/cli/play/assist.h"
#include "client/cli/play/invited.h"
#include "client/cli/play/meet.h"
#include "client/cli/play/opponent.h"
#include "client/cli/play/others.h"
#include "client/cli/play/planning.h"
#include "client/cli/play/saying.h"
#include "client/cli/play/solo.h"
#include "client/cli/play/visit.h"

#include <stdbool.h>

/* Things that a line of a script waits for. A person's lines never wait. */
enum waits_for {
    WAITS_FOR_NOTHING,
    WAITS_FOR_TURN,   /* the player's own, or the end of the game */
    WAITS_FOR_GAME,   /* a game in progress, or over */
    WAITS_FOR_OFFER,  /* of a draw or a rematch, a takeback request, or the end of the game */
    WAITS_FOR_CLAIM,  /* the opponent was away for long enough, or the end of the game */
    WAITS_FOR_RESULT, /* the end of the game */
};

/* The things that a line can ask of the visit as a whole. */
enum table_wish {
    TABLE_WISH_NONE,
    TABLE_WISH_CLOSE, /* a threat, if there is one */
    TABLE_WISH_LEAVE, /* the room */
    TABLE_WISH_JOIN,  /* the room table_commands.next, to which the player is invited */
    TABLE_WISH_NEXT,  /* another room of the server: table_commands.next */
    TABLE_WISH_QUIT,
    TABLE_WISH_FORGET, /* a move that waits for a connection */
};

struct table_commands {
    const struct visit *visit;
    struct assist *assist;
    struct meet *meet;
    struct invited *invited;
    struct others *others;
    struct saying *saying;
    struct planning *planning;
    struct levels *levels;
    struct review *review;
    struct aid *aid;
    struct solo *solo;
    bool is_resign_asked;   /* a yes resigns; any other line withdraws it */
    bool is_rematch_wanted; /* a rematch was asked for, and has not begun */
    struct next_room next;  /* with TABLE_WISH_NEXT */
    enum table_wish wish;   /* of the line that is being done */
    const char *typed;      /* that line as typed, to be quoted; lent meanwhile */
};

/* Does a line that is a move, a choice, a command, or an answer; `typed` is the line as typed. */
enum table_wish table_commands_do(struct table_commands *commands, const char *line,
                                  const char *typed);
/* Tells what the line waits for in a script; and if that has come. */
enum waits_for table_commands_wait(const struct table_commands *commands, const char *line);
bool table_commands_may_go(const struct table_commands *commands, enum waits_for what);

#endif
