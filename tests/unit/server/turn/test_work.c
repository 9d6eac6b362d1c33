/* SPDX-License-Identifier: MIT */
/*
 * Work for the workers: what becomes of it when nobody waits for it any more, and how much of it
 * one address may have. What is asked for by each op is in that op's tests.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define HERE "192.0.2.1"
#define ELSEWHERE "198.51.100.1"
#define WRONG_LOGIN "{'op':'auth.login','name':'Nobody','password':'wrong one'}"
#define RIGHT_LOGIN "{'op':'auth.login','name':'Anna','password':'secret of Anna'}"
#define CHANGE "{'op':'auth.password','old':'secret of Anna','new':'another one'}"

static int64_t begin(struct rig_peer *peer, const char *request)
{
    int64_t id = rig_send(peer, "%s", request);
    rig_turn(peer->rig);
    return id;
}

/* ------------------------------------------------------------------ those who are gone */

static void work_of_who_hung_up_is_dropped(void **state)
{
    static const char *const requests[] = {
        WRONG_LOGIN, RIGHT_LOGIN, "{'op':'auth.register','name':'Boris','password':'x7-kl'}"};
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    rig->holds_work = true;
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        struct rig_peer *peer = rig_connect(rig);
        begin(peer, requests[i]);
        assert_int_equal(rig->work_count, 1);
        rig_hang_up(peer);
        assert_int_equal(rig->work_count, 0);
    }
    rig->holds_work = false;
    assert_ok(rig_ask(rig_connect(rig), RIGHT_LOGIN));
    rig_player(rig, "Boris");
}

static void work_of_others_stays(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    rig->holds_work = true;
    struct rig_peer *gone = rig_connect(rig);
    struct rig_peer *anna = rig_connect(rig);
    begin(gone, WRONG_LOGIN);
    int64_t id = begin(anna, RIGHT_LOGIN);
    rig_hang_up(gone);
    assert_int_equal(rig->work_count, 1);
    rig->holds_work = false;
    rig_turn(rig);
    assert_ok(rig_reply(anna, id));
}

/* Work that an account asked for and nobody waits for is as if it had never been asked for. */
static void a_player_who_hung_up_may_do_it_again(void **state)
{
    static const char *const requests[] = {CHANGE,
                                           "{'op':'auth.delete','password':'secret of Anna'}",
                                           "{'op':'photo.set','image':'first'}"};
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        struct rig_peer *phone = rig_resume(rig, anna->token);
        rig->holds_work = true;
        begin(phone, requests[i]);
        assert_int_equal(rig->work_count, 1);
        rig_hang_up(phone);
        assert_int_equal(rig->work_count, 0);
        rig->holds_work = false;
        rig_pass(rig, 60000); /* the rates */
    }
    rig_check_world(rig);
    assert_ok(rig_ask(anna, CHANGE));
}

/* The second half of a change: the old password was right already. */
static void a_change_that_waits_for_its_new_hash_is_dropped(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_resume(rig, anna->token);
    rig->holds_work = true;
    begin(phone, CHANGE);
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_int_equal(rig->work[0].work.kind, WORK_PASSWORD_HASH);
    rig_hang_up(phone);
    assert_int_equal(rig->work_count, 0);
    rig->holds_work = false;
    assert_ok(rig_ask(anna, CHANGE));
}

static void a_reset_that_nobody_waits_for_is_dropped(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    rig->holds_work = true;
    begin(local, "{'op':'mod.reset_password','name':'Anna'}");
    assert_int_equal(rig->work_count, 1);
    rig_hang_up(local);
    assert_int_equal(rig->work_count, 0);
    rig->holds_work = false;
    assert_ok(rig_ask(rig_connect(rig), RIGHT_LOGIN));
}

