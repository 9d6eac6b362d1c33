/* SPDX-License-Identifier: MIT */
/*
 * Private to proto/. REQUIRE() stops the program when a caller broke a promise that a header asks
 * for; it stays in every build. Bytes from outside are never a reason for it: those give errors.
 */
#ifndef PENTAD_PROTO_REQUIRE_H
#define PENTAD_PROTO_REQUIRE_H

#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(promise) ((promise) ? (void)0 : require__fail(#promise, __FILE__, __LINE__))

static inline _Noreturn void require__fail(const char *promise, const char *file, int line)
{
    fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, promise);
    abort();
}

#endif
