/* SPDX-License-Identifier: MIT */
#include "base/thread.h"

#ifdef __linux__
#include <sys/prctl.h>

void thread_name(const char *name)
{
    (void)prctl(PR_SET_NAME, name);
}
#else
void thread_name(const char *name)
{
    (void)name;
}
#endif
