/* SPDX-License-Identifier: MIT */
/*
 * Two ends that pass bytes to each other: handshakes that succeed and each problem that ends one,
 * bytes in portions of any size, ends, certificates that cannot be used, and clients that ask for
 * what is not spoken.
 */
#include "net/tls.h"
#include "tests/support/certificate.h"
#include "tests/support/test.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ends {
    struct folder folder;
    struct tls_context *of_server, *of_client;
    struct tls *server, *client;
};

static const struct certificate certificates[] = {
    {"good", "DNS:localhost,IP:127.0.0.1,IP:::1", -1, 10},
    {"other", "DNS:elsewhere.example", -1, 10},
    {"old", "DNS:localhost", -10, -1},
    {"early", "DNS:localhost", 1, 10},
};

static struct tls_context *load(const struct folder *folder, const char *chain, const char *key,
                                char message_out[TLS_MESSAGE_SIZE])
{
    char chain_path[FOLDER_PATH_SIZE];
    char key_path[FOLDER_PATH_SIZE];
    folder_path(folder, chain, chain_path);
    folder_path(folder, key, key_path);
    return tls_context_of_server(chain_path, key_path, message_out);
}

/* Two ends of a server with the certificate `name` and a client that believes `ca`. */
static void meet(struct ends *ends, const char *name, const char *ca, const char *host)
{
    char message[TLS_MESSAGE_SIZE];
    char key[FOLDER_PATH_SIZE];
    char path[FOLDER_PATH_SIZE];
    snprintf(key, sizeof(key), "%s.key", name);
    folder_path(&ends->folder, ca, path);
    ends->of_server = load(&ends->folder, name, key, message);
    ends->of_client = tls_context_of_client(path, message);
    assert_non_null(ends->of_server);
    assert_non_null(ends->of_client);
    ends->server = tls_open(ends->of_server, NULL);
    ends->client = tls_open(ends->of_client, host);
    assert_non_null(ends->server);
    assert_non_null(ends->client);
}

static void part(struct ends *ends)
{
    tls_free(ends->server);
    tls_free(ends->client);
    tls_context_free(ends->of_server);
    tls_context_free(ends->of_client);
    ends->server = ends->client = NULL;
    ends->of_server = ends->of_client = NULL;
}

static void make(struct ends *ends)
{
    *ends = (struct ends){0};
    folder_make(&ends->folder);
    struct authority *authority = authority_new(&ends->folder, "ca");
    struct authority *stranger = authority_new(&ends->folder, "other-ca");
    for (size_t i = 0; i < sizeof(certificates) / sizeof(certificates[0]); i++)
        authority_sign(authority, &certificates[i]);
    authority_free(authority);
    authority_free(stranger);
}

static void unmake(struct ends *ends)
{
    part(ends);
    folder_remove(&ends->folder);
}

#define ENDS_TEST(name) TEST_IN(name, ends, make(&ends), unmake(&ends))

/* Passes what one has to say to the other, `portion` bytes at a time; appends what that one reads.
 * Returns the last status. */
static enum tls_status pass(struct tls *from, struct tls *to, size_t portion, char *read_out)
{
    static char plain[TLS_RECORD_MAX];
    enum tls_status status = TLS_MORE;
    size_t len;
    char *bytes = tls_take_output(from, &len);
    for (size_t at = 0; at < len; at += portion) {
        size_t plain_len;
        tls_feed(to, bytes + at, portion < len - at ? portion : len - at);
        do {
            status = tls_read(to, plain, sizeof(plain), &plain_len);
            if (status == TLS_BYTES && read_out != NULL)
                strncat(read_out, plain, plain_len);
        } while (status == TLS_SHAKEN || status == TLS_BYTES);
    }
    free(bytes);
    return status;
}

/* The client, which has begun, and the server answer each other until both are silent. */
static void shake(struct ends *ends, size_t portion)
{
    for (int i = 0; i < 4; i++) {
        (void)pass(ends->client, ends->server, portion, NULL);
        (void)pass(ends->server, ends->client, portion, NULL);
    }
}

