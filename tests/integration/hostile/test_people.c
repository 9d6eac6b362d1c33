/* SPDX-License-Identifier: MIT */
/* People who log in, or try to, and make requests that they may not make: every op in every wrong
 * state. */
#include "proto/error.h"
#include "proto/refusal.h"
#include "tests/integration/hostile/siege.h"
#include "tests/support/wait.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ ops in wrong states */

static const char *const ops[] = {
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) wire,
#include "proto/message_rows.h"
};

#define OPS (sizeof(ops) / sizeof(*ops))

/* Every field that any op has: what it does not know it ignores. Nobody's password is that. */
static int ask_line(char *line, size_t size, int id, const char *op, const struct table *table)
{
    return snprintf(
        line, size,
        "{\"id\":%d,\"op\":\"%s\",\"room\":\"%s\",\"game\":\"%s\",\"ply\":0,\"action\":\"a1\","
        "\"protocol\":3,"
        "\"name\":\"Boris-a\",\"to\":\"Boris-a\",\"with\":\"Boris-a\","
        "\"password\":\"wrong one\",\"old\":\"wrong one\",\"new\":\"another one\","
        "\"token\":\"0123456789012345678901234567890123456789012345678901234567890123\",\"code\":"
        "\"x\","
        "\"variant\":\"classic\",\"format\":\"sgf\",\"text\":\"hello\",\"reason\":\"because\","
        "\"label\":\"x\",\"rights\":\"play\","
        "\"complaint\":\"cheating\",\"verdict\":\"upheld\",\"report\":1,\"appeal\":1,\"role\":"
        "\"operator\","
        "\"minutes\":60,\"days\":366,\"focus\":\"lost\",\"accounts\":[],\"settings\":{},\"image\":"
        "\"AAAA\","
        "%s\"upto\":\"%s\","
        "\"message\":\"%s\"}\n",
        id, op, table->room, table->game, strcmp(op, "room.look") == 0 ? "\"link\":\"x\"," : "",
        table->game, table->game);
}

/* It ends the connection, or the state that is tried. */
static bool is_passed_over(const char *op)
{
    return strcmp(op, "auth.logout") == 0 || strcmp(op, "auth.guest") == 0 ||
           strcmp(op, "auth.register") == 0 || strcmp(op, "room.leave") == 0;
}

/* The op is answered, and by an error only that its table names. */
static void try_op(struct peer *peer, size_t op, const struct table *table)
{
    char line[2048];
    int len = ask_line(line, sizeof(line), 1000000 + (int)op, ops[op], table);
    assert_true(peer_send_bytes(peer, line, (size_t)len));
    json_t *answer = peer_answer(peer, 1000000 + (int64_t)op);
    if (!has_at(answer, "error"))
        return;
    int error = error_from_code(text_at(answer, "error.code"));
    if (error == 0 || error == ERR_BAD_JSON || error == ERR_MISSING_FIELD ||
        !(error_is_general(error) || op_may_refuse((enum op)op, error)))
        fail_msg("%s is refused with %s", ops[op], text_at(answer, "error.code"));
}

static void try_ops(struct siege *siege, struct peer *peer, const struct table *table)
{
    for (size_t op = 0; op < OPS; op++)
        if (!is_passed_over(ops[op]))
            try_op(peer, op, table);
    peer_ask(siege->tables[0].opener, "ping", NULL);
}

/* The first of these tables is honest; nothing that others ask may touch its game. */
SCENE(every_op_in_every_state_has_an_answer_with_a_name)
{
    struct siege siege;
    struct table own;
    siege_begin(&siege, scene);
    const struct table *honest = &siege.tables[0];
    try_ops(&siege, scene_stranger(scene, "a stranger"), honest);
    try_ops(&siege, scene_guest(scene), honest);
    try_ops(&siege, scene_account(scene, "Vera"), honest);
    struct peer *watcher = scene_account(scene, "Gleb");
    peer_ask(watcher, "room.watch", "{s:s}", "room", honest->room);
    try_ops(&siege, watcher, honest);
    struct peer *first = scene_account(scene, "Dina");
    struct peer *second = scene_account(scene, "Egor");
    table_open(&own, first, second, "classic", TABLE_RATED);
    try_ops(&siege, second, &own); /* not to move, and ends the game */
    try_ops(&siege, first, &own);  /* after its end */
    table_act(&siege.tables[0], "h8");
    table_act(&siege.tables[0], "h9");
}

