/* SPDX-License-Identifier: MIT */
/* Texts of send maps: what was read is written and read again as the same, and all its pairs are
 * counted. */
#include "engine/distances.h"
#include "tests/fuzz/fuzz.h"

static size_t write_map(const struct send_map *map, char *text, size_t size)
{
    size_t len = 0;
    for (size_t board = 0; board < map->boards; board++)
        for (size_t place = 0; place < NESTED_PLACES; place++)
            len += (size_t)snprintf(text + len, size - len, "%u%c",
                                    send_map_number(map, map->to[board][place]),
                                    place + 1 < NESTED_PLACES ? ' ' : '\n');
    return len;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    static char text[NESTED_BOARDS_MAX * NESTED_PLACES * 3 + 1];
    static struct send_map map;
    static struct send_map again;
    static struct distances distances;
    struct distance_tally tally;
    size_t line;
    size_t pairs = 0;
    enum send_map_fault fault = send_map_read(&map, (const char *)bytes, len, &line);
    FUZZ_CHECK(line > 0 && line <= len + 1);
    if (fault != SEND_MAP_SOUND)
        return 0;
    FUZZ_CHECK(send_map_read(&again, text, write_map(&map, text, sizeof(text)), &line) ==
               SEND_MAP_SOUND);
    FUZZ_CHECK(again.boards == map.boards &&
               memcmp(again.to, map.to, map.boards * sizeof(map.to[0])) == 0);
    distances_find(&map, &distances);
    distances_tally_all(&distances, &tally);
    for (size_t i = 0; i <= NESTED_BOARDS_MAX; i++)
        pairs += tally.pairs[i];
    FUZZ_CHECK(pairs == map.boards * map.boards);
    return 0;
}
