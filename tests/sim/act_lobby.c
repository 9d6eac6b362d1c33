/* SPDX-License-Identifier: MIT */
/*
 * Looking for somebody to play with, and looking around.
 */
#include "engine/clock.h"
#include "tests/sim/person.h"
#include "tests/sim/sim.h"

#include <stddef.h>

/* Where the person waits for somebody, or plays. */
static size_t seats_of(const struct person *person)
{
    size_t count = 0;
    for (size_t i = 0; i < PERSON_TABLES; i++)
        count +=
            person->tables[i].room != 0 && person->tables[i].is_mine && !person->tables[i].is_over
                ? 1
                : 0;
    return count;
}

void act__clock_for_points(struct person *person, struct clock_record *clock)
{
    if (clock->kind == CLOCK_KIND_WORD_NONE && sim_below(person->sim, 8) > 0)
        *clock = (struct clock_record){
            .kind = CLOCK_KIND_WORD_FISCHER, .main_ms = 3600000, .increment_ms = 2000};
}

/* None, or something between blitz and days. */
static void draw_clock(struct sim *sim, struct clock_record *clock_out)
{
    static const int64_t times_ms[] = {0, 3000, 20000, 60000, 600000, 3600000};
    int64_t main_ms = times_ms[sim_below(sim, 6)];
    int64_t period_ms = times_ms[1 + sim_below(sim, 5)];
    switch (sim_below(sim, 8)) {
    case 0:
        *clock_out =
            (struct clock_record){.kind = CLOCK_KIND_WORD_PER_MOVE, .period_ms = period_ms};
        break;
    case 1:
    case 2:
        *clock_out = (struct clock_record){.kind = CLOCK_KIND_WORD_FISCHER,
                                           .main_ms = main_ms,
                                           .increment_ms = main_ms == 0 ? period_ms : 2000};
        break;
    case 3:
        *clock_out = (struct clock_record){.kind = CLOCK_KIND_WORD_BYOYOMI,
                                           .main_ms = main_ms,
                                           .period_ms = period_ms,
                                           .periods = 1 + (int64_t)sim_below(sim, 3)};
        break;
    case 4:
        *clock_out =
            (struct clock_record){.kind = CLOCK_KIND_WORD_CORRESPONDENCE,
                                  .period_ms = CLOCK_DAY_MS * (1 + (int64_t)sim_below(sim, 3))};
        break;
    default:
        *clock_out = (struct clock_record){.kind = CLOCK_KIND_WORD_NONE};
    }
}

static const char *some_name(struct person *person)
{
    struct sim *sim = person->sim;
    const char *name = sim->persons[sim_below(sim, sim->person_count)].name;
    return name[0] != '\0' ? name : NULL;
}

/* Now and then one that is over, or against the rules. Nothing of Swap2, for after a start its
 * choices would be none on another board. */
static const char *some_position(const struct person *person, const struct variant *variant)
{
    static const char *const mini[] = {"b2 a1", "a1 b2 c3", "b2 a1 a3 c1 c2"};
    static const char *const classic[] = {"k10", "k10 l11 k11", "h8 i9 h9 i10 h10 i11"};
    if (variant->id == VARIANT_SWAP2)
        return NULL;
    if (person_chance(person, person->errs))
        return person_chance(person, 500) ? "a1 b1 a2 b2 a3" : "a1 a1";
    return (variant->id == VARIANT_MINI ? mini : classic)[sim_below(person->sim, 3)];
}

/* Now and then one that is not there, or for points. */
static void ask_for_computer(const struct person *person, struct room_open_request *request)
{
    /* By the seed alone, so that other lives stay as they are. */
    bool is_table = request->variant->id == VARIANT_MINI && person->sim->seed % 3 == 2;
    request->computer = person_chance(person, person->errs) ? "nobody" : is_table ? "table" : "any";
    request->level = person_chance(person, 500) ? 1 : 0;
    request->rated = request->rated && person_chance(person, 100);
    if (!person_chance(person, person->errs))
        request->invite = NULL;
    if (person->sim->seed % 4 == 1 && person_chance(person, 500))
        request->actions = some_position(person, request->variant);
    request->resigns = person->sim->seed % 2 == 0;
}

static const struct variant *draw_variant(struct sim *sim)
{
    static const enum variant_id usual[] = {VARIANT_MINI, VARIANT_MINI, VARIANT_CLASSIC,
                                            VARIANT_SWAP2};
    bool is_usual = sim->mood.kinds == 0 || !sim_permille(sim, sim->mood.kinds);
    if (sim->mood.is_long && is_usual)
        return variant_get(VARIANT_CLASSIC);
    return variant_get(is_usual ? usual[sim_below(sim, 4)]
                                : (enum variant_id)sim_below(sim, VARIANT_COUNT));
}

