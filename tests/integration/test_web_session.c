/* SPDX-License-Identifier: MIT */
/*
 * Logins of pages: who may POST /session, what becomes of the cookie, and what the socket of a page
 * is not told. The scenes of integration_page_* play whole games this way (tests/support/stack.h).
 */
#include "tests/support/http_talk.h"
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define HELLO "{\"id\":1,\"op\":\"hello\",\"protocol\":3}"
#define TEXT_SIZE 8192

/* A browser with a page of the server's own. */
struct browser {
    uint16_t port;
    char cookies[512];
    char answer[TEXT_SIZE];
};

static struct browser browser_of(struct scene *scene)
{
    return (struct browser){.port = server_port(scene->server)};
}

static int post_with(struct browser *browser, const char *headers, const char *message)
{
    char body[1024];
    char request[TEXT_SIZE];
    int len = snprintf(body, sizeof(body), "{\"hello\":" HELLO ",\"request\":%s}", message);
    snprintf(request, sizeof(request),
             "POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\nCookie: a=b; "
             "%s\r\n%s\r\n%s",
             len, browser->cookies, headers, body);
    int fd = http_connect(browser->port, 0);
    int status = http_talk(fd, request, browser->answer, sizeof(browser->answer));
    close(fd);
    return status;
}

static int post(struct browser *browser, const char *message)
{
    char headers[256];
    snprintf(headers, sizeof(headers),
             "Content-Type: application/json\r\nSec-Fetch-Site: same-origin\r\n"
             "Origin: http://localhost:%u\r\n",
             (unsigned)browser->port);
    return post_with(browser, headers, message);
}

/* Does what the answer says about cookies, as a browser does. */
static void keep_cookies(struct browser *browser)
{
    browser->cookies[0] = '\0';
    for (const char *at = browser->answer; (at = strstr(at, "Set-Cookie: ")) != NULL;) {
        at += strlen("Set-Cookie: ");
        size_t used = strlen(browser->cookies);
        int len = (int)strcspn(at, ";");
        if (at[len - 1] != '=')
            snprintf(browser->cookies + used, sizeof(browser->cookies) - used, "%s%.*s",
                     used > 0 ? "; " : "", len, at);
    }
}

static void logs_in(struct browser *browser, const char *message)
{
    if (post(browser, message) != 200)
        fail_msg("%s", browser->answer);
    assert_non_null(strstr(browser->answer, "Set-Cookie: pentad-"));
    assert_null(strstr(browser->answer, "\"token\""));
    keep_cookies(browser);
}

static void has(const struct browser *browser, const char *text)
{
    if (strstr(browser->answer, text) == NULL)
        fail_msg("\"%s\" is not in:\n%s", text, browser->answer);
}

#define GUEST "{\"id\":2,\"op\":\"auth.guest\"}"
#define ANNA "{\"id\":3,\"op\":\"auth.register\",\"name\":\"Anna\",\"password\":\"secret of Anna\"}"
#define SETTINGS "{\"id\":9,\"op\":\"settings.get\"}"
#define LOGOUT "{\"id\":4,\"op\":\"auth.logout\"}"

/* ------------------------------------------------------------------ who may */

