/* SPDX-License-Identifier: MIT */
/* Byte by byte. Compiled with -fno-builtin: a compiler would make a call of itself of such a loop.
 */
#include <string.h>

void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    if ((const unsigned char *)to <= (const unsigned char *)from)
        return memcpy(to, from, size);
    for (size_t i = size; i > 0; i--)
        ((unsigned char *)to)[i - 1] = ((const unsigned char *)from)[i - 1];
    return to;
}

void *memset(void *bytes, int value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)value;
    return bytes;
}

int memcmp(const void *first, const void *second, size_t size)
{
    const unsigned char *a = first;
    const unsigned char *b = second;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

size_t strlen(const char *text)
{
    size_t len = 0;
    while (text[len] != '\0')
        len++;
    return len;
}

int strcmp(const char *first, const char *second)
{
    size_t len = strlen(first);
    return memcmp(first, second, len < strlen(second) ? len + 1 : strlen(second) + 1);
}

char *strchr(const char *text, int byte)
{
    for (;; text++) {
        if (*text == (char)byte)
            return (char *)text;
        if (*text == '\0')
            return NULL;
    }
}
