/* SPDX-License-Identifier: MIT */
/*
 * Limits that hold over all connections of a player and of an address, and beyond them.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"
#include "tests/unit/server/rig_private.h"

#include <stdio.h>
#include <string.h>

#define HERE "192.0.2.1"
#define ELSEWHERE "198.51.100.1"
#define CONNECTS 6 /* proto/costs.def, and below */
#define SAYS 16
#define READS 400
#define LOGINS 60
#define A_PERIOD_MS 10000

/* One player's allowance for an address. */
static struct rig *make_narrow(uint32_t percent)
{
    struct core_options options = rig_options();
    options.players_per_address = 1;
    options.allowance_percent = percent;
    struct rig *rig = rig_new_with(&options);
    rig_pass(rig, A_PERIOD_MS); /* the rig's observer came from an address, too */
    return rig;
}

static bool is_let_in(struct rig_peer *peer)
{
    rig_turn(peer->rig);
    const json_t *bye = rig_next_event(peer);
    if (bye != NULL)
        assert_string_equal(text_at(bye, "code"), "too_many_from_address");
    return bye == NULL;
}

/* ------------------------------------------------------------------ connections */

static void an_address_opens_only_so_many_connections(void **state)
{
    struct rig *rig = make_narrow(100);
    (void)state;
    for (int i = 0; i < CONNECTS; i++)
        assert_true(is_let_in(rig_connect_from(rig, HERE)));
    struct rig_peer *refused = rig_connect_from(rig, HERE);
    assert_false(is_let_in(refused));
    assert_true(refused->is_ended);
    assert_true(is_let_in(rig_connect_from(rig, ELSEWHERE)));
    rig_pass(rig, A_PERIOD_MS / CONNECTS + 1);
    assert_true(is_let_in(rig_connect_from(rig, HERE)));
    assert_false(is_let_in(rig_connect_from(rig, HERE)));
    rig_free(rig);
}

/* 2001:db8:1:100::/64 and on, all in one network of 56 bits. */
static void networks_of_56_bits_have_four_times_as_much(void **state)
{
    struct rig *rig = make_narrow(100);
    const uint64_t network = UINT64_C(0x20010db800010100);
    (void)state;
    for (uint64_t i = 0; i < 4; i++) {
        for (int j = 0; j < CONNECTS; j++)
            assert_true(is_let_in(rig_connect_from_network(rig, network + i)));
        assert_false(is_let_in(rig_connect_from_network(rig, network + i)));
    }
    assert_false(is_let_in(rig_connect_from_network(rig, network + 4)));
    assert_true(is_let_in(rig_connect_from_network(rig, network + 0x100)));
    rig_free(rig);
}

static void networks_of_48_bits_have_sixteen_times_as_much(void **state)
{
    struct rig *rig = make_narrow(34);
    const uint64_t network = UINT64_C(0x20010db800010000);
    (void)state;
    for (uint64_t i = 0; i < 16 * CONNECTS * 34 / 100; i++)
        assert_true(is_let_in(rig_connect_from_network(rig, network + (i << 8))));
    assert_false(is_let_in(rig_connect_from_network(rig, network + 0xff00)));
    assert_true(is_let_in(rig_connect_from_network(rig, network + 0x10000)));
    rig_free(rig);
}

/* ------------------------------------------------------------------ newcomers */

/* Slowly enough for what an address may open. */
static void guests_come(struct rig *rig, int count)
{
    for (int i = 0; i < count; i++) {
        rig_pass(rig, 10000);
        rig_guest(rig);
    }
    rig_pass(rig, 10000);
}

