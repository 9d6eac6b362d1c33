/* SPDX-License-Identifier: MIT */
#include "tests/bench/caller.h"

#include "base/memory.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LINE_SIZE 65537 /* the longest answer */

struct caller {
    FILE *input;
    char line[LINE_SIZE];
};

static void fail(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

static int open_connection(in_port_t port, uint32_t from)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(from)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&address, sizeof(address)) != 0)
        fail("socket");
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = port;
    if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) != 0)
        fail("connect");
    return fd;
}

const char *caller_ask(struct caller *caller, const char *request, const char *wanted)
{
    size_t len = strlen(request);
    if (write(fileno(caller->input), request, len) != (ssize_t)len)
        fail("write");
    do {
        if (fgets(caller->line, sizeof(caller->line), caller->input) == NULL)
            fail("read");
    } while (strncmp(caller->line, "{\"ev\":", 6) == 0);
    if (strstr(caller->line, wanted) == NULL)
        fail(caller->line);
    return caller->line;
}

struct caller *caller_open(in_port_t port, uint32_t from)
{
    struct caller *caller = mem_zero(sizeof(*caller));
    caller->input = fdopen(open_connection(port, from), "r");
    if (caller->input == NULL)
        fail("fdopen");
    caller_ask(caller, "{\"id\":1,\"op\":\"hello\",\"protocol\":3,\"client\":\"bench\"}\n",
               "{\"re\":1,");
    return caller;
}

void caller_close(struct caller *caller)
{
    (void)fclose(caller->input);
    free(caller);
}
