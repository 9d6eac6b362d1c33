/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. REQUIRE() stops the program when a caller broke a promise that a header asks
 * for. It stays in every build and needs no libc, so it also works in WebAssembly. Bad input is
 * never a reason for it: that is an error value.
 */
#ifndef PENTAD_ENGINE_REQUIRE_H
#define PENTAD_ENGINE_REQUIRE_H

#define REQUIRE(promise) ((promise) ? (void)0 : __builtin_trap())

#endif
