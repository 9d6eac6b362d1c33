/* SPDX-License-Identifier: MIT */
/* Identity: guests, accounts, names, passwords and tokens. */
#include "tests/support/scene.h"
#include "tests/support/table.h"
#include "tests/support/wait.h"

#include <stdio.h>
#include <string.h>

#define REGISTER "auth.register", "{s:s, s:s}", "name"

static void register_refused(struct scene *scene, const char *code, const char *name,
                             const char *password)
{
    struct peer *peer = scene_stranger(scene, name);
    peer_refused(peer, code, REGISTER, name, "password", password);
    peer_close(peer);
}

static void register_works(struct scene *scene, const char *name, const char *password)
{
    struct peer *peer = scene_stranger(scene, name);
    json_t *reply = peer_ask(peer, REGISTER, name, "password", password);
    assert_string_equal(text_at(reply, "name"), name);
    assert_int_equal(strlen(text_at(reply, "token")), 64);
    peer_close(peer);
}

SCENE(a_name_works_in_any_case_and_is_shown_as_registered)
{
    scene_account(scene, "Anna-Maria");
    struct peer *again = scene_stranger(scene, "Anna again");
    json_t *reply = peer_ask(again, "auth.login", "{s:s, s:s}", "name", "ANNA-maria", "password",
                             SCENE_PASSWORD);
    assert_string_equal(text_at(reply, "name"), "Anna-Maria");
    assert_int_equal(count_at(reply, "rooms"), 0);
    json_t *page = peer_ask(again, "player.get", "{s:s}", "name", "anna-MARIA");
    assert_string_equal(text_at(page, "name"), "Anna-Maria");
    assert_false(bool_at(page, "guest"));
    assert_true(bool_at(page, "connected"));
    assert_int_equal(count_at(page, "ratings"), 0);
}

SCENE(a_taken_name_is_refused_in_every_disguise)
{
    scene_account(scene, "Coco11");
    register_refused(scene, "name_taken", "Coco11", SCENE_PASSWORD);
    register_refused(scene, "name_taken", "Coco11", "another password");
    register_refused(scene, "name_taken", "cOCO11", SCENE_PASSWORD);
    /* Fullwidth letters are the same after NFKC. */
    register_refused(scene, "name_taken", "\xef\xbc\xa3oco11", SCENE_PASSWORD);
    /* All four letters are Cyrillic. */
    register_refused(scene, "name_taken",
                     "\xd0\xa1\xd0\xbe\xd1\x81\xd0\xbe"
                     "11",
                     SCENE_PASSWORD);
    /* l looks like 1. */
    register_refused(scene, "name_taken", "Cocoll", SCENE_PASSWORD);
    register_works(scene, "Coco12", SCENE_PASSWORD);
}

SCENE(names_have_3_to_20_characters_of_one_script)
{
    static const char *const good[] = {"abc", "abcdefghijklmnopqrst", "x_1-y",
                                       "\xd0\x91\xd0\xbe\xd1\x80\xd0\xb8\xd1\x81", /* Boris */
                                       "\xc3\x89mile"};
    static const char *const bad[] = {
        "ab",
        "abcdefghijklmnopqrstu",
        "1abc",
        "_abc",
        "-abc",
        "a b c",
        "abc ",
        "a.b.c",
        "abc\xe2\x80\x8b",     /* a space without width */
        "\xd0\x90nna",         /* a Cyrillic A before Latin letters */
        "abc\xf0\x9f\x98\x80", /* a face */
        "ab\tc",
        "<b>",
        "../../etc",
        "abc'--",
    };
    for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
        register_works(scene, good[i], SCENE_PASSWORD);
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        register_refused(scene, "bad_name", bad[i], SCENE_PASSWORD);
}

SCENE(passwords_have_5_to_128_bytes)
{
    char longest[130];
    memset(longest, 'p', sizeof(longest));
    longest[129] = '\0';
    register_refused(scene, "bad_password", "Anna", "");
    register_refused(scene, "bad_password", "Anna", "1234");
    register_refused(scene, "bad_password", "Anna", longest);
    register_works(scene, "Anna", "x7-kl");
    longest[128] = '\0';
    register_works(scene, "Boris", longest);
    struct peer *boris = scene_stranger(scene, "Boris");
    longest[127] = '\0';
    peer_refused(boris, "wrong_credentials", "auth.login", "{s:s, s:s}", "name", "Boris",
                 "password", longest);
}

