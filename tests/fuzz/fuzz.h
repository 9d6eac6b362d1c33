/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the fuzz targets share. A target is a function of bytes that must neither
 * crash, nor be told off by a sanitizer, nor break what it checks.
 */
#ifndef PENTAD_TESTS_FUZZ_FUZZ_H
#define PENTAD_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv); /* a target may have it */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
