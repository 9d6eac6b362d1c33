/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * A game with variations: a tree of actions with comments, from the empty board or from stones that
 * were set up. It lives in the caller's memory and may claim that a side wins from its start
 * whatever the other does. As a file it is SGF (engine/record.h) with these additions:
 *   AB AW PL    in the root: stones that were set up, and who is to move. X and O place them in
 *               turn in the order of the lists, so X has as many as O or one more.
 *   GN C        the title, and comments of a node. White space at the ends of either is dropped.
 *   PCL[X five_or_more]    the claim: this side wins by these rules (or: exactly_five). It names the
 *               rule for longer rows, because a proof of one rule is none of the other; a file
 *               whose variant has another rule is refused.
 *   PST[b3c a1a]           in place of AB, AW and PL where SGF has no words for a game (PAC of
 *               engine/record.h): the actions that lead to the start. There a claim names the
 *               player and the variant: PCL[first cube4].
 *   PCL[first cube4 only]  claims, too, that of the player's actions at the start only the first
 *               one of the tree wins, and none of its others or of those that it lacks.
 * For example, a win in two stones on 15x15:
 *   (;FF[4]GM[4]SZ[15]PVA[freestyle15]AB[hh][ih][jh]AW[aa][ac][ae]PL[B]PCL[X five_or_more]
 *   ;B[kh](;W[lh];B[gh])(;W[gh];B[lh]))
 * Actions of games that the format has no words for are written as their text, as in
 * engine/record.h; if no other program can show one, that text begins its comment. Pure functions
 * of the caller's tree; no recursion, no allocation. Nothing in a tree points into the text that
 * was read.
 */
/* clang-format on */
#ifndef PENTAD_ENGINE_RECORD_TREE_H
#define PENTAD_ENGINE_RECORD_TREE_H

#include "engine/game.h"
#include "engine/record.h"

#include <stddef.h>
#include <stdint.h>

/* The node that is the start, and a link to nowhere. */
#define RECORD_TREE_ROOT 0
#define RECORD_TREE_NONE UINT32_MAX

/* The bytes of a tree's file for each node. Each byte of a comment may take two, and all else takes
 * RECORD_HEAD_SIZE + GAME_CELLS_MAX * RECORD_TREE_STONE_SIZE. */
#define RECORD_TREE_NODE_SIZE 48
#define RECORD_TREE_STONE_SIZE 4

struct record_tree_node {
    uint32_t parent;  /* RECORD_TREE_NONE of the root, likewise the next two where there is none */
    uint32_t child;   /* the first one: the main line */
    uint32_t next;    /* the next child of the same parent */
    uint32_t comment; /* its place among the words; 0 for none */
    struct action action; /* the root has none */
    uint16_t ply;         /* of the game before the action */
};

struct record_tree_memory {
    struct record_tree_node *nodes;
    uint32_t nodes_max; /* at least one */
    char *words;        /* title and comments */
    uint32_t words_max; /* at least one */
};

struct record_tree {
    struct game start; /* the set-up stones as a game, X and O in turn */
    enum seat claim;   /* the side that is claimed to win from the start; SEAT_NONE: no claim */
    bool is_only;      /* the claim says that only the first action wins */
    uint32_t title;    /* its place among the words */
    struct record_tree_memory memory;
    uint32_t count; /* nodes; a parent stands before its children */
    uint32_t words_count;
};

/* Makes a tree that has only the empty board of the variant. Borrows the memory. */
void record_tree_init(struct record_tree *tree, const struct variant *variant,
                      struct record_tree_memory memory);

/* Makes the game's position the start; the tree has no node besides the root. ERR_BAD_RECORD if SGF
 * has words for the game, but it has choices or no stone comes next: no file can write that as
 * set-up stones. */
int record_tree_begin_at(struct record_tree *tree, const struct game *start);

/* Finds the child with the action, or adds it after the others. The caller has checked that the
 * action is legal. Returns 0 or ERR_TOO_SMALL. */
int record_tree_add(struct record_tree *tree, uint32_t parent, struct action action,
                    uint32_t *node_out);

/* The child of the node with this action; RECORD_TREE_NONE where there is none. */
uint32_t record_tree_find(const struct record_tree *tree, uint32_t parent, struct action action);

/* Give the node a comment, and the tree a title, of `len` bytes of UTF-8, in place of any earlier
 * one. Return 0 or ERR_TOO_SMALL. */
int record_tree_comment(struct record_tree *tree, uint32_t node, const char *text, size_t len);
int record_tree_name(struct record_tree *tree, const char *text, size_t len);

/* The comment, the title; "" where there is none. */
const char *record_tree_get_comment(const struct record_tree *tree, uint32_t node);
const char *record_tree_get_name(const struct record_tree *tree);

/* Sets up the game at the node. Returns 0 or what the rules say of an action on the way. */
int record_tree_game(const struct record_tree *tree, uint32_t node, struct game *game_out);

/* Writes the whole tree with its final NUL and returns its length, or ERR_TOO_SMALL, or what the
 * rules say of an action in it. `tags` may be NULL; the result is that of the main line. */
int record_tree_write_sgf(const struct record_tree *tree, const struct record_tags *tags,
                          char *text, size_t size);

/* Reads a file into a tree in the caller's memory. Of what `reading` tells, only `game` counts.
 * Every action of every variation has to be legal. Returns 0, ERR_BAD_RECORD, ERR_TOO_SMALL or what
 * the rules said of an illegal action; then the tree is what stands before the fault, which is at
 * `reading->at`. As many nodes, and as many bytes of words, as the text has bytes are always
 * enough. */
int record_tree_read_sgf(struct record_tree *tree, struct record_tree_memory memory,
                         const char *text, size_t len, struct record_reading *reading);

#endif
