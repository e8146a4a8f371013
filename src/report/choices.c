/* src/report/choices.c - the choices that a book was opened with, and which of them nobody has made. */
#include "choices.h"

enum { CHOICES_BYTES = 16 << 10 };

felt_text report_choices(felt_arena *arena, const felt_book *book, bool only_defaulted)
{
    char text[CHOICES_BYTES];
    felt_book_write(book, only_defaulted, text, sizeof text);
    return text[0] == '\0' ? felt_text_from("") : felt_arena_copy(arena, felt_text_from(text));
}

static bool has_reading(const felt_book *book)
{
    for (int s = 0; s < felt_book_sheet_count(book); s++) {
        const felt_sheet *sheet = felt_book_sheet_at(book, s);
        for (int i = 0; i < sheet->option_count; i++) {
            bool defaulted;
            felt_book_choice(book, s, i, &defaulted);
            if (defaulted && sheet->options[i].kind == FELT_OPTION_READING)
                return true;
        }
    }
    return false;
}

felt_text felt_report_defaults(felt_arena *arena, const felt_book *book)
{
    felt_text choices = report_choices(arena, book, true);
    if (choices.length == 0)
        return choices;
    return felt_arena_print(arena, "by default%s: %.*s", has_reading(book) ? ", each reading as printed" : "", FELT_TEXT_ARGS(choices));
}
