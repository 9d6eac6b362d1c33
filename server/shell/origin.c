/* SPDX-License-Identifier: MIT */
#include "server/shell/origin.h"

#include "base/id_table.h"
#include "base/memory.h"
#include "server/shell/crypto.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NETWORK_BYTES 8 /* of an IPv6 address */
#define UNKNOWN "unknown"

#define LEVELS 3

/* The count of each network, a table for each size of network: an address of its own is no more
 * than a slot. A count stands there as it is, in place of a pointer. Who has many networks of IPv6
 * could choose those that lie in one part of a table, so they are found by a keyed hash. */
struct origins {
    struct id_table counts[LEVELS];
    uint8_t key[CRYPTO_KEY_SIZE];
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
    if (address->ss_family == AF_UNIX)
        return (struct origin){.place = ORIGIN_UNIX_PLACE, .text = "local"};
    return (struct origin){.text = UNKNOWN};
}

/* ------------------------------------------------------------------ how many */

/* Providers give a customer an IPv6 network of 64, 56 or 48 bits (RFC 6177). */
static const struct level {
    unsigned bits;
    size_t times;
} levels[LEVELS] = {{64, 1}, {56, ORIGIN_TIMES_56}, {48, ORIGIN_TIMES_48}};

/* An IPv4 address is in no network that is counted. */
static size_t levels_of(uint64_t place)
{
    return place >> 33 == 0 ? 1 : LEVELS;
}

static uint64_t hash_of(const struct origins *origins, size_t level, uint64_t place)
{
    uint64_t network = place >> (64 - levels[level].bits);
    return crypto_keyed_hash(origins->key, &network, sizeof(network));
}

static size_t count_of(const struct id_table *counts, uint64_t hash)
{
    return (size_t)id_table_find(counts, hash);
}

static void set_count(struct id_table *counts, uint64_t hash, size_t count)
{
    if (count_of(counts, hash) > 0)
        id_table_remove(counts, hash);
    if (count == 0)
        return;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): nothing is read through it */
    id_table_add(counts, hash, (void *)count);
}

static struct origins *origins_new(void)
{
    struct origins *origins = mem_zero(sizeof(*origins));
    crypto_random(origins->key, sizeof(origins->key));
    return origins;
}

static void free_if_empty(struct origins **origins)
{
    if ((*origins)->counts[0].count > 0)
        return;
    for (size_t i = 0; i < LEVELS; i++)
        id_table_deinit(&(*origins)->counts[i]);
    free(*origins);
    *origins = NULL;
}

bool origins_enter(struct origins **origins, uint64_t place, size_t most)
{
    uint64_t hashes[LEVELS] = {0};
    size_t counts[LEVELS] = {0};
    bool fits = true;
    if (*origins == NULL)
        *origins = origins_new();
    for (size_t i = 0; i < levels_of(place); i++) {
        hashes[i] = hash_of(*origins, i, place);
        counts[i] = count_of(&(*origins)->counts[i], hashes[i]);
        fits = fits && counts[i] < most * levels[i].times;
    }
    for (size_t i = 0; fits && i < levels_of(place); i++)
        set_count(&(*origins)->counts[i], hashes[i], counts[i] + 1);
    free_if_empty(origins);
    return fits;
}

void origins_leave(struct origins **origins, uint64_t place)
{
    assert(*origins != NULL);
    for (size_t i = 0; i < levels_of(place); i++) {
        struct id_table *counts = &(*origins)->counts[i];
        uint64_t hash = hash_of(*origins, i, place);
        set_count(counts, hash, count_of(counts, hash) - 1);
    }
    free_if_empty(origins);
}

/* ------------------------------------------------------------------ lists of networks */

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

bool network_list_read(const char *key, const char *text, struct network_list *list_out,
                       char *message_out, size_t message_size)
{
    list_out->count = 0;
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        char word[WORD_SIZE];
        size_t len = strcspn(text, " ");
        (void)snprintf(word, sizeof(word), "%.*s", (int)len, text);
        if (list_out->count == NETWORK_LIST_MAX) {
            (void)snprintf(message_out, message_size, "%s may be %d networks, not more", key,
                           NETWORK_LIST_MAX);
            return false;
        }
        if (len >= sizeof(word) || !network_read(word, &list_out->rows[list_out->count++])) {
            (void)snprintf(message_out, message_size,
                           "%s: \"%.*s\" is no network such as 192.0.2.0/24 or "
                           "2001:db8::/48 (64 bits at the most)",
                           key, len < sizeof(word) ? (int)len : (int)sizeof(word), text);
            return false;
        }
        text += len;
    }
    return true;
}
