/* src/sheet/check.c - findings about what a sheet says, from what was seen while its wagers were compiled. */
#include "accept.h"
#include "rules.h"

#include <stdarg.h>
#include <stdio.h>

enum { LOOK_AT_MOST = 16 }; /* variants of a wager that are compared with those of another */

typedef struct checker {
    const compiled *sheet;
    const felt_selection *under; /* the choices that are looked at */
    felt_diags *diags;
    const wager_source *wager; /* being examined; NULL: the sheet as a whole */
    accept_marks marks;
    uint64_t (*hashes)[LOOK_AT_MOST]; /* for each wager of the sheet */
} checker;

static felt_text print(checker *k, const char *format, ...) __attribute__((format(printf, 2, 3)));

static felt_text print(checker *k, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return felt_arena_copy(k->diags->arena, felt_text_from(text));
}

static void report(checker *k, finding which, int line, int column, int width, felt_text message, felt_text example, const char *help)
{
    accept_report(&k->sheet->sheet, k->diags, &k->marks, k->wager == NULL ? 0 : k->wager->at->line, which,
                  (felt_diag){.line = line,
                              .column = column,
                              .width = width,
                              .message = message,
                              .example = example,
                              .help = felt_text_from(help),
                              .wager = k->wager == NULL ? (felt_text){"", 0} : k->wager->short_name});
}

static void report_row(checker *k, finding which, int row, felt_text message, felt_text example, const char *help)
{
    const row_source *r = &k->wager->rows[row];
    report(k, which, r->at->line, r->at->column, (int)felt_text_letters(r->text), message, example, help);
}

static void report_wager(checker *k, finding which, felt_text message, felt_text example, const char *help)
{
    report(k, which, k->wager->at->line, k->wager->at->column, k->wager->at->width, message, example, help);
}

/* " (on player, paytable=PT1)", or nothing when there is neither a side nor an option. */
static void write_where(const checker *k, const felt_wager *w, const felt_variant *v, char *ret, size_t size)
{
    char choices[400];
    felt_variant_write(&k->sheet->sheet, w, v, choices, sizeof choices);
    ret[0] = '\0';
    if (w->side.length > 0)
        snprintf(ret, size, " (on %.*s%s%s)", FELT_TEXT_ARGS(w->side), choices[0] ? ", " : "", choices);
    else if (choices[0] != '\0')
        snprintf(ret, size, " (%s)", choices);
}

static bool is_left(const checker *k, const felt_wager *w, int variant)
{
    return felt_variant_selected(k->under, &k->sheet->sheet, w, &w->variants[variant]);
}

/* ---- one wager: its sides are the public wagers from `first` on ---- */

typedef struct sides {
    const felt_wager *wagers;
    const compiled_wager *extras;
    int count;
} sides;

static bool same_pay(const felt_pay *a, const felt_pay *b)
{
    return a->kind == b->kind && a->win_num == b->win_num && a->win_den == b->win_den && a->commission_num == b->commission_num &&
           a->commission_den == b->commission_den && a->vig_num == b->vig_num && a->vig_den == b->vig_den;
}

static bool same_row_pay(const felt_row_pay *a, const felt_row_pay *b)
{
    return same_pay(&a->pay, &b->pay) && a->has_dealer == b->has_dealer && (!a->has_dealer || same_pay(&a->dealer, &b->dealer));
}

/* The rows that decide something, as bits. */
static const char *possible_event(const checker *k)
{
    return k->sheet->tree.game->words.thrown != NULL ? "roll that can come" : "round that can be dealt";
}

