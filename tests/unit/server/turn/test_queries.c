/* SPDX-License-Identifier: MIT */
/*
 * Queries that wait: in which order they go to the store, how many may wait, and what becomes of
 * them when nobody waits for the answer. The store answers when told, one after the other.
 */
#include "server/core/turn/queries.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>

#define HERE "192.0.2.1"
#define ELSEWHERE "198.51.100.1"
/* One query each: a page, and few rows. */
#define FIND "{'op':'player.find','text':'anna'}"
#define GET "{'op':'player.get','name':'Nobody'}"
#define BAD_RESUME "{'op':'auth.resume','token':'0123'}"
#define LETTER "{'op':'message.send','to':'Boris','text':'hi','key':'one'}"
#define INVITE "{'op':'room.open','variant':'mini','invite':'Boris'}"
/* Two queries, one behind the other. */
#define GRAPH "{'op':'rating.graph','name':'Anna','variant':'classic'}"

/* ------------------------------------------------------------------ the store answers when told */

static int64_t ask(struct rig_peer *peer, const char *request)
{
    int64_t id = rig_send(peer, "%s", request);
    rig_turn(peer->rig);
    return id;
}

static void ask_times(struct rig_peer *peer, const char *request, int times)
{
    for (int i = 0; i < times; i++)
        ask(peer, request);
}

/* Somebody asks so much that the store has no place for others. */
static void occupy(struct rig *rig)
{
    rig->store->holds_answers = true;
    ask_times(rig_connect_from(rig, "203.0.113.1"), GET, QUERIES_SENT_MAX);
}

static void answer_one(struct rig *rig)
{
    rig->store->lets_answers = 1;
    rig_turn(rig);
}

/* After how many answers of the store the request has its own. */
static int answers_until(struct rig_peer *peer, int64_t id)
{
    int count = 0;
    for (; rig_reply(peer, id) == NULL; count++) {
        assert_true(count < 100);
        answer_one(peer->rig);
    }
    return count;
}

static void answer_all(struct rig *rig)
{
    rig->store->holds_answers = false;
    rig_turn(rig);
}

/* Another rig instead of the test's. */
static struct rig *rig_with(void **state, size_t per_player, size_t per_address, size_t all)
{
    struct core_options options = rig_options();
    options.queries_per_player = per_player;
    options.queries_per_address = per_address;
    options.players_per_address = 2;
    options.queries = all;
    rig_free(*state);
    *state = rig_new_with(&options);
    return *state;
}

static void assert_busy(const json_t *reply)
{
    assert_code(reply, "busy");
    assert_int_equal(int_at(reply, "error.retry_after_ms"), QUERIES_RETRY_MS);
}

/* ------------------------------------------------------------------ in which order */

static void the_store_has_two_at_the_most(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_connect(rig);
    size_t before = rig->store->queries;
    rig->store->holds_answers = true;
    ask_times(peer, GET, 5);
    assert_int_equal(rig->store->queries, before + 2);
    for (size_t i = 1; i <= 3; i++) {
        answer_one(rig);
        assert_int_equal(rig->store->queries, before + 2 + i);
    }
    answer_all(rig);
    assert_int_equal(rig->store->queries, before + 5);
    assert_code(rig_reply(peer, peer->last_id), "no_such_player");
}

static void a_login_goes_first(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *reader = rig_connect_from(rig, HERE);
    struct rig_peer *phone = rig_connect_from(rig, HERE);
    occupy(rig);
    ask_times(reader, GET, 10);
    char request[128];
    snprintf(request, sizeof(request), "{'op':'auth.resume','token':'%s'}", anna->token);
    int64_t id = ask(phone, request);
    assert_int_equal(answers_until(phone, id), QUERIES_SENT_MAX + 1);
    assert_ok(rig_reply(phone, id));
}

