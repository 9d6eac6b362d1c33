/* SPDX-License-Identifier: MIT */
/*
 * Reading a command line, as client/cli/command_line.h describes it; without getopt's global state.
 */
#include "client/cli/command_line.h"

#include "client/cli/commands.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "proto/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One command line while it is read. */
struct parser {
    int argc;
    char *const *argv;
    int at;
    bool is_past_options; /* after `--` */
    struct invocation *out;
    char *problem;
    size_t size;
};

static void tell_no_game(struct parser *parser, const char *word)
{
    snprintf(parser->problem, parser->size,
             _("\"%s\" is not a game; they are listed by: penta games --of"), word);
}

static void tell_bad_value(struct parser *parser, const struct option_row *row, const char *value)
{
    char allowed[128];
    option_put_words(row->kind, allowed, sizeof(allowed));
    if (row->kind == OPTION_KIND_CLOCK) {
        snprintf(parser->problem, parser->size,
                 _("\"%s\" is not a time control. Try 5m+3s (5 minutes, plus 3 seconds a move), "
                   "30s/move, 10m+3x30s (then 3 periods), 3d/move or none."),
                 value);
    } else if (row->kind == OPTION_KIND_DATE) {
        snprintf(parser->problem, parser->size, _("\"%s\" is not a date; write YYYY-MM-DD."),
                 value);
    } else if (row->kind == OPTION_KIND_VARIANT) {
        tell_no_game(parser, value);
    } else if (allowed[0] != '\0') {
        snprintf(parser->problem, parser->size, _("\"%s\" is not valid for --%s; use one of: %s."),
                 value, row->name, allowed);
    } else {
        snprintf(parser->problem, parser->size, _("\"%s\" is not valid for --%s."), value,
                 row->name);
    }
}

static bool may_be_left_out(const struct option_row *row)
{
    return row->argument != NULL && row->argument[0] == '[';
}

/* The word behind an option is its value. */
static const char *value_behind(struct parser *parser, const struct option_row *row)
{
    const char *next = parser->at + 1 < parser->argc ? parser->argv[parser->at + 1] : NULL;
    if (may_be_left_out(row) && (next == NULL || next[0] == '-'))
        return "";
    if (next == NULL)
        snprintf(parser->problem, parser->size, _("The option --%s needs a value."), row->name);
    else
        parser->at++;
    return next;
}

/* `value` is what was glued to the option, or NULL. */
static int take_option(struct parser *parser, enum option_id id, const char *value)
{
    const char *word = parser->argv[parser->at];
    if (id == OPTION_COUNT) {
        snprintf(parser->problem, parser->size, _("There is no option %s."), word);
        return -1;
    }
    const struct option_row *row = option_row(id);
    if (row->argument == NULL && value != NULL) {
        snprintf(parser->problem, parser->size, _("The option --%s takes no value."), row->name);
        return -1;
    }
    if (row->argument != NULL && value == NULL) {
        value = value_behind(parser, row);
        if (value == NULL)
            return -1;
    }
    bool is_left_out = may_be_left_out(row) && value[0] == '\0';
    if (value != NULL && !is_left_out && !option_is_valid(row->kind, value)) {
        tell_bad_value(parser, row, value);
        return -1;
    }
    parser->out->options[id] = value != NULL ? value : "";
    return 0;
}

/* The command of the line, also where it stands behind what is read; NULL without one. */
static const struct command_row *command_of(const struct parser *parser)
{
    const struct command_row *command = parser->out->command;
    for (int at = parser->at + 1; command == NULL && at < parser->argc; at++)
        command = command_find(parser->argv[at]);
    return command;
}

/* A letter, and a name, may stand for one option of one command and for another of another. */
static enum option_id find_letter(const struct parser *parser, char letter)
{
    const struct command_row *command = command_of(parser);
    for (enum option_id id = 0; id < OPTION_COUNT; id++)
        if (option_row(id)->letter == letter && command_takes(command, id))
            return id;
    return option_find_letter(letter);
}

static enum option_id find_name(const struct parser *parser, const char *name, size_t len)
{
    const struct command_row *command = command_of(parser);
    for (enum option_id id = 0; id < OPTION_COUNT; id++) {
        const char *other = option_row(id)->name;
        if (strlen(other) == len && memcmp(other, name, len) == 0 && command_takes(command, id))
            return id;
    }
    return option_find(name, len);
}

/* `penta top swap2`: a word behind the arguments may say the game, wherever --variant may. */
static bool may_be_game(const struct invocation *out)
{
    return out->command != command_row(COMMAND_SOLO) &&
           command_takes(out->command, OPTION_VARIANT) && out->options[OPTION_VARIANT] == NULL;
}

static bool is_game(const struct invocation *out, const char *word)
{
    return may_be_game(out) && option_is_valid(OPTION_KIND_VARIANT, word);
}

static void tell_too_many(struct parser *parser, const char *word)
{
    if (may_be_game(parser->out) || parser->out->command == command_row(COMMAND_QUICK))
        tell_no_game(parser, word);
    else
        snprintf(parser->problem, parser->size, _("Too many arguments: \"%s\"."), word);
}

