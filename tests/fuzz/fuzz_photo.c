/* SPDX-License-Identifier: MIT */
/* Pictures that strangers send: a small WebP or a named refusal, and what was made is read again.
 */
#include "photo/photo.h"
#include "tests/fuzz/fuzz.h"

/* Few, so that a run gets far; where a picture is refused for its size does not depend on them. */
#define PIXELS_MAX (64 * 1024)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    static uint8_t made[PHOTO_BYTES_MAX];
    static uint8_t again[PHOTO_BYTES_MAX];
    size_t size = 0;
    size_t again_size = 0;
    int status = photo_make(bytes, len, PIXELS_MAX, made, &size);
    FUZZ_CHECK(status <= PHOTO_OK && status > PHOTO_NO_MEMORY);
    if (status != PHOTO_OK)
        return 0;
    FUZZ_CHECK(photo_is_one(made, size));
    FUZZ_CHECK(photo_make(made, size, PIXELS_MAX, again, &again_size) == PHOTO_OK);
    return 0;
}