/* Readers of other addresses came before, one of each, and have their turns behind it. */
static void whatever_proves_who_somebody_is_goes_first(void **state)
{
    static const struct {
        const char *request;
        bool is_logged_in;
    } proofs[] = {
        {"{'op':'auth.login','name':'Anna','password':'wrong'}", false},
        {"{'op':'auth.resume','token':'0123'}", false},
        {"{'op':'auth.recover','name':'Anna','code':'%s','password':'a new one'}", false},
        {"{'op':'auth.appeal','name':'Anna','password':'wrong','text':'please'}", false},
        {"{'op':'auth.password','old':'wrong','new':'a new one'}", true},
        {"{'op':'auth.recovery','password':'wrong'}", true},
        {"{'op':'auth.confirm','password':'wrong'}", true},
        {"{'op':'auth.delete','password':'wrong'}", true},
    };
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    char code[sizeof(anna->recovery)];
    snprintf(code, sizeof(code), "%s", anna->recovery);
    for (size_t i = 0; i < sizeof(proofs) / sizeof(proofs[0]); i++) {
        struct rig_peer *peer = proofs[i].is_logged_in ? boris : rig_connect(rig);
        char address[32];
        char request[160];
        occupy(rig);
        for (int reader = 1; reader <= 10; reader++) {
            snprintf(address, sizeof(address), "198.51.100.%d", reader);
            ask(rig_connect_from(rig, address), GET);
        }
        snprintf(request, sizeof(request), proofs[i].request, code);
        assert_int_equal(answers_until(peer, ask(peer, request)), QUERIES_SENT_MAX + 1);
        answer_all(rig);
    }
}

/* A crowd that logs in all the time does not keep everybody else from reading. */
static void behind_some_logins_another_goes(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *reader = rig_connect_from(rig, ELSEWHERE);
    occupy(rig);
    int64_t id = ask(reader, GET);
    for (int i = 0; i < 2 * QUERIES_LOGINS_IN_A_ROW; i++)
        ask(rig_connect_from(rig, HERE), BAD_RESUME);
    assert_int_equal(answers_until(reader, id), QUERIES_SENT_MAX + QUERIES_LOGINS_IN_A_ROW + 1);
}

static void logins_of_one_address_take_turns_with_those_of_others(void **state)
{
    struct rig *rig = *state;
    occupy(rig);
    for (int i = 0; i < 30; i++)
        ask(rig_connect_from(rig, HERE), BAD_RESUME);
    struct rig_peer *other = rig_connect_from(rig, ELSEWHERE);
    int64_t id = ask(other, BAD_RESUME);
    assert_true(answers_until(other, id) <= QUERIES_SENT_MAX + 9);
}

static void who_asks_much_waits_and_others_do_not(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    occupy(rig);
    ask_times(anna, FIND, 30);
    int64_t last = anna->last_id;
    int64_t id = ask(boris, FIND);
    assert_true(answers_until(boris, id) <= QUERIES_SENT_MAX + 2);
    assert_null(rig_reply(anna, last));
    answer_all(rig);
    assert_ok(rig_reply(anna, last));
}

/* Strangers of one address are one; players there are not. */
static void who_is_logged_in_does_not_wait_behind_the_strangers_of_the_address(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    occupy(rig);
    ask_times(rig_connect(rig), FIND, 15);
    ask_times(rig_connect(rig), FIND, 15);
    int64_t id = ask(anna, FIND);
    assert_true(answers_until(anna, id) <= QUERIES_SENT_MAX + 2);
}

/* So that a crowd of cheap questions is not held up by a few of the dearest. */
static void a_dear_question_pays_for_its_games(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    occupy(rig);
    ask(anna, "{'op':'history.export','name':'Anna','format':'sgf','limit':50}");
    answer_one(rig);
    answer_one(rig);
    answer_one(rig); /* who Anna is; her games are asked for next */
    ask_times(boris, GET, 20);
    int64_t last = boris->last_id;
    ask(anna, "{'op':'history.export','name':'Anna','format':'sgf','limit':50}");
    int64_t export = anna->last_id;
    (void)answers_until(boris, last);
    assert_null(rig_reply(anna, export));
}

