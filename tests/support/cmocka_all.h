/* SPDX-License-Identifier: MIT */
/*
 * cmocka with what has to come before it, in the order that it asks for. Every test includes this
 * in place of <cmocka.h>.
 */
#ifndef PENTAD_TESTS_SUPPORT_CMOCKA_ALL_H
#define PENTAD_TESTS_SUPPORT_CMOCKA_ALL_H

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#endif
