/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The tree of the player `generic` and its games of chance, in the memory that
 * it was lent: brain/generic.c makes a thought of them.
 */
#ifndef PENTAD_BRAIN_GENERIC_H
#define PENTAD_BRAIN_GENERIC_H

#include "brain/chance.h"
#include "brain/mind.h"

#define GENERIC_NOBODY 0    /* no node: the root is nobody's child */
#define GENERIC_HABITS 4096 /* actions whose results are told apart; a power of two */
#define GENERIC_STANDING 8  /* wins of the opponent that are kept in mind */

struct generic_node {
    struct action action;
    uint8_t proof;  /* enum proof, for who did the action */
    int8_t seat;    /* who did it */
    uint16_t legal; /* actions behind it; 0: not looked at */
    uint16_t added; /* of these, in the tree */
    uint16_t lost;  /* of these, proven to lose for who does them */
    uint32_t child; /* the last one that was added; GENERIC_NOBODY: none */
    uint32_t sibling;
    uint32_t visits;
    uint32_t halves; /* of points: two for a won game behind it, one for a drawn one */
};

/* The results of all games of chance in which a player did an action, whenever that was. */
struct generic_habit {
    uint32_t visits;
    uint32_t halves;
};

struct generic {
    const struct thinking *thinking;
    uint64_t limit; /* of positions */
    uint64_t looked;
    uint64_t asked_at; /* when it was asked whether to stop */
    bool is_stopped;
    bool is_whole; /* the lists of actions have all that are legal */
    struct chance chance;
    struct generic_habit habits[SEAT_COUNT][GENERIC_HABITS];
    /* Actions by which the opponent wins at once, if the player who thinks does nothing. */
    struct action standing[GENERIC_STANDING];
    size_t standing_count;
    enum seat standing_seat;
    /* One way down the tree and the game of chance behind it. */
    uint32_t path[GAME_ACTIONS_MAX + 1];
    int8_t seats[GAME_ACTIONS_MAX]; /* who did the actions of the game, from the root on */
    struct action list[GAME_LEGAL_MAX];
    bool is_marked[GENERIC_HABITS]; /* habits of actions that a node has already */
    uint32_t count;                 /* of nodes */
    uint32_t most;
    struct generic_node nodes[]; /* the first is the root */
};

#endif
