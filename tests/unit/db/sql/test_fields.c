/* SPDX-License-Identifier: MIT */
/*
 * Records as parameters and columns: each that is written is read as it was, what is not there is
 * NULL, and a column that its field cannot hold is damage and never something else.
 */
#include "db/sql/fields.h"
#include "tests/conformance/store_compare.h"
#include "tests/support/test.h"
#include "tests/unit/db/record_values.h"
#include "tests/unit/db/sql/fake_sql.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ------------------------------------------------------------------ there and back */

/* Checks that a record that is put becomes the row that is read. */
static void goes_there_and_back(enum record_id id)
{
    struct fake_sql fake;
    struct arena arena;
    uint64_t draw = 100 + (uint64_t)id;
    arena_init(&arena, NULL, 0);
    void *given = arena_alloc(&arena, record__shape(id)->size);
    void *read = arena_alloc(&arena, record__shape(id)->size);
    values_fill(id, given, VALUES_COLUMNS, &draw, &arena);
    fake_sql_init(&fake);
    fake.changes = 7;
    assert_int_equal(
        fields__put(&fake.base, SQL_PROBE, &(const struct fields_source){id, given}, FIELDS_ONLY),
        7);
    fake_sql_row(&fake, fake.values, fake.count);
    struct sql_row row = fake_sql_first(&fake);
    assert_true(fields__read(&row, id, read, &arena));
    const char *differs = record_difference(id, given, read);
    if (differs != NULL)
        fail_msg("%s.%s is read as another one", record__shape(id)->name, differs);
    arena_deinit(&arena);
}

TEST(what_is_put_is_read_as_it_was)
{
    for (int kind = 0; kind < STORE_OP_COUNT; kind++)
        goes_there_and_back(operation__row((enum store_op_kind)kind)->record);
    for (int kind = 0; kind < STORE_QUERY_COUNT; kind++)
        goes_there_and_back(query__row((enum store_query_kind)kind)->record);
    goes_there_and_back(STORED_account);
    goes_there_and_back(STORED_rating);
    goes_there_and_back(STORED_act_row);
}

TEST(values_of_the_statements_own_stand_behind_the_fields)
{
    const struct store_room_id room = {.room = 5};
    struct fake_sql fake;
    fake_sql_init(&fake);
    (void)fields__put(&fake.base, SQL_PROBE, FIELDS(room_id, &room),
                      SQL_VALUES(sql_text("x"), sql_integer(6)));
    assert_int_equal(fake.count, 3);
    assert_int_equal(fake.values[0].integer, 5);
    assert_string_equal(fake.values[1].bytes, "x");
    assert_int_equal(fake.values[2].integer, 6);
    assert_int_equal(fake.starts, fake.ends);
}

TEST(what_is_not_there_is_null)
{
    const struct store_act act = {.reason = "", .detail = ""};
    const struct store_password password = {.hash = "h", .player = 1};
    struct fake_sql fake;
    fake_sql_init(&fake);
    (void)fields__put(&fake.base, SQL_PROBE, FIELDS(act, &act), FIELDS_ONLY);
    assert_int_equal(fake.values[1].kind, SQL_VALUE_INTEGER); /* act 0 is one */
    for (int i = 2; i <= 5; i++)                              /* by, player, room, report */
        assert_int_equal(fake.values[i].kind, SQL_VALUE_NULL);
    assert_int_equal(fake.values[6].kind, SQL_VALUE_INTEGER);
    (void)fields__put(&fake.base, SQL_PROBE, FIELDS(password, &password), FIELDS_ONLY);
    assert_int_equal(fake.values[2].kind, SQL_VALUE_NULL);
}

TEST(a_database_that_fails_changes_nothing)
{
    const struct store_uptime uptime = {.uptime_ms = 5};
    struct fake_sql fake;
    fake_sql_init(&fake);
    fake.fails = true;
    fake.changes = 1;
    assert_int_equal(fields__put(&fake.base, SQL_PROBE, FIELDS(uptime, &uptime), FIELDS_ONLY), -1);
}

/* ------------------------------------------------------------------ columns */

TEST(what_is_in_answers_only_is_no_parameter)
{
    const struct store_rating given = {.points = 1600, .peak = 1600, .listed = 1550, .rank = 3};
    struct store_rating read;
    struct fake_sql fake;
    fake_sql_init(&fake);
    (void)fields__put(&fake.base, SQL_PROBE, FIELDS(rating, &given), SQL_VALUES(sql_integer(1540)));
    assert_int_equal(fake.count, 9); /* variant, ..., established_ms, and that one */
    fake_sql_row(&fake, fake.values, fake.count);
    struct sql_row row = fake_sql_first(&fake);
    assert_true(fields__read(&row, STORED_rating, &read, NULL));
    assert_int_equal(read.listed, 1540);
    assert_int_equal(read.rank, 0);
}