static uint64_t check_unreachable(checker *k, const sides *s)
{
    uint64_t active = 0, decides = 0;
    for (int i = 0; i < s->count; i++) {
        for (int v = 0; v < s->wagers[i].variant_count; v++) {
            active |= s->wagers[i].variants[v].active;
            decides |= s->extras[i].shapes[v]->exam.decides;
        }
    }
    for (int row = 0; row < k->wager->row_count; row++) {
        if (decides >> row & 1)
            continue;
        bool ever = active >> row & 1;
        report_row(k, FINDING_ROW_UNREACHABLE, row,
                   ever ? print(k, "no %s is decided by this row", possible_event(k)) : print(k, "this row is in force under no choices"),
                   (felt_text){"", 0},
                   ever ? "the rows above it decide everything it fits, or nothing fits it: put it higher, correct it, or leave it out"
                        : "correct the choices after 'where', or leave the row out");
    }
    return decides;
}

static void report_overlap(checker *k, const felt_wager *w, const felt_variant *v, const exam_overlap *o)
{
    char where[512], first[64], second[64];
    write_where(k, w, v, where, sizeof where);
    felt_pay_write(&v->pays[o->first].pay, first, sizeof first);
    felt_pay_write(&v->pays[o->second].pay, second, sizeof second);
    report_row(k, FINDING_ROW_OVERLAP, o->second,
               print(k, "this row (%s) and the one in line %d (%s) fit the same %s; the upper one decides%s", second,
                     k->wager->rows[o->first].at->line, first, k->sheet->tree.game->words.event, where),
               o->example, "write 'otherwise' before this row if it gives way to the rows above, or put it above them");
}

/* Only rows that decide something: of the others it was said that they never do. */
static void check_overlaps(checker *k, const sides *s, uint64_t decides)
{
    uint64_t reported[FELT_ROWS_MAX] = {0};
    for (int i = 0; i < s->count; i++) {
        for (int n = 0; n < s->wagers[i].variant_count; n++) {
            const felt_variant *v = &s->wagers[i].variants[n];
            const exam *e = &s->extras[i].shapes[n]->exam;
            for (int j = 0; j < e->overlap_count && is_left(k, &s->wagers[i], n); j++) {
                const exam_overlap *o = &e->overlaps[j];
                if (!(decides >> o->second & 1) || (reported[o->first] >> o->second & 1) ||
                    same_row_pay(&v->pays[o->first], &v->pays[o->second]))
                    continue;
                reported[o->first] |= (uint64_t)1 << o->second;
                report_overlap(k, &s->wagers[i], v, o);
            }
        }
    }
}

static void check_undecided(checker *k, const sides *s)
{
    bool undecided = false, stuck = false;
    for (int i = 0; i < s->count; i++) {
        for (int n = 0; n < s->wagers[i].variant_count; n++) {
            const exam *e = &s->extras[i].shapes[n]->exam;
            const felt_game *game = s->wagers[i].variants[n].machine->game;
            char where[512];
            if (!is_left(k, &s->wagers[i], n))
                continue;
            write_where(k, &s->wagers[i], &s->wagers[i].variants[n], where, sizeof where);
            if (e->undecided.length > 0 && !undecided) {
                report_wager(k, FINDING_OUTCOME_UNDECIDED, print(k, "no row decides this %s%s", game->words.event, where), e->undecided,
                             "end the wager with an 'otherwise' row");
                undecided = true;
            }
            if (e->undecided.length == 0 && e->stuck.length > 0 && !stuck) {
                felt_text help = print(k, "give it a row that ends it, such as '%s'", sheet_rules_of(game)->ending);
                report_wager(k, FINDING_NEVER_DECIDED,
                             print(k, "the wager can get to where no %s decides it any more%s", game->words.event, where), e->stuck,
                             help.bytes == NULL ? "" : help.bytes);
                stuck = true;
            }
        }
    }
}

