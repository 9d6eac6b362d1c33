/* SPDX-License-Identifier: MIT */
/*
 * The choice of client/cli/play/back.h.
 */
#include "client/cli/play/back.h"

#include "client/cli/play/offer.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/turns.h"
#include "proto/id.h"

#include <stdio.h>

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
    char left[WORDS_SIZE];
    words_duration(game->left_ms != NONE ? game->left_ms : 0, left, sizeof(left));
    if (game->is_mine && game->left_ms != NONE)
        visit_say(visit, COLOUR_BOLD, _("It is your move; you have %s left."), left);
    else if (game->is_mine)
        visit_say(visit, COLOUR_BOLD, "%s", _("It is your move."));
    else if (game->is_theirs)
        visit_say(visit, COLOUR_PLAIN, _("%s is to move."), game->opponent);
}

void back_say(const struct visit *visit, const struct back *back, const struct back_game *game)
{
    char id[ID_TEXT_SIZE];
    id_format(game->room, id);
    visit_say(visit, COLOUR_BOLD, _("You have a game in progress against %s in room %s."),
              game->opponent, id);
    say_turn(visit, game);
    if (back->others > 0)
        visit_say(visit, COLOUR_PLAIN,
                  ngettext("You have %u other game in progress: penta games",
                           "You have %u other games in progress: penta games", back->others),
                  back->others);
}
