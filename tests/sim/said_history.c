/* SPDX-License-Identifier: MIT */
/*
 * Replies about histories: lists and exports by their filters, stars, graphs, statistics, names.
 */
#include "base/day.h"
#include "engine/needs.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))
#define DAY_MS INT64_C(86400000)

/* ------------------------------------------------------------------ filters */

/* The part that both requests have. */
struct filters {
    const struct variant *variant;
    int score;
    int stake;
    int computers;
    bool starred;
    int64_t since;
    int64_t until;
};

static struct filters list_filters(const struct ask *ask)
{
    const struct history_list_request *request = &ask->request.as.history_list;
    return (struct filters){request->variant, request->score, request->stake, request->computers,
                            request->starred, request->since, request->until};
}

static struct filters export_filters(const struct ask *ask)
{
    const struct history_export_request *request = &ask->request.as.history_export;
    return (struct filters){request->variant, request->score, request->stake, request->computers,
                            request->starred, request->since, request->until};
}

/* Whether a word of the family `computers`, or NONE, leaves games against this opponent. */
static bool admits_opponent(const struct truth *truth, const struct truth_game *game,
                            enum seat seat, int computers)
{
    bool has_only = computers == COMPUTERS_WORD_ONLY;
    return computers == NONE ||
           has_only == truth_player(truth, game->players[1 - (int)seat])->is_computer;
}

/* Whether the game belongs into the answer; stars may have come and gone since. */
static bool is_wanted(const struct truth *truth, const struct truth_game *game, enum seat seat,
                      const struct filters *filters)
{
    int score = (int)score_of_seat(game->outcome.result, (int)seat);
    return game->is_over && (filters->variant == NULL || filters->variant == game->variant) &&
           (filters->score == NONE || filters->score == score) &&
           (filters->stake == NONE || (filters->stake == STAKE_WORD_RATED) == game->rated) &&
           admits_opponent(truth, game, seat, filters->computers) &&
           game->ended_ms >= filters->since &&
           (filters->until == 0 || game->ended_ms < filters->until) &&
           (!filters->starred || game->ever_starred[seat][true]);
}

static size_t count_wanted(const struct sim *sim, const struct truth_player *player,
                           const struct filters *filters)
{
    size_t count = 0;
    for (size_t i = 0; i < sim->truth.game_count; i++) {
        const struct truth_game *game = sim->truth.games[i];
        enum seat seat = truth_seat(game, player->id);
        count += seat != SEAT_NONE && is_wanted(&sim->truth, game, seat, filters) &&
                 (!filters->starred || game->stars[seat]);
    }
    return count;
}

static const struct truth_player *whose(struct link *link, const char *name)
{
    const struct truth_player *player = truth_player_named(&link->sim->truth, name);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, player != NULL, "the history of %s, who is nobody",
               name);
    return player;
}

/* The game of a line: it is over, the player's, and what was asked for. */
static const struct truth_game *check_wanted(struct link *link, const struct truth_player *player,
                                             uint64_t id, const struct filters *filters)
{
    const struct truth_game *game = truth_game(&link->sim->truth, id);
    enum seat seat = game != NULL ? truth_seat(game, player->id) : SEAT_NONE;
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, seat != SEAT_NONE && game->is_over,
               "the history of %s has game %llx, which is not over, or another's", player->name,
               ID_ARG(id));
    CHECK_THAT(link->sim, CHECK_HISTORIES, is_wanted(&link->sim->truth, game, seat, filters),
               "the history of %s has game %llx, which was not asked for", player->name,
               ID_ARG(id));
    return game;
}

/* When nothing happens the answer has every game that is asked for. */
static void check_games(struct link *link, const struct truth_player *player, size_t count,
                        bool has_more, const struct filters *filters)
{
    size_t wanted = count_wanted(link->sim, player, filters);
    CHECK_THAT(link->sim, CHECK_MEMORY_AGREES, !link->sim->is_quiet || has_more || count == wanted,
               "the history of %s is said to have %zu such games, and has %zu", player->name, count,
               wanted);
}

/* ------------------------------------------------------------------ lists */

static void check_star(struct link *link, const struct truth_player *player,
                       const struct truth_game *game, const struct history_row_record *row)
{
    enum seat seat = truth_seat(game, player->id);
    bool is_own = link->player == player->id;
    CHECK_THAT(link->sim, CHECK_STARS, !row->starred || (is_own && game->ever_starred[seat][true]),
               "game %llx is told with a star of %s", ID_ARG(game->id), player->name);
    CHECK_THAT(link->sim, CHECK_STARS,
               !link->sim->is_quiet || !is_own || row->starred == game->stars[seat],
               "game %llx is told with the wrong star to %s", ID_ARG(game->id), player->name);
}

