/* SPDX-License-Identifier: MIT */
/*
 * The command games: the games in progress of a player.
 */
#include "client/cli/ask/ask.h"
#include "client/cli/ask/lists.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/turns.h"
#include "proto/id.h"

#include <time.h>

/* The last action and how long ago it was made. */
static void put_last(struct ink *ink, const struct current_game_record *game)
{
    char ago[WORDS_SIZE];
    int64_t ago_ms = (int64_t)time(NULL) * 1000 - game->acted;
    if (game->acted == NONE || game->last == NULL)
        return;
    words_duration(ago_ms > 0 ? ago_ms : 0, ago, sizeof(ago));
    ink_put(ink, COLOUR_DIM, _("; %s %s ago"), game->last, ago);
}

/* A game stands out when it waits for the player whose games these are. */
static void put_players(struct query *query, const struct current_game_record *game,
                        const char *whose)
{
    struct ink *ink = &query->ink;
    bool waits = turns_waits_for(game, whose);
    enum colour colour = waits ? COLOUR_WON : COLOUR_PLAIN;
    const char *other = turns_opponent(game, whose);
    if (!session_is_named(query->session, whose))
        ink_put(ink, colour, _("%s - %s, to move: %s"), game->first, game->second,
                waits ? whose : other);
    else
        ink_put(ink, colour, waits ? _("%s: your move") : _("%s is to move"), other);
}

static void put_game(struct query *query, const struct current_game_record *game, const char *whose)
{
    char id[ID_TEXT_SIZE];
    char left[WORDS_SIZE] = "";
    struct ink *ink = &query->ink;
    id_format(game->room, id);
    if (game->left_ms != NONE)
        words_duration(game->left_ms, left, sizeof(left));
    ink_put_cell(ink, COLOUR_BOLD, LISTS_ID_COLUMNS, "%s", id);
    ink_put_cell(ink, COLOUR_PLAIN, words_variant_columns(), "%s",
                 words_variant_short(game->variant));
    lists_put_rated(query, game->rated);
    ink_put_cell(ink, COLOUR_DIM, LISTS_CLOCK_COLUMNS, "%s", left);
    put_players(query, game, whose);
    put_last(ink, game);
    ink_end_line(ink);
}

/* Puts how to go on, at a terminal: a script knows what to do with a room. */
static void put_way(struct query *query, const char *whose)
{
    char server[INVOCATION_SERVER_SIZE];
    if (!session_is_named(query->session, whose) || query->ink.columns == 0)
        return;
    invocation_server_options(query->invocation, server, sizeof(server));
    ink_put_line(&query->ink, COLOUR_DIM, _("Go to one with: penta play ROOM%s"), server);
}

static void show_games(struct query *query, const union reply_body *reply)
{
    struct turns turns;
    const struct player_games_reply *list = &reply->player_games;
    if (query_put_rows(query, reply))
        return;
    turns_take(&turns, list);
    for (size_t i = 0; i < turns.count; i++)
        put_game(query, turns.games[i], list->name);
    if (turns.count == 0)
        query_put_line(query, COLOUR_DIM, _("No games in progress."));
    else
        put_way(query, list->name);
}

enum exit_code run_games(const struct invocation *invocation)
{
    if (invocation_has(invocation, OPTION_OF))
        return run_rules(invocation);
    const struct request request = {.op = OP_PLAYER_GAMES,
                                    .as.player_games.name = query_name(invocation)};
    return query_ask(invocation, query_who(invocation), &request, show_games);
}
