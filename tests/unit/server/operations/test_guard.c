/* SPDX-License-Identifier: MIT */
/*
 * The guard against guessing passwords, attacked: by one address, by five, by two hundred; at one
 * account and over many names. Neither the owner nor neighbours are locked out, and no more guesses
 * are looked at than a day has.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define IPV4 (UINT64_C(1) << 32)
#define HOME (IPV4 | 0xC0000201)      /* the owner's address */
#define SCHOOL (IPV4 | 0xC0000264)    /* the attacker's, and that of neighbours */
#define ABROAD (IPV4 | 0xC6336401)    /* where the owner never was */
#define ATTACKERS (IPV4 | 0xCB007100) /* and the following ones */
#define ROUND_MS 2000
#define ROUNDS 27 /* as when it was tried by hand */
#define CONNS 48
#define BEATS 6 /* a connection may log in 5 times a minute */
#define MINUTE_MS INT64_C(60000)
#define DAY_MS (INT64_C(24) * 60 * MINUTE_MS)

static int set_up(void **state)
{
    struct core_options options = rig_options();
    options.players_per_address = 20;
    options.allowances = 4096;
    options.login_ms = 2 * DAY_MS;
    options.idle_ms = 2 * DAY_MS;
    struct rig *rig = rig_new_with(&options);
    rig_pass(rig, DAY_MS - rig->now.wall_ms % DAY_MS); /* a day begins */
    *state = rig;
    return 0;
}

#define GUARD_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, rig_teardown)

/* ------------------------------------------------------------------ people */

static struct rig_peer *register_from(struct rig *rig, uint64_t network, const char *name)
{
    struct rig_peer *peer = rig_connect_from_network(rig, network);
    const json_t *reply =
        rig_ask(peer, "{'op':'auth.register','name':'%s','password':'x7-kl'}", name);
    assert_ok(reply);
    snprintf(peer->token, sizeof(peer->token), "%s", text_at(reply, "token"));
    return peer;
}

/* The answer to a login over a connection of its own, which goes. */
static const char *log_in(struct rig *rig, uint64_t network, const char *name, const char *device)
{
    struct rig_peer *peer = rig_connect_from_network(rig, network);
    const json_t *reply =
        device == NULL
            ? rig_ask(peer, "{'op':'auth.login','name':'%s','password':'x7-kl'}", name)
            : rig_ask(peer, "{'op':'auth.login','name':'%s','password':'x7-kl','device':'%s'}",
                      name, device);
    rig_hang_up(peer);
    rig_turn(rig);
    return rig_code(reply);
}

static const json_t *guess(struct rig_peer *peer, const char *name)
{
    return rig_ask(peer, "{'op':'auth.login','name':'%s','password':'wrong'}", name);
}

struct attack {
    struct rig *rig;
    struct rig_peer *conns[200];
    size_t count;
};

/* Connections from so many addresses. */
static struct attack attack_from(struct rig *rig, size_t addresses, size_t conns)
{
    struct attack attack = {.rig = rig, .count = conns};
    for (size_t i = 0; i < conns; i++)
        attack.conns[i] = rig_connect_from_network(rig, ATTACKERS + i % addresses);
    return attack;
}

/* Each guesses as often as a connection may. */
static void attack_go_on(struct attack *attack, size_t round, const char *name)
{
    for (size_t i = 0; i < attack->count; i++)
        if (i % BEATS == round % BEATS)
            rig_send(attack->conns[i], "{'op':'auth.login','name':'%s','password':'no%zu'}", name,
                     round);
    rig_turn(attack->rig);
}

/* ------------------------------------------------------------------ one account */

/* The owner logs in with the device and from abroad, in the middle of the attack. */
static void attack_one_account(struct rig *rig, size_t addresses)
{
    struct rig_peer *anna = register_from(rig, HOME, "Anna");
    struct attack attack = attack_from(rig, addresses, addresses > CONNS ? addresses : CONNS);
    size_t in = 0;
    size_t work = rig->work_started;
    for (size_t round = 0; round < 30; round++) { /* a minute before */
        attack_go_on(&attack, round, "Anna");
        rig_pass(rig, ROUND_MS);
    }
    for (size_t round = 0; round < ROUNDS; round++) {
        attack_go_on(&attack, round, "Anna");
        in += log_in(rig, ABROAD, "Anna", anna->token)[0] == '\0' ? 1 : 0;
        rig_pass(rig, ROUND_MS);
    }
    assert_int_equal(in, ROUNDS);
    assert_in_range(rig->work_started - work - in, 1, 100);
    /* And who is logged in changes the password meanwhile. */
    attack_go_on(&attack, 0, "Anna");
    assert_ok(rig_ask(anna, "{'op':'auth.password','old':'x7-kl','new':'y8-mn'}"));
}

