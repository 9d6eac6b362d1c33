/* SPDX-License-Identifier: MIT */
/*
 * What events mean, in a sentence each. The table has taken the event already.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_EVENT_H
#define PENTAD_CLIENT_CLI_WORDS_EVENT_H

#include "client/cli/terminal/ink.h"
#include "client/core/table.h"
#include "proto/codec.h"

#include <stddef.h>

/* What an event that the table has taken means, or "" if there is nothing to tell. Returns its
 * colour. */
enum colour words_event(const struct table *table, enum event event, const union event_body *body,
                        char *text, size_t size);

/* An action ended what was open: a draw offer (`asked` is EVENT_GAME_DRAW_OFFERED) or a request to
 * take back (EVENT_GAME_TAKEBACK_ASKED) of the seat `by`. */
void words_lapsed(const struct table *table, enum event asked, int by, char *text, size_t size);

/* What somebody said at the table, and that it was said while watching, for a game's players hear
 * that when it is over. */
void words_line(const struct chat_line_record *line, char *text, size_t size);

#endif
