/* SPDX-License-Identifier: MIT */
/*
 * The table of commands as data, the one place that knows every command's function; and the
 * commands that ask a question and then play.
 */
#include "client/cli/commands.h"

#include "client/cli/ask/ask.h"
#include "client/cli/ask/choice.h"
#include "client/cli/help.h"
#include "client/cli/play/lesson.h"
#include "client/cli/play/play.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/core/typed.h"
#include "proto/id.h"

#include <string.h>

/* ---------------------------------------------------------------- asking, and then playing */

/* Plays from this open game; NULL: from the empty board. */
typedef enum exit_code run_fn(const struct invocation *invocation, const struct game *from);

static enum exit_code run(const struct invocation *invocation, run_fn *run_from)
{
    struct game from;
    bool is_named = invocation_has(invocation, OPTION_POSITION);
    if (!is_named && invocation_has(invocation, OPTION_AT)) {
        problem_tell("%s", _("--at needs --position: it names a move of that game."));
        return EXIT_CODE_USAGE;
    }
    if (!is_named && invocation_has(invocation, OPTION_NTH)) {
        problem_tell("%s", _("--nth needs --position: it names a game of that file."));
        return EXIT_CODE_USAGE;
    }
    if (!is_named)
        return run_from(invocation, NULL);
    enum exit_code code = choice_read_position(invocation, &from);
    return code != EXIT_CODE_OK ? code : run_from(invocation, &from);
}

static enum exit_code run_solo(const struct invocation *invocation)
{
    return run(invocation, run_solo_from);
}

static enum exit_code run_play(const struct invocation *invocation)
{
    return run(invocation, run_play_from);
}

static enum exit_code run_lobby(const struct invocation *invocation)
{
    static const enum option_id common[] = {OPTION_SERVER, OPTION_CA, OPTION_AS, OPTION_NO_COLOR,
                                            OPTION_LANGUAGE};
    char id[ID_TEXT_SIZE];
    bool goes = false;
    uint64_t room = 0;
    enum exit_code code = lobby_run(invocation, &goes, &room);
    if (!goes)
        return code;
    struct invocation play = {
        .command = invocation->command, .arguments = {id}, .arguments_count = room != 0};
    id_format(room, id);
    for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
        play.options[common[i]] = invocation->options[common[i]];
    return run_play_from(&play, NULL);
}

/* ---------------------------------------------------------------- the table */

/* The first option that is not common to all commands; those before it have no bits. */
#define OPTIONS_OWN (OPTION_VERSION + 1)
/* A command's options are bits of two words: the table is read once for each of them. The last bit
 * of the second says CLASSIC. */
#define WORD_BITS 64
#define OPTION_BIT(option, word)                                                                   \
    ((option) / WORD_BITS == (word) ? UINT64_C(1) << (option) % WORD_BITS : 0)
#define IS_CLASSIC (UINT64_C(1) << (WORD_BITS - 1))

_Static_assert(OPTION_COUNT - OPTIONS_OWN < 2 * WORD_BITS, "the last of the bits is IS_CLASSIC");

#define GROUP(title)
#define COMMAND(ID, name, arguments, min, max, options, doc, function) [COMMAND_##ID] = (options),
static const uint64_t first_options[] = {
#define O(ID) OPTION_BIT(OPTION_##ID - OPTIONS_OWN, 0)
#define CLASSIC 0
#include "client/cli/commands.def"
#undef CLASSIC
#undef O
};

static const uint64_t more_options[] = {
#define O(ID) OPTION_BIT(OPTION_##ID - OPTIONS_OWN, 1)
#define CLASSIC IS_CLASSIC
#include "client/cli/commands.def"
#undef CLASSIC
#undef O
};
#undef GROUP
#undef COMMAND

static const struct command_row commands[] = {
#define GROUP(title)
#define COMMAND(ID, name_, arguments_, min_, max_, options, doc_, function)                        \
    {.name = name_,                                                                                \
     .arguments = arguments_,                                                                      \
     .doc = doc_,                                                                                  \
     .run = function,                                                                              \
     .min = min_,                                                                                  \
     .max = max_},
#include "client/cli/commands.def"
#undef GROUP
#undef COMMAND
};

const struct command_row *command_row(enum command_id id)
{
    return &commands[id];
}

const struct command_row *command_find(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

#define MISTAKES_MAX 2
#define MISTAKES_NAME_MAX 24 /* bytes of a word that can be near a command */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The letters to be added, left out, changed, or put in the place of a neighbour. */
static unsigned count_mistakes(const char *word, const char *name)
{
    unsigned counts[MISTAKES_NAME_MAX + 1][MISTAKES_NAME_MAX + 1];
    const size_t rows = strlen(word);
    const size_t columns = strlen(name);
    if (rows > MISTAKES_NAME_MAX || columns > MISTAKES_NAME_MAX)
        return MISTAKES_MAX + 1;
    for (size_t i = 0; i <= rows; i++)
        for (size_t j = 0; j <= columns; j++) {
            unsigned *count = &counts[i][j];
            *count = (unsigned)(i > j ? i : j);
            if (i == 0 || j == 0)
                continue;
            *count = counts[i - 1][j - 1] + (word[i - 1] != name[j - 1] ? 1 : 0);
            *count = least(*count, least(counts[i - 1][j], counts[i][j - 1]) + 1);
            if (i > 1 && j > 1 && word[i - 1] == name[j - 2] && word[i - 2] == name[j - 1])
                *count = least(*count, counts[i - 2][j - 2] + 1);
        }
    return counts[rows][columns];
}

const struct command_row *command_guess(const char *word)
{
    char latin[MISTAKES_NAME_MAX + 1];
    const struct command_row *nearest = NULL;
    if (!typed_by_key(word, latin, sizeof(latin)))
        return NULL;
    /* a short word is near too many others */
    unsigned fewest = least(MISTAKES_MAX, (unsigned)strlen(latin) / 3) + 1;
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        unsigned mistakes = count_mistakes(latin, commands[i].name);
        if (mistakes < fewest) {
            fewest = mistakes;
            nearest = &commands[i];
        }
    }
    return nearest;
}

bool command_takes(const struct command_row *command, enum option_id id)
{
    if (id < OPTIONS_OWN)
        return true;
    if (command == NULL)
        return false;
    unsigned option = id - OPTIONS_OWN;
    const uint64_t *words = option < WORD_BITS ? first_options : more_options;
    return (words[command - commands] >> option % WORD_BITS & 1) != 0;
}

bool command_is_classic(const struct command_row *command)
{
    return (more_options[command - commands] & IS_CLASSIC) != 0;
}