static void newcomers_from_one_address_are_only_so_many(void **state)
{
    struct core_options options = rig_options();
    options.players_per_address = 1; /* ten newcomers; the rig's observer is one */
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *anna = rig_player(rig, "Anna");
    guests_come(rig, 7);
    struct rig_peer *unlucky = rig_connect(rig);
    for (int i = 0; i < 3; i++) /* what is refused does not count */
        assert_code(rig_ask(unlucky, "{'op':'auth.register','name':'anna','password':'x7-kl'}"),
                    "name_taken");
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *third = rig_connect(rig);
    const json_t *refusal = rig_ask(third, "{'op':'auth.guest'}");
    assert_code(refusal, "too_many_newcomers");
    assert_in_range(int_at(refusal, "error.retry_after_ms"), 200000, 3600000 / 10);
    assert_code(rig_ask(third, "{'op':'auth.register','name':'Boris','password':'x7-kl'}"),
                "too_many_newcomers");
    /* Neither of these is new. */
    assert_ok(rig_ask(guest, "{'op':'auth.register','name':'Gustav','password':'x7-kl'}"));
    assert_ok(rig_ask(third, "{'op':'auth.resume','token':'%s'}", anna->token));
    rig_free(rig);
    (void)state;
}

/* Three newcomers for each player of an address; the rig's observer is one. */
static void each_cost_has_a_figure_of_its_own(void **state)
{
    struct core_options options = rig_options();
    options.players_per_address = 2;
    options.cost_units[COST_WORD_NEWCOMER] = 3;
    struct rig *rig = rig_new_with(&options);
    guests_come(rig, 5);
    assert_code(rig_ask(rig_connect(rig), "{'op':'auth.guest'}"), "too_many_newcomers");
    rig_free(rig);
    (void)state;
}

/* The account is there: somebody can log in to it. */
static void a_newcomer_who_hangs_up_before_the_answer_counts(void **state)
{
    struct core_options options = rig_options();
    options.players_per_address = 1; /* ten newcomers; the rig's observer is one */
    struct rig *rig = rig_new_with(&options);
    guests_come(rig, 8);
    struct rig_peer *anna = rig_connect(rig);
    rig->store->holds_batches = true;
    rig_send(anna, "{'op':'auth.register','name':'Anna','password':'x7-kl'}");
    rig_turn(rig);
    rig_hang_up(anna);
    rig->store->holds_batches = false;
    rig_turn(rig);
    struct rig_peer *next = rig_connect(rig);
    assert_code(rig_ask(next, "{'op':'auth.guest'}"), "too_many_newcomers");
    assert_ok(rig_ask(next, "{'op':'auth.login','name':'Anna','password':'x7-kl'}"));
    rig_free(rig);
    (void)state;
}

/* Four of them at once, where two are left; a name that is taken gives its place back. */
static void newcomers_are_counted_as_they_arrive(void **state)
{
    struct core_options options = rig_options();
    options.players_per_address = 1; /* ten newcomers; the rig's observer is one */
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *peers[4];
    int64_t asked[4];
    size_t refused = 0;
    guests_come(rig, 7);
    for (size_t i = 0; i < 4; i++)
        peers[i] = rig_connect(rig);
    rig->holds_work = true;
    for (size_t i = 0; i < 4; i++)
        asked[i] = rig_send(peers[i], "{'op':'auth.register','name':'Anna','password':'x7-kl'}");
    rig_turn(rig);
    assert_int_equal(rig->work_count, 2);
    rig_hang_up(peers[1]); /* before a worker had the time: nothing was made */
    rig->holds_work = false;
    rig_turn(rig);
    for (size_t i = 2; i < 4; i++)
        refused += strcmp(rig_code(rig_reply(peers[i], asked[i])), "too_many_newcomers") == 0;
    assert_int_equal(refused, 2);
    assert_ok(rig_reply(peers[0], asked[0]));
    assert_ok(rig_ask(peers[2], "{'op':'auth.guest'}"));
    assert_code(rig_ask(peers[3], "{'op':'auth.guest'}"), "too_many_newcomers");
    rig_free(rig);
    (void)state;
}

/* ------------------------------------------------------------------ requests */

