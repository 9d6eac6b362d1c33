/* SPDX-License-Identifier: MIT */
/*
 * One end of a TLS connection as a function of bytes: what came is fed in and plain bytes are read;
 * plain bytes are written and what has to go out is taken. No sockets and no time: the server's
 * transport and the client's link carry the bytes. TLS 1.2 and 1.3 (RFC 8446), by OpenSSL, which is
 * not seen outside net/tls.c.
 *
 * One thread for a context and all that is opened in it. Memory that OpenSSL cannot get ends the
 * connection, not the program.
 */
#ifndef PENTAD_NET_TLS_H
#define PENTAD_NET_TLS_H

#include <stdbool.h>
#include <stddef.h>

#define TLS_MESSAGE_SIZE 512
/* The most plain bytes in one record (RFC 8446, 5.1). */
#define TLS_RECORD_MAX 16384

/* A certificate with its key, or those whose certificates are believed. */
struct tls_context;
struct tls;

/* For servers: the certificate with its chain, and the key, both files in PEM. NULL, and a sentence
 * without its end in `message_out`, if one of them cannot be used or they do not belong together.
 */
struct tls_context *tls_context_of_server(const char *chain_file, const char *key_file,
                                          char message_out[TLS_MESSAGE_SIZE]);
/* The whole days for which the certificate of a server's context still holds; below 0: it is
 * over. */
int tls_context_days_left(const struct tls_context *context);
/* For clients: believes the authorities in `ca_file` (PEM), or those of the system if it is NULL.
 * NULL as above. */
struct tls_context *tls_context_of_client(const char *ca_file, char message_out[TLS_MESSAGE_SIZE]);
/* Gives it up; what was opened in it goes on. NULL is fine. */
void tls_context_free(struct tls_context *context);

/* Opens a connection; NULL if memory lacks. A client says the name or the numeric address of the
 * host, which the certificate has to be for; a server says NULL. The client's first bytes are there
 * to be taken. */
struct tls *tls_open(struct tls_context *context, const char *host);
/* NULL is fine. */
void tls_free(struct tls *tls);

enum tls_status {
    TLS_MORE,   /* everything fed is used; the next bytes have to come first */
    TLS_BYTES,  /* plain bytes were read; there may be more */
    TLS_SHAKEN, /* the handshake is over, once */
    TLS_ENDED,  /* the other end says nothing more */
    TLS_BROKEN, /* nothing comes any more; what is to be taken tells the other end why */
};

/* Why a connection is broken. The first five are a client's judgement of a server's certificate. */
enum tls_problem {
    TLS_NO_PROBLEM,
    TLS_PROBLEM_UNKNOWN_AUTHORITY, /* nobody who is believed has signed it */
    TLS_PROBLEM_EXPIRED,           /* it is not valid any more */
    TLS_PROBLEM_NOT_YET,           /* it is not valid yet: one of the clocks is wrong */
    TLS_PROBLEM_NAME,              /* it is for another host */
    TLS_PROBLEM_CERTIFICATE,       /* it is no good for another reason */
    TLS_PROBLEM_NOT_TLS,           /* the other end does not speak TLS */
    TLS_PROBLEM_REFUSED,           /* the other end has refused */
    TLS_PROBLEM_OTHER,
};

/* Lends bytes that came, until they are used (TLS_MORE) or tls_unused() takes them back. What was
 * lent before is used. */
void tls_feed(struct tls *tls, const char *bytes, size_t len);
/* Takes back the bytes that were not looked at; returns how many. */
size_t tls_unused(struct tls *tls, const char **bytes_out);
/* Goes on with the handshake, then reads up to `size` plain bytes. A buffer of TLS_RECORD_MAX
 * leaves nothing inside that was decrypted and not read. */
enum tls_status tls_read(struct tls *tls, char *out, size_t size, size_t *len_out);
/* Encrypts, after the handshake. False: broken. */
bool tls_write(struct tls *tls, const char *bytes, size_t len);
/* Says that nothing more will be said. */
void tls_end(struct tls *tls);

/* The bytes that are to go to the other end; NULL if there are none. The caller owns them. */
char *tls_take_output(struct tls *tls, size_t *len_out);
size_t tls_output_len(const struct tls *tls);

bool tls_is_shaken(const struct tls *tls);
enum tls_problem tls_problem(const struct tls *tls);

#endif
