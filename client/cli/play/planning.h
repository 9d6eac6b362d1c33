/* SPDX-License-Identifier: MIT */
/*
 * Conditional moves at a table of days: `if h8 i9` adds a line, `plan` lists them, `plan off`
 * clears them. The server has them (game.plan); each line is added to those in its latest answer,
 * so that two windows do not undo each other. The moves that the server played by them while the
 * player was away are told when the table is there.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_PLANNING_H
#define PENTAD_CLIENT_CLI_PLAY_PLANNING_H

#include "client/cli/play/visit.h"
#include "client/core/notice.h"
#include "client/core/typed.h"

enum planning_wish {
    PLANNING_NOTHING,
    PLANNING_LIST,  /* the reply is listed */
    PLANNING_ADD,   /* `typed` is added to it */
    PLANNING_CLEAR, /* all are cleared */
    PLANNING_WARN,  /* if there are any, the player is told that they wait */
};

/* All but the first member begin as zeros. */
struct planning {
    const struct visit *visit;
    enum planning_wish wish; /* what to do with the next reply */
    char typed[TYPED_SIZE];  /* the line to be added */
};

/* Does the command `if` with this after it. */
void planning_do_if(struct planning *planning, const char *line);
/* Does the command `plan`. */
void planning_do_plan(struct planning *planning, const char *rest);
void planning_take_reply(struct planning *planning, const struct game_plan_reply *reply);
/* Takes an error. Returns true if the player is to be told of it. */
bool planning_take_error(struct planning *planning);
/* Called when the player may have been offered a draw: conditional moves wait then, which is told
 * if the server has any. */
void planning_take_offer(struct planning *planning);
/* Tells that none are left, unless the player just cleared them. False: another event. */
bool planning_take_event(const struct planning *planning, const struct notice *event);
/* The table has taken the record: tells what was played for the player from this ply on, after the
 * player's own last move; and that none are left, if it is the player's turn now. */
void planning_take_game(const struct planning *planning, const struct game_record *record,
                        unsigned from);

#endif
