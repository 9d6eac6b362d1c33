/* SPDX-License-Identifier: MIT */
/*
 * Saved logins: they come back, nobody else can read them, and each server has its own. Works in a
 * temporary folder of its own.
 */
#include "client/cli/connect/state_file.h"
#include "tests/support/cmocka_all.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char home[64];

static const struct login anna_login = {.token = "secret", .name = "Аня", .is_guest = false};

static const struct address h = {.host = "h", .port = "1"};

static const struct login *const anna = &anna_login;

/* A server without TLS. */
static struct address at(const char *host, const char *port)
{
    struct address address = {0};
    snprintf(address.host, sizeof(address.host), "%s", host);
    snprintf(address.port, sizeof(address.port), "%s", port);
    return address;
}

/* One login alone, in use. */
static int token_save(const char *host, const char *port, const struct login *login)
{
    static struct logins logins;
    logins = (struct logins){.rows = {*login}, .count = 1, .has_current = true};
    const struct address server = at(host, port);
    return logins_save(&server, &logins);
}

/* The login in use. */
static int token_load(const char *host, const char *port, struct login *login_out)
{
    static struct logins logins;
    const struct address server = at(host, port);
    int failed = logins_load(&server, &logins);
    if (failed != 0)
        return failed;
    assert_true(logins.count > 0 && logins.has_current);
    *login_out = logins.rows[0];
    return 0;
}

static int token_forget(const char *host, const char *port)
{
    static const struct logins none;
    const struct address server = at(host, port);
    return logins_save(&server, &none);
}

/* Counts the files of the folder and, if `is_removed`, removes them. */
static int files(bool is_removed)
{
    char path[512];
    char folder[128];
    int count = 0;
    snprintf(folder, sizeof(folder), "%s/state/pentad", home);
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] != '.') {
            count++;
            snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
            is_removed = is_removed && unlink(path) == 0;
        }
    }
    if (dir != NULL)
        closedir(dir);
    return count;
}

static int set_up(void **state)
{
    (void)state;
    char path[128];
    snprintf(home, sizeof(home), "/tmp/penta-test-XXXXXX");
    if (mkdtemp(home) == NULL)
        return -1;
    snprintf(path, sizeof(path), "%s/state", home);
    return setenv("XDG_STATE_HOME", path, 1);
}

static int tear_down(void **state)
{
    (void)state;
    static const char *const folders[] = {"state/pentad", "state",  ".local/state/pentad",
                                          ".local/state", ".local", ""};
    char path[128];
    files(true);
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s", home, folders[i]);
        rmdir(path);
    }
    return access(home, F_OK) == 0 ? -1 : 0;
}

static mode_t mode_of(const char *name)
{
    char path[256];
    struct stat info;
    snprintf(path, sizeof(path), "%s/%s", home, name);
    assert_int_equal(stat(path, &info), 0);
    return info.st_mode & 0777;
}

static void login_comes_back(void **state)
{
    (void)state;
    struct login login;
    assert_int_equal(token_save("127.0.0.1", "7655", anna), 0);
    assert_int_equal(token_load("127.0.0.1", "7655", &login), 0);
    assert_string_equal(login.token, "secret");
    assert_string_equal(login.name, "Аня");
    assert_false(login.is_guest);
}

static void nobody_else_can_read_it(void **state)
{
    (void)state;
    mode_t before = umask(0);
    assert_int_equal(token_save("127.0.0.1", "7655", anna), 0);
    umask(before);
    assert_int_equal(mode_of("state/pentad"), 0700);
    assert_int_equal(mode_of("state/pentad/127.0.0.1:7655"), 0600);
}

static void each_server_has_its_own(void **state)
{
    (void)state;
    struct login login;
    struct login guest = {.token = "other", .name = "guest-1", .is_guest = true};
    assert_int_equal(token_save("127.0.0.1", "7655", anna), 0);
    assert_int_equal(token_save("127.0.0.1", "7656", &guest), 0);
    assert_int_equal(token_save("::1", "7655", &guest), 0);
    assert_int_equal(token_load("127.0.0.1", "7656", &login), 0);
    assert_string_equal(login.token, "other");
    assert_true(login.is_guest);
    assert_int_equal(token_load("127.0.0.1", "7655", &login), 0);
    assert_string_equal(login.token, "secret");
    assert_int_equal(files(false), 3);
}

/* A token that went over TLS never goes without. */
static void tls_has_its_own(void **state)
{
    (void)state;
    static struct logins logins;
    static const struct logins one = {
        .rows = {{.token = "over-tls", .name = "anna"}}, .count = 1, .has_current = true};
    struct address tls = h;
    tls.has_tls = true;
    assert_int_equal(logins_save(&tls, &one), 0);
    assert_int_equal(logins_load(&h, &logins), -ENOENT);
    assert_int_equal(logins_load(&tls, &logins), 0);
    assert_string_equal(logins.rows[0].token, "over-tls");
}

