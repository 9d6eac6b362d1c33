/* SPDX-License-Identifier: MIT */
/*
 * The news of client/cli/play/others.h. In a game whose clock runs in real time, the number of
 * games that wait is not told after each move.
 */
#include "client/cli/play/others.h"

#include "client/cli/play/offer.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "engine/clock.h"

#include <stdio.h>
#include <string.h>

static void ask(struct others *others)
{
    others->news.is_asked = true;
    visit_send(others->visit, &(struct request){.op = OP_PLAYER_GAMES});
}

static bool may_ask(const struct others *others)
{
    const struct visit *visit = others->visit;
    bool is_there = visit->stage == STAGE_AT_TABLE || visit->stage == STAGE_SEEKING;
    return visit->plan != PLAN_SOLO && visit->is_person && is_there && visit_is_ready(visit);
}

static void forget(struct others *others)
{
    others->news = (struct turn_news){0};
    others->is_count_wanted = false;
    others->is_other_wanted = false;
}

void others_begin(struct others *others, const struct notice *ready)
{
    others->are_there = back_count(ready) > 0;
    forget(others);
}

/* Words in a game at another table: behind the news of the move that they came with. */
static void take_said(struct others *others, const struct room_said_event *said)
{
    char text[INK_TEXT_SIZE];
    const struct visit *visit = others->visit;
    bool is_own = strcmp(said->line->name, visit->table.me) == 0;
    if (said->room == visit->table.room || is_own || visit->plan == PLAN_SOLO || !visit->is_person)
        return;
    words_said_elsewhere(said, text, sizeof(text));
    if (others->news.is_asked)
        snprintf(others->said, sizeof(others->said), "%s", text);
    else
        visit_say(visit, COLOUR_CHAT, "%s", text);
}

/* A game at another table is over. Whoever watches gets the ends of what is watched, too. */
static void take_end(const struct others *others, const struct game_ended_event *ended)
{
    const struct visit *visit = others->visit;
    if (ended->game == visit->table.game_id || visit->plan == PLAN_SOLO || !visit->is_person)
        return;
    visit_say(visit, COLOUR_BOLD, _("A game of yours is over: penta game %s"),
              words_id(ended->game).text);
}

static void say_said(struct others *others)
{
    if (others->said[0] != '\0')
        visit_say(others->visit, COLOUR_CHAT, "%s", others->said);
    others->said[0] = '\0';
}

void others_take_event(struct others *others, const struct notice *event)
{
    const struct table *table = &others->visit->table;
    if (event->event == EVENT_ROOM_SAID)
        take_said(others, &event->body->room_said);
    if (event->event == EVENT_GAME_ENDED)
        take_end(others, &event->body->game_ended);
    if (!may_ask(others) || !turn_news_take_event(&others->news, event->event, event->body,
                                                  table->game_id, table->room))
        return;
    others->are_there = true;
    ask(others);
}

void others_take_move(struct others *others)
{
    enum clock_kind kind = others->visit->table.control.kind;
    bool is_slow = kind == CLOCK_NONE || kind == CLOCK_CORRESPONDENCE;
    others->passed.count = 0;
    if (!may_ask(others) || !is_slow || !others->are_there)
        return;
    others->is_count_wanted = true;
    if (!others->news.is_asked)
        ask(others);
}

void others_do_other(struct others *others)
{
    others->is_other_wanted = visit_is_ready(others->visit);
    if (!others->is_other_wanted)
        visit_say(others->visit, COLOUR_ERROR, "%s",
                  _("There is no connection right now; try again in a moment."));
    else if (!others->news.is_asked)
        ask(others);
}

/* The way to another game is from a table of one's own. */
static bool may_go(const struct others *others)
{
    return others->visit->stage == STAGE_AT_TABLE && others->visit->plan != PLAN_WATCH;
}

static void say_waiting(const struct others *others, size_t waiting)
{
    unsigned count = (unsigned)waiting;
    const char *text = may_go(others) ? ngettext("%u other game waits for you: other",
                                                 "%u other games wait for you: other", count)
                                      : ngettext("%u game waits for you: penta play",
                                                 "%u games wait for you: penta play", count);
    visit_say(others->visit, COLOUR_BOLD, text, count);
}

static bool say_news(struct others *others, const struct turns *turns, const char *name)
{
    char text[INK_TEXT_SIZE];
    bool is_any = false;
    const struct current_game_record *game;
    while ((game = turn_news_next(&others->news, turns, others->visit->table.room)) != NULL) {
        words_your_move(game, name, text, sizeof(text));
        visit_say(others->visit, COLOUR_BOLD, "%s", text);
        is_any = true;
    }
    if (is_any)
        others->visit->calls->ring(others->visit->ctx);
    return is_any;
}

/* When all were looked at it begins again. */
static uint64_t next_room(struct others *others, const struct turns *turns, uint64_t here)
{
    turns_pass(&others->passed, here);
    const struct current_game_record *next = turns_next(turns, &others->passed);
    if (next != NULL)
        return next->room;
    others->passed.count = 0;
    turns_pass(&others->passed, here);
    return turns_next(turns, &others->passed)->room;
}

uint64_t others_take_games(struct others *others, const struct player_games_reply *list)
{
    struct turns turns;
    uint64_t room = 0;
    uint64_t here = others->visit->table.room;
    if (!others->news.is_asked)
        return 0;
    turns_take(&turns, list);
    others->news.is_asked = false;
    others->are_there = turns.count > (turns_find(&turns, here) != NULL ? 1U : 0U);
    size_t waiting = turns_waiting_elsewhere(&turns, here);
    bool is_news = say_news(others, &turns, list->name);
    say_said(others);
    bool is_other_wanted = others->is_other_wanted;
    bool goes = is_other_wanted && may_go(others);
    if ((is_news || others->is_count_wanted || is_other_wanted) && waiting > 0 && !goes)
        say_waiting(others, waiting);
    others->is_count_wanted = false;
    others->is_other_wanted = false;
    if (is_other_wanted && waiting == 0)
        visit_say(others->visit, COLOUR_PLAIN, "%s", _("No other game waits for you."));
    if (goes && waiting > 0)
        room = next_room(others, &turns, here);
    return room;
}

bool others_take_error(struct others *others)
{
    bool is_unasked = others->news.is_asked && !others->is_other_wanted;
    forget(others);
    say_said(others);
    return is_unasked;
}

/* ------------------------------------------------------------------ watching */

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
        request.as.room_list = (struct room_list_request){
            .state = ROOM_STATE_WORD_PLAYING, ON_ANY_TERMS, .limit = ROOMS_LOOKED_AT};
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
