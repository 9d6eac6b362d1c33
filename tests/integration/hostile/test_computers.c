/* SPDX-License-Identifier: MIT */
/* Very many games against the strongest computer at once: they are answered, and so are people who
 * play each other. How fast is for `./dev bench hostile`.
 *
 * A short form runs with the other tests; `--long` plays what is promised: 200 games, and people
 * who take 5 s a move, for a minute. */
#include "tests/integration/hostile/siege.h"
#include "tests/support/free_port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define SOLOISTS_MAX 200
#define SIDE 15
#define MOVES_PER_S 40
#define ANSWERS_MAX 16384

/* One who plays the computer. */
struct soloist {
    char game[13];
    bool is_second;
    bool is_mine; /* the turn */
    bool is_over;
    int ply;
    char room[13];
    bool is_taken[SIDE * SIDE];
    int64_t asked_us; /* when the computer's turn began; 0: it is not */
};

struct soloists {
    int count;
    struct soloist each[SOLOISTS_MAX];
    int64_t answers_us[ANSWERS_MAX];
    size_t answers;
    size_t games;
};

static bool is_long;
static char metrics_port[8];

static int64_t now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* ------------------------------------------------------------------ what they hear */

/* Copies what follows `key`, up to the quotation mark; whether it is there. */
static bool take_text(const char *line, const char *key, char *out, size_t size)
{
    const char *at = strstr(line, key);
    if (at == NULL)
        return false;
    at += strlen(key);
    snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
    return true;
}

static void answered(struct soloists *all, struct soloist *one)
{
    if (one->asked_us != 0 && all->answers < ANSWERS_MAX)
        all->answers_us[all->answers++] = now_us() - one->asked_us;
    one->asked_us = 0;
}

static void hear_start(struct soloists *all, struct soloist *one, const char *line)
{
    char first[24] = "";
    memset(one->is_taken, 0, sizeof(one->is_taken));
    take_text(line, "\"game\":{\"game\":\"", one->game, sizeof(one->game));
    take_text(line, "\"room\":\"", one->room, sizeof(one->room));
    take_text(line, "\"first\":{\"name\":\"", first, sizeof(first));
    one->is_second = strncmp(first, "pentad:", 7) == 0;
    one->is_mine = !one->is_second;
    one->is_over = false;
    one->ply = 0;
    one->asked_us = one->is_second ? now_us() : 0;
    all->games++;
}

static void hear_move(struct soloists *all, struct soloist *one, const char *line)
{
    char square[8] = "", by[8] = "";
    take_text(line, "\"action\":\"", square, sizeof(square));
    take_text(line, "\"by\":\"", by, sizeof(by));
    one->is_taken[(atoi(square + 1) - 1) * SIDE + square[0] - 'a'] = true;
    one->ply++;
    one->is_mine = strcmp(by, one->is_second ? "first" : "second") == 0;
    if (one->is_mine)
        answered(all, one);
}

static void hear(void *ctx, long connection, const char *line)
{
    struct soloists *all = ctx;
    struct soloist *one = &all->each[connection % all->count];
    if (strstr(line, "{\"ev\":\"game.started\"") == line)
        hear_start(all, one, line);
    else if (strstr(line, "{\"ev\":\"game.moved\"") == line)
        hear_move(all, one, line);
    else if (strstr(line, "{\"ev\":\"game.ended\"") == line)
        one->is_over = true;
}

/* ------------------------------------------------------------------ what they do */

static size_t move(struct soloist *one, const struct stroke *stroke)
{
    int at = (int)(stroke->connection * 31 + one->ply * 7) % (SIDE * SIDE);
    while (one->is_taken[at])
        at = (at + 1) % (SIDE * SIDE);
    one->asked_us = now_us();
    return (size_t)snprintf(
        stroke->bytes, HORDE_STROKE_MAX,
        "{\"id\":3,\"op\":\"game.move\",\"game\":\"%s\",\"ply\":%d,\"action\":\"%c%d\"}\n",
        one->game, one->ply, 'a' + at % SIDE, at / SIDE + 1);
}

