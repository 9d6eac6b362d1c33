/* SPDX-License-Identifier: MIT */
/* Attackers who come back over new connections, from many addresses, to begin every limit anew. */
#include "tests/integration/hostile/siege.h"
#include "tests/support/folder.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define LINE 500  /* characters, as many as a line has at the most */
#define LINES 8   /* that one connection may say at once */
#define SAYS_AT 3 /* the step, by which the login is answered */
#define STEPS 5   /* of a connection, before it is dropped */

/* The player who comes back. */
struct returning {
    struct siege siege;
    char token[80];
    char room[16];
};

static void returning_begin(struct returning *returning, struct scene *scene, struct table *table)
{
    siege_begin(&returning->siege, scene);
    struct peer *guest = scene_guest(scene);
    table_open(table, guest, scene_guest(scene), "classic", TABLE_UNRATED);
    snprintf(returning->token, sizeof(returning->token), "%s", peer_token(guest));
    snprintf(returning->room, sizeof(returning->room), "%s", table->room);
}

static size_t ping(const struct stroke *stroke)
{
    return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX, "{\"id\":%d,\"op\":\"ping\"}\n",
                            100 + stroke->nth);
}

/* ------------------------------------------------------------------ the disk */

static long long folder_bytes(const char *path)
{
    long long bytes = 0;
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char name[1024];
        struct stat info;
        snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
        if (stat(name, &info) == 0 && S_ISREG(info.st_mode))
            bytes += info.st_size;
    }
    closedir(dir);
    return bytes;
}

static size_t resume(const struct returning *returning, const struct stroke *stroke)
{
    return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX,
                            "{\"id\":0,\"op\":\"auth.resume\",\"token\":\"%s\"}\n",
                            returning->token);
}

/* Comes, says as much as a connection may, waits a little and goes. */
static size_t say_and_go(void *ctx, const struct stroke *stroke)
{
    const struct returning *returning = ctx;
    size_t len = 0;
    if (stroke->nth == 0)
        return resume(returning, stroke);
    if (stroke->nth != SAYS_AT)
        return stroke->nth < STEPS ? ping(stroke) : 0;
    for (int i = 1; i <= LINES; i++)
        len +=
            (size_t)snprintf(stroke->bytes + len, HORDE_STROKE_MAX - len,
                             "{\"id\":%d,\"op\":\"room.say\",\"room\":\"%s\",\"text\":\"%0*d\"}\n",
                             i, returning->room, LINE, i);
    return len;
}

SCENE(ever_new_connections_do_not_fill_the_disk)
{
    struct returning returning;
    struct table table;
    struct horde_tally tally;
    const struct attack attack = {
        .name = "lines over new connections",
        .plan = {.members = siege_share(60),
                 .addresses = 12,
                 .strokes_per_s = 2000,
                 .is_patient = true, /* so that a slow server hears its lines, too */
                 .stroke = say_and_go,
                 .comes_back = true,
                 .ctx = &returning},
        .for_ms = 3000,
        .until_errors = LINES, /* it has reached the limit */
        .memory_kib = 8192,
    };
    returning_begin(&returning, scene, &table);
    siege_run(&returning.siege, &attack, &tally);
    server_stop(scene->server); /* then the database has no log beside it */
    char folder[FOLDER_PATH_SIZE];
    folder_path(server_folder(scene->server), "", folder);
    long long stored = folder_bytes(folder);
    print_message("the database has %lld KiB\n", stored / 1024);
    /* What one player may say in some seconds, and the honest games; all the lines were 4 MiB. */
    assert_in_range(stored, 0, 1024 * 1024);
    assert_true(horde_count(&tally, "rate_limited") > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(ever_new_connections_do_not_fill_the_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
