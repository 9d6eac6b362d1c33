/* SPDX-License-Identifier: MIT */
/*
 * TLS as the openssl command finds it at the real server: versions, ciphers and groups that are
 * spoken and those that are not, renegotiation, compression, and data before the handshake.
 */
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPENSSL "/usr/bin/openssl"
#define WORDS_MAX 8
#define ANYTHING "ALL:COMPLEMENTOFALL:@SECLEVEL=0"

/* Connects with these flags of s_client. */
static struct process *connect_with(struct scene *scene, const char *const flags[WORDS_MAX])
{
    char address[32];
    const char *words[5 + WORDS_MAX] = {OPENSSL, "s_client", "-connect", address};
    snprintf(address, sizeof(address), "127.0.0.1:%u", (unsigned)server_port(scene->server));
    for (size_t i = 0; i < WORDS_MAX && flags[i] != NULL; i++)
        words[4 + i] = flags[i];
    return process_start(words, NULL);
}

static bool has_said(struct process *process, const char *text)
{
    bool is_there = false;
    for (int stream = 0; stream < PROCESS_STREAMS; stream++) {
        char *output = process_output(process, (enum process_stream)stream);
        is_there = is_there || strstr(output, text) != NULL;
        free(output);
    }
    return is_there;
}

static void check_said(struct process *process, const char *const flags[], const char *text)
{
    if (has_said(process, text))
        return;
    char *out = process_output(process, PROCESS_OUT);
    char *err = process_output(process, PROCESS_ERR);
    fail_msg("%s %s: \"%s\" is not in:\n%s%s", flags[0], flags[1], text, out, err);
}

/* Waits until it has said all about the handshake. It goes on then, unless it was refused: it would
 * take half a second to leave. */
static void hear_out(struct process *process, bool is_refused)
{
    size_t at = 0;
    if (is_refused)
        process_wait(process);
    else
        assert_true(process_find(process, PROCESS_OUT, "Verify return code: ", &at));
}

/* The client's word for a refusal. */
#define NOT_THIS_VERSION "alert protocol version"
#define NOTHING_IN_COMMON "alert handshake failure"

