/* SPDX-License-Identifier: MIT */
/*
 * How many logins a second a server takes, and how long one waits, printed as one line of fields:
 *
 *   login_bench PORT SECONDS [--wrong]
 *
 * Several clients at once each connect, log in with a password, hang up, and begin again, against a
 * pentad on loopback. With --wrong each gives a name that nobody has. The server waits after wrong
 * passwords, by name and by address; so each comes with another name and another address of
 * loopback.
 */
#include "tests/bench/caller.h"
#include "tests/bench/tally.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLIENTS 8 /* more than the server hashes at once, so that it never waits for us */
#define NAME "bench_player"
#define PASSWORD "correct horse"

struct client {
    struct run *run;
    uint32_t index;
    uint32_t count; /* logins so far */
    struct samples latency;
    pthread_t thread;
};

struct run {
    in_port_t port;
    bool is_wrong;
    uint64_t end_ns;
    struct client clients[CLIENTS];
};

static void fail(const char *what)
{
    fprintf(stderr, "logins: %s\n", what);
    exit(1);
}

static void log_in(struct client *client)
{
    char request[256];
    bool is_wrong = client->run->is_wrong;
    char name[64] = NAME;
    uint32_t address = CALLER_ADDRESS(client->count * CLIENTS + client->index);
    if (is_wrong)
        (void)snprintf(name, sizeof(name), "nobody_%x", (unsigned)address);
    (void)snprintf(request, sizeof(request),
                   "{\"id\":2,\"op\":\"auth.login\",\"name\":\"%s\",\"password\":\"%s\"}\n", name,
                   PASSWORD);
    struct caller *caller = caller_open(client->run->port, address);
    uint64_t began_ns = now_ns();
    caller_ask(caller, request, is_wrong ? "\"wrong_credentials\"" : "\"token\":");
    samples_add(&client->latency, (now_ns() - began_ns) / 1000);
    caller_close(caller);
    client->count++;
}

static void *client_run(void *ctx)
{
    struct client *client = ctx;
    while (now_ns() < client->run->end_ns)
        log_in(client);
    return NULL;
}

static void print_result(struct run *run, uint64_t began_ns)
{
    struct samples all = {0};
    double seconds = (double)(now_ns() - began_ns) / 1e9;
    for (size_t i = 0; i < CLIENTS; i++) {
        for (size_t j = 0; j < run->clients[i].latency.count; j++)
            samples_add(&all, run->clients[i].latency.us[j]);
        samples_deinit(&run->clients[i].latency);
    }
    printf("logins=%zu logins_s=%.1f p50_us=%u p99_us=%u\n", all.count, (double)all.count / seconds,
           samples_quantile(&all, 0.5), samples_quantile(&all, 0.99));
    samples_deinit(&all);
}

int main(int argc, char **argv)
{
    static struct run run;
    long seconds = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    run.is_wrong = argc == 4 && strcmp(argv[3], "--wrong") == 0;
    if (seconds <= 0 || argc != 3 + run.is_wrong) {
        fprintf(stderr, "usage: login_bench PORT SECONDS [--wrong]\n");
        return 2;
    }
    run.port = htons((in_port_t)strtol(argv[1], NULL, 10));
    if (!run.is_wrong) {
        struct caller *caller = caller_open(run.port, INADDR_LOOPBACK);
        caller_ask(caller,
                   "{\"id\":2,\"op\":\"auth.register\",\"name\":\"" NAME
                   "\",\"password\":\"" PASSWORD "\"}\n",
                   "\"token\":");
        caller_close(caller);
    }
    uint64_t began_ns = now_ns();
    run.end_ns = began_ns + (uint64_t)seconds * UINT64_C(1000000000);
    for (uint32_t i = 0; i < CLIENTS; i++) {
        run.clients[i] = (struct client){.run = &run, .index = i};
        if (pthread_create(&run.clients[i].thread, NULL, client_run, &run.clients[i]) != 0)
            fail("thread");
    }
    for (size_t i = 0; i < CLIENTS; i++)
        (void)pthread_join(run.clients[i].thread, NULL);
    print_result(&run, began_ns);
    return 0;
}
