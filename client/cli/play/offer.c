/* SPDX-License-Identifier: MIT */
/*
 * The comparison of a room's terms with those asked for, and the choice of a room to go back to.
 */
#include "client/cli/play/offer.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/turns.h"
#include "client/core/variants.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LINK_CHARS 26

bool offer_is_link(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++) {
        if (*text == '-' || *text == ' ')
            continue;
        if (!isalnum((unsigned char)*text))
            return false;
        count++;
    }
    return count == LINK_CHARS;
}

void offer_ask(const struct visit *visit, uint64_t room)
{
    struct request request = {.op = OP_ROOM_LIST};
    request.as.room_list =
        (struct room_list_request){.state = NONE, .before = room + 1, ON_ANY_TERMS, .limit = 1};
    visit_send(visit, &request);
}

/* A player who asks for correspondence need not find the other there. */
bool offer_can_begin(const struct visit *visit, const struct room_record *room)
{
    struct time_control control;
    return room->players[0].connected ||
           (invocation_clock(visit->invocation, &control) && control.kind == CLOCK_CORRESPONDENCE);
}

bool offer_suits_terms(const struct visit *visit, const struct room_record *room)
{
    const struct time_control control = invocation_game_clock(visit->invocation);
    return room->rated == invocation_has(visit->invocation, OPTION_RATED) &&
           table_clock_is(room->clock, &control);
}

bool offer_suits_first(const struct visit *visit, const struct room_record *room)
{
    switch (invocation_word(visit->invocation, OPTION_FIRST)) {
    case FIRST_WORD_OPENER:
        return room->first == FIRST_WORD_JOINER;
    case FIRST_WORD_JOINER:
        return room->first == FIRST_WORD_OPENER;
    case FIRST_WORD_RANDOM:
        return room->first == FIRST_WORD_RANDOM;
    default:
        return true;
    }
}

bool offer_surprises(const struct visit *visit, const struct room_record *room)
{
    bool is_side_open = invocation_word(visit->invocation, OPTION_FIRST) == NONE;
    return !variant_is_same(room->variant, invocation_variant_or_classic(visit->invocation)) ||
           !offer_suits_terms(visit, room) || !offer_suits_first(visit, room) ||
           (is_side_open && room->first == FIRST_WORD_OPENER);
}

static const char *first_of(const struct room_record *room)
{
    switch (room->first) {
    case FIRST_WORD_OPENER:
        return _("your opponent begins");
    case FIRST_WORD_JOINER:
        return _("you begin");
    default:
        return _("who begins is drawn by lot");
    }
}

/* Somebody with a rating, where there is one. */
static void put_opener(const struct person_record *opener, char *text, size_t size)
{
    if (opener->rating != NONE)
        snprintf(text, size, "%s (%lld)", opener->name, (long long)opener->rating);
    else
        snprintf(text, size, "%s", opener->name);
}

/* Behind the terms of a game by correspondence: the days off that both may take. */
static void add_days_off(const struct visit *visit, const struct room_record *room, char *terms,
                         size_t size)
{
    size_t len = strlen(terms);
    unsigned long days = (unsigned long)session_days_off(visit->session);
    if (room->clock->kind == CLOCK_KIND_WORD_CORRESPONDENCE && days > 0)
        snprintf(terms + len, size - len,
                 ngettext(", up to %lu day off a year", ", up to %lu days off a year", days), days);
}

static void put_terms(const struct visit *visit, const struct room_record *room, char *text,
                      size_t size)
{
    struct time_control control = table_control(room->clock);
    words_terms(room->variant, &control, room->rated, text, size);
    add_days_off(visit, room, text, size);
}

void offer_put_question(const struct visit *visit, const struct room_record *room, char *text,
                        size_t size)
{
    char terms[2 * WORDS_SIZE];
    char opener[WORDS_SIZE];
    put_terms(visit, room, terms, sizeof(terms));
    put_opener(&room->players[0], opener, sizeof(opener));
    snprintf(text, size, _("Join %s: %s; %s? Type yes or no."), opener, terms, first_of(room));
}

