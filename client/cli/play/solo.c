/* SPDX-License-Identifier: MIT */
/*
 * The visit of client/cli/play/solo.h.
 */
#include "client/cli/play/solo.h"

#include "client/cli/play/from.h"
#include "client/cli/play/save.h"
#include "client/cli/terminal/i18n.h"
#include "engine/outcome.h"
#include "lessons/lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the file */

static bool save(const struct solo *solo, char path[SAVE_PATH_SIZE], char *problem, size_t size)
{
    const struct umpire *umpire = &solo->umpire;
    struct record_tags tags = {.winner = SEAT_NONE};
    tags.player[umpire->my_seat] = umpire->me;
    tags.player[1 - umpire->my_seat] = umpire->computer;
    if (umpire->result == RESULT_WORD_FIRST || umpire->result == RESULT_WORD_SECOND)
        tags.winner = (enum seat)umpire->result;
    if (umpire->result != NONE)
        tags.reason = reason_word((enum reason)umpire->reason);
    return save_game(&umpire->game, &tags, path, problem, size);
}

/* ---------------------------------------------------------------- thoughts */

static void ask(struct solo *solo)
{
    const struct visit *visit = solo->visit;
    solo->is_asked = true;
    solo->asked_game = solo->umpire.game_id;
    solo->asked_ply = solo->umpire.game.ply;
    visit->calls->think(visit->ctx, &solo->opponent, &solo->umpire.game, solo->seed++);
}

/* A question is none any more when the game has gone on, or back. */
static void forget_old(struct solo *solo)
{
    const struct umpire *umpire = &solo->umpire;
    bool is_same = solo->asked_game == umpire->game_id && solo->asked_ply == umpire->game.ply &&
                   umpire->result == NONE;
    if (!solo->is_asked || is_same)
        return;
    solo->is_asked = false;
    solo->visit->calls->think(solo->visit->ctx, NULL, NULL, 0);
}

/* Nothing that was played is lost: penta solo --position plays on. */
static void fail(const struct solo *solo)
{
    char path[SAVE_PATH_SIZE] = "";
    char problem[INK_TEXT_SIZE];
    if (solo->umpire.game.ply > 0 && save(solo, path, problem, sizeof(problem)))
        visit_fail(solo->visit, EXIT_CODE_TROUBLE,
                   _("Not enough memory for the computer to think. The game is in %s."), path);
    else
        visit_fail(solo->visit, EXIT_CODE_TROUBLE, "%s",
                   _("Not enough memory for the computer to think."));
}

void solo_take_thought(struct solo *solo, int error, const struct thought *thought)
{
    solo->is_asked = false;
    if (error != 0)
        fail(solo);
    else
        umpire_take_thought(&solo->umpire, thought);
}

static void answer_by_lesson(struct solo *solo)
{
    struct thought thought = {.prospects_count = 1};
    thought.prospects[0].action =
        lesson_answer(solo->visit->solo.lesson, &solo->umpire.game, solo->seed++);
    umpire_take_thought(&solo->umpire, &thought);
}

/* ---------------------------------------------------------------- the course of the games */

static void begin(struct solo *solo, enum seat seat)
{
    char name[TABLE_NAME_SIZE];
    if (tutor_teaches(&solo->tutor)) {
        umpire_begin(&solo->umpire, solo->visit->solo.seat, _("Defence"),
                     &solo->visit->solo.lesson->start);
        return;
    }
    solo->opponent.level = solo->levels->next;
    opponent_name(&solo->opponent, name, sizeof(name));
    umpire_begin(&solo->umpire, seat, name, solo->start.ply > 0 ? &solo->start : NULL);
}

void solo_start(struct solo *solo)
{
    const struct solo_plan *plan = &solo->visit->solo;
    solo->opponent = plan->opponent;
    solo->seed = plan->seed;
    if (plan->from != NULL)
        game_copy(&solo->start, plan->from);
    solo->tutor = (struct tutor){.visit = solo->visit};
    umpire_init(&solo->umpire, plan->variant, _("Player"));
    solo->umpire.resigns = invocation_has(solo->visit->invocation, OPTION_RESIGNS);
    solo->levels->next = plan->opponent.level;
    solo->levels->is_mine = plan->is_level_mine;
    begin(solo, plan->seat);
}

void solo_take_request(struct solo *solo, const struct request *request)
{
    bool is_over = solo->umpire.result != NONE;
    if (request->op == OP_ROOM_REMATCH && is_over && !request->as.room_rematch.refuse)
        begin(solo, seat_other(solo->umpire.my_seat));
    else
        umpire_take(&solo->umpire, request);
    forget_old(solo);
}

bool solo_next(struct solo *solo, struct notice *notice_out)
{
    return umpire_next(&solo->umpire, notice_out);
}

void solo_settle(struct solo *solo)
{
    bool is_wanted = umpire_wants_thought(&solo->umpire);
    if (tutor_teaches(&solo->tutor)) {
        tutor_settle(&solo->tutor);
        if (is_wanted)
            answer_by_lesson(solo);
    } else if (is_wanted && !solo->is_asked) {
        ask(solo);
    }
}

/* ---------------------------------------------------------------- commands */

void solo_do_resigns(struct solo *solo, const char *rest)
{
    bool is_on = strcmp(rest, "on") == 0;
    if (!is_on && strcmp(rest, "off") != 0) {
        visit_say(solo->visit, COLOUR_ERROR, "%s", _("Type resigns on, or resigns off."));
        return;
    }
    solo->umpire.resigns = is_on;
    visit_say(solo->visit, COLOUR_PLAIN, "%s",
              is_on ? _("The computer resigns when it has proved that it loses.")
                    : _("The computer plays to the end."));
}

/* The seat stays the player's. */
void solo_do_from(struct solo *solo, const char *rest)
{
    const struct game *game = &solo->umpire.game;
    unsigned ply;
    if (!from_read(solo->visit, rest, &ply))
        return;
    (void)game_replay(&solo->start, game->variant, game_actions(game), ply);
    begin(solo, solo->umpire.my_seat);
}

void solo_do_save(struct solo *solo, const char *rest)
{
    char path[SAVE_PATH_SIZE];
    char problem[INK_TEXT_SIZE];
    snprintf(path, sizeof(path), "%s", rest);
    if (save(solo, path, problem, sizeof(problem)))
        visit_say(solo->visit, COLOUR_PLAIN, _("The game is in %s."), path);
    else
        visit_say(solo->visit, COLOUR_ERROR, "%s", problem);
}