/* Asks for every op in a storm, by strangers and guests who ask one after the other. */
static size_t wrong_op(void *ctx, const struct stroke *stroke)
{
    const struct siege *siege = ctx;
    const char *op = ops[(size_t)(stroke->connection * 7 + stroke->nth) % OPS];
    if ((stroke->nth == 0 && stroke->connection % 2 == 0) || strcmp(op, "auth.logout") == 0)
        op = "auth.guest";
    return (size_t)ask_line(stroke->bytes, HORDE_STROKE_MAX, stroke->nth, op, &siege->tables[0]);
}

SCENE(a_storm_of_wrong_requests_touches_no_game)
{
    struct siege siege;
    struct horde_tally tally;
    const struct attack attack = {
        .name = "wrong requests",
        .plan = {.members = 60,
                 .addresses = 4,
                 .strokes_per_s = 3000,
                 .comes_back = true,
                 .stroke = wrong_op,
                 .ctx = &siege},
        .for_ms = 2500,
        .memory_kib = 16384,
        .until_code = "login_required",
    };
    siege_begin(&siege, scene);
    siege_run(&siege, &attack, &tally);
    assert_int_equal(horde_count(&tally, "missing_field"), 0);
}

/* ------------------------------------------------------------------ passwords */

static size_t guess(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    char name[32];
    snprintf(name, sizeof(name), stroke->connection % 2 ? "Anna-%c" : "Nobody-%c",
             'a' + (int)(stroke->connection / 2 % SIEGE_TABLES));
    return (size_t)snprintf(
        stroke->bytes, HORDE_STROKE_MAX,
        "{\"id\":%d,\"op\":\"auth.login\",\"name\":\"%s\",\"password\":\"wrong one\"}\n",
        stroke->nth, name);
}

/* The cost of a password hash on a real server. */
static const char *const real_cost[] = {"--password-memory-kib", "65536", "--password-passes", "2",
                                        NULL};

SCENE(a_flood_of_logins_waits_in_its_own_queue)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = "logins",
        .plan = {.members = 120,
                 .addresses = 120,
                 .strokes_per_s = 300,
                 .comes_back = true,
                 .stroke = guess},
        .for_ms = 3000,
        .memory_kib = 65536 + 16384,
        .until_errors = 1,
    };
    siege_of(scene, &attack, &tally);
    assert_true(horde_count(&tally, "wrong_credentials") + horde_count(&tally, "busy") > 0);
    assert_int_equal(tally.replies, 0);
}

/* ------------------------------------------------------------------ who else logs in */

#define CROWDED_MS 3000
#define STROKES_BEFORE 600 /* then the crowd has what it can get */

/* Anna comes again and again while the crowd is there, and is let in every time; until the crowd
 * was told `code`, NULL: no matter. */
static void log_in_beside(struct scene *scene, const struct horde_plan *plan, const char *code,
                          struct horde_tally *tally_out)
{
    int logins = 0;
    bool is_enough;
    scene_account(scene, "Anna");
    struct horde *horde = horde_start(plan, server_port(scene->server));
    do
        horde_look(horde, tally_out);
    while (tally_out->strokes < STROKES_BEFORE);
    const int64_t begin_ms = wait_now_ms();
    do {
        peer_close(scene_login(scene, "Anna"));
        logins++;
        horde_look(horde, tally_out);
        const bool is_told = code == NULL || horde_count(tally_out, code) > 0;
        is_enough = wait_now_ms() > begin_ms + (is_told ? CROWDED_MS : PATIENCE_MS);
    } while (!is_enough);
    horde_stop(horde, tally_out);
    print_message("%d logins beside %ld connections, who were told address_busy %ld times\n",
                  logins, tally_out->connections, horde_count(tally_out, "address_busy"));
}

/* No wrong password, so nothing slows it down but its share. */
static size_t register_taken(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    return (size_t)snprintf(
        stroke->bytes, HORDE_STROKE_MAX,
        "{\"id\":%d,\"op\":\"auth.register\",\"name\":\"Anna\",\"password\":\"wrong one\"}\n",
        stroke->nth);
}

