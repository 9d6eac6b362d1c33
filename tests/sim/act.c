/* SPDX-License-Identifier: MIT */
/*
 * Chooses what people do next: who they are, how they come and go, and where their mind is.
 */
#include "tests/sim/habits.h"
#include "tests/sim/happen.h"
#include "tests/sim/life.h"
#include "tests/sim/person.h"
#include "tests/sim/sim.h"

#include <stdlib.h>
#include <string.h>

#define LULL_EVERY 97
#define PERSONS_MAX 9

/* ------------------------------------------------------------------ characters */

bool person_chance(const struct person *person, unsigned permille)
{
    return sim_permille(person->sim, permille);
}

static void draw_character(struct sim *sim, struct person *person)
{
    person->talks = (unsigned)sim_below(sim, 80);
    person->wanders = (unsigned)sim_below(sim, 25);
    person->errs = (unsigned)sim_below(sim, 80);
    person->repeats = (unsigned)sim_below(sim, 100);
    person->quits = (unsigned)sim_below(sim, 40);
    person->draws = (unsigned)sim_below(sim, 60);
    person->reads = (unsigned)sim_below(sim, 120);
    person->changes = (unsigned)sim_below(sim, 30);
    person->writes = (unsigned)sim_below(sim, 120);
    person->meets = (unsigned)sim_below(sim, 120);
    person->watches = 100;
    person->claims = 150;
    person->logs_in = 100;
    person->solos = sim->seed % 4 == 2 ? 200 : 0; /* not drawn: other lives stay what they were */
    person->rests = sim->seed % 7 == 3 ? 150 : 0;
    person->plans = sim->seed % 6 == 5 ? 250 : 0; /* the same */
    person->wants_account = sim_below(sim, 3) > 0;
    person->likes_rated = sim_below(sim, 3) > 0;
    if (sim->mood.is_long) {
        person->wanders = 30 + (unsigned)sim_below(sim, 60);
        person->wants_account = true;
        person->likes_rated = true;
    }
    person->links_wanted = 1 + (size_t)(sim_below(sim, 4) == 0 ? sim_below(sim, PERSON_LINKS) : 0);
}

void persons_make(struct sim *sim)
{
    sim->person_count = 2 + (size_t)sim_below(sim, PERSONS_MAX - 1);
    sim->persons = calloc(sim->person_count, sizeof(*sim->persons));
    if (sim->persons == NULL)
        abort();
    for (size_t i = 0; i < sim->person_count; i++) {
        struct person *person = &sim->persons[i];
        person->sim = sim;
        person->index = i;
        draw_character(sim, person);
        habits_shape_person(person);
        happen_in(sim, THING_ACT, i, sim_delay_ms(sim, 10 * sim->mood.think_ms));
    }
    sim->stats->persons += sim->person_count;
}

/* ------------------------------------------------------------------ connections */

static void forget_dead_links(struct person *person)
{
    for (size_t i = 0; i < PERSON_LINKS; i++)
        if (person->links[i] != NULL && !link_is_usable(person->links[i]))
            person->links[i] = NULL;
    if (person->file != NULL && !link_is_usable(person->file))
        person->file = NULL;
}

static size_t links_open(const struct person *person)
{
    size_t count = 0;
    for (size_t i = 0; i < PERSON_LINKS; i++)
        count += person->links[i] != NULL ? 1 : 0;
    return count;
}

static struct link *any_link(struct person *person)
{
    size_t from = (size_t)sim_below(person->sim, PERSON_LINKS);
    for (size_t i = 0; i < PERSON_LINKS; i++) {
        struct link *link = person->links[(from + i) % PERSON_LINKS];
        if (link != NULL)
            return link;
    }
    return NULL;
}

/* Opens a connection, which sees nothing of the old games until the answers come. */
static void connect(struct person *person)
{
    struct sim *sim = person->sim;
    if (sim->core == NULL || (sim->is_stopping && sim_below(sim, 8) > 0))
        return;
    for (size_t i = 0; i < PERSON_LINKS; i++) {
        if (person->links[i] != NULL)
            continue;
        bool is_page = person->browses > 0 && person->token[0] != '\0' &&
                       person_chance(person, person->browses);
        person->links[i] =
            is_page ? link_open_as_page(sim, person->index) : link_open(sim, person->index);
        act__login(person, person->links[i]);
        return;
    }
}

/* Has a page show a photo or the file of a game, over a connection of its own; the one before is
 * closed, as it is when its file has come. */
static void look_at_file(struct person *person)
{
    struct table *table = &person->tables[0];
    struct request request = {.op = OP_PHOTO_GET, .as.photo_get = {.photo = person->photo}};
    if (person->file != NULL)
        link_cut(person->file);
    person->file = NULL;
    if (person->photo == 0 || (table->game != 0 && person_chance(person, 500)))
        request =
            (struct request){.op = OP_GAME_EXPORT,
                             .as.game_export = {.game = table->game, .format = FORMAT_WORD_JSON}};
    if (person->sim->core == NULL || (person->photo == 0 && table->game == 0))
        return;
    person->file = link_open_for_file(person->sim, person->index);
    link_ask(person->file, &request);
}