static void use(struct known_servers *servers, const char *text, const char *ca)
{
    struct known_server server = {0};
    assert_true(address_read(text, &server.address));
    snprintf(server.ca, sizeof(server.ca), "%s", ca);
    known_servers_use(servers, &server);
}

static void servers_stand_side_by_side_the_last_used_first(void **state)
{
    (void)state;
    static struct known_servers servers;
    static struct known_servers again;
    char text[ADDRESS_TEXT_SIZE];
    memset(&servers, 0, sizeof(servers));
    assert_int_equal(known_servers_load(&again), -ENOENT);
    use(&servers, "one.example", "");
    use(&servers, "plain://two.example:7000", "/etc/an authority.pem");
    use(&servers, "one.example", "");
    assert_int_equal(known_servers_save(&servers), 0);
    assert_int_equal(known_servers_load(&again), 0);
    assert_int_equal(again.count, 2);
    assert_true(again.has_current);
    address_put(&again.rows[0].address, text);
    assert_string_equal(text, "one.example");
    assert_string_equal(again.rows[0].ca, "");
    address_put(&again.rows[1].address, text);
    assert_string_equal(text, "plain://two.example:7000");
    assert_string_equal(again.rows[1].ca, "/etc/an authority.pem");
}

static void of_too_many_servers_the_last_one_goes(void **state)
{
    (void)state;
    static struct known_servers servers;
    static struct known_servers again;
    memset(&servers, 0, sizeof(servers));
    for (int i = 0; i <= SERVERS_MAX; i++) {
        char text[32];
        snprintf(text, sizeof(text), "host-%d.example", i);
        use(&servers, text, "");
    }
    assert_int_equal(known_servers_save(&servers), 0);
    assert_int_equal(known_servers_load(&again), 0);
    assert_int_equal(again.count, SERVERS_MAX);
    assert_string_equal(again.rows[0].address.host, "host-32.example");
    assert_string_equal(again.rows[SERVERS_MAX - 1].address.host, "host-1.example");
}

static void saving_again_replaces_it_and_leaves_nothing_behind(void **state)
{
    (void)state;
    struct login login;
    struct login guest = {.token = "newer", .name = "anna"};
    assert_int_equal(token_save("h", "1", anna), 0);
    assert_int_equal(token_save("h", "1", &guest), 0);
    assert_int_equal(token_load("h", "1", &login), 0);
    assert_string_equal(login.token, "newer");
    assert_int_equal(files(false), 1);
}

static void forgetting_a_token_removes_it(void **state)
{
    (void)state;
    struct login login;
    assert_int_equal(token_load("h", "1", &login), -ENOENT);
    assert_int_equal(token_save("h", "1", anna), 0);
    assert_int_equal(token_forget("h", "1"), 0);
    assert_int_equal(token_load("h", "1", &login), -ENOENT);
    assert_int_equal(token_forget("h", "1"), -ENOENT);
}

static void a_host_cannot_leave_the_folder(void **state)
{
    (void)state;
    assert_int_equal(token_save("../../evil/x", "1", anna), 0);
    assert_int_equal(mode_of("state/pentad/.._.._evil_x:1"), 0600);
    struct login login;
    assert_int_equal(token_load("../../evil/x", "1", &login), 0);
    assert_int_equal(token_forget("../../evil/x", "1"), 0);
}

static void put_file(const char *text)
{
    char path[128];
    assert_int_equal(token_save("h", "1", anna), 0); /* makes the folder */
    snprintf(path, sizeof(path), "%s/state/pentad/h:1", home);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void logins_stand_side_by_side(void **state)
{
    (void)state;
    static struct logins logins;
    static const struct logins three = {
        .rows = {{.token = "t1", .name = "Аня", .language = "ru"},
                 {.token = "t2", .name = "guest-1", .is_guest = true},
                 {.token = "t3", .name = "boris", .is_over = true}},
        .count = 3,
        .has_current = true};
    assert_int_equal(logins_save(&h, &three), 0);
    assert_int_equal(logins_load(&h, &logins), 0);
    assert_int_equal(logins.count, 3);
    assert_true(logins.has_current);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(logins.rows[i].token, three.rows[i].token);
        assert_string_equal(logins.rows[i].name, three.rows[i].name);
        assert_string_equal(logins.rows[i].language, three.rows[i].language);
        assert_int_equal(logins.rows[i].is_guest, three.rows[i].is_guest);
        assert_int_equal(logins.rows[i].is_over, three.rows[i].is_over);
    }
    logins.has_current = false;
    assert_int_equal(logins_save(&h, &logins), 0);
    assert_int_equal(logins_load(&h, &logins), 0);
    assert_false(logins.has_current);
}

