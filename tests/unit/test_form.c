/* tests/unit/test_form.c - the canonical form of a wager: what it depends on and what not, and that it does what the machine does. */
#include "oracle/shipped.h"
#include "sheets.h"

#include <felt/craps.h>
#include <felt/form.h>
#include <string.h>

/* ---- from texts ---- */

static void hash_text(const char *text, char ret[FELT_FORM_HASH_DIGITS + 1])
{
    test_sheet t = test_sheet_good(text);
    const felt_wager *w = &t.sheet->wagers[t.sheet->wager_count - 1];
    uint8_t hash[FELT_FORM_HASH_BYTES];
    assert_int_equal(felt_wager_hash(t.sheet, w, &w->variants[0], hash), FELT_OK);
    felt_form_hash_write(hash, ret);
    test_sheet_free(&t);
}

static void assert_hashes(bool same, const char *a, const char *b)
{
    char first[FELT_FORM_HASH_DIGITS + 1], second[FELT_FORM_HASH_DIGITS + 1];
    hash_text(a, first);
    hash_text(b, second);
    assert_int_equal(strlen(first), FELT_FORM_HASH_DIGITS);
    if ((strcmp(first, second) == 0) != same)
        fail_msg("%s:\n%s\n%s", same ? "the hashes differ" : "the hashes are the same", a, b);
}

#define HEAD                                                                                                                               \
    "sheet \"S\"\ngame craps\nwager \"Line\" as line\n  placed before any come-out roll\n  line wins pays 1 to 1\n  seven-out loses\n  "   \
    "otherwise stays\n"
#define WAGER HEAD "wager \"Two\" as two\n"
#define PLAIN WAGER "  2 rolled pays 30 to 1\n  any seven loses\n  otherwise stays\n"

/* "mending a comment must not strand a bet on the table" */
static void words_do_not_matter(void **state)
{
    (void)state;
    assert_hashes(true, PLAIN, "# A comment.\n" PLAIN);
    assert_hashes(true, PLAIN,
                  HEAD "wager \"The Deuce\" as deuce\n  cites \"3\"\n  2 rolled pays 30 to 1\n  any seven loses\n  otherwise stays\n");
    assert_hashes(true, PLAIN, WAGER "  1-1 rolled pays 30 to 1 cites \"4\"\n  7 rolled loses\n  otherwise stays\n");
    assert_hashes(true, PLAIN, WAGER "  2 rolled pays 31 for 1\n  any seven loses\n  otherwise stays\n");
    assert_hashes(true, WAGER "  2 rolled pays 60 to 2\n  any seven loses\n  otherwise stays\n", PLAIN);
    static const char options[] = "sheet \"S\"\ngame craps\noption pay \"what a 2 pays\"\n  more \"a lot\"\n  less \"a little\"\n"
                                  "wager \"Two\" as two\n  where pay is more: 2 rolled pays 30 to 1\n"
                                  "  where pay is less: 2 rolled pays 20 to 1\n  any seven loses\n  otherwise stays\n";
    static const char renamed[] = "sheet \"T\"\ngame craps\noption size \"how much\"\n  big \"much\"\n  small \"not much\"\n"
                                  "wager \"Two\" as two\n  where size is big: 2 rolled pays 30 to 1\n"
                                  "  where size is small: 2 rolled pays 20 to 1\n  any seven loses\n  otherwise stays\n";
    assert_hashes(true, options, renamed);
    assert_hashes(true, options, PLAIN);
}

static void order_of_rows_that_do_not_overlap_does_not_matter(void **state)
{
    (void)state;
    assert_hashes(true, PLAIN, WAGER "  any seven loses\n  2 rolled pays 30 to 1\n  otherwise stays\n");
    /* nor does a row that never decides */
    assert_hashes(true, PLAIN, WAGER "  2 rolled pays 30 to 1\n  1-1 rolled pays 99 to 1\n  any seven loses\n  otherwise stays\n");
}

