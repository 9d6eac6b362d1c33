/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's statistics, graphs and search for names: it keeps nothing for them but the
 * ledger, and looks at every line. What keeps them ready is compared with this.
 */
#include <string.h>

#include "db/form.h"
#include "db/store_memory_private.h"

static void *zeros(struct work_query *question, size_t size)
{
    return memset(arena_alloc(&question->arena, size), 0, size);
}

/* ------------------------------------------------------------------ the ledger */

void memory__ledger_add(struct memory_player *player, const struct memory_ledger_line *line)
{
    player->ledger = memory__grow(player->ledger, player->ledger_count, &player->ledger_cap,
                                  sizeof(*player->ledger));
    player->ledger[player->ledger_count++] = *line;
}

void memory__ledger_remove(struct memory_player *player)
{
    player->ledger_count--;
}

/* ------------------------------------------------------------------ statistics */

#define MARKS (MARK_O + 1)

static struct form_game line_game(const struct memory_line *line)
{
    const struct store_game_end *end = &line->game->end;
    return (struct form_game){
        .id = line->game->start.id,
        .score = line->score,
        .opponent_points = end->moves_ratings ? end->changes[1 - line->seat].before : 0,
    };
}

static void tally_add(struct store_tally *tally, enum score score)
{
    tally->won += score == SCORE_WON;
    tally->lost += score == SCORE_LOST;
    tally->drawn += score == SCORE_DRAWN;
}

/* Everything that a walk over the lines adds up. */
struct sums {
    struct store_tally tallies[VARIANT_COUNT][SEAT_COUNT][MARKS];
    struct store_form forms[VARIANT_COUNT];
    bool has_form[VARIANT_COUNT];
};

static void sums_add(struct sums *sums, const struct memory_line *line)
{
    enum variant_id variant = line->game->start.variant;
    enum mark mark = form__mark(line->game->end.first_mark, (int)line->seat);
    struct form_game game = line_game(line);
    struct store_form *form = &sums->forms[variant];
    uint64_t best = form->best_game;
    sums->has_form[variant] = true;
    tally_add(&sums->tallies[variant][line->seat][mark], line->score);
    form__add(form, &game);
    if (form->best_game != best)
        form->best_name = line->opponent->value.name;
}

static void tallies_answer(struct work_query *question, const struct sums *sums)
{
    struct store_tally *rows = arena_alloc(&question->arena, sizeof(sums->tallies));
    size_t count = 0;
    for (int i = 0; i < VARIANT_COUNT * SEAT_COUNT * MARKS; i++) {
        int variant = i / MARKS / SEAT_COUNT;
        struct store_tally tally = sums->tallies[variant][i / MARKS % SEAT_COUNT][i % MARKS];
        tally.variant = (enum variant_id)variant;
        tally.seat = (enum seat)(i / MARKS % SEAT_COUNT);
        tally.mark = (enum mark)(i % MARKS);
        if (tally.won + tally.lost + tally.drawn > 0)
            rows[count++] = tally;
    }
    question->answer.tallies = rows;
    question->answer.tallies_count = count;
}

static void forms_answer(struct work_query *question, const struct sums *sums)
{
    struct store_form *rows = arena_alloc(&question->arena, sizeof(sums->forms));
    size_t count = 0;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        if (!sums->has_form[i])
            continue;
        rows[count] = sums->forms[i];
        rows[count++].variant = (enum variant_id)i;
    }
    question->answer.forms = rows;
    question->answer.forms_count = count;
}

int memory__answer_stats(struct memory *memory, struct work_query *question)
{
    const struct store_history_query *query = &question->query.history;
    const struct memory_player *player = memory__player_find(memory, query->player);
    struct sums sums = {0};
    if (player == NULL)
        return STORE_NOT_FOUND;
    for (size_t i = 0; i < player->history_count; i++) {
        const struct memory_line *line = &player->history[i];
        if (line->score != SCORE_VOID &&
            (query->variant < 0 || query->variant == (int)line->game->start.variant) &&
            (query->opponent == 0 || query->opponent == line->opponent->value.id))
            sums_add(&sums, line);
    }
    tallies_answer(question, &sums);
    if (query->opponent == 0)
        forms_answer(question, &sums);
    return STORE_OK;
}

