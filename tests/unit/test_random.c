/* tests/unit/test_random.c - the generators: published answers, one stream however it is asked for, and chi-square at the 99 % level. */
#include "game/random_kernel.h"

#include <felt/random.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint8_t zero_seed[FELT_RANDOM_SEED_BYTES];

/* The value that a chi-square with `freedom` degrees exceeds in one case of a hundred, after Wilson and Hilferty. */
static double chi_square_99(double freedom)
{
    double part = 2 / (9 * freedom), root = 0.5;
    for (int i = 0; i < 60; i++)
        root = (root + part / root) / 2;
    double cube = 1 - part + 2.326348 * root;
    return freedom * cube * cube * cube;
}

/* Requires all cells equally likely. */
static void assert_even(const uint64_t *counts, int cells)
{
    double total = 0, sum = 0;
    for (int i = 0; i < cells; i++)
        total += (double)counts[i];
    for (int i = 0; i < cells; i++) {
        double off = (double)counts[i] - total / cells;
        sum += off * off / (total / cells);
    }
    if (sum > chi_square_99(cells - 1))
        print_error("chi-square %f with %d degrees, 99 %% are below %f\n", sum, cells - 1, chi_square_99(cells - 1));
    assert_true(sum <= chi_square_99(cells - 1));
}

/* ---- published answers ---- */