static void one_address_does_not_lock_the_owner_out(void **state)
{
    attack_one_account(*state, 1);
}

static void five_addresses_do_not_lock_the_owner_out(void **state)
{
    attack_one_account(*state, 5);
}

static void two_hundred_addresses_do_not_lock_the_owner_out(void **state)
{
    attack_one_account(*state, 200);
}

/* Every minute for a day, and for another one; the server is killed at noon. */
static void a_day_has_a_hundred_guesses_however_many_addresses_there_are(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HOME, "Anna");
    for (int day = 0; day < 2; day++) {
        size_t work = rig->work_started;
        struct attack attack = attack_from(rig, 150, 150);
        for (size_t hour = 0; hour < 24; hour++) {
            if (hour == 12 && day == 0) {
                rig_restart(rig);
                attack = attack_from(rig, 10, 10); /* and from addresses that are not counted yet */
                for (size_t i = 0; i < attack.count; i++)
                    attack.conns[i] = rig_connect_from_network(rig, ABROAD + i);
            }
            for (size_t i = 0; i < attack.count; i++)
                rig_send(attack.conns[i], "{'op':'auth.login','name':'Anna','password':'no'}");
            rig_pass(rig, 60 * MINUTE_MS);
        }
        assert_in_range(rig->work_started - work, 90, 100);
        for (size_t i = 0; i < attack.count; i++)
            rig_hang_up(attack.conns[i]);
        rig_turn(rig);
    }
}

/* A stranger's address has a small part of them, so that one cannot use up all. */
static void one_address_has_a_small_part_of_a_days_guesses(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HOME, "Anna");
    struct attack attack = attack_from(rig, 1, CONNS);
    size_t work = rig->work_started;
    for (size_t i = 0; i < CONNS; i++) {
        guess(attack.conns[i], "Anna");
        rig_pass(rig, 2 * MINUTE_MS);
    }
    assert_int_equal(rig->work_started - work, 10);
    assert_string_equal(log_in(rig, ABROAD, "Anna", NULL), ""); /* from another address */
}

/* All at once: before any of them was looked at. */
static void guesses_that_arrive_together_are_counted_as_they_arrive(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HOME, "Anna");
    struct attack attack = attack_from(rig, 1, CONNS);
    rig->holds_work = true;
    for (size_t i = 0; i < CONNS; i++)
        rig_send(attack.conns[i], "{'op':'auth.login','name':'Anna','password':'no'}");
    rig_turn(rig);
    assert_int_equal(rig->work_count, 6); /* five, and the one that begins the wait */
    rig->holds_work = false;
    rig_turn(rig);
}

/* ------------------------------------------------------------------ neighbours */

/* Passwords for ever new names, from a school, in which Vera was logged in before. */
static void neighbours_of_an_attacker_log_in(void **state)
{
    struct rig *rig = *state;
    register_from(rig, SCHOOL, "Vera");
    register_from(rig, HOME, "Anna");
    struct rig_peer *attackers[CONNS];
    size_t tried = 0;
    size_t work = rig->work_started;
    size_t in = 0;
    for (size_t i = 0; i < CONNS; i++)
        attackers[i] = rig_connect_from_network(rig, SCHOOL);
    for (int round = 0; round < 38; round++) {
        char name[16];
        for (int i = 0; i < 8; i++) {
            snprintf(name, sizeof(name), "name%c%zu", 'a' + i, tried++);
            guess(attackers[(size_t)(8 * round + i) % CONNS], name);
        }
        in += log_in(rig, SCHOOL, "Vera", NULL)[0] == '\0' ? 1 : 0;
        rig_pass(rig, ROUND_MS);
    }
    assert_int_equal(in, 38);
    /* 2 an hour for each of 20 players, who knows the school or not. */
    assert_in_range(rig->work_started - work - in, 40, 42);
    assert_string_equal(log_in(rig, SCHOOL, "Anna", NULL), "rate_limited");
    assert_string_equal(log_in(rig, HOME, "Anna", NULL), "");
}

