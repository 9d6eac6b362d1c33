/* SPDX-License-Identifier: MIT */
/*
 * A list of networks in the configuration: "192.0.2.0/24 2001:db8::/48 198.51.100.7", with spaces
 * between. Without a length an IPv4 network is one address and an IPv6 one has 64 bits, which is
 * the longest that can be told apart.
 */
#ifndef PENTAD_SERVER_SHELL_NETWORK_LIST_H
#define PENTAD_SERVER_SHELL_NETWORK_LIST_H

#include "server/core/core.h"

#include <stdbool.h>
#include <stddef.h>

#define NETWORK_LIST_MAX 256

/* False: it is no such list, and `message_out` is a sentence about it without its end. */
bool network_list_read(const char *text, struct core_network rows_out[NETWORK_LIST_MAX],
                       size_t *count_out, char *message_out, size_t message_size);

#endif
