/* SPDX-License-Identifier: MIT */
/*
 * Bytes of answers that a player and an address may have; other limits are in address.dialogue.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define A_PERIOD_MS 10000

static struct rig *make_with_answers(uint32_t bytes)
{
    struct core_options options = rig_options();
    options.cost_units[COST_WORD_ANSWER] = bytes;
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
    struct rig *rig = make_with_answers(ANSWERS);
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
    struct rig *rig = make_with_answers(64);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(questions_wait_for_the_bytes_of_their_answers),
        cmocka_unit_test(answers_count_for_the_address),
        cmocka_unit_test(answers_to_a_burst_count_in_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
