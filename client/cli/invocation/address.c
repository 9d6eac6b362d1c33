/* SPDX-License-Identifier: MIT */
/*
 * See the header.
 */
#include "client/cli/invocation/address.h"

#include "client/cli/invocation/options.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define PORT_MAX 65535

/* This computer by name, or by an address that never leaves it (RFC 6761, 1122, 4291). */
static bool is_here(const char *host)
{
    unsigned char bytes[4];
    return strcasecmp(host, "localhost") == 0 || strcmp(host, "::1") == 0 ||
           (inet_pton(AF_INET, host, bytes) == 1 && bytes[0] == 127);
}

static bool skip_word(const char **text, const char *word)
{
    size_t len = strlen(word);
    if (strncasecmp(*text, word, len) != 0)
        return false;
    *text += len;
    return true;
}

/* Splits host and port: the port is empty where none is named. An address of IPv6 without brackets
 * has no port. */
static bool split(const char *text, struct address *out)
{
    bool has_brackets = *text == '[';
    const char *host = has_brackets ? text + 1 : text;
    const char *first_colon = strchr(host, ':');
    bool is_ipv6 = has_brackets || (first_colon != NULL && strchr(first_colon + 1, ':') != NULL);
    size_t len = has_brackets ? strcspn(host, "]") : strlen(host);
    if (!is_ipv6 && first_colon != NULL)
        len = (size_t)(first_colon - host);
    const char *rest = host + len;
    if (has_brackets && *rest++ != ']')
        return false;
    if (len == 0 || len >= sizeof(out->host) || strcspn(host, "/@") < len)
        return false;
    for (size_t i = 0; i < len; i++)
        if (host[i] <= ' ' || host[i] >= 0x7f)
            return false;
    for (size_t i = 0; i < len; i++) /* which case it has is no matter, and logins go by it */
        out->host[i] = (char)tolower((unsigned char)host[i]);
    out->host[len] = '\0';
    if (*rest == '\0')
        return true;
    if (*rest != ':' || option_number(rest + 1, PORT_MAX) < 0)
        return false;
    snprintf(out->port, sizeof(out->port), "%d", (int)option_number(rest + 1, PORT_MAX));
    return true;
}

bool address_read(const char *text, struct address *address_out)
{
    struct address address = {0};
    bool is_plain = skip_word(&text, "plain://");
    bool is_tls = !is_plain && skip_word(&text, "tls://");
    if (!split(text, &address))
        return false;
    address.has_tls = is_tls || (!is_plain && !is_here(address.host));
    if (address.port[0] == '\0')
        snprintf(address.port, sizeof(address.port), "%s",
                 address.has_tls ? ADDRESS_PORT_TLS : ADDRESS_PORT_PLAIN);
    *address_out = address;
    return true;
}

void address_put(const struct address *address, char text[ADDRESS_TEXT_SIZE])
{
    const char *usual_port = address->has_tls ? ADDRESS_PORT_TLS : ADDRESS_PORT_PLAIN;
    bool has_port = strcmp(address->port, usual_port) != 0;
    bool has_brackets = has_port && strchr(address->host, ':') != NULL;
    const char *word = "";
    if (address->has_tls == is_here(address->host))
        word = address->has_tls ? "tls://" : "plain://";
    snprintf(text, ADDRESS_TEXT_SIZE, "%s%s%s%s%s%s", word, has_brackets ? "[" : "", address->host,
             has_brackets ? "]" : "", has_port ? ":" : "", has_port ? address->port : "");
}

bool address_equals(const struct address *one, const struct address *other)
{
    return strcasecmp(one->host, other->host) == 0 && strcmp(one->port, other->port) == 0 &&
           one->has_tls == other->has_tls;
}
