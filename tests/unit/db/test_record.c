/* SPDX-License-Identifier: MIT */
/*
 * The tables of records as data: where fields lie, what is in their range, and that a copy has all
 * that its original points to. Each test goes over every record there is.
 */
#include "db/record.h"
#include "tests/conformance/store_compare.h"
#include "tests/support/test.h"
#include "tests/unit/db/record_values.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A record with what it points to, in memory of its own. */
struct sample {
    enum record_id id;
    struct arena arena;
    void *record;
};

static void sample_make(struct sample *sample, enum record_id id, enum values_kind kind)
{
    uint64_t draw = (uint64_t)id * 100;
    sample->id = id;
    arena_init(&sample->arena, NULL, 0);
    sample->record = arena_alloc(&sample->arena, record__shape(id)->size);
    values_fill(id, sample->record, kind, &draw, &sample->arena);
}

static void sample_free(struct sample *sample)
{
    arena_deinit(&sample->arena);
}

/* ------------------------------------------------------------------ shapes */

static size_t size_of(const struct record_field *field)
{
    if (field->type == FIELD_RECORDS)
        return field->size * record__shape(field->record)->size;
    return field->type == FIELD_NUMBER || field->type == FIELD_CHARS ? field->size : 1;
}

TEST(fields_lie_in_their_struct_one_behind_the_other)
{
    for (int id = 0; id < STORED_COUNT; id++) {
        const struct record_shape *shape = record__shape((enum record_id)id);
        size_t end = 0;
        for (size_t i = 0; i < shape->count; i++) {
            const struct record_field *field = &shape->fields[i];
            if (field->type == FIELD_READ || field->type == FIELD_INNER)
                continue;
            assert_true(field->offset >= end);
            end = field->offset + size_of(field);
            assert_true(end <= shape->size);
            assert_true(field->count_offset == 0 || field->count_offset >= end);
        }
    }
}

/* So that no table refers to itself, and walks come to an end. */
TEST(a_record_stands_behind_those_that_it_holds)
{
    for (int id = 0; id < STORED_COUNT; id++) {
        const struct record_shape *shape = record__shape((enum record_id)id);
        for (size_t i = 0; i < shape->count; i++) {
            enum record_field_type type = shape->fields[i].type;
            if (type == FIELD_RECORDS || type == FIELD_OF || type == FIELD_LIST)
                assert_true((int)shape->fields[i].record < id);
        }
    }
}

TEST(numbers_of_each_size_are_read_as_they_were_set)
{
    static const int64_t NUMBERS[] = {0,         1,          -1,        INT32_MIN,
                                      INT32_MAX, UINT32_MAX, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof(NUMBERS) / sizeof(NUMBERS[0]); i++) {
        int64_t number = NUMBERS[i];
        int64_t words[2] = {0};
        const struct record_field wide = {.size = 8, .is_signed = true, .offset = 8};
        const struct record_field narrow = {.size = 4, .is_signed = true, .offset = 8};
        const struct record_field natural = {.size = 4, .offset = 8};
        record__set_number(&wide, words, number);
        assert_int_equal(record__number(&wide, words), number);
        record__set_number(&narrow, words, number);
        assert_int_equal(record__number(&narrow, words), (int32_t)number);
        assert_int_equal(record__number(&natural, words), (uint32_t)number);
        assert_int_equal(words[0], 0);
    }
}

/* ------------------------------------------------------------------ ranges */

static bool expected;
static int tried;

static void on_change(void *ctx, const char *record, const char *field, int number)
{
    const struct sample *sample = ctx;
    tried++;
    if (record__is_valid(sample->id, sample->record) != expected)
        fail_msg("%s.%s: number %d should %sbe valid", record, field, number,
                 expected ? "" : "not ");
}

TEST(each_field_has_its_range)
{
    for (int id = 0; id < STORED_COUNT; id++) {
        struct sample sample;
        const struct values_listener listener = {on_change, &sample};
        sample_make(&sample, (enum record_id)id, VALUES_DRAWN);
        if (!record__is_valid(sample.id, sample.record))
            fail_msg("%s is not valid", record__shape(sample.id)->name);
        expected = true;
        values_try_ends(sample.id, sample.record, &listener);
        expected = false;
        values_try_wrong(sample.id, sample.record, &listener);
        assert_true(record__is_valid(sample.id, sample.record));
        sample_free(&sample);
        sample_make(&sample, (enum record_id)id, VALUES_PLAIN);
        assert_true(record__is_valid(sample.id, sample.record));
        sample_free(&sample);
    }
    assert_true(tried > 1000);
}

