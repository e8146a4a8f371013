/* src/record/fold.c - names and blanks in whatever way people write them. */
#include "record.h"

/* The length of one of these at the beginning of a text; 0: none is there. */
static size_t starts_with(felt_text text, const char *const *marks, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(marks[i]);
        if (text.length >= length && memcmp(text.bytes, marks[i], length) == 0)
            return length;
    }
    return 0;
}

static bool is_plain(char c)
{
    return c > ' ' && c <= '~';
}

/* The length of a blank at the beginning; 0: there is none. Beyond ASCII: no-break, thin, wide and empty ones, and a stray mark. */
static size_t blank(felt_text text)
{
    static const char *const wide[] = {"\xC2\xA0", "\xE2\x80\x89", "\xE2\x80\x8B", "\xE2\x80\xAF", "\xE3\x80\x80", "\xEF\xBB\xBF"};
    if (text.length == 0 || is_plain(text.bytes[0]))
        return 0;
    if (text.bytes[0] == ' ' || text.bytes[0] == '\t' || text.bytes[0] == '\r')
        return 1;
    return starts_with(text, wide, sizeof wide / sizeof *wide);
}

/* The same of a quote or a dash as typesetters have it. */
static size_t typeset_mark(felt_text text)
{
    static const char *const marks[] = {"\xE2\x80\x98", "\xE2\x80\x99", "\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x90", "\xE2\x80\x91",
                                        "\xE2\x80\x92", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x88\x92", "\xC2\xB4"};
    return starts_with(text, marks, sizeof marks / sizeof *marks);
}

felt_text fold_name(felt_text name, char *ret)
{
    size_t length = 0, passed;
    for (felt_text rest = name; rest.length > 0 && length < FOLD_MAX; rest = (felt_text){rest.bytes + passed, rest.length - passed}) {
        char c = rest.bytes[0];
        bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '\0', capital = c >= 'A' && c <= 'Z',
             beyond = (unsigned char)c >= 0x80;
        passed = beyond ? blank(rest) + typeset_mark(rest) : 1;
        if (letter || capital || passed == 0)
            ret[length++] = (char)(capital ? c - 'A' + 'a' : c == '\0' ? 1 : c); /* no name has a zero, and folded ones may end in it */
        passed += passed == 0;
    }
    return (felt_text){ret, length};
}

bool fold_equal(felt_text a, felt_text b)
{
    char first[FOLD_MAX], second[FOLD_MAX];
    felt_text one = fold_name(a, first);
    return one.length > 0 && felt_text_equal(one, fold_name(b, second));
}

felt_text text_trim(felt_text text)
{
    if (text.length > 0 && is_plain(text.bytes[0]) && is_plain(text.bytes[text.length - 1]))
        return text;
    for (size_t cut; (cut = blank(text)) > 0;)
        text = (felt_text){text.bytes + cut, text.length - cut};
    for (size_t cut = 1; cut <= 3 && cut <= text.length;) {
        felt_text tail = {text.bytes + text.length - cut, cut};
        bool found = blank(tail) == cut;
        text.length -= found ? cut : 0;
        cut = found ? 1 : cut + 1;
    }
    return text;
}

/* Most words end in a space. */
static inline bool ends_word(felt_text rest)
{
    return rest.bytes[0] == ' ' || blank(rest) > 0;
}

felt_text record_next_word(felt_text *text)
{
    felt_text rest = *text;
    size_t length = 0;
    for (size_t cut; rest.length > 0 && !is_plain(rest.bytes[0]) && (cut = rest.bytes[0] == ' ' ? 1 : blank(rest)) > 0;)
        rest = (felt_text){rest.bytes + cut, rest.length - cut};
    while (length < rest.length && (is_plain(rest.bytes[length]) || !ends_word((felt_text){rest.bytes + length, rest.length - length})))
        length++;
    *text = (felt_text){rest.bytes + length, rest.length - length};
    return (felt_text){rest.bytes, length};
}
