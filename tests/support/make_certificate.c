/* SPDX-License-Identifier: MIT */
/*
 * make_certificate FOLDER NAMES: an authority ("authority"), and a certificate with its key
 * ("certificate", "certificate.key") for servers that are measured. NAMES is such as
 * "DNS:localhost,IP:127.0.0.1".
 */
#include "tests/support/certificate.h"
#include "tests/support/stack.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    struct folder folder;
    if (argc != 3) {
        fprintf(stderr, "usage: make_certificate FOLDER NAMES\n");
        return 2;
    }
    snprintf(folder.path, sizeof(folder.path), "%s", argv[1]);
    const struct certificate certificate = {STACK_CERTIFICATE, argv[2], -1, 30};
    struct authority *authority = authority_new(&folder, STACK_CA);
    authority_sign(authority, &certificate);
    authority_free(authority);
    return 0;
}
