/* SPDX-License-Identifier: MIT */
/*
 * Photos: set, shown, taken away, by oneself and by those who keep order; and what may happen while
 * a worker makes one. The double's photo of X is "X, a photo". That they are held, lost and taken
 * back with their batch is in turn/test_commit.c.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdlib.h>
#include <string.h>

#define PHOTO_OF_ONE "Zmlyc3QsIGEgcGhvdG8="     /* "first, a photo" */
#define PHOTO_OF_ANOTHER "b3RoZXIsIGEgcGhvdG8=" /* "other, a photo" */
#define SET(image) "{'op':'photo.set','image':'" image "'}"

static const char *photo_on_page(struct rig *rig, const char *name)
{
    struct rig_peer *stranger = rig_connect(rig);
    const json_t *page = rig_ask(stranger, "{'op':'player.get','name':'%s'}", name);
    const json_t *photo = json_object_get(page, "photo");
    assert_ok(page);
    return photo != NULL ? json_string_value(photo) : "";
}

static void assert_photo(struct rig *rig, const char *name, const char *image)
{
    struct rig_peer *stranger = rig_connect(rig);
    const json_t *photo = rig_ask(stranger, "{'op':'photo.get','name':'%s'}", name);
    assert_ok(photo);
    assert_string_equal(text_at(photo, "image"), image);
    assert_string_equal(text_at(photo, "photo"), photo_on_page(rig, name));
}

static void assert_no_photo(struct rig *rig, const char *name)
{
    assert_string_equal(photo_on_page(rig, name), "");
    assert_code(rig_ask(rig_connect(rig), "{'op':'photo.get','name':'%s'}", name), "no_photo");
}

static void everybody_sees_what_the_worker_made(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_no_photo(rig, "Anna");
    const json_t *reply = rig_ask(anna, SET("first"));
    assert_ok(reply);
    assert_string_equal(text_at(reply, "photo"), photo_on_page(rig, "Anna"));
    assert_photo(rig, "Anna", PHOTO_OF_ONE);
    assert_string_equal(text_at(rig_ask(anna, "{'op':'photo.get'}"), "image"), PHOTO_OF_ONE);
    rig_hang_up(anna);
    assert_photo(rig, "anna", PHOTO_OF_ONE);
    rig_restart(rig);
    assert_photo(rig, "Anna", PHOTO_OF_ONE);
}

static void a_photo_is_known_by_its_id(void **state)
{
    struct rig *rig = *state;
    char first[13];
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    strcpy(first, text_at(rig_ask(anna, SET("first")), "photo"));
    assert_string_equal(text_at(rig_ask(boris, SET("first")), "photo"), first);
    assert_string_not_equal(text_at(rig_ask(anna, SET("other")), "photo"), first);
    assert_photo(rig, "Anna", PHOTO_OF_ANOTHER);
    assert_string_equal(text_at(rig_ask(anna, SET("first")), "photo"), first);
}

static void the_same_photo_again_writes_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_ok(rig_ask(anna, SET("first")));
    size_t batches = rig->store->batches;
    assert_ok(rig_ask(anna, SET("first")));
    assert_int_equal(rig->store->batches, batches);
    assert_photo(rig, "Anna", PHOTO_OF_ONE);
}

static void a_photo_stays_whatever_else_changes(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_ok(rig_ask(anna, SET("first")));
    assert_ok(rig_ask(anna, "{'op':'profile.set','about':'plays'}"));
    assert_ok(rig_ask(anna, "{'op':'settings.set','settings':{'theme':'night'}}"));
    assert_photo(rig, "Anna", PHOTO_OF_ONE);
    rig_check_world(rig);
}

static void a_photo_is_taken_away(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *keeper = rig_connect_locally(rig);
    assert_ok(rig_ask(anna, SET("first")));
    assert_ok(rig_ask(keeper, "{'op':'mod.mute','name':'Anna','reason':'x'}"));
    assert_ok(rig_ask(anna, "{'op':'photo.remove'}"));
    assert_no_photo(rig, "Anna");
    assert_code(rig_ask(anna, "{'op':'photo.remove'}"), "no_photo");
}

static void what_is_no_picture_is_named(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_ok(rig_ask(anna, SET("first")));
    const json_t *reply = rig_ask(anna, SET("bad!"));
    assert_code(reply, "bad_photo");
    assert_string_equal(text_at(reply, "error.field"), "image");
    assert_photo(rig, "Anna", PHOTO_OF_ONE);
}

/* ------------------------------------------------------------------ while it is made */

