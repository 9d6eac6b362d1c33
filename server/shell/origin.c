/* SPDX-License-Identifier: MIT */
#include "server/shell/origin.h"

#include "base/hash.h"
#include "base/memory.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NETWORK_BYTES 8 /* of an IPv6 address */
#define UNKNOWN "unknown"

struct origins {
    uint64_t place;
    size_t count;
    UT_hash_handle hh;
};

/* ------------------------------------------------------------------ one place */

static struct origin ipv4_origin(const uint8_t bytes[4])
{
    struct origin origin = {.place = UINT64_C(1) << 32};
    for (size_t i = 0; i < 4; i++)
        origin.place |= (uint64_t)bytes[i] << (24 - 8 * i);
    (void)inet_ntop(AF_INET, bytes, origin.text, sizeof(origin.text));
    return origin;
}

static struct origin ipv6_origin(const struct in6_addr *address)
{
    struct origin origin = {0};
    struct in6_addr network = {0};
    char text[INET6_ADDRSTRLEN];
    if (IN6_IS_ADDR_V4MAPPED(address))
        return ipv4_origin(&address->s6_addr[12]);
    memcpy(network.s6_addr, address->s6_addr, NETWORK_BYTES);
    for (size_t i = 0; i < NETWORK_BYTES; i++)
        origin.place = origin.place << 8 | network.s6_addr[i];
    if (inet_ntop(AF_INET6, &network, text, sizeof(text)) != NULL)
        (void)snprintf(origin.text, sizeof(origin.text), "%s/64", text);
    return origin;
}

struct origin origin_of(const struct sockaddr_storage *address)
{
    if (address->ss_family == AF_INET) {
        const struct sockaddr_in *ipv4 = (const struct sockaddr_in *)address;
        return ipv4_origin((const uint8_t *)&ipv4->sin_addr);
    }
    if (address->ss_family == AF_INET6)
        return ipv6_origin(&((const struct sockaddr_in6 *)address)->sin6_addr);
    return (struct origin){.text = UNKNOWN};
}

/* ------------------------------------------------------------------ how many */

bool origins_enter(struct origins **origins, uint64_t place, size_t most)
{
    struct origins *found;
    HASH_FIND(hh, *origins, &place, sizeof(place), found);
    if (found != NULL && found->count >= most)
        return false;
    if (found == NULL) {
        found = mem_zero(sizeof(*found));
        found->place = place;
        HASH_ADD(hh, *origins, place, sizeof(found->place), found);
    }
    found->count++;
    return true;
}

void origins_leave(struct origins **origins, uint64_t place)
{
    struct origins *found;
    HASH_FIND(hh, *origins, &place, sizeof(place), found);
    if (found == NULL || --found->count > 0)
        return;
    HASH_DEL(*origins, found);
    free(found);
}
