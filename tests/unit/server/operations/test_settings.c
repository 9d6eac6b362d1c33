/* SPDX-License-Identifier: MIT */
/* Choices of players: settings on every device, the profile, takebacks that are allowed. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define SET(words) "{'op':'settings.set','settings':{" words "}}"

static const char *chosen(struct rig_peer *peer, const char *path)
{
    return text_at(rig_ask(peer, "{'op':'settings.get'}"), path);
}

/* ------------------------------------------------------------------ settings */

static void at_first_everything_is_as_the_table_says(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    const json_t *settings = rig_ask(guest, "{'op':'settings.get'}");
    assert_string_equal(text_at(settings, "settings.theme"), "wood");
    assert_string_equal(text_at(settings, "settings.sound"), "on");
    assert_string_equal(text_at(settings, "settings.allow_takeback"), "off");
    assert_string_equal(text_at(settings, "settings.messages_from"), "everyone");
}

static void what_is_left_out_stays(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    assert_ok(rig_ask(anna, SET("'theme':'night','sound':'off'")));
    const json_t *reply = rig_ask(anna, SET("'theme':'paper'"));
    assert_string_equal(text_at(reply, "settings.theme"), "paper");
    assert_string_equal(text_at(reply, "settings.sound"), "off");
    assert_string_equal(text_at(reply, "settings.language"), "auto");
    rig_restart(*state);
    struct rig_peer *back = rig_resume(*state, anna->token);
    assert_string_equal(chosen(back, "settings.theme"), "paper");
    assert_string_equal(chosen(back, "settings.sound"), "off");
}

static void a_word_that_is_none_changes_nothing(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    const json_t *reply = rig_ask(anna, SET("'theme':'night','sound':'loud'"));
    assert_code(reply, "bad_value");
    assert_string_equal(chosen(anna, "settings.theme"), "wood");
}

static void all_devices_are_told_and_nobody_else(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *phone = rig_resume(*state, anna->token);
    struct rig_peer *boris = rig_player(*state, "Boris");
    assert_ok(rig_ask(anna, SET("'pieces':'stones'")));
    const json_t *changed = rig_expect(phone, "settings.changed");
    assert_string_equal(text_at(changed, "settings.pieces"), "stones");
    assert_string_equal(text_at(changed, "settings.theme"), "wood");
    rig_expect(anna, "settings.changed");
    assert_int_equal(rig_event_count(boris), 0);
}

static void choosing_what_is_chosen_already_writes_and_tells_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_resume(rig, anna->token);
    size_t batches = rig->store->batches;
    assert_ok(rig_ask(anna, SET("'theme':'wood'")));
    assert_ok(rig_ask(anna, "{'op':'profile.set','about':' \\u200b\\u2003'}"));
    assert_int_equal(rig->store->batches, batches);
    assert_int_equal(rig_event_count(phone), 0);
}

static void a_choice_that_is_not_stored_is_taken_back(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_ok(rig_ask(anna, SET("'theme':'night'")));
    rig->store->fails_batches = true;
    assert_code(rig_ask(anna, SET("'theme':'paper'")), "storage_unavailable");
    assert_string_equal(chosen(anna, "settings.theme"), "night");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_ok(rig_ask(anna, SET("'sound':'off'")));
    assert_string_equal(chosen(anna, "settings.theme"), "night");
}

static void a_guest_who_registers_keeps_the_choice(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    assert_ok(rig_ask(guest, SET("'theme':'contrast'")));
    assert_ok(rig_ask(guest, "{'op':'auth.register','name':'Anna','password':'x7-kl'}"));
    rig_restart(*state);
    struct rig_peer *peer = rig_connect(*state);
    assert_ok(rig_ask(peer, "{'op':'auth.login','name':'Anna','password':'x7-kl'}"));
    assert_string_equal(chosen(peer, "settings.theme"), "contrast");
}

/* ------------------------------------------------------------------ profile */

static void a_profile_is_on_the_page_until_it_is_taken_away(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    const json_t *page = rig_ask(boris, "{'op':'player.get','name':'Anna'}");
    assert_false(has_at(page, "about"));
    assert_false(has_at(page, "country"));
    assert_false(has_at(page, "role"));
    assert_false(has_at(page, "deleted"));
    const json_t *reply =
        rig_ask(anna, "{'op':'profile.set','about':'a\\nb\\u0085c','country':'KZ'}");
    assert_string_equal(text_at(reply, "about"), "a b c");
    page = rig_ask(boris, "{'op':'player.get','name':'Anna'}");
    assert_string_equal(text_at(page, "about"), "a b c");
    assert_string_equal(text_at(page, "country"), "KZ");
    assert_ok(rig_ask(anna, "{'op':'profile.set','country':''}"));
    rig_restart(*state);
    page = rig_ask(rig_connect(*state), "{'op':'player.get','name':'Anna'}");
    assert_string_equal(text_at(page, "about"), "a b c");
    assert_false(has_at(page, "country"));
}