static void a_request_that_has_begun_ends_before_the_next_begins(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig->store->holds_answers = true;
    int64_t id = ask(anna, GRAPH);
    ask_times(anna, GET, 5);
    assert_int_equal(answers_until(anna, id), 3);
    answer_all(rig);
    assert_ok(rig_reply(anna, id));
}

/* ------------------------------------------------------------------ how many */

static void a_player_has_a_bound_over_all_connections(void **state)
{
    struct rig *rig = rig_with(state, 3, 100, 100);
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_resume(rig, anna->token);
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig->store->holds_answers = true;
    ask_times(anna, FIND, 2);
    int64_t third = ask(phone, FIND);
    assert_busy(rig_reply(phone, ask(phone, FIND)));
    assert_busy(rig_reply(anna, ask(anna, FIND)));
    assert_int_equal(
        int_at(rig_ask(anna, "{'op':'hello','protocol':3}"), "limits.queries_per_player"), 3);
    int64_t other = ask(boris, FIND);
    assert_null(rig_reply(boris, other));
    answer_all(rig);
    assert_ok(rig_reply(phone, third));
    assert_ok(rig_reply(boris, other));
    assert_ok(rig_ask(anna, FIND));
}

static void strangers_of_an_address_have_a_bound_together(void **state)
{
    struct rig *rig = rig_with(state, 100, 3, 100);
    struct rig_peer *other = rig_connect_from(rig, ELSEWHERE);
    rig->store->holds_answers = true;
    for (int i = 0; i < 3; i++)
        ask(rig_connect_from(rig, HERE), GET);
    struct rig_peer *fourth = rig_connect_from(rig, HERE);
    assert_busy(rig_reply(fourth, ask(fourth, GET)));
    assert_null(rig_reply(other, ask(other, GET)));
    answer_all(rig);
    assert_code(rig_ask(fourth, GET), "no_such_player");
}

/* 2 times 3, of players and strangers. */
static void an_address_has_a_bound_for_its_players_too(void **state)
{
    struct rig *rig = rig_with(state, 3, 2, 100);
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *far = rig_connect_from(rig, ELSEWHERE);
    rig->store->holds_answers = true;
    struct rig_peer *stranger = rig_connect(rig);
    ask_times(anna, FIND, 3);
    ask_times(boris, FIND, 2);
    assert_null(rig_reply(stranger, ask(stranger, GET)));
    assert_busy(rig_reply(stranger, ask(stranger, GET)));
    assert_busy(rig_reply(boris, ask(boris, FIND)));
    assert_null(rig_reply(far, ask(far, GET)));
    answer_all(rig);
    assert_ok(rig_ask(boris, FIND));
}

/* The newest of whoever has the most waiting, and not the newcomer. */
static void at_the_last_bound_the_longest_queue_gives_way(void **state)
{
    struct rig *rig = rig_with(state, 100, 100, 6);
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig->store->holds_answers = true;
    ask_times(anna, FIND, 6);
    int64_t newest = anna->last_id;
    int64_t id = ask(boris, FIND);
    assert_busy(rig_reply(anna, newest));
    assert_null(rig_reply(anna, newest - 1));
    assert_null(rig_reply(boris, id));
    answer_all(rig);
    assert_ok(rig_reply(anna, newest - 1));
    assert_ok(rig_reply(boris, id));
    rig->store->holds_answers = true;
    ask_times(anna, FIND, 6); /* there is as much place as before */
    answer_all(rig);
    assert_ok(rig_reply(anna, anna->last_id));
}