/* Nothing was found out, so nothing counts: what was begun does (operations/test_auth.c). */
static void dropped_logins_are_no_wrong_passwords(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    rig->holds_work = true;
    for (int i = 0; i < 40; i++) { /* 30 are free */
        struct rig_peer *peer = rig_connect(rig);
        begin(peer, "{'op':'auth.login','name':'Anna','password':'wrong one'}");
        rig_hang_up(peer);
    }
    rig->holds_work = false;
    assert_ok(rig_ask(rig_connect(rig), RIGHT_LOGIN));
}

static void who_hangs_up_while_the_store_is_asked_is_not_hashed(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *gone = rig_connect(rig);
    struct rig_peer *phone = rig_resume(rig, anna->token);
    size_t work = rig->work_started;
    rig_send(gone, WRONG_LOGIN);
    rig_send(phone, CHANGE);
    rig_hang_up(gone);
    rig_hang_up(phone);
    rig_turn(rig);
    assert_int_equal(rig->work_started, work);
    assert_ok(rig_ask(anna, CHANGE));
}

/* The account's, not the connection's: its login succeeded. */
static void a_weak_hash_is_made_anew_though_nobody_is_there(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    rig->hash_version = 2;
    rig->holds_work = true;
    struct rig_peer *peer = rig_connect(rig);
    int64_t id = begin(peer, RIGHT_LOGIN);
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_ok(rig_reply(peer, id));
    rig_hang_up(peer);
    assert_int_equal(rig->work_count, 1);
    assert_int_equal(rig->work[0].work.kind, WORK_PASSWORD_REHASH);
    rig->holds_work = false;
    rig_turn(rig);
    size_t work = rig->work_started;
    assert_ok(rig_ask(rig_connect(rig), RIGHT_LOGIN));
    assert_int_equal(rig->work_started, work + 1); /* verified: the new hash is stored */
}

/* ------------------------------------------------------------------ the share of an address */

static struct rig *rig_with_share(size_t share)
{
    struct core_options options = rig_options();
    options.passwords_per_address = share;
    return rig_new_with(&options);
}

static void an_address_has_a_share_of_the_workers(void **state)
{
    struct rig *rig = rig_with_share(2);
    (void)state;
    rig_player(rig, "Anna");
    rig->holds_work = true;
    struct rig_peer *third = rig_connect_from(rig, HERE);
    begin(rig_connect_from(rig, HERE), WRONG_LOGIN);
    begin(rig_connect_from(rig, HERE), "{'op':'auth.register','name':'Dora','password':'x7-kl'}");
    const json_t *refusal = rig_ask(third, RIGHT_LOGIN);
    assert_code(refusal, "address_busy");
    assert_int_equal(int_at(refusal, "error.retry_after_ms"), 1000);
    refusal = rig_ask(third, "{'op':'auth.register','name':'Carla','password':'x7-kl'}");
    assert_code(refusal, "address_busy");
    assert_int_equal(int_at(refusal, "error.retry_after_ms"), 1000);
    struct rig_peer *anna = rig_connect_from(rig, ELSEWHERE);
    int64_t id = begin(anna, RIGHT_LOGIN);
    assert_int_equal(rig->work_count, 3);
    rig_work_finish(rig, 0, false);
    rig_turn(rig);
    int64_t again = begin(third, RIGHT_LOGIN);
    rig->holds_work = false;
    rig_turn(rig);
    assert_ok(rig_reply(anna, id));
    assert_ok(rig_reply(third, again));
    rig_free(rig);
}

/* A job that has begun takes a worker, whether or not somebody waits for it. */
static void hanging_up_gives_back_what_was_not_begun(void **state)
{
    struct rig *rig = rig_with_share(2);
    (void)state;
    rig->holds_work = true;
    struct rig_peer *begun = rig_connect_from(rig, HERE);
    struct rig_peer *waiting = rig_connect_from(rig, HERE);
    begin(begun, WRONG_LOGIN);
    begin(waiting, WRONG_LOGIN);
    rig->work_begun = 1;
    rig_hang_up(begun);
    assert_code(rig_ask(rig_connect_from(rig, HERE), WRONG_LOGIN), "address_busy");
    rig_hang_up(waiting);
    begin(rig_connect_from(rig, HERE), WRONG_LOGIN);
    assert_int_equal(rig->work_count, 2);
    assert_code(rig_ask(rig_connect_from(rig, HERE), WRONG_LOGIN), "address_busy");
    rig_free(rig);
}

