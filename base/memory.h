/* SPDX-License-Identifier: MIT */
/*
 * Heap memory that is there when it is asked for. A reserve is held back from the start; when
 * malloc() fails, a piece of it is given back and malloc() tried again, so that what has begun can
 * be finished. From then on memory is short until mem_refill() has the whole reserve again; code
 * that accepts work asks mem_is_short() first and refuses it. The process ends, after a line on
 * standard error, only when the reserve is used up as well.
 *
 * Memory that is handed out is the caller's, who frees it with free(). Any thread may call, except
 * where a function says otherwise. A process has one heap, so this is the one module with a state
 * of its own: one reserve, and whether memory is short.
 */
#ifndef PENTAD_BASE_MEMORY_H
#define PENTAD_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The reserve of the server: 8 MiB, half of it for allocations that must not fail. When memory is
 * short, one request is under way, what the turn wrote before it goes to the store, and nothing new
 * is begun. The most that this takes if every malloc() fails:
 *   - the request: 16 KiB of JSON as a tree in an arena, 5461 empty objects being
 *     the worst                                                                       2.0 MiB
 *   - its arena, and one reply of 64 KiB with its frame and its queue                 700 KiB
 *   - undo images and operations of one act: two players, a match, a room              64 KiB
 *   - an event to 10,000 watchers: one frame, and an entry of a queue for each        400 KiB
 *   - on the store's threads: the rows of one answer, doubled once                    1.0 MiB
 *   - what the workers finish, and new connections on their way                       128 KiB
 *   - output that waits for readers; beyond it, whoever has most is cut off           1.0 MiB
 * which is 5.3 MiB. Queues of output to sockets are not included: they may fail (mem_try_grow()),
 * which ends one connection. Pieces are below glibc's threshold for mmap(), so they lie side by
 * side and join into one large piece again.
 */
#define MEM_PIECES 128
#define MEM_PIECE_SIZE ((size_t)64 * 1024)

/* Takes `pieces` (at most MEM_PIECES) of `size` bytes each. False if it cannot get them. Call it
 * before other threads start; until then there is no reserve. */
bool mem_reserve_init(size_t pieces, size_t size);
/* Gives the reserve back. Call it when other threads have ended. */
void mem_reserve_deinit(void);

/* Hands out `size` bytes. Never NULL, even for size 0. */
void *mem_alloc(size_t size);
/* Hands out `size` zeroed bytes. Never NULL. */
void *mem_zero(size_t size);
/* Resizes as realloc() does, but is never NULL; `take` may be NULL. */
void *mem_grow(void *take, size_t size);
/* Hands out a copy. `text` may be NULL, and then so is the copy. */
char *mem_text(const char *text);
/* Resizes like mem_grow(), for memory that the caller can do without: leaves half of the reserve to
 * others, and returns NULL when no more than that is left. `take` is then still the caller's. */
void *mem_try_grow(void *take, size_t size);

/* True if a part of the reserve is in use. */
bool mem_is_short(void);
/* Tries to fill the reserve again. Returns true if it is whole. */
bool mem_refill(void);

/* For tests: makes the `nth` allocation from now, 1 being the next, fail once before the reserve
 * helps; 0 cancels that. */
void mem_test_fail_at(long nth);
/* True if that failure is still to come. */
bool mem_test_is_armed(void);

#endif
