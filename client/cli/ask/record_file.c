/* SPDX-License-Identifier: MIT */
/*
 * The files of client/cli/ask/record_file.h.
 */
#include "client/cli/ask/record_file.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "proto/error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Records of one game are far smaller; what is larger is something else. */
#define FILE_BYTES_MAX ((size_t)4 * 1024 * 1024)

static bool has_end(const char *path, const char *end)
{
    size_t len = strlen(path);
    return len >= strlen(end) && strcasecmp(path + len - strlen(end), end) == 0;
}

bool record_file_is(const char *path)
{
    return has_end(path, ".sgf") || has_end(path, ".psq");
}

/* Whether it is a record of a game that cannot be had here; else it is a broken one, or none. */
static bool is_refused(int error)
{
    static const int errors[] = {ERR_OTHER_GAME,    ERR_UNKNOWN_RULE,  ERR_UNKNOWN_SIZE,
                                 ERR_SEVERAL_GAMES, ERR_SET_UP_STONES, ERR_OUT_OF_TURN,
                                 ERR_PASS,          ERR_UTF16};
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
        if (errors[i] == error)
            return true;
    return false;
}

int record_file_bytes(const char *path, char *bytes, size_t size, size_t *len_out)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return errno;
    *len_out = fread(bytes, 1, size, file);
    int failed = ferror(file) ? EIO : *len_out == size ? EFBIG : 0;
    (void)fclose(file);
    return failed;
}

/* ---------------------------------------------------------------- what is wrong */

static void tell_place(const char *path, const char *bytes, size_t at, int error)
{
    unsigned line = 1;
    size_t begin = 0;
    for (size_t i = 0; i < at; i++) {
        if (bytes[i] != '\n')
            continue;
        line++;
        begin = i + 1;
    }
    unsigned column = (unsigned)(at - begin) + 1;
    if (error == ERR_BAD_RECORD)
        problem_tell(has_end(path, ".psq") ? _("%s is not a PSQ game: error in line %u, byte %u.")
                                           : _("%s is not an SGF game: error in line %u, byte %u."),
                     path, line, column);
    else if (is_refused(error))
        problem_tell(_("%s, line %u, byte %u: %s"), path, line, column,
                     gettext(error_message(error)));
    else
        problem_tell(_("%s contains an illegal move: line %u, byte %u."), path, line, column);
}

static void tell_rule(const char *path, const char *bytes, const struct record_reading *reading)
{
    char name[WORDS_SIZE];
    snprintf(name, sizeof(name), "%.*s", (int)reading->at_len, bytes + reading->at);
    problem_tell(_("%s names the rule \"%s\", and there is no such game here on this board. With "
                   "--variant it is read as another one."),
                 path, name);
}

static void tell_games(const char *path, unsigned games)
{
    problem_tell(ngettext("%s has %u game; --nth says which one is meant.",
                          "%s has %u games; --nth says which one is meant.", games),
                 path, games);
}

static void tell_fault(const char *path, const char *bytes, size_t len, int error,
                       const struct record_reading *reading)
{
    if (strspn(bytes, " \t\r\n") == len)
        problem_tell(_("%s is empty."), path);
    else if (error == ERR_UNKNOWN_RULE && reading->at_len > 0)
        tell_rule(path, bytes, reading);
    else if (error == ERR_SEVERAL_GAMES)
        tell_games(path, reading->games);
    else
        tell_place(path, bytes, reading->at, error);
}

/* Tells what was taken for granted. */
static void tell_reading(const char *path, const struct game *game,
                         const struct record_reading *reading)
{
    const struct variant *variant = game->variant;
    if (reading->rule == RECORD_RULE_ASSUMED)
        problem_tell(_("%s does not say which game was played; it is read as %s (%s, %ux%u). "
                       "--variant names another one."),
                     path, words_variant(variant), variant->key, variant->width, variant->height);
    else if (reading->rule == RECORD_RULE_FOUND)
        problem_tell(_("%s does not say which game was played; only in %s (%s, %ux%u) are all its "
                       "moves legal."),
                     path, words_variant(variant), variant->key, variant->width, variant->height);
    if (reading->is_choice_assumed)
        problem_tell(
            _("%s does not say what was chosen in the opening; it is read as if nobody had "
              "changed colours."),
            path);
}

/* ---------------------------------------------------------------- reading */

/* The variant that the command line names: by its option, or behind the command. */
static const struct variant *told_variant(const struct invocation *invocation)
{
    const char *word = invocation->arguments_count > 0 ? invocation->arguments[0] : "";
    const struct variant *variant = invocation_variant(invocation);
    return variant != NULL ? variant : variant_find(word, strlen(word));
}

static enum exit_code read_bytes(const char *path, const char *bytes, size_t len,
                                 struct game *game_out, struct record_reading *reading)
{
    int error = record_read(game_out, bytes, len, reading);
    if (error != 0) {
        tell_fault(path, bytes, len, error, reading);
        return is_refused(error) ? EXIT_CODE_UNSUITED : EXIT_CODE_TROUBLE;
    }
    const struct variant *told = reading->variant;
    if (told != NULL && told != game_out->variant) {
        problem_tell(_("That position is one of %s, not of %s."), game_out->variant->key,
                     told->key);
        return EXIT_CODE_USAGE;
    }
    tell_reading(path, game_out, reading);
    return EXIT_CODE_OK;
}

enum exit_code record_file_read(const struct invocation *invocation, const char *path,
                                struct game *game_out, struct record_reading *reading_out)
{
    size_t len = 0;
    char *bytes = calloc(FILE_BYTES_MAX + 1, 1);
    int failed = bytes != NULL ? record_file_bytes(path, bytes, FILE_BYTES_MAX, &len) : ENOMEM;
    enum exit_code code = EXIT_CODE_TROUBLE;
    *reading_out =
        (struct record_reading){.variant = told_variant(invocation),
                                .game = (unsigned)invocation_number(invocation, OPTION_NTH, 0)};
    if (failed != 0)
        problem_tell("%s: %s", path, strerror(failed));
    else
        code = read_bytes(path, bytes, len, game_out, reading_out);
    free(bytes);
    return code;
}
