/* SPDX-License-Identifier: MIT */
/*
 * Photos on the real server: sent over sockets, made by its workers, kept through a crash, taken
 * away by those who keep order; and with penta, from a large file and into one.
 */
#include "base/base64.h"
#include "tests/support/person.h"
#include "tests/support/table.h"
#include "tests/unit/photo/pictures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <webp/decode.h>

static struct said said; /* of the last program that ran */

static const char *as_base64(struct file take_file)
{
    static char text[20000];
    assert_true(BASE64_LENGTH(take_file.size) < sizeof(text));
    base64_write(take_file.bytes, take_file.size, text);
    free(take_file.bytes);
    return text;
}

static void assert_is_webp(const uint8_t *bytes, size_t size)
{
    int width = 0, height = 0;
    assert_true(WebPGetInfo(bytes, size, &width, &height));
    assert_int_equal(width, 128);
    assert_int_equal(height, 128);
}

static void assert_photo(const json_t *reply)
{
    uint8_t bytes[9000];
    size_t size = 0;
    const char *image = text_at(reply, "image");
    assert_true(BASE64_BYTES(strlen(image)) <= sizeof(bytes));
    assert_true(base64_read(image, bytes, &size));
    assert_is_webp(bytes, size);
}

/* ---------------------------------------------------------------- over sockets */

SCENE(a_photo_is_made_anew_and_kept_through_a_crash)
{
    char id[16];
    struct peer *anna = scene_account(scene, "Anna");
    const char *image = as_base64(png_plain(paint_corners, 300, 300));
    json_t *set = peer_ask(anna, "photo.set", "{s:s}", "image", image);
    (void)snprintf(id, sizeof(id), "%s", text_at(set, "photo"));
    scene_crash(scene);
    struct peer *boris = scene_account(scene, "Boris");
    json_t *photo = peer_ask(boris, "photo.get", "{s:s}", "name", "Anna");
    assert_string_equal(text_at(photo, "photo"), id);
    assert_photo(photo);
    json_t *page = peer_ask(boris, "player.get", "{s:s}", "name", "Anna");
    assert_string_equal(text_at(page, "photo"), id);
}

SCENE(what_is_no_photo_is_refused_and_the_server_goes_on)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct file cut = jpeg_file(paint_corners, 64, 64, 0, 0);
    cut.size /= 2;
    peer_refused(anna, "bad_photo", "photo.set", "{s:s}", "image", as_base64(cut));
    peer_refused(anna, "bad_photo", "photo.set", "{s:s}", "image", "this is not base64");
    struct file bomb = png_plain(paint_corners, 8, 8);
    bomb.bytes[16] = bomb.bytes[20] = 0x7f; /* two thousand millions of pixels each way */
    peer_refused(anna, "bad_photo", "photo.set", "{s:s}", "image", as_base64(bomb));
    peer_refused(anna, "no_photo", "photo.get", NULL);
    peer_ask(anna, "photo.set", "{s:s}", "image", as_base64(webp_file(paint_corners, 9, 9, 1)));
    assert_photo(peer_ask(anna, "photo.get", NULL));
    peer_ask(anna, "photo.remove", NULL);
    peer_refused(anna, "no_photo", "photo.get", NULL);
}

SCENE(a_request_has_room_for_twelve_thousand_bytes)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct file file = png_plain(paint_noise, 56, 56);
    assert_in_range(file.size, 11000, 12000);
    file.bytes = realloc(file.bytes, 12000);
    memset(file.bytes + file.size, 0, 12000 - file.size);
    file.size = 12000;
    const char *image = as_base64(file);
    assert_int_equal(strlen(image), 16000);
    peer_ask(anna, "photo.set", "{s:s}", "image", image);
    assert_photo(peer_ask(anna, "photo.get", NULL));
}

/* ---------------------------------------------------------------- with penta */

static void run(const struct person *person, const char *const args[], const char *expected)
{
    if (person_run(person, args, &said) != 0 || strstr(said.out, expected) == NULL)
        fail_msg("exit code %d, \"%s\" instead of \"%s\", %s", said.exit_code, said.out, expected,
                 said.err);
}

