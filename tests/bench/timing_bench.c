/* SPDX-License-Identifier: MIT */
/*
 * Whether time tells which names exist, printed as one line of fields for each kind of login that
 * fails:
 *
 *   timing_bench PORT SAMPLES
 *
 * One login after the other: a name that nobody has, a guest's, and an account's with a wrong
 * password, in an order that is drawn anew for every three. The accounts have a profile and a
 * rating. Each login comes from an address of its own, and no name is tried so often that it has to
 * wait. All answers have to be the same bytes: the program ends with a word if one is another.
 *
 * Two kinds are compared by the rank sum (H. B. Mann, D. R. Whitney, "On a test of whether one of
 * two random variables is stochastically larger than the other", Annals of Mathematical Statistics
 * 18, 1947): `longer` is how often a login of this kind takes longer than one of `other`, 0.5 if
 * there is nothing to see, and `p` how likely it is by chance alone to be as far from that.
 */
#include "base/memory.h"
#include "tests/bench/caller.h"
#include "tests/bench/tally.h"

#include <arpa/inet.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { KIND_UNKNOWN, KIND_GUEST, KIND_ACCOUNT, KIND_COUNT };

static const char *const kind_words[KIND_COUNT] = {"unknown", "guest", "account"};

#define TRIES 4 /* of a name: so many wrong passwords, and one more, cost nothing */
#define NAME_SIZE 32
#define ROUNDS_UNCOUNTED 100
#define PASSWORD "correct horse"

struct timing {
    in_port_t port;
    size_t rounds;
    size_t name_count;
    char (*names[KIND_COUNT])[NAME_SIZE];
    double *times_us[KIND_COUNT]; /* so many as rounds */
    char answer[512];             /* the first one */
    uint32_t calls;               /* so far, each from another address */
    uint64_t lots;
};

static void fail(const char *what)
{
    fprintf(stderr, "timing: %s\n", what);
    exit(1);
}