static bool is_said(const json_t *reply)
{
    return rig_code(reply)[0] == '\0';
}

/* Says lines over a new connection until that is refused; how many were said. */
static int say_anew(struct rig *rig, const char *token, const char *room)
{
    struct rig_peer *peer = rig_connect(rig);
    int said = 0;
    assert_ok(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token));
    while (is_said(rig_ask(peer, "{'op':'room.say','room':'%s','text':'x'}", room)))
        said++;
    assert_code(rig_ask(peer, "{'op':'room.say','room':'%s','text':'x'}", room), "rate_limited");
    rig_hang_up(peer);
    return said;
}

static void a_player_who_comes_anew_has_what_is_left(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    char token[80], room[16];
    int said = 0;
    snprintf(token, sizeof(token), "%s", guest->token);
    const json_t *opened = rig_ask(guest, "{'op':'room.open','variant':'mini'}");
    snprintf(room, sizeof(room), "%s", text_at(opened, "room.room"));
    for (int i = 0; i < 5; i++)
        said += say_anew(rig, token, room);
    assert_int_equal(said, SAYS);
    rig_pass(rig, A_PERIOD_MS);
    assert_in_range(say_anew(rig, token, room), 1, SAYS);
}

static void a_player_logs_in_only_so_often(void **state)
{
    struct rig *rig = *state;
    char token[80];
    snprintf(token, sizeof(token), "%s", rig_guest(rig)->token);
    for (int i = 0; i < LOGINS; i++) {
        struct rig_peer *peer = rig_connect(rig);
        assert_ok(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token));
        rig_hang_up(peer);
        rig_turn(rig);
        rig__peer_free(rig->peers[--rig->peer_count]);
    }
    struct rig_peer *peer = rig_connect(rig);
    const json_t *reply = rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token);
    assert_code(reply, "rate_limited");
    assert_int_equal(int_at(reply, "error.retry_after_ms"), 500);
    rig_pass(rig, 500);
    assert_ok(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token));
}

static void strangers_share_what_their_address_has(void **state)
{
    struct rig *rig = make_narrow(100);
    int answered = 0;
    (void)state;
    for (int i = 0; i < CONNECTS; i++) {
        struct rig_peer *peer = rig_connect_from(rig, HERE);
        for (int j = 0; j < 100; j++) {
            const char *op = (const char *const[]){"game.export", "game.get"}[j % 2];
            const json_t *reply =
                rig_ask(peer, "{'op':'%s','game':'06hq3k9v2m1a','format':'sgf'}", op);
            answered += strcmp(rig_code(reply), "rate_limited") != 0 ? 1 : 0;
        }
    }
    assert_int_equal(answered, READS);
    assert_ok(rig_ask(rig_connect_from(rig, ELSEWHERE), "{'op':'ping'}"));
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'ping'}"));
    rig_free(rig);
}

static void bytes_that_stay_are_counted_over_a_day(void **state)
{
    char text[501];
    struct core_options options = rig_options();
    options.allowance_percent = 1; /* 10,485 bytes a day */
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *guest = rig_guest(rig);
    const json_t *opened = rig_ask(guest, "{'op':'room.open','variant':'mini'}");
    char room[16];
    snprintf(room, sizeof(room), "%s", text_at(opened, "room.room"));
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    int said = 0;
    const json_t *reply = NULL;
    do {
        rig_pass(rig, A_PERIOD_MS);
        reply = rig_ask(guest, "{'op':'room.say','room':'%s','text':'%s'}", room, text);
        said += is_said(reply) ? 1 : 0;
    } while (said < 100 && is_said(reply));
    assert_code(reply, "too_much_written");
    assert_in_range(said, 16, 20);
    assert_in_range(int_at(reply, "error.retry_after_ms"), 1, 86400000 / 8);
    char token[80];
    snprintf(token, sizeof(token), "%s", guest->token);
    rig_restart(rig);
    guest = rig_resume(rig, token);
    assert_code(rig_ask(guest, "{'op':'room.say','room':'%s','text':'%s'}", room, text),
                "too_much_written");
    rig_pass(rig, 86400000 / 4);
    assert_ok(rig_ask(guest, "{'op':'room.say','room':'%s','text':'%s'}", room, text));
    rig_free(rig);
    (void)state;
}

