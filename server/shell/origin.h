/* SPDX-License-Identifier: MIT */
/*
 * The places that connections come from, and the number from each. A place is what one customer of
 * a provider has: an IPv4 address, or the first 64 bits of an IPv6 address, since the customer has
 * all addresses that begin with them (RFC 6177). An IPv4 address at an IPv6 socket counts as IPv4.
 */
#ifndef PENTAD_SERVER_SHELL_ORIGIN_H
#define PENTAD_SERVER_SHELL_ORIGIN_H

#include "server/core/core.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define ORIGIN_TEXT_SIZE 64

/* The place of whoever came by a Unix socket: it is the socket's owner who lets them in. */
#define ORIGIN_UNIX_PLACE 1

struct origin {
    uint64_t place;
    char text[ORIGIN_TEXT_SIZE]; /* "192.0.2.1", "2001:db8:1:2::/64"; "unknown" */
};

/* The ways in which the address of the other end counts at a listener. */
enum origin_rule {
    ORIGIN_NETWORK,      /* its place's connections are counted, and the core is told the address */
    ORIGIN_OPERATOR,     /* the server's own user or root, not counted; others are refused */
    ORIGIN_OF_NO_MATTER, /* the address does not matter */
};

/* The origin of the other end of a TCP socket; "unknown", place 0, if it is gone already. */
struct origin origin_of(const struct sockaddr_storage *address);

/* The number of open connections from each place; NULL: there are none. */
struct origins;

/* The limits for a place's network of 56 bits, and of 48, as multiples of a place's limit. */
#define ORIGIN_TIMES_56 2
#define ORIGIN_TIMES_48 4

/* Counts one more connection from the place. Returns false and counts nothing if the place would
 * have more than `most`, or a larger network of an IPv6 place more than its multiple of that. */
bool origins_enter(struct origins **origins, uint64_t place, size_t most);
void origins_leave(struct origins **origins, uint64_t place);

/* ------------------------------------------------------------------ lists of networks */
/*
 * A list of networks in the configuration: "192.0.2.0/24 2001:db8::/48 198.51.100.7", with spaces
 * between. Without a length an IPv4 network is one address and an IPv6 one has 64 bits, which is
 * the longest that can be told apart.
 */

#define NETWORK_LIST_MAX 256

struct network_list {
    struct core_network rows[NETWORK_LIST_MAX];
    size_t count;
};

/* False if the value of `key` is no such list: then `message_out` is a sentence about it, without
 * its full stop. */
bool network_list_read(const char *key, const char *text, struct network_list *list_out,
                       char *message_out, size_t message_size);

#endif