static void a_photo_and_a_change_of_password_are_of_the_share(void **state)
{
    struct rig *rig = rig_with_share(1);
    (void)state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_resume(rig, anna->token);
    rig->holds_work = true;
    int64_t photo = begin(anna, "{'op':'photo.set','image':'first'}");
    assert_code(rig_ask(phone, "{'op':'photo.set','image':'other'}"), "address_busy");
    assert_code(rig_ask(phone, CHANGE), "address_busy");
    rig->holds_work = false;
    rig_turn(rig);
    assert_ok(rig_reply(anna, photo));
    assert_ok(rig_ask(phone, CHANGE)); /* two jobs, one behind the other */
    rig_free(rig);
}

static void the_operator_has_no_share(void **state)
{
    struct rig *rig = rig_with_share(1);
    (void)state;
    rig_player(rig, "Anna");
    rig->holds_work = true;
    struct rig_peer *local = rig_connect_locally(rig);
    for (int i = 0; i < 3; i++)
        begin(local, "{'op':'mod.reset_password','name':'Anna'}");
    assert_int_equal(rig->work_count, 3);
    rig_free(rig);
}

/* ------------------------------------------------------------------ a full queue */

#define CROWD 3 /* addresses that fill the queue */
#define EACH 4  /* jobs of each */

struct crowd {
    struct rig_peer *peers[CROWD * EACH];
    int64_t ids[CROWD * EACH];
};

/* Fills the queue with right logins of one account from some addresses. */
static struct crowd crowd_come(struct rig *rig)
{
    struct crowd crowd;
    rig_player(rig, "Anna");
    rig->work_cap = CROWD * EACH;
    rig->holds_work = true;
    for (int i = 0; i < CROWD * EACH; i++) {
        char address[32];
        (void)snprintf(address, sizeof(address), "203.0.113.%d", 1 + i % CROWD);
        crowd.peers[i] = rig_connect_from(rig, address);
        crowd.ids[i] = begin(crowd.peers[i], RIGHT_LOGIN);
    }
    assert_int_equal(rig->work_count, CROWD * EACH);
    return crowd;
}

static int crowd_refused(const struct crowd *crowd)
{
    int count = 0;
    for (int i = 0; i < CROWD * EACH; i++)
        count += strcmp(rig_code(rig_reply(crowd->peers[i], crowd->ids[i])), "busy") == 0;
    return count;
}

static void a_crowds_newest_work_gives_way_to_who_has_less(void **state)
{
    static const char *const requests[] = {
        RIGHT_LOGIN, WRONG_LOGIN, "{'op':'auth.register','name':'Dora','password':'x7-kl'}"};
    struct rig *rig = *state;
    struct crowd crowd = crowd_come(rig);
    int64_t ids[3];
    struct rig_peer *peers[3];
    for (int i = 0; i < 3; i++) {
        peers[i] = rig_connect_from(rig, ELSEWHERE);
        ids[i] = begin(peers[i], requests[i]);
        assert_null(rig_reply(peers[i], ids[i]));
        assert_int_equal(crowd_refused(&crowd), i + 1);
    }
    const json_t *refusal = rig_reply(crowd.peers[CROWD * EACH - 1], crowd.ids[CROWD * EACH - 1]);
    assert_int_equal(int_at(refusal, "error.retry_after_ms"), 1000);
    /* Each has three by now. */
    assert_code(rig_ask(rig_connect_from(rig, ELSEWHERE), RIGHT_LOGIN), "busy");
    assert_int_equal(crowd_refused(&crowd), 3);
    rig->holds_work = false;
    rig_turn(rig);
    assert_ok(rig_reply(peers[0], ids[0]));
    assert_code(rig_reply(peers[1], ids[1]), "wrong_credentials");
    assert_ok(rig_reply(peers[2], ids[2]));
}

