/* SPDX-License-Identifier: MIT */
/* Chance from a seed: known numbers, and each as likely as the others. */
#include "brain/chance.h"
#include "tests/support/test.h"

TEST(the_numbers_are_those_of_splitmix64)
{
    struct chance chance = {1234567};
    assert_true(chance__next(&chance) == UINT64_C(6457827717110365317));
    assert_true(chance__next(&chance) == UINT64_C(3203168211198807973));
    assert_true(chance__next(&chance) == UINT64_C(9817491932198370423));
}

TEST(each_number_is_as_likely)
{
    struct chance chance = {3};
    int counts[7] = {0};
    for (int i = 0; i < 70000; i++)
        counts[chance__below(&chance, 7)]++;
    for (int i = 0; i < 7; i++)
        assert_in_range(counts[i], 9600, 10400);
    assert_int_equal(chance__below(&chance, 1), 0);
}
