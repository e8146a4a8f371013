/* src/base/ratio.c - exact ratios: sums, and their texts as fractions and decimals. */
#include <felt/ratio.h>

#include <assert.h>
#include <stdbool.h>
#include <string.h>

static_assert(sizeof(long) == sizeof(int64_t), "GMP's long arguments carry 64 bits");

void felt_ratio_set(mpq_t ratio, int64_t num, int64_t den)
{
    assert(den != 0);
    mpz_set_si(mpq_numref(ratio), num);
    mpz_set_si(mpq_denref(ratio), den);
    mpq_canonicalize(ratio);
}

void felt_ratio_add_times(mpq_t sum, const mpq_t ratio, int64_t num, int64_t den)
{
    mpq_t term;
    mpq_init(term);
    felt_ratio_set(term, num, den);
    mpq_mul(term, term, ratio);
    mpq_add(sum, sum, term);
    mpq_clear(term);
}

void felt_ratio_sum(mpq_t sum, mpq_t *ratios, int count)
{
    mpq_set_ui(sum, 0, 1);
    for (int i = 0; i < count; i++)
        mpq_add(sum, sum, ratios[i]);
}

felt_text felt_ratio_print(felt_arena *arena, const mpq_t ratio)
{
    /* GMP's own bound: the digits of both, a sign, the slash and the NUL. */
    size_t size = mpz_sizeinbase(mpq_numref(ratio), 10) + mpz_sizeinbase(mpq_denref(ratio), 10) + 3;
    char *bytes = felt_arena_take(arena, size, 1);
    if (bytes == NULL)
        return (felt_text){NULL, 0};
    mpq_get_str(bytes, 10, ratio);
    return felt_text_from(bytes);
}

/* |ratio| * scale as a whole number, a half rounded up: (2 * num * scale + den) / (2 * den), rounded down. */
static void scale_and_round(mpz_t ret, const mpq_t ratio, const mpz_t scale)
{
    mpz_t twice_den;
    mpz_init(twice_den);
    mpz_mul_2exp(twice_den, mpq_denref(ratio), 1);
    mpz_abs(ret, mpq_numref(ratio));
    mpz_mul(ret, ret, scale);
    mpz_mul_2exp(ret, ret, 1);
    mpz_add(ret, ret, mpq_denref(ratio));
    mpz_tdiv_q(ret, ret, twice_den);
    mpz_clear(twice_den);
}

/* `scaled` / 10^places as text, with a minus sign if `negative`. */
static felt_text place_point(felt_arena *arena, const mpz_t scaled, bool negative, size_t places)
{
    size_t size = mpz_sizeinbase(scaled, 10) + 1; /* with the NUL; may be one too many */
    char *digits = felt_arena_take(arena, size, 1);
    char *bytes = felt_arena_take(arena, size + places + 3, 1);
    if (digits == NULL || bytes == NULL)
        return (felt_text){NULL, 0};
    mpz_get_str(digits, 10, scaled);
    size_t count = strlen(digits), whole = count > places ? count - places : 0;
    char *to = bytes;
    if (negative)
        *to++ = '-';
    if (whole == 0)
        *to++ = '0';
    memcpy(to, digits, whole);
    to += whole;
    if (places > 0) {
        *to++ = '.';
        size_t given = count - whole;
        memset(to, '0', places - given);
        memcpy(to + places - given, digits + whole, given);
        to += places;
    }
    return (felt_text){bytes, (size_t)(to - bytes)}; /* the arena's zeroes end it with a NUL */
}

static felt_text print_scaled(felt_arena *arena, const mpq_t ratio, int places, int more_places)
{
    assert(places >= 0 && places <= FELT_RATIO_PLACES_MAX);
    mpz_t scale, scaled;
    mpz_inits(scale, scaled, NULL);
    mpz_ui_pow_ui(scale, 10, (unsigned long)places + (unsigned long)more_places);
    scale_and_round(scaled, ratio, scale);
    felt_text text = place_point(arena, scaled, mpq_sgn(ratio) < 0 && mpz_sgn(scaled) != 0, (size_t)places);
    mpz_clears(scale, scaled, NULL);
    return text;
}

felt_text felt_ratio_print_decimal(felt_arena *arena, const mpq_t ratio, int places)
{
    return print_scaled(arena, ratio, places, 0);
}

felt_text felt_ratio_print_short(felt_arena *arena, const mpq_t ratio)
{
    static const unsigned long powers[] = {1, 10, 100, 1000, 10000};
    for (int places = 0; places < (int)(sizeof powers / sizeof *powers); places++)
        if (mpz_cmp_ui(mpq_denref(ratio), powers[places]) <= 0 && powers[places] % mpz_get_ui(mpq_denref(ratio)) == 0)
            return felt_ratio_print_decimal(arena, ratio, places);
    return felt_ratio_print(arena, ratio);
}

felt_text felt_ratio_print_short_of(felt_arena *arena, int64_t num, int64_t den)
{
    mpq_t ratio;
    mpq_init(ratio);
    felt_ratio_set(ratio, num, den);
    felt_text text = felt_ratio_print_short(arena, ratio);
    mpq_clear(ratio);
    return text;
}

felt_text felt_ratio_print_percent(felt_arena *arena, const mpq_t ratio, int places)
{
    return print_scaled(arena, ratio, places, 2);
}

felt_text felt_ratio_print_fraction(felt_arena *arena, const mpq_t ratio)
{
    felt_text text = felt_ratio_print(arena, ratio);
    if (text.bytes == NULL || mpz_cmp_ui(mpq_denref(ratio), 1) != 0)
        return text;
    return felt_arena_print(arena, "%.*s/1", FELT_TEXT_ARGS(text));
}

felt_text felt_ratio_print_root(felt_arena *arena, const mpq_t ratio, int places)
{
    assert(mpq_sgn(ratio) >= 0 && places >= 0 && places <= FELT_RATIO_PLACES_MAX);
    /* With y = floor(2 sqrt(p/q) 10^n) = floor(sqrt(floor(4 p 10^2n / q))), the nearest whole number to sqrt(p/q) 10^n is
     * floor((y + 1) / 2). */
    mpz_t scaled;
    mpq_t root;
    mpz_init(scaled);
    mpq_init(root);
    mpz_ui_pow_ui(scaled, 10, 2 * (unsigned long)places);
    mpz_mul(scaled, scaled, mpq_numref(ratio));
    mpz_mul_2exp(scaled, scaled, 2);
    mpz_tdiv_q(scaled, scaled, mpq_denref(ratio));
    mpz_sqrt(scaled, scaled);
    mpz_add_ui(scaled, scaled, 1);
    mpz_tdiv_q_2exp(mpq_numref(root), scaled, 1);
    mpz_ui_pow_ui(mpq_denref(root), 10, (unsigned long)places);
    mpq_canonicalize(root);
    felt_text text = felt_ratio_print_decimal(arena, root, places);
    mpz_clear(scaled);
    mpq_clear(root);
    return text;
}
