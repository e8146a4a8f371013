/* src/design/frontier.c - those paytables of which no other is at least as good in all three figures, and better in one.
 *
 * Candidates are gathered, and thinned out when there are many: sorted by top pay and distance, each is compared with the smallest
 * deviation among those before it that are no further from the target (the stairs). A coarse grid of what is left then throws away most of
 * those that come after without any of that. */
#include "frontier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GATHERED = 1 << 15, /* beside those that were left */
    TOPS = 8 * 24,      /* eight to a doubling, for pays up to a million and a little more */
    DISTANCES = 64,
};

struct frontier {
    const problem *p;
    candidate *list;
    int *numbers; /* room for those of each */
    candidate **stairs;
    int count, capacity;
    bool cut;
    double grid[TOPS + 1][DISTANCES + 1]; /* the least variance of all with a higher top and a smaller distance */
    double grid_width;                    /* of distances; 0: there is no grid yet */
};

/* ---- memory ---- */

/* Sorting has mixed whose numbers are where, so that they are found again by their places. */
static bool move_numbers(frontier *f, int capacity)
{
    size_t parts = (size_t)f->p->part_count;
    int *numbers = malloc((size_t)capacity * parts * sizeof *numbers);
    if (numbers == NULL)
        return false;
    if (f->capacity > 0)
        memcpy(numbers, f->numbers, (size_t)f->capacity * parts * sizeof *numbers);
    for (int i = 0; i < capacity; i++)
        f->list[i].numbers = i < f->capacity ? numbers + (f->list[i].numbers - f->numbers) : numbers + (size_t)i * parts;
    free(f->numbers);
    f->numbers = numbers;
    return true;
}

static bool make_room(frontier *f, int capacity)
{
    candidate *list = realloc(f->list, (size_t)capacity * sizeof *list);
    if (list == NULL)
        return false;
    f->list = list;
    candidate **stairs = realloc(f->stairs, (size_t)capacity * sizeof *stairs);
    if (stairs == NULL)
        return false;
    f->stairs = stairs;
    if (!move_numbers(f, capacity))
        return false;
    f->capacity = capacity;
    return true;
}

frontier *frontier_new(const problem *p)
{
    frontier *f = calloc(1, sizeof *f);
    if (f != NULL) {
        f->p = p;
        if (make_room(f, GATHERED))
            return f;
    }
    frontier_free(f);
    return NULL;
}

void frontier_free(frontier *f)
{
    if (f == NULL)
        return;
    free(f->list);
    free(f->numbers);
    free(f->stairs);
    free(f);
}

/* ---- the grid ---- */

static int top_place(const candidate *c)
{
    int exponent, place;
    double mantissa = frexp((double)c->top_num / c->top_den, &exponent);
    place = 8 * exponent + (int)((mantissa - 0.5) * 16);
    return place < 0 ? 0 : place > TOPS - 1 ? TOPS - 1 : place;
}

static int distance_place(const frontier *f, double distance)
{
    double place = distance / f->grid_width;
    return place >= DISTANCES - 1 ? DISTANCES - 1 : (int)place;
}

/* grid[t][d]: of candidates in a higher place of tops and a lower one of distances, so that both are better for sure. */
static void set_grid(frontier *f)
{
    f->grid_width = 0;
    for (int i = 0; i < f->count; i++)
        f->grid_width = f->list[i].distance / (DISTANCES - 1) > f->grid_width ? f->list[i].distance / (DISTANCES - 1) : f->grid_width;
    for (int t = 0; t <= TOPS; t++)
        for (int d = 0; d <= DISTANCES; d++)
            f->grid[t][d] = INFINITY;
    if (f->grid_width <= 0)
        return;
    for (int i = 0; i < f->count; i++) {
        const candidate *c = &f->list[i];
        int t = top_place(c), d = distance_place(f, c->distance) + 1;
        if (t > 0)
            f->grid[t - 1][d] = fmin(f->grid[t - 1][d], c->variance);
    }
    for (int t = TOPS; t >= 0; t--)
        for (int d = 0; d <= DISTANCES; d++) {
            double least = f->grid[t][d];
            least = t < TOPS ? fmin(least, f->grid[t + 1][d]) : least;
            f->grid[t][d] = d > 0 ? fmin(least, f->grid[t][d - 1]) : least;
        }
}

