/* SPDX-License-Identifier: MIT */
/*
 * The choice of client/cli/play/watching.h. Of a player's games it is the one in which something
 * was done last; one whose clock runs in real time goes before those of days. The best one is
 * between people who are there, then that of the highest ratings. One's own game is for nobody to
 * watch who could play it: it comes last of all.
 */
#include "client/cli/play/watching.h"

#include "client/cli/terminal/i18n.h"
#include "engine/clock.h"

#define ROOMS_LOOKED_AT 50

static const char *name_of(const struct visit *visit)
{
    return visit->invocation->arguments_count > 0 ? visit->invocation->arguments[0] : NULL;
}

void watching_ask(const struct visit *visit)
{
    struct request request = {.op = OP_ROOM_LIST};
    if (name_of(visit) != NULL) {
        request.op = OP_PLAYER_GAMES;
        request.as.player_games.name = name_of(visit);
    } else {
        request.as.room_list = (struct room_list_request){.state = ROOM_STATE_WORD_PLAYING,
                                                          .stakes = NONE,
                                                          .clock_kind = NONE,
                                                          .min_rating = NONE,
                                                          .max_rating = NONE,
                                                          .limit = ROOMS_LOOKED_AT};
    }
    visit_send(visit, &request);
}

static bool is_own(const struct visit *visit, const struct current_game_record *game)
{
    return session_is_named(visit->session, game->first) ||
           session_is_named(visit->session, game->second);
}

/* Judged by the time that is left: the list does not name the clock. */
static bool is_live(const struct current_game_record *game)
{
    return game->left_ms != NONE && game->left_ms < CLOCK_DAY_MS;
}

/* Looks at games in the list's order, in which the newest is last. */
static bool is_before(const struct visit *visit, const struct current_game_record *game,
                      const struct current_game_record *other)
{
    if (is_own(visit, game) != is_own(visit, other))
        return is_own(visit, other);
    if (is_live(game) != is_live(other))
        return is_live(game);
    return game->acted >= other->acted;
}

static uint64_t latest_of(const struct visit *visit, const struct player_games_reply *list)
{
    const struct current_game_record *latest = NULL;
    for (size_t i = 0; i < list->games_count; i++)
        if (latest == NULL || is_before(visit, &list->games[i], latest))
            latest = &list->games[i];
    return latest != NULL ? latest->room : 0;
}

/* Reasons to look at a game, the weightiest first. */
struct worth {
    bool is_others; /* not one's own */
    bool is_people; /* without a computer */
    bool is_tended; /* both are there */
    int64_t ratings;
};

static struct worth worth_of(const struct visit *visit, const struct room_record *room)
{
    struct worth worth = {.is_others = true, .is_people = true, .is_tended = true};
    for (size_t i = 0; i < room->players_count; i++) {
        const struct person_record *player = &room->players[i];
        worth.is_others = worth.is_others && !session_is_named(visit->session, player->name);
        worth.is_people = worth.is_people && player->computer == NULL;
        worth.is_tended = worth.is_tended && (player->connected || player->computer != NULL);
        worth.ratings += player->rating != NONE ? player->rating : 0;
    }
    return worth;
}

static bool is_better(const struct worth *worth, const struct worth *other)
{
    if (worth->is_others != other->is_others)
        return worth->is_others;
    if (worth->is_people != other->is_people)
        return worth->is_people;
    if (worth->is_tended != other->is_tended)
        return worth->is_tended;
    return worth->ratings > other->ratings;
}

static uint64_t best_of(const struct visit *visit, const struct room_list_reply *list)
{
    struct worth best;
    uint64_t room = 0;
    for (size_t i = 0; i < list->rooms_count; i++) {
        const struct worth worth = worth_of(visit, &list->rooms[i]);
        if (room != 0 && !is_better(&worth, &best))
            continue;
        best = worth;
        room = list->rooms[i].room;
    }
    return room;
}

uint64_t watching_choose(const struct visit *visit, const struct notice *reply)
{
    bool is_of_player = reply->op == OP_PLAYER_GAMES;
    uint64_t room = is_of_player ? latest_of(visit, &reply->reply->player_games)
                                 : best_of(visit, &reply->reply->room_list);
    if (room == 0 && is_of_player)
        visit_fail(visit, EXIT_CODE_REFUSED, _("%s is not playing now."),
                   reply->reply->player_games.name);
    else if (room == 0)
        visit_fail(visit, EXIT_CODE_REFUSED, "%s", _("Nobody is playing now."));
    return room;
}
