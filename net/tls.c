/* SPDX-License-Identifier: MIT */
/*
 * TLS over OpenSSL. The library reads and writes through a BIO of our own: it reads what is lent,
 * and writes into a buffer that is gone when it is empty, so that a quiet connection keeps neither.
 * (A BIO_s_mem() keeps the room of the most that ever went through it.)
 */
#include "net/tls.h"

#include "base/memory.h"

#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With TLS 1.2 only what has forward secrecy and authenticates what it encrypts. */
#define CIPHERS_1_2 "ECDHE+AESGCM:ECDHE+CHACHA20"
/* A server agrees on a key by these alone. OpenSSL knows others by which a stranger's handshake
 * costs it a hundred times as much (ffdhe8192). */
#define SERVER_GROUPS "X25519:P-256"
/* A client that comes back begins with one of them. */
#define TICKETS 1

struct tls_context {
    SSL_CTX *ssl;
    BIO_METHOD *method;
    size_t users; /* its owner, and what was opened in it */
};

/* Tickets and new keys in a connection's life; honest ends change keys once in 2^24 records. */
#define LATE_MESSAGES_MAX 64

struct tls {
    struct tls_context *context;
    SSL *ssl;
    const char *input; /* lent */
    size_t input_len;
    char *output;
    size_t output_len, output_size;
    unsigned late_messages; /* of a handshake, heard when it was over */
    bool is_shaken;
    bool is_broken;
    enum tls_problem problem;
};

/* ------------------------------------------------------------------ what OpenSSL reads and writes
 */

static int bio_read(BIO *bio, char *out, int size)
{
    struct tls *tls = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (tls->late_messages > LATE_MESSAGES_MAX)
        return -1;
    if (tls->input_len == 0) {
        BIO_set_retry_read(bio);
        return -1;
    }
    size_t len = (size_t)size < tls->input_len ? (size_t)size : tls->input_len;
    memcpy(out, tls->input, len);
    tls->input += len;
    tls->input_len -= len;
    return (int)len;
}

static int bio_write(BIO *bio, const char *bytes, int len)
{
    struct tls *tls = BIO_get_data(bio);
    size_t wanted = tls->output_len + (size_t)len;
    BIO_clear_retry_flags(bio);
    if (wanted > tls->output_size) {
        char *grown = mem_try_grow(tls->output, wanted);
        if (grown == NULL)
            return -1;
        tls->output = grown;
        tls->output_size = wanted;
    }
    memcpy(tls->output + tls->output_len, bytes, (size_t)len);
    tls->output_len = wanted;
    return len;
}

static long bio_ctrl(BIO *bio, int command, long number, void *pointer)
{
    (void)bio;
    (void)number;
    (void)pointer;
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

static BIO_METHOD *make_method(void)
{
    BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "lent bytes");
    if (method == NULL || BIO_meth_set_read(method, bio_read) != 1 ||
        BIO_meth_set_write(method, bio_write) != 1 || BIO_meth_set_ctrl(method, bio_ctrl) != 1) {
        BIO_meth_free(method);
        return NULL;
    }
    return method;
}

/* ------------------------------------------------------------------ contexts */

/* The reason of the first error of OpenSSL, or of the system. */
static void explain(const char *about, const char *file, char message_out[TLS_MESSAGE_SIZE])
{
    unsigned long error = ERR_peek_error();
    const char *reason = ERR_GET_LIB(error) == ERR_LIB_SYS ? strerror(ERR_GET_REASON(error))
                                                           : ERR_reason_error_string(error);
    snprintf(message_out, TLS_MESSAGE_SIZE, "the %s %s cannot be used: %s", about, file,
             reason != NULL ? reason : "unknown error");
    ERR_clear_error();
}

/* A key with a password is refused: nobody is there to be asked for it. */
static int no_password(char *out, int size, int is_writing, void *ctx)
{
    (void)out;
    (void)size;
    (void)is_writing;
    (void)ctx;
    return 0;
}

