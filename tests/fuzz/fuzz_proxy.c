/* SPDX-License-Identifier: MIT */
/* The header of a proxy: what was read is no longer than what is there, wherever it is cut it waits
 * or is none, and it tells an address or that it is the proxy's own. */
#include "server/shell/proxy_header.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    struct proxy_header header;
    struct proxy_header cut;
    enum proxy_verdict verdict = proxy_header_read(bytes, size, &header);
    if (verdict != PROXY_READY)
        return 0;
    FUZZ_CHECK(header.len > 0 && header.len <= size && header.len <= PROXY_HEADER_MAX);
    FUZZ_CHECK(header.is_proxy != (header.address.ss_family != 0));
    for (size_t len = 0; len < header.len; len++)
        FUZZ_CHECK(proxy_header_read(bytes, len, &cut) == PROXY_MORE);
    FUZZ_CHECK(proxy_header_read(bytes, header.len, &cut) == PROXY_READY && cut.len == header.len);
    return 0;
}
