/* SPDX-License-Identifier: MIT */
/*
 * The program's help lists every row of the tables that it is about, in lines that fit.
 */
#include "client/cli/commands.h"
#include "client/cli/terminal/text.h"
#include "proto/settings.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/process.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COLUMNS 79

/* Runs penta and gives what it prints; the caller frees it. */
static char *run(const char *locale, const char *first, const char *second)
{
    const char *const argv[] = {PENTA_PROGRAM, first, second, NULL};
    const char *const variables[] = {locale, "LANGUAGE=", "XDG_STATE_HOME=/nowhere", NULL};
    struct process *process = process_start(argv, variables);
    assert_int_equal(process_wait(process), 0);
    char *text = process_output(process, PROCESS_OUT);
    process_free(process);
    return text;
}

static void help_lists_every_act(void **state)
{
    (void)state;
    char *text = run("LC_ALL=C.UTF-8", "help", "mod");
    assert_non_null(strstr(text, "\nActions\n"));
#define MODERATION_ACT(id, word, arguments, min, max, doc)                                         \
    assert_non_null(strstr(text, "\n  " word " " arguments));
#define MODERATION_WRONG(ID, text)
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
    free(text);
}

static void help_says_what_each_setting_does(void **state)
{
    (void)state;
    char *text = run("LC_ALL=C.UTF-8", "help", "settings");
    assert_non_null(strstr(text, "how the board looks; default `wood` (wood, paper,"));
    for (int setting = 0; setting < SETTING_COUNT; setting++)
        assert_non_null(strstr(text, setting_name((enum setting)setting)));
    free(text);
}

static void check_columns(const char *text)
{
    while (*text != '\0') {
        char line[256];
        size_t len = strcspn(text, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)len, text);
        if (text_width(line) > COLUMNS)
            fail_msg("%zu columns: %s", text_width(line), line);
        text += len + (text[len] == '\n' ? 1 : 0);
    }
}

/* Russian words are the longest; without a catalogue this is about the English ones. */
static void help_is_not_wider_than_a_terminal(void **state)
{
    (void)state;
    bool is_russian = access(PENTA_CATALOGUES "/ru/LC_MESSAGES/penta.mo", R_OK) == 0;
    for (enum command_id id = 0; id < COMMAND_COUNT; id++) {
        bool is_help = id == COMMAND_HELP;
        char *text = run("LC_ALL=ru_RU.UTF-8", is_help ? "--help" : "help",
                         is_help ? NULL : command_row(id)->name);
        assert_non_null(strstr(text, is_russian ? "Использование: penta " : "Usage: penta "));
        check_columns(text);
        free(text);
    }
}

int main(void)
{
    (void)setlocale(LC_CTYPE, "C.UTF-8"); /* the width of text */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_lists_every_act),
        cmocka_unit_test(help_says_what_each_setting_does),
        cmocka_unit_test(help_is_not_wider_than_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
