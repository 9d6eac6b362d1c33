/* SPDX-License-Identifier: MIT */
/*
 * What messages say of a game beyond what is common to all games: the object of its family. A
 * family is what a client has to know in order to draw a game; of games of other families a
 * function here says NULL, and the field is left out.
 */
#ifndef PENTAD_PROTO_FAMILY_H
#define PENTAD_PROTO_FAMILY_H

#include "engine/game.h"
#include "proto/message.h"

#include <stdbool.h>

/* Room for one such object, which the caller keeps for as long as it is used. */
struct family_room {
    union {
        struct rows_info_record info;
        struct rows_moved_record moved;
        struct rows_state_record state;
        struct rows_ended_record ended;
    } rows;
    char line[GAME_LINE_TEXT_SIZE];
};

enum family_word family_of(const struct variant *variant);

/* What `hello` tells of a variant. */
struct variant_info_record family_describe(const struct variant *variant, struct family_room *room);

/* `game` is as it stands after the action. */
const struct rows_moved_record *family_rows_moved(const struct game *game, struct action action,
                                                  struct family_room *room);
/* `is_over`: the game ended, on the board or otherwise. */
const struct rows_state_record *family_rows_state(const struct game *game, bool is_over,
                                                  struct family_room *room);
/* NULL where no row won, too. */
const struct rows_ended_record *family_rows_ended(const struct game *game,
                                                  struct family_room *room);

#endif
