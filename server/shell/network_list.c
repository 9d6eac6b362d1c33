/* SPDX-License-Identifier: MIT */
#include "server/shell/network_list.h"

#include "server/shell/origin.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_SIZE 64
#define IPV4_BITS 32
#define IPV6_BITS 64 /* that are told apart */

/* Reads an address into the number of its place. Returns how many bits a network of it may have; 0:
 * it is none. */
static unsigned place_read(const char *text, uint64_t *place_out)
{
    struct sockaddr_storage address = {0};
    unsigned bits = 0;
    if (inet_pton(AF_INET, text, &((struct sockaddr_in *)&address)->sin_addr) == 1) {
        address.ss_family = AF_INET;
        bits = IPV4_BITS;
    } else if (inet_pton(AF_INET6, text, &((struct sockaddr_in6 *)&address)->sin6_addr) == 1) {
        address.ss_family = AF_INET6;
        bits = IPV6_BITS;
    }
    *place_out = origin_of(&address).place;
    return bits;
}

/* The network "address/bits" or "address". */
static bool network_read(char *word, struct core_network *network_out)
{
    char *slash = strchr(word, '/');
    char *end = NULL;
    uint64_t place;
    if (slash != NULL)
        *slash = '\0';
    unsigned most = place_read(word, &place);
    unsigned long bits = slash != NULL ? strtoul(slash + 1, &end, 10) : most;
    if (most == 0 || bits > most || (slash != NULL && (end == slash + 1 || *end != '\0')))
        return false;
    unsigned others = most - (unsigned)bits;
    uint64_t mask = others < IPV6_BITS ? (UINT64_C(1) << others) - 1 : UINT64_MAX;
    *network_out = (struct core_network){.first = place & ~mask, .last = place | mask};
    return true;
}

bool network_list_read(const char *text, struct core_network rows_out[NETWORK_LIST_MAX],
                       size_t *count_out, char *message_out, size_t message_size)
{
    *count_out = 0;
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        char word[WORD_SIZE];
        size_t len = strcspn(text, " ");
        (void)snprintf(word, sizeof(word), "%.*s", (int)len, text);
        if (*count_out == NETWORK_LIST_MAX) {
            (void)snprintf(message_out, message_size,
                           "exempt_networks may be %d networks, not more", NETWORK_LIST_MAX);
            return false;
        }
        if (len >= sizeof(word) || !network_read(word, &rows_out[(*count_out)++])) {
            (void)snprintf(message_out, message_size,
                           "exempt_networks: \"%.*s\" is no network such as 192.0.2.0/24 or "
                           "2001:db8::/48 (64 bits at the most)",
                           len < sizeof(word) ? (int)len : (int)sizeof(word), text);
            return false;
        }
        text += len;
    }
    return true;
}
