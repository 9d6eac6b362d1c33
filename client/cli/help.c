/* SPDX-License-Identifier: MIT */
/*
 * The tables as text, translated.
 */
#include "client/cli/help.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "proto/message.h"
#include "proto/moderation.h"

#include <stdio.h>
#include <unistd.h>

#define HELP_INDENT 2
#define HELP_FIELD 24
#define COMMAND_TEXT_SIZE 64
#define HELP_COLUMNS 80 /* where there is no window, in a pipe */
#define HELP_DOC_MIN 30 /* columns; with less beside the names the docs stand below them */
#define HELP_DOC_INDENT 6

static void heading(struct ink *ink, const char *text)
{
    ink_end_line(ink);
    ink_put_line(ink, COLOUR_BOLD, "%s", text);
}

/* The text in lines of the window; the first stands where the ink is, at `column`. */
static void put_wrapped(struct ink *ink, size_t column, const char *text)
{
    const struct ink_margin margin = {.columns = ink->columns, .at = column, .indent = column};
    ink_put_paragraph(ink, COLOUR_PLAIN, &margin, text);
    ink_end_line(ink);
}

/* A name that is too long for its field has lines of its own, and so it has in a narrow window. */
static void row(struct ink *ink, const char *name, const char *doc)
{
    bool is_beside = ink->columns > HELP_INDENT + HELP_FIELD + 1 + HELP_DOC_MIN;
    size_t column = is_beside ? HELP_INDENT + HELP_FIELD + 1 : HELP_DOC_INDENT;
    ink_put_spaces(ink, HELP_INDENT);
    if (is_beside && text_width(name) <= HELP_FIELD) {
        ink_put_cell(ink, COLOUR_PLAIN, HELP_FIELD + 1, "%s", name);
    } else {
        put_wrapped(ink, HELP_INDENT, name);
        ink_put_spaces(ink, column);
    }
    put_wrapped(ink, column, doc);
}

static void option(struct ink *ink, const struct option_row *option)
{
    char name[64];
    char letter[8] = "    ";
    if (option->letter != 0)
        snprintf(letter, sizeof(letter), "-%c, ", option->letter);
    snprintf(name, sizeof(name), "%s--%s%s%s", letter, option->name,
             option->argument != NULL ? " " : "", option->argument != NULL ? option->argument : "");
    row(ink, name, gettext(option->doc));
}

/* The options of `command` that are (not) common to all. */
static void options(struct ink *ink, const struct command_row *command, bool is_common)
{
    for (enum option_id id = 0; id < OPTION_COUNT; id++)
        if (command_takes(command, id) && command_takes(NULL, id) == is_common)
            option(ink, option_row(id));
}

static void exit_code(struct ink *ink, int number, const char *doc)
{
    ink_put(ink, COLOUR_PLAIN, "  %d  ", number);
    put_wrapped(ink, 5, gettext(doc));
}

static void exit_codes(struct ink *ink)
{
    heading(ink, _("Exit codes"));
#define EXIT_ROW(ID, number, doc) exit_code(ink, number, doc);
#include "client/cli/invocation/exits.def"
#undef EXIT_ROW
}

/* The command with its arguments. */
static void put_usage(const struct command_row *command, char text[COMMAND_TEXT_SIZE])
{
    snprintf(text, COMMAND_TEXT_SIZE, "%s%s%s", command->name,
             command->arguments[0] != '\0' ? " " : "", command->arguments);
}

/* The acts that `penta mod` knows. */
static void acts(struct ink *ink)
{
    heading(ink, _("Actions"));
    for (int id = 0; id < MODERATION_ACT_COUNT; id++) {
        const struct moderation_act *act = moderation_act((enum moderation_act_id)id);
        char name[64];
        snprintf(name, sizeof(name), "%s %s", act->word, act->arguments);
        row(ink, name, gettext(act->doc));
    }
    ink_end_line(ink);
    put_wrapped(ink, 0,
                _("FOR is how long: 30m, 12h, 7d, or good for without an end. A reason of "
                  "several words is one argument: quote it."));
}

/* The words that `penta report` takes as WHY. */
static void complaints(struct ink *ink)
{
    char words[128];
    char text[256];
    word_list_put(COMPLAINT_WORD_COUNT, complaint_word_text, words, sizeof(words));
    snprintf(text, sizeof(text), _("WHY is one of: %s."), words);
    put_wrapped(ink, 0, text);
}