SCENE(only_a_page_of_the_server_may_post)
{
    struct browser browser = browser_of(scene);
    char own[64];
    snprintf(own, sizeof(own), "Origin: http://localhost:%u\r\n", (unsigned)browser.port);
    const struct {
        int status;
        const char *origin, *more;
    } rows[] = {
        {403, "", "Content-Type: application/json\r\n"},
        {403, "Origin: null\r\n", "Content-Type: application/json\r\n"},
        {403, "Origin: http://localhost\r\n", "Content-Type: application/json\r\n"},
        {403, "Origin: https://evil.example\r\n", "Content-Type: application/json\r\n"},
        {403, own, "Content-Type: application/json\r\nSec-Fetch-Site: cross-site\r\n"},
        {403, own, "Content-Type: application/json\r\nSec-Fetch-Site: same-site\r\n"},
        {415, own, "Content-Type: text/plain\r\n"},
        {415, own, ""},
        {200, own, "Content-Type: application/json; charset=utf-8\r\n"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char headers[256];
        snprintf(headers, sizeof(headers), "%s%s", rows[i].origin, rows[i].more);
        int status = post_with(&browser, headers, GUEST);
        if (status != rows[i].status)
            fail_msg("%d in place of %d: %s", status, rows[i].status, headers);
        assert_true((strstr(browser.answer, "Set-Cookie") != NULL) == (status == 200));
    }
}

SCENE(what_is_no_login_is_refused)
{
    struct browser browser = browser_of(scene);
    assert_int_equal(post(&browser, "{\"id\":1,\"op\":\"room.list\"}"), 400);
    has(&browser, "\"bad_value\"");
    assert_int_equal(post(&browser, "{\"id\":1,\"op\":\"auth.nothing\"}"), 400);
    has(&browser, "\"unknown_op\"");
    assert_int_equal(post(&browser, "{\"id\":1"), 400);
    assert_int_equal(post(&browser, "{\"id\":1,\"op\":\"auth.register\",\"name\":\"Anna\"}"), 400);
    has(&browser, "\"missing_field\"");
    assert_int_equal(post(&browser, LOGOUT), 400);
    has(&browser, "\"login_required\"");
}

/* ------------------------------------------------------------------ the cookie */

SCENE(a_guest_becomes_an_account_and_comes_back_on_another_day)
{
    struct browser browser = browser_of(scene);
    logs_in(&browser, GUEST);
    assert_int_equal(post(&browser, GUEST), 400);
    has(&browser, "\"already_logged_in\"");
    logs_in(&browser, ANNA);
    has(&browser, "\"recovery\":\"");
    has(&browser, "; Path=/; HttpOnly; SameSite=Strict; Max-Age=34560000\r\n");
    assert_int_equal(post(&browser, LOGOUT), 200);
    has(&browser, "=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0\r\n");
    has(&browser, "Set-Cookie: pentad-device-");
    keep_cookies(&browser);
    assert_int_equal(post(&browser, LOGOUT), 400);
    logs_in(&browser,
            "{\"id\":5,\"op\":\"auth.login\",\"name\":\"anna\",\"password\":\"secret of Anna\"}");
}

/* What a program is to have is shown once; the page's own login stays what it is. */
SCENE(a_token_for_a_program_is_shown)
{
    struct browser browser = browser_of(scene);
    logs_in(&browser, ANNA);
    assert_int_equal(post(&browser, "{\"id\":4,\"op\":\"auth.token\",\"password\":\"secret of "
                                    "Anna\",\"label\":\"bot\",\"rights\":\"play\",\"days\":9}"),
                     200);
    has(&browser, "\"token\":\"");
    assert_null(strstr(browser.answer, "Set-Cookie"));
    assert_int_equal(post(&browser, LOGOUT), 200);
}

/* Nobody is kept out by a cookie that is worth nothing, and it goes. */
SCENE(a_cookie_that_is_worth_nothing_goes)
{
    struct browser browser = browser_of(scene);
    snprintf(browser.cookies, sizeof(browser.cookies), "pentad-%u=0123abcd",
             (unsigned)browser.port);
    assert_int_equal(post(&browser, LOGOUT), 400);
    has(&browser, "\"bad_token\"");
    has(&browser, "=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0\r\n");
    logs_in(&browser, GUEST);
    snprintf(browser.cookies, sizeof(browser.cookies), "pentad-%u=\"}{\"", (unsigned)browser.port);
    logs_in(&browser, GUEST);
}

/* ------------------------------------------------------------------ the socket */

static void send_frame(int fd, const char *message)
{
    char frame[128] = {(char)0x81, (char)(0x80 | strlen(message))};
    size_t len = 6 + strlen(message);
    memcpy(frame + 6, message, strlen(message));
    assert_int_equal(send(fd, frame, len, MSG_NOSIGNAL), len);
}

static void hear(struct browser *browser, int fd, const char *needle)
{
    size_t used = strlen(browser->answer);
    while (strstr(browser->answer, needle) == NULL) {
        ssize_t len = recv(fd, browser->answer + used, sizeof(browser->answer) - 1 - used, 0);
        if (len <= 0)
            fail_msg("\"%s\" did not come:\n%s", needle, browser->answer);
        for (ssize_t i = 0; i < len; i++) /* heads of frames are no text */
            if (browser->answer[used + (size_t)i] < ' ')
                browser->answer[used + (size_t)i] = ' ';
        used += (size_t)len;
        browser->answer[used] = '\0';
    }
}

/* Upgrades with the headers, says hello, waits for the first word, says the second one and hears up
 * to the third. */
static void say(struct browser *browser, const char *headers, const char *const words[3])
{
    char request[TEXT_SIZE];
    int fd = http_connect(browser->port, 0);
    snprintf(request, sizeof(request),
             "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: "
             "websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
             "dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: %s\r\n%s\r\n",
             browser->cookies, headers);
    assert_int_equal(http_talk(fd, request, browser->answer, sizeof(browser->answer)), 101);
    assert_null(strstr(browser->answer, "Set-Cookie"));
    browser->answer[0] = '\0';
    send_frame(fd, HELLO);
    hear(browser, fd, words[0]);
    send_frame(fd, words[1]);
    hear(browser, fd, words[2]);
    close(fd);
}

/* It waits until the server has come back for it. */
static void say_as_page(struct browser *browser, const char *message, const char *needle)
{
    const char *const words[] = {browser->cookies[0] != '\0' ? "\"re\":0," : "\"re\":1,", message,
                                 needle};
    char origin[64];
    snprintf(origin, sizeof(origin), "Origin: http://localhost:%u\r\n", (unsigned)browser->port);
    say(browser, origin, words);
}

SCENE(the_socket_is_logged_in_by_the_cookie_and_tells_no_secret)
{
    struct browser browser = browser_of(scene);
    say_as_page(&browser, GUEST, "\"re\":2,\"error\":{\"code\":\"use_http\"");
    logs_in(&browser, ANNA);
    say_as_page(&browser, SETTINGS, "{\"re\":9,\"settings\"");
    has(&browser, "{\"re\":0,\"name\":\"Anna\"");
    assert_null(strstr(browser.answer, "token"));
    say_as_page(&browser, "{\"id\":9,\"op\":\"auth.recovery\",\"password\":\"secret of Anna\"}",
                "\"re\":9,\"error\":{\"code\":\"use_http\"");
}

/* A program that has got hold of a browser's cookies gets nothing for them. */
SCENE(cookies_of_a_program_are_ignored)
{
    struct browser browser = browser_of(scene);
    logs_in(&browser, ANNA);
    say(&browser, "", (const char *const[]){"\"re\":1,", SETTINGS, "\"code\":\"login_required\""});
    assert_null(strstr(browser.answer, "\"re\":0,"));
    say(&browser, "", (const char *const[]){"\"re\":1,", GUEST, "\"token\":\""});
}

/* The token of a login counts under one name alone, which has the port of the address, or the
 * prefix that keeps it to its host. */
SCENE(cookies_of_other_names_are_no_logins)
{
    static const char *const names[] = {"pentad",           "Pentad-%u",       "pentad-%u0",
                                        "pentad-1%u",       "xpentad-%u",      "pentad-%u-",
                                        "pentad -%u",       "pentad-device",   "__Host-pentad",
                                        "__Host-pentad-%u", "pentad-device-%u"};
    struct browser browser = browser_of(scene);
    char token[256];
    logs_in(&browser, ANNA);
    snprintf(token, sizeof(token), "%s", strchr(browser.cookies, '='));
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char name[64];
        snprintf(name, sizeof(name), names[i], (unsigned)browser.port);
        snprintf(browser.cookies, sizeof(browser.cookies), "%s%s", name, token);
        assert_int_equal(post(&browser, LOGOUT), 400);
        has(&browser, "\"login_required\"");
    }
    /* Others may stand around it. */
    snprintf(browser.cookies, sizeof(browser.cookies),
             "pentad=\"; xpentad-%u=0ab;pentad-%u%s; pentad-%u0=1", (unsigned)browser.port,
             (unsigned)browser.port, token, (unsigned)browser.port);
    assert_int_equal(post(&browser, LOGOUT), 200);
}

