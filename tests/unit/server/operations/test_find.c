/* SPDX-License-Identifier: MIT */
/* Finding players by the beginning of their names, page by page. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

static void four_come(struct rig *rig)
{
    static const char *const NAMES[] = {"Dana", "Anna", "Anton", "Andrey"};
    for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++)
        rig_player(rig, NAMES[i]);
}

static const json_t *page_behind(struct rig *rig, const char *after)
{
    return rig_ask(rig_connect(rig), "{'op':'player.find','text':'an','after':'%s','limit':1}",
                   after);
}

static void assert_page(const json_t *reply, const char *name, bool more)
{
    assert_ok(reply);
    assert_string_equal(text_at(reply, "rows.0.name"), name);
    assert_int_equal(json_is_true(json_object_get(reply, "more")), more);
}

static void names_come_in_their_order_page_by_page(void **state)
{
    struct rig *rig = *state;
    four_come(rig);
    assert_page(rig_ask(rig_connect(rig), "{'op':'player.find','text':'AN','limit':1}"), "Andrey",
                true);
    assert_page(page_behind(rig, "ANDREY"), "Anna", true);
    assert_page(page_behind(rig, "Anna"), "Anton", false);
    const json_t *reply = page_behind(rig, "Anton");
    assert_ok(reply);
    assert_int_equal(json_array_size(json_object_get(reply, "rows")), 0);
}

static void pages_go_on_behind_who_is_gone_or_has_another_name(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    four_come(rig);
    assert_ok(rig_ask(local, "{'op':'mod.rename','name':'Andrey','to':'Zoya'}"));
    assert_page(page_behind(rig, "Andrey"), "Anna", true);
    struct rig_peer *anna = rig_connect(rig);
    assert_ok(rig_ask(anna, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}"));
    assert_ok(rig_ask(anna, "{'op':'auth.delete','password':'secret of Anna'}"));
    assert_page(page_behind(rig, "Anna"), "Anton", false);
    assert_page(page_behind(rig, "ana"), "Anton", false); /* nobody's ever */
}

static void what_can_be_no_name_at_all_is_a_bad_value(void **state)
{
    struct rig *rig = *state;
    const json_t *reply = page_behind(rig, "\\u00ad"); /* a soft hyphen: nothing is left of it */
    assert_code(reply, "bad_value");
    assert_string_equal(text_at(reply, "error.field"), "after");
    reply = rig_ask(rig_connect(rig), "{'op':'player.find','text':'\\u00ad'}");
    assert_ok(reply);
    assert_int_equal(json_array_size(json_object_get(reply, "rows")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(names_come_in_their_order_page_by_page),
        RIG_TEST(pages_go_on_behind_who_is_gone_or_has_another_name),
        RIG_TEST(what_can_be_no_name_at_all_is_a_bad_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
