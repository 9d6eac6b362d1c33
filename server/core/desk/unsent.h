/* SPDX-License-Identifier: MIT */
/*
 * Output that connections have not taken yet, as the shell tells it, and who goes for it: a
 * connection for which more waits than may, or that took nothing for too long. Such a connection is
 * cut off without a word, since a word would wait behind the rest.
 */
#ifndef PENTAD_SERVER_CORE_UNSENT_H
#define PENTAD_SERVER_CORE_UNSENT_H

#include "server/core/core.h"

/* The shell's word: `bytes` wait, and it took some of what waited if `taken_bytes` is not 0. Raises
 * OUTPUT_WAITS when it is more than a connection may have that only asks. */
void unsent_note(struct core *core, struct conn *conn, size_t bytes, size_t taken_bytes);
/* Nothing waits for the connection any more. */
void unsent_forget(struct core *core, struct conn *conn);
/* Cuts those that took nothing for too long. */
void unsent_tick(struct core *core);
int64_t unsent_next_ms(const struct core *core);

/* ------------------------------------------------------------------ for the parts above */

/* What waits for all connections, in bytes. */
size_t unsent_bytes(const struct core *core);
/* What waits for the connection, in bytes. */
size_t unsent_of_conn(const struct core *core, uint64_t id);
/* The connection that has most of what waits for readers, and how much; 0 if nothing does. Of
 * equals it is the one that took nothing for longest. */
uint64_t unsent_largest(const struct core *core, size_t *bytes_out);
/* Cuts the connection off, which it was not yet, and logs it with the reason. Raises CONN_CUT. */
void unsent_cut(struct core *core, uint64_t id, const char *because);

#endif
