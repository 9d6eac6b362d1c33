/* SPDX-License-Identifier: MIT */
/*
 * Games that go on from a position: what was laid out when they began, as it was committed.
 */
#include "tests/sim/truth_position.h"

#include "tests/sim/link.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_room.h"

#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

/* A rematch begins where the game before it did. */
static void check_again(struct sim *sim, const struct truth_game *game)
{
    const struct truth_room *room = truth_room(&sim->truth, game->room);
    const struct truth_game *last = truth_game(&sim->truth, room->game);
    char text[GAME_TEXT_SIZE];
    char text_before[GAME_TEXT_SIZE];
    if (last == NULL)
        return;
    game_format(&game->start, text, sizeof(text));
    game_format(&last->start, text_before, sizeof(text_before));
    CHECK_THAT(sim, CHECK_POSITIONS, strcmp(text, text_before) == 0,
               "game %llx begins with \"%s\", and the one before it did with \"%s\"",
               ID_ARG(game->id), text, text_before);
}

void truth__position_begin(struct sim *sim, struct truth_game *game,
                           const struct store_game_start *start)
{
    const char *text = start->given_actions != NULL ? start->given_actions : "";
    int status = game_parse(&game->start, game->variant, text, strlen(text), NULL);
    game_copy(&game->board, &game->start);
    CHECK_THAT(sim, CHECK_POSITIONS,
               status == 0 && game->start.ply == start->given &&
                   game_status(&game->start) == GAME_OPEN,
               "game %llx begins with \"%s\", which are to be %u plies", ID_ARG(game->id), text,
               start->given);
    CHECK_THAT(sim, CHECK_POSITIONS, start->given == 0 || (game->has_computer && !game->rated),
               "game %llx goes on from a position, and is rated or of people", ID_ARG(game->id));
    for (int seat = 0; seat < SEAT_COUNT && start->given > 0; seat++)
        CHECK_THAT(sim, CHECK_HELP, !truth_is_help(&sim->truth, game->players[seat], &game->start),
                   "game %llx goes on from a position of a rated game of its player",
                   ID_ARG(game->id));
    check_again(sim, game);
    sim->stats->positions += start->given > 0 ? 1 : 0;
}

void truth_position_told(struct sim *sim, const struct truth_game *game,
                         const struct game_record *record)
{
    char text[GAME_TEXT_SIZE];
    int len = game_format(&game->start, text, sizeof(text));
    CHECK_THAT(sim, CHECK_POSITIONS,
               record->given == game->start.ply && strncmp(record->actions, text, (size_t)len) == 0,
               "game %llx is said to be \"%s\", of which %lld were laid out; \"%s\" were",
               ID_ARG(game->id), record->actions, (long long)record->given, text);
}

void truth_position_opened(struct sim *sim, const struct ask *ask,
                           const struct room_open_reply *reply)
{
    const struct game_record *record = reply->game;
    const char *actions = ask->request.as.room_open.actions != NULL ? ask->password : NULL;
    truth_resigns_opened(sim, ask, reply->room);
    CHECK_THAT(sim, CHECK_POSITIONS,
               record == NULL ||
                   (actions == NULL ? record->given == 0
                                    : strstr(record->actions, actions) == record->actions),
               "game %llx begins with \"%s\", and \"%s\" was asked for", ID_ARG(record->game),
               record->actions, actions != NULL ? actions : "");
}