static size_t act(void *ctx, const struct stroke *stroke)
{
    static const char guest[] = "{\"id\":1,\"op\":\"auth.guest\"}\n";
    static const char open[] = "{\"id\":2,\"op\":\"room.open\",\"variant\":\"freestyle15\","
                               "\"computer\":\"pentad\",\"level\":10}\n";
    struct soloists *all = ctx;
    struct soloist *one = &all->each[stroke->connection % all->count];
    if (stroke->nth == 0) {
        *one = (struct soloist){0};
        return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX, "%s", guest);
    }
    if (one->game[0] == '\0')
        return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX, "%s", open);
    if (one->is_over)
        return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX,
                                "{\"id\":4,\"op\":\"room.rematch\",\"room\":\"%s\"}\n", one->room);
    if (one->is_mine && one->asked_us == 0)
        return move(one, stroke);
    return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX, "{\"id\":5,\"op\":\"ping\"}\n");
}

/* ------------------------------------------------------------------ the operator's figures */

static void read_metrics(char *text, size_t size)
{
    static const char ask[] =
        "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)atoi(metrics_port)),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    size_t len = 0;
    ssize_t got;
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&to, sizeof(to)), 0);
    assert_int_equal(send(fd, ask, sizeof(ask) - 1, MSG_NOSIGNAL), sizeof(ask) - 1);
    while (len < size - 1 && (got = recv(fd, text + len, size - 1 - len, 0)) > 0)
        len += (size_t)got;
    text[len] = '\0';
    close(fd);
}

static long metric(const char *text, const char *name)
{
    char key[64];
    snprintf(key, sizeof(key), "\n%s ", name);
    const char *at = strstr(text, key);
    assert_non_null(at);
    return strtol(at + strlen(key), NULL, 10);
}

/* ------------------------------------------------------------------ the scene */

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void check_answers(struct soloists *all)
{
    static char text[65536];
    read_metrics(text, sizeof(text));
    qsort(all->answers_us, all->answers, sizeof(all->answers_us[0]), compare);
    assert_true(all->answers > 0);
    int64_t p99_us = all->answers_us[all->answers * 99 / 100];
    long thoughts = metric(text, "pentad_thoughts_total");
    print_message("%d games at once, %zu begun: %zu answers, half within %.0f ms, 99 of 100 within "
                  "%.0f ms, the last within %.0f ms; %ld of %ld thoughts shortened\n",
                  all->count, all->games, all->answers,
                  (double)all->answers_us[all->answers / 2] / 1000, (double)p99_us / 1000,
                  (double)all->answers_us[all->answers - 1] / 1000,
                  metric(text, "pentad_thoughts_cut_total"), thoughts);
    assert_true(thoughts > 0);
    siege_time("games against computers", "answer of a computer", 0, p99_us);
}

SCENE(many_games_against_computers_are_answered_and_hurt_no_game_of_people)
{
    static struct soloists all;
    struct siege siege;
    struct horde_tally tally;
    all = (struct soloists){.count = siege_share(is_long ? SOLOISTS_MAX : 60)};
    const struct attack attack = {
        .name = "games against computers",
        .plan = {.members = all.count,
                 .addresses = 40,
                 .strokes_per_s =
                     MOVES_PER_S, /* also where there are few: each has to come to move */
                 .stroke = act,
                 .hear = hear,
                 .ctx = &all},
        .for_ms = is_long ? 75000 : 12000, /* with what it takes until all have begun */
        .each_ms = is_long ? 50 : 0,
        .memory_kib = 96 * 1024, /* a thought has 16 MiB */
    };
    siege_begin(&siege, scene);
    siege_run(&siege, &attack, &tally);
    check_answers(&all);
}

int main(int argc, char **argv)
{
    static const char *const options[] = {"--players-per-address", "1000000", "--metrics-port",
                                          metrics_port, NULL};
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(many_games_against_computers_are_answered_and_hurt_no_game_of_people,
                        options),
    };
    is_long = argc > 1 && strcmp(argv[1], "--long") == 0;
    snprintf(metrics_port, sizeof(metrics_port), "%u", (unsigned)free_port());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