/* Two wait of Anna's and one of Boris's: with one more of his it would be the other way round. */
static void nobody_gives_way_to_who_has_as_much(void **state)
{
    struct rig *rig = rig_with(state, 100, 100, 3 + QUERIES_SENT_MAX);
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig->store->holds_answers = true;
    ask_times(anna, FIND, 2 + QUERIES_SENT_MAX);
    int64_t kept = anna->last_id;
    ask(boris, FIND);
    assert_busy(rig_reply(boris, ask(boris, FIND)));
    assert_busy(rig_reply(anna, ask(anna, FIND)));
    answer_all(rig);
    assert_ok(rig_reply(anna, kept));
}

/* What a refused request had begun is undone: the letter can be sent again. */
static void what_gave_way_can_be_asked_again(void **state)
{
    struct rig *rig = rig_with(state, 100, 100, 4);
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig->store->holds_answers = true;
    ask_times(anna, FIND, 3);
    int64_t id = ask(anna, LETTER);
    ask(boris, FIND);
    assert_busy(rig_reply(anna, id));
    answer_all(rig);
    assert_ok(rig_ask(anna, LETTER));
}

static void a_letter_beyond_the_bound_can_be_sent_again(void **state)
{
    struct rig *rig = rig_with(state, 1, 100, 100);
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    rig->store->holds_answers = true;
    ask(anna, FIND);
    assert_busy(rig_reply(anna, ask(anna, LETTER)));
    const json_t *refused = rig_reply(anna, ask(anna, INVITE));
    assert_busy(refused);
    assert_false(has_at(refused, "error.field"));
    answer_all(rig);
    assert_ok(rig_ask(anna, LETTER));
}

/* Nor is the second query of a request that has begun. */
static void a_login_is_not_refused(void **state)
{
    struct rig *rig = rig_with(state, 1, 1, 1);
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *reader = rig_connect(rig);
    struct rig_peer *phone = rig_connect(rig);
    rig->store->holds_answers = true;
    int64_t graph = ask(reader, GRAPH);
    int64_t login = ask(phone, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
    assert_busy(rig_reply(anna, ask(anna, FIND)));
    answer_all(rig);
    assert_ok(rig_reply(reader, graph));
    assert_ok(rig_reply(phone, login));
}

/* ------------------------------------------------------------------ who is gone */

static void who_hangs_up_asks_nothing_more(void **state)
{
    struct rig *rig = rig_with(state, 100, 4, 100);
    struct rig_peer *gone = rig_connect_from(rig, HERE);
    struct rig_peer *other = rig_connect_from(rig, HERE);
    size_t before = rig->store->queries;
    rig->store->holds_answers = true;
    ask_times(gone, GET, 4);
    rig_hang_up(gone);
    rig_turn(rig);
    int64_t id = ask(other, GET); /* there is place again */
    answer_all(rig);
    assert_code(rig_reply(other, id), "no_such_player");
    assert_int_equal(rig->store->queries, before + QUERIES_SENT_MAX + 1);
}

/* The server said its last word, and the client is slow to take it. */
static void nothing_is_asked_for_whom_the_server_closes(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_connect(rig);
    size_t before = rig->store->queries;
    rig->store->holds_answers = true;
    rig->holds_closes = true;
    ask_times(peer, GET, 4);
    rig_bytes(peer, "{\"id\":1,\"id\":2}\n", 16); /* ends the connection */
    rig_turn(rig);
    answer_all(rig);
    assert_int_equal(rig->store->queries, before + QUERIES_SENT_MAX);
    rig->holds_closes = false;
}

/* Requests that leave something behind while they wait. */
static void who_hung_up_may_do_it_again(void **state)
{
    static const char *const requests[] = {
        "{'op':'auth.password','old':'secret of Anna','new':'secret of Anna'}",
        LETTER,
        "{'op':'message.read','with':'Boris','upto':'zzzzzzzzzzzz'}",
    };
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        struct rig_peer *phone = rig_resume(rig, anna->token);
        occupy(rig);
        ask(phone, requests[i]);
        rig_hang_up(phone);
        answer_all(rig);
        assert_ok(rig_ask(anna, "%s", requests[i]));
        rig_pass(rig, 60000); /* the rates */
    }
}

