/* SPDX-License-Identifier: MIT */
/* Bytes at both ends of TLS. The first byte says which end, and how many come at once; a server has
 * shaken hands before if its top bit is set. Whatever comes is used or given back, and a broken end
 * stays broken. */
#include "net/tls.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/certificate.h"

#include <stdlib.h>
#include <string.h>

static struct tls_context *of_server, *of_client;

static void make_contexts(void)
{
    static const struct certificate here = {"server", "DNS:localhost", -1, 1};
    struct folder folder;
    char path[3][FOLDER_PATH_SIZE];
    char message[TLS_MESSAGE_SIZE];
    folder_make(&folder);
    struct authority *authority = authority_new(&folder, "ca");
    authority_sign(authority, &here);
    authority_free(authority);
    folder_path(&folder, "server", path[0]);
    folder_path(&folder, "server.key", path[1]);
    folder_path(&folder, "ca", path[2]);
    of_server = tls_context_of_server(path[0], path[1], message);
    of_client = tls_context_of_client(path[2], message);
    folder_remove(&folder);
    FUZZ_CHECK(of_server != NULL && of_client != NULL);
}

/* Reads until more has to come. */
static enum tls_status drain(struct tls *tls)
{
    static char plain[TLS_RECORD_MAX];
    enum tls_status status;
    size_t len;
    do {
        status = tls_read(tls, plain, sizeof(plain), &len);
        FUZZ_CHECK(len <= sizeof(plain));
    } while (status == TLS_BYTES || status == TLS_SHAKEN);
    return status;
}

static void pass(struct tls *from, struct tls *to)
{
    size_t len;
    char *bytes = tls_take_output(from, &len);
    tls_feed(to, bytes, len);
    (void)drain(to);
    free(bytes);
}

static void hear(struct tls *tls, const char *bytes, size_t size, size_t portion)
{
    for (size_t at = 0; at < size; at += portion) {
        const char *unused;
        tls_feed(tls, bytes + at, portion < size - at ? portion : size - at);
        enum tls_status status = drain(tls);
        FUZZ_CHECK(tls_unused(tls, &unused) == 0);
        if (status == TLS_BROKEN)
            FUZZ_CHECK(drain(tls) == TLS_BROKEN && !tls_write(tls, "x", 1) &&
                       tls_problem(tls) != TLS_NO_PROBLEM);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (of_server == NULL)
        make_contexts();
    if (size == 0)
        return 0;
    struct tls *server = tls_open(of_server, NULL);
    struct tls *client = tls_open(of_client, "localhost");
    FUZZ_CHECK(server != NULL && client != NULL);
    for (int i = 0; (data[0] & 0x80) != 0 && i < 2; i++) {
        pass(client, server);
        pass(server, client);
    }
    hear((data[0] & 1) != 0 ? client : server, (const char *)data + 1, size - 1,
         1 + (data[0] & 0x7E));
    tls_free(server);
    tls_free(client);
    return 0;
}