/* ------------------------------------------------------------------ files */

static int get_over(struct browser *browser, int fd, const char *path)
{
    char request[256];
    snprintf(request, sizeof(request), "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
    return http_talk(fd, request, browser->answer, sizeof(browser->answer));
}

static int get(struct browser *browser, const char *path)
{
    int fd = http_connect(browser->port, 0);
    int status = get_over(browser, fd, path);
    close(fd);
    return status;
}

/* Whoever has the link needs no login. */
SCENE(a_game_is_a_file_by_its_address)
{
    static const char *const words[][2] = {
        {"sgf", "Content-Type: application/x-go-sgf\r\n"},
        {"sgf", "\r\n\r\n(;"},
        {"psq", "\r\n\r\nPiskvorky 19x19"},
        {"json", "\r\n\r\n{\"game\":\""},
    };
    struct browser browser = browser_of(scene);
    struct table table;
    char path[64];
    scene_table(scene, &table, "classic", TABLE_UNRATED);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        snprintf(path, sizeof(path), "/game/%s.%s", table.game, words[i][0]);
        if (get(&browser, path) != 200)
            fail_msg("%s:\n%s", path, browser.answer);
        has(&browser, words[i][1]);
    }
    assert_int_equal(get(&browser, "/game/0123456789ab.sgf"), 404);
    has(&browser, "<h1>There is nothing here</h1>");
    assert_int_equal(get(&browser, "/game/0123456789ab.doc"), 404);
    has(&browser, "<h1>There is nothing here</h1>");
}

/* The time of Retry-After, in ms. */
static int64_t told_to_wait_ms(const struct browser *browser)
{
    static const char name[] = "\r\nRetry-After: ";
    const char *at = strstr(browser->answer, name);
    assert_non_null(at);
    return 1000 * strtol(at + strlen(name), NULL, 10);
}