#define PUPILS 20
#define WRONG 361 /* as when it was tried */

/* A class registered at the school, and one machine there tries wrong passwords for all of it. */
static void class_and_attacker(struct rig *rig, size_t wrong)
{
    struct attack attack = {.rig = rig, .count = 100};
    char name[16];
    for (int i = 0; i < PUPILS; i++) {
        snprintf(name, sizeof(name), "Pupil%c", 'a' + i);
        rig_hang_up(register_from(rig, SCHOOL, name));
    }
    for (size_t i = 0; i < attack.count; i++)
        attack.conns[i] = rig_connect_from_network(rig, SCHOOL);
    for (size_t i = 0; i < wrong; i++) {
        snprintf(name, sizeof(name), "Pupil%c", 'a' + (int)(i % PUPILS));
        guess(attack.conns[i % attack.count], name);
        rig_pass(rig, 110000 / WRONG);
    }
}

static void a_class_logs_in_behind_the_address_of_an_attacker(void **state)
{
    struct rig *rig = *state;
    char name[16];
    class_and_attacker(rig, WRONG);
    for (int i = 0; i < PUPILS; i++) {
        snprintf(name, sizeof(name), "Pupil%c", 'a' + i);
        assert_string_equal(log_in(rig, SCHOOL, name, NULL), "");
    }
    rig_restart(rig); /* who is known where is stored */
    assert_string_equal(log_in(rig, SCHOOL, "Pupila", NULL), "");
}

/* Neither there without an end, nor at the expense of what others may guess elsewhere. */
static void where_the_account_was_a_day_has_a_hundred_guesses_too(void **state)
{
    struct rig *rig = *state;
    register_from(rig, SCHOOL, "Vera");
    size_t work = rig->work_started;
    for (int i = 0; i < 200; i++) {
        struct rig_peer *peer = rig_connect_from_network(rig, SCHOOL);
        guess(peer, "Vera");
        rig_hang_up(peer);
        rig_pass(rig, MINUTE_MS);
    }
    assert_int_equal(rig->work_started - work, 100);
    assert_string_equal(log_in(rig, SCHOOL, "Vera", NULL), "rate_limited");
    assert_string_equal(log_in(rig, ABROAD, "Vera", NULL), "");
    rig_pass(rig, DAY_MS);
    assert_string_equal(log_in(rig, SCHOOL, "Vera", NULL), "");
}

/* Six wrong passwords for each of eight names are eight names, of the forty that an address has. */
static void a_name_counts_once_for_an_address_however_often_it_is_tried(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HOME, "Boris");
    struct attack attack = attack_from(rig, 1, CONNS);
    for (size_t i = 0; i < CONNS; i++) {
        char name[16];
        snprintf(name, sizeof(name), "name%c", 'a' + (int)(i % 8));
        assert_code(guess(attack.conns[i], name), "wrong_credentials");
    }
    assert_string_equal(log_in(rig, ATTACKERS, "Boris", NULL), "");
}

/* ------------------------------------------------------------------ devices */

static void use_up_the_day(struct rig *rig, const char *name)
{
    struct attack attack = attack_from(rig, 30, 60);
    for (size_t round = 0; round < 12; round++) {
        attack_go_on(&attack, round, name);
        attack_go_on(&attack, round + 3, name);
        rig_pass(rig, MINUTE_MS);
    }
    assert_string_equal(log_in(rig, ABROAD, name, NULL), "rate_limited");
}

static void a_device_is_known_after_a_logout(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = register_from(rig, HOME, "Anna");
    assert_ok(rig_ask(anna, "{'op':'auth.logout'}"));
    use_up_the_day(rig, "Anna");
    assert_string_equal(log_in(rig, ABROAD, "Anna", anna->token), "");
    rig_restart(rig);
    assert_string_equal(log_in(rig, ABROAD + 1, "Anna", NULL), "rate_limited");
    assert_string_equal(log_in(rig, ABROAD + 1, "Anna", anna->token), "");
}

