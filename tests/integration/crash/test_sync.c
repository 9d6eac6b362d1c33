/* SPDX-License-Identifier: MIT */
/*
 * The real pentad on a disk whose syncs fail: a change is refused only when no start can find it
 * stored, and a server that cannot know says nothing and ends.
 */
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct broken {
    struct scene *scene;
    char file[FOLDER_PATH_SIZE]; /* syncs fail while it is there */
    char preload[FOLDER_PATH_SIZE + 16];
    char failing[FOLDER_PATH_SIZE + 16];
    const char *variables[3];
    struct table table;
};

/* Anna has moved, and it is Boris's turn. */
static void begin(struct broken *broken, struct scene *scene)
{
    *broken = (struct broken){.scene = scene};
    folder_path(server_folder(scene->server), "failing", broken->file);
    snprintf(broken->preload, sizeof(broken->preload), "LD_PRELOAD=%s", FAILING_SYNC_PATH);
    snprintf(broken->failing, sizeof(broken->failing), "FAILING_SYNC=%s", broken->file);
    broken->variables[0] = broken->preload;
    broken->variables[1] = broken->failing;
    server_set_variables(scene->server, broken->variables);
    server_start(scene->server);
    scene_table(scene, &broken->table, "classic", TABLE_RATED);
    table_play(&broken->table, "h8");
}

static void syncs_break(struct broken *broken, const char *text)
{
    char path[FOLDER_PATH_SIZE];
    folder_write(server_folder(broken->scene->server), "failing", text, path);
}

/* The actions that are stored when the server is there again. */
static const char *actions_stored(struct broken *broken)
{
    struct peer *reader = scene_stranger(broken->scene, "a reader");
    return text_at(table_read(&broken->table, reader), "actions");
}

static void kill_9_does_not_bring_a_refused_move_back(void **state)
{
    struct broken broken;
    begin(&broken, *state);
    syncs_break(&broken, "once");
    json_t *answer = peer_answer(broken.table.seats[1], table_send(&broken.table, 1, "i9"));
    server_kill(broken.scene->server);
    assert_string_equal(text_at(answer, "error.code"), "storage_unavailable");
    server_start(broken.scene->server);
    assert_string_equal(actions_stored(&broken), "h8");
    scene_pass(broken.scene);
}

static void a_server_that_cannot_know_says_nothing_and_ends(void **state)
{
    struct broken broken;
    begin(&broken, *state);
    syncs_break(&broken, "");
    int64_t id = table_send(&broken.table, 1, "i9");
    for (int i = 0; i < 2; i++)
        peer_expect_end(broken.table.seats[i]);
    assert_null(peer_find_answer(broken.table.seats[1], id));
    server_find_log(broken.scene->server, "storage_lost error=\"disk I/O error");
    assert_int_equal(server_wait(broken.scene->server), 1);
    assert_int_equal(remove(broken.file), 0);
    server_start(broken.scene->server);
    const char *actions = actions_stored(&broken);
    assert_true(strcmp(actions, "h8") == 0 || strcmp(actions, "h8 i9") == 0);
    broken.table.ply = 1;
    table_take_seats(&broken.table, scene_resume(broken.scene, broken.table.opener),
                     scene_resume(broken.scene, broken.table.joiner));
    json_t *answer = peer_answer(broken.table.joiner, table_send(&broken.table, 1, "i9"));
    assert_int_equal(int_at(answer, "ply"), 2);
    scene_pass(broken.scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(kill_9_does_not_bring_a_refused_move_back, scene_setup,
                                        scene_teardown),
        cmocka_unit_test_setup_teardown(a_server_that_cannot_know_says_nothing_and_ends,
                                        scene_setup, scene_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