static void work_of_a_network_takes_turns_with_that_of_others(void **state)
{
    struct rig *rig = *state;
    crowd_come(rig);
    for (int i = CROWD; i < CROWD * EACH; i++)
        assert_int_equal(rig->work[i].work.share, rig->work[i % CROWD].work.share);
    assert_int_not_equal(rig->work[0].work.share, rig->work[1].work.share);
    assert_int_not_equal(rig->work[0].work.share, 0);
}

static void work_that_was_begun_gives_way_to_nobody(void **state)
{
    struct rig *rig = *state;
    struct crowd crowd = crowd_come(rig);
    rig->work_begun = rig->work_count;
    assert_code(rig_ask(rig_connect_from(rig, ELSEWHERE), RIGHT_LOGIN), "busy");
    assert_int_equal(crowd_refused(&crowd), 0);
}

static void the_operator_gives_way_to_nobody_and_finds_a_place(void **state)
{
    struct rig *rig = *state;
    struct crowd crowd = crowd_come(rig);
    struct rig_peer *local = rig_connect_locally(rig);
    int64_t id = begin(local, "{'op':'mod.reset_password','name':'Anna'}");
    assert_null(rig_reply(local, id));
    assert_int_equal(crowd_refused(&crowd), 1);
}

/* Nothing was found out of them: they are no guesses, and take no place of a newcomer. */
static void work_that_gave_way_counts_for_nothing(void **state)
{
    struct rig *rig = *state;
    struct crowd crowd = crowd_come(rig);
    for (int round = 0; round < 30; round++) {
        struct rig_peer *peer = rig_connect_from(rig, ELSEWHERE);
        begin(peer, "{'op':'auth.login','name':'Anna','password':'wrong one'}");
        rig_hang_up(peer);
        int at = CROWD * EACH - 1;
        crowd.ids[at] = begin(crowd.peers[at], "{'op':'auth.login','name':'Anna','password':'no'}");
        rig_pass(rig, 12000);
    }
    rig->holds_work = false;
    rig_turn(rig);
    assert_ok(rig_ask(rig_connect_from(rig, "203.0.113.3"), RIGHT_LOGIN));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(work_of_who_hung_up_is_dropped),
        RIG_TEST(work_of_others_stays),
        RIG_TEST(a_player_who_hung_up_may_do_it_again),
        RIG_TEST(a_change_that_waits_for_its_new_hash_is_dropped),
        RIG_TEST(a_reset_that_nobody_waits_for_is_dropped),
        RIG_TEST(dropped_logins_are_no_wrong_passwords),
        RIG_TEST(who_hangs_up_while_the_store_is_asked_is_not_hashed),
        RIG_TEST(a_weak_hash_is_made_anew_though_nobody_is_there),
        cmocka_unit_test(an_address_has_a_share_of_the_workers),
        cmocka_unit_test(hanging_up_gives_back_what_was_not_begun),
        cmocka_unit_test(a_photo_and_a_change_of_password_are_of_the_share),
        cmocka_unit_test(the_operator_has_no_share),
        RIG_TEST(a_crowds_newest_work_gives_way_to_who_has_less),
        RIG_TEST(work_of_a_network_takes_turns_with_that_of_others),
        RIG_TEST(work_that_was_begun_gives_way_to_nobody),
        RIG_TEST(the_operator_gives_way_to_nobody_and_finds_a_place),
        RIG_TEST(work_that_gave_way_counts_for_nothing),
    };
    return cmocka_run_group_tests_name("core: work", tests, NULL, NULL);
}
