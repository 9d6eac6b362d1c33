/* SPDX-License-Identifier: MIT */
/*
 * Conformance: photos. The bytes are those that the account names, whatever else is written of the
 * account, and are gone with it.
 */
#include "tests/conformance/store_conformance.h"

#include <string.h>

static const struct store_account FIRST = {.country = "KZ", .photo = 100};
static const struct store_account SECOND = {.country = "KZ", .photo = 101};
static const struct store_account SECOND_AND_MORE = {.country = "DE", .photo = 101};
static const struct store_account NONE_ANY_MORE = {.country = "DE"};

static void assert_is(const struct store_photo *photo, uint64_t id, const char *bytes)
{
    assert_int_equal(photo->id, id);
    assert_int_equal(photo->image_size, strlen(bytes));
    assert_memory_equal(photo->image, bytes, photo->image_size);
}

static void assert_photo(struct harness *harness, uint64_t player, uint64_t id, const char *bytes)
{
    assert_is(ask_photo(harness, sample_photo_of(player)), id, bytes);
    assert_int_equal(conformance_player(harness, player)->account->photo, id);
}

static void assert_none(struct harness *harness, uint64_t player)
{
    conformance_ask_nothing(harness, sample_photo_of(player));
    assert_int_equal(conformance_player(harness, player)->account->photo, 0);
}

CONFORMANCE_TEST(a_photo_stays_until_there_is_another_one_or_none)
{
    conformance_accounts(harness, 2);
    assert_none(harness, 1);
    conformance_ask_nothing(harness, sample_photo_of(9));
    conformance_must(harness, sample_photo(1, &FIRST, "one"));
    assert_photo(harness, 1, 100, "one");
    conformance_must(harness, sample_photo(1, &SECOND, "another"));
    assert_photo(harness, 1, 101, "another");
    conformance_must(harness, sample_account(1, &SECOND_AND_MORE));
    assert_photo(harness, 1, 101, "another");
    assert_none(harness, 2);
    conformance_must(harness, sample_account(1, &NONE_ANY_MORE));
    assert_none(harness, 1);
}

/* The same id is the same photo, whoever has it. */
CONFORMANCE_TEST(a_photo_is_found_by_its_id_while_anybody_has_it)
{
    conformance_accounts(harness, 2);
    conformance_ask_nothing(harness, sample_photo_by_id(100));
    conformance_must(harness, sample_photo(1, &FIRST, "one"));
    conformance_must(harness, sample_photo(2, &FIRST, "one"));
    assert_is(ask_photo_by_id(harness, sample_photo_by_id(100)), 100, "one");
    conformance_must(harness, sample_photo(1, &SECOND, "another"));
    assert_is(ask_photo_by_id(harness, sample_photo_by_id(100)), 100, "one");
    assert_is(ask_photo_by_id(harness, sample_photo_by_id(101)), 101, "another");
    conformance_must(harness, sample_account(2, &NONE_ANY_MORE));
    conformance_ask_nothing(harness, sample_photo_by_id(100));
}

CONFORMANCE_TEST(a_photo_may_have_any_bytes_up_to_the_most)
{
    static uint8_t bytes[STORE_PHOTO_BYTES_MAX + 1];
    struct store_op op = sample_photo(1, &FIRST, "");
    conformance_accounts(harness, 1);
    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)(i * 31);
    op.as.account_put.photo = bytes;
    op.as.account_put.photo_size = STORE_PHOTO_BYTES_MAX;
    conformance_must(harness, op);
    const struct store_photo *photo = ask_photo(harness, sample_photo_of(1));
    assert_int_equal(photo->image_size, STORE_PHOTO_BYTES_MAX);
    assert_memory_equal(photo->image, bytes, STORE_PHOTO_BYTES_MAX);
    op.as.account_put.photo_size++;
    conformance_must_not(harness, op);
}

CONFORMANCE_TEST(an_account_names_the_photo_that_is_there)
{
    conformance_accounts(harness, 2);
    conformance_must_not(harness, sample_account(1, &FIRST));
    conformance_must(harness, sample_photo(1, &FIRST, "one"));
    conformance_must_not(harness, sample_account(1, &SECOND));
    conformance_must_not(harness, sample_account(2, &FIRST));
    conformance_must_not(harness, sample_photo(1, &NONE_ANY_MORE, "one"));
    conformance_must_not(harness, sample_photo(9, &FIRST, "one"));
    assert_photo(harness, 1, 100, "one");
}

CONFORMANCE_TEST(a_failed_batch_takes_photos_back)
{
    struct sample_names names;
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_photo(1, &FIRST, "one"));
    conformance_must(harness, sample_photo(3, &FIRST, "three"));
    harness_add(harness, sample_photo(1, &SECOND, "another"));
    harness_add(harness, sample_account(1, &SECOND_AND_MORE));
    harness_add(harness, sample_photo(1, &FIRST, "a third"));
    harness_add(harness, sample_account(1, &NONE_ANY_MORE));
    harness_add(harness, sample_photo(2, &FIRST, "two"));
    harness_add(harness, sample_delete(3, "gone", &names));
    harness_add(harness, sample_log(99, 1, "h8"));
    conformance_fail(harness);
    assert_photo(harness, 1, 100, "one");
    assert_photo(harness, 3, 100, "three");
    assert_none(harness, 2);
}

CONFORMANCE_TEST(all_of_it_in_one_batch_is_kept)
{
    struct sample_names names;
    conformance_accounts(harness, 2);
    harness_add(harness, sample_photo(1, &FIRST, "one"));
    harness_add(harness, sample_photo(1, &SECOND, "another"));
    harness_add(harness, sample_account(1, &SECOND_AND_MORE));
    harness_add(harness, sample_photo(2, &FIRST, "two"));
    harness_add(harness, sample_account(2, &FIRST));
    harness_add(harness, sample_delete(2, "gone", &names));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_photo(harness, 1, 101, "another");
    assert_none(harness, 2);
    if (!harness->backend->keeps)
        return;
    harness_reopen(harness);
    assert_photo(harness, 1, 101, "another");
    assert_none(harness, 2);
}
