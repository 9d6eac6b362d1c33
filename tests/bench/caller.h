/* SPDX-License-Identifier: MIT */
/*
 * A connection to a pentad on loopback that asks one thing after the other, from any address of
 * 127.0.0.0/8. What goes wrong ends the program with a word. Each is one thread's.
 */
#ifndef PENTAD_TESTS_BENCH_CALLER_H
#define PENTAD_TESTS_BENCH_CALLER_H

#include <netinet/in.h>
#include <stdint.h>

/* 127.1.0.1 and up: another one for each. */
#define CALLER_ADDRESS(nth) ((UINT32_C(127) << 24) + (UINT32_C(1) << 16) + (uint32_t)(nth) + 1)

struct caller;

/* Connects and says hello; `port` in the network's order, `from` in the machine's. */
struct caller *caller_open(in_port_t port, uint32_t from);
void caller_close(struct caller *caller);

/* Sends a line, its LF included, and returns the answer, which has to contain `wanted`: the
 * caller's own, until the next one. Events are passed over. */
const char *caller_ask(struct caller *caller, const char *request, const char *wanted);

#endif