ENDS_TEST(both_hear_each_other_in_portions_of_any_size)
{
    static const size_t portions[] = {1, 7, 100, 100000};
    for (size_t i = 0; i < sizeof(portions) / sizeof(portions[0]); i++) {
        char heard[64] = "";
        meet(ends, "good", "ca", "localhost");
        shake(ends, portions[i]);
        assert_true(tls_is_shaken(ends->client) && tls_is_shaken(ends->server));
        assert_true(tls_write(ends->client, "a move", 6));
        assert_true(tls_write(ends->client, " and one", 8));
        assert_int_equal(pass(ends->client, ends->server, portions[i], heard), TLS_MORE);
        assert_string_equal(heard, "a move and one");
        assert_true(tls_write(ends->server, ": heard", 7));
        (void)pass(ends->server, ends->client, portions[i], heard);
        assert_string_equal(heard, "a move and one: heard");
        part(ends);
    }
}

ENDS_TEST(an_end_that_is_said_is_heard)
{
    char heard[64] = "";
    meet(ends, "good", "ca", "127.0.0.1");
    shake(ends, 1000);
    assert_true(tls_write(ends->client, "last", 4));
    tls_end(ends->client);
    assert_int_equal(pass(ends->client, ends->server, 1000, heard), TLS_ENDED);
    assert_string_equal(heard, "last");
    assert_true(tls_write(ends->server, "bye", 3));
    (void)pass(ends->server, ends->client, 1000, heard);
    assert_string_equal(heard, "lastbye");
}

ENDS_TEST(what_was_not_looked_at_is_given_back)
{
    char plain[TLS_RECORD_MAX];
    size_t len;
    const char *unused;
    meet(ends, "good", "ca", "::1");
    shake(ends, 1000);
    assert_true(tls_write(ends->client, "one", 3));
    assert_true(tls_write(ends->client, "two", 3));
    char *bytes = tls_take_output(ends->client, &len);
    tls_feed(ends->server, bytes, len);
    assert_int_equal(tls_read(ends->server, plain, sizeof(plain), &len), TLS_BYTES);
    assert_memory_equal(plain, "one", 3);
    size_t rest = tls_unused(ends->server, &unused);
    assert_true(rest > 0);
    assert_int_equal(tls_read(ends->server, plain, sizeof(plain), &len), TLS_MORE);
    tls_feed(ends->server, unused, rest);
    assert_int_equal(tls_read(ends->server, plain, sizeof(plain), &len), TLS_BYTES);
    assert_memory_equal(plain, "two", 3);
    free(bytes);
}

ENDS_TEST(a_client_says_what_is_wrong_with_a_certificate)
{
    static const struct {
        const char *certificate, *ca, *host;
        enum tls_problem problem;
    } rows[] = {
        {"good", "ca", "localhost", TLS_NO_PROBLEM},
        {"good", "ca", "127.0.0.1", TLS_NO_PROBLEM},
        {"good", "ca", "127.0.0.2", TLS_PROBLEM_NAME},
        {"good", "ca", "example.org", TLS_PROBLEM_NAME},
        {"other", "ca", "localhost", TLS_PROBLEM_NAME},
        {"good", "other-ca", "localhost", TLS_PROBLEM_UNKNOWN_AUTHORITY},
        {"old", "ca", "localhost", TLS_PROBLEM_EXPIRED},
        {"early", "ca", "localhost", TLS_PROBLEM_NOT_YET},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        meet(ends, rows[i].certificate, rows[i].ca, rows[i].host);
        shake(ends, 1000);
        assert_int_equal(tls_problem(ends->client), rows[i].problem);
        assert_int_equal(tls_problem(ends->server),
                         rows[i].problem == TLS_NO_PROBLEM ? TLS_NO_PROBLEM : TLS_PROBLEM_REFUSED);
        part(ends);
    }
}

ENDS_TEST(who_does_not_speak_tls_is_noticed)
{
    static const char *const words[] = {"{\"op\":\"hello\",\"id\":1}\n", "GET / HTTP/1.1\r\n\r\n",
                                        "{\"ev\":\"bye\"}\n"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        char plain[16];
        size_t len;
        meet(ends, "good", "ca", "localhost");
        struct tls *const both[] = {ends->server, ends->client};
        for (int side = 0; side < 2; side++) {
            tls_feed(both[side], words[i], strlen(words[i]));
            assert_int_equal(tls_read(both[side], plain, sizeof(plain), &len), TLS_BROKEN);
            assert_int_equal(tls_problem(both[side]), TLS_PROBLEM_NOT_TLS);
            assert_int_equal(tls_read(both[side], plain, sizeof(plain), &len), TLS_BROKEN);
            assert_false(tls_write(both[side], "x", 1));
        }
        part(ends);
    }
}