/* Reads a row that begins with these columns. */
static bool reads(enum record_id id, void *out, struct arena *arena,
                  const struct sql_value *columns, int count)
{
    struct fake_sql fake;
    fake_sql_init(&fake);
    fake_sql_row(&fake, columns, count);
    struct sql_row row = fake_sql_first(&fake);
    return fields__read(&row, id, out, arena);
}

#define READS(id, out, ...) reads(STORED_##id, out, arena, SQL_VALUES(__VA_ARGS__))

#define ARENA_TEST(name) TEST_IN(name, arena, arena_init(&arena, NULL, 0), arena_deinit(&arena))

ARENA_TEST(null_is_the_empty_text_nobody_and_nothing)
{
    struct store_login login;
    struct store_act_row act;
    struct store_photo photo;
    struct store_account account;
    memset(&login, 0xff, sizeof(login));
    assert_true(READS(login, &login, sql_null()));
    assert_string_equal(login.name_key, "");
    assert_null(login.password_hash);
    assert_true(READS(act_row, &act, sql_integer(1)));
    assert_int_equal(act.by, 0);
    assert_int_equal(act.report, 0);
    assert_null(act.by_name);
    assert_true(READS(photo, &photo, sql_integer(1)));
    assert_null(photo.image);
    assert_true(READS(account, &account, sql_null()));
    assert_string_equal(account.settings, "");
}

ARENA_TEST(what_is_no_column_is_zero)
{
    struct store_standing standing;
    memset(&standing, 0xff, sizeof(standing));
    assert_true(READS(standing, &standing, sql_integer(1), sql_text("Anna"), sql_integer(1500),
                      sql_integer(3), sql_integer(77)));
    assert_string_equal(standing.name, "Anna");
    assert_int_equal(standing.rank, 0);
}

ARENA_TEST(words_months_and_bytes_are_read)
{
    struct store_history_row line;
    struct store_fined fined;
    struct store_photo photo;
    assert_true(READS(history_row, &line, sql_integer(9), sql_variant(VARIANT_MINI), sql_integer(1),
                      sql_integer(-5), sql_text("Boris"), sql_null(), sql_text("lost"),
                      sql_text("resign"), sql_integer(-16)));
    assert_int_equal(line.variant, VARIANT_MINI);
    assert_int_equal(line.score, SCORE_LOST);
    assert_int_equal(line.reason, REASON_RESIGN);
    assert_int_equal(line.ended_ms, -5);
    assert_int_equal(line.points, -16);
    assert_true(READS(fined, &fined, sql_variant(VARIANT_CLASSIC), sql_text("2026-05"),
                      sql_integer(200), sql_integer(100), sql_integer(1)));
    assert_int_equal(fined.month, 2026 * 12 + 4);
    assert_true(READS(photo, &photo, sql_integer(1), sql_bytes("\x00\x01", 2)));
    assert_int_equal(photo.image_size, 2);
    assert_memory_equal(photo.image, "\x00\x01", 2);
}

ARENA_TEST(what_a_field_cannot_hold_is_damage)
{
    char out[4096];
    const struct sql_value classic = sql_variant(VARIANT_CLASSIC);
    const struct sql_value number = sql_integer(1);
    const struct sql_value text = sql_text("");
    assert_true(READS(rating, out, classic, sql_integer(STORE_POINTS_MAX)));
    assert_false(READS(rating, out, classic, sql_integer(STORE_POINTS_MAX + 1)));
    assert_false(READS(rating, out, classic, sql_integer(-1)));
    assert_false(READS(rating, out, classic, sql_integer((INT64_C(1) << 32) + 5)));
    assert_false(READS(rating, out, sql_text("chess")));
    assert_false(READS(rating, out, sql_null()));
    assert_false(READS(token, out, sql_bytes(out, STORE_TOKEN_HASH_SIZE - 1)));
    assert_false(READS(token, out, sql_null()));
    assert_true(READS(account, out, text, text, sql_text("KZ")));
    assert_false(READS(account, out, text, text, sql_text("KZK"))); /* no room for its NUL */
    assert_false(
        READS(history_row, out, number, classic, number, number, text, number, sql_text("almost")));
    assert_false(READS(history_row, out, number, classic, number, number, text, number,
                       sql_text("won"), sql_text("magic")));
    assert_false(READS(fined, out, classic, sql_null()));
    assert_false(READS(game_over, out, number, sql_text("nobody")));
    assert_false(READS(game_over, out, number, sql_text("first"), sql_text("magic")));
    assert_false(READS(log_entry, out, number, number, sql_integer(LOG_KIND_COUNT)));
    assert_false(READS(game_start, out, number, number, classic, number, number, number, number,
                       sql_text("sundial")));
}