static void tell_no_command(struct parser *parser, const char *word)
{
    const struct command_row *meant = command_guess(word);
    if (meant != NULL)
        snprintf(parser->problem, parser->size,
                 _("There is no command \"%s\". Did you mean: penta %s"), word, meant->name);
    else
        snprintf(parser->problem, parser->size, _("There is no command \"%s\"."), word);
}

static int take_word(struct parser *parser, const char *word)
{
    struct invocation *out = parser->out;
    if (out->command == NULL) {
        out->command = command_find(word);
        if (out->command == NULL) {
            tell_no_command(parser, word);
            return -1;
        }
        return 0;
    }
    bool takes_games = out->command == command_row(COMMAND_QUICK);
    bool are_taken = out->arguments_count == out->command->max;
    if ((takes_games || are_taken) && is_game(out, word)) {
        out->options[OPTION_VARIANT] = word;
        return 0;
    }
    if (are_taken || (takes_games && !option_is_valid(OPTION_KIND_VARIANT, word))) {
        tell_too_many(parser, word);
        return -1;
    }
    out->arguments[out->arguments_count++] = word;
    return 0;
}

static int take(struct parser *parser)
{
    const char *word = parser->argv[parser->at];
    if (parser->is_past_options || word[0] != '-' || word[1] == '\0')
        return take_word(parser, word);
    if (strcmp(word, "--") == 0) {
        parser->is_past_options = true;
        return 0;
    }
    if (word[1] == '-') {
        const char *equals = strchr(word, '=');
        size_t len = equals != NULL ? (size_t)(equals - word) : strlen(word);
        return take_option(parser, find_name(parser, word + 2, len - 2),
                           equals != NULL ? equals + 1 : NULL);
    }
    return take_option(parser, find_letter(parser, word[1]), word[2] != '\0' ? word + 2 : NULL);
}

static void tell_missing(const struct command_row *command, char *problem, size_t size)
{
    char words[256];
    int used = snprintf(problem, size, _("The command %s needs: %s%s"), command->name,
                        command->arguments, words_stop(command->arguments));
    if (command != command_row(COMMAND_REPORT) || used < 0 || (size_t)used + 1 >= size)
        return;
    words_complaints(words, sizeof(words));
    problem[used] = ' ';
    snprintf(problem + used + 1, size - (size_t)used - 1, _("WHY is one of: %s."), words);
}

static bool are_exclusive(const struct invocation *out)
{
    static const enum option_id pairs[][2] = {{OPTION_RATED, OPTION_UNRATED},
                                              {OPTION_SGF, OPTION_PSQ},
                                              {OPTION_NEW, OPTION_RESUME},
                                              {OPTION_COMPUTER, OPTION_RESUME},
                                              {OPTION_COMPUTER, OPTION_RATED}};
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        if (invocation_has(out, pairs[i][0]) && invocation_has(out, pairs[i][1]))
            return true;
    return false;
}

/* Checks what only the whole command line shows. */
static int check(const struct invocation *out, char *problem, size_t size)
{
    if (out->command == NULL || invocation_has(out, OPTION_HELP) ||
        invocation_has(out, OPTION_VERSION))
        return 0;
    for (enum option_id id = 0; id < OPTION_COUNT; id++) {
        if (out->options[id] != NULL && !command_takes(out->command, id)) {
            snprintf(problem, size, _("The command %s has no option --%s."), out->command->name,
                     option_row(id)->name);
            return -1;
        }
    }
    if (out->arguments_count < out->command->min) {
        tell_missing(out->command, problem, size);
        return -1;
    }
    if (are_exclusive(out)) {
        snprintf(problem, size, "%s", _("Two of these options cannot be used together."));
        return -1;
    }
    return 0;
}

/* `penta play freestyle`: a game's key in place of a room is the game. */
static void take_game(struct invocation *out)
{
    bool is_play = out->command == command_row(COMMAND_PLAY);
    const char *word = is_play && out->arguments_count > 0 ? out->arguments[0] : NULL;
    if (word == NULL || out->options[OPTION_VARIANT] != NULL ||
        !option_is_valid(OPTION_KIND_VARIANT, word))
        return;
    out->options[OPTION_VARIANT] = word;
    out->arguments_count = 0;
}

static int take_environment(struct invocation *out, char *problem, size_t size)
{
    const char *server = getenv("PENTAD_SERVER");
    if (out->options[OPTION_SERVER] != NULL || server == NULL || server[0] == '\0')
        return 0;
    if (!option_is_valid(OPTION_KIND_SERVER, server)) {
        snprintf(problem, size, _("\"%s\" in PENTAD_SERVER is no server."), server);
        return -1;
    }
    out->options[OPTION_SERVER] = server;
    return 0;
}

int command_line_read(int argc, char *const *argv, struct invocation *out, char *problem,
                      size_t size)
{
    *out = (struct invocation){0};
    struct parser parser = {
        .argc = argc, .argv = argv, .at = 1, .out = out, .problem = problem, .size = size};
    for (; parser.at < argc; parser.at++)
        if (take(&parser) != 0)
            return -1;
    take_game(out);
    return check(out, problem, size) == 0 ? take_environment(out, problem, size) : -1;
}
