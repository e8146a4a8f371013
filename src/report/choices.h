/* src/report/choices.h - the choices that a book was opened with, and which of them nobody has made. */
#ifndef FELT_SRC_REPORT_CHOICES_H
#define FELT_SRC_REPORT_CHOICES_H

#include <felt/arena.h>
#include <felt/book_report.h>

/* "decks=8, banker-pay=commission"; with only_defaulted, those taken by default. Empty where there are none. */
felt_text report_choices(felt_arena *arena, const felt_book *book, bool only_defaulted);

#endif
