/* SPDX-License-Identifier: MIT */
/*
 * The chat of the table, as the server tells it: lines that were missed, and lines that a moderator
 * hid.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_CHAT_H
#define PENTAD_CLIENT_CLI_PLAY_CHAT_H

#include "client/cli/play/visit.h"

/* Takes the last lines; says those that the table did not have. */
void chat_take(struct visit *visit, const struct chat_line_record *lines, size_t count);
/* Takes the text of a line away, in the table and where it was said. */
void chat_take_hidden(struct visit *visit, const struct room_hidden_event *hidden);

#endif
