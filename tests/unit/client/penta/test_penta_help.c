/* SPDX-License-Identifier: MIT */
/*
 * The program's help lists every row of the tables that it is about.
 */
#include "penta_run.h"
#include "proto/settings.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static void help_lists_every_act(void **state)
{
    (void)state;
    penta_run_start("help mod");
    penta_run_check_end(0, "\nActions\n");
#define MODERATION_ACT(id, word, arguments, min, max, doc)                                         \
    assert_non_null(strstr(run.penta.text, "\n  " word " " arguments));
#define MODERATION_WRONG(ID, text)
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
}

static void help_says_what_each_setting_does(void **state)
{
    (void)state;
    penta_run_start("help settings");
    penta_run_check_end(0, "how the board looks; default `wood` (wood, paper,");
    for (int setting = 0; setting < SETTING_COUNT; setting++)
        assert_non_null(strstr(run.penta.text, setting_name((enum setting)setting)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(help_lists_every_act),
        PENTA_TEST(help_says_what_each_setting_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