SCENE(only_what_is_good_today_is_spoken)
{
    static const struct {
        const char *flags[WORDS_MAX];
        const char *says;
    } rows[] = {
        /* Versions. */
        {{"-tls1", "-cipher", ANYTHING}, NOT_THIS_VERSION},
        {{"-tls1_1", "-cipher", ANYTHING}, NOT_THIS_VERSION},
        {{"-tls1_2", "-cipher", ANYTHING}, "New, TLSv1.2, Cipher is ECDHE-ECDSA-AES256-GCM-SHA384"},
        {{"-tls1_3"}, "New, TLSv1.3, Cipher is TLS_AES_256_GCM_SHA384"},
        /* Ciphers of TLS 1.2: three, and none of all the others. */
        {{"-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-GCM-SHA384"}, "Cipher is ECDHE-ECDSA-AES256"},
        {{"-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"}, "Cipher is ECDHE-ECDSA-AES128"},
        {{"-tls1_2", "-cipher", "ECDHE-ECDSA-CHACHA20-POLY1305"}, "Cipher is ECDHE-ECDSA-CHACHA20"},
        {{"-tls1_2", "-cipher",
          ANYTHING ":!ECDHE-ECDSA-AES256-GCM-SHA384:!ECDHE-ECDSA-AES128-GCM-SHA256:"
                   "!ECDHE-ECDSA-CHACHA20-POLY1305"},
         NOTHING_IN_COMMON},
        /* Of TLS 1.3. */
        {{"-tls1_3", "-ciphersuites", "TLS_AES_256_GCM_SHA384"}, "Cipher is TLS_AES_256"},
        {{"-tls1_3", "-ciphersuites", "TLS_AES_128_GCM_SHA256"}, "Cipher is TLS_AES_128"},
        {{"-tls1_3", "-ciphersuites", "TLS_CHACHA20_POLY1305_SHA256"}, "Cipher is TLS_CHACHA20"},
        {{"-tls1_3", "-ciphersuites", "TLS_AES_128_CCM_SHA256:TLS_AES_128_CCM_8_SHA256"},
         NOTHING_IN_COMMON},
        /* Groups: two that are quick. The largest of the others takes the server as long as a
         * hundred handshakes. */
        {{"-tls1_3", "-groups", "X25519"}, "Server Temp Key: X25519"},
        {{"-tls1_3", "-groups", "P-256"}, "Server Temp Key: ECDH, prime256v1"},
        {{"-tls1_3", "-groups", "ffdhe8192:P-256"}, "Server Temp Key: ECDH, prime256v1"},
        {{"-tls1_3", "-groups", "X448:P-384:P-521"}, NOTHING_IN_COMMON},
        {{"-tls1_3", "-groups", "ffdhe2048:ffdhe3072:ffdhe4096:ffdhe6144:ffdhe8192"},
         NOTHING_IN_COMMON},
        {{"-tls1_2", "-groups", "X25519:P-256"}, "Server Temp Key: X25519"},
        {{"-tls1_2", "-groups", "P-256"}, "Server Temp Key: ECDH, prime256v1"},
        {{"-tls1_2", "-groups", "X448:P-384:P-256"}, "Server Temp Key: ECDH, prime256v1"},
        /* Compression. */
        {{"-tls1_2", "-comp"}, "Compression: NONE"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bool is_refused = strstr(rows[i].says, "alert") != NULL;
        struct process *process = connect_with(scene, rows[i].flags);
        hear_out(process, is_refused);
        check_said(process, rows[i].flags, rows[i].says);
        check_said(process, rows[i].flags, is_refused ? "Cipher is (NONE)" : "Cipher is ");
        assert_true(is_refused || !has_said(process, "Cipher is (NONE)"));
        process_free(process);
    }
}

SCENE(nobody_shakes_hands_again)
{
    static const char *const flags[WORDS_MAX] = {"-tls1_2"};
    struct process *process = connect_with(scene, flags);
    process_write(process, "R\n");
    process_wait(process);
    check_said(process, flags, "RENEGOTIATING");
    check_said(process, flags, "no renegotiation");
    process_free(process);
}

/* A client that comes back with a ticket is let in by it, but says nothing before. */
SCENE(nothing_is_said_before_the_handshake)
{
    char ticket[FOLDER_PATH_SIZE];
    char words[FOLDER_PATH_SIZE];
    size_t at = 0;
    folder_path(server_folder(scene->server), "ticket", ticket);
    folder_write(server_folder(scene->server), "words", "{\"id\":1,\"op\":\"ping\"}\n", words);
    const char *const first[WORDS_MAX] = {"-tls1_3", "-sess_out", ticket};
    const char *const again[WORDS_MAX] = {"-tls1_3", "-sess_in", ticket, "-early_data", words};
    struct process *process = connect_with(scene, first);
    assert_true(process_find(process, PROCESS_OUT, "Max Early Data: 0\n", &at));
    process_close_input(process);
    process_wait(process); /* the ticket is written */
    process_free(process);
    process = connect_with(scene, again);
    hear_out(process, false);
    check_said(process, again, "Reused, TLSv1.3");
    check_said(process, again, "Early data was not sent");
    process_free(process);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(only_what_is_good_today_is_spoken),
        SCENE_TEST(nobody_shakes_hands_again),
        SCENE_TEST(nothing_is_said_before_the_handshake),
    };
    setenv("PENTAD_STACK", "tls", 1);
    int failed = cmocka_run_group_tests_name("lines", tests, NULL, NULL);
    setenv("PENTAD_STACK", "wss", 1);
    return failed + cmocka_run_group_tests_name("https", tests, NULL, NULL);
}