ENDS_TEST(bytes_that_were_changed_break_it)
{
    char plain[TLS_RECORD_MAX];
    size_t len;
    meet(ends, "good", "ca", "localhost");
    shake(ends, 1000);
    assert_true(tls_write(ends->client, "a move", 6));
    char *bytes = tls_take_output(ends->client, &len);
    bytes[len - 1] ^= 1;
    tls_feed(ends->server, bytes, len);
    assert_int_equal(tls_read(ends->server, plain, sizeof(plain), &len), TLS_BROKEN);
    free(bytes);
}

ENDS_TEST(a_certificate_that_cannot_be_used_is_refused_with_the_reason)
{
    static const struct {
        const char *chain, *key, *sentence;
    } rows[] = {
        {"none", "good.key", "the certificate %s/none cannot be used: No such file or directory"},
        {"empty", "good.key", "the certificate %s/empty cannot be used: no start line"},
        {"good", "none", "the key %s/none cannot be used: No such file or directory"},
        {"good", "other.key", "the key %s/other.key cannot be used: key values mismatch"},
        {"good", "good", "the key %s/good cannot be used: unsupported"},
    };
    char path[FOLDER_PATH_SIZE];
    folder_write(&ends->folder, "empty", "", path);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char message[TLS_MESSAGE_SIZE] = "";
        char wanted[TLS_MESSAGE_SIZE];
        assert_null(load(&ends->folder, rows[i].chain, rows[i].key, message));
        snprintf(wanted, sizeof(wanted), rows[i].sentence, ends->folder.path);
        assert_string_equal(message, wanted);
    }
    char message[TLS_MESSAGE_SIZE] = "";
    assert_null(tls_context_of_client(path, message));
    assert_non_null(strstr(message, "the file of authorities "));
}

ENDS_TEST(a_new_certificate_leaves_who_is_connected_alone)
{
    char heard[64] = "";
    meet(ends, "good", "ca", "localhost");
    shake(ends, 1000);
    tls_context_free(ends->of_server);
    ends->of_server = NULL;
    assert_true(tls_write(ends->server, "still here", 10));
    (void)pass(ends->server, ends->client, 1000, heard);
    assert_string_equal(heard, "still here");
}

/* ------------------------------------------------------------------ another client */

/* A client of OpenSSL's own, which asks for other things than ours does. */
struct other {
    SSL_CTX *context;
    SSL *ssl;
};

