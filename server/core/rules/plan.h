/* SPDX-License-Identifier: MIT */
/*
 * A plan: the conditional moves of one player in a game, as a tree. The opponent's actions branch;
 * the player's own are answers, one at each place. It is a plain value that belongs to a position;
 * its owner calls plan_follow() with every action that is made.
 *
 * Text: lines of actions, each from that position on and ending with an answer, separated by `;`.
 */
#ifndef PENTAD_SERVER_CORE_RULES_PLAN_H
#define PENTAD_SERVER_CORE_RULES_PLAN_H

#include "engine/game.h"
#include "proto/maxima.h"

/* The most actions in a plan, and so the most done in one batch. */
#define PLAN_ACTIONS_MAX 64
/* The size of its text, with room to write the longest action and a NUL at the end. */
#define PLAN_TEXT_SIZE (MAXIMA_PLAN + ACTION_TEXT_SIZE)

/* An action of a plan; the actions that may follow it come after it, one deeper. */
struct plan_node {
    struct action action;
    uint8_t depth;
};

struct plan {
    uint16_t count; /* 0: there is none */
    struct plan_node nodes[PLAN_ACTIONS_MAX];
};

/* Reads the lines of the player at `seat` for the game as it stands; no lines are an empty plan.
 * Returns 0, an error of the notation or of the rules at a place of a line, ERR_POSITION_OVER for
 * an action after the end of the game, ERR_PLAN_HAS_NO_ANSWER, ERR_PLAN_HAS_TWO_ANSWERS, or
 * ERR_PLAN_TOO_LARGE. */
int plan_read(struct plan *plan_out, const struct game *game, enum seat seat, const char *lines);
/* Writes the lines into PLAN_TEXT_SIZE bytes; a plan that was read fits. */
void plan_write(const struct plan *plan, const struct variant *variant, char *lines_out);
/* The action is made: keeps only the part of the plan that follows it. */
void plan_follow(struct plan *plan, struct action action);

#endif
