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

/* A network of so many bits. */
struct network {
    uint64_t place;
    uint64_t bits;
};

struct origins {
    struct network network;
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

/* Providers give a customer an IPv6 network of 64, 56 or 48 bits (RFC 6177). */
static const struct level {
    unsigned bits;
    size_t times;
} levels[] = {{64, 1}, {56, ORIGIN_TIMES_56}, {48, ORIGIN_TIMES_48}};

/* An IPv4 address is in no network that is counted. */
static size_t levels_of(uint64_t place)
{
    return place >> 33 == 0 ? 1 : sizeof(levels) / sizeof(levels[0]);
}

static struct network network_of(uint64_t place, const struct level *level)
{
    return (struct network){.place = place >> (64 - level->bits), .bits = level->bits};
}

static struct origins *find(struct origins *origins, const struct network *network)
{
    struct origins *found;
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): bytes of numbers */
    HASH_FIND(hh, origins, network, sizeof(*network), found);
    return found;
}

static void enter(struct origins **origins, const struct network *network)
{
    struct origins *found = find(*origins, network);
    if (found == NULL) {
        found = mem_zero(sizeof(*found));
        found->network = *network;
        HASH_ADD(hh, *origins, network, sizeof(found->network), found);
    }
    found->count++;
}

bool origins_enter(struct origins **origins, uint64_t place, size_t most)
{
    size_t count = levels_of(place);
    for (size_t i = 0; i < count; i++) {
        const struct network network = network_of(place, &levels[i]);
        const struct origins *found = find(*origins, &network);
        if (found != NULL && found->count >= most * levels[i].times)
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        const struct network network = network_of(place, &levels[i]);
        enter(origins, &network);
    }
    return true;
}

void origins_leave(struct origins **origins, uint64_t place)
{
    size_t count = levels_of(place);
    for (size_t i = 0; i < count; i++) {
        const struct network network = network_of(place, &levels[i]);
        struct origins *found = find(*origins, &network);
        if (found == NULL || --found->count > 0)
            continue;
        HASH_DEL(*origins, found);
        free(found);
    }
}