/* As SQLite says that it had no memory for a text: there is one, and it cannot be had. */
ARENA_TEST(a_text_that_there_is_no_memory_for_is_not_an_empty_one)
{
    char out[4096];
    const struct sql_value lost = {.kind = SQL_VALUE_TEXT};
    assert_false(READS(standing, out, sql_integer(1), lost, sql_integer(1500)));
    assert_false(READS(login, out, sql_text("anna"), sql_integer(1), lost));
    assert_false(READS(account, out, lost));
    assert_false(READS(photo, out, sql_integer(1), lost));
    assert_false(READS(game_over, out, sql_integer(1), lost));
}

/* ------------------------------------------------------------------ rows */

static void rows_lay(struct fake_sql *fake, int count)
{
    fake_sql_init(fake);
    for (int i = 0; i < count; i++)
        fake_sql_row(fake, SQL_VALUES(sql_integer(i + 1), sql_text("name")));
}

ARENA_TEST(a_list_ends_with_its_limit_and_knows_whether_there_are_more)
{
    for (int rows = 0; rows <= 4; rows++) {
        struct fake_sql fake;
        struct fields_list list = {0};
        rows_lay(&fake, rows);
        assert_int_equal(fields__list(fake_sql_start(&fake), STORED_picked, arena, 3, &list), 0);
        assert_int_equal(list.count, rows < 3 ? rows : 3);
        assert_int_equal(list.has_more, rows > 3);
        assert_int_equal(fake.ends, 1);
        const struct store_picked *blocked = list.rows;
        for (size_t i = 0; i < list.count; i++)
            assert_int_equal(blocked[i].player, i + 1);
    }
}

ARENA_TEST(a_list_that_breaks_off_is_no_shorter_one)
{
    struct fake_sql fake;
    struct fields_list list = {0};
    rows_lay(&fake, 2);
    fake.fails = true;
    assert_int_equal(fields__list(fake_sql_start(&fake), STORED_picked, arena, 3, &list), -1);
    rows_lay(&fake, 2);
    fake_sql_row(&fake, SQL_VALUES(sql_integer(3), sql_text("x"), sql_integer(PLAYER_KIND_COUNT)));
    assert_int_equal(fields__list(fake_sql_start(&fake), STORED_picked, arena, FIELDS_ALL, &list),
                     -1);
    assert_int_equal(fake.ends, 1);
}

ARENA_TEST(a_list_keeps_its_rows_as_it_grows)
{
    struct fields_list list = {0};
    for (uint64_t id = 1; id <= 1000; id++)
        ((struct store_by_id *)fields__list_add(&list, STORED_by_id, arena))->id = id;
    assert_int_equal(list.count, 1000);
    for (uint64_t id = 1; id <= 1000; id++)
        assert_int_equal(((struct store_by_id *)list.rows)[id - 1].id, id);
}

TEST(the_first_row_is_got_or_none_or_an_error)
{
    struct arena arena;
    struct fake_sql fake;
    struct store_picked blocked;
    const struct fields_target target = {STORED_picked, &blocked, &arena};
    arena_init(&arena, NULL, 0);
    rows_lay(&fake, 2);
    assert_int_equal(fields__get(fake_sql_start(&fake), &target), 1);
    assert_int_equal(blocked.player, 1);
    assert_int_equal(fake.ends, 1);
    rows_lay(&fake, 0);
    assert_int_equal(fields__get(fake_sql_start(&fake), &target), 0);
    fake.fails = true;
    assert_int_equal(fields__get(fake_sql_start(&fake), &target), -1);
    rows_lay(&fake, 0);
    fake_sql_row(&fake, SQL_VALUES(sql_integer(3), sql_text("x"), sql_integer(-1)));
    assert_int_equal(fields__get(fake_sql_start(&fake), &target), -1);
    arena_deinit(&arena);
}
