/* SPDX-License-Identifier: MIT */
/* The life of a test's server and its peers; see the header. */
#include "tests/support/scene.h"

#include <stdio.h>
#include <stdlib.h>

int scene_setup(void **state)
{
    const char *const *options = *state;
    struct scene *scene = calloc(1, sizeof(*scene));
    assert_non_null(scene);
    *state = scene;
    scene->server = server_new(options);
    return 0;
}

void scene_begin(struct scene *scene)
{
    server_start(scene->server);
}

void scene_pass(struct scene *scene)
{
    for (size_t i = 0; i < scene->peer_count; i++)
        peer_close(scene->peers[i]);
    if (server_is_running(scene->server))
        server_stop(scene->server);
    scene->has_passed = true;
}

int scene_teardown(void **state)
{
    struct scene *scene = *state;
    if (!scene->has_passed)
        server_show_log(scene->server);
    for (size_t i = 0; i < scene->peer_count; i++)
        peer_free(scene->peers[i]);
    server_free(scene->server);
    free(scene);
    return 0;
}

struct peer *scene_stranger(struct scene *scene, const char *label)
{
    assert_in_range(scene->peer_count, 0, SCENE_PEERS_MAX - 1);
    struct peer *peer = peer_open(label, server_port(scene->server));
    scene->peers[scene->peer_count++] = peer;
    return peer;
}

struct peer *scene_account(struct scene *scene, const char *name)
{
    struct peer *peer = scene_stranger(scene, name);
    peer_ask(peer, "auth.register", "{s:s, s:s}", "name", name, "password", SCENE_PASSWORD);
    return peer;
}

struct peer *scene_login(struct scene *scene, const char *name)
{
    struct peer *peer = scene_stranger(scene, name);
    peer_ask(peer, "auth.login", "{s:s, s:s}", "name", name, "password", SCENE_PASSWORD);
    return peer;
}

struct peer *scene_guest(struct scene *scene)
{
    struct peer *peer = scene_stranger(scene, "a guest");
    peer_ask(peer, "auth.guest", NULL);
    return peer;
}

struct peer *scene_resume(struct scene *scene, const struct peer *peer)
{
    struct peer *again = scene_stranger(scene, peer_name(peer));
    peer_resume(again, peer_token(peer));
    return again;
}

void scene_table(struct scene *scene, struct table *table, const char *variant,
                 enum table_stake stake)
{
    struct peer *anna = scene_account(scene, "Anna");
    table_open(table, anna, scene_account(scene, "Boris"), variant, stake);
}

/* Everybody reads what the server still says and hangs up. */
static void drain_all(struct scene *scene)
{
    for (size_t i = 0; i < scene->peer_count; i++) {
        peer_expect_end(scene->peers[i]);
        peer_close(scene->peers[i]);
    }
}

void scene_stop(struct scene *scene)
{
    server_terminate(scene->server);
    drain_all(scene);
    server_stop(scene->server);
}

void scene_restart(struct scene *scene)
{
    scene_stop(scene);
    server_start(scene->server);
}

void scene_kill(struct scene *scene)
{
    server_kill(scene->server);
    drain_all(scene);
}

void scene_crash(struct scene *scene)
{
    scene_kill(scene);
    server_start(scene->server);
}
