/* SPDX-License-Identifier: MIT */
/* Where connections come from, and how many may come from one place. */
#include "server/shell/origin.h"
#include "tests/support/cmocka_all.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

static struct origin origin(const char *text)
{
    struct sockaddr_storage address = {0};
    struct sockaddr_in *ipv4 = (struct sockaddr_in *)&address;
    struct sockaddr_in6 *ipv6 = (struct sockaddr_in6 *)&address;
    if (inet_pton(AF_INET, text, &ipv4->sin_addr) == 1)
        address.ss_family = AF_INET;
    else if (inet_pton(AF_INET6, text, &ipv6->sin6_addr) == 1)
        address.ss_family = AF_INET6;
    return origin_of(&address);
}

static void an_ipv4_address_is_a_place(void **state)
{
    (void)state;
    assert_string_equal(origin("192.0.2.1").text, "192.0.2.1");
    assert_true(origin("192.0.2.1").place != origin("192.0.2.2").place);
    assert_true(origin("0.0.0.0").place != origin("::").place);
}

static void an_ipv4_address_is_the_same_in_an_ipv6_one(void **state)
{
    (void)state;
    assert_string_equal(origin("::ffff:192.0.2.1").text, "192.0.2.1");
    assert_true(origin("::ffff:192.0.2.1").place == origin("192.0.2.1").place);
}

/* The owner of a network of 64 bits has all of its addresses. */
static void an_ipv6_network_is_a_place(void **state)
{
    (void)state;
    assert_string_equal(origin("2001:db8:1:2:3:4:5:6").text, "2001:db8:1:2::/64");
    assert_true(origin("2001:db8:1:2:3:4:5:6").place == origin("2001:db8:1:2::9").place);
    assert_true(origin("2001:db8:1:2::1").place != origin("2001:db8:1:3::1").place);
}

static void nobody_is_unknown(void **state)
{
    (void)state;
    assert_string_equal(origin("").text, "unknown");
}

static void each_place_has_its_count(void **state)
{
    (void)state;
    struct origins *origins = NULL;
    assert_true(origins_enter(&origins, 1, 2));
    assert_true(origins_enter(&origins, 1, 2));
    assert_false(origins_enter(&origins, 1, 2));
    assert_true(origins_enter(&origins, 2, 2));
    origins_leave(&origins, 1);
    assert_true(origins_enter(&origins, 1, 2));
    origins_leave(&origins, 1);
    origins_leave(&origins, 1);
    origins_leave(&origins, 2);
    assert_null(origins);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ipv4_address_is_a_place),
        cmocka_unit_test(an_ipv4_address_is_the_same_in_an_ipv6_one),
        cmocka_unit_test(an_ipv6_network_is_a_place),
        cmocka_unit_test(nobody_is_unknown),
        cmocka_unit_test(each_place_has_its_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