/* "changing a pay must" */
static void rules_matter(void **state)
{
    (void)state;
    assert_hashes(false, PLAIN, WAGER "  2 rolled pays 29 to 1\n  any seven loses\n  otherwise stays\n");
    assert_hashes(false, PLAIN, WAGER "  vig 5% of the stake\n  2 rolled pays 30 to 1\n  any seven loses\n  otherwise stays\n");
    assert_hashes(false, PLAIN, WAGER "  2 rolled pays 30 to 1 less 5%\n  any seven loses\n  otherwise stays\n");
    assert_hashes(false, PLAIN, WAGER "  2 rolled pays 30 to 1 and dealer 1 to 1\n  any seven loses\n  otherwise stays\n");
    assert_hashes(false, PLAIN, WAGER "  2 rolled pays unset\n  any seven loses\n  otherwise stays\n");
    assert_hashes(false, PLAIN, WAGER "  2 rolled pays 30 to 1\n  any seven pushes\n  otherwise stays\n");
    assert_hashes(false, PLAIN, WAGER "  2 rolled pays 30 to 1\n  any seven loses\n  12 rolled loses\n  otherwise stays\n");
    assert_hashes(false, PLAIN, WAGER "  12 rolled pays 30 to 1\n  any seven loses\n  otherwise stays\n");
    assert_hashes(false, PLAIN, WAGER "  placed before any come-out roll\n  2 rolled pays 30 to 1\n  any seven loses\n  otherwise stays\n");
    assert_hashes(false, WAGER "  placed before any come-out roll\n  2 rolled pays 30 to 1\n  any seven loses\n  otherwise stays\n",
                  WAGER
                  "  placed before a new shooter's first come-out roll\n  2 rolled pays 30 to 1\n  any seven loses\n  otherwise stays\n");
    assert_hashes(false, PLAIN, WAGER "  needs \"Line\"\n  2 rolled pays 30 to 1\n  any seven loses\n  otherwise stays\n");
}

/* What only the compiled form can say so far, by hand. */
static void needs_and_mays_matter(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good(WAGER "  needs \"Line\"\n  2 rolled pays 30 to 1\n  any seven loses\n  otherwise stays\n");
    const felt_wager *w = &t.sheet->wagers[1];
    felt_wager six = *w;
    six.number = 6;
    felt_need on_number = {.wager = 0, .on_number = true};
    felt_need outside = {.wager = FELT_WAGER_OUTSIDE, .sheet = felt_text_from("craps"), .name = felt_text_from("line")};
    felt_variant changed[7];
    for (int i = 0; i < 7; i++)
        changed[i] = w->variants[0];
    changed[1].needs = &on_number;
    changed[2].needs = &outside;
    changed[3].most_num = 3, changed[3].most_den = 1;
    changed[4].may = FELT_MAY_TAKE_DOWN;
    changed[5].may = FELT_MAY_TAKE_DOWN | FELT_MAY_LOWER;
    changed[6].vig_num = 1, changed[6].vig_den = 20;
    uint8_t hashes[7][FELT_FORM_HASH_BYTES];
    for (int i = 0; i < 7; i++) {
        assert_int_equal(felt_wager_hash(t.sheet, &six, &changed[i], hashes[i]), FELT_OK);
        for (int k = 0; k < i; k++)
            assert_memory_not_equal(hashes[i], hashes[k], FELT_FORM_HASH_BYTES);
    }
    felt_text text;
    const felt_form *form;
    assert_int_equal(felt_form_make(t.arena, t.sheet, &six, &changed[1], &form), FELT_OK);
    assert_int_equal(felt_form_write(t.arena, form, &text), FELT_OK);
    assert_non_null(strstr(text.bytes, "\"needs\":[{\"on_number\":6,\"sheet\":null,\"side\":\"\",\"wager\":\"line\"}]"));
    test_sheet_free(&t);
}

/* ---- machines numbered anew by hand ---- */

static void shuffle(uint16_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        list[i] = (uint16_t)i;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = (uint32_t)rand() % i;
        uint16_t kept = list[i - 1];
        list[i - 1] = list[k];
        list[k] = kept;
    }
}

/* The same machine with its states, classes and rows numbered at random, one class split in two, and a state that play cannot reach. */
typedef struct renumbered {
    felt_machine machine;
    felt_variant variant;
    uint16_t *state_of; /* the new number of each state */
    uint16_t *next;
    uint8_t *class_of;
    felt_row_pay pays[FELT_ROWS_MAX];
} renumbered;

static void fill_next(renumbered *r, const felt_machine *m, const uint16_t *class_to, const uint16_t *row_to)
{
    uint32_t states = r->machine.state_count;
    for (uint32_t s = 0; s < m->state_count; s++)
        for (uint32_t c = 0; c <= m->class_count; c++) {
            uint32_t next = m->next[s * m->class_count + (c < m->class_count ? c : 0)]; /* the last class is split off the first */
            if (next < m->state_count)
                next = r->state_of[next];
            else if (next != FELT_STATE_NONE)
                next = states + row_to[next - m->state_count];
            r->next[r->state_of[s] * r->machine.class_count + class_to[c]] = (uint16_t)next;
        }
    for (uint32_t c = 0; c <= m->class_count; c++) /* the state that is left over */
        r->next[r->state_of[m->state_count] * r->machine.class_count + c] = (uint16_t)((uint32_t)rand() % states);
}