void act__open(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    struct clock_record clock;
    draw_clock(sim, &clock);
    if (sim->mood.is_long && clock.kind == CLOCK_KIND_WORD_CORRESPONDENCE)
        clock = (struct clock_record){.kind = CLOCK_KIND_WORD_NONE};
    if (person->plans > 0 && person_chance(person, 2 * person->plans))
        clock = (struct clock_record){.kind = CLOCK_KIND_WORD_CORRESPONDENCE,
                                      .period_ms = CLOCK_DAY_MS};
    bool is_rated = person->likes_rated && (person->is_registered || person_chance(person, 50));
    if (is_rated)
        act__clock_for_points(person, &clock);
    struct request request = {.op = OP_ROOM_OPEN,
                              .as.room_open = {.clock = &clock,
                                               .variant = draw_variant(sim),
                                               .rated = is_rated,
                                               .first = (int)sim_below(sim, FIRST_WORD_COUNT)}};
    if (act__has_links(sim) && person_chance(person, 500))
        request.as.room_open.link = true;
    else if (person_chance(person, 4 * person->meets))
        request.as.room_open.invite = some_name(person);
    if (person->solos > 0 && person_chance(person, person->solos))
        ask_for_computer(person, &request.as.room_open);
    link_ask(link, &request);
}

static void list_rooms(struct person *person, struct link *link)
{
    struct request request = {
        .op = OP_ROOM_LIST,
        .as.room_list = {.state = person_chance(person, 700) ? ROOM_STATE_WORD_OPEN : NONE,
                         .stakes = NONE,
                         .clock_kind = NONE,
                         .min_rating = NONE,
                         .max_rating = NONE,
                         .limit = 1 + (int64_t)sim_below(person->sim, 20)}};
    link_ask(link, &request);
}

static void join_or_watch(struct person *person, struct link *link)
{
    struct request request = {.op = OP_ROOM_JOIN};
    if (person_chance(person, person->watches))
        request.op = OP_ROOM_WATCH;
    /* the same field in both */
    request.as.room_join.room = person->open_rooms[--person->open_room_count];
    link_ask(link, &request);
}

static void ping(struct link *link)
{
    struct request request = {.op = OP_PING};
    link_ask(link, &request);
}

void act__look(struct person *person, struct link *link)
{
    struct table *table = &person->tables[sim_below(person->sim, PERSON_TABLES)];
    if (person_chance(person, 300)) {
        act__watch_lobby(person, link);
    } else if (table->room != 0 && person_chance(person, 500)) {
        struct request request = {.op = OP_ROOM_WATCH, .as.room_watch.room = table->room};
        if (person_chance(person, 200))
            request = (struct request){.op = OP_ROOM_LEAVE, .as.room_leave.room = table->room};
        link_ask(link, &request);
    } else if (person->open_room_count > 0) {
        struct request request = {.op = OP_ROOM_WATCH};
        request.as.room_watch.room = person->open_rooms[--person->open_room_count];
        link_ask(link, &request);
    } else {
        list_rooms(person, link);
    }
}

void act__lobby(struct person *person, struct link *link)
{
    size_t seats = seats_of(person);
    bool wants_more = seats == 0 || (seats < 3 && person_chance(person, 30)) ||
                      person_chance(person, person->errs);
    if (act__meet(person, link))
        return;
    if (!person->is_registered && person->wants_account && person_chance(person, 200)) {
        act__register(person, link);
    } else if (!wants_more && person_chance(person, 50)) {
        ping(link);
    } else if (!wants_more) {
        return; /* waits */
    } else if (person->open_room_count > 0) {
        join_or_watch(person, link);
    } else if (seats == 0 && (person->found_nobody || person_chance(person, 200))) {
        person->found_nobody = false;
        act__open(person, link);
    } else {
        list_rooms(person, link);
    }
}

/* ------------------------------------------------------------------ reading */

/* A game that somebody has; one's own mostly. */
static uint64_t some_game(struct person *person)
{
    struct sim *sim = person->sim;
    const struct truth *truth = &sim->truth;
    const struct table *table = &person->tables[sim_below(sim, PERSON_TABLES)];
    if (table->room != 0 && table->game != 0)
        return table->game;
    return truth->game_count > 0 ? truth->games[sim_below(sim, truth->game_count)]->id : 1;
}

