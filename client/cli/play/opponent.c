/* SPDX-License-Identifier: MIT */
/*
 * The questions of client/cli/play/opponent.h.
 */
#include "client/cli/play/opponent.h"

#include "client/cli/connect/state_file.h"
#include "client/cli/play/offer.h"
#include "client/cli/play/table_needs.h"
#include "client/cli/play/visit.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "client/core/typed.h"
#include "proto/id.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* About a tenth of a second of `pentad`: a hint is to be better than whoever plays against it. */
#define HINT_NODES 100000

#define LIST_COMMAND "penta solo --computer list"

/* `generic` looks at all moves of its games of chance: so few nodes would be less than a low level
 * of it has. */
struct opponent opponent_strongest(const struct variant *variant)
{
    const struct computer *computer = computer_strongest(variant);
    bool is_generic = computer == computer_get(COMPUTER_GENERIC);
    return (struct opponent){.computer = computer,
                             .level = computer != NULL ? computer->levels : 0,
                             .nodes = is_generic ? 0 : HINT_NODES};
}

static unsigned middle_level(const struct computer *computer)
{
    return (computer->levels + 1) / 2;
}

struct opponent opponent_usual(const struct variant *variant)
{
    const struct computer *computer = computer_usual(variant);
    return (struct opponent){.computer = computer,
                             .level = computer != NULL ? middle_level(computer) : 0};
}

void opponent_put_levels(const struct computer *computer, char *text, size_t size)
{
    snprintf(text, size, ngettext("%s has %u level.", "%s has levels 1 to %u.", computer->levels),
             computer->key, computer->levels);
}

struct opponent opponent_of(const struct table_person *person)
{
    const struct computer *computer =
        person != NULL ? computer_find(person->computer, strlen(person->computer)) : NULL;
    return (struct opponent){.computer = computer, .level = computer != NULL ? person->level : 0};
}

static bool find(struct opponent *opponent, const struct variant *variant, const char *key,
                 char problem[OPPONENT_PROBLEM_SIZE])
{
    opponent->computer = key != NULL ? computer_find(key, strlen(key)) : computer_usual(variant);
    if (opponent->computer == NULL && key != NULL) {
        snprintf(problem, OPPONENT_PROBLEM_SIZE,
                 _("There is no computer \"%s\"; list them with: %s"), key, LIST_COMMAND);
        return false;
    }
    if (opponent->computer == NULL || !computer_plays(opponent->computer, variant)) {
        snprintf(problem, OPPONENT_PROBLEM_SIZE, _("%s does not play %s; see who plays what: %s"),
                 key != NULL ? key : _("The computer"), variant->key, LIST_COMMAND);
        return false;
    }
    return true;
}

bool opponent_choose(struct opponent *opponent, const struct variant *variant, const char *key,
                     int64_t level, char problem[OPPONENT_PROBLEM_SIZE])
{
    if (!find(opponent, variant, key, problem))
        return false;
    const struct computer *computer = opponent->computer;
    if (level > (int64_t)computer->levels) {
        opponent_put_levels(computer, problem, OPPONENT_PROBLEM_SIZE);
        return false;
    }
    opponent->level = level > 0 ? (unsigned)level : middle_level(computer);
    return true;
}

void opponent_name(const struct opponent *opponent, char *text, size_t size)
{
    if (opponent->computer->levels > 1)
        snprintf(text, size, "%s:%u", opponent->computer->key, opponent->level);
    else
        snprintf(text, size, "%s", opponent->computer->key);
}

/* ---------------------------------------------------------------- the list */

#define KEY_COLUMNS 9
#define NAME_COLUMNS 22

static void put_one(struct ink *ink, const struct computer *computer)
{
    char levels[WORDS_SIZE] = "";
    ink_put_cell(ink, COLOUR_BOLD, KEY_COLUMNS, "%s", computer->key);
    ink_put_cell(ink, COLOUR_PLAIN, NAME_COLUMNS, "%s", gettext(computer->name));
    if (computer->levels > 1)
        snprintf(levels, sizeof(levels), _("levels 1-%u"), computer->levels);
    ink_put_cell(ink, COLOUR_PLAIN, (int)NAME_COLUMNS - 7, "%s", levels);
    for (unsigned i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        if (computer_plays(computer, variant))
            ink_put(ink, COLOUR_DIM, " %s", variant->key);
    }
    ink_end_line(ink);
}

void opponent_list(struct ink *ink)
{
    for (unsigned i = 0; i < COMPUTER_COUNT; i++)
        put_one(ink, computer_get((enum computer_id)i));
}

/* ------------------------------------------------------------------ named opponents */

uint64_t named_room(const struct visit *visit)
{
    const struct invocation *invocation = visit->invocation;
    const char *text = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    return text != NULL ? id_parse(text, strlen(text)) : 0;
}

