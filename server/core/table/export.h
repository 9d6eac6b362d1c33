/* SPDX-License-Identifier: MIT */
/*
 * A game for a file: the text of SGF or PSQ, or a record for JSON. Functions of the match.
 */
#ifndef PENTAD_SERVER_CORE_EXPORT_H
#define PENTAD_SERVER_CORE_EXPORT_H

#include "server/core/state.h"

/* The record in the arena, in a format of enum format_word; it does not need the match any more.
 * False if it is too long. */
bool export_make(struct core *core, const struct match *match, int format,
                 struct exported_game_record *out);

#endif
