/* SPDX-License-Identifier: MIT */
/*
 * The one who makes a request: who it is, with which rights, and whether that is still so when a
 * request that had to wait goes on.
 */
#ifndef PENTAD_SERVER_CORE_ASKER_H
#define PENTAD_SERVER_CORE_ASKER_H

#include "server/core/state.h"

/* The one who asks over a connection, as things are now. */
struct asker asker_of(const struct core *core, uint64_t conn);
/* Whether the asker may make the request now: 0 or an error. */
int asker_check(const struct call *call);

/* The request of a wait as a call again, with the asker's rights as they are by now. False if its
 * connection is gone, or is not the asker's any more, or it gave way to others, or the asker may
 * not make it any more (enum wait_kind): then it is answered.
 */
bool asker_call(struct core *core, const struct wait *wait, struct call *call_out);
/* As asker_call(), if the store did not fail: else the request is answered with
 * ERR_STORAGE_UNAVAILABLE. */
bool asker_call_stored(struct core *core, const struct wait *wait, int status,
                       struct call *call_out);
/* Carries the request out again when the batch is settled: `again` gets `subject`, and returns as
 * commands do. Returns 0. */
int asker_put_off(struct call *call, uint64_t batch, uint64_t subject,
                  int (*again)(struct call *call, uint64_t subject));

#endif