static void refused(const struct person *person, const char *const args[], int code,
                    const char *expected)
{
    assert_int_equal(person_run(person, args, &said), code);
    if (strstr(said.err, expected) == NULL)
        fail_msg("\"%s\" instead of \"%s\"", said.err, expected);
}

static const char *path_in_home(const struct person *person, const char *name)
{
    static char paths[2][FOLDER_PATH_SIZE + 32];
    static int next;
    char *path = paths[next++ % 2];
    (void)snprintf(path, sizeof(paths[0]), "%s/%s", person->home, name);
    return path;
}

static void write_file(const char *path, struct file take_file)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(take_file.bytes, 1, take_file.size, out), take_file.size);
    assert_int_equal(fclose(out), 0);
    free(take_file.bytes);
}

static void assert_file_is_webp(const char *path)
{
    uint8_t bytes[9000];
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t size = fread(bytes, 1, sizeof(bytes), in);
    assert_int_equal(fclose(in), 0);
    assert_is_webp(bytes, size);
}

SCENE(penta_shrinks_a_large_picture_and_saves_a_small_one)
{
    struct person anna;
    person_init(&anna, scene, "Anna");
    person_register(&anna);
    const char *large = path_in_home(&anna, "large.png");
    const char *small = path_in_home(&anna, "small.webp");
    write_file(large, png_plain(paint_noise, 1500, 1200)); /* 7 MB */
    run(&anna, PENTA("profile", "--about", "plays", "--photo", large), "About: plays");
    assert_non_null(strstr(said.out, "Your page has a new photo."));
    run(&anna, PENTA("player", "Anna"), "There is a photo; --photo FILE saves it.");
    run(&anna, PENTA("player", "Anna", "--photo", small), "Photo saved to");
    assert_file_is_webp(small);
    refused(&anna, PENTA("player", "--photo", small), 5,
            "already exists; use --force to replace it.");
    run(&anna, PENTA("player", "--photo", small, "--force"), "Photo saved to");
    run(&anna, PENTA("profile", "--photo", small, "--json"), "\"photo\":");
    run(&anna, PENTA("profile", "--no-photo"), "Your photo was removed.");
    refused(&anna, PENTA("profile", "--no-photo"), 1, "There is no photo.");
    assert_int_equal(unlink(small), 0);
    refused(&anna, PENTA("player", "--photo", small), 1, "There is no photo.");
    assert_int_not_equal(access(small, F_OK), 0);
}

SCENE(penta_says_what_is_wrong_with_a_file)
{
    struct person anna;
    person_init(&anna, scene, "Anna");
    person_register(&anna);
    const char *path = path_in_home(&anna, "picture");
    refused(&anna, PENTA("profile", "--photo", path), 5, "No such file");
    write_file(path, webp_moving(64));
    refused(&anna, PENTA("profile", "--photo", path), 5,
            "is animated; a photo must be a still picture.");
    write_file(path, jpeg_of_print(64));
    refused(&anna, PENTA("profile", "--photo", path), 5, "for print");
    struct file cut = png_plain(paint_corners, 64, 64);
    cut.size /= 2;
    write_file(path, cut);
    refused(&anna, PENTA("profile", "--photo", path), 5, "is damaged");
    refused(&anna, PENTA("profile", "--photo", anna.password_file), 5,
            "is not a PNG, JPEG or WebP");
    refused(&anna, PENTA("profile", "--photo", path, "--no-photo"), 2, "cannot be used together");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_photo_is_made_anew_and_kept_through_a_crash),
        SCENE_TEST(a_request_has_room_for_twelve_thousand_bytes),
        SCENE_TEST(what_is_no_photo_is_refused_and_the_server_goes_on),
        SCENE_TEST(penta_shrinks_a_large_picture_and_saves_a_small_one),
        SCENE_TEST(penta_says_what_is_wrong_with_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
