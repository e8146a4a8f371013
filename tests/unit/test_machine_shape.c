/* tests/unit/test_machine_shape.c - compiled craps wagers are minimal machines: every state is reached, no two states do the same. */
#include "sheets.h"

#include <dirent.h>
#include <felt/craps.h>

enum { PAIRS_MOST = 300 }; /* states up to which all pairs are compared */

/* ---- the promises of felt_machine ---- */

static void assert_valid(const felt_machine *m, int row_count)
{
    bool used[FELT_ROLL_COUNT] = {false};
    assert_true(m->class_count >= 1 && m->class_count <= FELT_ROLL_COUNT);
    for (int roll = 0; roll < FELT_ROLL_COUNT; roll++) {
        assert_true(m->class_of[roll] < m->class_count);
        used[m->class_of[roll]] = true;
    }
    for (uint32_t c = 0; c < m->class_count; c++)
        assert_true(used[c]);
    for (int puck = 0; puck < FELT_PUCK_COUNT; puck++)
        assert_true(m->start[puck] == FELT_STATE_NONE || m->start[puck] < m->state_count);
    for (uint32_t i = 0; i < m->state_count * m->class_count; i++)
        assert_true(m->next[i] < m->state_count + (uint32_t)row_count);
}

static void assert_reachable(const felt_machine *m)
{
    bool *seen = calloc(m->state_count, sizeof *seen);
    uint16_t *list = calloc(m->state_count, sizeof *list);
    uint32_t count = 0;
    assert_true(seen != NULL && list != NULL);
    for (int puck = 0; puck < FELT_PUCK_COUNT; puck++)
        if (m->start[puck] != FELT_STATE_NONE && !seen[m->start[puck]]) {
            seen[m->start[puck]] = true;
            list[count++] = m->start[puck];
        }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < m->class_count; c++) {
            uint16_t next = m->next[list[i] * m->class_count + c];
            if (next < m->state_count && !seen[next]) {
                seen[next] = true;
                list[count++] = next;
            }
        }
    assert_int_equal(count, m->state_count);
    free(list);
    free(seen);
}

/* No two kinds of rolls do the same everywhere. */
static void assert_classes_differ(const felt_machine *m)
{
    for (uint32_t a = 0; a < m->class_count; a++)
        for (uint32_t b = a + 1; b < m->class_count; b++) {
            bool differ = false;
            for (uint32_t s = 0; s < m->state_count; s++)
                differ = differ || m->next[s * m->class_count + a] != m->next[s * m->class_count + b];
            assert_true(differ);
        }
}

/* Marks pairs of states that some roll tells apart, until nothing is marked any more; returns whether this round marked one. */
static bool mark_pairs(const felt_machine *m, bool *apart)
{
    bool changed = false;
    uint32_t n = m->state_count;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = a + 1; b < n; b++)
            for (uint32_t c = 0; c < m->class_count && !apart[a * n + b]; c++) {
                uint32_t x = m->next[a * m->class_count + c], y = m->next[b * m->class_count + c];
                uint32_t low = x < y ? x : y, high = x < y ? y : x;
                bool told = x != y && (high >= n || apart[low * n + high]);
                apart[a * n + b] = told;
                changed = changed || told;
            }
    return changed;
}

/* The table-filling method, which has nothing in common with the refinement of partitions in src/sheet/minimize.c. */
static void assert_minimal(const felt_machine *m)
{
    uint32_t n = m->state_count;
    bool *apart = calloc((size_t)n * n, sizeof *apart);
    assert_non_null(apart);
    while (mark_pairs(m, apart)) {
    }
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = a + 1; b < n; b++)
            assert_true(apart[a * n + b]);
    free(apart);
}

