/* SPDX-License-Identifier: MIT */
/* What may be said on servers whose operators allow everything, phrases only, or nothing. */
#include "proto/error.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

/* A table of Anna and Boris on a server with such a chat. */
struct evening {
    struct rig *rig;
    struct rig_table table;
};

static struct evening evening_with(int chat)
{
    struct core_options options = rig_options();
    options.chat = chat;
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *anna = rig_player(rig, "Anna");
    return (struct evening){rig, rig_table(anna, rig_player(rig, "Boris"), "mini", false)};
}

static const char *says(const struct evening *evening, const char *text)
{
    return rig_code(rig_ask(evening->table.first, "{'op':'room.say','room':'%s','text':'%s'}",
                            evening->table.room, text));
}

static const char *writes(const struct evening *evening, const char *text)
{
    return rig_code(
        rig_ask(evening->table.first, "{'op':'message.send','to':'Boris','text':'%s'}", text));
}

static void hello_tells_what_may_be_said(void **state)
{
    static const char *const words[] = {"on", "phrases", "off"};
    (void)state;
    for (int chat = 0; chat < CHAT_WORD_COUNT; chat++) {
        struct evening evening = evening_with(chat);
        const json_t *hello = rig_ask(evening.table.first, "{'op':'hello','protocol':3}");
        size_t phrases = chat == CHAT_WORD_PHRASES ? phrase_count() : 0;
        assert_string_equal(has_at(hello, "chat") ? text_at(hello, "chat") : "on", words[chat]);
        assert_int_equal(count_at(hello, "phrases"), phrases);
        if (phrases > 0)
            assert_string_equal(text_at(hello, "phrases.0.text"), "Hello!");
        rig_free(evening.rig);
    }
}

static void phrases_are_said_and_nothing_else(void **state)
{
    (void)state;
    struct evening evening = evening_with(CHAT_WORD_PHRASES);
    rig_forget_events(evening.table.second);
    assert_string_equal(says(&evening, "Well played!"), "");
    assert_string_equal(text_at(rig_expect(evening.table.second, "room.said"), "line.text"),
                        "Well played!");
    assert_string_equal(says(&evening, "Well played"), "only_phrases");
    assert_string_equal(writes(&evening, "Hello!"), "");
    assert_string_equal(writes(&evening, "Meet me outside"), "only_phrases");
    rig_check_world(evening.rig);
    rig_free(evening.rig);
}

static void moderators_say_what_they_like(void **state)
{
    (void)state;
    struct evening evening = evening_with(CHAT_WORD_OFF);
    assert_string_equal(says(&evening, "Hello!"), "chat_is_off");
    assert_string_equal(writes(&evening, "Hello!"), "chat_is_off");
    rig_give_role(evening.rig, "Anna", "moderator");
    assert_string_equal(says(&evening, "Five more minutes"), "");
    assert_string_equal(writes(&evening, "Five more minutes"), "");
    rig_free(evening.rig);
}

static void those_who_keep_order_can_be_written_to(void **state)
{
    (void)state;
    struct evening evening = evening_with(CHAT_WORD_OFF);
    rig_give_role(evening.rig, "Boris", "moderator");
    assert_string_equal(writes(&evening, "Somebody plays for me"), "");
    rig_give_role(evening.rig, "Boris", "player");
    assert_string_equal(writes(&evening, "Somebody plays for me"), "chat_is_off");
    rig_free(evening.rig);
}

static const char *tells_about(const struct evening *evening, const char *text)
{
    return rig_code(rig_ask(evening->table.first, "{'op':'profile.set','about':'%s'}", text));
}

static void a_profile_says_no_more_than_a_chat(void **state)
{
    (void)state;
    struct evening evening = evening_with(CHAT_WORD_PHRASES);
    assert_string_equal(tells_about(&evening, "Call me on 555 01 99"), "only_phrases");
    assert_string_equal(tells_about(&evening, "Hello!"), "");
    assert_string_equal(tells_about(&evening, ""), "");
    rig_free(evening.rig);
    evening = evening_with(CHAT_WORD_OFF);
    assert_string_equal(tells_about(&evening, "Hello!"), "chat_is_off");
    assert_string_equal(tells_about(&evening, ""), "");
    rig_free(evening.rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hello_tells_what_may_be_said),
        cmocka_unit_test(phrases_are_said_and_nothing_else),
        cmocka_unit_test(moderators_say_what_they_like),
        cmocka_unit_test(those_who_keep_order_can_be_written_to),
        cmocka_unit_test(a_profile_says_no_more_than_a_chat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