static void check_row(struct link *link, const struct truth_player *player,
                      const struct truth_game *game, const struct history_row_record *row)
{
    enum seat seat = truth_seat(game, player->id);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               row->reason == (int)game->outcome.reason && row->plies == game->board.ply &&
                   row->given == game->start.ply &&
                   row->score == (int)score_of_seat(game->outcome.result, (int)seat) &&
                   row->ended == game->ended_ms && row->seat == (int)seat &&
                   row->mark == (int)game_seat_mark(&game->board, seat),
               "the history of %s: game %llx is not like this", player->name, ID_ARG(row->game));
    int points = game->moves_ratings ? game->after[seat] - game->before[seat] : 0;
    int64_t rating = game->moves_ratings ? game->before[1 - (int)seat] : NONE;
    CHECK_THAT(link->sim, CHECK_RATINGS, row->points == points && row->opponent_rating == rating,
               "the history of %s: game %llx is said to be worth %lld points, and was worth %d",
               player->name, ID_ARG(game->id), (long long)row->points, points);
    said__annulled_game(link, game, row->annulled);
    check_star(link, player, game, row);
}

void said__history(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct history_list_reply *history = &reply->history_list;
    const struct truth_player *player = whose(link, history->name);
    const struct filters filters = list_filters(ask);
    for (size_t i = 0; i < history->rows_count; i++) {
        const struct truth_game *game = check_wanted(link, player, history->rows[i].game, &filters);
        check_row(link, player, game, &history->rows[i]);
        CHECK_THAT(link->sim, CHECK_HISTORIES,
                   i == 0 || history->rows[i - 1].ended >= history->rows[i].ended,
                   "the history of %s: game %llx is out of order", player->name, ID_ARG(game->id));
    }
    check_games(link, player, history->rows_count, history->more, &filters);
}

/* ------------------------------------------------------------------ exports */

static void check_exported(struct link *link, const struct ask *ask, const struct truth_game *game,
                           const struct exported_game_record *exported)
{
    char actions[GAME_TEXT_SIZE];
    const struct saved_game_record *json = exported->json;
    game_format(&game->board, actions, sizeof(actions));
    bool is_psq = ask->request.as.history_export.format == FORMAT_WORD_PSQ;
    bool is_sayable = reader_knows(is_psq ? READER_PSQ : READER_SGF_ACTIONS, game->variant);
    CHECK_THAT(link->sim, CHECK_HISTORIES, exported->no_record == (json == NULL && !is_sayable),
               "game %llx: the export says wrongly whether there are words", ID_ARG(game->id));
    if (exported->no_record)
        return;
    CHECK_THAT(link->sim, CHECK_HISTORIES,
               json == NULL ? exported->text != NULL && exported->text[0] != '\0'
                            : strcmp(json->actions, actions) == 0 &&
                                  json->result == (int)game->outcome.result &&
                                  json->ended == game->ended_ms && json->rated == game->rated &&
                                  json->given == game->start.ply,
               "game %llx is not exported as it was played", ID_ARG(game->id));
    said__annulled_record(link, game, exported->text, json);
}

void said__export(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct history_export_reply *history = &reply->history_export;
    const struct truth_player *player = whose(link, history->name);
    const struct filters filters = export_filters(ask);
    for (size_t i = 0; i < history->games_count; i++)
        check_exported(link, ask, check_wanted(link, player, history->games[i].game, &filters),
                       &history->games[i]);
    check_games(link, player, history->games_count, history->more, &filters);
}

/* ------------------------------------------------------------------ stars */

void said__star(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_game *game = truth_game(&link->sim->truth, ask->subject);
    enum seat seat = game != NULL ? truth_seat(game, link->player) : SEAT_NONE;
    bool wanted = ask->request.as.history_star.starred;
    CHECK_THAT(link->sim, CHECK_STARS,
               seat != SEAT_NONE && reply->history_star.starred == wanted &&
                   game->ever_starred[seat][wanted],
               "the star of link %llu for game %llx is not stored", ID_ARG(link->number),
               ID_ARG(ask->subject));
}

/* ------------------------------------------------------------------ what is added up */