static struct tls_context *context_new(const SSL_METHOD *method)
{
    struct tls_context *context = mem_zero(sizeof(*context));
    context->users = 1;
    context->method = make_method();
    context->ssl = SSL_CTX_new(method);
    if (context->method == NULL || context->ssl == NULL ||
        SSL_CTX_set_min_proto_version(context->ssl, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_cipher_list(context->ssl, CIPHERS_1_2) != 1) {
        tls_context_free(context);
        return NULL;
    }
    SSL_CTX_set_options(context->ssl, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                          SSL_OP_CIPHER_SERVER_PREFERENCE |
                                          SSL_OP_PRIORITIZE_CHACHA);
    SSL_CTX_set_mode(context->ssl, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_session_cache_mode(context->ssl, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_default_passwd_cb(context->ssl, no_password);
    return context;
}

static void context_leave(struct tls_context *context)
{
    if (--context->users > 0)
        return;
    SSL_CTX_free(context->ssl);
    BIO_meth_free(context->method);
    free(context);
}

void tls_context_free(struct tls_context *context)
{
    if (context != NULL)
        context_leave(context);
}

static struct tls_context *fail(struct tls_context *context)
{
    tls_context_free(context);
    return NULL;
}

struct tls_context *tls_context_of_server(const char *chain_file, const char *key_file,
                                          char message_out[TLS_MESSAGE_SIZE])
{
    ERR_clear_error();
    struct tls_context *context = context_new(TLS_server_method());
    if (context == NULL || SSL_CTX_set1_groups_list(context->ssl, SERVER_GROUPS) != 1) {
        snprintf(message_out, TLS_MESSAGE_SIZE, "OpenSSL does not start");
        return fail(context);
    }
    SSL_CTX_set_num_tickets(context->ssl, TICKETS);
    if (SSL_CTX_use_certificate_chain_file(context->ssl, chain_file) != 1) {
        explain("certificate", chain_file, message_out);
        return fail(context);
    }
    if (SSL_CTX_use_PrivateKey_file(context->ssl, key_file, SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_check_private_key(context->ssl) != 1) {
        explain("key", key_file, message_out);
        return fail(context);
    }
    return context;
}

int tls_context_days_left(const struct tls_context *context)
{
    const X509 *certificate = SSL_CTX_get0_certificate(context->ssl);
    int days = 0;
    int seconds = 0;
    if (ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(certificate)) != 1)
        return 0;
    return seconds < 0 ? days - 1 : days;
}

struct tls_context *tls_context_of_client(const char *ca_file, char message_out[TLS_MESSAGE_SIZE])
{
    ERR_clear_error();
    struct tls_context *context = context_new(TLS_client_method());
    if (context == NULL) {
        snprintf(message_out, TLS_MESSAGE_SIZE, "OpenSSL does not start");
        return NULL;
    }
    SSL_CTX_set_verify(context->ssl, SSL_VERIFY_PEER, NULL);
    int done = ca_file == NULL ? SSL_CTX_set_default_verify_paths(context->ssl)
                               : SSL_CTX_load_verify_file(context->ssl, ca_file);
    if (done == 1)
        return context;
    explain("file of authorities", ca_file != NULL ? ca_file : "of the system", message_out);
    return fail(context);
}

/* ------------------------------------------------------------------ connections */

/* The certificate has to be for this host; a name is said to the server, too, an address is not. */
static bool expect_host(SSL *ssl, const char *host)
{
    X509_VERIFY_PARAM *terms = SSL_get0_param(ssl);
    if (X509_VERIFY_PARAM_set1_ip_asc(terms, host) == 1)
        return true;
    ERR_clear_error();
    X509_VERIFY_PARAM_set_hostflags(terms, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS |
                                               X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    return SSL_set1_host(ssl, host) == 1 && SSL_set_tlsext_host_name(ssl, host) == 1;
}

/* New keys cost their reader far more than their sender. */
/* NOLINTNEXTLINE(readability-function-size): the parameters are OpenSSL's */
static void count_late_message(int is_sent, int version, int type, const void *bytes, size_t len,
                               SSL *ssl, void *arg)
{
    struct tls *tls = arg;
    (void)version, (void)bytes, (void)len, (void)ssl;
    if (!is_sent && type == SSL3_RT_HANDSHAKE && tls->is_shaken)
        tls->late_messages++;
}

static bool begin(struct tls *tls, const char *host)
{
    BIO *bio = BIO_new(tls->context->method);
    if (bio == NULL)
        return false;
    BIO_set_data(bio, tls);
    BIO_set_init(bio, 1);
    SSL_set_bio(tls->ssl, bio, bio);
    SSL_set_msg_callback(tls->ssl, count_late_message);
    SSL_set_msg_callback_arg(tls->ssl, tls);
    if (host == NULL) {
        SSL_set_accept_state(tls->ssl);
        return true;
    }
    if (!expect_host(tls->ssl, host))
        return false;
    SSL_set_connect_state(tls->ssl);
    return SSL_do_handshake(tls->ssl) != 1 && tls->output_len > 0; /* it has only begun */
}

struct tls *tls_open(struct tls_context *context, const char *host)
{
    struct tls *tls = mem_zero(sizeof(*tls));
    ERR_clear_error();
    tls->context = context;
    context->users++;
    tls->ssl = SSL_new(context->ssl);
    if (tls->ssl != NULL && begin(tls, host))
        return tls;
    tls_free(tls);
    return NULL;
}

void tls_free(struct tls *tls)
{
    if (tls == NULL)
        return;
    SSL_free(tls->ssl);
    context_leave(tls->context);
    free(tls->output);
    free(tls);
}

void tls_feed(struct tls *tls, const char *bytes, size_t len)
{
    tls->input = bytes;
    tls->input_len = len;
}

size_t tls_unused(struct tls *tls, const char **bytes_out)
{
    size_t len = tls->input_len;
    *bytes_out = tls->input;
    tls->input_len = 0;
    return len;
}

/* ------------------------------------------------------------------ problems */

static enum tls_problem certificate_problem(long verdict)
{
    switch (verdict) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return TLS_PROBLEM_EXPIRED;
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return TLS_PROBLEM_NOT_YET;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return TLS_PROBLEM_NAME;
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE: /* by another one of the same name */
        return TLS_PROBLEM_UNKNOWN_AUTHORITY;
    default:
        return TLS_PROBLEM_CERTIFICATE;
    }
}

static enum tls_problem find_problem(const struct tls *tls)
{
    unsigned long error = ERR_peek_last_error();
    int reason = ERR_GET_LIB(error) == ERR_LIB_SSL ? ERR_GET_REASON(error) : 0;
    if (reason == SSL_R_CERTIFICATE_VERIFY_FAILED)
        return certificate_problem(SSL_get_verify_result(tls->ssl));
    if (reason == SSL_R_WRONG_VERSION_NUMBER || reason == SSL_R_HTTP_REQUEST ||
        reason == SSL_R_PACKET_LENGTH_TOO_LONG || reason == SSL_R_UNEXPECTED_MESSAGE)
        return tls->is_shaken ? TLS_PROBLEM_OTHER : TLS_PROBLEM_NOT_TLS;
    return reason >= SSL_AD_REASON_OFFSET ? TLS_PROBLEM_REFUSED : TLS_PROBLEM_OTHER;
}

static enum tls_status give_up(struct tls *tls)
{
    if (!tls->is_broken)
        tls->problem = find_problem(tls);
    tls->is_broken = true;
    tls->input_len = 0;
    ERR_clear_error();
    return TLS_BROKEN;
}

/* ------------------------------------------------------------------ reading and writing */

static enum tls_status shake(struct tls *tls)
{
    int done = SSL_do_handshake(tls->ssl);
    if (done != 1)
        return SSL_get_error(tls->ssl, done) == SSL_ERROR_WANT_READ ? TLS_MORE : give_up(tls);
    tls->is_shaken = true;
    return TLS_SHAKEN;
}

enum tls_status tls_read(struct tls *tls, char *out, size_t size, size_t *len_out)
{
    *len_out = 0;
    if (tls->is_broken)
        return give_up(tls);
    ERR_clear_error();
    if (!tls->is_shaken)
        return shake(tls);
    int done = SSL_read_ex(tls->ssl, out, size, len_out);
    if (done == 1)
        return TLS_BYTES;
    switch (SSL_get_error(tls->ssl, done)) {
    case SSL_ERROR_WANT_READ:
        return TLS_MORE;
    case SSL_ERROR_ZERO_RETURN:
        tls->input_len = 0;
        return TLS_ENDED;
    default:
        return give_up(tls);
    }
}

bool tls_write(struct tls *tls, const char *bytes, size_t len)
{
    size_t written;
    ERR_clear_error();
    if (tls->is_broken || !tls->is_shaken)
        return false;
    if (len == 0 || SSL_write_ex(tls->ssl, bytes, len, &written) == 1)
        return true;
    give_up(tls);
    return false;
}

void tls_end(struct tls *tls)
{
    ERR_clear_error();
    if (tls->is_shaken && !tls->is_broken)
        (void)SSL_shutdown(tls->ssl);
    ERR_clear_error();
}

char *tls_take_output(struct tls *tls, size_t *len_out)
{
    char *output = tls->output;
    *len_out = tls->output_len;
    tls->output = NULL;
    tls->output_len = 0;
    tls->output_size = 0;
    return output;
}

size_t tls_output_len(const struct tls *tls)
{
    return tls->output_len;
}

bool tls_is_shaken(const struct tls *tls)
{
    return tls->is_shaken;
}

enum tls_problem tls_problem(const struct tls *tls)
{
    return tls->problem;
}