/* The first variant, if any, in which the row's pay, or the dealer's, is unset. */
static void check_unset(checker *k, const sides *s, int row)
{
    for (int i = 0; i < s->count; i++) {
        for (int n = 0; n < s->wagers[i].variant_count; n++) {
            const felt_variant *v = &s->wagers[i].variants[n];
            const felt_row_pay *p = &v->pays[row];
            bool dealer = p->has_dealer && p->dealer.kind == FELT_PAY_UNSET;
            bool bettor = p->pay.kind == FELT_PAY_UNSET;
            if (!(v->active >> row & 1) || (!bettor && !dealer) || !is_left(k, &s->wagers[i], n))
                continue;
            char where[512];
            write_where(k, &s->wagers[i], v, where, sizeof where);
            const char *whose = bettor && dealer ? "the pay and the dealer's pay of this row are"
                                : bettor         ? "the pay of this row is"
                                                 : "the dealer's pay of this row is";
            report_row(k, FINDING_PAY_UNSET, row, print(k, "%s unset%s", whose, where), (felt_text){"", 0},
                       "fill it in; until then nothing that needs the pay is computed or paid");
            return;
        }
    }
}

/* A number alone means exactly that many of some things and at least that many of others: which is meant must be said. */
static void report_bare_count(checker *k, const cond *c)
{
    bool exactly = c->high == c->low;
    const sheet_rules *rules = sheet_rules_of(k->sheet->tree.game);
    felt_text bare = rules->count_write(k->diags->arena, c, "");
    felt_text meant = rules->count_write(k->diags->arena, c, exactly ? "exactly " : "at least ");
    felt_text other = rules->count_write(k->diags->arena, c, exactly ? "at least " : "exactly ");
    felt_text help = print(k, "write '%.*s' if that is meant, '%.*s' if not", FELT_TEXT_ARGS(meant), FELT_TEXT_ARGS(other));
    report(k, FINDING_COUNT_BARE, c->bare->line, c->bare->column, c->bare->width,
           print(k, "'%.*s' is taken to mean %s %d", FELT_TEXT_ARGS(bare), exactly ? "exactly" : "at least", c->low), (felt_text){"", 0},
           help.bytes == NULL ? "" : help.bytes);
}

static void check_counts(checker *k, const cond *c)
{
    if (c == NULL)
        return;
    if (c->bare != NULL)
        report_bare_count(k, c);
    check_counts(k, c->left);
    check_counts(k, c->right);
}

static void check_undefined(checker *k, const sides *s, int row)
{
    for (int i = 0; i < s->count; i++) {
        for (int n = 0; n < s->wagers[i].variant_count; n++) {
            const felt_variant *v = &s->wagers[i].variants[n];
            if (!(v->active >> row & 1) || v->pays[row].pay.kind != FELT_PAY_UNDEFINED || !is_left(k, &s->wagers[i], n))
                continue;
            char where[512];
            write_where(k, &s->wagers[i], v, where, sizeof where);
            report_row(k, FINDING_ROW_UNDEFINED, row, print(k, "what happens in this row is not defined%s", where), (felt_text){"", 0},
                       "say what happens; until then no figure of the wager is computed, and no bet that comes to this row is paid");
            return;
        }
    }
}

static bool is_for_loss(const felt_pay *p)
{
    return p->printed_for && p->printed_den > 0 && p->printed_num <= 0 && p->kind == FELT_PAY_LOSES;
}

static void check_for_loss(checker *k, const sides *s, int row)
{
    for (int i = 0; i < s->count; i++) {
        for (int n = 0; n < s->wagers[i].variant_count; n++) {
            const felt_variant *v = &s->wagers[i].variants[n];
            if (!(v->active >> row & 1) || !is_for_loss(&v->pays[row].pay) || !is_left(k, &s->wagers[i], n))
                continue;
            char where[512];
            int number = v->pays[row].pay.printed_num;
            write_where(k, &s->wagers[i], v, where, sizeof where);
            report_row(k, FINDING_FOR_1_LOSS, row,
                       print(k, "%d for 1 is no pay: %s%s", number,
                             number == 0 ? "nothing comes back, which is a loss, where a 'to 1' table means a push"
                                         : "more than the stake cannot be lost",
                             where),
                       (felt_text){"", 0}, "if the table means 'to 1', say so; if it means 'for 1', write 'loses'");
            return;
        }
    }
}