/* Is a decision within reach of every state? Then the variant is complete, else it is not. */
static bool always_decidable(const felt_machine *m)
{
    bool *good = calloc(m->state_count, sizeof *good);
    bool changed = true, all = true;
    assert_non_null(good);
    while (changed) {
        changed = false;
        for (uint32_t s = 0; s < m->state_count; s++)
            for (uint32_t c = 0; c < m->class_count && !good[s]; c++) {
                uint16_t next = m->next[s * m->class_count + c];
                good[s] = next >= m->state_count || good[next];
                changed = changed || good[s];
            }
    }
    for (uint32_t s = 0; s < m->state_count; s++)
        all = all && good[s];
    free(good);
    return all;
}

static void assert_shape(const felt_wager *w, const felt_variant *v)
{
    const felt_machine *m = v->machine;
    assert_valid(m, w->row_count);
    assert_reachable(m);
    assert_classes_differ(m);
    if (m->state_count <= PAIRS_MOST)
        assert_minimal(m);
    if (v->complete)
        assert_true(always_decidable(m));
}

/* ---- known machines ---- */

static void assert_states(const char *lines, uint32_t states, uint32_t classes)
{
    test_text text = {0};
    test_text_add(&text, "sheet \"S\"\ngame craps\nwager \"W\" as w on 4, 6 or 8\n%s", lines);
    test_sheet t = test_sheet_good(text.bytes);
    for (int i = 0; i < t.sheet->wager_count; i++)
        for (int v = 0; v < t.sheet->wagers[i].variant_count; v++)
            assert_shape(&t.sheet->wagers[i], &t.sheet->wagers[i].variants[v]);
    const felt_machine *m = t.sheet->wagers[1].variants[0].machine;
    assert_int_equal(m->state_count, states);
    assert_int_equal(m->class_count, classes);
    test_sheet_free(&t);
    test_text_free(&text);
}

static void known_sizes(void **state)
{
    (void)state;
    /* One roll: nothing is remembered. */
    assert_states("7 rolled pays 4 to 1\notherwise loses\n", 1, 2);
    assert_states("otherwise loses\n", 1, 1);
    /* The pass line: the come-out and six points; 2, 3 and 12 are one kind of roll, 7 another, 11 a third. */
    assert_states("placed before any come-out roll\nline wins pays 1 to 1\ncome-out craps or seven-out loses\notherwise stays\n", 7, 9);
    /* A come bet placed on any puck begins at its own come-out. */
    assert_states("placed while a point is on with a come-out of its own\nline wins pays 1 to 1\ncome-out craps or seven-out loses\n"
                  "otherwise stays\n",
                  7, 9);
    /* A hard way: hard 6, the other sixes with the sevens, the rest. */
    assert_states("hard number rolled pays 9 to 1\neasy number rolled or any seven loses\notherwise stays\n", 1, 3);
    /* Which row loses makes no odds, but the row is told apart. */
    assert_states("hard number rolled pays 9 to 1\neasy number rolled loses\nany seven loses\notherwise stays\n", 1, 4);
    /* Counting to five: 0 to 4 so far. */
    assert_states("9 rolled 5 times pays 80 to 1\nany seven loses\notherwise stays\n", 5, 3);
    /* The order of the five low totals does not matter: all subsets but the full one. */
    assert_states("2, 3, 4, 5 and 6 all rolled pays 34 to 1\nany seven loses\notherwise stays\n", 31, 7);
    /* Points are counted to four, with a puck that is off or on one of six points; beyond four nothing is told apart. */
    assert_states(
        "placed before any come-out roll\nseven-out after 4 or more points made pays 9 to 1\nseven-out after 3 points made pays 5 to 1\n"
        "seven-out loses\notherwise stays\n",
        35, 8);
    /* Three points made wins at once, so only 0 to 2 are remembered. */
    assert_states("placed before any come-out roll\n3 points made pays 6 to 1\nseven-out loses\notherwise stays\n", 21, 8);
    /* A row that can only be unreachable leaves no trace. */
    assert_states("7 rolled pays 4 to 1\n7 rolled 9 times pays 9 to 1\nnot 7 rolled loses\n", 1, 2);
}