bool offer_keeps_to_terms(const struct visit *visit, const struct room_record *room)
{
    struct time_control control;
    int stake = invocation_stake(visit->invocation);
    return (stake == NONE || room->rated == (stake == STAKE_WORD_RATED)) &&
           (!invocation_clock(visit->invocation, &control) ||
            table_clock_is(room->clock, &control));
}

bool offer_is_for_any(const struct visit *visit, const struct room_record *room)
{
    const struct variant *variant = invocation_variant(visit->invocation);
    return variants_can_play(room->variant) &&
           (variant == NULL || variant_is_same(room->variant, variant)) &&
           (!room->rated || !session_is_guest(visit->session)) &&
           offer_keeps_to_terms(visit, room) && offer_suits_first(visit, room);
}

const struct waiting_record *offer_find_waiting(const struct visit *visit,
                                                const struct lobby_watch_reply *lobby)
{
    for (size_t i = 0; i < lobby->waiting_count; i++) {
        const struct waiting_record *waiting = &lobby->waiting[i];
        const struct room_record alike = {.variant = waiting->variant,
                                          .rated = waiting->rated,
                                          .clock = waiting->clock,
                                          .first = FIRST_WORD_RANDOM};
        if (offer_is_for_any(visit, &alike))
            return waiting;
    }
    return NULL;
}

void offer_put_waiting(const struct waiting_record *waiting, char *text, size_t size)
{
    char terms[WORDS_SIZE];
    const struct time_control control = table_control(waiting->clock);
    const unsigned long players = (unsigned long)waiting->players;
    words_terms(waiting->variant, &control, waiting->rated, terms, sizeof(terms));
    snprintf(text, size,
             ngettext("%lu player waits for: %s. Play on these terms? Type yes, or no to open your "
                      "own room, which anybody may join.",
                      "%lu players wait for: %s. Play on these terms? Type yes, or no to open your "
                      "own room, which anybody may join.",
                      players),
             players, terms);
}

void offer_put_near(const struct visit *visit, const struct room_record *room, char *text,
                    size_t size)
{
    char terms[2 * WORDS_SIZE];
    char opener[WORDS_SIZE];
    put_terms(visit, room, terms, sizeof(terms));
    put_opener(&room->players[0], opener, sizeof(opener));
    snprintf(text, size, _("%s waits: %s; %s. Join? Type yes, or no to open your own room."),
             opener, terms, first_of(room));
}

void offer_put_invitation(const struct visit *visit, const struct room_record *room, char *text,
                          size_t size)
{
    char terms[2 * WORDS_SIZE];
    char opener[WORDS_SIZE];
    put_terms(visit, room, terms, sizeof(terms));
    put_opener(&room->players[0], opener, sizeof(opener));
    snprintf(text, size, _("%s invites you: %s; %s. Join? Type yes, or no for another game."),
             opener, terms, first_of(room));
}

/* ------------------------------------------------------------------ the way back */

static bool is_real_time(const struct room_record *room)
{
    return room->clock->kind != CLOCK_KIND_WORD_NONE &&
           room->clock->kind != CLOCK_KIND_WORD_CORRESPONDENCE;
}

static bool waits_for_me(const struct visit *visit, const struct room_record *room)
{
    return room->waits_for != NULL && session_is_named(visit->session, room->waits_for);
}

/* Whether the first of two games in progress is the one to go back to: the clock that runs in real
 * time, whosever it is; then games in which it is the player's move, the least time first, those
 * without a clock last. */
static bool is_more_urgent(const struct back_game *game, const struct back_game *other)
{
    if (game->is_real_time != other->is_real_time)
        return game->is_real_time;
    return turns_is_sooner(game->is_mine, game->left_ms, other->is_mine, other->left_ms);
}

