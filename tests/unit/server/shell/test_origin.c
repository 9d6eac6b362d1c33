/* SPDX-License-Identifier: MIT */
/* Where connections come from, and how many may come from one place. */
#include "server/shell/crypto.h"
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

#define NETWORK UINT64_C(0x20010db800010000) /* 2001:db8:1::/48 */

static size_t enter_many(struct origins **origins, uint64_t first, uint64_t step, size_t most)
{
    size_t count = 0;
    for (uint64_t i = 0; i < 256; i++)
        count += origins_enter(origins, first + i * step, most) ? 1 : 0;
    return count;
}

static void leave_all(struct origins **origins, uint64_t first, uint64_t step)
{
    for (uint64_t i = 0; i < 256; i++)
        origins_leave(origins, first + i * step);
    assert_null(*origins);
}

/* A customer has all of its networks of 64 bits, and may open one after the other. */
static void larger_networks_have_counts_of_their_own(void **state)
{
    static const struct {
        uint64_t step;
        size_t may_enter;
    } rows[] = {{0, 10},                   /* all from one of 64 bits */
                {1, 20},                   /* each from another in one of 56 bits */
                {UINT64_C(1) << 8, 40},    /* in one of 48 bits */
                {UINT64_C(1) << 16, 256}}; /* and beyond that */
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct origins *origins = NULL;
        assert_int_equal(enter_many(&origins, NETWORK, rows[i].step, 10), rows[i].may_enter);
        for (uint64_t n = 0; n < rows[i].may_enter; n++) /* the first were let in */
            origins_leave(&origins, NETWORK + n * rows[i].step);
        assert_null(origins);
    }
}

static void a_refused_connection_is_not_counted(void **state)
{
    struct origins *origins = NULL;
    (void)state;
    assert_true(origins_enter(&origins, NETWORK, 1));
    assert_true(origins_enter(&origins, NETWORK + 1, 1));
    for (int i = 0; i < 10; i++)
        assert_false(origins_enter(&origins, NETWORK + 2, 1));
    origins_leave(&origins, NETWORK + 1);
    assert_true(origins_enter(&origins, NETWORK + 2, 1));
    origins_leave(&origins, NETWORK + 2);
    origins_leave(&origins, NETWORK);
    assert_null(origins);
}

static void addresses_of_ipv4_are_in_no_larger_network(void **state)
{
    struct origins *origins = NULL;
    (void)state;
    assert_int_equal(enter_many(&origins, origin("192.0.2.0").place, 1, 1), 256);
    leave_all(&origins, origin("192.0.2.0").place, 1);
}

static void an_empty_address_is_unknown(void **state)
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
        cmocka_unit_test(larger_networks_have_counts_of_their_own),
        cmocka_unit_test(a_refused_connection_is_not_counted),
        cmocka_unit_test(addresses_of_ipv4_are_in_no_larger_network),
        cmocka_unit_test(an_empty_address_is_unknown),
        cmocka_unit_test(each_place_has_its_count),
    };
    return crypto_start() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
