/* SPDX-License-Identifier: MIT */
/*
 * Thoughts, moves and answers of computers.
 *
 * Time: all thoughts under way are promised `think_ms` together, and a new one gets half of what is
 * left of that. So they get shorter as more wait, and the last one waits about as long as a single
 * one may take. Games of one network share their time: each further thought of theirs gets a
 * quarter of what it would get alone, and the threads serve networks in turns. A thought that is
 * out of time gives the best action so far, which is legal. One that has not come after `think_ms`,
 * since its threads run only when nothing else wants to, is given up, and the action of its first
 * look is played.
 */
#include "server/core/table/computers.h"

#include "base/memory.h"
#include "server/core/people/player.h"
#include "server/core/rules/ids.h"
#include "server/core/rules/name.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_play.h"
#include "server/core/table/room.h"
#include "server/core/table/seating.h"
#include "server/core/table/state.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* After work that was refused or failed. */
#define RETRY_MS 250
/* No thought gets less; and one part of so many of the time that is on the clock, at the most. */
#define THINK_LEAST_MS 20
#define THINK_CLOCK_PART 20
/* The same of the time until one that does not come is given up. */
#define GIVE_UP_CLOCK_PART 4
/* A move takes this long at the least, so that people see it come, and no larger part of the
 * clock than one of so many. */
#define PACE_MS 600
#define PACE_CLOCK_PART 60

/* ------------------------------------------------------------------ the player */

struct player *computers_take(struct core *core, const struct computer *computer, unsigned level)
{
    char name[COMPUTER_NAME_SIZE];
    struct name_keys keys;
    uint64_t id = computer_player_id(computer, level);
    struct player *player = player_find(core, id);
    if (sitter_room_count(core, id) > 0)
        return player; /* sits somewhere, so it is stored or on its way there */
    computer_player_name(computer, level, name);
    bool has_keys = name_make(core->options.names, name, &keys);
    assert(has_keys);
    const struct store_names names = {keys.name, keys.key, keys.skeleton};
    const struct store_op op = {
        .kind = STORE_COMPUTER_PUT,
        .as.computer_put = {.id = id, .names = names, .created_ms = core->now.wall_ms}};
    writes_add(core, &op);
    if (player != NULL)
        return player; /* a commit failed, or its last game is gone */
    const struct store_player made = {
        .id = id, .kind = PLAYER_GUEST, .names = names, .created_ms = core->now.wall_ms};
    return player_take(core, &made);
}

/* ------------------------------------------------------------------ how many games */

static bool is_game_of_computer(const struct room *room)
{
    return room_is_playing(room) && room->state.match->computer.is_there;
}

size_t computers_games_of(const struct core *core, const struct player *player)
{
    struct room *room;
    size_t count = 0;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        count += is_game_of_computer(room) ? 1 : 0;
    return count;
}

size_t computers_games_from(const struct core *core, uint64_t customer)
{
    size_t count = 0;
    const struct match *match;
    DL_FOREACH(core->tables->matches, match)
        count += match->computer.customer == customer && !match->state.is_over ? 1 : 0;
    return count;
}

/* ------------------------------------------------------------------ asking for a thought */

static int64_t clock_left_ms(const struct core *core, const struct match *match)
{
    struct clock clocks[SEAT_COUNT];
    match_clocks(core, match, clocks);
    return match->clock.kind == CLOCK_NONE ? INT64_MAX : clocks[match->computer.seat].left_ms;
}

