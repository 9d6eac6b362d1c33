/* SPDX-License-Identifier: MIT */
/*
 * The envelopes of POST /session: what is taken and refused, and that no token goes to the page.
 */
#include "proto/by_http.h"
#include "proto/codec.h"
#include "proto/error.h"
#include "proto/shape.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

static struct arena arena;

#define HTTP_TEST(name) TEST_BETWEEN(name, arena_init(&arena, NULL, 0), arena_deinit(&arena))

HTTP_TEST(both_messages_are_passed_on_as_they_are)
{
    static const char body[] = " {\"request\":{\"op\":\"auth.register\",\"id\":7,\"name\":\"Ж\\n\","
                               "\"x\":[1]},\n\"hello\":{\"id\":1,\"op\":\"hello\"}} ";
    struct by_http_request out;
    assert_null(by_http_read(body, strlen(body), "0ab", &arena, &out));
    assert_true(out.is_of_player && !out.needs_player && !out.ends_login);
    assert_string_equal(out.hello, "{\"id\":1,\"op\":\"hello\"}");
    assert_string_equal(out.request,
                        "{\"op\":\"auth.register\",\"id\":7,\"name\":\"Ж\\n\",\"x\":[1]}");
}

HTTP_TEST(a_login_shows_the_token_that_the_browser_had)
{
    static const char *const bodies[][2] = {
        {"{\"hello\":{},\"request\":{\"op\":\"auth.login\",\"name\":\"a\"}}",
         "{\"op\":\"auth.login\",\"name\":\"a\",\"device\":\"0ab\"}"},
        {"{\"hello\":{},\"request\":{\"op\":\"auth.login\",\"device\":\"1\"}}",
         "{\"op\":\"auth.login\",\"device\":\"1\"}"},
    };
    for (size_t i = 0; i < 2; i++) {
        struct by_http_request out;
        assert_null(by_http_read(bodies[i][0], strlen(bodies[i][0]), "0ab", &arena, &out));
        assert_false(out.is_of_player);
        assert_string_equal(out.request, bodies[i][1]);
    }
}

