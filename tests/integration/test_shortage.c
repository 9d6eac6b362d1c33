/* SPDX-License-Identifier: MIT */
/*
 * The real pentad while its allocations fail, one in each round, in the server, its threads and its
 * libraries. It goes on; each request is done or refused as if it had never been asked for; and
 * what was acknowledged is there after kill -9.
 *
 * PENTAD_ROUNDS=A..B fails the Ath, the next, ... and the Bth allocation of a round, one a round.
 */
#define _GNU_SOURCE /* memfd_create(), prlimit() */
#include "tests/support/fail_malloc.h"
#include "tests/support/scene.h"
#include "tests/support/table.h"
#include "tests/support/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* About as many as the server makes in a round, and by how much the one that fails moves on. */
#define NTH_MAX 330
#define STRIDE 23
#define TRIES 100
#define GUESTS_MAX 500
#define BYE_WAIT_MS 250 /* a goodbye does not say when to come again */
#define MOVES_MAX 256
#define ACTIONS_SIZE 2048
#define SQUARE_SIZE 16

static struct fail_malloc *control;

/* ------------------------------------------------------------------ requests that may be refused
 */

static const char *code_of(const json_t *answer)
{
    return has_at(answer, "error") ? text_at(answer, "error.code") : "";
}

/* Whether an answer is a refusal for want of memory, also the store's, or for too many tries; then
 * waits as told. */
static bool is_refused(const json_t *answer)
{
    const char *code = code_of(answer);
    if (*code == '\0')
        return false;
    if (strcmp(code, "out_of_memory") != 0 && strcmp(code, "storage_unavailable") != 0 &&
        strcmp(code, "busy") != 0 && strcmp(code, "rate_limited") != 0)
        fail_msg("refused with %s", code);
    wait_as_told(int_at(answer, "error.retry_after_ms"));
    return true;
}

/* Asks until it is done. */
#define ask_until_done(peer, ...)                                                                  \
    do {                                                                                           \
        int tries_ = 0;                                                                            \
        while (is_refused(peer_answer(peer, peer_send(peer, __VA_ARGS__))))                        \
            assert_in_range(++tries_, 1, TRIES);                                                   \
    } while (0)

/* ------------------------------------------------------------------ a game that never ends */

struct play {
    struct scene *scene;
    struct table table;
    int next;                   /* square: those that were refused are not tried again */
    char actions[ACTIONS_SIZE]; /* what was acknowledged */
};

/* Squares without every fifth column and row: whoever gets them, there are never five in a row. */
static void square_text(int n, char text[SQUARE_SIZE])
{
    int column = n % 16 + n % 16 / 4;
    int row = n / 16 + n / 16 / 4;
    snprintf(text, SQUARE_SIZE, "%c%d", 'a' + column, row + 1);
}

/* Another square after each refusal: if the refused one had been played, this would be stale. */
static void move(struct play *play, int seat)
{
    char square[SQUARE_SIZE];
    const json_t *answer;
    do {
        assert_in_range(play->next, 0, MOVES_MAX - 1);
        square_text(play->next++, square);
        answer = peer_answer(play->table.seats[seat], table_send(&play->table, seat, square));
    } while (is_refused(answer));
    size_t len = strlen(play->actions);
    snprintf(play->actions + len, sizeof(play->actions) - len, "%s%s", len > 0 ? " " : "", square);
    play->table.ply++;
}

static void open_and_leave(struct peer *peer)
{
    char room[TABLE_ID_SIZE];
    const json_t *opened;
    do
        opened = peer_answer(peer, peer_send(peer, "room.open", "{s:s}", "variant", "mini"));
    while (is_refused(opened));
    snprintf(room, sizeof(room), "%s", text_at(opened, "room.room"));
    ask_until_done(peer, "room.leave", "{s:s}", "room", room);
}

/* A connection that logs in, looks around and goes. The server may send it away while it is short.
 */
static bool visit(struct scene *scene)
{
    struct peer *peer = peer_open("a visitor", server_port(scene->server));
    int64_t id =
        peer_send(peer, "auth.login", "{s:s, s:s}", "name", "Anna", "password", SCENE_PASSWORD);
    const json_t *message = NULL;
    while (peer_find_answer(peer, id) == NULL && (message = peer_next(peer)) != NULL)
        if (has_at(message, "ev") && strcmp(text_at(message, "ev"), "bye") == 0)
            assert_string_equal(text_at(message, "code"), "out_of_memory");
    const json_t *answer = peer_find_answer(peer, id);
    bool is_in = answer != NULL && !is_refused(answer);
    if (is_in) {
        open_and_leave(peer);
        ask_until_done(peer, "room.list", NULL);
        ask_until_done(peer, "history.list", "{s:s}", "name", "Anna");
        ask_until_done(peer, "rating.top", "{s:s}", "variant", "classic");
    } else if (answer == NULL) {
        wait_as_told(BYE_WAIT_MS);
    }
    peer_free(peer);
    return is_in;
}

static void play_round(struct play *play)
{
    int tries = 0;
    move(play, play->table.ply % 2);
    while (!visit(play->scene))
        assert_in_range(++tries, 1, TRIES);
    ask_until_done(play->table.joiner, "game.get", "{s:s}", "game", play->table.game);
}

/* ------------------------------------------------------------------ the promise */

