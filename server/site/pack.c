/* SPDX-License-Identifier: MIT */
/*
 * pack PATH=FILE...: prints the files as C, for site.h; runs when the server is built. What is
 * below /assets/ gets its tag into its name, and pages that name it name it so.
 */
#include "base/memory.h"

#include <brotli/encode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define ASSETS "/assets/"
#define FILES_MAX 256
#define TAG_SIZE 32

struct file {
    char path[200]; /* as it was given */
    char url[256];  /* as it is served */
    char tag[TAG_SIZE];
    char *bytes;
    size_t len;
};

static struct file files[FILES_MAX];
static size_t count;

static void read_file(struct file *file, const char *name)
{
    FILE *in = fopen(name, "rb");
    size_t part;
    if (in == NULL) {
        perror(name);
        exit(1);
    }
    do {
        file->bytes = mem_grow(file->bytes, file->len + 65536);
        part = fread(file->bytes + file->len, 1, 65535, in);
        file->len += part;
    } while (part > 0);
    file->bytes[file->len] = '\0';
    fclose(in);
}

/* The checksum and the length: another content has another tag. */
static void set_tag(struct file *file)
{
    snprintf(file->tag, sizeof(file->tag), "%08lx%zx",
             crc32_z(0, (const unsigned char *)file->bytes, file->len), file->len);
}

static int is_asset(const struct file *file)
{
    return strncmp(file->path, ASSETS, strlen(ASSETS)) == 0;
}

/* "/assets/site.css" is served as "/assets/site-0123abcd5f0.css". */
static void set_url(struct file *file)
{
    char path[sizeof(file->path)];
    char tag[TAG_SIZE];
    memcpy(path, file->path, sizeof(path));
    memcpy(tag, file->tag, sizeof(tag));
    const char *dot = strrchr(path, '.');
    if (is_asset(file) && dot != NULL)
        snprintf(file->url, sizeof(file->url), "%.*s-%s%s", (int)(dot - path), path, tag, dot);
    else
        snprintf(file->url, sizeof(file->url), "%s", path);
}

static void replace_all(struct file *file, const char *from, const char *to)
{
    char *at = file->bytes;
    size_t from_len = strlen(from);
    size_t to_len = strlen(to);
    while ((at = strstr(at, from)) != NULL) {
        size_t before = (size_t)(at - file->bytes);
        file->bytes = mem_grow(file->bytes, file->len + to_len + 1);
        at = file->bytes + before;
        memmove(at + to_len, at + from_len, file->len - before - from_len + 1);
        memcpy(at, to, to_len);
        file->len += to_len - from_len;
        at += to_len;
    }
}

static const char *type_of(const struct file *file)
{
    static const char *const types[][2] = {
        {".css", "text/css; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
        {".json", "application/json"},       {".ts", "text/plain; charset=utf-8"},
        {".svg", "image/svg+xml"},           {".png", "image/png"},
        {".wasm", "application/wasm"},       {".webmanifest", "application/manifest+json"}};
    const char *dot = strrchr(file->path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof(types) / sizeof(types[0]); i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "text/html; charset=utf-8";
}

/* Without a time: the same bytes each time. Returns the size of *out. */
static size_t by_gzip(const struct file *file, char **out)
{
    z_stream stream = {.next_in = (unsigned char *)file->bytes, .avail_in = (unsigned)file->len};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        abort();
    size_t size = deflateBound(&stream, stream.avail_in);
    *out = mem_alloc(size);
    stream.next_out = (unsigned char *)*out;
    stream.avail_out = (unsigned)size;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        abort();
    deflateEnd(&stream);
    return size - stream.avail_out;
}

static size_t by_brotli(const struct file *file, char **out)
{
    size_t size = BrotliEncoderMaxCompressedSize(file->len);
    *out = mem_alloc(size);
    if (!BrotliEncoderCompress(BROTLI_MAX_QUALITY, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT,
                               file->len, (const uint8_t *)file->bytes, &size, (uint8_t *)*out))
        abort();
    return size;
}

/* The ways of enum site_way, in its order. */
static size_t as_it_is(const struct file *file, char **out)
{
    *out = file->bytes;
    return file->len;
}

static size_t (*const ways[])(const struct file *file, char **out) = {as_it_is, by_gzip, by_brotli};
#define WAYS (sizeof(ways) / sizeof(ways[0]))

static void put_bytes(size_t number, size_t way, const char *bytes, size_t len)
{
    printf("static const unsigned char bytes_%zu_%zu[] = {", number, way);
    for (size_t i = 0; i < len; i++)
        printf("%d,%s", (unsigned char)bytes[i], i % 32 == 31 ? "\n" : "");
    printf("0};\n");
}

/* Pages name the assets by the names that they are served by. */
static void name_assets(struct file *file)
{
    for (size_t i = 0; i < count && !is_asset(file); i++)
        if (is_asset(&files[i]))
            replace_all(file, files[i].path, files[i].url);
    set_tag(file);
}

int main(int argc, char **argv)
{
    size_t lens[FILES_MAX][WAYS];
    for (int i = 1; i < argc && count < FILES_MAX; i++) {
        struct file *file = &files[count++];
        const char *equals = strchr(argv[i], '=');
        if (equals == NULL)
            return 2;
        snprintf(file->path, sizeof(file->path), "%.*s", (int)(equals - argv[i]), argv[i]);
        read_file(file, equals + 1);
        set_tag(file);
        set_url(file);
    }
    printf("/* Made by server/site/pack.c. */\n#include \"server/site/site.h\"\n");
    for (size_t i = 0; i < count; i++) {
        name_assets(&files[i]);
        for (size_t way = 0; way < WAYS; way++) {
            char *bytes;
            lens[i][way] = ways[way](&files[i], &bytes);
            put_bytes(i, way, bytes, lens[i][way]);
            if (bytes != files[i].bytes)
                free(bytes);
        }
    }
    printf("const struct site_file site_files[] = {\n");
    for (size_t i = 0; i < count; i++) {
        printf("{\"%s\", \"%s\", \"%s\", {", files[i].url, type_of(&files[i]), files[i].tag);
        for (size_t way = 0; way < WAYS; way++)
            printf("{(const char *)bytes_%zu_%zu, %zu}, ", i, way, lens[i][way]);
        printf("}, %d},\n", is_asset(&files[i]));
    }
    printf("};\nconst size_t site_file_count = %zu;\n", count);
    return ferror(stdout) != 0;
}
