/* SPDX-License-Identifier: MIT */
/*
 * The server goes away in the middle of many moves, politely (SIGTERM) or not (kill -9): what it
 * had acknowledged is there when it comes back.
 */
#include "tests/support/scene.h"

#include <string.h>

typedef void restart_fn(struct scene *scene);

#define TABLES 16

/* Whether the peer was told of a move to that square. */
static bool was_told(struct peer *peer, const char *square)
{
    for (json_t *message; (message = peer_next(peer)) != NULL;)
        if (has_at(message, "action") && strcmp(text_at(message, "action"), square) == 0)
            return true;
    return false;
}

/* At many tables at once: the second player's move was acknowledged, or the server had not said so
 * when it ended. In the first case it is stored, in the second it may be. */
static void assert_nothing_lost(struct scene *scene, restart_fn *restart)
{
    struct table tables[TABLES];
    int64_t ids[TABLES];
    int acknowledged = 0;
    for (int i = 0; i < TABLES; i++) {
        table_open(&tables[i], scene_guest(scene), scene_guest(scene), "classic", TABLE_UNRATED);
        table_play(&tables[i], "h8");
    }
    for (int i = 0; i < TABLES; i++)
        ids[i] = table_send(&tables[i], 1, "i9");
    peer_answer(tables[0].joiner, ids[0]);
    restart(scene);
    struct peer *reader = scene_stranger(scene, "a stranger");
    for (int i = 0; i < TABLES; i++) {
        const json_t *answer = peer_find_answer(tables[i].joiner, ids[i]);
        bool is_told =
            was_told(tables[i].opener, "i9") || (answer != NULL && has_at(answer, "ply"));
        const char *actions = text_at(table_read(&tables[i], reader), "actions");
        acknowledged += is_told;
        assert_string_equal(actions, is_told || strlen(actions) > 2 ? "h8 i9" : "h8");
    }
    assert_true(acknowledged >= 1);
}

SCENE(sigterm_in_the_middle_of_moves_loses_nothing_acknowledged)
{
    assert_nothing_lost(scene, scene_restart);
}

SCENE(kill_9_in_the_middle_of_moves_loses_nothing_acknowledged)
{
    assert_nothing_lost(scene, scene_crash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(sigterm_in_the_middle_of_moves_loses_nothing_acknowledged),
        SCENE_TEST(kill_9_in_the_middle_of_moves_loses_nothing_acknowledged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
