/* SPDX-License-Identifier: MIT */
/*
 * The other end of a transport: sockets, and frames of WebSocket as a client writes and reads them,
 * without the product's code: small ones, with a mask, and those of a server, in portions of any
 * size.
 */
#ifndef PENTAD_TESTS_UNIT_TRANSPORT_CLIENT_H
#define PENTAD_TESTS_UNIT_TRANSPORT_CLIENT_H

#include <stddef.h>
#include <stdint.h>

#define CLIENT_FRAME_HEAD 6

/* Connects two sockets: the server's, and the client's. */
void client_connect_tcp(int fds[2]);
void client_connect_locally(int fds[2]);

/* The bytes read of a server; all zero before the first. */
struct client_frames {
    unsigned char head[10];
    size_t head_len;
    uint64_t left; /* of the payload of the frame under way */
};

/* Writes a text message of at most 125 bytes; returns the length of the frame. */
size_t client_frame(char *out, const char *text, size_t len);
/* Takes the heads, and whole control frames, out of the bytes, in their place; puts an LF behind
 * each message. Returns how many are left. */
size_t client_unframe(struct client_frames *frames, char *bytes, size_t len);

#endif
