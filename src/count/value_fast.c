/* src/count/value_fast.c - values of sixteen shoes by the fastest kernel that the processor can run. */
#include "count/value_fast.h"
#include "odds/shoe.h"

#include <assert.h>
#include <stdlib.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Vectors of somebody's array of doubles. */
typedef double vec_plain __attribute__((vector_size(16), may_alias));
typedef int64_t ivec_plain __attribute__((vector_size(16), may_alias));

static inline vec_plain fused_plain(vec_plain a, vec_plain b, vec_plain c)
{
    return (vec_plain){__builtin_fma(a[0], b[0], c[0]), __builtin_fma(a[1], b[1], c[1])};
}

static inline vec_plain all_plain(double x)
{
    return (vec_plain){x, x};
}

#define VALUE_NAME(name) name##_plain
#define VALUE_TARGET
#include "count/value_kernel.h"

#if defined(__x86_64__)
typedef double vec_avx2 __attribute__((vector_size(32), may_alias));
typedef int64_t ivec_avx2 __attribute__((vector_size(32), may_alias));

__attribute__((target("avx2,fma"))) static inline vec_avx2 fused_avx2(vec_avx2 a, vec_avx2 b, vec_avx2 c)
{
    return (vec_avx2)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}

__attribute__((target("avx2,fma"))) static inline vec_avx2 all_avx2(double x)
{
    return (vec_avx2)_mm256_set1_pd(x);
}

#define VALUE_NAME(name) name##_avx2
#define VALUE_TARGET __attribute__((target("avx2,fma")))
#include "count/value_kernel.h"

typedef double vec_avx512 __attribute__((vector_size(64), may_alias));
typedef int64_t ivec_avx512 __attribute__((vector_size(64), may_alias));

__attribute__((target("avx512f"))) static inline vec_avx512 fused_avx512(vec_avx512 a, vec_avx512 b, vec_avx512 c)
{
    return (vec_avx512)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}

__attribute__((target("avx512f"))) static inline vec_avx512 all_avx512(double x)
{
    return (vec_avx512)_mm512_set1_pd(x);
}

#define VALUE_NAME(name) name##_avx512
#define VALUE_TARGET __attribute__((target("avx512f")))
#include "count/value_kernel.h"
#endif

int value_kernels(value_kernel ret[3])
{
    int count = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        ret[count++] = (value_kernel){"avx512", polynomials_avx512, counts_avx512, finish_avx512};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        ret[count++] = (value_kernel){"avx2", polynomials_avx2, counts_avx2, finish_avx2};
#endif
    ret[count++] = (value_kernel){"plain", polynomials_plain, counts_plain, finish_plain};
    return count;
}

/* ---- plans ---- */

value_work *value_work_new(const value_plan *plan)
{
    size_t lanes = sizeof(double[VALUE_LANES]), slots = VALUE_SLOT_PRODUCTS + (size_t)plan->product_count;
    value_work *work = aligned_alloc(64, sizeof *work + ((size_t)plan->count + slots) * lanes);
    if (work != NULL)
        work->slots = work->forms[plan->count];
    return work;
}

static void run_counts(const value_kernel *kernel, const value_plan *plan, const value_lanes *lanes, value_work *work)
{
    static_assert(VALUE_LANES == 2 * FELT_SHOE_LANES, "two blocks are needed");
    felt_shoe_choice choices[3];
    felt_shoe_choices(choices);
    for (int first = 0; first < VALUE_LANES; first += FELT_SHOE_LANES) {
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
            for (int i = 0; i < FELT_SHOE_LANES; i++)
                work->half.cards[rank][i] = lanes->cards[rank][first + i];
        choices[0].kernel(&work->half, &work->block);
        kernel->counts(plan, &work->block, first, work->sums, work->forms);
    }
}

static void run_exactly(const value_form *form, const value_lanes *lanes, uint32_t open, value_sixteen *ret)
{
    for (int lane = 0; open != 0; lane++, open >>= 1) {
        if ((open & 1) == 0)
            continue;
        felt_shoe shoe;
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
            shoe.cards[rank] = (int32_t)lanes->cards[rank][lane];
        if (felt_shoe_size(&shoe) < FELT_SHOE_CARDS_MIN)
            continue;
        value_fixed exact = value_form_fixed(form, &shoe);
        ret->value[lane] = exact.value;
        ret->good[lane] = -(int64_t)exact.good;
    }
}

void value_plan_forms(const value_kernel *kernel, const value_plan *plan, value_work *work, const value_lanes *lanes)
{
    if (plan->by_counts)
        run_counts(kernel, plan, lanes, work);
    else
        kernel->polynomials(plan, lanes, work->slots, work->forms);
}

void value_plan_run(const value_kernel *kernel, const value_plan *plan, value_work *work, const value_lanes *lanes, value_sixteen *ret)
{
    value_plan_forms(kernel, plan, work, lanes);
    for (int i = 0; i < plan->count; i++) {
        uint32_t open = kernel->finish(&plan->ends[i], lanes, work->forms[i], &ret[i]);
        if (__builtin_expect(open != 0, 0))
            run_exactly(&plan->forms[i], lanes, open, &ret[i]);
    }
}