static struct other other_new(int version, const char *ciphers)
{
    struct other other = {.context = SSL_CTX_new(TLS_client_method())};
    SSL_CTX_set_security_level(other.context, 0);
    assert_int_equal(SSL_CTX_set_min_proto_version(other.context, version), 1);
    assert_int_equal(SSL_CTX_set_max_proto_version(other.context, version), 1);
    assert_int_equal(SSL_CTX_set_cipher_list(other.context, ciphers), 1);
    other.ssl = SSL_new(other.context);
    SSL_set_bio(other.ssl, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
    SSL_set_connect_state(other.ssl);
    return other;
}

static void other_free(const struct other *other)
{
    SSL_free(other->ssl);
    SSL_CTX_free(other->context);
}

/* Passes the words of the client to the server, and the answer back. */
static void exchange(const struct ends *ends, const struct other *other)
{
    char bytes[16384];
    char plain[TLS_RECORD_MAX];
    size_t len;
    int said = BIO_read(SSL_get_wbio(other->ssl), bytes, sizeof(bytes));
    if (said > 0) {
        tls_feed(ends->server, bytes, (size_t)said);
        while (tls_read(ends->server, plain, sizeof(plain), &len) == TLS_SHAKEN)
            continue;
    }
    char *answer = tls_take_output(ends->server, &len);
    if (answer != NULL)
        assert_int_equal(BIO_write(SSL_get_rbio(other->ssl), answer, (int)len), len);
    free(answer);
}

static bool other_shakes(const struct ends *ends, const struct other *other)
{
    for (int i = 0; i < 4; i++) {
        (void)SSL_do_handshake(other->ssl);
        exchange(ends, other);
    }
    return SSL_is_init_finished(other->ssl) && tls_is_shaken(ends->server);
}

ENDS_TEST(only_todays_versions_and_ciphers_are_spoken)
{
    static const struct {
        int version;
        const char *ciphers;
        bool is_spoken;
    } rows[] = {
        {TLS1_1_VERSION, "ALL", false},
        {TLS1_2_VERSION, "ALL", true},
        {TLS1_3_VERSION, "ALL", true},
        {TLS1_2_VERSION, "ECDHE-ECDSA-AES128-GCM-SHA256", true},
        {TLS1_2_VERSION, "ECDHE-ECDSA-AES256-GCM-SHA384", true},
        {TLS1_2_VERSION, "ECDHE-ECDSA-CHACHA20-POLY1305", true},
        {TLS1_2_VERSION, "ECDHE-ECDSA-AES128-SHA256", false}, /* CBC */
        {TLS1_2_VERSION, "ECDHE-ECDSA-AES256-SHA", false},
        {TLS1_2_VERSION, "ECDHE-ECDSA-AES128-CCM", false},
        {TLS1_2_VERSION, "AECDH-AES128-SHA", false}, /* nobody is authenticated */
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct other other = other_new(rows[i].version, rows[i].ciphers);
        meet(ends, "good", "ca", "localhost");
        assert_int_equal(other_shakes(ends, &other), rows[i].is_spoken);
        other_free(&other);
        part(ends);
    }
}

ENDS_TEST(nobody_shakes_hands_twice)
{
    char byte;
    const struct other other = other_new(TLS1_2_VERSION, "ALL");
    meet(ends, "good", "ca", "localhost");
    assert_true(other_shakes(ends, &other));
    assert_int_equal(SSL_renegotiate(other.ssl), 1);
    (void)SSL_do_handshake(other.ssl);
    exchange(ends, &other);
    assert_true(SSL_read(other.ssl, &byte, 1) <= 0);
    assert_int_equal(ERR_GET_REASON(ERR_peek_error()), SSL_R_NO_RENEGOTIATION);
    ERR_clear_error();
    other_free(&other);
}

/* Few are heard; a flood of them is not. */
ENDS_TEST(new_keys_without_end_break_it)
{
    static const struct {
        int changes;
        enum tls_status status;
    } rows[] = {{32, TLS_BYTES}, {100, TLS_BROKEN}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char bytes[16384];
        char plain[TLS_RECORD_MAX];
        size_t len;
        const struct other other = other_new(TLS1_3_VERSION, "ALL");
        meet(ends, "good", "ca", "localhost");
        assert_true(other_shakes(ends, &other));
        for (int change = 0; change < rows[i].changes; change++) {
            assert_int_equal(SSL_key_update(other.ssl, SSL_KEY_UPDATE_NOT_REQUESTED), 1);
            assert_int_equal(SSL_do_handshake(other.ssl), 1);
        }
        assert_int_equal(SSL_write(other.ssl, "x", 1), 1);
        int said = BIO_read(SSL_get_wbio(other.ssl), bytes, sizeof(bytes));
        assert_true(said > 0);
        tls_feed(ends->server, bytes, (size_t)said);
        assert_int_equal(tls_read(ends->server, plain, sizeof(plain), &len), rows[i].status);
        other_free(&other);
        part(ends);
    }
}

/* Comes back by the ticket of `before`, and says something before the handshake, though the ticket
 * does not allow it. Nothing of it is told. */
static void says_too_early(const struct ends *ends, const struct other *before)
{
    char plain[TLS_RECORD_MAX];
    size_t len;
    const struct other other = other_new(TLS1_3_VERSION, "ALL");
    SSL_SESSION *session = SSL_SESSION_dup(SSL_get_session(before->ssl));
    assert_int_equal(SSL_SESSION_set_max_early_data(session, 1000), 1);
    assert_int_equal(SSL_set_session(other.ssl, session), 1);
    assert_int_equal(SSL_write_early_data(other.ssl, "early", 5, &len), 1);
    assert_true(other_shakes(ends, &other));
    assert_true(SSL_session_reused(other.ssl));
    assert_int_equal(SSL_get_early_data_status(other.ssl), SSL_EARLY_DATA_REJECTED);
    assert_int_equal(tls_read(ends->server, plain, sizeof(plain), &len), TLS_MORE);
    SSL_SESSION_free(session);
    other_free(&other);
}

ENDS_TEST(no_data_comes_before_the_handshake)
{
    char byte;
    const struct other other = other_new(TLS1_3_VERSION, "ALL");
    meet(ends, "good", "ca", "localhost");
    assert_true(other_shakes(ends, &other));
    (void)SSL_read(other.ssl, &byte, 1); /* the ticket */
    const SSL_SESSION *session = SSL_get_session(other.ssl);
    assert_true(SSL_SESSION_has_ticket(session));
    assert_int_equal(SSL_SESSION_get_max_early_data(session), 0);
    tls_free(ends->server);
    ends->server = tls_open(ends->of_server, NULL);
    says_too_early(ends, &other);
    other_free(&other);
}
