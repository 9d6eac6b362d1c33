/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. What the writers and the readers of SGF share: names, letters, and the reader
 * of nodes. The format itself and our private properties are described in engine/record.h and
 * engine/record_tree.h.
 */
#ifndef PENTAD_ENGINE_SGF_H
#define PENTAD_ENGINE_SGF_H

#include "engine/game.h"
#include "engine/record.h"
#include "engine/record_rule.h"
#include "engine/setup.h"
#include "engine/text.h"

#include <stddef.h>

#define SGF_VARIANT "PVA"
#define SGF_CHOICE "PCH"
#define SGF_ACTION "PAC"
#define SGF_CLAIM "PCL"
#define SGF_START "PST"
#define SGF_ANNULLED "PAN"

/* Brackets that may be open at once. A file with a variation at every move stays far below. */
#define SGF_DEPTH_MAX 1024

/* Whether the format has words for games of the variant. Those of all others are told by private
 * properties. */
bool sgf__is_public(const struct variant *variant);
/* The value of RU for a variant. */
const char *sgf__rule(const struct variant *variant);
/* Whether a claim names a mark and what a longer row is worth; else it names a player, whose mark
 * may be nobody's before the game, and the variant. */
bool sgf__claims_by_mark(const struct variant *variant);
/* The word in a claim for what a longer row is worth. */
const char *sgf__claim_rule(const struct variant *variant);

/* A column from the left or a row from the top, from 0, as a letter: small ones, then capitals. The
 * format has none for more than twice as many. */
#define SGF_LETTERS 26
char sgf__letter(size_t number);

/* ---------------------------------------------------------------- writing */

/* Whether other programs can show the stone of an action of a game that is told by private
 * properties. Where they cannot, they read the text of the action as a comment. */
bool sgf__is_shown(const struct variant *variant, struct action action);
/* Writes a name and SimpleText: one line, with the bytes escaped that would end it; nothing if
 * `value` is NULL. */
void sgf__put_property(struct text_writer *writer, const char *name, const char *value);

/* ---------------------------------------------------------------- reading */

/* Names that we know have at most three letters; of longer ones the rest is dropped. */
#define SGF_NAME_SIZE 8

struct sgf_reader {
    const char *text;
    size_t len;
    size_t at;
    size_t depth; /* brackets that are open */
    struct record_attempt
        *attempt; /* what it is to be read as, and what was found; has the fault */
    bool is_ours; /* it names the variant as we do, and so says every choice */
};

/* The properties of one node that matter here. Their order means nothing in SGF and programs change
 * it, so a node is read to its end before anything is done with it. */
struct sgf_node {
    struct text_span game;      /* GM */
    struct text_span size;      /* SZ */
    struct text_span rule;      /* RU */
    struct text_span variant;   /* SGF_VARIANT */
    struct text_span add_black; /* AB, from its first value to its last: "hh][ii" */
    struct text_span add_white; /* AW, likewise */
    struct text_span add_empty; /* AE, likewise */
    struct text_span turn;      /* PL */
    struct text_span start;     /* SGF_START */
    struct text_span comment;   /* C, as it is in the file */
    struct text_span title;     /* GN, likewise */
    struct text_span claim;     /* SGF_CLAIM */
    struct text_span moves;     /* from its first B, W, SGF_CHOICE or SGF_ACTION to the end of
                                 the last */
};

/* Begins at the game of the text that is asked for, or at the only one. Words before it are passed
 * over. Returns 0, ERR_UTF16, ERR_SEVERAL_GAMES or ERR_BAD_RECORD. */
int sgf__start(struct sgf_reader *reader, struct record_attempt *attempt, struct text_span text);
/* Passes over the rest of the game, up to the bracket that closes it. */
int sgf__skip(struct sgf_reader *reader);
/* The next byte that is no white space, NUL at the end; it is not used up. */
char sgf__peek(struct sgf_reader *reader);
/* Goes into a bracket, which has to begin with a node. */
int sgf__enter(struct sgf_reader *reader);
/* Reads the properties that follow ';'. */
int sgf__node(struct sgf_reader *reader, struct sgf_node *node);
/* Reads a name: its capital letters. Before FF[4] others were allowed between them, for people. */
void sgf__name(struct sgf_reader *reader, char name[SGF_NAME_SIZE]);
/* Reads from '[' to the ']' that no backslash escapes. */
int sgf__value(struct sgf_reader *reader, struct text_span *value_out);
/* Makes the span, or the place where the reader is, that of the fault; return `error`. */
int sgf__fault(struct sgf_reader *reader, struct text_span span, int error);
int sgf__fault_here(struct sgf_reader *reader, int error);

/* Sets up the empty board that the root describes. */
int sgf__begin(struct sgf_reader *reader, const struct sgf_node *root, struct game *game);
/* Places the root's stones, X and O in turn, or does the actions that it begins with. */
int sgf__set_up(struct sgf_reader *reader, const struct sgf_node *root, struct game *game);
/* Refuses what only a root may say: what game it is, and stones that nobody placed. */
int sgf__no_root(struct sgf_reader *reader, const struct sgf_node *node);
/* Does what the node says in the order of the file: stones, and after a stone its choice. */
int sgf__act(struct sgf_reader *reader, const struct sgf_node *node, struct game *game);
/* The stone of a point such as "hh": column from the left, row from the top. Returns 0,
 * ERR_BAD_RECORD, ERR_PASS or ERR_OFF_BOARD. */
int sgf__point(const struct variant *variant, struct text_span point, struct action *action_out);

#endif
