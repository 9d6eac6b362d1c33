/* SPDX-License-Identifier: MIT */
/* Names of time zones, and the files that they may name. */
#include "server/shell/zone_file.h"
#include "tests/support/cmocka_all.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool reads(const char *zone, char message_out[256])
{
    uint8_t *bytes;
    size_t size;
    message_out[0] = '\0';
    bool is_read = zone_file_read(zone, &bytes, &size, message_out, 256);
    assert_true(is_read || bytes == NULL);
    free(bytes);
    return is_read;
}

static void refuses(const char *zone, const char *what)
{
    char message[256];
    if (reads(zone, message) || strstr(message, what) == NULL)
        fail_msg("\"%s\": \"%s\" does not say \"%s\"", zone, message, what);
}

static void zones_of_the_system_are_read(void **state)
{
    static const char *const RIGHT[] = {
        "UTC",         "Europe/Berlin", "America/Ciudad_Juarez",          "America/Coyhaique",
        "Asia/Almaty", "Etc/GMT+12",    "America/Argentina/Buenos_Aires", "GMT0",
        "Etc/GMT-14"};
    char message[256];
    (void)state;
    unsetenv("TZDIR");
    for (size_t i = 0; i < sizeof(RIGHT) / sizeof(RIGHT[0]); i++)
        if (!reads(RIGHT[i], message))
            fail_msg("%s", message);
}

static void names_that_are_no_zones_are_refused(void **state)
{
    static const char *const WRONG[] = {
        "Mars/Phobos",
        "",
        "europe",
        "Europe",
        "Europe/",
        "/Europe/Berlin",
        "/usr/share/zoneinfo/Europe/Berlin",
        "../zoneinfo/Europe/Berlin",
        "Europe/../Europe/Berlin",
        "./UTC",
        "Europe//Berlin",
        "zone.tab",
        "leapseconds",
        "GMT+25",
        "CET-1CEST,M3.5.0,M10.5.0/3",
        ":Europe/Berlin",
        "Europe/Berlin ",
        "A/very/long/name/that/is/no/zone/anywhere/and/fits/nothing"};
    char wanted[64];
    (void)state;
    unsetenv("TZDIR");
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
        snprintf(wanted, sizeof(wanted), "not \"%.50s", WRONG[i]);
        refuses(WRONG[i], "time_zone must be a zone such as");
        refuses(WRONG[i], wanted);
    }
}

/* Makes a file of `size` bytes that begins as one of a zone does. */
static void write_zone(const char *folder, const char *name, size_t size)
{
    char path[256];
    uint8_t *bytes = calloc(1, size + 5);
    assert_non_null(bytes);
    memcpy(bytes, "TZif2", 5);
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
    free(bytes);
}

static void remove_file(const char *folder, const char *name)
{
    char path[256];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    assert_int_equal(remove(path), 0);
}

static void another_folder_is_taken_and_what_is_odd_in_it_refused(void **state)
{
    char folder[] = "/tmp/zones-XXXXXX";
    char path[256];
    char message[256];
    (void)state;
    assert_non_null(mkdtemp(folder));
    setenv("TZDIR", folder, 1);
    write_zone(folder, "Mine", 50);
    write_zone(folder, "Empty", 0);
    write_zone(folder, "Short", 3);
    write_zone(folder, "Huge", 70000);
    snprintf(path, sizeof(path), "%s/Pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_true(reads("Mine", message));
    assert_true(reads("UTC", message)); /* which needs no file */
    refuses("Empty", "not \"Empty\"");
    refuses("Short", "not \"Short\"");
    refuses("Huge", "not \"Huge\"");
    refuses("Pipe", "not \"Pipe\"");
    refuses("Europe/Berlin", "not \"Europe/Berlin\"");
    static const char *const NAMES[] = {"Mine", "Empty", "Short", "Huge", "Pipe"};
    for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++)
        remove_file(folder, NAMES[i]);
    assert_int_equal(rmdir(folder), 0);
    refuses("Europe/Berlin", "time_zone can only be UTC");
    refuses("Europe/Berlin", "package tzdata");
    assert_true(reads("UTC", message));
    unsetenv("TZDIR");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zones_of_the_system_are_read),
        cmocka_unit_test(names_that_are_no_zones_are_refused),
        cmocka_unit_test(another_folder_is_taken_and_what_is_odd_in_it_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