/* Some filters: none, one or several. */
static void list_games(struct person *person, struct history_list_request *request)
{
    struct sim *sim = person->sim;
    *request = (struct history_list_request){.name = some_name(person),
                                             .score = NONE,
                                             .stake = NONE,
                                             .computers = NONE,
                                             .limit = 1 + (int64_t)sim_below(sim, 50)};
    if (sim_below(sim, 3) == 0)
        request->variant = variant_get((enum variant_id)sim_below(sim, VARIANT_COUNT));
    if (sim_below(sim, 3) == 0)
        request->score = (int)sim_below(sim, SCORE_WORD_COUNT);
    if (sim_below(sim, 3) == 0)
        request->stake = (int)sim_below(sim, STAKE_WORD_COUNT);
    if (sim_below(sim, 3) == 0)
        request->computers = (int)sim_below(sim, COMPUTERS_WORD_COUNT);
    int64_t ago_ms = (int64_t)sim_below(sim, (uint64_t)sim->now_ms + 1);
    if (sim_below(sim, 4) == 0)
        request->since = sim->wall_start_ms + sim->now_ms - ago_ms;
    if (sim_below(sim, 4) == 0)
        request->until = sim->wall_start_ms + sim->now_ms - ago_ms / 2 + 1;
    request->starred = sim_below(sim, 4) == 0;
    if (request->starred)
        request->name = NULL;
}

static void export_games(struct person *person, struct history_export_request *request)
{
    struct history_list_request list;
    list_games(person, &list);
    *request = (struct history_export_request){
        .name = list.name,
        .format = (int)sim_below(person->sim, FORMAT_WORD_COUNT),
        .variant = list.variant,
        .score = list.score,
        .stake = list.stake,
        .computers = list.computers,
        .starred = list.starred,
        .since = list.since,
        .until = list.until,
        .limit = list.limit,
    };
}

/* Reads something about a player other than the page. */
static void read_player(struct person *person, struct request *request)
{
    struct sim *sim = person->sim;
    const char *name = some_name(person);
    const struct variant *variant = variant_get((enum variant_id)sim_below(sim, VARIANT_COUNT));
    switch (sim_below(sim, 5)) {
    case 0:
        request->op = OP_RATING_GRAPH;
        request->as.rating_graph = (struct rating_graph_request){.name = name, .variant = variant};
        break;
    case 1:
        request->op = OP_PLAYER_STATS;
        request->as.player_stats.name = name;
        request->as.player_stats.computers = (int)sim_below(sim, COMPUTERS_WORD_COUNT + 1) - 1;
        break;
    case 2:
        request->op = OP_PLAYER_FIND;
        request->as.player_find = (struct player_find_request){
            .text = sim_below(sim, 2) == 0 ? "a" : "D", .variant = variant, .limit = 5};
        break;
    case 3:
        request->op = OP_PLAYER_GAMES;
        request->as.player_games.name = name;
        break;
    default:
        request->op = OP_PLAYER_GET;
        request->as.player_get.name = name;
    }
}

static void read_ratings(struct person *person, struct request *request)
{
    struct sim *sim = person->sim;
    const struct variant *variant = variant_get((enum variant_id)sim_below(sim, VARIANT_COUNT));
    request->op = sim_below(sim, 2) == 0 ? OP_RATING_TOP : OP_RATING_AROUND;
    if (request->op == OP_RATING_TOP)
        request->as.rating_top = (struct rating_top_request){
            .variant = variant, .from = 1 + (int64_t)sim_below(sim, 3), .limit = 20};
    else
        request->as.rating_around = (struct rating_around_request){
            .variant = variant, .name = some_name(person), .limit = 5};
}

/* An answer to a heartbeat that was answered long ago, several times: whoever wants to seem far
 * away would do that. */
static void lie_about_lag(struct link *link)
{
    struct request request = {.op = OP_PING, .as.ping.heartbeat = link->beat};
    for (int i = 0; i < 4; i++)
        link_ask(link, &request);
}

static void read_once(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    struct request request = {.op = OP_PING};
    switch (sim_below(sim, 8)) {
    case 0:
        request.op = OP_GAME_GET;
        request.as.game_get.game = some_game(person);
        break;
    case 1:
        request.op = OP_GAME_EXPORT;
        request.as.game_export = (struct game_export_request){
            .game = some_game(person), .format = (int)sim_below(sim, FORMAT_WORD_COUNT)};
        break;
    case 2:
        request.op = OP_HISTORY_LIST;
        list_games(person, &request.as.history_list);
        break;
    case 3:
        request.op = OP_HISTORY_EXPORT;
        export_games(person, &request.as.history_export);
        break;
    case 4:
        request.op = OP_HISTORY_STAR;
        request.as.history_star = (struct history_star_request){.game = some_game(person),
                                                                .starred = sim_below(sim, 3) > 0};
        break;
    case 5:
    case 6:
        read_ratings(person, &request);
        break;
    default:
        read_player(person, &request);
    }
    link_ask(link, &request);
}

void act__read(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    if (link->beat > 0 && person_chance(person, person->errs + person->lies)) {
        lie_about_lag(link);
        return;
    }
    read_once(person, link);
    unsigned more = sim->mood.bursts > 0 ? (unsigned)sim_below(sim, sim->mood.bursts) : 0;
    while (more-- > 0)
        read_once(person, link);
}
