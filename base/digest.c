/* SPDX-License-Identifier: MIT */
/*
 * FNV-1a of 64 bits.
 */
#include "base/digest.h"

#define FNV_BASIS UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

uint64_t digest(const void *bytes, size_t len)
{
    const unsigned char *byte = bytes;
    uint64_t value = FNV_BASIS;
    for (size_t i = 0; i < len; i++)
        value = (value ^ byte[i]) * FNV_PRIME;
    value &= INT64_MAX;
    return value != 0 ? value : 1;
}
