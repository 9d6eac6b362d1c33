/* SPDX-License-Identifier: MIT */
/*
 * The table of refusals, made from proto/messages.def.
 */
#include "proto/refusal.h"

#include "proto/codec.h"
#include "proto/error.h"
#include "proto/shape.h"

/* clang-format off */

const struct refusal refusals[] = {
#define REFUSES(S, situation_, error_) \
    {.op = (enum op)op_of_##S, .situation = SITUATION_##situation_, .error = ERR_##error_},
#include "proto/message_rows.h"
};
const size_t refusal_count = sizeof(refusals) / sizeof(refusals[0]);

/* clang-format on */

/* The first sections of proto/errors.def, up to what an op refuses by itself. */
bool error_is_general(int error)
{
    return error <= ERR_FRAME_TOO_LONG && error >= ERR_REPLY_TOO_LONG;
}

bool op_may_refuse(enum op op, int error)
{
    if (error_is_general(error))
        return true;
    if (error == ERR_LOGIN_REQUIRED && op_info(op)->who != WHO_STRANGER)
        return true;
    if (error == ERR_ACCOUNT_REQUIRED && op_info(op)->who >= WHO_ACCOUNT)
        return true;
    if (error == ERR_NOT_ALLOWED && op_info(op)->who >= WHO_MODERATOR)
        return true;
    for (size_t i = 0; i < refusal_count; i++)
        if (refusals[i].op == op && refusals[i].error == error)
            return true;
    return false;
}
