/* SPDX-License-Identifier: MIT */
/*
 * The levels of client/cli/play/levels.h.
 */
#include "client/cli/play/levels.h"

#include "client/cli/play/strength_store.h"
#include "client/cli/play/table_needs.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"

#include <string.h>

#define LOSSES_MANY 3 /* then something easier is offered */

static bool has_levels(const struct levels *levels)
{
    return levels->opponent.computer != NULL && levels->opponent.computer->levels > 1;
}

static void load(const struct levels *levels, struct strength *strength)
{
    char problem[INK_TEXT_SIZE];
    if (!strength_store_load(levels->opponent.computer, strength, problem, sizeof(problem)))
        visit_say(levels->visit, COLOUR_ERROR, "%s", problem);
}

unsigned levels_mine(const struct computer *computer)
{
    char problem[INK_TEXT_SIZE];
    struct strength strength;
    if (!strength_store_load(computer, &strength, problem, sizeof(problem)))
        problem_tell("%s", problem);
    return strength_level(&strength);
}

void levels_begin(struct levels *levels, const struct opponent *opponent)
{
    bool is_same = levels->opponent.computer == opponent->computer &&
                   levels->opponent.level == opponent->level;
    levels->opponent = *opponent;
    levels->next = opponent->level;
    levels->is_helped = false;
    if (!is_same)
        levels->losses = 0;
}

void levels_note_help(struct levels *levels)
{
    levels->is_helped = true;
}

/* ---------------------------------------------------------------- the end of a game */

static void say_estimate(struct levels *levels, const struct strength *strength)
{
    unsigned tenths = (strength->hundredths + 5u) / 10;
    levels->next = strength_level(strength);
    visit_say(levels->visit, COLOUR_BOLD,
              _("Your strength: %u.%u of %u. The next game is at level %u."), tenths / 10,
              tenths % 10, levels->opponent.computer->levels, levels->next);
}

/* A game with help says nothing of the player's strength. */
static void estimate(struct levels *levels, enum strength_score score)
{
    char problem[INK_TEXT_SIZE];
    struct strength strength;
    const struct opponent *opponent = &levels->opponent;
    load(levels, &strength);
    if (!levels->is_helped) {
        strength_take(&strength, opponent->computer->levels, opponent->level, score);
        if (!strength_store_save(opponent->computer, &strength, problem, sizeof(problem)))
            visit_say(levels->visit, COLOUR_ERROR, "%s", problem);
    } else if (levels->is_mine) {
        visit_say(levels->visit, COLOUR_PLAIN, "%s",
                  _("A game with help does not count for your strength."));
    }
    if (levels->is_mine)
        say_estimate(levels, &strength);
}

static void offer(struct levels *levels, enum strength_score score)
{
    unsigned level = levels->opponent.level;
    levels->losses = score == STRENGTH_LOST ? levels->losses + 1 : 0;
    bool is_beaten = score == STRENGTH_WON && !levels->is_helped;
    if (is_beaten && level < levels->opponent.computer->levels) {
        visit_say(levels->visit, COLOUR_BOLD,
                  _("You beat level %u. For a harder game type: level %u"), level, level + 1);
    } else if (levels->losses >= LOSSES_MANY && level > 1) {
        levels->losses = 0;
        visit_say(levels->visit, COLOUR_PLAIN,
                  _("Easier: level %u, or at your strength: level mine"), level - 1);
    }
}

void levels_end(struct levels *levels)
{
    const struct table *table = &levels->visit->table;
    enum seat me = table_my_seat(table);
    bool is_won = table->result == (int)me;
    bool is_drawn = table->result == RESULT_WORD_DRAW;
    bool is_lost = me != SEAT_NONE && table->result == (int)seat_other(me);
    if (!has_levels(levels) || me == SEAT_NONE || !(is_won || is_drawn || is_lost))
        return;
    enum strength_score score = is_won ? STRENGTH_WON : is_lost ? STRENGTH_LOST : STRENGTH_DRAWN;
    estimate(levels, score);
    if (!levels->is_mine)
        offer(levels, score);
}

bool levels_is_next_other(const struct levels *levels)
{
    return levels->opponent.computer != NULL && levels->next != levels->opponent.level;
}

/* ---------------------------------------------------------------- the command */

static bool take_number(struct levels *levels, const char *rest)
{
    const struct computer *computer = levels->opponent.computer;
    int64_t level = option_number(rest, computer->levels);
    if (level < 1) {
        char text[WORDS_SIZE];
        opponent_put_levels(computer, text, sizeof(text));
        visit_say(levels->visit, COLOUR_ERROR, "%s", text);
        return false;
    }
    levels->is_mine = false;
    levels->next = (unsigned)level;
    if (table_is_playing(&levels->visit->table))
        visit_say(levels->visit, COLOUR_PLAIN, _("The next game is at level %u."), levels->next);
    return true;
}

bool levels_do(struct levels *levels, const char *rest)
{
    struct strength strength;
    if (levels->opponent.computer == NULL) {
        table_need_refuse(TABLE_NEED_LEVELS, levels->visit);
        return false;
    }
    if (strcmp(rest, LEVEL_MINE) != 0 || !has_levels(levels))
        return take_number(levels, rest);
    levels->is_mine = true;
    load(levels, &strength);
    say_estimate(levels, &strength);
    return true;
}
