/* SPDX-License-Identifier: MIT */
/*
 * Events in words: a move that ends what was open tells each reader whose move it was.
 */
#include "client/cli/words/event.h"
#include "client/core/table_record.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

/* anna sits first, boris second, clara watches. */
static void a_move_that_ends_an_offer_is_told_as_each_reader_sees_it(void **state)
{
    (void)state;
    static const struct {
        struct words_lapse lapse;
        const char *reader;
        const char *text;
    } rows[] = {
        {{EVENT_GAME_DRAW_OFFERED, 0, 1}, "anna", "boris moved: your draw offer is declined."},
        {{EVENT_GAME_DRAW_OFFERED, 0, 1},
         "boris",
         "Your move declines your opponent's draw offer."},
        {{EVENT_GAME_DRAW_OFFERED, 0, 1}, "clara", "boris moved: the draw offer is declined."},
        {{EVENT_GAME_DRAW_OFFERED, 1, 0}, "boris", "anna moved: your draw offer is declined."},
        {{EVENT_GAME_DRAW_OFFERED, 1, 0}, "anna", "Your move declines your opponent's draw offer."},
        {{EVENT_GAME_DRAW_OFFERED, 1, 0}, "clara", "anna moved: the draw offer is declined."},
        {{EVENT_GAME_TAKEBACK_ASKED, 0, 1},
         "anna",
         "boris moved: your takeback request is declined."},
        {{EVENT_GAME_TAKEBACK_ASKED, 0, 1},
         "boris",
         "Your move declines your opponent's takeback request."},
        {{EVENT_GAME_TAKEBACK_ASKED, 0, 1},
         "clara",
         "boris moved: the takeback request is declined."},
        {{EVENT_GAME_TAKEBACK_ASKED, 1, 1}, "boris", "Your move withdraws your takeback request."},
        {{EVENT_GAME_TAKEBACK_ASKED, 1, 1},
         "anna",
         "boris moved: the takeback request is withdrawn."},
        {{EVENT_GAME_TAKEBACK_ASKED, 1, 1},
         "clara",
         "boris moved: the takeback request is withdrawn."},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        static struct table table;
        char text[256];
        struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
        struct game_record game = wire_game(9, "b2 a1", 1);
        table_init(&table, rows[i].reader);
        table_set_room(&table, &room);
        assert_int_equal(table_set_game(&table, &game), 0);
        words_lapsed(&table, &rows[i].lapse, text, sizeof(text));
        assert_string_equal(text, rows[i].text);
    }
}

/* boris has filled the bottom row, or has not yet. */
static void a_line_that_vanishes_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *actions;
        const char *action;
        const char *text;
    } rows[] = {
        {"a1 b1 c1 d1 e1 f1 g1 h1", "h1", "boris played h1 (O). A full line vanishes."},
        {"a1 b1 c1 d1 e1 f1 g1 g2", "g2", "boris played g2 (O)."},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        static struct table table;
        char text[256];
        struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
        struct game_record game = wire_game(9, rows[i].actions, 1);
        const union event_body body = {.game_moved = {.by = SEAT_SECOND, .action = rows[i].action}};
        room.variant = variant_get(VARIANT_LINETRIS);
        game.variant = variant_get(VARIANT_LINETRIS);
        table_init(&table, "anna");
        table_set_room(&table, &room);
        assert_int_equal(table_set_game(&table, &game), 0);
        words_event(&table, EVENT_GAME_MOVED, &body, text, sizeof(text));
        assert_string_equal(text, rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_that_ends_an_offer_is_told_as_each_reader_sees_it),
        cmocka_unit_test(a_line_that_vanishes_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