/* Goes: says so, or just pulls the plug. */
static int64_t go_away(struct person *person)
{
    struct sim *sim = person->sim;
    person->has_fled = false;
    for (size_t i = 0; i < PERSON_LINKS; i++) {
        struct link *link = person->links[i];
        if (link == NULL)
            continue;
        if (link->knows_login && person_chance(person, 60)) {
            struct request request = {.op = OP_AUTH_LOGOUT};
            link_ask(link, &request);
        } else if (!person_chance(person, 200)) {
            link_cut(link); /* else it is forgotten, and the server ends it */
        }
        person->links[i] = NULL;
    }
    return sim_delay_ms(sim, sim->mood.away_ms);
}

/* ------------------------------------------------------------------ acting */

/* A table where it is the person's turn; else any, now and then. */
static struct table *choose_table(struct person *person)
{
    struct sim *sim = person->sim;
    size_t from = (size_t)sim_below(sim, PERSON_TABLES);
    struct table *any = NULL;
    for (size_t i = 0; i < PERSON_TABLES; i++) {
        struct table *table = &person->tables[(from + i) % PERSON_TABLES];
        if (table->room == 0)
            continue;
        if (table->is_mine && table->is_stale)
            return table;
        any = table;
        bool is_turn = table->is_mine && table->game != 0 && !table->is_over &&
                       (table->needs_sync || (int)game_to_act(&table->board) == table->seat);
        if (is_turn || (table->is_mine && table->game != 0 && table->is_over))
            return table;
    }
    return any != NULL && sim_below(sim, 3) == 0 ? any : NULL;
}

static void repeat_something(struct person *person, struct link *link)
{
    size_t back = (size_t)sim_below(person->sim, link->ask_count < 3 ? link->ask_count : 3);
    if (link->knows_login && link->asks[link->ask_count - 1 - back].op != OP_AUTH_LOGOUT)
        link_repeat(link, link->ask_count - 1 - back);
}

static void act_with(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    if (sim_permille(sim, sim->mood.cut)) {
        link_cut(link);
        return;
    }
    if (sim_permille(sim, sim->mood.rubbish)) {
        act__rubbish(person, link);
        return;
    }
    if (!link->knows_login) {
        act__login(person, link);
        return;
    }
    if (person->browses > 0 && person_chance(person, person->browses / 4)) {
        look_at_file(person);
        return;
    }
    if (act__again(person, link))
        return;
    if (person_chance(person, person->repeats / 4) && link->ask_count > 0) {
        repeat_something(person, link);
        return;
    }
    if (sim->mood.keeps > 0 && person_chance(person, person->keeps_order ? 60 : 4)) {
        act__keep_order(person, link);
        return;
    }
    if (person_chance(person, person->reads)) {
        act__read(person, link);
        return;
    }
    if (person_chance(person, person->changes)) {
        act__self(person, link);
        return;
    }
    if (person->is_registered && person_chance(person, person->writes)) {
        act__message(person, link);
        return;
    }
    if (person->opens > 0 && person_chance(person, person->opens)) {
        act__open(person, link);
        return;
    }
    struct table *table = choose_table(person);
    if (table != NULL)
        act__table(person, link, table);
    else
        act__lobby(person, link);
}

void person_acts(struct sim *sim, uint64_t index)
{
    struct person *person = &sim->persons[index];
    int64_t next_ms = sim_delay_ms(sim, sim->mood.think_ms);
    uint64_t requests = sim->stats->requests;
    bool is_long_down =
        sim->core == NULL && sim->mood.down_ms > LIFE_DOWN_MS && sim->up_ms > sim->now_ms;
    if (sim->acts_left == 0)
        return;
    sim->acts_left--;
    if (sim_permille(sim, sim->mood.fault))
        happen_in(sim, THING_FAULT, 0, 0);
    if (sim->mood.keeps > 0 && sim_permille(sim, sim->mood.keeps))
        act__moderation(sim);
    forget_dead_links(person);
    size_t open = links_open(person);
    if (is_long_down)
        next_ms += sim->up_ms - sim->now_ms; /* else whole lives are spent knocking */
    else if (open > 0 && (person->has_fled || person_chance(person, person->wanders)))
        next_ms = go_away(person);
    else if (open == 0 || (open < person->links_wanted && person->token[0] != '\0' &&
                           person_chance(person, 200)))
        connect(person);
    else
        act_with(person, any_link(person));
    if (sim->stats->requests == requests && sim_below(sim, 8) > 0)
        sim->acts_left++; /* waiting is not much of an act */
    else if (sim->acts_left % LULL_EVERY == 0)
        happen_in(sim, THING_LULL, 0, 0);
    happen_in(sim, THING_ACT, index, next_ms);
}