static void a_device_is_none_of_another_account(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *boris = register_from(rig, HOME, "Boris");
    register_from(rig, HOME, "Anna");
    use_up_the_day(rig, "Anna");
    assert_string_equal(log_in(rig, ABROAD, "Anna", boris->token), "rate_limited");
    assert_string_equal(log_in(rig, ABROAD, "Anna", "no token"), "rate_limited");
}

static void a_change_of_the_password_makes_devices_unknown(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = register_from(rig, HOME, "Anna");
    struct rig_peer *thief = rig_resume(rig, anna->token);
    struct rig_peer *phone = rig_connect_from_network(rig, HOME);
    const json_t *reply = rig_ask(phone, "{'op':'auth.login','name':'Anna','password':'x7-kl'}");
    char token[80];
    snprintf(token, sizeof(token), "%s", text_at(reply, "token"));
    assert_ok(rig_ask(thief, "{'op':'auth.logout'}"));
    assert_ok(rig_ask(phone, "{'op':'auth.password','old':'x7-kl','new':'x7-kl'}"));
    use_up_the_day(rig, "Anna");
    assert_string_equal(log_in(rig, ABROAD, "Anna", anna->token), "rate_limited");
    assert_string_equal(log_in(rig, ABROAD, "Anna", token), "");
}

/* Whoever has stolen a token has few guesses. */
static void a_device_has_a_few_guesses_of_its_own(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = register_from(rig, HOME, "Anna");
    size_t work = rig->work_started;
    for (int i = 0; i < 60; i++) {
        struct rig_peer *thief = rig_connect_from_network(rig, ATTACKERS + (unsigned)i);
        rig_ask(thief, "{'op':'auth.login','name':'Anna','password':'wrong','device':'%s'}",
                anna->token);
        rig_hang_up(thief);
        rig_pass(rig, 2 * MINUTE_MS);
    }
    assert_int_equal(rig->work_started - work, 20);
    assert_string_equal(log_in(rig, ABROAD, "Anna", NULL), ""); /* without it, as a stranger */
}

/* Nobody else can be in the way of who is logged in, but a thief of the token is slowed down. */
static void who_is_logged_in_has_guesses_of_their_own(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = register_from(rig, HOME, "Anna");
    use_up_the_day(rig, "Anna");
    for (int i = 0; i < 6; i++) {
        rig_pass(rig, 12000);
        assert_code(
            rig_ask(anna, "{'op':'%s','password':'wrong'}", i % 2 ? "auth.delete" : "auth.confirm"),
            "wrong_credentials");
    }
    assert_code(
        rig_ask(rig_resume(rig, anna->token), "{'op':'auth.password','old':'x7-kl','new':'y8-mn'}"),
        "rate_limited");
    rig_pass(rig, 1000);
    assert_ok(rig_ask(rig_resume(rig, anna->token),
                      "{'op':'auth.password','old':'x7-kl','new':'y8-mn'}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        GUARD_TEST(one_address_does_not_lock_the_owner_out),
        GUARD_TEST(five_addresses_do_not_lock_the_owner_out),
        GUARD_TEST(two_hundred_addresses_do_not_lock_the_owner_out),
        GUARD_TEST(a_day_has_a_hundred_guesses_however_many_addresses_there_are),
        GUARD_TEST(one_address_has_a_small_part_of_a_days_guesses),
        GUARD_TEST(guesses_that_arrive_together_are_counted_as_they_arrive),
        GUARD_TEST(neighbours_of_an_attacker_log_in),
        GUARD_TEST(a_class_logs_in_behind_the_address_of_an_attacker),
        GUARD_TEST(where_the_account_was_a_day_has_a_hundred_guesses_too),
        GUARD_TEST(a_name_counts_once_for_an_address_however_often_it_is_tried),
        GUARD_TEST(a_device_is_known_after_a_logout),
        GUARD_TEST(a_device_is_none_of_another_account),
        GUARD_TEST(a_change_of_the_password_makes_devices_unknown),
        GUARD_TEST(a_device_has_a_few_guesses_of_its_own),
        GUARD_TEST(who_is_logged_in_has_guesses_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
