/* SPDX-License-Identifier: MIT */
/* Lists of networks in the configuration. */
#include "server/shell/origin.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

#define IPV4 (UINT64_C(1) << 32) /* the high half of the number of an IPv4 address */

static struct network_list networks;

static void expect(const char *text, uint64_t first, uint64_t last)
{
    char message[256];
    assert_true(network_list_read("exempt_networks", text, &networks, message, sizeof(message)));
    assert_int_equal(networks.count, 1);
    assert_true(networks.rows[0].first == first && networks.rows[0].last == last);
}

static void a_network_is_from_its_first_address_to_its_last(void **state)
{
    (void)state;
    expect("192.0.2.7", IPV4 | 0xC0000207, IPV4 | 0xC0000207);
    expect("192.0.2.7/32", IPV4 | 0xC0000207, IPV4 | 0xC0000207);
    expect("192.0.2.77/24", IPV4 | 0xC0000200, IPV4 | 0xC00002FF);
    expect("0.0.0.0/0", IPV4, IPV4 | 0xFFFFFFFF);
    expect("2001:db8:1:2::5", UINT64_C(0x20010db800010002), UINT64_C(0x20010db800010002));
    expect("2001:db8::/32", UINT64_C(0x20010db800000000), UINT64_C(0x20010db8ffffffff));
    expect("::/0", 0, UINT64_MAX);
}

static void a_list_has_spaces_between(void **state)
{
    char message[256];
    (void)state;
    assert_true(network_list_read("exempt_networks", "  192.0.2.0/24   2001:db8::/48 ", &networks,
                                  message, sizeof(message)));
    assert_int_equal(networks.count, 2);
    assert_true(network_list_read("exempt_networks", "", &networks, message, sizeof(message)));
    assert_int_equal(networks.count, 0);
}

static void another_text_is_refused_by_its_word(void **state)
{
    static const char *const WRONG[] = {
        "192.0.2.0/33", "2001:db8::/65",           "192.0.2/24",    "192.0.2.0/",
        "192.0.2.0/x",  "192.0.2.0/24,10.0.0.0/8", "example.org/8", "/8"};
    char message[256];
    (void)state;
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
        char list[128] = "10.0.0.0/8 ";
        strncat(list, WRONG[i], sizeof(list) - strlen(list) - 1);
        assert_false(
            network_list_read("exempt_networks", list, &networks, message, sizeof(message)));
        assert_non_null(strstr(message, WRONG[i]));
    }
}

static void a_list_too_long_is_refused(void **state)
{
    char list[9 * (NETWORK_LIST_MAX + 1) + 1] = "";
    char message[256];
    (void)state;
    for (int i = 0; i <= NETWORK_LIST_MAX; i++)
        memcpy(list + 9 * i, "10.0.0.1 ", 10);
    assert_false(network_list_read("exempt_networks", list, &networks, message, sizeof(message)));
    list[strlen(list) - 9] = '\0';
    assert_true(network_list_read("exempt_networks", list, &networks, message, sizeof(message)));
    assert_int_equal(networks.count, NETWORK_LIST_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_network_is_from_its_first_address_to_its_last),
        cmocka_unit_test(a_list_has_spaces_between),
        cmocka_unit_test(another_text_is_refused_by_its_word),
        cmocka_unit_test(a_list_too_long_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