/* ------------------------------------------------------------------ the graph */

/* The points that hold at the end of a span are those of the line that the clock calls the last; of
 * several at once, the one that was written last. */
struct last_line {
    int64_t at_ms;
    int points; /* 0: there is none */
};

static void last_line_take(struct last_line *last, const struct memory_ledger_line *line)
{
    if (last->points == 0 || line->at_ms >= last->at_ms)
        *last = (struct last_line){line->at_ms, line->points};
}

static size_t day_of(const struct store_query *query, int64_t at_ms)
{
    size_t day = 0;
    while (day + 1 < query->days && query->day_starts[day + 1] <= at_ms)
        day++;
    return day;
}

static void graph_take(struct work_query *question, const struct memory_ledger_line *line,
                       struct last_line *lasts, int64_t *games, struct last_line *before)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    if (answer->graph_first_ms == 0 || line->at_ms < answer->graph_first_ms)
        answer->graph_first_ms = line->at_ms;
    if (line->at_ms < query->day_starts[0]) {
        last_line_take(before, line);
    } else if (line->at_ms < query->day_starts[query->days]) {
        size_t day = day_of(query, line->at_ms);
        last_line_take(&lasts[day], line);
        games[day] += line->is_game;
    }
}

int memory__answer_graph(struct memory *memory, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    const struct memory_player *player = memory__player_find(memory, query->player);
    struct last_line before = {0};
    if (player == NULL)
        return STORE_NOT_FOUND;
    struct last_line *lasts = zeros(question, query->days * sizeof(*lasts));
    int64_t *games = zeros(question, query->days * sizeof(*games));
    struct store_day *days = arena_alloc(&question->arena, query->days * sizeof(*days));
    for (size_t i = 0; i < player->ledger_count; i++)
        if (player->ledger[i].variant == query->variant)
            graph_take(question, &player->ledger[i], lasts, games, &before);
    for (size_t i = 0; i < query->days; i++)
        if (lasts[i].points != 0)
            days[answer->graph_count++] = (struct store_day){i, lasts[i].points, games[i]};
    answer->graph = days;
    answer->graph_before = before.points;
    return STORE_OK;
}

/* ------------------------------------------------------------------ names */

static int compare_keys(const void *left, const void *right)
{
    const struct memory_player *const *a = left;
    const struct memory_player *const *b = right;
    return strcmp((*a)->value.name_key, (*b)->value.name_key);
}

static bool is_found(const struct memory_player *player, const char *text, const char *after)
{
    const char *key = player->value.name_key;
    return player->value.kind == PLAYER_REGISTERED && !player->account.value.is_deleted &&
           strncmp(key, text, strlen(text)) == 0 && strcmp(key, after) > 0;
}

static struct store_found found_describe(struct memory *memory, const struct memory_player *player,
                                         const struct store_query *query)
{
    struct store_found found = {.player = player->value.id, .name = player->value.name};
    if (!query->has_variant)
        return found;
    found.rating = player->value.ratings[query->variant];
    found.rank = memory__rank(memory, player, query->variant);
    return found;
}

static size_t players_count(const struct memory *memory)
{
    size_t count = 0;
    for (struct map_node *node = memory->players.first; node != NULL; node = map__next(node))
        count++;
    return count;
}

int memory__answer_find(struct memory *memory, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    const char *after = query->after != NULL ? query->after : "";
    const struct memory_player **players =
        arena_alloc(&question->arena, (players_count(memory) + 1) * sizeof(struct memory_player *));
    size_t count = 0;
    for (struct map_node *node = memory->players.first; node != NULL; node = map__next(node))
        if (is_found(node->owner, query->text, after))
            players[count++] = node->owner;
    qsort(players, count, sizeof(struct memory_player *), compare_keys);
    answer->has_more = count > query->limit;
    answer->found_count = answer->has_more ? query->limit : count;
    struct store_found *rows =
        arena_alloc(&question->arena, (answer->found_count + 1) * sizeof(*rows));
    for (size_t i = 0; i < answer->found_count; i++)
        rows[i] = found_describe(memory, players[i], query);
    answer->found = rows;
    return STORE_OK;
}