/* ------------------------------------------------------------------ copies */

/* It needs just the memory that was said, and the original may go. */
TEST(a_copy_is_the_same_and_its_own)
{
    for (int id = 0; id < STORED_COUNT; id++) {
        struct sample sample;
        struct sample twin;
        struct arena arena;
        sample_make(&sample, (enum record_id)id, VALUES_DRAWN);
        sample_make(&twin, (enum record_id)id, VALUES_DRAWN);
        size_t size = record__size(sample.id, sample.record);
        size_t whole = record__shape(sample.id)->size;
        char *block = aligned_alloc(alignof(max_align_t), size + alignof(max_align_t));
        void *copy = test_malloc(whole);
        arena_init(&arena, block, size);
        memcpy(copy, sample.record, whole);
        record__copy(sample.id, copy, &arena);
        assert_null(arena.more);
        assert_in_range(size - arena.used, 0, alignof(max_align_t) - 1); /* rounded */
        sample_free(&sample);
        assert_null(record_difference((enum record_id)id, copy, twin.record));
        sample_free(&twin);
        arena_deinit(&arena);
        test_free(copy);
        free(block);
    }
}

TEST(what_is_missing_stays_missing)
{
    struct store_player player = {.id = 1};
    struct arena arena;
    arena_init(&arena, NULL, 0);
    assert_int_equal(record__size(STORED_player, &player), 0);
    record__copy(STORED_player, &player, &arena);
    assert_null(player.names.name);
    assert_null(player.account);
    assert_null(player.ratings);
    assert_null(arena.more);
    arena_deinit(&arena);
}

TEST(questions_are_copied_whole)
{
    for (int kind = 0; kind < STORE_QUERY_COUNT; kind++) {
        struct sample sample;
        struct store_query query = {.kind = (enum store_query_kind)kind};
        enum record_id record = query__row(query.kind)->record;
        sample_make(&sample, record, VALUES_DRAWN);
        memcpy(&query.as, sample.record, record__shape(record)->size);
        struct store_query *copy = store_query_copy(&query);
        assert_int_equal(copy->kind, kind);
        assert_null(record_difference(record, &copy->as, sample.record));
        sample_free(&sample);
        free(copy);
    }
}

TEST(answers_are_copied_whole)
{
    for (int kind = 0; kind < STORE_QUERY_COUNT; kind++) {
        struct sample sample;
        struct store_answer answer = {.kind = (enum store_query_kind)kind};
        enum record_id record = query__row(answer.kind)->answer;
        sample_make(&sample, record, VALUES_DRAWN);
        memcpy(&answer.as, sample.record, record__shape(record)->size);
        struct store_answer *copy = store_answer_copy(&answer);
        assert_int_equal(copy->kind, kind);
        assert_null(record_difference(record, &copy->as, sample.record));
        sample_free(&sample);
        free(copy);
    }
}

/* ------------------------------------------------------------------ operations and queries */

TEST(operations_and_questions_are_called_by_their_names)
{
    assert_string_equal(operation__row(STORE_GAME_LOG)->name, "game_log");
    assert_int_equal(operation__row(STORE_GAME_LOG)->record, STORED_log_entry);
    assert_string_equal(query__row(STORE_TOP)->name, "top");
    assert_int_equal(query__row(STORE_TOP)->record, STORED_leaderboard);
    assert_int_equal(query__row(STORE_TOP)->answer, STORED_standings);
    assert_int_equal(query__row(STORE_EXPORT)->cost, COST_GAMES);
    for (int kind = 0; kind < STORE_OP_COUNT; kind++)
        assert_true(record__shape(operation__row((enum store_op_kind)kind)->record)->size <=
                    sizeof(((struct store_op *)NULL)->as));
}

TEST(a_query_costs_what_its_row_and_its_limit_say)
{
    const struct store_query player = {.kind = STORE_PLAYER_BY_ID};
    const struct store_query top = {.kind = STORE_TOP, .as.top.limit = 50};
    const struct store_query games = {.kind = STORE_EXPORT, .as.export.limit = 50};
    const struct store_query game = {.kind = STORE_EXPORT, .as.export.limit = 1};
    const struct store_query all = {.kind = STORE_SLOW_GAMES};
    assert_int_equal(store_query_cost(&player), 1);
    assert_int_equal(store_query_cost(&top), 5);
    assert_int_equal(store_query_cost(&games), 50);
    assert_int_equal(store_query_cost(&game), 1);
    assert_int_equal(store_query_cost(&all), 20);
}