HTTP_TEST(whatever_else_is_refused)
{
    static const struct {
        const char *body;
        int error;
        const char *field;
    } rows[] = {
        {"", ERR_BAD_JSON, NULL},
        {"[]", ERR_NOT_AN_OBJECT, NULL},
        {"{\"a\":1,\"a\":2}", ERR_DUPLICATE_KEY, NULL},
        {"{\"request\":{\"op\":\"auth.guest\"}}", ERR_MISSING_FIELD, "hello"},
        {"{\"hello\":{}}", ERR_MISSING_FIELD, "request"},
        {"{\"hello\":1,\"request\":{}}", ERR_WRONG_TYPE, "hello"},
        {"{\"hello\":{},\"request\":[]}", ERR_WRONG_TYPE, "request"},
        {"{\"hello\":{},\"request\":{}}", ERR_UNKNOWN_OP, "op"},
        {"{\"hello\":{},\"request\":{\"op\":\"auth\"}}", ERR_UNKNOWN_OP, "op"},
        {"{\"hello\":{},\"request\":{\"op\":\"room.open\"}}", ERR_BAD_VALUE, "op"},
        {"{\"hello\":{},\"request\":{\"op\":\"auth.resume\"}}", ERR_BAD_VALUE, "op"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct by_http_request out;
        char field[32] = "}";
        const char *line = by_http_read(rows[i].body, strlen(rows[i].body), NULL, &arena, &out);
        if (rows[i].field != NULL)
            snprintf(field, sizeof(field), "\"field\":\"%s\"}", rows[i].field);
        if (line == NULL || strstr(line, error_code(rows[i].error)) == NULL ||
            strstr(line, field) == NULL)
            fail_msg("%s: %s", rows[i].body, line);
    }
}

static const struct by_http_request of_login = {.gives_token = true};
static const struct by_http_request of_others;

HTTP_TEST(an_answer_is_told_without_its_token)
{
    static const char line[] = "{\"re\":7,\"name\":\"Анна\",\"token\":\"0ab\",\"seq\":4}\n";
    struct by_http_answer answer;
    assert_true(by_http_answer(line, strlen(line), &of_login, &arena, &answer));
    assert_string_equal(answer.body, "{\"re\":7,\"name\":\"Анна\",\"seq\":4}\n");
    assert_string_equal(answer.token, "0ab");
    assert_int_equal(answer.status, 200);
    assert_true(
        by_http_answer(line, strlen(line), &of_others, &arena, &answer)); /* it is to be shown */
    assert_string_equal(answer.body, line);
}

/* 429 where the asker asks too much, 503 where the server lacks something: both say when to ask
 * again. */
HTTP_TEST(errors_and_goodbyes_have_a_status)
{
    static const struct {
        const char *line;
        int status;
        int64_t retry_after_ms;
    } rows[] = {
        {"{\"re\":7,\"error\":{\"code\":\"rate_limited\",\"retry_after_ms\":1500}}", 429, 1500},
        {"{\"re\":7,\"error\":{\"code\":\"address_busy\",\"retry_after_ms\":9}}", 429, 9},
        {"{\"ev\":\"bye\",\"code\":\"too_many_from_address\"}\n", 429, BY_HTTP_RETRY_MS},
        {"{\"re\":7,\"error\":{\"code\":\"busy\",\"retry_after_ms\":70}}", 503, 70},
        {"{\"re\":7,\"error\":{\"code\":\"storage_unavailable\"}}", 503, BY_HTTP_RETRY_MS},
        {"{\"re\":7,\"error\":{\"code\":\"out_of_memory\"}}", 503, BY_HTTP_RETRY_MS},
        {"{\"ev\":\"bye\",\"code\":\"shutting_down\",\"message\":\"\"}\n", 503, BY_HTTP_RETRY_MS},
        {"{\"ev\":\"bye\",\"code\":\"too_many_connections\"}\n", 503, BY_HTTP_RETRY_MS},
        {"{\"ev\":\"bye\",\"code\":\"banned\"}\n", 503, 0},
        {"{\"re\":7,\"error\":{\"code\":\"wrong_credentials\"}}", 400, 0},
        {"{\"re\":7,\"error\":{\"code\":\"of another version\"}}", 400, 0},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct by_http_answer answer;
        assert_true(by_http_answer(rows[i].line, strlen(rows[i].line), &of_login, &arena, &answer));
        assert_int_equal(answer.status, rows[i].status);
        assert_int_equal(answer.retry_after_ms, rows[i].retry_after_ms);
    }
}

HTTP_TEST(a_token_may_be_worth_nothing_and_events_are_no_answers)
{
    static const char bad_token[] = "{\"re\":0,\"error\":{\"code\":\"bad_token\"}}";
    static const char event[] = "{\"ev\":\"heartbeat\",\"n\":1}\n";
    struct by_http_answer answer;
    assert_true(by_http_answer(bad_token, strlen(bad_token), &of_login, &arena, &answer));
    assert_int_equal(answer.status, 400);
    assert_true(answer.is_worthless);
    assert_false(by_http_answer(event, strlen(event), &of_login, &arena, &answer));
    assert_false(by_http_answer("nonsense", 8, &of_login, &arena, &answer));
}

HTTP_TEST(a_path_asks_for_a_file)
{
    static const char *const none[] = {
        "/game/",
        "/game/06hq3kcx80n5",
        "/game/06hq3kcx80n5.",
        "/game/06hq3kcx80n5.pdf",
        "/game/06hq3kcx80n5.sgf/",
        "/game/06hq3kcx80nu.sgf",
        "/game/06hq3kcx80n.sgf",
        "/game/000000000000.sgf",
        "/game/\"},{\"\"\"\"\"\"\".sgf",
        "/photo/06hq3kcx80n5.sgf",
        "/photo/06hq3kcx80n5/",
        "/photo/06hq3kcx80n",
        "/photo/",
        "/photos/06hq3kcx80n5",
    };
    struct by_http_request ask;
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        assert_false(by_http_read_file(none[i], &arena, &ask));
    assert_true(by_http_read_file("/game/06HQ3kcx80n5.psq", &arena, &ask));
    assert_string_equal(
        ask.request,
        "{\"id\":1,\"op\":\"game.export\",\"game\":\"06hq3kcx80n5\",\"format\":\"psq\"}");
    assert_string_equal(ask.type, "text/plain; charset=utf-8");
    assert_false(ask.gives_token || ask.never_changes);
    assert_true(by_http_read_file("/photo/06hq3kcx80n5", &arena, &ask));
    assert_string_equal(ask.request, "{\"id\":1,\"op\":\"photo.get\",\"photo\":\"06hq3kcx80n5\"}");
    assert_string_equal(ask.type, "image/webp");
    assert_true(ask.never_changes);
}

HTTP_TEST(a_file_is_taken_out_of_its_reply)
{
    static const struct {
        int status;
        const char *path, *line, *type, *file;
    } rows[] = {
        {200, "/game/06hq3kcx80n5.sgf", "{\"re\":1,\"text\":\"(;C[\\\"]\\n)\"}",
         "application/x-go-sgf", "(;C[\"]\n)"},
        {200, "/game/06hq3kcx80n5.json", "{\"re\":1,\"text\":\"\",\"json\":{\"game\":\"0\"}}",
         "application/json", "{\"game\":\"0\"}\n"},
        {200, "/photo/06hq3kcx80n5", "{\"re\":1,\"photo\":\"06hq3kcx80n5\",\"image\":\"UklGRg==\"}",
         "image/webp", "RIFF"},
        {200, "/photo/06hq3kcx80n5", "{\"re\":1,\"image\":\"UklGRg\"}", "application/json",
         "{\"re\":1,\"image\":\"UklGRg\"}\n"},
        {404, "/game/06hq3kcx80n5.sgf", "{\"re\":1,\"error\":{\"code\":\"no_such_game\"}}",
         "application/json", "{\"re\":1,\"error\":{\"code\":\"no_such_game\"}}\n"},
        {429, "/game/06hq3kcx80n5.sgf",
         "{\"re\":1,\"error\":{\"code\":\"rate_limited\",\"retry_after_ms\":9}}",
         "application/json",
         "{\"re\":1,\"error\":{\"code\":\"rate_limited\",\"retry_after_ms\":9}}\n"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct by_http_request ask;
        struct by_http_answer answer;
        assert_true(by_http_read_file(rows[i].path, &arena, &ask));
        assert_true(by_http_answer(rows[i].line, strlen(rows[i].line), &ask, &arena, &answer));
        assert_int_equal(answer.status, rows[i].status);
        assert_string_equal(answer.type, rows[i].type);
        assert_int_equal(answer.len, strlen(rows[i].file));
        assert_memory_equal(answer.body, rows[i].file, answer.len);
    }
}

HTTP_TEST(only_a_token_is_sent_as_one)
{
    static const char *const none[] = {"", "ABC", "0\"x", "0 1", "g"};
    char line[BY_HTTP_RESUME_SIZE];
    char longest[BY_HTTP_TOKEN_SIZE + 1];
    struct request request;
    struct fault fault;
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        assert_false(by_http_is_token(none[i], strlen(none[i])));
    memset(longest, 'f', sizeof(longest));
    assert_false(by_http_is_token(longest, BY_HTTP_TOKEN_SIZE));
    assert_true(by_http_is_token(longest, BY_HTTP_TOKEN_SIZE - 1));
    longest[BY_HTTP_TOKEN_SIZE - 1] = '\0';
    by_http_resume(longest, line);
    assert_int_equal(request_decode(line, strlen(line), &arena, &request, &fault), 0);
    assert_int_equal(request.id, 0);
    assert_int_equal(request.op, OP_AUTH_RESUME);
    assert_string_equal(request.as.auth_resume.token, longest);
}

/* A field of the reply, or of a record in it. */
static bool tells(const struct shape *shape, const char *name)
{
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        bool is_record = field->type == FIELD_OBJECT || field->type == FIELD_LIST;
        if ((field->type == FIELD_TEXT && strcmp(field->name, name) == 0) ||
            (is_record && tells(shape__record((enum record)field->ref), name)))
            return true;
    }
    return false;
}

TEST(no_op_tells_a_secret_over_the_socket_of_a_page)
{
    static const char *const secrets[] = {"token", "recovery", "password", "link"};
    for (int op = 0; op < OP_COUNT; op++)
        for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++)
            if (tells(shape__reply((enum op)op), secrets[i]) &&
                op_info((enum op)op)->by_http != BY_HTTP_SECRET &&
                op_info((enum op)op)->by_http != BY_HTTP_TOKEN)
                fail_msg("%s tells a %s", op_info((enum op)op)->wire, secrets[i]);
}
