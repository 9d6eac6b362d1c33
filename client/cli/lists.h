/* SPDX-License-Identifier: MIT */
/*
 * Lines of lists that several commands print.
 */
#ifndef PENTAD_CLIENT_CLI_LISTS_H
#define PENTAD_CLIENT_CLI_LISTS_H

#include "client/cli/query.h"

/* A room as one line: of text, or of JSON where that is wanted. */
void lists_put_room(struct query *query, const struct room_record *room);
/* The filters of the command line, for room.list and lobby.watch. */
int lists_stakes(const struct invocation *invocation);

#endif
