/* SPDX-License-Identifier: MIT */
/*
 * cmocka with what has to come before it, in the order that it asks for.
 */
#ifndef PENTAD_TESTS_UNIT_CLIENT_CMOCKA_ALL_H
#define PENTAD_TESTS_UNIT_CLIENT_CMOCKA_ALL_H

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#endif
