/* SPDX-License-Identifier: MIT */
/* Private messages as bytes: escaped, a letter takes six. The rest is letters.dialogue. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <string.h>

#define LETTER "\\u0436"
#define LETTERS 2000

static void two_thousand_escaped_letters_fit_into_a_frame(void **state)
{
    char text[LETTERS * (sizeof(LETTER) - 1) + 1] = "";
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    for (size_t i = 0; i < LETTERS; i++)
        memcpy(text + i * strlen(LETTER), LETTER, sizeof(LETTER));
    assert_ok(rig_ask(anna, "{'op':'message.send','to':'boris','text':'%s'}", text));
    assert_int_equal(strlen(text_at(rig_next_event(boris), "message.text")), 2 * LETTERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(two_thousand_escaped_letters_fit_into_a_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
