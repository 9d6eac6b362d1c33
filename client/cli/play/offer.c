/* SPDX-License-Identifier: MIT */
/*
 * The terms of a room beside those that were asked for.
 */
#include "client/cli/play/offer.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
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
    request.as.room_list = (struct room_list_request){.state = NONE,
                                                      .before = room + 1,
                                                      .stakes = NONE,
                                                      .clock_kind = NONE,
                                                      .min_rating = NONE,
                                                      .max_rating = NONE,
                                                      .limit = 1};
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
