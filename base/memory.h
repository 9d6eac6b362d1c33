/* SPDX-License-Identifier: MIT */
/*
 * Memory from the heap that is there when it is asked for. A reserve is held back from the start;
 * when malloc() fails, a piece of it is given back and malloc() tried again, so that what has begun
 * can be finished. From then on memory is short until mem_refill() has the whole reserve again;
 * code that accepts work asks mem_is_short() first and refuses it. Only when the reserve is used
 * up, too, does the process end, after a line on standard error.
 *
 * Memory that is handed out is the caller's and goes back by free(). Any thread may call, except
 * where a function says otherwise. A process has one heap, so this is the one module with a state
 * of its own: one reserve, and whether memory is short.
 */
#ifndef PENTAD_BASE_MEMORY_H
#define PENTAD_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The reserve of the server: 8 MiB, half of it for what cannot be done without. When memory is
 * short, one request is under way, what the turn wrote before it goes to the store, and nothing
 * more is begun. At most, with all of it failing:
 *   - the request: 16 KiB of JSON as a tree in an arena, 5461 empty objects being
 *     the worst                                                                       2.0 MiB
 *   - its arena, and one reply of 64 KiB with its frame and its queue                 700 KiB
 *   - undo images and operations of one act: two players, a match, a room              64 KiB
 *   - an event to 10,000 watchers: one frame, and an entry of a queue for each        400 KiB
 *   - on the store's threads: the rows of one answer, doubled once                    1.0 MiB
 *   - what the workers finish, and new connections on their way                       128 KiB
 *   - output that waits for readers; whoever has most of more is cut off              1.0 MiB
 * which is 5.3 MiB. Queues of output to sockets are not in it: they may fail (mem_try_grow()), and
 * that ends one connection. Pieces are below glibc's threshold for mmap(), so they lie side by side
 * and become one large piece again.
 */
#define MEM_PIECES 128
#define MEM_PIECE_SIZE ((size_t)64 * 1024)

/* Takes `pieces` (MEM_PIECES at most) of `size` bytes each. False: they are not to be had. To be
 * called before other threads start; until then there is no reserve. */
bool mem_reserve_init(size_t pieces, size_t size);
/* Gives the reserve back. To be called when other threads have ended. */
void mem_reserve_deinit(void);

/* Hands out `size` bytes. Never NULL, not for size 0 either. */
void *mem_alloc(size_t size);
/* Hands out `size` zeroed bytes. Never NULL. */
void *mem_zero(size_t size);
/* Resizes as realloc() does, but is never NULL; `take` may be NULL. */
void *mem_grow(void *take, size_t size);
/* Hands out a copy. `text` may be NULL, and then so is the copy. */
char *mem_text(const char *text);
/* Does what mem_grow() does, for memory that can be done without: leaves half of the reserve to the
 * others, and is NULL, with `take` still the caller's, when there is no more than that. */
void *mem_try_grow(void *take, size_t size);

/* Whether a part of the reserve is in use. */
bool mem_is_short(void);
/* Tries to take back what is missing. Returns whether the reserve is whole. */
bool mem_refill(void);

/* For tests: makes the `nth` allocation from now, 1 being the next, fail once before the reserve
 * helps; 0 takes it back. */
void mem_test_fail_at(long nth);
/* Whether the failure that was asked for is still to come. */
bool mem_test_is_armed(void);

#endif