static void a_country_is_one_of_the_list(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    const char *const wrong[] = {"XX", "kz", "K", "A ", " A"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const json_t *reply =
            rig_ask(anna, "{'op':'profile.set','about':'x','country':'%s'}", wrong[i]);
        assert_code(reply, "bad_country");
        assert_string_equal(text_at(reply, "error.field"), "country");
        rig_pass(*state, 10000);
    }
    assert_false(has_at(rig_ask(anna, "{'op':'player.get'}"), "about"));
    const char *const right[] = {"AD", "RU", "ZW"};
    for (size_t i = 0; i < 3; i++) {
        assert_ok(rig_ask(anna, "{'op':'profile.set','country':'%s'}", right[i]));
        rig_pass(*state, 10000);
    }
}

static void who_is_muted_may_only_take_the_words_away(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *local = rig_connect_locally(*state);
    assert_ok(rig_ask(anna, "{'op':'profile.set','about':'plays'}"));
    assert_ok(rig_ask(local, "{'op':'mod.mute','name':'Anna','minutes':9,'reason':'insults'}"));
    const json_t *reply = rig_ask(anna, "{'op':'profile.set','about':'hi','country':'KZ'}");
    assert_code(reply, "muted");
    assert_string_equal(text_at(reply, "error.reason"), "insults");
    reply = rig_ask(anna, "{'op':'player.get'}");
    assert_string_equal(text_at(reply, "about"), "plays");
    assert_false(has_at(reply, "country"));
    assert_ok(rig_ask(anna, "{'op':'profile.set','country':'KZ'}"));
    assert_ok(rig_ask(anna, "{'op':'profile.set','about':''}"));
    assert_false(has_at(rig_ask(anna, "{'op':'player.get'}"), "about"));
    rig_pass(*state, INT64_C(9) * 60 * 1000);
    assert_ok(rig_ask(anna, "{'op':'profile.set','about':'hi'}"));
}

static void guests_have_no_profile(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    assert_code(rig_ask(guest, "{'op':'profile.set','about':'x'}"), "account_required");
}

/* ------------------------------------------------------------------ takebacks */

static const json_t *ask_back(struct rig_peer *peer, const char *game)
{
    return rig_ask(peer, "{'op':'game.takeback','game':'%s'}", game);
}

static void an_allowed_takeback_is_granted_at_once_and_both_are_told(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_table table = rig_table(anna, boris, "classic", true);
    assert_ok(rig_ask(boris, SET("'allow_takeback':'on'")));
    rig_play(&table, "h8 i9 h7");
    rig_forget_events(anna);
    rig_forget_events(boris);
    const json_t *reply = ask_back(anna, table.game);
    assert_true(bool_at(reply, "taken"));
    assert_int_equal(int_at(reply, "ply"), 2);
    struct rig_peer *const both[] = {anna, boris};
    for (size_t i = 0; i < 2; i++) {
        rig_expect(both[i], "game.takeback_asked");
        rig_expect(both[i], "game.taken_back");
        assert_int_equal(rig_event_count(both[i]), 0);
    }
    rig_check_world(*state);
}

static void only_the_first_one_of_a_game_is_granted_unasked(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_table table = rig_table(anna, boris, "classic", true);
    assert_ok(rig_ask(boris, SET("'allow_takeback':'on'")));
    rig_play(&table, "h8 i9 h7");
    assert_true(bool_at(ask_back(anna, table.game), "taken"));
    assert_ok(rig_move(anna, table.game, 2, "h7"));
    assert_false(bool_at(ask_back(anna, table.game), "taken"));
}

static void who_did_not_allow_it_is_asked(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_table table = rig_table(anna, boris, "classic", true);
    assert_ok(rig_ask(anna, SET("'allow_takeback':'on'")));
    rig_play(&table, "h8 i9 h7");
    assert_false(bool_at(ask_back(anna, table.game), "taken"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(at_first_everything_is_as_the_table_says),
        RIG_TEST(what_is_left_out_stays),
        RIG_TEST(a_word_that_is_none_changes_nothing),
        RIG_TEST(all_devices_are_told_and_nobody_else),
        RIG_TEST(choosing_what_is_chosen_already_writes_and_tells_nothing),
        RIG_TEST(a_choice_that_is_not_stored_is_taken_back),
        RIG_TEST(a_guest_who_registers_keeps_the_choice),
        RIG_TEST(a_profile_is_on_the_page_until_it_is_taken_away),
        RIG_TEST(a_country_is_one_of_the_list),
        RIG_TEST(who_is_muted_may_only_take_the_words_away),
        RIG_TEST(guests_have_no_profile),
        RIG_TEST(an_allowed_takeback_is_granted_at_once_and_both_are_told),
        RIG_TEST(only_the_first_one_of_a_game_is_granted_unasked),
        RIG_TEST(who_did_not_allow_it_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
