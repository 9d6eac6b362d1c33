/* SPDX-License-Identifier: MIT */
/*
 * The functions of client/cli/play/table_needs.def.
 */
#include "client/cli/play/table_needs.h"

#include "brain/analysis/analysis.h"
#include "brain/weights.h"
#include "client/cli/play/inquiry.h"
#include "client/cli/play/opponent.h"
#include "client/cli/terminal/i18n.h"
#include "proto/error.h"

static bool is_always(const struct visit *visit)
{
    (void)visit;
    return true;
}

static bool may_move_ever(const struct visit *visit)
{
    return visit->plan != PLAN_WATCH;
}

static bool has_game(const struct visit *visit)
{
    return visit->table.game_id != 0;
}

static bool has_room(const struct visit *visit)
{
    return visit->table.room != 0;
}

static bool plays(const struct visit *visit)
{
    return table_is_playing(&visit->table) && table_my_seat(&visit->table) != SEAT_NONE;
}

static bool is_lesson(const struct visit *visit)
{
    return visit->plan == PLAN_SOLO && visit->solo.lesson != NULL;
}

/* In a lesson there is nobody to agree with, or to give up against. */
static bool plays_to_win(const struct visit *visit)
{
    return plays(visit) && !is_lesson(visit);
}

static bool may_abort(const struct visit *visit)
{
    return plays(visit) && table_resigning_is(&visit->table) == REASON_WORD_ABORTED;
}

/* Whether there is an action of the player's own that can be taken back. */
static bool has_acted(const struct visit *visit)
{
    const struct table *table = &visit->table;
    struct game game = table->game;
    while (plays(visit) && game.ply > table->given) {
        game_undo(&game);
        if (game_to_act(&game) == table_my_seat(table))
            return true;
    }
    return false;
}

static bool is_asked(const struct visit *visit)
{
    return asked_all(visit) != ASKED_NOTHING;
}

static bool is_over(const struct visit *visit)
{
    const struct table *table = &visit->table;
    return has_game(visit) && !table_is_playing(table) && table_my_seat(table) != SEAT_NONE;
}

static bool may_play_again(const struct visit *visit)
{
    return is_over(visit) && table_opponent(&visit->table) != NULL;
}

static bool may_analyse(const struct visit *visit)
{
    return has_game(visit) && !table_is_playing(&visit->table) &&
           analysis_plays(visit->table.variant);
}

static bool may_weigh(const struct visit *visit)
{
    const struct variant *variant = visit->table.variant;
    return visit_is_against_computer(visit) && variant != NULL && weights_apply(variant);
}

/* Whether the opponent is a computer that is known here. */
static bool has_levels(const struct visit *visit)
{
    const struct table_person *other = table_opponent(&visit->table);
    if (visit->plan == PLAN_SOLO)
        return !is_lesson(visit);
    return visit_is_against_computer(visit) && opponent_of(other).computer != NULL;
}

static bool is_against_person_and_time(const struct visit *visit)
{
    return table_is_against_time(&visit->table) && !visit_is_against_computer(visit);
}

static bool may_claim(const struct visit *visit)
{
    return table_claim_in_ms(&visit->table, visit->table.now_ms) != NONE;
}

static bool may_plan(const struct visit *visit)
{
    return plays(visit) && visit->table.control.kind == CLOCK_CORRESPONDENCE &&
           !visit_is_against_computer(visit);
}

static bool is_waiting(const struct visit *visit)
{
    const struct table *table = &visit->table;
    return visit->stage == STAGE_AT_TABLE && table_is_seated(table) &&
           table->room_state == ROOM_STATE_WORD_OPEN && !has_game(visit);
}

static const struct {
    bool (*is_met)(const struct visit *visit);
    int error;
    const char *sentence;
} needs[] = {
#define TABLE_NEED(name, function, error, sentence) {function, error, sentence},
#include "client/cli/play/table_needs.def"
};

bool table_need_is_met(enum table_need need, const struct visit *visit)
{
    return needs[need].is_met(visit);
}

void table_need_refuse(enum table_need need, const struct visit *visit)
{
    if (needs[need].error != 0)
        visit_refuse(visit, needs[need].error);
    else
        visit_say(visit, COLOUR_ERROR, "%s", gettext(needs[need].sentence));
}

bool table_need_check(enum table_need need, const struct visit *visit)
{
    bool is_met = table_need_is_met(need, visit);
    if (!is_met)
        table_need_refuse(need, visit);
    return is_met;
}