static int64_t min_ms(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Whose the thoughts of a match are: its network's; where that is not known any more, of whoever
 * plays against the computer. */
static uint64_t share_of(const struct match *match)
{
    uint64_t person = known_id(match->players[seat_other(match->computer.seat)]);
    return match->computer.customer != 0 ? match->computer.customer : person;
}

/* Whether a job is a thought of the share. */
static bool is_of_share(struct core *core, struct work_owner owner, uint64_t share)
{
    const struct match *match = owner.kind == OWNER_GAME ? match_find(core, owner.id) : NULL;
    return match != NULL && share_of(match) == share;
}

static int64_t think_ms(struct core *core, const struct match *match)
{
    unsigned count = jobs_count(core, is_of_share, share_of(match));
    int64_t left_ms = (core->options.think_ms - core->tables->promised_ms) / 2;
    int64_t within_ms = min_ms(left_ms, clock_left_ms(core, match) / THINK_CLOCK_PART);
    for (unsigned i = 0; i < count && within_ms > THINK_LEAST_MS; i++)
        within_ms /= 4;
    return within_ms > THINK_LEAST_MS ? within_ms : THINK_LEAST_MS;
}

static bool ask(struct core *core, struct match *match)
{
    struct computer_turn *turn = &match->computer;
    const struct known *known = match->players[turn->seat];
    char actions[GAME_TEXT_SIZE];
    char experience[LEARNT_TEXT_SIZE];
    uint64_t seed;
    int len = game_format(&match->game, actions, sizeof(actions));
    assert(len >= 0);
    core->ports.random(core->ports.ctx, &seed, sizeof(seed));
    const struct work work = {
        .kind = WORK_THINK,
        .share = share_of(match),
        .as.think = {.variant = match->game.variant->key,
                     .actions = actions,
                     .computer = known_computer(known)->key,
                     .level = known_level(known),
                     .experience = experience_format(core, known_computer(known), experience),
                     .learns = core->options.computers_learn,
                     .seed = seed,
                     .within_ms = (uint64_t)think_ms(core, match)}};
    if (!jobs_start(core, (struct work_owner){OWNER_GAME, match->id}, &work))
        return false;
    turn->is_asked = true;
    turn->within_ms = (int64_t)work.as.think.within_ms;
    turn->give_up_ms = uptime_ms(core) + min_ms(core->options.think_ms,
                                                clock_left_ms(core, match) / GIVE_UP_CLOCK_PART);
    core->tables->promised_ms += turn->within_ms;
    return true;
}

/* ------------------------------------------------------------------ what comes of it */

static void try_again(const struct core *core, struct computer_turn *turn)
{
    turn->has_answer = false;
    turn->act_ms = uptime_ms(core) + RETRY_MS;
}

/* Whether the answer is an action that may be done now. */
static bool read_action(const struct match *match, const char *text, struct action *action_out)
{
    return action_parse(match->game.variant, text, strlen(text), action_out) == 0 &&
           game_check(&match->game, *action_out) == 0;
}

static void answer_take(struct core *core, struct match *match, struct action action, bool was_cut)
{
    struct computer_turn *turn = &match->computer;
    int64_t pace_ms = min_ms(PACE_MS, clock_left_ms(core, match) / PACE_CLOCK_PART);
    turn->has_answer = true;
    turn->action = action;
    /* After a start a turn may begin later, when its clock runs: the computer does not wait. */
    turn->act_ms = min_ms(match->state.turn_ms, uptime_ms(core)) + pace_ms;
    meter_thought(core, was_cut);
}

/* No more comes of a thought: what it saw at first is done, or it is asked for anew. Of the chances
 * nothing is known then. */
static void look_take(struct core *core, struct match *match)
{
    struct computer_turn *turn = &match->computer;
    manners_forget(&turn->manners);
    if (turn->has_look)
        answer_take(core, match, turn->look, true);
    else
        try_again(core, turn);
}

static void thought_take(struct core *core, struct match *match, const struct work_result *result)
{
    const struct work_made_think *made = &result->as.think;
    struct action action;
    match->computer.is_asked = false;
    core->tables->promised_ms -= match->computer.within_ms;
    if (result->ok && read_action(match, made->action, &action)) {
        manners_note(&match->computer.manners, &match->game, (uint16_t)made->share,
                     (enum proof)made->proof);
        answer_take(core, match, action, made->was_cut);
    } else {
        look_take(core, match);
    }
    computer_turn_update(core, match);
}

void computers_work_told(struct core *core, const struct work_news *news)
{
    struct match *match = news->owner.kind == OWNER_GAME ? match_find(core, news->owner.id) : NULL;
    if (news->kind != WORK_THINK || match == NULL || !match->computer.is_asked)
        return;
    struct computer_turn *turn = &match->computer;
    if (news->is_over)
        thought_take(core, match, news->result);
    else
        turn->has_look =
            news->result->ok && read_action(match, news->result->as.think.action, &turn->look);
}

/* It was waited for long enough. */
static void give_up(struct core *core, struct match *match)
{
    computer_turn_drop_thought(core, match);
    look_take(core, match);
}

/* ------------------------------------------------------------------ acting */

/* Whether the answer that it has is that it loses, and whoever plays there asked it to resign then.
 */
static bool gives_up(const struct room *room, const struct match *match)
{
    const struct computer_turn *turn = &match->computer;
    return room->resigns && turn->has_answer &&
           manners_give_up(&turn->manners, &match->game, match->given);
}

static void give_answer(struct core *core, struct room *room, const struct match *match)
{
    enum seat seat = match->computer.seat;
    bool is_help = match_takeback_is_help(core, match, seat_other(seat));
    if (match->state.takeback == seat_other(seat) && is_help)
        match_takeback_refuse(core, room, seat); /* that game began after it was asked for */
    else if (match->state.takeback == seat_other(seat))
        match_takeback_accept(core, room, seat);
    else if (manners_agree(&match->computer.manners, &match->game))
        match_draw_accept(core, room, seat);
    else if (gives_up(room, match))
        match_resign(core, room, seat); /* which is an answer, and better for whoever asks */
    else
        match_draw_refuse(core, room, seat);
}

static int play(struct core *core, struct room *room, const struct match *match)
{
    const struct computer_turn *turn = &match->computer;
    return gives_up(room, match) ? match_resign(core, room, turn->seat)
                                 : match_act(core, room, turn->seat, turn->action);
}

static void act(struct core *core, struct room *room, struct match *match)
{
    struct computer_turn *turn = &match->computer;
    if (computer_turn_owes_answer(match)) {
        give_answer(core, room, match);
        return;
    }
    if (turn->is_asked) {
        give_up(core, match);
        return;
    }
    bool is_done = turn->has_answer ? play(core, room, match) == 0 : ask(core, match);
    if (!is_done)
        try_again(core, turn);
}

void computer_fall_due(struct core *core, struct deadline *deadline)
{
    struct match *match =
        (struct match *)((char *)deadline - offsetof(struct match, computer.deadline));
    struct room *room = room_find(core, match->room);
    if (room == NULL || room->state.match != match)
        return; /* its start was never stored */
    act(core, room, match);
    computer_turn_update(core, match);
}

/* ------------------------------------------------------------------ what a computer owes */

void computer_turn_begin(struct match *match)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const struct known *known = match->players[seat];
        if (known_computer(known) == NULL)
            continue;
        match->computer.is_there = true;
        match->computer.seat = (enum seat)seat;
    }
}

