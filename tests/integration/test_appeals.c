/* SPDX-License-Identifier: MIT */
/*
 * Appeals as players and the operator have them: `penta appeal`, the refused login, `pentad admin`,
 * and that all of it is there after a crash.
 */
#include "tests/support/admin.h"
#include "tests/support/person.h"

#include <string.h>

SCENE(a_banned_player_answers_and_is_let_in_again)
{
    static struct said told;
    struct person carla;
    person_init(&carla, scene, "Carla");
    person_register(&carla);
    const char *const appeal[] = {
        "appeal", "--text", "it was my cat", "--password-file", carla.password_file, NULL};
    admin(scene, 0, "appeals", "No open appeals.");
    assert_int_equal(person_run(&carla, appeal, &told), 1);
    assert_string_equal(told.err, "penta: There is nothing of that kind to appeal against.\n");
    admin(scene, 0, "mute|Carla|good|insults", "Carla is muted for good.");
    admin(scene, 0, "ban|Carla|90m|insults", "Carla is banned until ");
    assert_int_equal(person_run(&carla, appeal, &told), 0);
    assert_non_null(strstr(told.out, "The moderators will read it"));
    assert_int_equal(person_run(&carla, appeal, &told), 1);
    assert_non_null(strstr(told.err, "You have appealed against this already"));
    assert_int_equal(person_run(&carla, PENTA("whoami"), &told), 1);
    assert_non_null(strstr(told.err, "You have appealed; there is no decision yet.\n"));
    admin(scene, 0, "appeals", "Carla answers this machine's ban until ");
    assert_non_null(strstr(said, "      reason: insults\n      it was my cat\n"));
    admin(scene, 1, "answer|1|upheld", "There is no open appeal with that number.");
    admin(scene, 0, "answer|2|upheld|it was", "is upheld; the mute or ban is lifted.");
    admin(scene, 1, "answer|2|upheld", "There is no open appeal with that number.");
    assert_int_equal(person_run(&carla, PENTA("whoami"), &told), 0);
    assert_non_null(strstr(told.out, "You can no longer write to others."));
    assert_int_equal(person_run(&carla, PENTA("memos"), &told), 0);
    assert_non_null(strstr(told.out, "upheld: the decision is lifted. it was\n"));
    assert_int_equal(person_run(&carla, appeal, &told), 0); /* against the mute */
    admin(scene, 0, "answer|1|dismissed", "The appeal of Carla is decided.");
    assert_int_equal(person_run(&carla, PENTA("memos"), &told), 0);
    assert_non_null(strstr(told.out, "reviewed; the decision stands.\n"));
    admin(scene, 0, "log|Carla", "(this machine): answer Carla (dismissed)");
}

SCENE(an_appeal_outlives_a_crash_and_its_verdict_lets_the_player_in)
{
    const char *login = "{s:s, s:s}";
    const char *appeal = "{s:s, s:s, s:s}";
    scene_account(scene, "Boris");
    admin(scene, 0, "ban|Boris|good|insults", "Boris is banned for good.");
    struct peer *boris = scene_stranger(scene, "Boris again");
    json_t *refused = peer_refused(boris, "banned", "auth.login", login, "name", "Boris",
                                   "password", SCENE_PASSWORD);
    assert_string_equal(text_at(refused, "appeal"), "possible");
    peer_refused(boris, "wrong_credentials", "auth.appeal", appeal, "name", "Boris", "password",
                 "wrong", "text", "my cat");
    peer_ask(boris, "auth.appeal", appeal, "name", "Boris", "password", SCENE_PASSWORD, "text",
             "my cat");
    scene_crash(scene);
    boris = scene_stranger(scene, "Boris once more");
    refused = peer_refused(boris, "banned", "auth.login", login, "name", "Boris", "password",
                           SCENE_PASSWORD);
    assert_string_equal(text_at(refused, "appeal"), "open");
    peer_refused(boris, "already_appealed", "auth.appeal", appeal, "name", "Boris", "password",
                 SCENE_PASSWORD, "text", "again");
    admin(scene, 0, "appeals", "Boris answers this machine's ban");
    admin(scene, 0, "answer|1|upheld", "is upheld; the mute or ban is lifted.");
    scene_crash(scene);
    boris = scene_stranger(scene, "Boris at last");
    peer_ask(boris, "auth.login", login, "name", "Boris", "password", SCENE_PASSWORD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_banned_player_answers_and_is_let_in_again),
        SCENE_TEST(an_appeal_outlives_a_crash_and_its_verdict_lets_the_player_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
