/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Names and letters that the writer and the reader of SGF share. The format
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

/* True if the format has words for games of the variant. All others are written with private
 * properties. */
bool sgf__is_public(const struct variant *variant);
/* True if a claim names a mark and what a longer row is worth; else it names the variant and a
 * player, who may have no mark before the game. */
bool sgf__claims_by_mark(const struct variant *variant);
/* The word in a claim for what a longer row is worth. */
const char *sgf__claim_rule(const struct variant *variant);

/* A column from the left or a row from the top is a letter: small ones, then capitals. The format
 * has none for more than twice as many. */
#define SGF_LETTERS 26

/* True if other programs can show the stone of an action in a game that is written with private
 * properties. If not, they find the action's text in a comment. */
bool sgf__is_shown(const struct variant *variant, struct action action);

#endif
