/* felt/book_report.h - what a book was opened with, in words.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena. */
#ifndef FELT_BOOK_REPORT_H
#define FELT_BOOK_REPORT_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/book.h>

FELT_API_BEGIN

/* The choices that were taken because nothing was said: "by default, each reading as printed: decks=8, phoenix=as-printed", or without the
 * middle where no reading is among them. Empty where every choice was made; bytes NULL when the arena is full. */
felt_text felt_report_defaults(felt_arena *arena, const felt_book *book);

FELT_API_END

#endif
