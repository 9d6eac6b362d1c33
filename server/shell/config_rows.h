/* SPDX-License-Identifier: MIT */
/*
 * Walks config.def once: define the five kinds of rows (see that file), and include this; nothing
 * is left defined. Has no include guard, on purpose.
 */
#include "server/shell/config.def"

#undef CONFIG_GROUP
#undef CONFIG_TEXT
#undef CONFIG_ADDRESS
#undef CONFIG_NUMBER
#undef CONFIG_WORD
