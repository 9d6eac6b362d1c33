/* SPDX-License-Identifier: MIT */
/*
 * See the header: nothing here is secret or slow.
 */
#include "tests/support/core_doubles.h"

#include "brain/computer.h"
#include "engine/threats.h"
#include "tests/support/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PHOTO_SIZE 256           /* of the double of one */
#define PNG_BASE64 "iVBORw0KGgo" /* as a file begins */

void double_random(uint64_t *state, void *bytes, size_t len)
{
    uint8_t *out = bytes;
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)(random_next(state) >> 24);
}

void double_token_hash(const char *token, uint8_t hash_out[TOKEN_HASH_SIZE])
{
    uint64_t hashes[TOKEN_HASH_SIZE];
    for (size_t i = 0; i < TOKEN_HASH_SIZE; i++)
        hashes[i] = UINT64_C(0xcbf29ce484222325) + i;
    /* All of them by each byte: no product waits for the one before. */
    for (const char *at = token; *at != '\0'; at++)
        for (size_t i = 0; i < TOKEN_HASH_SIZE; i++)
            hashes[i] = (hashes[i] ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
    for (size_t i = 0; i < TOKEN_HASH_SIZE; i++)
        hash_out[i] = (uint8_t)(hashes[i] >> 32);
}

static uint64_t fnv(uint64_t hash, const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t double_keyed_hash(const uint8_t key[SECRET_SIZE], const void *bytes, size_t len)
{
    uint64_t hash = fnv(fnv(UINT64_C(0xcbf29ce484222325), key, SECRET_SIZE), bytes, len);
    hash = (hash ^ hash >> 31) & (uint64_t)STORE_ID_MAX;
    return hash != 0 ? hash : 1;
}

static bool is_text(const char *text, const char *other)
{
    return other != NULL && strcmp(text, other) == 0;
}

static struct work_result verify(const struct work_password_verify *given, int version, bool ok)
{
    const char *colon = given->hash != NULL ? strchr(given->hash, ':') : NULL;
    bool is_form = colon != NULL && strcmp(colon + 1, given->password) == 0;
    bool is_other =
        colon != NULL && (is_text(colon + 1, given->typed) || is_text(colon + 1, given->apart));
    struct work_result result = {.ok = ok && (is_form || is_other), .lacks_memory = !ok};
    result.as.password_verify.needs_rehash =
        result.ok && (!is_form || strtol(given->hash + 1, NULL, 10) < version);
    return result;
}

/* A picture of 1 x 1. */
static const uint8_t WEBP[] = {'R', 'I', 'F', 'F', 26, 0,   0,   0,   'W', 'E', 'B', 'P',
                               'V', 'P', '8', 'L', 13, 0,   0,   0,   47,  0,   0,   0,
                               16,  7,   16,  17,  17, 136, 136, 254, 7,   0};

static struct work_result photograph(const struct work_photo *given, bool ok)
{
    struct work_result result = {.ok = ok && strncmp(given->image, "bad", 3) != 0,
                                 .lacks_memory = !ok,
                                 .is_unable = strncmp(given->image, "off", 3) == 0};
    struct work_made_photo *made = &result.as.photo;
    int len = snprintf((char *)made->photo, PHOTO_SIZE, "%s, a photo", given->image);
    result.ok = result.ok && !result.is_unable && len < PHOTO_SIZE;
    made->photo_size = (size_t)len;
    if (strncmp(given->image, PNG_BASE64, strlen(PNG_BASE64)) == 0) {
        memcpy(made->photo, WEBP, sizeof(WEBP));
        made->photo_size = sizeof(WEBP);
    }
    return result;
}

/* The squares on which a stone of that mark makes a row; two of them stand for more. */
static unsigned count_rows(const struct game *game, enum mark mark)
{
    struct threats_search search;
    struct threat threat;
    unsigned count = 0;
    uint16_t last = GAME_CELLS_MAX;
    threats_start(&search, game, mark);
    while (count < 2 && threats_next(&search, &threat)) {
        for (size_t i = 0; threat.kind != THREAT_THREE && i < threat.squares_count; i++) {
            count += threat.squares[i] != last ? 1 : 0;
            last = threat.squares[i];
        }
    }
    return count;
}

bool double_is_lost(const struct game *game)
{
    enum seat seat = game_to_act(game);
    enum mark mark = seat != SEAT_NONE ? game_seat_mark(game, seat) : MARK_NONE;
    if (mark == MARK_NONE)
        return false;
    return count_rows(game, mark) == 0 &&
           count_rows(game, game_seat_mark(game, seat_other(seat))) >= 2;
}

/* Whoever is asked: any legal action, by the seed. */
static struct work_result think(const struct work_think *given, bool ok)
{
    struct work_result result = {.ok = ok};
    const struct thinking thinking = {.level = 1, .seed = given->seed, .prospects = 1};
    struct thought thought;
    struct game game;
    if (!ok)
        return result;
    if (game_parse(&game, variant_find(given->variant, strlen(given->variant)), given->actions,
                   strlen(given->actions), NULL) != 0 ||
        computer_think(computer_get(COMPUTER_RANDOM), &game, &thinking, &thought) != 0)
        abort();
    action_format(game.variant, thought.prospects[0].action, result.as.think.action);
    bool is_lost = double_is_lost(&game);
    result.as.think.share = is_lost ? 0 : PROSPECT_SHARE_ONE / 2;
    result.as.think.proof = is_lost ? PROOF_LOSS : PROOF_UNKNOWN;
    return result;
}

static void hash_to(char *hash_out, const char *password, int version)
{
    snprintf(hash_out, WORK_HASH_SIZE, "h%d:%s", version, password);
}

struct work_result double_work(const struct work *work, int version, bool ok)
{
    struct work_result result = {.ok = ok};
    switch (work->kind) {
    case WORK_PASSWORD_HASH:
        hash_to(result.as.password_hash.hash, work->as.password_hash.password, version);
        break;
    case WORK_PASSWORD_REHASH:
        hash_to(result.as.password_rehash.hash, work->as.password_rehash.password, version);
        snprintf(result.as.password_rehash.was, WORK_HASH_SIZE, "%s", work->as.password_rehash.was);
        break;
    case WORK_PASSWORD_VERIFY:
        return verify(&work->as.password_verify, version, ok);
    case WORK_THINK:
        return think(&work->as.think, ok);
    case WORK_PHOTO:
        return photograph(&work->as.photo, ok);
    default:
        abort();
    }
    return result;
}