const struct room_record *back_find_open(const struct visit *visit, const struct notice *ready)
{
    const struct variant *variant = invocation_variant_or_classic(visit->invocation);
    for (size_t i = 0; i < ready->rooms_count; i++) {
        const struct room_record *room = &ready->rooms[i];
        if (room->state == ROOM_STATE_WORD_OPEN && variant_is_same(room->variant, variant) &&
            offer_keeps_to_terms(visit, room))
            return room;
    }
    return NULL;
}

unsigned back_count(const struct notice *ready)
{
    unsigned count = 0;
    for (size_t i = 0; i < ready->rooms_count; i++)
        count += ready->rooms[i].state == ROOM_STATE_WORD_PLAYING;
    return count;
}

uint64_t back_find_busy(const struct notice *ready)
{
    for (size_t i = 0; i < ready->rooms_count; i++) {
        const struct room_record *room = &ready->rooms[i];
        if (room->state == ROOM_STATE_WORD_PLAYING && is_real_time(room))
            return room->room;
    }
    return 0;
}

static struct back_game game_of(const struct visit *visit, const struct room_record *room)
{
    struct back_game game = {.room = room->room,
                             .opponent = "?",
                             .left_ms = room->left_ms,
                             .is_mine = waits_for_me(visit, room),
                             .is_theirs = room->waits_for != NULL && !waits_for_me(visit, room),
                             .is_real_time = is_real_time(room)};
    for (size_t i = 0; i < room->players_count; i++)
        if (!session_is_named(visit->session, room->players[i].name))
            snprintf(game.opponent, sizeof(game.opponent), "%s", room->players[i].name);
    return game;
}

/* Puts a game at its place; the least urgent one is left out where all places are taken. */
static void insert(struct back *back, const struct back_game *game)
{
    if (back->count == BACK_GAMES_MAX) {
        if (!is_more_urgent(game, &back->games[back->count - 1]))
            return;
        back->count--;
    }
    size_t at = back->count++;
    for (; at > 0 && is_more_urgent(game, &back->games[at - 1]); at--)
        back->games[at] = back->games[at - 1];
    back->games[at] = *game;
}

void back_take(struct back *back, const struct visit *visit, const struct notice *ready)
{
    const struct variant *variant = invocation_variant(visit->invocation);
    *back = (struct back){.others = back_count(ready)};
    for (size_t i = 0; i < ready->rooms_count; i++) {
        const struct room_record *room = &ready->rooms[i];
        bool is_asked_for = variant == NULL || variant_is_same(room->variant, variant);
        if (room->state != ROOM_STATE_WORD_PLAYING || !is_asked_for ||
            !offer_keeps_to_terms(visit, room))
            continue;
        const struct back_game game = game_of(visit, room);
        insert(back, &game);
    }
}

const struct back_game *back_next(struct back *back)
{
    if (back->at == back->count)
        return NULL;
    back->others--;
    return &back->games[back->at++];
}

bool back_has_more(const struct back *back)
{
    return back->at < back->count;
}

static void say_turn(const struct visit *visit, const struct back_game *game)
{
    if (game->is_mine && game->left_ms != NONE)
        visit_say(visit, COLOUR_BOLD, _("It is your move; you have %s left."),
                  words_duration(game->left_ms).text);
    else if (game->is_mine)
        visit_say(visit, COLOUR_BOLD, "%s", _("It is your move."));
    else if (game->is_theirs)
        visit_say(visit, COLOUR_PLAIN, _("%s is to move."), game->opponent);
}

void back_say(const struct visit *visit, const struct back *back, const struct back_game *game)
{
    visit_say(visit, COLOUR_BOLD, _("You have a game in progress against %s in room %s."),
              game->opponent, words_id(game->room).text);
    say_turn(visit, game);
    if (back->others > 0)
        visit_say(visit, COLOUR_PLAIN,
                  ngettext("You have %u other game in progress: penta games",
                           "You have %u other games in progress: penta games", back->others),
                  back->others);
}