static void the_file_of_an_older_penta_is_read(void **state)
{
    (void)state;
    struct login login;
    put_file("secret\nguest-1\nguest\nru\n");
    assert_int_equal(token_load("h", "1", &login), 0);
    assert_string_equal(login.token, "secret");
    assert_string_equal(login.name, "guest-1");
    assert_string_equal(login.language, "ru");
    assert_true(login.is_guest);
    put_file("secret\nanna\naccount\n");
    assert_int_equal(token_load("h", "1", &login), 0);
    assert_false(login.is_guest);
    assert_string_equal(login.language, "");
}

static void a_line_that_lacks_a_word_is_an_error(void **state)
{
    (void)state;
    static const char *const texts[] = {"penta logins 2\nuse account token en\n",
                                        "penta logins 2\nuse\n", "penta logins 2\n\n",
                                        "penta logins 2\nuse account token en anna"};
    static struct logins logins;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        put_file(texts[i]);
        assert_int_equal(logins_load(&h, &logins), -EBADMSG);
    }
}

static void a_damaged_file_is_an_error(void **state)
{
    (void)state;
    char path[128];
    struct login login;
    assert_int_equal(token_save("h", "1", anna), 0);
    snprintf(path, sizeof(path), "%s/state/pentad/h:1", home);
    assert_int_equal(truncate(path, 3), 0);
    assert_int_equal(token_load("h", "1", &login), -EBADMSG);
}

static void a_file_that_lacks_a_line_is_an_error(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "secret", "secret\nanna\n", "\nanna\naccount\n",
                                        "secret\nanna\nneither account nor guest\n"};
    char path[128];
    struct login login;
    assert_int_equal(token_save("h", "1", anna), 0);
    snprintf(path, sizeof(path), "%s/state/pentad/h:1", home);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(texts[i], file);
        fclose(file);
        assert_int_equal(token_load("h", "1", &login), -EBADMSG);
    }
}

/* The disk is full after `bytes`. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN); /* writing fails instead */
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void where_a_login_cannot_be_written_the_old_one_stays(void **state)
{
    (void)state;
    static const rlim_t limits[] = {0, 4};
    struct login login;
    struct login newer = {.token = "newer", .name = "anna"};
    assert_int_equal(token_save("h", "1", anna), 0);
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        limit_files(limits[i]);
        int failed = token_save("h", "1", &newer);
        limit_files(RLIM_INFINITY);
        assert_true(failed < 0);
        assert_int_equal(files(false), 1);
        assert_int_equal(token_load("h", "1", &login), 0);
        assert_string_equal(login.token, "secret");
    }
}

static void a_place_that_is_no_folder_is_an_error(void **state)
{
    (void)state;
    char path[128];
    snprintf(path, sizeof(path), "%s/file", home);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    setenv("XDG_STATE_HOME", path, 1);
    assert_int_equal(token_save("h", "1", anna), -ENOTDIR);
    assert_int_equal(unlink(path), 0);
}

static void home_is_where_it_is_without_xdg(void **state)
{
    (void)state;
    char before[256];
    char path[256];
    snprintf(before, sizeof(before), "%s", getenv("HOME") != NULL ? getenv("HOME") : "");
    setenv("XDG_STATE_HOME", "relative/is/ignored", 1);
    setenv("HOME", home, 1);
    assert_int_equal(token_save("h", "1", anna), 0);
    assert_int_equal(mode_of(".local/state/pentad/h:1"), 0600);
    snprintf(path, sizeof(path), "%s/.local/state/pentad/h:1", home);
    assert_int_equal(unlink(path), 0);
    setenv("HOME", before, 1);
}

#define STORE_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(login_comes_back),
        STORE_TEST(nobody_else_can_read_it),
        STORE_TEST(each_server_has_its_own),
        STORE_TEST(tls_has_its_own),
        STORE_TEST(servers_stand_side_by_side_the_last_used_first),
        STORE_TEST(of_too_many_servers_the_last_one_goes),
        STORE_TEST(saving_again_replaces_it_and_leaves_nothing_behind),
        STORE_TEST(forgetting_a_token_removes_it),
        STORE_TEST(a_host_cannot_leave_the_folder),
        STORE_TEST(logins_stand_side_by_side),
        STORE_TEST(the_file_of_an_older_penta_is_read),
        STORE_TEST(a_line_that_lacks_a_word_is_an_error),
        STORE_TEST(a_damaged_file_is_an_error),
        STORE_TEST(a_file_that_lacks_a_line_is_an_error),
        STORE_TEST(where_a_login_cannot_be_written_the_old_one_stays),
        STORE_TEST(a_place_that_is_no_folder_is_an_error),
        STORE_TEST(home_is_where_it_is_without_xdg),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