/* ---- wagers that are decided alike ---- */

static felt_pay_kind decided_kind(const felt_variant *v, uint32_t row)
{
    felt_pay_kind kind = v->pays[row].pay.kind;
    return kind == FELT_PAY_UNSET ? FELT_PAY_WINS : kind;
}

/* Pairs up the rows of two variants as they are met; false when a row would have two partners or the two do different things. */
typedef struct pairing {
    const felt_variant *a, *b;
    uint8_t partner[FELT_ROWS_MAX], back[FELT_ROWS_MAX]; /* plus 1; 0: none yet */
} pairing;

static bool pair_rows(pairing *p, uint32_t a, uint32_t b)
{
    felt_pay_kind kind = decided_kind(p->a, a);
    if (kind != decided_kind(p->b, b))
        return false;
    if (kind != FELT_PAY_WINS) /* one row that loses, or two: that is the same */
        return true;
    if (p->partner[a] == 0 && p->back[b] == 0) {
        p->partner[a] = (uint8_t)(b + 1);
        p->back[b] = (uint8_t)(a + 1);
        return true;
    }
    return p->partner[a] == b + 1 && p->back[b] == a + 1;
}

/* One state: the two may number their classes otherwise. */
static bool same_events(pairing *p)
{
    const felt_machine *a = p->a->machine, *b = p->b->machine;
    for (int i = 0; i < a->game->event_count; i++) {
        int row = felt_machine_row(a, 0, i), other = felt_machine_row(b, 0, i);
        if ((row == FELT_ROW_NONE) != (other == FELT_ROW_NONE) || (row != FELT_ROW_NONE && !pair_rows(p, (uint32_t)row, (uint32_t)other)))
            return false;
    }
    return true;
}

static bool same_states(pairing *p)
{
    const felt_machine *a = p->a->machine, *b = p->b->machine;
    if (a->state_count != b->state_count || a->class_count != b->class_count ||
        memcmp(a->class_of, b->class_of, (size_t)a->game->event_count) != 0 || memcmp(a->start, b->start, sizeof a->start) != 0)
        return false;
    for (size_t i = 0; i < (size_t)a->state_count * a->class_count; i++) {
        bool decided = a->next[i] >= a->state_count;
        if (decided ? b->next[i] < b->state_count || !pair_rows(p, a->next[i] - a->state_count, b->next[i] - b->state_count)
                    : a->next[i] != b->next[i])
            return false;
    }
    return true;
}

static bool decided_alike(const felt_variant *a, const felt_variant *b, bool *ret_same_pays)
{
    pairing p = {.a = a, .b = b};
    if (!(a->machine->game->one_event ? same_events(&p) : same_states(&p)))
        return false;
    *ret_same_pays = true;
    for (int row = 0; row < FELT_ROWS_MAX; row++)
        if (p.partner[row] != 0 && !same_row_pay(&a->pays[row], &b->pays[p.partner[row] - 1]))
            *ret_same_pays = false;
    return true;
}

/* A number that is the same for variants that are decided alike: rows that win are counted in the order in which they are met. */
static uint64_t decision_hash(const felt_variant *v)
{
    const felt_machine *m = v->machine;
    bool one_event = m->game->one_event;
    uint32_t count = one_event ? (uint32_t)m->game->event_count : m->state_count * m->class_count;
    uint64_t hash = count;
    uint8_t number[FELT_ROWS_MAX] = {0}, next = FELT_PAY_UNDEFINED;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t met = one_event ? felt_machine_next(m, 0, (int)i) : m->next[i];
        if (met < m->state_count || met == FELT_STATE_NONE)
            met += 1 << 16;
        else {
            felt_pay_kind kind = decided_kind(v, met - m->state_count);
            uint8_t *own = &number[met - m->state_count];
            if (kind == FELT_PAY_WINS && *own == 0)
                *own = ++next;
            met = kind == FELT_PAY_WINS ? *own : (uint32_t)kind;
        }
        hash = (hash ^ met) * 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
    }
    return hash;
}

