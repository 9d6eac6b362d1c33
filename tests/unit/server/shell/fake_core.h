/* SPDX-License-Identifier: MIT */
/*
 * A double of the core for tests of the shell: server/core/core.h with lines of text instead of a
 * protocol. It checks what the shell owes the core: the time comes first in every turn, every turn
 * ends, every connection is opened and closed once, and no input comes from inside a port.
 *
 * Lines that it knows: "echo TEXT" says TEXT; "flood N" says N bytes; "count" says how many bytes
 * of "junk ..." lines came; "bye" says bye and closes; "late" says late when the time has come;
 * "hash TEXT" has a worker hash; "hold" leaves the core unsettled until the store is ready.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_SHELL_FAKE_CORE_H
#define PENTAD_TESTS_UNIT_SERVER_SHELL_FAKE_CORE_H

#include "server/core/core.h"

#include <stddef.h>

#define FAKE_LATE_MS 20

struct fake_counts {
    size_t opened;
    size_t closed;
    size_t turns;
    size_t store_ready;
    size_t shut_down;
    size_t broken_promises; /* of the shell */
    char address[64];       /* of the last connection */
};
struct fake_counts fake_core_counts(const struct core *core);

#endif
