/* SPDX-License-Identifier: MIT */
/*
 * A function that tells one fact of a struct that is complete in its folder only.
 */
#ifndef PENTAD_BASE_GETTER_H
#define PENTAD_BASE_GETTER_H

/* Defines `type name(const struct of *of)`, which gives `value`: an expression about `of`. The
 * prototype in the header says what it means. */
#define GETTER(type, name, of, value)                                                              \
    type name(const struct of *of)                                                                 \
    {                                                                                              \
        return value;                                                                              \
    }

#endif
