/* SPDX-License-Identifier: MIT */
#include "tests/support/http_talk.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/wait.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

int http_connect(uint16_t port, unsigned number)
{
    const struct timeval patience = {.tv_sec = PATIENCE_MS / 1000};
    const struct sockaddr_in own = {.sin_family = AF_INET,
                                    .sin_addr.s_addr = htonl(INADDR_LOOPBACK + (number << 8))};
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&own, sizeof(own)), 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    return fd;
}

/* The bytes of the answer as a whole; 0: its head is not there yet. */
static size_t whole_len(const char *answer)
{
    const char *end = strstr(answer, "\r\n\r\n");
    const char *len = strstr(answer, "Content-Length: ");
    if (end == NULL)
        return 0;
    size_t body =
        len != NULL && len < end ? strtoul(len + strlen("Content-Length: "), NULL, 10) : 0;
    return (size_t)(end + 4 - answer) + body;
}

int http_talk(int fd, const char *request, char *answer, size_t size)
{
    size_t used = 0;
    size_t whole = 0;
    assert_int_equal(send(fd, request, strlen(request), MSG_NOSIGNAL), strlen(request));
    answer[0] = '\0';
    while (whole == 0 || used < whole) {
        ssize_t len = recv(fd, answer + used, size - 1 - used, 0);
        if (len <= 0)
            return 0;
        used += (size_t)len;
        answer[used] = '\0';
        whole = strncmp(request, "HEAD ", 5) == 0 && strstr(answer, "\r\n\r\n") != NULL
                    ? used
                    : whole_len(answer);
    }
    return strncmp(answer, "HTTP/1.1 ", 9) == 0 ? (int)strtol(answer + 9, NULL, 10) : 0;
}
