/* SPDX-License-Identifier: MIT */
/*
 * Conditional moves at a table of days: `if h8 i9` adds a line, `plan` lists them, `plan off`
 * clears them. The server has them (game.plan); a line is added to what it says then, so that
 * windows do not undo each other. What the server played by them while the player was away is told
 * when the table is there.
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
    PLANNING_CLEAR, /* none are left then */
    PLANNING_WARN,  /* if there are any, they wait; nobody typed anything for it */
};

/* All but the first member begin as zeros. */
struct planning {
    const struct visit *visit;
    enum planning_wish wish; /* with the reply that comes next */
    char typed[TYPED_SIZE];  /* a line that is to be added */
};

/* `if` was typed, with this behind it. */
void planning_do_if(struct planning *planning, const char *line);
/* `plan` was typed. */
void planning_do_plan(struct planning *planning, const char *rest);
void planning_take_reply(struct planning *planning, const struct game_plan_reply *reply);
/* Returns whether anybody is to be told of it. */
bool planning_take_error(struct planning *planning);
/* The table may have a draw that is offered to the player: then conditional moves wait, which is
 * said, if the server has any. */
void planning_take_offer(struct planning *planning);
/* Says that none are left, where the player has not just cleared them. False: another event. */
bool planning_take_event(const struct planning *planning, const struct notice *event);
/* The table has taken the record: says what was played for the player from this ply on, behind the
 * player's own last move; and that none are left, if it is the player's turn now. */
void planning_take_game(const struct planning *planning, const struct game_record *record,
                        unsigned from);

#endif