static int make(void **state)
{
    *state = rig_new();
    return 0;
}

static int drop(void **state)
{
    rig_free(*state);
    return 0;
}

/* ------------------------------------------------------------------ bytes of answers */

static struct rig *make_with_cost(enum cost_word cost, uint32_t units)
{
    struct core_options options = rig_options();
    options.cost_units[cost] = units;
    return rig_new_with(&options);
}

/* How often the peer may ask until it has to wait. */
static int ask_until_refused(struct rig_peer *peer, const char *request)
{
    for (int i = 0; i < 100; i++)
        if (strcmp(rig_code(rig_ask(peer, "%s", request)), "rate_limited") == 0)
            return i;
    return 100;
}

#define ANSWERS 16384

static size_t bytes_told(const struct rig_peer *peer, size_t first)
{
    size_t bytes = 0;
    for (size_t i = first; i < peer->count; i++)
        bytes += strlen(peer->messages[i].line) + 1;
    return bytes;
}

static void questions_wait_for_the_bytes_of_their_answers(void **state)
{
    struct rig *rig = make_with_cost(COST_WORD_ANSWER, ANSWERS);
    struct rig_table table = rig_guests_table(rig, "mini");
    char whole[80], since[120];
    (void)state;
    rig_play(&table, "a1 b1 a2");
    rig_pass(rig, A_PERIOD_MS);
    snprintf(whole, sizeof(whole), "{'op':'room.sync','room':'%s'}", table.room);
    const json_t *reply = rig_ask(table.first, "%s", whole);
    size_t bytes = strlen(rig_line(table.first, reply));
    snprintf(since, sizeof(since), "{'op':'room.sync','room':'%s','since':%lld}", table.room,
             (long long)(int_at(reply, "room.seq") - 2));
    rig_pass(rig, A_PERIOD_MS);
    int count = ask_until_refused(table.first, whole);
    assert_in_range(count, ANSWERS / bytes / 2, ANSWERS / bytes + 1);
    /* All connections of the player have to, but a game goes on. */
    struct rig_peer *phone = rig_resume(rig, table.first->token);
    assert_code(rig_ask(phone, "%s", whole), "rate_limited");
    assert_ok(rig_move(table.second, table.game, 3, "b2"));
    assert_ok(rig_move(table.first, table.game, 4, "a3"));
    rig_pass(rig, A_PERIOD_MS);
    /* Repeats count, too. */
    rig_forget_events(table.first);
    size_t first = table.first->count;
    assert_in_range(ask_until_refused(table.first, since), 1, 99);
    assert_true(rig_event_count(table.first) > 0);
    assert_in_range(bytes_told(table.first, first), ANSWERS / 2, ANSWERS + 2048);
    rig_free(rig);
}

/* However many questions came before the first of them was answered. */
static void answers_to_a_burst_count_in_full(void **state)
{
    static const char games[] = "{'op':'history.list','limit':5}";
    struct rig *rig = make_with_cost(COST_WORD_ANSWER, 64);
    struct rig_peer *anna = rig_guest(rig);
    (void)state;
    (void)rig_ask(anna, "{'op':'ping'}"); /* the way in is paid for */
    rig_pass(rig, 99 * A_PERIOD_MS);
    size_t first = anna->count;
    for (int i = 0; i < 8; i++)
        rig_send(anna, "%s", games);
    rig_turn(rig);
    int64_t periods = (int64_t)bytes_told(anna, first) / 64;
    assert_in_range(periods, 4, 100);
    rig_pass(rig, 10);
    assert_code(rig_ask(anna, "%s", games), "rate_limited");
    rig_pass(rig, (periods - 2) * A_PERIOD_MS);
    assert_code(rig_ask(anna, "%s", games), "rate_limited");
    rig_free(rig);
}