/* splitmix64: the same names and order in every run. */
static uint64_t draw(struct timing *timing)
{
    uint64_t lot = (timing->lots += UINT64_C(0x9E3779B97F4A7C15));
    lot = (lot ^ (lot >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    lot = (lot ^ (lot >> 27)) * UINT64_C(0x94D049BB133111EB);
    return lot ^ (lot >> 31);
}

/* Those that exist and those that do not stand between each other. */
static void draw_name(struct timing *timing, char *name)
{
    (void)snprintf(name, NAME_SIZE, "timed-%011llx", (unsigned long long)(draw(timing) >> 20));
}

static struct caller *call(struct timing *timing)
{
    return caller_open(timing->port, CALLER_ADDRESS(timing->calls++));
}

/* ------------------------------------------------------------------ who is there */

/* Copies the text that stands behind `key` in a line. */
static void copy_behind(const char *line, const char *key, char *out, size_t size)
{
    const char *from = strstr(line, key);
    if (from == NULL)
        fail(line);
    from += strlen(key);
    (void)snprintf(out, size, "%.*s", (int)strcspn(from, "\""), from);
}

static struct caller *make_account(struct timing *timing, size_t nth)
{
    char request[256];
    char *name = timing->names[KIND_ACCOUNT][nth];
    struct caller *caller = call(timing);
    draw_name(timing, name);
    (void)snprintf(request, sizeof(request),
                   "{\"id\":1,\"op\":\"auth.register\",\"name\":\"%s\",\"password\":\"" PASSWORD
                   "\"}\n",
                   name);
    caller_ask(caller, request, "\"token\":");
    caller_ask(caller,
               "{\"id\":1,\"op\":\"profile.set\",\"about\":\"Plays in the evening.\","
               "\"country\":\"KZ\"}\n",
               "{\"re\":1,\"about\":");
    return caller;
}

static void make_guest(struct timing *timing, size_t nth)
{
    struct caller *caller = call(timing);
    const char *line = caller_ask(caller, "{\"id\":1,\"op\":\"auth.guest\"}\n", "\"token\":");
    copy_behind(line, "\"name\":\"", timing->names[KIND_GUEST][nth], NAME_SIZE);
    caller_close(caller);
}

/* A rated game that the first wins, so that both have a rating. */
static void play(struct caller *const seats[2])
{
    static const char *const squares[] = {"a1", "a2", "b1", "b2", "c1"};
    char request[256];
    char id[32];
    const char *line =
        caller_ask(seats[0],
                   "{\"id\":1,\"op\":\"room.open\",\"variant\":\"mini\",\"rated\":true,"
                   "\"first\":\"opener\",\"clock\":{\"kind\":\"fischer\",\"main_ms\":600000}}\n",
                   "\"room\":{");
    copy_behind(line, "\"room\":\"", id, sizeof(id));
    (void)snprintf(request, sizeof(request), "{\"id\":1,\"op\":\"room.join\",\"room\":\"%s\"}\n",
                   id);
    line = caller_ask(seats[1], request, "\"game\":{");
    copy_behind(line, "\"game\":{\"game\":\"", id, sizeof(id));
    for (size_t ply = 0; ply < sizeof(squares) / sizeof(squares[0]); ply++) {
        (void)snprintf(
            request, sizeof(request),
            "{\"id\":1,\"op\":\"game.move\",\"game\":\"%s\",\"ply\":%zu,\"action\":\"%s\"}\n", id,
            ply, squares[ply]);
        caller_ask(seats[ply % 2], request, "{\"re\":1,\"");
    }
}

/* Mixes the names: people who were made one after the other stand on one page of the database,
 * which the processor would have at hand. */
static void shuffle(struct timing *timing, enum kind kind)
{
    char(*names)[NAME_SIZE] = timing->names[kind];
    for (size_t left = timing->name_count; left > 1; left--) {
        size_t at = (size_t)(draw(timing) % left);
        char name[NAME_SIZE];
        memcpy(name, names[at], NAME_SIZE);
        memcpy(names[at], names[left - 1], NAME_SIZE);
        memcpy(names[left - 1], name, NAME_SIZE);
    }
}

static void make_people(struct timing *timing)
{
    for (size_t i = 0; i < timing->name_count; i += 2) {
        struct caller *const seats[2] = {make_account(timing, i), make_account(timing, i + 1)};
        play(seats);
        caller_close(seats[0]);
        caller_close(seats[1]);
        make_guest(timing, i);
        make_guest(timing, i + 1);
    }
    shuffle(timing, KIND_GUEST);
    shuffle(timing, KIND_ACCOUNT);
}

/* ------------------------------------------------------------------ logins */

/* All answers are to request 2. */
static void check_answer(struct timing *timing, const char *line)
{
    if (timing->answer[0] == '\0')
        (void)snprintf(timing->answer, sizeof(timing->answer), "%s", line);
    if (strcmp(timing->answer, line) != 0)
        fail(line);
}

static double log_in(struct timing *timing, const char *name)
{
    char request[256];
    (void)snprintf(
        request, sizeof(request),
        "{\"id\":2,\"op\":\"auth.login\",\"name\":\"%s\",\"password\":\"wrong horse\"}\n", name);
    struct caller *caller = call(timing);
    uint64_t began_ns = now_ns();
    const char *line = caller_ask(caller, request, "\"wrong_credentials\"");
    double took_us = (double)(now_ns() - began_ns) / 1000;
    check_answer(timing, line);
    caller_close(caller);
    return took_us;
}

static const char *name_of(const struct timing *timing, enum kind kind, size_t round)
{
    return timing->names[kind][round / TRIES];
}

static void run_round(struct timing *timing, size_t round)
{
    enum kind order[KIND_COUNT] = {KIND_UNKNOWN, KIND_GUEST, KIND_ACCOUNT};
    for (size_t left = KIND_COUNT; left > 0; left--) {
        size_t at = (size_t)(draw(timing) % left);
        enum kind kind = order[at];
        order[at] = order[left - 1];
        timing->times_us[kind][round] = log_in(timing, name_of(timing, kind, round));
    }
}

static void run(struct timing *timing)
{
    for (size_t i = 0; i < timing->name_count; i++)
        draw_name(timing, timing->names[KIND_UNKNOWN][i]);
    for (size_t i = 0; i < ROUNDS_UNCOUNTED; i++) {
        char name[NAME_SIZE];
        draw_name(timing, name);
        (void)log_in(timing, name);
    }
    for (size_t round = 0; round < timing->rounds; round++)
        run_round(timing, round);
}

/* ------------------------------------------------------------------ what it says */

struct ranked {
    double us;
    bool is_first;
};

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

struct comparison {
    double longer; /* part of all pairs */
    double p;      /* two-sided */
};

/* The sum of the ranks of the first, those of equals shared; and what ties take off the variance.
 */
static double rank_sum(const struct ranked *all, size_t count, double *ties_out)
{
    double sum = 0;
    *ties_out = 0;
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && all[next].us <= all[i].us; next++)
            ;
        double tied = (double)(next - i);
        *ties_out += tied * tied * tied - tied;
        for (size_t j = i; j < next; j++)
            sum += all[j].is_first ? ((double)(i + next) + 1) / 2 : 0;
    }
    return sum;
}

