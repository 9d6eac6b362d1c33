/* SPDX-License-Identifier: MIT */
/*
 * The pieces of lists that several commands print: rooms, and missing ratings.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_LISTS_H
#define PENTAD_CLIENT_CLI_ASK_LISTS_H

#include "client/cli/ask/query.h"
#include "client/core/lobby.h"

/* Fields of rooms and of games. */
#define LISTS_ID_COLUMNS 13
#define LISTS_CLOCK_COLUMNS 11
/* Puts the names of the columns of rooms, and a room as one line of text. */
void lists_put_rooms_head(struct query *query);
void lists_put_room(struct query *query, const struct lobby_room *room);
/* Puts the rooms of the lobby under their head, in its order. */
void lists_put_rooms(struct query *query, const struct lobby *lobby);
/* Says how to ask for more rooms; puts `nothing` if the list is empty. */
void lists_put_rest(struct query *query, const struct lobby *lobby, const char *nothing);
/* The filters of the command line, for room.list and lobby.watch. */
int lists_stakes(const struct invocation *invocation);

/* The variant in which the player of a page has played most of those with a rating; NULL: none. */
const struct variant *lists_main_variant(const struct player_get_reply *page);
/* Says that there is no rating in this variant. */
void lists_put_no_rating(struct query *query, const struct variant *variant);
/* Says in which variants there is a rating. */
void lists_put_elsewhere(struct query *query, const struct player_get_reply *page);

#endif