static void renumber(const felt_wager *w, const felt_variant *v, renumbered *r)
{
    const felt_machine *m = v->machine;
    uint16_t class_to[FELT_CLASSES_MAX + 1], row_to[FELT_ROWS_MAX];
    r->machine = *m;
    r->machine.state_count = m->state_count + 1;
    r->machine.class_count = m->class_count + 1;
    r->state_of = calloc(r->machine.state_count, sizeof *r->state_of);
    r->next = calloc((size_t)r->machine.state_count * r->machine.class_count, sizeof *r->next);
    r->class_of = calloc((size_t)m->game->event_count, 1);
    shuffle(r->state_of, r->machine.state_count);
    shuffle(class_to, r->machine.class_count);
    shuffle(row_to, (uint32_t)w->row_count);
    fill_next(r, m, class_to, row_to);
    for (int i = 0; i < m->game->event_count; i++)
        r->class_of[i] = (uint8_t)class_to[m->class_of[i] == 0 && rand() % 2 ? m->class_count : m->class_of[i]];
    for (int phase = 0; phase < m->game->phase_count; phase++)
        if (m->start[phase] != FELT_STATE_NONE)
            r->machine.start[phase] = r->state_of[m->start[phase]];
    for (int row = 0; row < w->row_count; row++)
        r->pays[row_to[row]] = v->pays[row];
    r->machine.next = r->next;
    r->machine.class_of = r->class_of;
    r->variant = *v;
    r->variant.machine = &r->machine;
    r->variant.pays = r->pays;
}

static void assert_numbering_does_not_matter(const felt_sheet *sheet, const felt_wager *w, const felt_variant *v)
{
    renumbered r;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_form *a, *b;
    renumber(w, v, &r);
    assert_int_equal(felt_form_make(arena, sheet, w, v, &a), FELT_OK);
    assert_int_equal(felt_form_make(arena, sheet, w, &r.variant, &b), FELT_OK);
    assert_memory_equal(a->hash, b->hash, FELT_FORM_HASH_BYTES);
    assert_int_equal(a->state_count, v->machine->state_count);
    assert_int_equal(b->state_count, v->machine->state_count);
    for (uint32_t s = 0; s < v->machine->state_count; s++) /* a saved state is found again */
        assert_int_equal(a->numbers[s], b->numbers[r.state_of[s]]);
    assert_int_equal(b->numbers[r.state_of[v->machine->state_count]], FELT_STATE_NONE);
    free(r.state_of);
    free(r.next);
    free(r.class_of);
    felt_arena_free(arena);
}

/* Does the form do what the machine does, in every state and event? */
static void assert_form_steps(const felt_sheet *sheet, const felt_wager *w, const felt_variant *v)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_form *form;
    assert_int_equal(felt_form_make(arena, sheet, w, v, &form), FELT_OK);
    for (uint32_t s = 0; s < form->state_count; s++)
        for (int i = 0; i < sheet->game->event_count; i++) {
            int next = felt_form_next(form, s, form->class_of[i]), event = form->events[i];
            int row = felt_machine_row(v->machine, form->states[s], event);
            if (row == -1)
                assert_int_equal(form->states[next], felt_machine_next(v->machine, form->states[s], event));
            else if (row == FELT_ROW_NONE)
                assert_int_equal(next, FELT_FORM_NOTHING);
            else
                assert_int_equal(form->rows[-1 - next], row);
        }
    felt_arena_free(arena);
}

static void every_shipped_wager(void **state)
{
    const shipped *s = *state;
    srand(5);
    for (int i = 0; i < s->count; i++)
        for (int w = 0; w < s->sheets[i]->wager_count; w++) {
            const felt_wager *wager = &s->sheets[i]->wagers[w];
            const felt_machine *before = NULL;
            for (int v = 0; v < wager->variant_count; v++) {
                if (wager->variants[v].machine == before)
                    continue; /* another pay */
                before = wager->variants[v].machine;
                assert_form_steps(s->sheets[i], wager, &wager->variants[v]);
                assert_numbering_does_not_matter(s->sheets[i], wager, &wager->variants[v]);
            }
        }
}

