/* SPDX-License-Identifier: MIT */
/*
 * Conformance: rooms and their chats, as a load gives them.
 */
#include "tests/conformance/store_conformance.h"

#include <stdio.h>
#include <string.h>

CONFORMANCE_TEST(an_open_room_is_loaded_as_it_was_put)
{
    struct harness_loaded loaded;
    conformance_accounts(harness, 2);
    const struct store_op first = sample_room(10, 1, 0, 0);
    struct store_op second = sample_room(11, 1, 2, 20);
    second.as.room_put.variant = VARIANT_MINI;
    second.as.room_put.rated = false;
    second.as.room_put.rematch_offer = 1;
    second.as.room_put.resigns = true;
    second.as.room_put.link = 77;
    memset(second.as.room_put.link_hash, 7, sizeof(second.as.room_put.link_hash));
    conformance_must(harness, first);
    conformance_must(harness, second);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.room_count, 2);
    assert_record_equal(room, &loaded.rooms[0], &first.as.room_put);
    assert_record_equal(room, &loaded.rooms[1], &second.as.room_put);
}

CONFORMANCE_TEST(putting_a_room_again_changes_it)
{
    struct harness_loaded loaded;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_room(10, 1, 0, 0));
    struct store_op again = sample_room(10, 1, 2, 30);
    again.as.room_put.clock =
        (struct time_control){.kind = CLOCK_FISCHER, .main_ms = 300000, .increment_ms = 3000};
    conformance_must(harness, again);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.room_count, 1);
    assert_record_equal(room, &loaded.rooms[0], &again.as.room_put);
}

/* A seat that is kept comes back with the player it is kept for, and goes when it is taken. */
CONFORMANCE_TEST(an_invitation_is_loaded_with_the_player)
{
    struct harness_loaded loaded;
    conformance_accounts(harness, 3);
    struct store_op op = sample_room(10, 1, 0, 0);
    op.as.room_put.invited = 3;
    op.as.room_put.answer_until_ms = INT64_C(123456789012);
    conformance_must(harness, op);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.room_count, 1);
    assert_int_equal(loaded.rooms[0].invited, 3);
    assert_int_equal(loaded.rooms[0].answer_until_ms, INT64_C(123456789012));
    assert_int_equal(loaded.player_count, 2);
    assert_int_equal(loaded.players[0].id, 1);
    assert_int_equal(loaded.players[1].id, 3);
    op.as.room_put.invited = 99;
    conformance_must_not(harness, op);
    conformance_must(harness, sample_room(10, 1, 3, 0));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.rooms[0].invited, 0);
    assert_int_equal(loaded.rooms[0].answer_until_ms, 0);
}

CONFORMANCE_TEST(a_line_knows_the_game_that_its_speaker_watched)
{
    struct harness_loaded loaded;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_room(10, 1, 2, 20));
    conformance_must(harness, sample_chat(10, 1, 1, "hello"));
    struct store_op watched = sample_chat(10, 2, 2, "a3 wins");
    watched.as.chat_add.during = 20;
    conformance_must(harness, watched);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.line_count, 2);
    assert_int_equal(loaded.lines[0].during, 0);
    assert_int_equal(loaded.lines[1].during, 20);
}

CONFORMANCE_TEST(a_closed_room_is_not_loaded_and_stays_closed)
{
    struct harness_loaded loaded;
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_room(10, 1, 0, 0));
    conformance_must(harness, sample_chat(10, 1, 1, "hello"));
    conformance_must(harness, sample_room_close(10));
    conformance_must(harness, sample_room_close(10));
    conformance_must(harness, sample_room(10, 1, 0, 0));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.room_count, 0);
    assert_int_equal(loaded.line_count, 0);
    assert_int_equal(loaded.player_count, 0);
    assert_int_equal(loaded.marks.last_id, 10);
}

CONFORMANCE_TEST(what_does_not_exist_cannot_be_closed_or_seated)
{
    conformance_must_not(harness, sample_room_close(10));
    conformance_must_not(harness, sample_room(10, 1, 0, 0));
}

CONFORMANCE_TEST(the_last_lines_of_a_chat_are_loaded_oldest_first)
{
    struct harness_loaded loaded;
    const uint32_t count = 3 * STORE_CHAT_LOADED;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_room(10, 1, 2, 0));
    conformance_must(harness, sample_room(11, 1, 0, 0));
    for (uint32_t n = 1; n <= count; n++) {
        char text[32];
        (void)snprintf(text, sizeof(text), "line %u", (unsigned)n);
        conformance_must(harness, sample_chat(10, n, 1 + n % 2, text));
    }
    conformance_must(harness, sample_chat(11, 1, 1, "other"));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.line_count, STORE_CHAT_LOADED + 1);
    for (uint32_t i = 0; i < STORE_CHAT_LOADED; i++) {
        char text[32];
        uint32_t n = count - STORE_CHAT_LOADED + 1 + i;
        (void)snprintf(text, sizeof(text), "line %u", (unsigned)n);
        const struct store_chat_line wanted = {.room = 10,
                                               .n = n,
                                               .player = 1 + n % 2,
                                               .name = n % 2 == 0 ? "p1" : "p2",
                                               .text = text,
                                               .at_ms = SAMPLE_MS + n};
        assert_record_equal(chat_line, &loaded.lines[i], &wanted);
    }
    assert_string_equal(loaded.lines[STORE_CHAT_LOADED].text, "other");
}

CONFORMANCE_TEST(a_chat_only_grows)
{
    struct harness_loaded loaded;
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_room(10, 1, 0, 0));
    conformance_must(harness, sample_chat(10, 2, 1, "second"));
    conformance_must_not(harness, sample_chat(10, 2, 1, "again"));
    conformance_must_not(harness, sample_chat(10, 1, 1, "before"));
    conformance_must_not(harness, sample_chat(10, 3, 99, "nobody"));
    conformance_must_not(harness, sample_chat(99, 1, 1, "nowhere"));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.line_count, 1);
    assert_string_equal(loaded.lines[0].text, "second");
}
