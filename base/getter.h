/* SPDX-License-Identifier: MIT */
/*
 * Functions that return one fact of a struct that is complete in its folder only.
 */
#ifndef PENTAD_BASE_GETTER_H
#define PENTAD_BASE_GETTER_H

/* Defines `type name(const struct of *of)`, which returns `value`: an expression about `of`. The
 * prototype in the header says what it means. */
#define GETTER(type, name, of, value)                                                              \
    type name(const struct of *of)                                                                 \
    {                                                                                              \
        return value;                                                                              \
    }

#endif
