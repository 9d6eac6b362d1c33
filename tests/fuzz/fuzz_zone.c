/* SPDX-License-Identifier: MIT */
/* The file of a time zone: what was read has its changes in order, none too far from UTC. */
#include "server/core/rules/zone.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zone zone;
    if (!zone_parse(data, size, &zone))
        return 0;
    FUZZ_CHECK(zone.count >= 1 && zone.count <= ZONE_CHANGES_MAX);
    for (size_t i = 0; i < zone.count; i++) {
        FUZZ_CHECK(abs(zone.offset_ms[i]) <= ZONE_OFFSET_MAX_S * 1000);
        FUZZ_CHECK(i == 0 || zone.from_ms[i] > zone.from_ms[i - 1]);
    }
    return 0;
}
