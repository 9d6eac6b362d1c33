/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. The header by which a proxy says where a connection comes from, before
 * the first byte of the connection itself: the PROXY protocol, versions 1 (a line, as nginx's
 * stream module sends it) and 2 (bytes), as haproxy.org/download/2.6/doc/proxy-protocol.txt has
 * them. A function of bytes.
 */
#ifndef PENTAD_SERVER_SHELL_PROXY_HEADER_H
#define PENTAD_SERVER_SHELL_PROXY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* The longest that is taken; of version 2 with its additions (TLVs), which are passed over. */
#define PROXY_HEADER_MAX 1024

struct proxy_header {
    size_t len;    /* the connection's own bytes are behind it */
    bool is_proxy; /* the connection is the proxy's own, such as one that asks for its health */
    struct sockaddr_storage address; /* of the other end, unless it is the proxy's own */
};

enum proxy_verdict {
    PROXY_MORE,  /* it is the beginning of one */
    PROXY_READY, /* `header_out` is written */
    PROXY_WRONG, /* it is none */
};

enum proxy_verdict proxy_header_read(const char *bytes, size_t len,
                                     struct proxy_header *header_out);

#endif
