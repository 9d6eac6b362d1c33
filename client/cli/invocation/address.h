/* SPDX-License-Identifier: MIT */
/*
 * The address of a server as people write it: HOST, HOST:PORT, [IPV6]:PORT, with `tls://` or
 * `plain://` in front. Without that word it is TLS, but for this computer itself, where nobody
 * listens in. Plain values.
 */
#ifndef PENTAD_CLIENT_CLI_INVOCATION_ADDRESS_H
#define PENTAD_CLIENT_CLI_INVOCATION_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#define ADDRESS_HOST_SIZE 256
#define ADDRESS_PORT_SIZE 8
#define ADDRESS_TEXT_SIZE (ADDRESS_HOST_SIZE + 32)

#define ADDRESS_HERE "127.0.0.1"
#define ADDRESS_PORT_PLAIN "7655"
#define ADDRESS_PORT_TLS "7443"

struct address {
    char host[ADDRESS_HOST_SIZE]; /* a name or a numeric address, without brackets */
    char port[ADDRESS_PORT_SIZE];
    bool has_tls;
};

/* False if it is none: then nothing is written. */
bool address_read(const char *text, struct address *address_out);
/* Writes it as short as address_read() takes it. */
void address_put(const struct address *address, char text[ADDRESS_TEXT_SIZE]);
bool address_equals(const struct address *one, const struct address *other);

#endif