const char *named_player(const struct visit *visit)
{
    const struct invocation *invocation = visit->invocation;
    bool is_player = visit->plan == PLAN_PLAY && invocation->arguments_count > 0 &&
                     named_room(visit) == 0 && !offer_is_link(invocation->arguments[0]);
    return is_player ? invocation->arguments[0] : NULL;
}

bool named_is_there(const struct room_record *room, const char *name)
{
    for (size_t i = 0; i < room->players_count; i++)
        if (typed_is_same(room->players[i].name, name))
            return true;
    return false;
}

/* ------------------------------------------------------------------ strength, kept between runs */

/* The first line of the file says what it is; then each computer player has a line: its key, the
 * estimate in hundredths of a level, and the games that it comes from. */
#define STORE_NAME "strength"
#define STORE_HEAD "penta strength 1\n"
#define STORE_SIZE_MAX 4096
#define STORE_ROWS_MAX 64
#define LEVELS_MAX 63

struct row {
    char key[16];
    struct strength strength;
};

struct strengths {
    struct row rows[STORE_ROWS_MAX];
    size_t count;
};

static int take_row(struct strengths *rows, const char *line, size_t len)
{
    struct row *row = &rows->rows[rows->count];
    unsigned hundredths;
    unsigned games;
    int used = 0;
    if (rows->count == STORE_ROWS_MAX ||
        sscanf(line, "%15[a-z0-9_] %5u %5u%n", row->key, &hundredths, &games, &used) != 3 ||
        (size_t)used != len || hundredths < STRENGTH_ONE ||
        hundredths > LEVELS_MAX * STRENGTH_ONE || games > UINT16_MAX)
        return -EBADMSG;
    row->strength = (struct strength){.hundredths = (uint16_t)hundredths, .games = (uint16_t)games};
    rows->count++;
    return 0;
}

static int parse(const char *text, struct strengths *rows)
{
    const char *at = text + strlen(STORE_HEAD);
    if (strncmp(text, STORE_HEAD, strlen(STORE_HEAD)) != 0)
        return -EBADMSG;
    while (*at != '\0') {
        const char *end = strchr(at, '\n');
        if (end == NULL || take_row(rows, at, (size_t)(end - at)) != 0)
            return -EBADMSG;
        at = end + 1;
    }
    return 0;
}

static int read_rows(struct strengths *rows)
{
    char text[STORE_SIZE_MAX];
    rows->count = 0;
    int failed = state_file_read(STORE_NAME, text, sizeof(text));
    if (failed == 0)
        failed = parse(text, rows);
    if (failed != 0)
        rows->count = 0;
    return failed == -ENOENT ? 0 : failed;
}

static struct row *find_row(struct strengths *rows, const char *key)
{
    for (size_t i = 0; i < rows->count; i++)
        if (strcmp(rows->rows[i].key, key) == 0)
            return &rows->rows[i];
    return NULL;
}

/* It is set aside where it was read, and is not what it should be. */
static void tell_bad(int failed, char *problem, size_t size)
{
    bool is_read = failed == -EBADMSG || failed == -EFBIG;
    if (is_read && state_file_set_aside(STORE_NAME) == 0)
        snprintf(problem, size, "%s",
                 _("Your strength file was unreadable. It is now \"strength.bad\", and the "
                   "estimate starts over."));
    else
        snprintf(problem, size, _("The estimate of your strength cannot be read: %s."),
                 strerror(-failed));
}

bool strength_store_load(const struct computer *computer, struct strength *strength_out,
                         char *problem, size_t size)
{
    struct strengths rows;
    int failed = read_rows(&rows);
    const struct row *row = find_row(&rows, computer->key);
    strength_init(strength_out, computer->levels);
    if (row != NULL && row->strength.hundredths <= computer->levels * STRENGTH_ONE)
        *strength_out = row->strength;
    if (failed != 0)
        tell_bad(failed, problem, size);
    return failed == 0;
}

static int write_rows(const struct strengths *rows)
{
    char text[STORE_SIZE_MAX] = STORE_HEAD;
    size_t len = strlen(text);
    for (size_t i = 0; i < rows->count; i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s %u %u\n", rows->rows[i].key,
                                (unsigned)rows->rows[i].strength.hundredths,
                                (unsigned)rows->rows[i].strength.games);
    return state_file_replace(STORE_NAME, text, len);
}

bool strength_store_save(const struct computer *computer, const struct strength *strength,
                         char *problem, size_t size)
{
    struct strengths rows;
    (void)read_rows(&rows);
    struct row *row = find_row(&rows, computer->key);
    if (row == NULL) {
        row = &rows.rows[rows.count < STORE_ROWS_MAX ? rows.count++ : 0];
        snprintf(row->key, sizeof(row->key), "%s", computer->key);
    }
    row->strength = *strength;
    int failed = write_rows(&rows);
    if (failed != 0)
        snprintf(problem, size, _("The estimate of your strength cannot be saved: %s."),
                 strerror(-failed));
    return failed == 0;
}

/* ------------------------------------------------------------------ levels */

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