/* Does each row of the two do the same kind of thing, in the same machine? Then they are decided alike. */
static bool same_decisions(const felt_wager *w, const felt_variant *a, const felt_variant *b)
{
    if (a->machine != b->machine)
        return false;
    for (int row = 0; row < w->row_count; row++)
        if (decided_kind(a, (uint32_t)row) != decided_kind(b, (uint32_t)row))
            return false;
    return true;
}

static uint64_t variant_hash(const felt_wager *w, int v, const uint64_t *hashes)
{
    for (int earlier = 0; earlier < v; earlier++)
        if (same_decisions(w, &w->variants[earlier], &w->variants[v]))
            return hashes[earlier];
    return decision_hash(&w->variants[v]);
}

/* The hashes of the first variants of every wager; false when memory runs out. */
static bool hash_decisions(checker *k)
{
    const felt_sheet *sheet = &k->sheet->sheet;
    k->hashes = felt_arena_take(k->diags->arena, (size_t)sheet->wager_count, sizeof *k->hashes);
    for (int i = 0; k->hashes != NULL && i < sheet->wager_count; i++)
        for (int v = 0; v < sheet->wagers[i].variant_count && v < LOOK_AT_MOST; v++)
            k->hashes[i][v] = variant_hash(&sheet->wagers[i], v, k->hashes[i]);
    return k->hashes != NULL;
}

/* Is some variant of wager `x` decided like some variant of wager `y`? Only so many are looked at; more would say nothing new. */
static bool wagers_alike(const checker *k, int x, int y, bool *ret_same_pays)
{
    const felt_wager *a = &k->sheet->wagers[x], *b = &k->sheet->wagers[y];
    for (int i = 0; i < a->variant_count && i < LOOK_AT_MOST; i++)
        for (int j = 0; j < b->variant_count && j < LOOK_AT_MOST; j++)
            if (k->hashes[x][i] == k->hashes[y][j] && is_left(k, a, i) && is_left(k, b, j) &&
                decided_alike(&a->variants[i], &b->variants[j], ret_same_pays))
                return true;
    return false;
}

static void check_same(checker *k, int index)
{
    const compiled *c = k->sheet;
    for (int earlier = 0; earlier < index; earlier++) {
        const wager_source *other = &c->tree.wagers[earlier];
        int sides_here = k->wager->side_count > 0 ? k->wager->side_count : 1, sides_there = other->side_count > 0 ? other->side_count : 1;
        for (int i = 0; i < sides_here * sides_there; i++) {
            int x = c->first_wager[index] + i % sides_here, y = c->first_wager[earlier] + i / sides_here;
            const felt_wager *a = &c->wagers[x], *b = &c->wagers[y];
            bool same_pays;
            if (!wagers_alike(k, x, y, &same_pays))
                continue;
            char on[2][32] = {"", ""};
            if (a->side.length > 0)
                snprintf(on[0], sizeof on[0], " on %.*s", FELT_TEXT_ARGS(a->side));
            if (b->side.length > 0)
                snprintf(on[1], sizeof on[1], " on %.*s", FELT_TEXT_ARGS(b->side));
            report_wager(k, FINDING_WAGER_SAME,
                         print(k, "'%.*s'%s is decided just as '%.*s'%s in line %d, with %s pays", FELT_TEXT_ARGS(k->wager->short_name),
                               on[0], FELT_TEXT_ARGS(other->short_name), on[1], other->at->line, same_pays ? "the same" : "different"),
                         (felt_text){"", 0}, "if that is meant, accept it with a reason");
            return;
        }
    }
}

