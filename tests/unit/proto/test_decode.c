/* SPDX-License-Identifier: MIT */
/*
 * Tests of proto/decode.c with records inside records, which no request has yet: what is read
 * where, and which field is named.
 */
#include "proto/decode.h"
#include "tests/support/test.h"

#include <string.h>

#define ROOM_HEAD                                                                                  \
    "{\"room\":\"000000000001\",\"variant\":\"mini\",\"rated\":true,"                              \
    "\"clock\":{\"kind\":\"none\"},\"first\":\"joiner\","                                          \
    "\"state\":\"open\","
#define ROOM_TAIL ",\"watchers\":3,\"opened\":5}"
#define ANNA "{\"name\":\"anna\",\"guest\":false,\"connected\":true}"

struct decoded {
    struct arena arena;
    struct fault fault;
    struct room_record room;
    int error;
};

static void decode(struct decoded *d, const char *text)
{
    json_t *object = NULL;
    *d = (struct decoded){0};
    arena_init(&d->arena, NULL, 0);
    struct reader reader = {.arena = &d->arena, .fault = &d->fault};
    assert_int_equal(json__parse(text, strlen(text), &d->arena, &object), 0);
    d->error = decode__fields(&reader, shape__record(RECORD_room), object, &d->room);
    json__release(object);
    assert_int_equal(d->error, d->fault.error);
}

static void check_fault(const char *text, int error, const char *field)
{
    struct decoded d;
    decode(&d, text);
    assert_int_equal(d.error, error);
    assert_string_equal(d.fault.field, field);
    arena_deinit(&d.arena);
}

TEST(a_record_is_read_with_the_records_in_it)
{
    struct decoded d;
    decode(&d, ROOM_HEAD "\"players\":[" ANNA "," ANNA "]" ROOM_TAIL);
    assert_int_equal(d.error, 0);
    assert_int_equal(d.room.room, 1);
    assert_ptr_equal(d.room.variant, variant_get(VARIANT_MINI));
    assert_int_equal(d.room.first, FIRST_WORD_JOINER);
    assert_int_equal(d.room.players_count, 2);
    assert_string_equal(d.room.players[1].name, "anna");
    assert_true(d.room.players[1].connected);
    assert_int_equal(d.room.players[1].rating, NONE);
    assert_int_equal(d.room.game, 0);
    arena_deinit(&d.arena);
}

TEST(a_fault_inside_a_record_names_the_field_there)
{
    check_fault(ROOM_HEAD "\"players\":[" ANNA ",{\"name\":\"bob\"}]" ROOM_TAIL, ERR_MISSING_FIELD,
                "guest");
    check_fault(ROOM_HEAD "\"players\":[{\"name\":7}]" ROOM_TAIL, ERR_WRONG_TYPE, "name");
}

TEST(a_fault_of_the_list_itself_names_the_list)
{
    check_fault(ROOM_HEAD "\"players\":[7]" ROOM_TAIL, ERR_WRONG_TYPE, "players");
    check_fault(ROOM_HEAD "\"players\":[null]" ROOM_TAIL, ERR_WRONG_TYPE, "players");
    check_fault(ROOM_HEAD "\"players\":{}" ROOM_TAIL, ERR_WRONG_TYPE, "players");
    check_fault(ROOM_HEAD "\"players\":null" ROOM_TAIL, ERR_WRONG_TYPE, "players");
    check_fault(ROOM_HEAD "\"players\":[" ANNA "," ANNA "," ANNA "]" ROOM_TAIL, ERR_OUT_OF_RANGE,
                "players");
    check_fault("{\"room\":\"000000000001\",\"variant\":\"mini\",\"rated\":true,"
                "\"clock\":{\"kind\":\"none\"},"
                "\"first\":\"joiner\",\"state\":\"open\"}",
                ERR_MISSING_FIELD, "players");
}