static void what_waits_for_nobody_goes_with_the_server(void **state)
{
    struct rig *rig = rig_with(state, 100, 100, 4);
    struct rig_peer *anna = rig_player(rig, "Anna");
    occupy(rig);
    ask_times(anna, GRAPH, 5);
    ask(rig_connect(rig), "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
    rig_send(rig_player(rig, "Boris"), FIND);
    rig_restart(rig);
}

/* ------------------------------------------------------------------ what leaves memory */

/* What the store was asked before a change may be told after it. */
static void an_older_answer_does_not_undo_a_change(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *late = rig_connect(rig);
    rig->store->holds_answers = true;
    int64_t id = rig_send(late, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig); /* the answer is there, and not told */
    assert_ok(rig_ask(anna, "{'op':'settings.set','settings':{'sound':'off'}}"));
    rig_hang_up(anna);
    rig_turn(rig);
    answer_all(rig);
    assert_ok(rig_reply(late, id));
    assert_string_equal(text_at(rig_ask(late, "{'op':'settings.get'}"), "settings.sound"), "off");
    rig_check_world(rig);
}

/* It was asked before the change, waited, and was sent before the batch with the change. */
static void an_answer_that_was_late_to_be_asked_for_does_not_either(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *late = rig_connect(rig);
    struct rig_peer *boris = rig_guest(rig);
    occupy(rig);
    int64_t id = rig_send(late, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    rig->store->holds_batches = true;
    ask(boris, "{'op':'room.open','variant':'mini'}");
    ask(anna, "{'op':'settings.set','settings':{'sound':'off'}}"); /* in the batch behind */
    rig_hang_up(anna);
    answer_one(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    answer_all(rig);
    assert_ok(rig_reply(late, id));
    assert_string_equal(text_at(rig_ask(late, "{'op':'settings.get'}"), "settings.sound"), "off");
    rig_check_world(rig);
}

/* What waits has read nothing, and what was sent since sees every change. */
static void questions_of_others_keep_nobody_in_memory(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    size_t before = core_count(rig->core).players;
    occupy(rig);
    ask_times(rig_connect(rig), GET, 5);
    rig_hang_up(anna);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).players, before - 1);
    answer_all(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(the_store_has_two_at_the_most),
        RIG_TEST(a_login_goes_first),
        RIG_TEST(whatever_proves_who_somebody_is_goes_first),
        RIG_TEST(behind_some_logins_another_goes),
        RIG_TEST(logins_of_one_address_take_turns_with_those_of_others),
        RIG_TEST(who_asks_much_waits_and_others_do_not),
        RIG_TEST(who_is_logged_in_does_not_wait_behind_the_strangers_of_the_address),
        RIG_TEST(a_dear_question_pays_for_its_games),
        RIG_TEST(a_request_that_has_begun_ends_before_the_next_begins),
        RIG_TEST(a_player_has_a_bound_over_all_connections),
        RIG_TEST(strangers_of_an_address_have_a_bound_together),
        RIG_TEST(an_address_has_a_bound_for_its_players_too),
        RIG_TEST(at_the_last_bound_the_longest_queue_gives_way),
        RIG_TEST(nobody_gives_way_to_who_has_as_much),
        RIG_TEST(what_gave_way_can_be_asked_again),
        RIG_TEST(a_letter_beyond_the_bound_can_be_sent_again),
        RIG_TEST(a_login_is_not_refused),
        RIG_TEST(who_hangs_up_asks_nothing_more),
        RIG_TEST(nothing_is_asked_for_whom_the_server_closes),
        RIG_TEST(who_hung_up_may_do_it_again),
        RIG_TEST(what_waits_for_nobody_goes_with_the_server),
        RIG_TEST(an_older_answer_does_not_undo_a_change),
        RIG_TEST(an_answer_that_was_late_to_be_asked_for_does_not_either),
        RIG_TEST(questions_of_others_keep_nobody_in_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
