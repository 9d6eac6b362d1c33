/* SPDX-License-Identifier: MIT */
/*
 * The PROXY protocol, read strictly: a header that says less than where the connection comes from,
 * or says it otherwise than the specification, is none.
 */
#include "server/shell/proxy_header.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ version 1 */

#define LINE_MAX_BYTES 107 /* with CR and LF; the specification's */
#define LINE_WORDS 6

/* Cuts the line at single spaces. Returns the number of words, 0 if there are too many. */
static size_t split(char *line, char *words[LINE_WORDS])
{
    size_t count = 0;
    for (char *at = line;; at++) {
        if (count == LINE_WORDS)
            return 0;
        words[count++] = at;
        at += strcspn(at, " ");
        if (*at == '\0')
            return count;
        *at = '\0';
    }
}

static bool is_port(const char *text)
{
    size_t len = strspn(text, "0123456789");
    unsigned long port = 0;
    if (len == 0 || len > 5 || text[len] != '\0' || (len > 1 && *text == '0'))
        return false;
    for (size_t i = 0; i < len; i++)
        port = 10 * port + (unsigned long)(text[i] - '0');
    return port <= 65535;
}

static bool read_address(int family, const char *text, struct sockaddr_storage *out)
{
    void *bytes = family == AF_INET ? (void *)&((struct sockaddr_in *)out)->sin_addr
                                    : (void *)&((struct sockaddr_in6 *)out)->sin6_addr;
    memset(out, 0, sizeof(*out));
    out->ss_family = (sa_family_t)family;
    return inet_pton(family, text, bytes) == 1;
}

static bool read_line(char *line, struct proxy_header *header)
{
    char *words[LINE_WORDS];
    struct sockaddr_storage other;
    if (strncmp(line, "PROXY UNKNOWN", 13) == 0 && (line[13] == '\0' || line[13] == ' ')) {
        header->is_proxy = true;
        return true;
    }
    if (split(line, words) != LINE_WORDS || strcmp(words[0], "PROXY") != 0)
        return false;
    int family = strcmp(words[1], "TCP4") == 0 ? AF_INET : AF_INET6;
    return (family == AF_INET || strcmp(words[1], "TCP6") == 0) &&
           read_address(family, words[2], &header->address) &&
           read_address(family, words[3], &other) && is_port(words[4]) && is_port(words[5]);
}

static enum proxy_verdict read_version_1(const char *bytes, size_t len, struct proxy_header *header)
{
    char line[LINE_MAX_BYTES];
    size_t most = len < LINE_MAX_BYTES ? len : LINE_MAX_BYTES;
    const char *lf = memchr(bytes, '\n', most);
    if (lf == NULL)
        return most == LINE_MAX_BYTES ? PROXY_WRONG : PROXY_MORE;
    size_t line_len = (size_t)(lf - bytes);
    if (line_len == 0 || bytes[line_len - 1] != '\r' || memchr(bytes, '\0', line_len) != NULL)
        return PROXY_WRONG;
    memcpy(line, bytes, line_len - 1);
    line[line_len - 1] = '\0';
    header->len = line_len + 1;
    return read_line(line, header) ? PROXY_READY : PROXY_WRONG;
}

/* ------------------------------------------------------------------ version 2 */

static const char SIGNATURE[12] = "\r\n\r\n\0\r\nQUIT\n";

#define HEAD_BYTES 16
#define VERSION_2 0x20
#define COMMAND_LOCAL 0
#define COMMAND_PROXY 1
#define TCP_OVER_IPV4 0x11
#define TCP_OVER_IPV6 0x21
#define IPV4_BYTES 12 /* two addresses and two ports */
#define IPV6_BYTES 36

static bool read_addresses(uint8_t family, const char *bytes, size_t len,
                           struct sockaddr_storage *out)
{
    if (family == TCP_OVER_IPV4 && len >= IPV4_BYTES) {
        out->ss_family = AF_INET;
        memcpy(&((struct sockaddr_in *)out)->sin_addr, bytes, 4);
        return true;
    }
    if (family == TCP_OVER_IPV6 && len >= IPV6_BYTES) {
        out->ss_family = AF_INET6;
        memcpy(&((struct sockaddr_in6 *)out)->sin6_addr, bytes, 16);
        return true;
    }
    return false;
}

static enum proxy_verdict read_version_2(const char *bytes, size_t len, struct proxy_header *header)
{
    const uint8_t *head = (const uint8_t *)bytes;
    if (len < HEAD_BYTES)
        return PROXY_MORE;
    size_t rest = (size_t)(head[14] << 8 | head[15]);
    unsigned command = head[12] & 0x0F;
    if ((head[12] & 0xF0) != VERSION_2 || command > COMMAND_PROXY ||
        HEAD_BYTES + rest > PROXY_HEADER_MAX)
        return PROXY_WRONG;
    if (len < HEAD_BYTES + rest)
        return PROXY_MORE;
    header->len = HEAD_BYTES + rest;
    header->is_proxy = command == COMMAND_LOCAL;
    if (header->is_proxy || read_addresses(head[13], bytes + HEAD_BYTES, rest, &header->address))
        return PROXY_READY;
    return PROXY_WRONG;
}

/* ------------------------------------------------------------------ both */

static bool begins_as(const char *bytes, size_t len, const char *beginning, size_t beginning_len)
{
    return memcmp(bytes, beginning, len < beginning_len ? len : beginning_len) == 0;
}

enum proxy_verdict proxy_header_read(const char *bytes, size_t len, struct proxy_header *header_out)
{
    *header_out = (struct proxy_header){0};
    if (len == 0)
        return PROXY_MORE;
    if (begins_as(bytes, len, SIGNATURE, sizeof(SIGNATURE)))
        return read_version_2(bytes, len, header_out);
    if (begins_as(bytes, len, "PROXY ", 6))
        return read_version_1(bytes, len, header_out);
    return PROXY_WRONG;
}