static void answers_count_for_the_address(void **state)
{
    struct core_options options = rig_options();
    options.cost_units[COST_WORD_ANSWER] = ANSWERS;
    options.players_per_address = 3;
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *peers[6];
    int count = 0;
    (void)state;
    for (int i = 0; i < 6; i++)
        peers[i] = rig_guest(rig);
    const json_t *room = rig_ask(peers[0], "{'op':'room.open','variant':'mini'}");
    char watch[80];
    snprintf(watch, sizeof(watch), "{'op':'room.watch','room':'%s'}", text_at(room, "room.room"));
    size_t bytes = strlen(rig_line(peers[1], rig_ask(peers[1], "%s", watch)));
    rig_pass(rig, 2 * A_PERIOD_MS);
    for (int round = 0; round < 30; round++) {
        for (int i = 0; i < 6; i++)
            count += rig_code(rig_ask(peers[i], "%s", watch))[0] == '\0' ? 1 : 0;
        rig_pass(rig, 10); /* the rates of a connection are others' */
    }
    assert_in_range(count, 1, 3 * (size_t)ANSWERS / bytes + 6);
    rig_free(rig);
}

/* ------------------------------------------------------------------ games */

static void a_game_counts_among_what_is_kept(void **state)
{
    struct rig *rig = make_with_cost(COST_WORD_BYTES, 3 * 760 + 300);
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    (void)state;
    for (int i = 0; i < 4; i++) {
        char room[13];
        snprintf(room, sizeof(room), "%s",
                 text_at(rig_ask(anna, "{'op':'room.open','variant':'mini'}"), "room.room"));
        assert_code(rig_ask(boris, "{'op':'room.join','room':'%s'}", room),
                    i < 3 ? "" : "too_much_written");
        rig_ask(anna, "{'op':'room.leave','room':'%s'}", room);
    }
    assert_code(rig_ask(boris, "{'op':'room.quick','variant':'mini'}"), "too_much_written");
    rig_free(rig);
}

/* Nothing is kept of an offer that is refused, whoever makes it. */
static void a_rematch_counts_for_who_accepts_it(void **state)
{
    struct rig *rig = make_with_cost(COST_WORD_BYTES, 760 + 300);
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "mini", false);
    (void)state;
    rig_play(&table, "a1 b1 a2 b2 a3");
    for (int i = 0; i < 4; i++) {
        assert_ok(rig_ask(table.first, "{'op':'room.rematch','room':'%s'}", table.room));
        assert_code(rig_ask(table.first, "{'op':'room.rematch','room':'%s'}", table.room),
                    "already_offered");
        assert_ok(
            rig_ask(table.second, "{'op':'room.rematch','room':'%s','refuse':true}", table.room));
    }
    assert_ok(rig_ask(table.first, "{'op':'room.rematch','room':'%s'}", table.room));
    assert_code(rig_ask(table.second, "{'op':'room.rematch','room':'%s'}", table.room),
                "too_much_written"); /* the game that was joined counts already */
    rig_free(rig);
}

/* ------------------------------------------------------------------ receivers */

#define FARM 10
#define EACH 4

static struct rig_peer *register_from(struct rig *rig, uint64_t network, int n)
{
    struct rig_peer *peer = rig_connect_from_network(rig, network);
    assert_ok(
        rig_ask(peer, "{'op':'auth.register','name':'Farmer%c','password':'x7-kl'}", 'a' + n));
    return peer;
}

