/* SPDX-License-Identifier: MIT */
/*
 * The visit of client/cli/play/solo.h.
 */
#include "client/cli/play/solo.h"

#include "client/cli/play/enter.h"
#include "client/cli/play/opponent.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "engine/outcome.h"
#include "engine/record.h"
#include "lessons/lesson.h"
#include "proto/message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---------------------------------------------------------------- the file */

#define SAVE_PATH_SIZE 1024
#define NAMES_MAX 999 /* of one day */

static bool is_psq(const char *path)
{
    size_t len = strlen(path);
    return len >= 4 && strcmp(path + len - 4, ".psq") == 0;
}

/* Makes the file; an empty path becomes the day's first name that is free. */
static FILE *make(char path[SAVE_PATH_SIZE], const char *day)
{
    if (path[0] != '\0')
        return fopen(path, "wx");
    FILE *file = NULL;
    for (int i = 1; file == NULL && i <= NAMES_MAX && (i == 1 || errno == EEXIST); i++) {
        snprintf(path, SAVE_PATH_SIZE, "penta-%s-%d.sgf", day, i);
        file = fopen(path, "wx");
    }
    return file;
}

static bool write_all(FILE *file, const char *text, size_t len)
{
    bool is_written = fwrite(text, 1, len, file) == len;
    return fclose(file) == 0 && is_written;
}

/* Writes the game to a new file: as PSQ where the path ends in ".psq", else as SGF. An empty path
 * becomes a new name in the folder that penta runs in. A file that is there is left alone. The date
 * of `tags` becomes today's. False: nothing was written, and `problem` says why. */
static bool save_game(const struct game *game, struct record_tags *tags, char path[SAVE_PATH_SIZE],
                      char *problem, size_t size)
{
    static const char date_form[] = "%Y-%m-%d";
    char day[16];
    time_t now = time(NULL);
    struct tm utc;
    char text[RECORD_SIZE_MAX];
    strftime(day, sizeof(day), date_form, gmtime_r(&now, &utc));
    tags->date = day;
    int len = is_psq(path) ? record_write_psq(game, tags, text, sizeof(text))
                           : record_write_sgf(game, tags, text, sizeof(text));
    tags->date = NULL;
    if (len < 0) {
        snprintf(problem, size, _("Such files have no words for this game, so %s was not written."),
                 path);
        return false;
    }
    FILE *file = make(path, day);
    if (file != NULL && write_all(file, text, (size_t)len))
        return true;
    int error = errno;
    if (file != NULL)
        remove(path);
    snprintf(problem, size, _("The game could not be written to %s: %s."), path, strerror(error));
    return false;
}

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

/* ------------------------------------------------------------------ plans */

static enum exit_code print_list(const struct invocation *invocation)
{
    struct ink ink;
    ink_init_for(&ink, STDOUT_FILENO, invocation_has(invocation, OPTION_NO_COLOR));
    opponent_list(&ink);
    return problem_print(&ink);
}

bool solo_plan_list(const struct invocation *invocation, enum exit_code *code_out)
{
    const char *key = invocation->options[OPTION_COMPUTER];
    bool is_wanted = key != NULL && strcmp(key, "list") == 0;
    if (is_wanted)
        *code_out = print_list(invocation);
    return is_wanted;
}

/* The variant that is named behind the command, or by its option; NULL where there is none. */
static const struct variant *read_variant(const struct invocation *invocation)
{
    if (invocation->arguments_count == 0)
        return invocation_variant_or_classic(invocation);
    const char *key = invocation->arguments[0];
    const struct variant *variant = variant_find(key, strlen(key));
    if (variant != NULL)
        return variant;
    problem_tell(_("\"%s\" is not a game; they are listed by: penta games --of"), key);
    return NULL;
}

/* A position has a variant of its own, and another one is not named. */
static const struct variant *choose_variant(const struct invocation *invocation,
                                            const struct game *from)
{
    bool is_named = invocation->arguments_count > 0 || invocation_has(invocation, OPTION_VARIANT);
    const struct variant *named = from == NULL || is_named ? read_variant(invocation) : NULL;
    if (from == NULL || (is_named && named == NULL) || named == from->variant)
        return named;
    if (named == NULL)
        return from->variant;
    problem_tell(_("That position is one of %s, not of %s."), from->variant->key, named->key);
    return NULL;
}

/* Finds the seat of who goes on from a position: the one to act there, unless that is to be the
 * other. */
bool solo_plan_read_start(const struct invocation *invocation, const struct game *from,
                          struct solo_plan *plan_out)
{
    const struct variant *variant = choose_variant(invocation, from);
    *plan_out = (struct solo_plan){.variant = variant, .seat = SEAT_FIRST, .from = from};
    if (from != NULL)
        plan_out->seat = game_to_act(from);
    if (invocation_word(invocation, OPTION_FIRST) == FIRST_WORD_JOINER)
        plan_out->seat = seat_other(plan_out->seat);
    return variant != NULL;
}

bool solo_plan_read(const struct invocation *invocation, const struct game *from,
                    struct solo_plan *plan_out, enum exit_code *code_out)
{
    char problem[OPPONENT_PROBLEM_SIZE];
    const char *key = invocation->options[OPTION_COMPUTER];
    if (key != NULL && key[0] == '\0')
        key = NULL;
    if (solo_plan_list(invocation, code_out))
        return false;
    *code_out = EXIT_CODE_USAGE;
    if (!solo_plan_read_start(invocation, from, plan_out))
        return false;
    if (!opponent_choose(&plan_out->opponent, plan_out->variant, key,
                         invocation_number(invocation, OPTION_LEVEL, 0), problem)) {
        problem_tell("%s", problem);
        return false;
    }
    plan_out->is_level_mine = invocation_is_level_mine(invocation);
    if (plan_out->is_level_mine)
        plan_out->opponent.level = levels_mine(plan_out->opponent.computer);
    return true;
}