static void a_full_queue_is_busy(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig->work_cap = 0;
    const json_t *reply = rig_ask(anna, SET("first"));
    assert_code(reply, "busy");
    assert_int_equal(int_at(reply, "error.retry_after_ms"), 1000);
    rig->work_cap = RIG_WORK_MAX;
    assert_ok(rig_ask(anna, SET("first")));
}

static void a_worker_without_memory_says_nothing_of_the_picture(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig->holds_work = true;
    int64_t id = rig_send(anna, SET("first"));
    rig_turn(rig);
    rig_work_finish(rig, 0, false);
    rig_turn(rig);
    assert_code(rig_reply(anna, id), "out_of_memory");
    assert_no_photo(rig, "Anna");
}

static void who_is_muted_meanwhile_has_no_new_photo(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *keeper = rig_connect_locally(rig);
    rig->holds_work = true;
    int64_t id = rig_send(anna, SET("first"));
    rig_turn(rig);
    assert_ok(rig_ask(keeper, "{'op':'mod.mute','name':'Anna','reason':'x'}"));
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_code(rig_reply(anna, id), "muted");
    assert_no_photo(rig, "Anna");
}

static void who_hangs_up_meanwhile_has_no_new_photo(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig->holds_work = true;
    rig_send(anna, SET("first"));
    rig_turn(rig);
    rig->work_begun = 1;
    rig_hang_up(anna);
    rig_turn(rig);
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_no_photo(rig, "Anna");
}

/* The account goes in a batch that is under way when the photo is ready. */
static void of_a_deleted_account_no_photo_is_left(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *twin = rig_resume(rig, anna->token);
    rig->holds_work = true;
    int64_t id = rig_send(twin, SET("first"));
    rig_send(anna, "{'op':'auth.delete','password':'secret of Anna'}");
    rig_turn(rig);
    assert_int_equal(rig->work_count, 2);
    rig->store->holds_batches = true;
    rig_work_finish(rig, 1, true);
    rig_turn(rig);
    rig_work_finish(rig, 0, true);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_code(rig_reply(twin, id), "busy");
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ order */

static void a_cleared_profile_says_nothing_and_is_recorded(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *keeper = rig_connect_locally(rig);
    assert_ok(rig_ask(anna, "{'op':'profile.set','about':'plays','country':'KZ'}"));
    assert_ok(rig_ask(anna, SET("first")));
    const json_t *reply =
        rig_ask(keeper, "{'op':'mod.clear_profile','name':'anna','reason':'not nice'}");
    assert_string_equal(text_at(reply, "name"), "Anna");
    assert_no_photo(rig, "Anna");
    const json_t *page = rig_ask(anna, "{'op':'player.get'}");
    assert_null(json_object_get(page, "about"));
    assert_null(json_object_get(page, "country"));
    const json_t *act =
        json_array_get(json_object_get(rig_ask(keeper, "{'op':'mod.log'}"), "entries"), 0);
    assert_string_equal(text_at(act, "act"), "clear_profile");
    assert_string_equal(text_at(act, "name"), "Anna");
    assert_string_equal(text_at(act, "reason"), "not nice");
    assert_ok(rig_ask(anna, SET("other")));
    assert_photo(rig, "Anna", PHOTO_OF_ANOTHER);
}

static void a_photo_alone_can_be_cleared_of_who_is_away(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *keeper = rig_connect_locally(rig);
    assert_ok(rig_ask(anna, SET("first")));
    rig_hang_up(anna);
    rig_turn(rig);
    assert_ok(rig_ask(keeper, "{'op':'mod.clear_profile','name':'Anna'}"));
    assert_no_photo(rig, "Anna");
    assert_code(rig_ask(keeper, "{'op':'mod.clear_profile','name':'Anna'}"), "nothing_to_lift");
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(everybody_sees_what_the_worker_made),
        RIG_TEST(a_photo_is_known_by_its_id),
        RIG_TEST(the_same_photo_again_writes_nothing),
        RIG_TEST(a_photo_stays_whatever_else_changes),
        RIG_TEST(a_photo_is_taken_away),
        RIG_TEST(what_is_no_picture_is_named),
        RIG_TEST(a_full_queue_is_busy),
        RIG_TEST(a_worker_without_memory_says_nothing_of_the_picture),
        RIG_TEST(who_is_muted_meanwhile_has_no_new_photo),
        RIG_TEST(who_hangs_up_meanwhile_has_no_new_photo),
        RIG_TEST(of_a_deleted_account_no_photo_is_left),
        RIG_TEST(a_cleared_profile_says_nothing_and_is_recorded),
        RIG_TEST(a_photo_alone_can_be_cleared_of_who_is_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