/* The Works with a seven-out: ten totals, all subsets but the full one, and where the puck is. A seven on the come-out is passed over. With
 * the puck on a point that point has come. 2^10 - 1 subsets with the puck off, and 6 x 2^9 - 6 with the puck on one of six points. */
static void the_works_has_4089_states(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\nwager \"The Works\" as works\nplaced before any come-out roll\n"
                                   "2, 3, 4, 5, 6, 8, 9, 10, 11 and 12 all rolled pays 175 to 1\nseven-out loses\notherwise stays\n");
    const felt_variant *v = &t.sheet->wagers[0].variants[0];
    assert_shape(&t.sheet->wagers[0], v);
    assert_int_equal(v->machine->state_count, (1 << 10) - 1 + 6 * (1 << 9) - 6);
    assert_int_equal(v->machine->state_count, 4089);
    assert_true(v->complete);
    test_sheet_free(&t);
}

static void machines_that_are_never_decided(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\nwager \"W\" as w\n2 rolled and not 3 rolled 1 times pays 1 to 1\n"
                                   "7 rolled and not 3 rolled 1 times loses\notherwise stays\n"
                                   "wager \"V\" as v\n2 rolled pays 1 to 1\n");
    assert_shape(&t.sheet->wagers[0], &t.sheet->wagers[0].variants[0]);
    assert_int_equal(t.sheet->wagers[0].variants[0].machine->state_count, 2);
    assert_false(always_decidable(t.sheet->wagers[0].variants[0].machine));
    assert_false(t.sheet->wagers[0].variants[0].complete);
    assert_false(t.sheet->wagers[1].variants[0].complete);
    test_sheet_free(&t);
}

/* Variants that differ only in pays, or only in which come-out roll they wait for, share one machine. */
static void machines_are_shared(void **state)
{
    (void)state;
    test_sheet t =
        test_sheet_good("sheet \"S\"\ngame craps\noption a \"A\"\nx \"X\"\ny \"Y\"\nwager \"W\" as w\npaytable A B\n"
                        "where a is x: placed before any come-out roll\nwhere a is y: placed before a new shooter's first come-out roll\n"
                        "3 points made pays 5, 6 to 1\nseven-out loses\notherwise stays\n");
    const felt_wager *w = &t.sheet->wagers[0];
    assert_int_equal(w->variant_count, 4);
    for (int v = 1; v < 4; v++)
        assert_ptr_equal(w->variants[v].machine, w->variants[0].machine);
    assert_int_not_equal(w->variants[0].placing, w->variants[2].placing);
    test_sheet_free(&t);
}

/* ---- the shipped sheets ---- */

static void check_sheet_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = calloc(FELT_SHEET_BYTES_MAX + 1, 1);
    assert_non_null(bytes);
    assert_true(fread(bytes, 1, FELT_SHEET_BYTES_MAX, file) > 0);
    fclose(file);
    test_sheet t = test_sheet_good(bytes);
    const felt_machine *last = NULL;
    for (int i = 0; t.sheet->game == &felt_game_craps && i < t.sheet->wager_count; i++)
        for (int v = 0; v < t.sheet->wagers[i].variant_count; v++) {
            const felt_variant *variant = &t.sheet->wagers[i].variants[v];
            if (variant->machine != last)
                assert_shape(&t.sheet->wagers[i], variant);
            last = variant->machine;
        }
    test_sheet_free(&t);
    free(bytes);
}

static void every_shipped_craps_wager(void **state)
{
    (void)state;
    static const char folder[] = FELT_SOURCE_DIR "/rules";
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (strstr(entry->d_name, ".felt") != NULL)
            check_sheet_file(path);
    }
    closedir(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_sizes),
        cmocka_unit_test(the_works_has_4089_states),
        cmocka_unit_test(machines_that_are_never_decided),
        cmocka_unit_test(machines_are_shared),
        cmocka_unit_test(every_shipped_craps_wager),
    };
    return cmocka_run_group_tests_name("machine shape", tests, NULL, NULL);
}