SCENE(wrong_password_and_unknown_name_say_the_same)
{
    scene_account(scene, "Anna");
    struct peer *thief = scene_stranger(scene, "a thief");
    json_t *wrong = peer_refused(thief, "wrong_credentials", "auth.login", "{s:s, s:s}", "name",
                                 "Anna", "password", "wrong password");
    thief = scene_stranger(scene, "another thief");
    json_t *unknown = peer_refused(thief, "wrong_credentials", "auth.login", "{s:s, s:s}", "name",
                                   "Nobody", "password", "wrong password");
    assert_true(json_equal(wrong, unknown));
    peer_refused(thief, "login_required", "room.open", "{s:s}", "variant", "classic");
}

/* One wrong password over a new connection. */
static const char *guess(struct scene *scene, const char *name)
{
    struct peer *thief = scene_stranger(scene, "a thief");
    json_t *answer = peer_answer(thief, peer_send(thief, "auth.login", "{s:s, s:s}", "name", name,
                                                  "password", "wrong password"));
    peer_close(thief);
    return text_at(answer, "error.code");
}

SCENE(guessing_passwords_costs_waiting)
{
    int guesses = 0;
    scene_account(scene, "Anna");
    while (strcmp(guess(scene, "Anna"), "wrong_credentials") == 0) {
        guesses++;
        assert_in_range(guesses, 1, 40);
    }
    assert_in_range(guesses, 21, 40); /* twenty are free where the account was logged in before */
    struct peer *anna = scene_stranger(scene, "Anna");
    json_t *error = peer_refused(anna, "rate_limited", "auth.login", "{s:s, s:s}", "name", "anna",
                                 "password", SCENE_PASSWORD);
    wait_as_told(int_at(error, "retry_after_ms"));
    scene_login(scene, "Anna");
}

SCENE(one_connection_logs_in_once)
{
    struct peer *anna = scene_account(scene, "Anna");
    scene_account(scene, "Boris");
    peer_refused(anna, "already_logged_in", "auth.guest", NULL);
    peer_refused(anna, "already_logged_in", REGISTER, "Vera", "password", SCENE_PASSWORD);
    peer_refused(anna, "already_logged_in", "auth.login", "{s:s, s:s}", "name", "Boris", "password",
                 SCENE_PASSWORD);
    peer_refused(anna, "already_logged_in", "auth.resume", "{s:s}", "token", peer_token(anna));
}

SCENE(a_guest_has_a_name_and_comes_back_with_the_token)
{
    struct peer *guest = scene_guest(scene);
    assert_true(strncmp(peer_name(guest), "guest-", 6) == 0);
    assert_int_equal(strlen(peer_token(guest)), 64);
    assert_string_not_equal(peer_name(guest), peer_name(scene_guest(scene)));
    peer_close(guest);
    struct peer *again = scene_stranger(scene, "the guest again");
    json_t *reply = peer_resume(again, peer_token(guest));
    assert_string_equal(text_at(reply, "name"), peer_name(guest));
    assert_true(bool_at(reply, "guest"));
    json_t *page = peer_ask(again, "player.get", NULL);
    assert_true(bool_at(page, "guest"));
}

SCENE(nobody_can_register_as_a_guest_who_is_there)
{
    struct peer *guest = scene_guest(scene);
    struct peer *thief = scene_stranger(scene, "a thief");
    json_t *answer = peer_answer(
        thief, peer_send(thief, REGISTER, peer_name(guest), "password", SCENE_PASSWORD));
    assert_true(has_at(answer, "error"));
}

SCENE(a_guest_who_registers_keeps_the_games)
{
    struct table table;
    struct peer *guest = scene_guest(scene);
    struct peer *boris = scene_account(scene, "Boris");
    table_open(&table, guest, boris, "mini", TABLE_UNRATED);
    table_play(&table, TABLE_MINI_FIRST_WINS);
    table_ended(&table, "first", "row");
    json_t *reply = peer_ask(guest, REGISTER, "Anna", "password", SCENE_PASSWORD);
    assert_string_equal(text_at(reply, "name"), "Anna");
    json_t *history = peer_ask(guest, "history.list", NULL);
    assert_string_equal(text_at(history, "name"), "Anna");
    assert_int_equal(count_at(history, "rows"), 1);
    assert_string_equal(text_at(history, "rows.0.game"), table.game);
    assert_string_equal(text_at(history, "rows.0.score"), "won");
    assert_false(bool_at(history, "rows.0.rated"));
    assert_int_equal(int_at(history, "rows.0.points"), 0);
    history = peer_ask(boris, "history.list", NULL);
    assert_string_equal(text_at(history, "rows.0.opponent"), "Anna");
    struct peer *again = scene_resume(scene, guest);
    assert_false(bool_at(peer_ask(again, "player.get", NULL), "guest"));
    peer_ask(scene_login(scene, "Anna"), "room.open", "{s:s, s:b, s:{s:s, s:I}}", "variant",
             "classic", "rated", 1, "clock", TABLE_DAYS);
}