static bool is_beaten(const frontier *f, const candidate *c)
{
    return f->grid_width > 0 && c->variance * (1 - 1e-9) > f->grid[top_place(c)][distance_place(f, c->distance)];
}

/* ---- thinning out ---- */

/* qsort has no context: heap sort, in place, of the list alone. */
static int in_order(const frontier *f, const candidate *a, const candidate *b)
{
    int order = candidate_by_top(b, a);
    if (order == 0)
        order = candidate_by_distance(f->p, a, b);
    if (order == 0)
        order = candidate_by_variance(f->p, a, b);
    for (int i = 0; i < f->p->part_count && order == 0; i++)
        order = (a->numbers[i] > b->numbers[i]) - (a->numbers[i] < b->numbers[i]);
    return order;
}

static void swap(candidate *a, candidate *b)
{
    candidate c = *a;
    *a = *b;
    *b = c;
}

static void sift(frontier *f, int root, int count)
{
    for (int child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && in_order(f, &f->list[child], &f->list[child + 1]) < 0)
            child++;
        if (in_order(f, &f->list[root], &f->list[child]) >= 0)
            return;
        swap(&f->list[root], &f->list[child]);
    }
}

static void sort(frontier *f)
{
    for (int i = f->count / 2 - 1; i >= 0; i--)
        sift(f, i, f->count);
    for (int end = f->count - 1; end > 0; end--) {
        swap(&f->list[0], &f->list[end]);
        sift(f, 0, end);
    }
}

/* How many stairs are no further from the target than `c`. The deviation falls from one to the next. */
static int stairs_before(const frontier *f, int count, const candidate *c)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (candidate_by_distance(f->p, f->stairs[middle], c) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Is one before it better? If not, it becomes a stair where its deviation is smaller than all that are no further. */
static bool step_on(frontier *f, int *count, candidate *c)
{
    int before = stairs_before(f, *count, c), behind = before;
    if (before > 0) {
        const candidate *stair = f->stairs[before - 1];
        int order = candidate_by_variance(f->p, stair, c);
        if (order < 0)
            return false;
        if (order == 0)
            return candidate_by_top(stair, c) == 0 && candidate_by_distance(f->p, stair, c) == 0;
    }
    if (before > 0 && candidate_by_distance(f->p, f->stairs[before - 1], c) == 0)
        before--; /* as far, and of a larger deviation: it only counts for tops that have gone by */
    while (behind < *count && candidate_by_variance(f->p, f->stairs[behind], c) >= 0)
        behind++;
    memmove(&f->stairs[before + 1], &f->stairs[behind], (size_t)(*count - behind) * sizeof *f->stairs);
    f->stairs[before] = c;
    *count += 1 - (behind - before);
    return true;
}

static bool thin_out(frontier *f)
{
    int stairs = 0, kept = 0;
    bool *keeps = malloc((size_t)f->count + 1);
    if (keeps == NULL)
        return false;
    sort(f);
    for (int i = 0; i < f->count; i++)
        keeps[i] = step_on(f, &stairs, &f->list[i]);
    for (int i = 0; i < f->count; i++)
        if (keeps[i])
            swap(&f->list[kept++], &f->list[i]);
    free(keeps);
    f->count = kept;
    if (f->count > FELT_DESIGN_FRONTIER_MAX) {
        f->count = FELT_DESIGN_FRONTIER_MAX;
        f->cut = true;
    }
    set_grid(f);
    return true;
}

bool frontier_add(frontier *f, const candidate *c)
{
    if (is_beaten(f, c))
        return true;
    if (f->count == f->capacity) {
        if (!thin_out(f))
            return false;
        if (f->count > f->capacity / 2 && !make_room(f, f->capacity * 2))
            return false;
    }
    candidate *kept = &f->list[f->count++];
    int *numbers = kept->numbers;
    *kept = *c;
    kept->numbers = numbers;
    memcpy(numbers, c->numbers, (size_t)f->p->part_count * sizeof *numbers);
    return true;
}

bool frontier_finish(frontier *f, const candidate **ret, int *ret_count, bool *ret_cut)
{
    if (!thin_out(f))
        return false;
    *ret = f->list;
    *ret_count = f->count;
    *ret_cut = f->cut;
    return true;
}
