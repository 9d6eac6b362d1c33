/* SPDX-License-Identifier: MIT */
/*
 * A game for a file: the text of SGF or PSQ, or a record for JSON. Functions of the match.
 */
#ifndef PENTAD_SERVER_CORE_EXPORT_H
#define PENTAD_SERVER_CORE_EXPORT_H

#include "server/core/state.h"

/* The record in the arena, in a format of enum format_word; it does not need the match any more.
 * Returns 0, ERR_NO_RECORD where the format has no words for the game, or ERR_REPLY_TOO_LONG. */
int export_make(struct core *core, const struct match *match, int format,
                struct exported_game_record *out);

#endif
