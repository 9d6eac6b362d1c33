/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. What the writer and the reader of SGF share: names and letters. The format
 * itself and our private properties are described in engine/record.h and engine/record_tree.h.
 */
#ifndef PENTAD_ENGINE_SGF_H
#define PENTAD_ENGINE_SGF_H

#include "engine/game.h"

#define SGF_VARIANT "PVA"
#define SGF_CHOICE "PCH"
#define SGF_ACTION "PAC"
#define SGF_CLAIM "PCL"
#define SGF_START "PST"
#define SGF_ANNULLED "PAN"

/* Whether the format has words for games of the variant. Those of all others are told by private
 * properties. */
bool sgf__is_public(const struct variant *variant);
/* Whether a claim names a mark and what a longer row is worth; else it names a player, whose mark
 * may be nobody's before the game, and the variant. */
bool sgf__claims_by_mark(const struct variant *variant);
/* The word in a claim for what a longer row is worth. */
const char *sgf__claim_rule(const struct variant *variant);

/* A column from the left or a row from the top is a letter: small ones, then capitals. The format
 * has none for more than twice as many. */
#define SGF_LETTERS 26

/* Whether other programs can show the stone of an action of a game that is told by private
 * properties. Where they cannot, they read the text of the action as a comment. */
bool sgf__is_shown(const struct variant *variant, struct action action);

#endif
