/* SPDX-License-Identifier: MIT */
/*
 * Stands for tests/support/cmocka_all.h until the tests of the client name that one.
 */
#ifndef PENTAD_TESTS_UNIT_CLIENT_CMOCKA_ALL_H
#define PENTAD_TESTS_UNIT_CLIENT_CMOCKA_ALL_H

#include "tests/support/cmocka_all.h"

#endif
