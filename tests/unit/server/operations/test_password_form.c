/* SPDX-License-Identifier: MIT */
/* Passwords that keyboards write in several ways, and those that were stored before one form was.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>

static const json_t *login(struct rig *rig, const char *name, const char *password)
{
    return rig_ask(rig_connect(rig), "{'op':'auth.login','name':'%s','password':'%s'}", name,
                   password);
}

#define COMPOSED "sch\u00f6n-7"
#define DECOMPOSED "scho\u0308n-7"

/* Registered, changed and recovered in one form, proved in the other: each way round. */
static void a_password_is_the_same_however_it_is_composed(void **state)
{
    static const char *const forms[] = {COMPOSED, DECOMPOSED};
    for (size_t i = 0; i < 2; i++) {
        const char *other = forms[1 - i];
        struct rig_peer *peer = rig_connect(*state);
        struct rig_peer *back = rig_connect(*state);
        const json_t *reply =
            rig_ask(peer, "{'op':'auth.register','name':'Anna-%zu','password':'%s'}", i, forms[i]);
        assert_ok(reply);
        char code[40];
        snprintf(code, sizeof(code), "%s", text_at(reply, "recovery"));
        char name[] = {'A', 'n', 'n', 'a', '-', (char)('0' + i), '\0'};
        assert_ok(login(*state, name, other));
        assert_ok(rig_ask(peer, "{'op':'auth.password','old':'%s','new':'%s!'}", other, other));
        char changed[40];
        snprintf(changed, sizeof(changed), "%s!", forms[i]);
        assert_ok(login(*state, name, changed));
        assert_ok(rig_ask(rig_connect(*state),
                          "{'op':'auth.recover','name':'%s','code':'%s','password':'%s?'}", name,
                          code, forms[i]));
        snprintf(changed, sizeof(changed), "%s?", other);
        assert_ok(rig_ask(back, "{'op':'auth.login','name':'%s','password':'%s'}", name, changed));
        assert_ok(rig_ask(back, "{'op':'auth.recovery','password':'%s?'}", forms[i]));
        assert_ok(rig_ask(back, "{'op':'auth.delete','password':'%s'}", changed));
    }
}

/* Makes an account whose password is stored as these bytes. */
static void register_as_before(struct rig *rig, const char *name, const char *stored)
{
    struct rig_peer *peer = rig_connect(rig);
    rig->holds_work = true;
    int64_t id = rig_send(peer, "{'op':'auth.register','name':'%s','password':'x7-kl'}", name);
    rig_turn(rig);
    struct work *work = &rig->work[0].work;
    work_free(work);
    *work = work_copy(
        &(struct work){.kind = WORK_PASSWORD_HASH, .as.password_hash = {.password = stored}});
    rig->holds_work = false;
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_ok(rig_reply(peer, id));
}

/* An account from before: the bytes as they were typed then are stored. Whoever types them, or the
 * same letters in the other form, logs in, and the form takes their place. */
static void a_password_from_before_is_right_and_gets_its_form(void **state)
{
    static const struct {
        const char *stored;
        const char *typed;
    } rows[] = {{DECOMPOSED, DECOMPOSED},
                {DECOMPOSED, COMPOSED},
                {"\ufeffx7-kl", "\ufeffx7-kl"},
                {"one\u00a0two", "one\u00a0two"}};
    struct rig *rig = *state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char name[] = {'A', 'n', 'n', 'a', '-', (char)('0' + i), '\0'};
        register_as_before(rig, name, rows[i].stored);
        assert_code(login(rig, name, "x"), "wrong_credentials");
        size_t work = rig->work_started;
        assert_ok(login(rig, name, rows[i].typed));
        assert_int_equal(rig->work_started, work + 2); /* verified, hashed in its form */
        assert_ok(login(rig, name, rows[i].typed));
        assert_int_equal(rig->work_started, work + 3); /* it is stored */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_password_is_the_same_however_it_is_composed),
        RIG_TEST(a_password_from_before_is_right_and_gets_its_form),
    };
    return cmocka_run_group_tests_name("core password forms", tests, NULL, NULL);
}
