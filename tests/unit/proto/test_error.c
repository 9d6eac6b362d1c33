/* SPDX-License-Identifier: MIT */
/* Tests of proto/error.c: the table of errors is whole, and codes and numbers find each other. */
#include "proto/error.h"
#include "tests/support/test.h"

#include <string.h>

/* Fails, too, for a code that occurs twice. */
TEST(every_code_is_found_again)
{
    for (int error = -1; error >= -ERROR_COUNT; error--)
        assert_int_equal(error_from_code(error_code(error)), error);
}

TEST(codes_are_words_and_messages_are_sentences)
{
    for (int error = -1; error >= -ERROR_COUNT; error--) {
        const char *code = error_code(error);
        const char *message = error_message(error);
        assert_int_equal(strspn(code, "abcdefghijklmnopqrstuvwxyz0123456789_"), strlen(code));
        assert_in_range(strlen(code), 1, 64);
        assert_in_range(strlen(message), 1, 256);
        assert_int_equal(message[strlen(message) - 1], '.');
    }
}

TEST(the_table_begins_with_the_errors_of_the_engine)
{
    assert_int_equal(ERR_GAME_OVER, -1);
    assert_int_equal(ERR_FRAME_TOO_LONG, -1 - ENGINE_ERROR_COUNT - BRAIN_ERROR_COUNT);
    assert_string_equal(error_code(ERR_GAME_OVER), "game_over");
    assert_string_equal(error_code(ERR_TOO_SMALL), "buffer_too_small");
    assert_string_equal(error_code(ERR_NOT_YOUR_TURN), "not_your_turn");
    assert_string_equal(error_message(ERR_NOT_YOUR_TURN), "It is the opponent's turn.");
}

TEST(what_is_no_code_gives_zero)
{
    assert_int_equal(error_from_code(""), 0);
    assert_int_equal(error_from_code("game_ove"), 0);
    assert_int_equal(error_from_code("GAME_OVER"), 0);
}

TEST(broken_limits_end_the_connection_and_bad_requests_do_not)
{
    static const int ending[] = {
        ERR_FRAME_TOO_LONG,        ERR_NOT_UTF8,       ERR_TOO_DEEP,    ERR_DUPLICATE_KEY,
        ERR_SHUTTING_DOWN,         ERR_LOGIN_TIMEOUT,  ERR_SLOW_READER, ERR_TOO_MANY_CONNECTIONS,
        ERR_TOO_MANY_FROM_ADDRESS, ERR_IDLE_TIMEOUT,   ERR_LOGGED_OUT,  ERR_TOO_MANY_REFUSED,
        ERR_CLIENT_TOO_OLD,        ERR_CLIENT_TOO_NEW, ERR_USE_TLS,     ERR_NO_TLS,
    };
    size_t count = sizeof(ending) / sizeof(ending[0]);
    for (size_t i = 0; i < count; i++)
        assert_true(error_ends_connection(ending[i]));
    size_t found = 0;
    for (int error = -1; error >= -ERROR_COUNT; error--)
        found += error_ends_connection(error) ? 1 : 0;
    assert_int_equal(found, count);
}