static void check_wager(checker *k, int index)
{
    const compiled *c = k->sheet;
    k->wager = &c->tree.wagers[index];
    sides s = {.wagers = &c->wagers[c->first_wager[index]],
               .extras = &c->extras[c->first_wager[index]],
               .count = k->wager->side_count > 0 ? k->wager->side_count : 1};
    check_same(k, index);
    check_undecided(k, &s);
    uint64_t decides = check_unreachable(k, &s);
    check_overlaps(k, &s, decides);
    for (int row = 0; row < k->wager->row_count; row++) {
        check_unset(k, &s, row);
        check_undefined(k, &s, row);
        check_for_loss(k, &s, row);
        check_counts(k, k->wager->rows[row].condition);
    }
    k->wager = NULL;
}

/* ---- options ---- */

static bool guard_tells_apart(const guard *g, int option, int a, int b)
{
    for (int i = 0; i < g->count; i++)
        if (g->tests[i].option == option && (g->tests[i].choices >> a & 1) != (g->tests[i].choices >> b & 1))
            return true;
    return false;
}

static bool wager_tells_apart(const wager_source *w, int option, int a, int b)
{
    bool apart = guard_tells_apart(&w->offered, option, a, b);
    for (int i = 0; i < w->row_count; i++) {
        const outcome_source *o = &w->rows[i].outcome;
        apart = apart || guard_tells_apart(&w->rows[i].guard, option, a, b) || (o->pay.unit == UNIT_BY_OPTION && o->pay.option == option) ||
                (o->dealer.unit == UNIT_BY_OPTION && o->dealer.option == option);
    }
    for (int i = 0; i < w->placed_count; i++)
        apart = apart || guard_tells_apart(&w->placed[i].guard, option, a, b);
    for (int i = 0; i < w->needs_count; i++)
        apart = apart || guard_tells_apart(&w->needs[i].guard, option, a, b);
    for (int i = 0; i < w->may_count; i++)
        apart = apart || guard_tells_apart(&w->may[i].guard, option, a, b);
    for (int i = 0; i < w->vig_count; i++)
        apart = apart || guard_tells_apart(&w->vigs[i].guard, option, a, b);
    return apart;
}

static void check_choices(checker *k, int index)
{
    const tree *t = &k->sheet->tree;
    const felt_option *option = &t->options[index];
    for (int b = 1; b < option->choice_count; b++) {
        for (int a = 0; a < b; a++) {
            bool apart = false;
            for (int w = 0; w < t->wager_count && !apart; w++)
                apart = wager_tells_apart(&t->wagers[w], index, a, b);
            if (apart)
                continue;
            report(k, FINDING_OPTION_UNUSED, option->line, option->column, (int)option->name.length,
                   print(k, "nothing in the sheet tells the choices '%.*s' and '%.*s' of '%.*s' apart",
                         FELT_TEXT_ARGS(option->choices[a].name), FELT_TEXT_ARGS(option->choices[b].name), FELT_TEXT_ARGS(option->name)),
                   (felt_text){"", 0}, "mention the choice in a 'where', or leave it out");
        }
    }
}

/* The first choice of a reading is what the document prints, so it can say where; and the same words cannot speak for two choices. */
static void check_cites(checker *k, const felt_option *option)
{
    const char *help = "add 'cites \"...\"' after the choice, with the clause that is read so";
    if (option->choices[0].cites.length == 0)
        report(k, FINDING_READING_UNCITED, option->line, option->column, (int)option->name.length,
               print(k, "the first choice of the reading '%.*s', '%.*s', is the text as printed and does not say where it stands",
                     FELT_TEXT_ARGS(option->name), FELT_TEXT_ARGS(option->choices[0].name)),
               (felt_text){"", 0}, help);
    for (int b = 1; b < option->choice_count; b++)
        for (int a = 0; a < b; a++)
            if (option->choices[a].cites.length > 0 && felt_text_equal(option->choices[a].cites, option->choices[b].cites))
                report(k, FINDING_READING_UNCITED, option->line, option->column, (int)option->name.length,
                       print(k, "the choices '%.*s' and '%.*s' of the reading '%.*s' cite the same words",
                             FELT_TEXT_ARGS(option->choices[a].name), FELT_TEXT_ARGS(option->choices[b].name),
                             FELT_TEXT_ARGS(option->name)),
                       (felt_text){"", 0}, "say which of the words speak for each");
}

