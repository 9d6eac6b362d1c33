/* SPDX-License-Identifier: MIT */
/*
 * The order of client/core/turns.h.
 */
#include "client/core/turns.h"

#include "proto/error.h"

#include <string.h>

bool turns_waits_for(const struct current_game_record *game, const char *name)
{
    const char *acts = game->to_act == SEAT_WORD_FIRST ? game->first : game->second;
    return strcmp(acts, name) == 0;
}

const char *turns_opponent(const struct current_game_record *game, const char *name)
{
    return strcmp(game->first, name) == 0 ? game->second : game->first;
}

bool turns_is_sooner(bool waits, int64_t left_ms, bool other_waits, int64_t other_left_ms)
{
    if (waits != other_waits)
        return waits;
    return left_ms != NONE && (other_left_ms == NONE || left_ms < other_left_ms);
}

/* Puts the game behind all that do not come after it. */
static void insert(struct turns *turns, const struct current_game_record *game, const char *name)
{
    size_t at = turns->count++;
    bool waits = turns_waits_for(game, name);
    while (at > 0 &&
           turns_is_sooner(waits, game->left_ms, turns_waits_for(turns->games[at - 1], name),
                           turns->games[at - 1]->left_ms)) {
        turns->games[at] = turns->games[at - 1];
        at--;
    }
    turns->games[at] = game;
    turns->waiting += waits ? 1 : 0;
}

void turns_take(struct turns *turns, const struct player_games_reply *reply)
{
    *turns = (struct turns){0};
    for (size_t i = 0; i < reply->games_count && i < TURNS_MAX; i++)
        insert(turns, &reply->games[i], reply->name);
}

const struct current_game_record *turns_find(const struct turns *turns, uint64_t room)
{
    for (size_t i = 0; i < turns->count; i++)
        if (turns->games[i]->room == room)
            return turns->games[i];
    return NULL;
}

static bool is_among(const struct turns_passed *passed, uint64_t room)
{
    for (size_t i = 0; i < passed->count; i++)
        if (passed->rooms[i] == room)
            return true;
    return false;
}

void turns_pass(struct turns_passed *passed, uint64_t room)
{
    if (!is_among(passed, room) && passed->count < TURNS_MAX)
        passed->rooms[passed->count++] = room;
}

const struct current_game_record *turns_next(const struct turns *turns,
                                             const struct turns_passed *passed)
{
    for (size_t i = 0; i < turns->waiting; i++)
        if (!is_among(passed, turns->games[i]->room))
            return turns->games[i];
    return NULL;
}

size_t turns_waiting_elsewhere(const struct turns *turns, uint64_t room)
{
    size_t count = 0;
    for (size_t i = 0; i < turns->waiting; i++)
        count += turns->games[i]->room != room ? 1 : 0;
    return count;
}

static void note(struct turn_news *news, uint64_t game)
{
    for (size_t i = 0; i < news->count; i++)
        if (news->games[i] == game)
            return;
    if (news->count < TURN_NEWS_MAX)
        news->games[news->count++] = game;
}

bool turn_news_take_event(struct turn_news *news, enum event event, const union event_body *body,
                          uint64_t here, uint64_t here_room)
{
    if (event == EVENT_GAME_MOVED && body->game_moved.game != here &&
        body->game_moved.to_act != NONE)
        note(news, body->game_moved.game);
    else if (event == EVENT_GAME_STARTED && body->game_started.room != here_room)
        note(news, body->game_started.game->game);
    if (news->count == 0 || news->is_asked)
        return false;
    news->is_asked = true;
    return true;
}

const struct current_game_record *turn_news_next(struct turn_news *news, const struct turns *turns,
                                                 uint64_t here_room)
{
    while (news->count > 0) {
        uint64_t game = news->games[--news->count];
        for (size_t i = 0; i < turns->waiting; i++)
            if (turns->games[i]->game == game && turns->games[i]->room != here_room)
                return turns->games[i];
    }
    return NULL;
}