SCENE(a_crowd_from_one_address_does_not_keep_others_from_logging_in)
{
    struct horde_tally tally;
    const struct horde_plan plan = {
        .members = 200, .addresses = 1, .strokes_per_s = 400, .stroke = register_taken};
    log_in_beside(scene, &plan, "name_taken", &tally);
    assert_true(horde_count(&tally, "address_busy") > 0);
    assert_true(horde_count(&tally, "name_taken") > 0);
}

/* Their shares together are more than the queue. */
SCENE(a_crowd_from_five_addresses_does_not_keep_others_from_logging_in)
{
    struct horde_tally tally;
    const struct horde_plan plan = {
        .members = 200, .addresses = 5, .strokes_per_s = 400, .stroke = register_taken};
    log_in_beside(scene, &plan, "busy", &tally);
    assert_true(horde_count(&tally, "busy") > 0);
}

/* Asks and does not wait for the answer. */
static size_t ask_and_go(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    if (stroke->nth > 0)
        return 0;
    return (size_t)snprintf(
        stroke->bytes, HORDE_STROKE_MAX,
        "{\"id\":1,\"op\":\"auth.login\",\"name\":\"nobody-%ld\",\"password\":\"wrong one\"}\n",
        stroke->connection);
}

/* Four times as many as can be hashed, from so many addresses that no share keeps them back. */
SCENE(those_who_hang_up_do_not_keep_others_from_logging_in)
{
    struct horde_tally tally;
    const struct horde_plan plan = {
        .members = 60, .addresses = 60, .strokes_per_s = 300, .stroke = ask_and_go};
    log_in_beside(scene, &plan, NULL, &tally);
    assert_int_equal(horde_count(&tally, "address_busy"), 0);
}

/* ------------------------------------------------------------------ names */

/* Spellings of "Anna-a", who is there; none of them is anybody else's name. */
static const char *const look_alikes[] = {
    "anna-a",        "ANNA-A",
    "Anna-A",        "\\u0410nna-a",  /* a Cyrillic A before Latin letters */
    "Anna-\\u0430",                   /* and at the end */
    "\\uff21nna-a",                   /* a wide A */
    "Anna\\u200b-a",                  /* a space without width */
    "Anna-a ",       "\\u202eAnna-a", /* written from right to left */
    "4nna-a",
};

static size_t pretend(void *ctx, const struct stroke *stroke)
{
    const size_t count = sizeof(look_alikes) / sizeof(*look_alikes);
    (void)ctx;
    return (size_t)snprintf(
        stroke->bytes, HORDE_STROKE_MAX,
        "{\"id\":%d,\"op\":\"auth.register\",\"name\":\"%s\",\"password\":\"wrong one\"}\n",
        stroke->nth, look_alikes[(size_t)(stroke->connection + stroke->nth) % count]);
}

SCENE(nobody_gets_a_name_that_looks_like_another)
{
    struct siege siege;
    struct horde_tally tally;
    const struct attack attack = {
        .name = "names that look alike",
        .plan = {.members = 60,
                 .addresses = 4,
                 .strokes_per_s = 600,
                 .comes_back = true,
                 .stroke = pretend},
        .for_ms = 2000,
        .memory_kib = 16384,
        .until_errors = 100, /* each name ten times */
        .until_code = "bad_name",
    };
    siege_begin(&siege, scene);
    siege_run(&siege, &attack, &tally);
    assert_int_equal(tally.replies, 0);
    assert_true(horde_count(&tally, "name_taken") > 0);
    json_t *found = peer_ask(siege.tables[0].opener, "player.find", "{s:s}", "text", "anna-a");
    assert_int_equal(count_at(found, "rows"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(every_op_in_every_state_has_an_answer_with_a_name, siege_many_players),
        SCENE_TEST_WITH(a_storm_of_wrong_requests_touches_no_game, siege_many_players),
        SCENE_TEST_WITH(a_flood_of_logins_waits_in_its_own_queue, real_cost),
        SCENE_TEST_WITH(a_crowd_from_one_address_does_not_keep_others_from_logging_in, real_cost),
        SCENE_TEST_WITH(a_crowd_from_five_addresses_does_not_keep_others_from_logging_in,
                        real_cost),
        SCENE_TEST_WITH(those_who_hang_up_do_not_keep_others_from_logging_in, real_cost),
        SCENE_TEST_WITH(nobody_gets_a_name_that_looks_like_another, siege_many_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
