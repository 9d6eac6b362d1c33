/* SPDX-License-Identifier: MIT */
/*
 * The functions of <string.h> that the pure parts need, where there is no C library: WebAssembly
 * without a system. What they do is said in the standard.
 */
#ifndef PENTAD_TESTS_BENCH_WASM_STRING_H
#define PENTAD_TESTS_BENCH_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *bytes, int value, size_t size);
int memcmp(const void *first, const void *second, size_t size);
size_t strlen(const char *text);
int strcmp(const char *first, const char *second);
char *strchr(const char *text, int byte);

#endif