bool computer_turn_owes_action(const struct match *match)
{
    return match->computer.is_there && !match->state.is_over &&
           game_to_act(&match->game) == match->computer.seat;
}

bool computer_turn_owes_answer(const struct match *match)
{
    const struct match_state *state = &match->state;
    enum seat other = seat_other(match->computer.seat);
    return match->computer.is_there && !state->is_over &&
           (state->draw_offer == other || state->takeback == other);
}

void computer_turn_drop_thought(struct core *core, struct match *match)
{
    struct computer_turn *turn = &match->computer;
    if (turn->is_asked) {
        core->tables->promised_ms -= turn->within_ms;
        jobs_drop(core, (struct work_owner){OWNER_GAME, match->id});
    }
    turn->is_asked = false;
}

static void drop(struct core *core, struct match *match)
{
    struct computer_turn *turn = &match->computer;
    computer_turn_drop_thought(core, match);
    turn->has_answer = false;
    turn->has_look = false;
    turn->act_ms = 0;
}

void computer_turn_forget(struct core *core, struct match *match)
{
    if (!match->computer.is_there)
        return;
    drop(core, match);
    due_set(core, DUE_COMPUTER, &match->computer.deadline, INT64_MAX);
}

/* From when on something is to be done; INT64_MAX: nothing is. */
static int64_t due_ms(const struct core *core, const struct match *match)
{
    if (computer_turn_owes_answer(match))
        return uptime_ms(core);
    if (!computer_turn_owes_action(match))
        return INT64_MAX;
    if (match->computer.is_asked)
        return match->computer.give_up_ms;
    return match->computer.act_ms > uptime_ms(core) ? match->computer.act_ms : uptime_ms(core);
}