/* The settings that `penta settings` knows. */
static void settings(struct ink *ink)
{
    heading(ink, _("Settings"));
    for (int id = 0; id < SETTING_COUNT; id++) {
        enum setting setting = (enum setting)id;
        char words[WORDS_SIZE];
        char text[2 * WORDS_SIZE];
        words_setting(setting, words, sizeof(words));
        snprintf(text, sizeof(text), "%s (%s)", gettext(setting_doc(setting)), words);
        row(ink, setting_name(setting), text);
    }
}

static void about_command(const struct command_row *command, struct ink *ink)
{
    char text[COMMAND_TEXT_SIZE];
    put_usage(command, text);
    ink_put_line(ink, COLOUR_PLAIN, _("Usage: penta %s [OPTION]..."), text);
    put_wrapped(ink, 0, gettext(command->doc));
    if (command == command_row(COMMAND_MOD))
        acts(ink);
    if (command == command_row(COMMAND_SETTINGS))
        settings(ink);
    if (command == command_row(COMMAND_REPORT))
        complaints(ink);
    if (command_is_classic(command))
        put_wrapped(ink, 0, _("Without --variant the variant is classic."));
    heading(ink, _("Options"));
    options(ink, command, false);
    options(ink, command, true);
}

static void command(struct ink *ink, enum command_id id)
{
    char text[COMMAND_TEXT_SIZE];
    const struct command_row *command = command_row(id);
    put_usage(command, text);
    row(ink, text, gettext(command->doc));
}

static void commands(struct ink *ink)
{
#define GROUP(title) heading(ink, gettext(title));
#define COMMAND(ID, name, arguments, min, max, options, doc, function) command(ink, COMMAND_##ID);
#include "client/cli/commands.def"
#undef GROUP
#undef COMMAND
}

static void put_beginning(struct ink *ink)
{
    ink_put_line(ink, COLOUR_PLAIN, "%s", _("Usage: penta COMMAND [ARGUMENT] [OPTION]..."));
    put_wrapped(
        ink, 0,
        _("Plays five in a row and tic-tac-toe on a Pentad server. Begin with: penta play"));
}

/* The commands that fit into a window, for somebody who does not know penta. */
static void about_first(struct ink *ink)
{
    static const enum command_id first[] = {COMMAND_PLAY,    COMMAND_SOLO,  COMMAND_LOBBY,
                                            COMMAND_INVITE,  COMMAND_WATCH, COMMAND_GAMES,
                                            COMMAND_HISTORY, COMMAND_GAME,  COMMAND_REGISTER};
    put_beginning(ink);
    heading(ink, _("First commands"));
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
        command(ink, first[i]);
    ink_end_line(ink);
    put_wrapped(ink, 0, _("All commands: penta help. The options of one: penta help COMMAND"));
}

static void about_all(struct ink *ink)
{
    put_beginning(ink);
    commands(ink);
    heading(ink, _("Options of every command"));
    options(ink, NULL, true);
    exit_codes(ink);
    ink_end_line(ink);
    put_wrapped(ink, 0, _("The options of a command are shown by: penta help COMMAND"));
}

void help_write(const struct command_row *command, struct ink *ink)
{
    if (command != NULL)
        about_command(command, ink);
    else
        about_all(ink);
}

static void begin(struct ink *ink, const struct invocation *invocation)
{
    ink_init_for(ink, STDOUT_FILENO, invocation_has(invocation, OPTION_NO_COLOR));
    if (ink->columns == 0)
        ink_break_lines(ink, HELP_COLUMNS);
}

enum exit_code help_show(const struct command_row *command, const struct invocation *invocation)
{
    struct ink ink;
    begin(&ink, invocation);
    help_write(command, &ink);
    return problem_print(&ink);
}

enum exit_code help_show_version(const struct invocation *invocation)
{
    struct ink ink;
    begin(&ink, invocation);
    ink_put_line(&ink, COLOUR_PLAIN, "penta %s", PENTAD_VERSION);
    return problem_print(&ink);
}

void help_show_first(const struct invocation *invocation)
{
    struct ink ink;
    begin(&ink, invocation);
    about_first(&ink);
    (void)problem_print(&ink);
}

enum exit_code run_help(const struct invocation *invocation)
{
    const struct command_row *command = NULL;
    if (invocation->arguments_count > 0) {
        command = command_find(invocation->arguments[0]);
        if (command == NULL) {
            problem_tell(_("There is no command \"%s\"."), invocation->arguments[0]);
            return EXIT_CODE_USAGE;
        }
    }
    return help_show(command, invocation);
}
