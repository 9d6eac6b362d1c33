/* SPDX-License-Identifier: MIT */
/*
 * The sentences of client/cli/words/turn.h.
 */
#include "client/cli/words/turn.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/turns.h"
#include "proto/id.h"

#include <stdio.h>

void words_your_move(const struct current_game_record *game, const char *name, char *text,
                     size_t size)
{
    char room[ID_TEXT_SIZE];
    char left[WORDS_SIZE];
    const char *other = turns_opponent(game, name);
    id_format(game->room, room);
    words_duration(game->left_ms != NONE ? game->left_ms : 0, left, sizeof(left));
    if (game->acted == NONE || game->last == NULL)
        snprintf(text, size, _("The game against %s in room %s has begun; it is your move."), other,
                 room);
    else if (game->left_ms == NONE)
        snprintf(text, size, _("%s played %s in room %s; it is your move."), other, game->last,
                 room);
    else
        snprintf(text, size, _("%s played %s in room %s; you have %s left."), other, game->last,
                 room, left);
}

void words_said_elsewhere(const struct room_said_event *said, char *text, size_t size)
{
    char room[ID_TEXT_SIZE];
    id_format(said->room, room);
    snprintf(text, size, _("%s in room %s: %s"), said->line->name, room,
             words_said(said->line->text));
}