void computer_turn_update(struct core *core, struct match *match)
{
    struct computer_turn *turn = &match->computer;
    if (!turn->is_there)
        return;
    if (!computer_turn_owes_action(match) || turn->ply != match->game.ply)
        drop(core, match);
    if (match->game.ply < turn->ply)
        manners_forget(&turn->manners); /* it was taken back */
    turn->ply = match->game.ply;
    due_set(core, DUE_COMPUTER, &turn->deadline, due_ms(core, match));
}

void computer_turn_game_acted(struct core *core, struct room *room)
{
    computer_turn_update(core, room->state.match);
}

/* ------------------------------------------------------------------ experience */

_Static_assert(LEARNT_TEXT_SIZE <= STORE_EXPERIENCE_MAX + 1, "all of it can be stored");

void experience_load(struct core *core, const struct store_experience *stored)
{
    struct learnt *learnt = mem_zero(sizeof(*learnt));
    if (stored->text[0] == '\0' || !learnt_parse(learnt, stored->text, strlen(stored->text))) {
        free(learnt);
        return;
    }
    core->tables->experience = learnt;
}

void experience_free(struct core *core)
{
    free(core->tables->experience);
}

/* Whether `table` played, and at which seat. */
static bool find_learner(const struct match *match, enum seat *seat_out)
{
    const struct known *known = match->players[match->computer.seat];
    *seat_out = match->computer.seat;
    return match->computer.is_there && known_computer(known)->id == COMPUTER_TABLE;
}

/* Takes some tens of milliseconds, once for each database. */
static struct learnt *make(const struct variant *variant)
{
    struct learnt *learnt = mem_zero(sizeof(*learnt));
    if (computer_tables_make(computer_get(COMPUTER_TABLE), variant, learnt, sizeof(*learnt)) != 0)
        abort(); /* it plays that game, and this is their size */
    return learnt;
}

static void write(struct core *core)
{
    char text[LEARNT_TEXT_SIZE];
    learnt_format(core->tables->experience, text);
    const struct store_op op = {.kind = STORE_EXPERIENCE_PUT, .as.experience_put = {.text = text}};
    writes_add(core, &op);
}

void experience_learn(struct core *core, const struct match *match)
{
    struct outcome outcome = match->state.outcome;
    enum seat seat;
    if (!core->options.computers_learn || outcome.result == RESULT_NONE || match->given > 0 ||
        !find_learner(match, &seat))
        return;
    if (core->tables->experience == NULL)
        core->tables->experience = make(match->game.variant);
    writes_touch(core, core->tables->experience, sizeof(*core->tables->experience), NULL, NULL);
    learnt_correct(core->tables->experience, &match->game, seat,
                   outcome.result == RESULT_DRAW ? SEAT_NONE : (enum seat)outcome.result);
    write(core);
}

const char *experience_format(const struct core *core, const struct computer *computer,
                              char text_out[LEARNT_TEXT_SIZE])
{
    if (core->tables->experience == NULL || computer->id != COMPUTER_TABLE)
        return NULL;
    learnt_format(core->tables->experience, text_out);
    return text_out;
}
