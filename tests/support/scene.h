/* SPDX-License-Identifier: MIT */
/*
 * The scene of an integration test: a server of its own and the connections to it. A test is
 *
 *     SCENE(a_promise_in_words)
 *     {
 *         struct peer *anna = scene_account(scene, "Anna");
 *         ...
 *     }
 *
 * and a line SCENE_TEST(a_promise_in_words) in the list of cmocka. Each test starts a server in an
 * empty folder, and at its end the server has to stop with exit code 0, so that whatever a
 * sanitizer finds fails the test. After a failure the server's log is shown.
 */
#ifndef PENTAD_TESTS_SUPPORT_SCENE_H
#define PENTAD_TESTS_SUPPORT_SCENE_H

#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/support/peer.h"
#include "tests/support/server.h"
#include "tests/support/table.h"

#define SCENE_PEERS_MAX 512

struct scene {
    struct server *server;
    struct peer *peers[SCENE_PEERS_MAX]; /* all that were opened; the scene frees them */
    size_t peer_count;
    bool has_passed;
};

/* Before and after every test, whatever becomes of it. */
int scene_setup(void **state);
int scene_teardown(void **state);
/* The server starts; and it stops as it should, which is part of the test. */
void scene_begin(struct scene *scene);
void scene_pass(struct scene *scene);

#define SCENE(name)                                                                                \
    static void name(struct scene *scene);                                                         \
    static void name##_in_scene(void **state)                                                      \
    {                                                                                              \
        scene_begin(*state);                                                                       \
        name(*state);                                                                              \
        scene_pass(*state);                                                                        \
    }                                                                                              \
    static void name(struct scene *scene)

/* A row of the list of tests; `options` are flags for the server, NULL at the end. */
#define SCENE_TEST_WITH(name, options)                                                             \
    {                                                                                              \
#name, name##_in_scene, scene_setup, scene_teardown, (void *)(options)                     \
    }
#define SCENE_TEST(name) SCENE_TEST_WITH(name, NULL)

/* A connection that has not logged in. */
struct peer *scene_stranger(struct scene *scene, const char *label);
/* A connection that has registered `name` with SCENE_PASSWORD. */
struct peer *scene_account(struct scene *scene, const char *name);
/* One more connection of an account. */
struct peer *scene_login(struct scene *scene, const char *name);
/* A connection of a new guest. */
struct peer *scene_guest(struct scene *scene);
/* One more connection with the token of `peer`, which may be closed. */
struct peer *scene_resume(struct scene *scene, const struct peer *peer);

#define SCENE_PASSWORD "correct horse"

/* Anna and Boris, who have accounts, at a table where Anna begins. */
void scene_table(struct scene *scene, struct table *table, const char *variant,
                 enum table_stake stake);

/* The server stops: SIGTERM, everybody reads what it still says and hangs up, exit code 0. */
void scene_stop(struct scene *scene);
/* Likewise, but kill -9. */
void scene_kill(struct scene *scene);
/* The server stops, or is killed (kill -9), and starts again. What peers received until then is
 * theirs; their connections are closed. */
void scene_restart(struct scene *scene);
void scene_crash(struct scene *scene);

#endif
