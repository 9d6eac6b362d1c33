/* SPDX-License-Identifier: MIT */
#include "tests/support/free_port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define FROM 10240u
#define COUNT (32768u - FROM)

uint16_t free_port(void)
{
    static unsigned number;
    for (unsigned tries = 0; tries < COUNT; tries++) {
        uint16_t port = (uint16_t)(FROM + ((unsigned)getpid() * 31 + number++) % COUNT);
        const struct sockaddr_in address = {.sin_family = AF_INET,
                                            .sin_port = htons(port),
                                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        int status = bind(fd, (const struct sockaddr *)&address, sizeof(address));
        close(fd);
        if (status == 0)
            return port;
    }
    abort();
}