static void check_stored(const struct play *play, struct peer *reader)
{
    const json_t *game = table_read(&play->table, reader);
    assert_string_equal(text_at(game, "actions"), play->actions);
}

struct span {
    long first, last, stride;
};

static struct span span_wanted(void)
{
    struct span span = {.first = 1, .last = NTH_MAX, .stride = STRIDE};
    const char *wanted = getenv("PENTAD_ROUNDS");
    if (wanted == NULL)
        return span;
    char *end = NULL;
    span.first = strtol(wanted, &end, 10);
    span.last = *end == '.' ? strtol(end + 2, NULL, 10) : span.first;
    span.stride = 1;
    return span;
}

SCENE(no_allocation_that_fails_harms)
{
    const struct span span = span_wanted();
    struct play *play = calloc(1, sizeof(*play));
    assert_non_null(play);
    play->scene = scene;
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    table_open(&play->table, anna, boris, "classic", TABLE_RATED);
    for (long nth = span.first; nth <= span.last; nth += span.stride) {
        atomic_store(&control->left, nth);
        play_round(play);
        atomic_store(&control->left, 0);
    }
    print_message("%ld allocations failed, one by one\n", atomic_load(&control->failed));
    assert_true(atomic_load(&control->failed) > 0);
    check_stored(play, anna);
    scene_crash(scene);
    check_stored(play, scene_login(scene, "Boris"));
    free(play);
}

/* ------------------------------------------------------------------ a shortage that lasts */

/* It may have no more memory than it has now; 0: as much as it likes. */
static void limit_memory(const struct scene *scene, rlim_t more_bytes)
{
    const pid_t pid = server_pid(scene->server);
    struct rlimit limit = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
    char path[64];
    unsigned long pages = 0;
    snprintf(path, sizeof(path), "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu", &pages), 1);
    fclose(file);
    if (more_bytes > 0)
        limit.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + more_bytes;
    assert_int_equal(prlimit(pid, RLIMIT_AS, &limit, NULL), 0);
}

/* The answer, or NULL if the connection ended without it. */
static const json_t *answer_or_end(struct peer *peer, int64_t id)
{
    while (peer_find_answer(peer, id) == NULL && peer_next(peer) != NULL)
        continue;
    return peer_find_answer(peer, id);
}

/* One more guest with a table. Returns false if it was refused. */
static bool guest_fits(struct scene *scene)
{
    struct peer *guest = scene_stranger(scene, "a guest");
    const json_t *answer = answer_or_end(guest, peer_send(guest, "auth.guest", NULL));
    if (answer == NULL || is_refused(answer))
        return false;
    answer = answer_or_end(guest, peer_send(guest, "room.open", "{s:s}", "variant", "classic"));
    return answer != NULL && !is_refused(answer);
}

/* Asks whether memory is still short: a guest who was refused may give back enough for others, and
 * so often that it is too often for who asks. */
static bool is_short(struct peer *peer)
{
    const json_t *answer = peer_answer(peer, peer_send(peer, "room.list", NULL));
    while (strcmp(code_of(answer), "rate_limited") == 0) {
        wait_as_told(int_at(answer, "error.retry_after_ms"));
        answer = peer_answer(peer, peer_send(peer, "room.list", NULL));
    }
    return strcmp(code_of(answer), "out_of_memory") == 0;
}

SCENE(a_lasting_shortage_is_told_and_survived)
{
    struct play *play = calloc(1, sizeof(*play));
    assert_non_null(play);
    play->scene = scene;
    struct peer *anna = scene_account(scene, "Anna");
    table_open(&play->table, anna, scene_account(scene, "Boris"), "classic", TABLE_RATED);
    move(play, 0);
    move(play, 1);
    int guests = 0;
    do {
        limit_memory(scene, 1); /* of what was given back nothing is to be had again */
        while (guest_fits(scene))
            assert_in_range(++guests, 1, GUESTS_MAX);
    } while (!is_short(anna));
    server_find_log(scene->server, " memory_short ");
    peer_refused(anna, "out_of_memory", "game.move", "{s:s, s:i, s:s}", "game", play->table.game,
                 "ply", play->table.ply, "action", "s19");
    peer_ask(anna, "ping", NULL);
    limit_memory(scene, 0);
    server_find_log(scene->server, " memory_back");
    move(play, 0);
    move(play, 1);
    print_message("short after %d guests\n", guests);
    scene_crash(scene);
    check_stored(play, scene_login(scene, "Boris"));
    free(play);
}

/* ------------------------------------------------------------------ the control */

static void control_make(void)
{
    static char variable[64];
    int fd = memfd_create("fail_malloc", MFD_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, sizeof(*control)), 0);
    control = mmap(NULL, sizeof(*control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_true(control != MAP_FAILED);
    snprintf(variable, sizeof(variable), "/proc/%d/fd/%d", (int)getpid(), fd);
    setenv("FAIL_MALLOC", variable, 1);
    setenv("LD_PRELOAD", FAIL_MALLOC_PATH, 1);
}

int main(void)
{
    static const char *const rooms[] = {"--open-rooms-per-address", "10000",
                                        "--players-per-address", "1000", NULL};
    control_make();
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(no_allocation_that_fails_harms, rooms),
        SCENE_TEST_WITH(a_lasting_shortage_is_told_and_survived, rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
