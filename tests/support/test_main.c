/* SPDX-License-Identifier: MIT */
/*
 * The main() of a test program that has none.
 */
#include "tests/support/test.h"

int main(void)
{
    return test_run_all(NULL, NULL);
}
