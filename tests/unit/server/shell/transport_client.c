/* SPDX-License-Identifier: MIT */
#include "tests/unit/server/shell/transport_client.h"

#include "tests/support/cmocka_all.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void client_connect_tcp(int fds[2])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof(address);
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, len), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &len), 0);
    fds[1] = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fds[1], (struct sockaddr *)&address, len), 0);
    fds[0] = accept(listener, NULL, NULL);
    assert_true(fds[0] >= 0);
    close(listener);
}

void client_connect_locally(int fds[2])
{
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
}

/* ------------------------------------------------------------------ frames */

#define LAST 0x80
#define CONTROL 0x08

size_t client_frame(char *out, const char *text, size_t len)
{
    static const char mask[4] = {0x37, 0x7a, 0x21, 0x3d};
    assert_true(len < 126);
    out[0] = (char)0x81;
    out[1] = (char)(0x80 | len);
    memcpy(out + 2, mask, sizeof(mask));
    for (size_t i = 0; i < len; i++)
        out[CLIENT_FRAME_HEAD + i] = (char)(text[i] ^ mask[i % 4]);
    return CLIENT_FRAME_HEAD + len;
}

/* Whether the head is whole; then `left` is set. */
static bool has_head(struct client_frames *frames)
{
    const unsigned char *head = frames->head;
    size_t extended = head[1] == 127 ? 8 : head[1] == 126 ? 2 : 0;
    if (frames->head_len < 2 || frames->head_len < 2 + extended)
        return false;
    assert_true(head[1] < 128); /* a server does not mask */
    frames->left = extended == 0 ? head[1] : 0;
    for (size_t i = 0; i < extended; i++)
        frames->left = frames->left << 8 | head[2 + i];
    return true;
}

/* The frame is over; returns whether it ended a message. */
static bool ends_message(struct client_frames *frames)
{
    frames->head_len = 0;
    return (frames->head[0] & (LAST | CONTROL)) == LAST;
}

size_t client_unframe(struct client_frames *frames, char *bytes, size_t len)
{
    size_t kept = 0;
    for (size_t i = 0; i < len; i++) {
        bool is_payload = frames->left > 0;
        bool is_over;
        if (is_payload) {
            if ((frames->head[0] & CONTROL) == 0)
                bytes[kept++] = bytes[i];
            is_over = --frames->left == 0;
        } else {
            frames->head[frames->head_len++] = (unsigned char)bytes[i];
            is_over = has_head(frames) && frames->left == 0;
        }
        if (is_over && ends_message(frames))
            bytes[kept++] = '\n';
    }
    return kept;
}
