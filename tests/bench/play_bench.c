/* SPDX-License-Identifier: MIT */
/*
 * Plays many games at once against a server that runs, and prints what came of it as one line of
 * fields, each NAME=VALUE:
 *
 *   play_bench PORT PID GAMES SECONDS [--variant KEY | --line BYTES | --idle] [--rate MOVES]
 *              [--rooms COUNT]
 *
 * With --variant it is a pentad on loopback, with --line a relay. With --idle two guests for each
 * game log in to a pentad and do nothing. With --rooms others open rooms, at least so many, and
 * wait in them meanwhile. The games begin all; after a moment to warm up it measures for SECONDS.
 * Every player answers as soon as the opponent's move has arrived, or with --rate so that so many
 * moves a second are made in all. PID is the process whose CPU time and memory are told.
 */
#include "tests/bench/player.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WARM_MS 2000
#define LOOK_MS 20
#define GAME_MOVES 200 /* a long game of five in a row */
#define GIVE_UP_NS UINT64_C(120000000000)

struct run {
    struct load load;
    pid_t pid;
    int64_t seconds;
    double rate;
    uv_timer_t watch; /* until all play; then the end of warming up; then the end */
    uv_timer_t pace;
    uint64_t began_ns;
    uint64_t released;
    struct usage before; /* anybody connected */
    struct usage from;
    struct usage to;
    double own_cpu_s;
    double took_s;
};

static void print_result(struct run *run)
{
    struct load *load = &run->load;
    double moves = load->moves > 0 ? (double)load->moves : 1;
    double cpu_s = run->to.cpu_s - run->from.cpu_s;
    printf("games=%zu seconds=%.2f moves=%llu moves_s=%.0f p50_us=%u p99_us=%u cpu_ms=%.2f "
           "load_cpu_ms=%.2f conn_kib=%.2f out_bytes=%.1f in_bytes=%.1f\n",
           load->table_count, run->took_s, (unsigned long long)load->moves, moves / run->took_s,
           samples_quantile(&load->latency, 0.5), samples_quantile(&load->latency, 0.99),
           cpu_s * 1e6 / moves, run->own_cpu_s * 1e6 / moves,
           (double)(run->to.memory_kb - run->before.memory_kb) /
               (double)(SIDES * load_tables(load)),
           (double)load->bytes_out / moves, (double)load->bytes_in / moves);
}

static void on_end(uv_timer_t *timer)
{
    struct run *run = timer->data;
    run->took_s = (double)(now_ns() - run->began_ns) / 1e9;
    run->to = usage_of(run->pid);
    run->own_cpu_s = usage_of(getpid()).cpu_s - run->own_cpu_s;
    print_result(run);
    uv_stop(run->load.loop);
}

static void on_warm(uv_timer_t *timer)
{
    struct run *run = timer->data;
    run->from = usage_of(run->pid);
    run->own_cpu_s = usage_of(getpid()).cpu_s;
    run->began_ns = now_ns();
    run->load.is_measuring = true;
    (void)uv_timer_start(timer, on_end, (uint64_t)run->seconds * 1000, 0);
}

static void on_pace(uv_timer_t *timer)
{
    struct run *run = timer->data;
    double passed_s = (double)(now_ns() - run->began_ns) / 1e9;
    uint64_t due = (uint64_t)(passed_s * run->rate);
    if (run->released > due)
        run->released = due; /* began_ns was set anew */
    load_release(&run->load, due - run->released);
    run->released = due;
}

static void on_look(uv_timer_t *timer)
{
    struct run *run = timer->data;
    if (run->load.playing == load_tables(&run->load)) {
        (void)uv_timer_start(timer, on_warm, WARM_MS, 0);
        run->began_ns = now_ns();
        if (run->load.is_paced)
            (void)uv_timer_start(&run->pace, on_pace, 1, 1);
    } else if (now_ns() - run->began_ns > GIVE_UP_NS) {
        fprintf(stderr, "load: only %zu of %zu games have begun\n", run->load.playing,
                load_tables(&run->load));
        exit(1);
    }
}

static void run_all(struct run *run)
{
    uv_loop_t *loop = uv_default_loop();
    run->load.loop = loop;
    run->before = usage_of(run->pid);
    run->began_ns = now_ns();
    (void)uv_timer_init(loop, &run->watch);
    (void)uv_timer_init(loop, &run->pace);
    run->watch.data = run;
    run->pace.data = run;
    (void)uv_timer_start(&run->watch, on_look, LOOK_MS, LOOK_MS);
    load_start(&run->load);
    (void)uv_run(loop, UV_RUN_DEFAULT);
}

static int usage(void)
{
    fprintf(stderr,
            "usage: play_bench PORT PID GAMES SECONDS [--variant KEY | --line BYTES | --idle] "
            "[--rate MOVES] [--rooms COUNT] [--tls AUTHORITY] [--ws]\n");
    return 2;
}

static struct tls_context *believe(const char *authority)
{
    char message[TLS_MESSAGE_SIZE];
    struct tls_context *context = tls_context_of_client(authority, message);
    if (context == NULL) {
        fprintf(stderr, "load: %s\n", message);
        exit(1);
    }
    return context;
}

static bool read_options(struct run *run, int argc, char **argv)
{
    static const struct option options[] = {
        {"variant", required_argument, NULL, 'v'},
        {"line", required_argument, NULL, 'l'},
        {"rate", required_argument, NULL, 'r'},
        {"idle", no_argument, NULL, 'i'},
        {"rooms", required_argument, NULL, 'o'},
        {"tls", required_argument, NULL, 't'},
        {"ws", no_argument, NULL, 'w'},
        {NULL, 0, NULL, 0},
    };
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        if (option == 'v')
            run->load.variant = optarg;
        else if (option == 'l')
            run->load.line_bytes = strtoul(optarg, NULL, 10);
        else if (option == 'r')
            run->rate = strtod(optarg, NULL);
        else if (option == 'o')
            run->load.other_count =
                (strtoul(optarg, NULL, 10) + SIDES * ROOMS_EACH - 1) / (SIDES * ROOMS_EACH);
        else if (option == 'w')
            run->load.is_web = true;
        else if (option == 't')
            run->load.tls = believe(optarg);
        else if (option == 'i')
            run->load.is_idle = true;
        else
            return false;
    const struct load *load = &run->load;
    bool is_relay = load->line_bytes > 1 && load->line_bytes < LINE_SIZE;
    bool is_pentad =
        load->variant != NULL && variant_find(load->variant, strlen(load->variant)) != NULL;
    if (load->is_idle)
        run->load.variant = "classic";
    return argc - optind == 4 && is_relay + is_pentad + load->is_idle == 1;
}

int main(int argc, char **argv)
{
    static struct run run;
    if (!read_options(&run, argc, argv))
        return usage();
    (void)signal(SIGPIPE, SIG_IGN);
    (void)uv_ip4_addr("127.0.0.1", (int)strtol(argv[optind], NULL, 10), &run.load.address);
    run.pid = (pid_t)strtol(argv[optind + 1], NULL, 10);
    run.load.table_count = strtoul(argv[optind + 2], NULL, 10);
    run.seconds = strtol(argv[optind + 3], NULL, 10);
    run.load.is_paced = run.rate > 0;
    if (run.load.table_count == 0 || run.seconds <= 0)
        return usage();
    if (run.load.variant != NULL)
        load_write_script(&run.load, GAME_MOVES);
    run_all(&run);
    return 0;
}