/* ---- a game that numbers its events otherwise ---- */

static int write_backwards(int code, char *ret, size_t size)
{
    return felt_game_craps.event_write(FELT_ROLL_COUNT - 1 - code, ret, size);
}

static void numbers_of_events_do_not_matter(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\nwager \"W\" as w\n  hard 6 rolled at least twice pays 5 to 1\n"
                                   "  seven-out loses\n  otherwise stays\n");
    const felt_wager *w = &t.sheet->wagers[0];
    felt_game backwards = felt_game_craps;
    backwards.event_write = write_backwards;
    felt_sheet sheet = *t.sheet;
    sheet.game = &backwards;
    felt_machine machine = *w->variants[0].machine;
    uint8_t class_of[FELT_ROLL_COUNT], first[FELT_FORM_HASH_BYTES], second[FELT_FORM_HASH_BYTES];
    for (int i = 0; i < FELT_ROLL_COUNT; i++)
        class_of[i] = machine.class_of[FELT_ROLL_COUNT - 1 - i];
    machine.class_of = class_of;
    machine.game = &backwards;
    felt_variant variant = w->variants[0];
    variant.machine = &machine;
    assert_int_equal(felt_wager_hash(t.sheet, w, &w->variants[0], first), FELT_OK);
    assert_int_equal(felt_wager_hash(&sheet, w, &variant, second), FELT_OK);
    assert_memory_equal(first, second, FELT_FORM_HASH_BYTES);
    test_sheet_free(&t);
}

/* An event is known by its text. */
static void events_have_texts_of_their_own(void **state)
{
    (void)state;
    const felt_game *game;
    for (int g = 0; (game = felt_game_at(g)) != NULL; g++) {
        char(*texts)[FELT_EVENT_TEXT_BYTES] = calloc((size_t)game->event_count, sizeof *texts);
        assert_non_null(texts);
        for (int i = 0; i < game->event_count; i++)
            assert_in_range(game->event_write(i, texts[i], sizeof texts[i]), 1, FELT_EVENT_TEXT_BYTES - 1);
        qsort(texts, (size_t)game->event_count, sizeof *texts, (int (*)(const void *, const void *))strcmp);
        for (int i = 1; i < game->event_count; i++)
            assert_string_not_equal(texts[i - 1], texts[i]);
        free(texts);
    }
}

/* ---- the text ---- */

static void form_as_text(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\nwager \"W\" as w\n  placed before any come-out roll\n"
                                   "  any seven pays 4 to 1 less 5%\n  otherwise loses\n");
    const felt_form *form;
    felt_text text;
    assert_int_equal(felt_form_make(t.arena, t.sheet, &t.sheet->wagers[0], &t.sheet->wagers[0].variants[0], &form), FELT_OK);
    assert_int_equal(felt_form_write(t.arena, form, &text), FELT_OK);
    assert_string_equal(text.bytes, "{\"class_of\":[0,0,0,0,0,1,0,0,0,1,0,0,1,0,0,0,0,0,0,0,0],"
                                    "\"events\":\"fb8f021f5e836f9ecd08d2b04e7cfeb186b63233027f77b87af5ec74aa385df3\","
                                    "\"game\":\"craps\",\"may\":[],\"most\":null,\"needs\":[],"
                                    "\"new_hand\":false,\"next\":[[-1,-2]],\"phases\":[0,4,5,6,8,9,10],"
                                    "\"rows\":[{\"dealer\":null,\"pay\":{\"commission\":[0,1],\"kind\":\"loses\",\"win\":[0,1]}},"
                                    "{\"dealer\":null,\"pay\":{\"commission\":[1,5],\"kind\":\"wins\",\"win\":[4,1]}}],"
                                    "\"start\":[0,null,null,null,null,null,null],\"version\":1,\"vig\":[0,1]}");
    test_sheet_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_do_not_matter),
        cmocka_unit_test(order_of_rows_that_do_not_overlap_does_not_matter),
        cmocka_unit_test(rules_matter),
        cmocka_unit_test(needs_and_mays_matter),
        cmocka_unit_test(every_shipped_wager),
        cmocka_unit_test(numbers_of_events_do_not_matter),
        cmocka_unit_test(events_have_texts_of_their_own),
        cmocka_unit_test(form_as_text),
    };
    return cmocka_run_group_tests(tests, shipped_setup, shipped_teardown);
}
