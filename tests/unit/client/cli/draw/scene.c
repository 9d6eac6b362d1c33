/* SPDX-License-Identifier: MIT */
/*
 * Scenes, as tests/unit/client/cli/draw/scene.h describes them.
 */
#include "scene.h"

#include "client/core/table_record.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scene *scene_new(enum variant_id variant, const char *actions)
{
    struct scene *scene = calloc(1, sizeof(*scene));
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, actions, 1);
    room.variant = variant_get(variant);
    game.variant = variant_get(variant);
    table_init(&scene->table, "anna");
    table_set_room(&scene->table, &room);
    assert_int_equal(table_set_game(&scene->table, &game), 0);
    editor_init(&scene->editor);
    scene->screen = (struct screen){.table = &scene->table,
                                    .notes = &scene->notes,
                                    .editor = &scene->editor,
                                    .task = "Your turn.",
                                    .rows = 24,
                                    .columns = 80};
    return scene;
}

void scene_free(struct scene *scene)
{
    notes_deinit(&scene->notes);
    free(scene);
}

void scene_set_clocks(struct scene *scene, int64_t left_ms)
{
    scene->table.control = (struct time_control){
        .kind = CLOCK_FISCHER, .main_ms = CLOCK_MINUTE_MS, .increment_ms = CLOCK_SECOND_MS};
    scene->table.clocks[SEAT_FIRST].left_ms = left_ms;
    scene->table.clocks[SEAT_SECOND].left_ms = CLOCK_MINUTE_MS;
    scene->table.has_clocks = true;
}

/* Plays terminal for what screen_draw() writes: CUP, EL, ED, CR LF and text. */
void scene_show(struct scene *scene)
{
    struct shown *shown = &scene->shown;
    struct ink ink;
    ink_init(&ink, (struct look){.is_utf8 = true});
    screen_draw(&scene->screen, &ink);
    ink_put_raw(&ink, "", 1);
    memset(shown, 0, sizeof(*shown));
    const char *at = ink.bytes.data;
    size_t len = 0;
    for (; *at != '\0'; at++) {
        assert_true(shown->count < SCENE_ROWS_MAX);
        if (*at == '\x1b') {
            const char *end = at + 2 + strspn(at + 2, "0123456789;");
            if (*end == 'H' && end > at + 2) {
                assert_int_equal(
                    sscanf(at + 2, "%zu;%zu", &shown->cursor_row, &shown->cursor_column), 2);
            }
            at = end;
        } else if (*at == '\n') {
            shown->count++;
            len = 0;
        } else if (*at != '\r') {
            shown->rows[shown->count][len++] = *at;
        }
    }
    shown->count++;
    ink_deinit(&ink);
}