/* The letters that come through from accounts of networks in turn. */
static int farm_writes(struct rig *rig, uint64_t networks)
{
    int count = 0;
    rig_player(rig, "Anna");
    for (int i = 0; i < FARM; i++) {
        struct rig_peer *peer =
            register_from(rig, (UINT64_C(1) << 32 | 0xCB007100) + (uint64_t)i % networks, i);
        for (int n = 0; n < EACH; n++)
            count +=
                rig_code(rig_ask(peer, "{'op':'message.send','to':'Anna','text':'hi'}"))[0] == '\0'
                    ? 1
                    : 0;
    }
    return count;
}

static void a_player_gets_so_many_letters_from_one_network(void **state)
{
    struct rig *rig = make_with_cost(COST_WORD_RECEIVE, 6);
    (void)state;
    assert_int_equal(farm_writes(rig, 1), 6);
    rig_free(rig);
}

static void a_player_gets_so_many_letters_from_all_networks(void **state)
{
    struct rig *rig = make_with_cost(COST_WORD_RECEIVE, 6);
    (void)state;
    assert_int_equal(farm_writes(rig, FARM), 6 * 4);
    rig_free(rig);
}

static void who_played_with_a_player_can_always_write(void **state)
{
    struct rig *rig = make_with_cost(COST_WORD_RECEIVE, 2);
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *vera = rig_player(rig, "Vera");
    struct rig_table table = rig_table(boris, vera, "mini", false);
    (void)state;
    rig_play(&table, "a1 b1 a2 b2 a3");
    for (int i = 0; i < 5; i++)
        assert_ok(rig_ask(boris, "{'op':'message.send','to':'Vera','text':'hi'}"));
    rig_free(rig);
}

static void a_room_gets_so_many_lines_from_those_who_watch(void **state)
{
    struct rig *rig = make_with_cost(COST_WORD_RECEIVE, 6);
    struct rig_table table = rig_guests_table(rig, "mini");
    int count = 0;
    (void)state;
    for (int i = 0; i < FARM; i++) {
        struct rig_peer *peer = rig_guest(rig);
        assert_ok(rig_ask(peer, "{'op':'room.watch','room':'%s'}", table.room));
        for (int n = 0; n < EACH; n++)
            count += rig_code(rig_ask(peer, "{'op':'room.say','room':'%s','text':'hi'}",
                                      table.room))[0] == '\0'
                         ? 1
                         : 0;
    }
    assert_int_equal(count, 6);
    assert_ok(rig_ask(table.first, "{'op':'room.say','room':'%s','text':'hi'}", table.room));
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_opens_only_so_many_connections),
        cmocka_unit_test(networks_of_56_bits_have_four_times_as_much),
        cmocka_unit_test(networks_of_48_bits_have_sixteen_times_as_much),
        cmocka_unit_test(newcomers_from_one_address_are_only_so_many),
        cmocka_unit_test(each_cost_has_a_figure_of_its_own),
        cmocka_unit_test(newcomers_are_counted_as_they_arrive),
        cmocka_unit_test(a_newcomer_who_hangs_up_before_the_answer_counts),
        cmocka_unit_test_setup_teardown(a_player_who_comes_anew_has_what_is_left, make, drop),
        cmocka_unit_test_setup_teardown(a_player_logs_in_only_so_often, make, drop),
        cmocka_unit_test(strangers_share_what_their_address_has),
        cmocka_unit_test(bytes_that_stay_are_counted_over_a_day),
        cmocka_unit_test(questions_wait_for_the_bytes_of_their_answers),
        cmocka_unit_test(answers_count_for_the_address),
        cmocka_unit_test(answers_to_a_burst_count_in_full),
        cmocka_unit_test(a_game_counts_among_what_is_kept),
        cmocka_unit_test(a_rematch_counts_for_who_accepts_it),
        cmocka_unit_test(a_player_gets_so_many_letters_from_one_network),
        cmocka_unit_test(a_player_gets_so_many_letters_from_all_networks),
        cmocka_unit_test(who_played_with_a_player_can_always_write),
        cmocka_unit_test(a_room_gets_so_many_lines_from_those_who_watch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
