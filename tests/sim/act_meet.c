/* SPDX-License-Identifier: MIT */
/*
 * Meeting: invitations and their answers, waiting for any opponent, watching the lobby.
 */
#include "engine/clock.h"
#include "tests/sim/person.h"
#include "tests/sim/sim.h"

_Static_assert(VARIANT_COUNT <= 64, "a bit for each");

/* Whether the server has not answered yet that the person looks for somebody. */
static bool is_asking(const struct link *link)
{
    size_t at = 0;
    while (at < link->ask_count &&
           (link->asks[at].op != OP_ROOM_QUICK || link->asks[at].answered == link->asks[at].sent))
        at++;
    return at < link->ask_count;
}

/* Notes what the person waits for, besides what it waited for before nobody was found, and what it
 * may yet wait for. */
static void wish(struct person *person, const struct link *link, const struct variant *variant,
                 bool takes_any)
{
    static const enum variant_id any[] = {VARIANT_DROP4, VARIANT_MINI, VARIANT_CYLINDER15};
    if (person->was_paired && !is_asking(link))
        person->wished = 0;
    person->was_paired = false;
    person->wished |= UINT64_C(1) << variant->id;
    for (size_t i = 0; takes_any && i < sizeof(any) / sizeof(any[0]); i++)
        person->wished |= UINT64_C(1) << any[i];
}

/* Few choices, so that people want the same. */
static void seek(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    struct clock_record clock = {.kind = CLOCK_KIND_WORD_NONE};
    if (sim_below(sim, 3) > 0)
        clock = (struct clock_record){
            .kind = CLOCK_KIND_WORD_FISCHER, .main_ms = 60000, .increment_ms = 2000};
    bool is_rated = person->likes_rated && person->is_registered;
    if (is_rated)
        act__clock_for_points(person, &clock);
    enum variant_id likes = sim_below(sim, 4) == 0 ? VARIANT_DROP4 : VARIANT_MINI;
    const struct variant *variant = variant_get(sim->mood.is_long ? VARIANT_CLASSIC : likes);
    bool takes_any = sim_below(sim, 3) == 0;
    wish(person, link, variant, takes_any);
    struct request request = {.op = OP_ROOM_QUICK,
                              .as.room_quick = {.clock = &clock,
                                                .variant = variant,
                                                .also = takes_any ? "drop4 mini cylinder15" : NULL,
                                                .rated = is_rated,
                                                .within = person_chance(person, 200) ? 50 : NONE}};
    link_ask(link, &request);
}

static void answer(struct person *person, struct link *link)
{
    struct request request = {.op = OP_ROOM_JOIN, .as.room_join.room = person->invited};
    if (person_chance(person, 400))
        request = (struct request){
            .op = OP_ROOM_DECLINE,
            .as.room_decline = {.room = person->invited,
                                .reason = (int)sim_below(person->sim, DECLINE_WORD_COUNT)}};
    person->invited = 0;
    link_ask(link, &request);
}

void act__watch_lobby(struct person *person, struct link *link)
{
    struct request request = {.op = OP_LOBBY_WATCH,
                              .as.lobby_watch = {.stakes = NONE,
                                                 .clock_kind = NONE,
                                                 .min_rating = NONE,
                                                 .max_rating = NONE,
                                                 .limit = 50}};
    if (person_chance(person, 200))
        request = (struct request){.op = OP_LOBBY_LEAVE};
    link_ask(link, &request);
}

bool act__has_links(const struct sim *sim)
{
    return sim->seed % 5 == 3;
}

/* The opener makes one, now and then another one; others use any that was told, old ones, too. */
static bool use_link(struct person *person, struct link *link)
{
    const struct told_links *told = &person->sim->told_links;
    struct request request = {.op = OP_ROOM_LINK, .as.room_link.room = person->linked};
    if (!act__has_links(person->sim) || !person_chance(person, 300))
        return false;
    if (person->linked != 0) {
        person->linked = person_chance(person, 300) ? person->linked : 0;
        link_ask(link, &request);
        return true;
    }
    if (told->count == 0)
        return false;
    size_t kept = told->count < TOLD_LINKS ? told->count : TOLD_LINKS;
    const char *text = told->links[sim_below(person->sim, kept)];
    request = (struct request){.op = OP_ROOM_LOOK, .as.room_look.link = text};
    if (person_chance(person, 700))
        request = (struct request){.op = OP_ROOM_JOIN, .as.room_join.link = text};
    link_ask(link, &request);
    return true;
}

bool act__meet(struct person *person, struct link *link)
{
    const struct request cancel = {.op = OP_ROOM_QUICK_CANCEL};
    struct request request = cancel;
    if (use_link(person, link))
        return true;
    if (person->invited != 0 && person_chance(person, 500))
        answer(person, link);
    else if (person_chance(person, person->meets))
        act__watch_lobby(person, link);
    else if (person_chance(person, person->meets))
        seek(person, link);
    else if (person_chance(person, person->meets / 6))
        link_ask(link, &request);
    else
        return false;
    return true;
}
