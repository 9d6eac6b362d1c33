/* SPDX-License-Identifier: MIT */
/* How links of rooms are compared and read; the rest of them is link.dialogue. */
#include "server/core/state.h"
#include "server/core/table/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>

#define LINK_SIZE 40

static const json_t *by_link(struct rig_peer *peer, const char *op, const char *link)
{
    return rig_ask(peer, "{'op':'%s','link':'%s'}", op, link);
}

static void open_linked(struct rig_peer *opener, char link_out[LINK_SIZE])
{
    const json_t *reply = rig_ask(opener, "{'op':'room.open','variant':'mini','link':true}");
    assert_ok(reply);
    reply = rig_ask(opener, "{'op':'room.link','room':'%s'}", text_at(reply, "room.room"));
    assert_ok(reply);
    snprintf(link_out, LINK_SIZE, "%s", text_at(reply, "link"));
}

/* A room is found by a part of the hash, and joined by all of it. */
static void the_whole_hash_decides(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    char link[LINK_SIZE];
    open_linked(anna, link);
    rig_restart(rig);
    rig_resume(rig, anna->token);
    struct rig_peer *boris = rig_guest(rig);
    assert_ok(by_link(boris, "room.look", link));
    uint8_t *hash = rig->core->tables->rooms->state.link_hash;
    hash[TOKEN_HASH_SIZE - 1] ^= 1;
    assert_code(by_link(boris, "room.look", link), "no_such_link");
    assert_code(by_link(boris, "room.join", link), "no_such_link");
    hash[TOKEN_HASH_SIZE - 1] ^= 1;
    assert_ok(by_link(boris, "room.join", link));
}

static void a_link_is_read_as_people_type_it(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    char link[LINK_SIZE];
    open_linked(anna, link);
    char typed[LINK_SIZE];
    size_t to = 0;
    for (const char *c = link; *c != '\0'; c++)
        if (*c != '-')
            typed[to++] = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    typed[to] = '\0';
    assert_int_equal(to, 26);
    assert_ok(by_link(rig_guest(*state), "room.join", typed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(the_whole_hash_decides),
        RIG_TEST(a_link_is_read_as_people_type_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
