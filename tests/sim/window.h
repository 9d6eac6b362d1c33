/* SPDX-License-Identifier: MIT */
/*
 * What sockets take: of the bytes on their way down a link the network takes a few, and the rest
 * waits at the server, which is told of it behind its turns, as by the real shell. Here it is also
 * checked whom the server cuts off for it.
 */
#ifndef PENTAD_TESTS_SIM_WINDOW_H
#define PENTAD_TESTS_SIM_WINDOW_H

#include <stddef.h>

struct link;
struct sim;

/* There are more bytes on their way down, or fewer: the client read some of what waited. */
void window_grew(struct link *link);
void window_shrank(struct link *link);
/* The server has no such connection any more. */
void window_forget(struct link *link);
/* The server cuts the connection off: checks that there is a reason. */
void window_check_cut(const struct link *link);
/* Behind a turn: tells the server what is new, and checks that all that waits is within its
 * bounds. */
void windows_report(struct sim *sim);
void windows_deinit(struct sim *sim);

#endif
