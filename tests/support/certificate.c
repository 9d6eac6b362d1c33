/* SPDX-License-Identifier: MIT */
/*
 * See the header.
 */
#include "tests/support/certificate.h"

#include "tests/support/cmocka_all.h"

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>

#define DAY_S (24L * 3600)

struct authority {
    const struct folder *folder;
    EVP_PKEY *key;
    X509 *certificate;
};

static void extend(X509 *subject, X509 *issuer, int what, const char *value)
{
    X509V3_CTX ctx;
    X509V3_set_ctx_nodb(&ctx);
    X509V3_set_ctx(&ctx, issuer, subject, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &ctx, what, value);
    assert_non_null(extension);
    assert_int_equal(X509_add_ext(subject, extension, -1), 1);
    X509_EXTENSION_free(extension);
}

static X509 *certificate_new(EVP_PKEY *key, const char *name, int begins_days, int ends_days)
{
    static long serial = 1;
    X509 *certificate = X509_new();
    assert_non_null(certificate);
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial++);
    X509_gmtime_adj(X509_getm_notBefore(certificate), begins_days * DAY_S);
    X509_gmtime_adj(X509_getm_notAfter(certificate), ends_days * DAY_S);
    X509_set_pubkey(certificate, key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_ASC,
                               (const unsigned char *)name, -1, -1, 0);
    return certificate;
}

static FILE *open_file(const struct folder *folder, const char *name)
{
    char path[FOLDER_PATH_SIZE];
    folder_path(folder, name, path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

static void write_certificate(const struct folder *folder, const char *name, X509 *certificate)
{
    FILE *file = open_file(folder, name);
    assert_int_equal(PEM_write_X509(file, certificate), 1);
    assert_int_equal(fclose(file), 0);
}

struct authority *authority_new(const struct folder *folder, const char *ca)
{
    struct authority *authority = calloc(1, sizeof(*authority));
    assert_non_null(authority);
    authority->folder = folder;
    authority->key = EVP_EC_gen("P-256");
    authority->certificate = certificate_new(authority->key, "authority of a test", -1, 30);
    X509_set_issuer_name(authority->certificate, X509_get_subject_name(authority->certificate));
    extend(authority->certificate, authority->certificate, NID_basic_constraints,
           "critical,CA:TRUE");
    extend(authority->certificate, authority->certificate, NID_key_usage, "critical,keyCertSign");
    assert_true(X509_sign(authority->certificate, authority->key, EVP_sha256()) > 0);
    write_certificate(folder, ca, authority->certificate);
    return authority;
}

void authority_free(struct authority *authority)
{
    X509_free(authority->certificate);
    EVP_PKEY_free(authority->key);
    free(authority);
}

void authority_sign(const struct authority *authority, const struct certificate *certificate)
{
    char key_name[FOLDER_PATH_SIZE];
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *made = certificate_new(key, "server", certificate->begins_days, certificate->ends_days);
    X509_set_issuer_name(made, X509_get_subject_name(authority->certificate));
    extend(made, authority->certificate, NID_subject_alt_name, certificate->names);
    assert_true(X509_sign(made, authority->key, EVP_sha256()) > 0);
    write_certificate(authority->folder, certificate->file, made);
    snprintf(key_name, sizeof(key_name), "%s.key", certificate->file);
    FILE *file = open_file(authority->folder, key_name);
    assert_int_equal(PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL), 1);
    assert_int_equal(fclose(file), 0);
    X509_free(made);
    EVP_PKEY_free(key);
}
