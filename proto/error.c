/* SPDX-License-Identifier: MIT */
/*
 * The table of errors, looked up by number and by code. The rows are those of engine/errors.def and
 * proto/errors.def, in that order.
 */
#include "proto/error.h"

#include "proto/require.h"

#include <stddef.h>
#include <string.h>

struct error_row {
    const char *code;
    const char *message;
};

static const struct error_row rows[ERROR_COUNT] = {
#define ERROR(id, code, message) [ERROR_INDEX_##id] = {code, message},
#include "engine/errors.def"
#include "proto/errors.def"
#undef ERROR
};

static const struct error_row *row_of(int error)
{
    REQUIRE(error <= -1 && error >= -ERROR_COUNT);
    return &rows[-1 - error];
}

const char *error_code(int error)
{
    return row_of(error)->code;
}

const char *error_message(int error)
{
    return row_of(error)->message;
}

int error_from_code(const char *code)
{
    for (int i = 0; i < ERROR_COUNT; i++) {
        if (strcmp(rows[i].code, code) == 0) {
            return -1 - i;
        }
    }
    return 0;
}

bool error_ends_connection(int error)
{
    switch (error) {
    /* Who breaks these limits is not speaking this protocol. */
    case ERR_FRAME_TOO_LONG:
    case ERR_NOT_UTF8:
    case ERR_TOO_DEEP:
    case ERR_DUPLICATE_KEY:
    /* The codes of the event `bye`. */
    case ERR_SHUTTING_DOWN:
    case ERR_TOO_MANY_CONNECTIONS:
    case ERR_TOO_MANY_FROM_ADDRESS:
    case ERR_LOGIN_TIMEOUT:
    case ERR_IDLE_TIMEOUT:
    case ERR_LOGGED_OUT:
    case ERR_SLOW_READER:
    case ERR_TOO_MANY_REFUSED:
        return true;
    default:
        return false;
    }
}