static void open_game(struct scene *scene, char path_out[64])
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_UNRATED);
    snprintf(path_out, 64, "/game/%s.json", table.game);
}

SCENE(a_page_may_show_very_many_games)
{
    struct browser browser = browser_of(scene);
    char path[64];
    open_game(scene, path);
    int fd = http_connect(browser.port, 0);
    for (int i = 0; i < 300; i++)
        if (get_over(&browser, fd, path) != 200)
            fail_msg("the game number %d:\n%s", i, browser.answer);
    close(fd);
    logs_in(&browser, GUEST); /* nothing of it is counted as connections */
}

/* Half of what an address has is used up by hello, which goes before each. */
static const char *const few_questions[] = {"--cost-read", "30", "--players-per-address", "1",
                                            NULL};

SCENE(who_asks_for_too_many_games_is_told_to_wait)
{
    struct browser browser = browser_of(scene);
    char path[64];
    int status = 200;
    open_game(scene, path);
    int fd = http_connect(browser.port, 1);
    while (status == 200)
        status = get_over(&browser, fd, path);
    assert_int_equal(status, 429);
    has(&browser, "\"code\":\"rate_limited\"");
    has(&browser, "Connection: close\r\n");
    close(fd);
    while (status == 429) {
        wait_as_told(told_to_wait_ms(&browser));
        fd = http_connect(browser.port, 1);
        status = get_over(&browser, fd, path);
        close(fd);
    }
    assert_int_equal(status, 200);
}

static const char *const few_places[] = {"--connections", "3", NULL};

SCENE(a_server_that_is_full_says_when_to_ask_again)
{
    struct browser browser = browser_of(scene);
    char path[64];
    open_game(scene, path);
    assert_int_equal(get(&browser, path), 200);
    (void)scene_stranger(scene, "the third");
    assert_int_equal(get(&browser, path), 503);
    has(&browser, "\"code\":\"too_many_connections\"");
    assert_true(told_to_wait_ms(&browser) > 0);
    assert_int_equal(post(&browser, GUEST), 503);
    assert_true(told_to_wait_ms(&browser) > 0);
}

static const char *const few_connections[] = {"--cost-connect", "2", "--players-per-address", "1",
                                              NULL};

SCENE(who_logs_in_too_often_is_told_to_wait)
{
    struct browser browser = browser_of(scene);
    int status = post(&browser, LOGOUT);
    while (status == 400)
        status = post(&browser, LOGOUT);
    assert_int_equal(status, 429);
    assert_true(told_to_wait_ms(&browser) > 0);
}

#define PICTURE                                                                                    \
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg" \
    "gg=="

SCENE(a_photo_is_a_file_by_its_address)
{
    struct browser browser = browser_of(scene);
    char path[64];
    struct peer *anna = scene_account(scene, "Anna");
    json_t *set = peer_ask(anna, "photo.set", "{s:s}", "image", PICTURE);
    snprintf(path, sizeof(path), "/photo/%s", text_at(set, "photo"));
    if (get(&browser, path) != 200)
        fail_msg("%s:\n%s", path, browser.answer);
    has(&browser, "Content-Type: image/webp\r\n");
    has(&browser, "Cache-Control: public, max-age=86400, immutable\r\n");
    has(&browser, "\r\n\r\nRIFF");
    peer_ask(anna, "photo.remove", NULL);
    assert_int_equal(get(&browser, path), 404);
    has(&browser, "Cache-Control: no-store\r\n");
    has(&browser, "<h1>There is nothing here</h1>");
    assert_int_equal(get(&browser, "/photo/"), 404);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_photo_is_a_file_by_its_address),
        SCENE_TEST(only_a_page_of_the_server_may_post),
        SCENE_TEST(what_is_no_login_is_refused),
        SCENE_TEST(a_guest_becomes_an_account_and_comes_back_on_another_day),
        SCENE_TEST(a_token_for_a_program_is_shown),
        SCENE_TEST(a_cookie_that_is_worth_nothing_goes),
        SCENE_TEST(the_socket_is_logged_in_by_the_cookie_and_tells_no_secret),
        SCENE_TEST(cookies_of_a_program_are_ignored),
        SCENE_TEST(cookies_of_other_names_are_no_logins),
        SCENE_TEST(a_game_is_a_file_by_its_address),
        SCENE_TEST(a_page_may_show_very_many_games),
        SCENE_TEST_WITH(who_asks_for_too_many_games_is_told_to_wait, few_questions),
        SCENE_TEST_WITH(a_server_that_is_full_says_when_to_ask_again, few_places),
        SCENE_TEST_WITH(who_logs_in_too_often_is_told_to_wait, few_connections),
    };
    setenv("PENTAD_STACK", "page", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
