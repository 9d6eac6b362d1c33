/* SPDX-License-Identifier: MIT */
/*
 * The questions of client/cli/play/opponent.h.
 */
#include "client/cli/play/opponent.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"

#include <stdio.h>
#include <string.h>

/* About a tenth of a second: a hint is to be better than whoever plays against it. */
#define HINT_NODES 100000

#define LIST_COMMAND "penta solo --computer list"

struct opponent opponent_strongest(const struct variant *variant)
{
    const struct computer *computer = computer_strongest(variant);
    return (struct opponent){.computer = computer,
                             .level = computer != NULL ? computer->levels : 0,
                             .nodes = HINT_NODES};
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
                 char *problem, size_t size)
{
    opponent->computer = key != NULL ? computer_find(key, strlen(key)) : computer_usual(variant);
    if (opponent->computer == NULL && key != NULL) {
        snprintf(problem, size, _("There is no computer \"%s\"; list them with: %s"), key,
                 LIST_COMMAND);
        return false;
    }
    if (opponent->computer == NULL || !computer_plays(opponent->computer, variant)) {
        snprintf(problem, size, _("%s does not play %s; see who plays what: %s"),
                 key != NULL ? key : _("The computer"), variant->key, LIST_COMMAND);
        return false;
    }
    return true;
}

bool opponent_choose(struct opponent *opponent, const struct variant *variant, const char *key,
                     int64_t level, char *problem, size_t size)
{
    if (!find(opponent, variant, key, problem, size))
        return false;
    const struct computer *computer = opponent->computer;
    if (level > (int64_t)computer->levels) {
        opponent_put_levels(computer, problem, size);
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