static void check_options(checker *k)
{
    const tree *t = &k->sheet->tree;
    for (int i = 0; i < t->option_count; i++) {
        const felt_option *option = &t->options[i];
        if (option->kind == FELT_OPTION_DECKS || option->kind == FELT_OPTION_PAYTABLE)
            continue;
        if (option->kind == FELT_OPTION_READING)
            check_cites(k, option);
        if (t->option_used[i])
            check_choices(k, i);
        else
            report(k, FINDING_OPTION_UNUSED, option->line, option->column, (int)option->name.length,
                   print(k, "no wager mentions '%.*s'", FELT_TEXT_ARGS(option->name)), (felt_text){"", 0},
                   "mention it in a 'where', or leave it out");
    }
}

/* A sheet may be written from its head down: no wager yet is worth a word, not an error. */
static void check_wager_count(checker *k)
{
    if (k->sheet->tree.wager_count == 0)
        report(k, FINDING_NO_WAGERS, 1, 1, 1, felt_text_from("the sheet defines no wager"), (felt_text){"", 0},
               "add one: wager \"Name\", then its rows");
}

/* Is the code a finding's? If not, `ret_help` says which is nearest. */
static bool is_known(felt_text code, char *ret_help, size_t size)
{
    felt_text names[FINDING_COUNT];
    int count = 0;
    for (int i = 0; i < FINDING_COUNT; i++)
        if (i != FINDING_ACCEPT_UNUSED) /* of what is accepted for nothing, nothing can be accepted */
            names[count++] = felt_text_from(finding_of((finding)i)->code);
    int nearest = parser_nearest(code, names, count);
    if (nearest < 0)
        snprintf(ret_help, size, "the codes are those that 'felt check' prints in brackets");
    else
        snprintf(ret_help, size, "did you mean '%.*s'?", FELT_TEXT_ARGS(names[nearest]));
    return nearest >= 0 && felt_text_equal(code, names[nearest]);
}

static void check_accepts(checker *k)
{
    const tree *t = &k->sheet->tree;
    for (int i = 0; i < t->accept_count; i++) {
        char help[128];
        if (is_known(t->accepts[i].code, help, sizeof help))
            continue;
        felt_text kept = print(k, "%s", help);
        report(k, FINDING_ACCEPT_UNUSED, t->accepts[i].line, t->accepts[i].column, 6,
               print(k, "found '%.*s', expected the code of a finding", FELT_TEXT_ARGS(t->accepts[i].code)), (felt_text){"", 0},
               kept.bytes == NULL ? "" : kept.bytes);
    }
    if (k->under->count == 0) /* what is accepted may occur under other choices */
        accept_report_unused(&k->sheet->sheet, k->diags, &k->marks, false);
}

felt_status felt_sheet_check(const felt_sheet *sheet, felt_diags *diags)
{
    return felt_sheet_check_under(sheet, &(felt_selection){.count = 0}, diags);
}

felt_status felt_sheet_check_under(const felt_sheet *sheet, const felt_selection *selection, felt_diags *diags)
{
    checker k = {.sheet = sheet->inside, .under = selection, .diags = diags};
    int diags_before = diags->count;
    if (!hash_decisions(&k))
        return FELT_ENOMEM;
    check_wager_count(&k);
    check_options(&k);
    for (int i = 0; i < k.sheet->tree.wager_count; i++)
        check_wager(&k, i);
    check_accepts(&k);
    scan_diags_sort(diags, diags_before);
    return scan_diags_lost(diags) ? FELT_ENOMEM : FELT_OK;
}