static struct comparison compare_kinds(const struct timing *timing, enum kind one, enum kind other)
{
    size_t count = 2 * timing->rounds;
    double n = (double)timing->rounds;
    double ties;
    struct ranked *all = mem_zero(count * sizeof(*all));
    for (size_t i = 0; i < timing->rounds; i++) {
        all[2 * i] = (struct ranked){timing->times_us[one][i], true};
        all[2 * i + 1] = (struct ranked){timing->times_us[other][i], false};
    }
    qsort(all, count, sizeof(*all), compare);
    double u = rank_sum(all, count, &ties) - n * (n + 1) / 2;
    double variance = n * n / 12 * (2 * n + 1 - ties / (2 * n * (2 * n - 1)));
    free(all);
    double z = variance > 0 ? (u - n * n / 2) / sqrt(variance) : 0;
    return (struct comparison){.longer = u / (n * n), .p = erfc(fabs(z) / sqrt(2))};
}

static void print_kind(struct timing *timing, enum kind kind, struct comparison against)
{
    double *times_us = timing->times_us[kind];
    double sum_us = 0;
    qsort(times_us, timing->rounds, sizeof(*times_us), compare);
    for (size_t i = 0; i < timing->rounds; i++)
        sum_us += times_us[i];
    printf("kind=%s samples=%zu median_us=%.1f mean_us=%.1f p99_us=%.1f other=%s longer=%.4f "
           "p=%.4f\n",
           kind_words[kind], timing->rounds, times_us[timing->rounds / 2],
           sum_us / (double)timing->rounds, times_us[timing->rounds * 99 / 100],
           kind_words[(kind + 1) % KIND_COUNT], against.longer, against.p);
}

int main(int argc, char **argv)
{
    struct timing timing = {0};
    struct comparison against[KIND_COUNT];
    long samples = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    if (samples < KIND_COUNT) {
        fprintf(stderr, "usage: timing_bench PORT SAMPLES\n");
        return 2;
    }
    timing.port = htons((in_port_t)strtol(argv[1], NULL, 10));
    timing.rounds = ((size_t)samples + KIND_COUNT - 1) / KIND_COUNT;
    timing.name_count = (timing.rounds / TRIES + 2) / 2 * 2;
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        timing.names[kind] = mem_zero(timing.name_count * NAME_SIZE);
        timing.times_us[kind] = mem_zero(timing.rounds * sizeof(double));
    }
    make_people(&timing);
    run(&timing);
    for (enum kind kind = 0; kind < KIND_COUNT; kind++)
        against[kind] = compare_kinds(&timing, kind, (kind + 1) % KIND_COUNT);
    for (enum kind kind = 0; kind < KIND_COUNT; kind++)
        print_kind(&timing, kind, against[kind]);
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        free(timing.names[kind]);
        free(timing.times_us[kind]);
    }
    return 0;
}