/* Counts the games that moved the rating, count, and ended on the days of the graph. */
static int64_t count_games_of(const struct truth *truth, uint64_t player, const struct ask *ask,
                              const struct rating_graph_reply *graph)
{
    const struct variant *variant = ask->request.as.rating_graph.variant;
    int64_t count = 0;
    int first = 0;
    int last = 0;
    if (!day_parse(graph->from_day, &first) || !day_parse(graph->to_day, &last))
        return -1;
    for (size_t i = 0; i < truth->game_count; i++) {
        const struct truth_game *game = truth->games[i];
        count += game->moves_ratings && game->variant == variant && !game->is_annulled &&
                 truth_seat(game, player) != SEAT_NONE && game->ended_ms >= first * DAY_MS &&
                 game->ended_ms < (last + 1) * DAY_MS;
    }
    return count;
}

void said__graph(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct rating_graph_reply *graph = &reply->rating_graph;
    const struct truth_player *player = whose(link, graph->name);
    const struct truth_rating *rating = &player->ratings[ask->request.as.rating_graph.variant->id];
    int64_t games = 0;
    int64_t annulled = 0;
    for (size_t i = 0; i < graph->days_count; i++) {
        bool is_there = false;
        for (size_t n = 1; n < rating->count && !is_there; n++)
            is_there = rating->points[n] == graph->days[i].rating;
        games += graph->days[i].games;
        annulled += graph->days[i].annulled_later;
        CHECK_THAT(link->sim, CHECK_RATINGS,
                   is_there && (i == 0 || strcmp(graph->days[i - 1].day, graph->days[i].day) < 0),
                   "%s is said to have had %lld points at the end of %s", graph->name,
                   (long long)graph->days[i].rating, graph->days[i].day);
    }
    CHECK_THAT(link->sim, CHECK_HISTORIES,
               games + annulled <= (int64_t)(rating->games + player->annulled),
               "the graph of %s has %lld games, and %zu were played", graph->name, (long long)games,
               rating->games);
    int64_t wanted = count_games_of(&link->sim->truth, player->id, ask, graph);
    CHECK_THAT(link->sim, CHECK_ANNULMENTS, !link->sim->is_quiet || games == wanted,
               "the graph of %s has %lld games, and %lld count", graph->name, (long long)games,
               (long long)wanted);
}

/* Counts the player's games by score, as far as they count; those that are annulled do not. */
static void count_scores(const struct truth *truth, uint64_t player, int computers,
                         int64_t counts_out[SCORE_COUNT])
{
    memset(counts_out, 0, SCORE_COUNT * sizeof(*counts_out));
    for (size_t i = 0; i < truth->game_count; i++) {
        const struct truth_game *game = truth->games[i];
        enum seat seat = truth_seat(game, player);
        if (game->is_over && seat != SEAT_NONE && !game->is_annulled && game->start.ply == 0 &&
            admits_opponent(truth, game, seat, computers))
            counts_out[score_of_seat(game->outcome.result, (int)seat)]++;
    }
}

/* Statistics may be older than the truth, but never count more. */
void said__stats(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct player_stats_reply *stats = &reply->player_stats;
    const struct player_stats_request *request = &ask->request.as.player_stats;
    const struct truth_player *player = whose(link, stats->name);
    int64_t there[SCORE_COUNT];
    int64_t won = 0;
    int64_t lost = 0;
    int64_t drawn = 0;
    for (size_t i = 0; i < stats->tallies_count; i++) {
        won += stats->tallies[i].won;
        lost += stats->tallies[i].lost;
        drawn += stats->tallies[i].drawn;
    }
    count_scores(&link->sim->truth, player->id, request->computers, there);
    int64_t all = there[SCORE_WON] + there[SCORE_LOST] + there[SCORE_DRAWN];
    bool is_whole = request->variant == NULL && link->sim->is_quiet;
    CHECK_THAT(link->sim, CHECK_HISTORIES,
               won + lost + drawn <= all + player->annulled &&
                   (player->annulled > 0 || (won <= there[SCORE_WON] && lost <= there[SCORE_LOST] &&
                                             drawn <= there[SCORE_DRAWN])) &&
                   (!is_whole || won + lost + drawn == all),
               "%s is said to have won, lost and drawn %lld, %lld and %lld games; there are %lld, "
               "%lld and %lld",
               stats->name, (long long)won, (long long)lost, (long long)drawn,
               (long long)there[SCORE_WON], (long long)there[SCORE_LOST],
               (long long)there[SCORE_DRAWN]);
}