SCENE(a_guest_in_a_game_registers_and_plays_on)
{
    struct table table;
    struct peer *guest = scene_guest(scene);
    table_open(&table, guest, scene_account(scene, "Boris"), "classic", TABLE_UNRATED);
    table_play(&table, "h8 a1 h9");
    peer_ask(guest, REGISTER, "Anna", "password", SCENE_PASSWORD);
    table_play(&table, "a2 h10 a3 h11 a4 h12");
    json_t *end = table_ended(&table, "first", "row");
    assert_int_equal(count_at(end, "changes"), 0);
    json_t *top = peer_ask(guest, "rating.top", "{s:s}", "variant", "classic");
    assert_int_equal(int_at(top, "total"), 0);
}

SCENE(a_guest_who_wants_a_taken_name_stays_a_guest)
{
    struct peer *guest = scene_guest(scene);
    scene_account(scene, "Anna");
    peer_refused(guest, "name_taken", REGISTER, "Anna", "password", SCENE_PASSWORD);
    json_t *page = peer_ask(guest, "player.get", NULL);
    assert_true(bool_at(page, "guest"));
    assert_string_equal(text_at(page, "name"), peer_name(guest));
    peer_ask(guest, REGISTER, "Vera", "password", SCENE_PASSWORD);
}

SCENE(logout_makes_the_token_worthless)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *elsewhere = scene_login(scene, "Anna");
    assert_string_not_equal(peer_token(anna), peer_token(elsewhere));
    peer_ask(anna, "auth.logout", NULL);
    peer_expect_end(anna);
    struct peer *thief = scene_stranger(scene, "a thief");
    peer_refused(thief, "bad_token", "auth.resume", "{s:s}", "token", peer_token(anna));
    peer_ask(elsewhere, "room.list", NULL);
    scene_resume(scene, elsewhere);
}

SCENE(a_logout_is_not_undone_by_a_crash)
{
    struct peer *anna = scene_account(scene, "Anna");
    peer_ask(anna, "auth.logout", NULL);
    scene_crash(scene);
    struct peer *thief = scene_stranger(scene, "a thief");
    peer_refused(thief, "bad_token", "auth.resume", "{s:s}", "token", peer_token(anna));
    scene_login(scene, "Anna");
}

SCENE(a_token_opens_only_its_owners_account)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    assert_string_equal(peer_name(scene_resume(scene, anna)), "Anna");
    assert_string_equal(peer_name(scene_resume(scene, boris)), "Boris");
    char forged[80];
    snprintf(forged, sizeof(forged), "%s", peer_token(anna));
    forged[63] = forged[63] == '0' ? '1' : '0';
    struct peer *thief = scene_stranger(scene, "a thief");
    peer_refused(thief, "bad_token", "auth.resume", "{s:s}", "token", forged);
    forged[63] = '\0';
    peer_refused(thief, "bad_token", "auth.resume", "{s:s}", "token", forged);
    peer_refused(thief, "bad_token", "auth.resume", "{s:s}", "token", "Anna");
    peer_refused(thief, "login_required", "room.open", "{s:s}", "variant", "classic");
}

SCENE(an_unknown_player_has_no_page)
{
    struct peer *stranger = scene_stranger(scene, "a stranger");
    peer_refused(stranger, "no_such_player", "player.get", "{s:s}", "name", "Nobody");
    peer_refused(stranger, "no_such_player", "history.list", "{s:s}", "name", "Nobody");
    peer_refused(stranger, "no_such_player", "rating.around", "{s:s, s:s}", "variant", "classic",
                 "name", "Nobody");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_name_works_in_any_case_and_is_shown_as_registered),
        SCENE_TEST(a_taken_name_is_refused_in_every_disguise),
        SCENE_TEST(names_have_3_to_20_characters_of_one_script),
        SCENE_TEST(passwords_have_5_to_128_bytes),
        SCENE_TEST(wrong_password_and_unknown_name_say_the_same),
        SCENE_TEST(guessing_passwords_costs_waiting),
        SCENE_TEST(one_connection_logs_in_once),
        SCENE_TEST(a_guest_has_a_name_and_comes_back_with_the_token),
        SCENE_TEST(nobody_can_register_as_a_guest_who_is_there),
        SCENE_TEST(a_guest_who_registers_keeps_the_games),
        SCENE_TEST(a_guest_in_a_game_registers_and_plays_on),
        SCENE_TEST(a_guest_who_wants_a_taken_name_stays_a_guest),
        SCENE_TEST(logout_makes_the_token_worthless),
        SCENE_TEST(a_logout_is_not_undone_by_a_crash),
        SCENE_TEST(a_token_opens_only_its_owners_account),
        SCENE_TEST(an_unknown_player_has_no_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
