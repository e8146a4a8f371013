/* src/base/text.c - columns of a text, and how far apart two words are. */
#include <felt/text.h>

size_t felt_text_columns(felt_text text)
{
    size_t columns = 0;
    for (size_t i = 0; i < text.length; i++)
        columns += ((unsigned char)text.bytes[i] & 0xC0) != 0x80;
    return columns;
}

enum { DISTANCE_BYTES_MAX = 64 };

size_t felt_text_distance(felt_text a, felt_text b, size_t most)
{
    if (a.length > DISTANCE_BYTES_MAX || b.length > DISTANCE_BYTES_MAX)
        return most + 1;
    size_t rows[3][DISTANCE_BYTES_MAX + 1];
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b.length; j++)
        before[j] = last[j] = j;
    for (size_t i = 1; i <= a.length; i++) {
        now[0] = i;
        for (size_t j = 1; j <= b.length; j++) {
            size_t best = last[j - 1] + (a.bytes[i - 1] != b.bytes[j - 1]);
            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a.bytes[i - 1] == b.bytes[j - 2] && a.bytes[i - 2] == b.bytes[j - 1] && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
        size_t *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return last[b.length] > most ? most + 1 : last[b.length];
}
