/* SPDX-License-Identifier: MIT */
/*
 * HTTP for tests, byte for byte: what is sent is written by the test.
 */
#ifndef PENTAD_TESTS_SUPPORT_HTTP_TALK_H
#define PENTAD_TESTS_SUPPORT_HTTP_TALK_H

#include <stddef.h>
#include <stdint.h>

/* Connects to 127.0.0.1 from the address of loopback with this number, 0 being 127.0.0.1. Reading
 * waits for PATIENCE_MS. */
int http_connect(uint16_t port, unsigned number);
/* Sends the request and reads the answer, with as much of a body as it says. Returns its status; 0:
 * there is none. */
int http_talk(int fd, const char *request, char *answer, size_t size);

#endif