/* From the known answers that the authors of Threefry publish with it: threefry2x64, 20 rounds. */
static void threefry_known_answers(void **state)
{
    const uint64_t ones = UINT64_MAX;
    const struct {
        felt_random_pair key, counter, cipher;
    } known[] = {
        {{0, 0}, {0, 0}, {0xc2b6e3a8c2c69865, 0x6f81ed42f350084d}},
        {{ones, ones}, {ones, ones}, {0xe02cb7c4d95d277a, 0xd06633d0893b8b68}},
        {{0xa4093822299f31d0, 0x082efa98ec4e6c89}, {0x243f6a8885a308d3, 0x13198a2e03707344}, {0x263c7d30bb0f0af1, 0x56be8361d3311526}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        felt_random_pair cipher = felt_random_threefry(known[i].key, known[i].counter);
        assert_true(cipher.first == known[i].cipher.first && cipher.second == known[i].cipher.second);
    }
}

/* ChaCha20 of an all-zero key and nonce: the first block of the stream, as RFC 7539 prints it (appendix A.1, test vector 1). */
static void chacha20_known_answer(void **state)
{
    felt_random random;
    (void)state;
    felt_random_live(&random, zero_seed, 0);
    uint64_t word = felt_random_word(&random);
    const uint8_t published[8] = {0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90};
    for (int i = 0; i < 8; i++)
        assert_int_equal(word >> (8 * i) & 255, published[i]);
}

/* A long stretch of stream 7, made block by block, against the library's own in one call. */
static void the_live_stream_is_the_ciphers(void **state)
{
    enum { WORDS = 40000 };
    felt_random random;
    uint8_t seed[FELT_RANDOM_SEED_BYTES], nonce[crypto_stream_chacha20_NONCEBYTES] = {7};
    uint8_t *bytes = malloc(WORDS * 8);
    (void)state;
    for (size_t i = 0; i < sizeof seed; i++)
        seed[i] = (uint8_t)(i * 7 + 1);
    assert_non_null(bytes);
    assert_int_equal(crypto_stream_chacha20(bytes, WORDS * 8, nonce, seed), 0);
    felt_random_live(&random, seed, 7);
    for (size_t i = 0; i < WORDS; i++) {
        uint64_t word = felt_random_word(&random);
        for (size_t k = 0; k < 8; k++)
            assert_int_equal(word >> (8 * k) & 255, bytes[8 * i + k]);
    }
    free(bytes);
}

/* ---- one stream ---- */

static void assert_same_words(felt_random a, felt_random b)
{
    uint64_t words[1000];
    for (size_t at = 0, step = 1; at < 1000; at += step, step = step * 3 % 401 + 1) {
        if (step > 1000 - at)
            step = 1000 - at;
        felt_random_fill(&a, words + at, step);
    }
    for (int i = 0; i < 1000; i++)
        assert_true(felt_random_word(&b) == words[i]);
}

static void words_do_not_depend_on_how_they_are_asked_for(void **state)
{
    felt_random live, counter;
    (void)state;
    felt_random_live(&live, zero_seed, 7);
    felt_random_counter(&counter, 1, 7);
    assert_same_words(live, live);
    assert_same_words(counter, counter);
}

static void streams_differ(void **state)
{
    felt_random a, b;
    uint8_t seed[FELT_RANDOM_SEED_BYTES] = {1};
    (void)state;
    felt_random_live(&a, zero_seed, 1);
    felt_random_live(&b, zero_seed, 2);
    assert_true(felt_random_word(&a) != felt_random_word(&b));
    felt_random_live(&b, seed, 1);
    assert_true(felt_random_word(&a) != felt_random_word(&b));
    felt_random_counter(&a, 1, 1);
    felt_random_counter(&b, 1, 2);
    assert_true(felt_random_word(&a) != felt_random_word(&b));
    felt_random_counter(&b, 2, 1);
    assert_true(felt_random_word(&a) != felt_random_word(&b));
}

static void every_processor_makes_the_same_blocks(void **state)
{
    random_choice choices[3];
    int count = random_choices(choices);
    uint64_t plain[5 * FELT_RANDOM_BLOCK_WORDS], words[5 * FELT_RANDOM_BLOCK_WORDS];
    (void)state;
    choices[count - 1].blocks(11, 12, UINT64_MAX / 8 - 2, 5, plain);
    for (int i = 0; i < count; i++) {
        choices[i].blocks(11, 12, UINT64_MAX / 8 - 2, 5, words);
        assert_memory_equal(words, plain, sizeof plain);
    }
    for (uint64_t i = 0; i < 40; i++) {
        felt_random_pair cipher = felt_random_threefry((felt_random_pair){11, 0}, (felt_random_pair){(UINT64_MAX / 8 - 2) * 8 + i, 12});
        assert_true(plain[i / 8 * 16 + i % 8] == cipher.first && plain[i / 8 * 16 + 8 + i % 8] == cipher.second);
    }
}

/* ---- scaling ---- */

/* The refusal rule, on a model of eight bits instead of 64: what is left is divided evenly. */
static void refusal_leaves_equal_shares(void **state)
{
    (void)state;
    for (unsigned bound = 1; bound <= 255; bound++) {
        unsigned shares[256] = {0};
        for (unsigned word = 0; word < 256; word++)
            if ((word * bound & 255) >= 256 % bound)
                shares[word * bound >> 8]++;
        for (unsigned i = 0; i < bound; i++)
            assert_int_equal(shares[i], 256 / bound);
    }
}

static void below_stays_below(void **state)
{
    felt_random random;
    (void)state;
    felt_random_counter(&random, 3, 0);
    for (uint32_t bound = 1; bound < 2000; bound++)
        assert_true(felt_random_below(&random, bound) < bound);
    for (int i = 0; i < 100; i++)
        assert_true(felt_random_below(&random, 1) == 0);
    for (int i = 0; i < 100; i++)
        assert_true(felt_random_below(&random, UINT32_MAX) < UINT32_MAX);
}

/* ---- chi-square: the short version of tests/battery ---- */

static void assert_bytes_even(felt_random *random)
{
    uint64_t bytes[256] = {0}, pairs[65536] = {0}, ones[64] = {0};
    for (int i = 0; i < 400000; i++) {
        uint64_t word = felt_random_word(random);
        for (int k = 0; k < 8; k++)
            bytes[word >> (8 * k) & 255]++;
        for (int k = 0; k < 4; k++)
            pairs[word >> (16 * k) & 65535]++;
        for (int k = 0; k < 64; k++)
            ones[k] += word >> k & 1;
    }
    assert_even(bytes, 256);
    assert_even(pairs, 65536);
    /* A bit is set in half of the words, within 4 standard deviations: one of 64 bits fails by chance in 0.4 % of seeds. */
    for (int k = 0; k < 64; k++)
        assert_in_range(ones[k], 200000 - 4 * 317, 200000 + 4 * 317);
}

static void live_bytes_are_even(void **state)
{
    felt_random random;
    (void)state;
    felt_random_live(&random, zero_seed, 42);
    assert_bytes_even(&random);
}

static void counter_bytes_are_even(void **state)
{
    felt_random random;
    (void)state;
    felt_random_counter(&random, 42, 42);
    assert_bytes_even(&random);
}

/* The first word of many streams is as good as many words of one stream. */
static void first_words_of_streams_are_even(void **state)
{
    uint64_t live[256] = {0}, counter[256] = {0};
    (void)state;
    for (uint64_t stream = 0; stream < 20000; stream++) {
        felt_random a, b;
        felt_random_live(&a, zero_seed, stream);
        felt_random_counter(&b, 1, stream);
        live[felt_random_word(&a) & 255]++;
        counter[felt_random_word(&b) & 255]++;
    }
    assert_even(live, 256);
    assert_even(counter, 256);
}

static void scaled_numbers_are_even(void **state)
{
    static const uint32_t bounds[] = {2, 3, 6, 13, 36, 52, 416};
    (void)state;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        uint64_t counts[416] = {0};
        felt_random random;
        felt_random_live(&random, zero_seed, i);
        for (int k = 0; k < 200000; k++)
            counts[felt_random_below(&random, bounds[i])]++;
        assert_even(counts, (int)bounds[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threefry_known_answers),
        cmocka_unit_test(chacha20_known_answer),
        cmocka_unit_test(the_live_stream_is_the_ciphers),
        cmocka_unit_test(words_do_not_depend_on_how_they_are_asked_for),
        cmocka_unit_test(streams_differ),
        cmocka_unit_test(every_processor_makes_the_same_blocks),
        cmocka_unit_test(refusal_leaves_equal_shares),
        cmocka_unit_test(below_stays_below),
        cmocka_unit_test(live_bytes_are_even),
        cmocka_unit_test(counter_bytes_are_even),
        cmocka_unit_test(first_words_of_streams_are_even),
        cmocka_unit_test(scaled_numbers_are_even),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
