/* src/report/par_words.c - the rules of a wager as plain sentences.
 *
 * A row of a sheet is already close to English. Its words are passed on, but for the short forms that a table of phrases spells out. */
#include "par_parts.h"
#include "text_out.h"

#include <ctype.h>

enum { WORDS_MAX = FELT_LINE_TOKENS_MAX, RULES_EXTRA = 4 + 2 * FELT_WAGER_OPTIONS_MAX * FELT_CHOICES_MAX };

/* A word without the parentheses and commas around it. */
typedef struct word {
    felt_text before, core, after;
} word;

typedef struct row_words {
    word list[WORDS_MAX];
    int count;
    const felt_wager *wager;
    bool craps;
    bool after; /* `after` has been passed: what follows is a circumstance, not an event */
} row_words;

typedef enum phrase_where { ANYWHERE, AT_START, NOT_COUNTED, NOT_AFTER } phrase_where;

typedef struct phrase {
    const char *from; /* at most three words */
    const char *to;
    phrase_where where;
} phrase;

static const phrase craps_phrases[] = {
    {"all rolled", "have all been rolled", ANYWHERE},
    {"doubles rolled", "doubles are rolled", ANYWHERE},
    {"come-out craps", "craps is rolled on the come-out", ANYWHERE},
    {"seven-out", "the shooter sevens out", ANYWHERE},
    {"any seven", "any seven is rolled", ANYWHERE},
    {"point set", "a point is set", NOT_COUNTED},
    {"point made", "the point is made", NOT_COUNTED},
    {"point is", "the point is", ANYWHERE},
    {"points made", "points have been made", NOT_AFTER},
    {"line wins", "the line wins", NOT_COUNTED},
    {"on the come-out", "the roll is a come-out roll", AT_START},
    {"on a point", "a point is on", AT_START},
    {"on a point", "with a point on", ANYWHERE},
    {"hard", "a hard", ANYWHERE},
    {"easy", "an easy", ANYWHERE},
};

static const phrase baccarat_phrases[] = {
    {"natural tie", "the hands tie with naturals", ANYWHERE},
    {"tie of", "the hands tie on", ANYWHERE},
    {"tie", "the hands tie", ANYWHERE},
    {"the same pair", "the same pair", ANYWHERE},
    {"same pair", "the same pair", ANYWHERE},
    {"either hand", "either hand", ANYWHERE},
    {"either", "either hand", ANYWHERE},
    {"both hands", "both hands", ANYWHERE},
    {"both", "both hands", ANYWHERE},
    {"only one hand", "only one hand", ANYWHERE},
    {"only one", "only one hand", ANYWHERE},
};

/* ---- words ---- */

static void split(row_words *r, felt_text text)
{
    for (size_t at = 0; at < text.length && r->count < WORDS_MAX;) {
        size_t first = at, core, end;
        bool quoted = false;
        for (; at < text.length && (quoted || text.bytes[at] != ' '); at++)
            quoted = quoted != (text.bytes[at] == '"');
        for (core = first; core < at && text.bytes[core] == '('; core++)
            continue;
        for (end = at; end > core && (text.bytes[end - 1] == ')' || text.bytes[end - 1] == ','); end--)
            continue;
        r->list[r->count++] = (word){{text.bytes + first, core - first}, {text.bytes + core, end - core}, {text.bytes + end, at - end}};
        at++;
    }
}

static bool word_is(const row_words *r, int i, const char *text)
{
    return i >= 0 && i < r->count && felt_text_is(r->list[i].core, text);
}

static bool is_number(const row_words *r, int i)
{
    if (i < 0 || i >= r->count || r->list[i].core.length == 0)
        return false;
    for (size_t k = 0; k < r->list[i].core.length; k++)
        if (!isdigit((unsigned char)r->list[i].core.bytes[k]))
            return false;
    return true;
}

/* Does a new clause begin here? */
static bool at_start(const row_words *r, int i)
{
    return i == 0 || r->list[i].before.length > 0 || word_is(r, i - 1, "and") || word_is(r, i - 1, "or") || word_is(r, i - 1, "not") ||
           word_is(r, i - 1, "after");
}

static bool is_counted(const row_words *r, int i)
{
    return is_number(r, i - 1) || word_is(r, i - 1, "more") || word_is(r, i - 1, "fewer") || word_is(r, i - 1, "no");
}

/* How many words of the row the phrase covers from `i` on; 0 when it does not stand there. */
static int phrase_length(const row_words *r, int i, const phrase *p)
{
    int length = 0;
    if ((p->where == AT_START && !at_start(r, i)) || (p->where == NOT_COUNTED && is_counted(r, i)) || (p->where == NOT_AFTER && r->after))
        return 0;
    for (const char *from = p->from; *from != '\0'; length++) {
        size_t size = strcspn(from, " ");
        bool last = from[size] == '\0';
        if (i + length >= r->count || !felt_text_equal(r->list[i + length].core, (felt_text){from, size}) ||
            (!last && r->list[i + length].after.length > 0))
            return 0;
        from += last ? size : size + 1;
    }
    return length;
}

/* The words that stand for the side, and the articles a sheet leaves out. */
static void put_baccarat_word(text_out *out, const row_words *r, int i)
{
    const word *w = &r->list[i];
    bool player = felt_text_is(r->wager->side, "player");
    bool sided = r->wager->side.length > 0;
    bool of_hand = word_is(r, i - 1, "with") || word_is(r, i - 1, "over") || word_is(r, i - 1, "has") || word_is(r, i - 1, "have");
    if (sided && (felt_text_is(w->core, "own") || felt_text_is(w->core, "other"))) {
        out_print(out, "%s", player == felt_text_is(w->core, "own") ? "player" : "banker");
        return;
    }
    if (sided && at_start(r, i) && (word_is(r, i, "wins") || word_is(r, i, "loses") || word_is(r, i, "has")))
        out_print(out, "%.*s ", FELT_TEXT_ARGS(r->wager->side));
    if (of_hand && is_number(r, i))
        out_print(out, "a total of ");
    else if (of_hand && (word_is(r, i, "2-card") || word_is(r, i, "3-card") || word_is(r, i, "natural") || word_is(r, i, "pair")))
        out_print(out, "a ");
    out_text(out, w->core);
    if ((word_is(r, i, "2-card") || word_is(r, i, "3-card")) && !is_number(r, i + 1) && !word_is(r, i + 1, "hand"))
        out_print(out, " hand");
}

static void put_craps_word(text_out *out, const row_words *r, int i)
{
    if (word_is(r, i, "number") && r->wager->side.length > 0)
        out_text(out, r->wager->side);
    else if (word_is(r, i, "rolled"))
        out_print(out, "%s",
                  is_number(r, i + 1) || word_is(r, i + 1, "at") || word_is(r, i + 1, "exactly") ? "has been rolled" : "is rolled");
    else
        out_text(out, r->list[i].core);
}

/* Writes the word or phrase at `i` and returns the index of the next. */
static int put_next(text_out *out, const row_words *r, int i)
{
    const phrase *list = r->craps ? craps_phrases : baccarat_phrases;
    size_t count = r->craps ? sizeof craps_phrases / sizeof *list : sizeof baccarat_phrases / sizeof *list;
    out_text(out, r->list[i].before);
    for (size_t k = 0; k < count; k++) {
        int length = phrase_length(r, i, &list[k]);
        if (length == 0)
            continue;
        out_print(out, "%s", list[k].to);
        out_text(out, r->list[i + length - 1].after);
        return i + length;
    }
    if (r->craps)
        put_craps_word(out, r, i);
    else
        put_baccarat_word(out, r, i);
    out_text(out, r->list[i].after);
    return i + 1;
}

static bool begins_otherwise(felt_text row)
{
    return row.length > 10 && memcmp(row.bytes, "otherwise", 9) == 0 && (row.bytes[9] == ' ' || row.bytes[9] == ',');
}

felt_text par_condition(par_maker *m, const felt_wager *wager, felt_text row)
{
    row_words r = {.wager = wager, .craps = m->odds->sheet->game == &felt_game_craps};
    text_out out = {.arena = m->arena};
    size_t skip = begins_otherwise(row) ? (row.bytes[9] == ',' ? 11 : 10) : 0;
    split(&r, (felt_text){row.bytes + skip, row.length - skip});
    for (int i = 0; i < r.count;) {
        out_print(&out, "%s", i > 0 ? " " : "");
        r.after = r.after || word_is(&r, i, "after");
        i = put_next(&out, &r, i);
    }
    felt_text text = {"", 0};
    m->no_memory = m->no_memory || out_finish(&out, &text) != FELT_OK;
    return text;
}

/* ---- sentences ---- */

static felt_text outcome_text(par_maker *m, const felt_row_pay *row)
{
    felt_text dealer = felt_text_from("");
    if (row->has_dealer)
        dealer = row->dealer.kind == FELT_PAY_UNSET ? felt_text_from("; the dealer is paid as well, an amount that the source leaves out")
                                                    : par_say(m, "; the dealer is paid %.*s", FELT_TEXT_ARGS(par_pay(m, &row->dealer)));
    switch (row->pay.kind) {
    case FELT_PAY_LOSES:
        return par_say(m, "it loses%.*s", FELT_TEXT_ARGS(dealer));
    case FELT_PAY_PUSHES:
        return par_say(m, "it pushes and the stake comes back%.*s", FELT_TEXT_ARGS(dealer));
    case FELT_PAY_STAYS:
        return felt_text_from("nothing is decided and the wager stays up");
    case FELT_PAY_UNDEFINED:
        return felt_text_from("the source does not say what happens, neither whether it wins nor what it pays");
    case FELT_PAY_UNSET:
        return par_say(m, "it wins an amount that the source leaves out%.*s", FELT_TEXT_ARGS(dealer));
    case FELT_PAY_WINS:
        break;
    }
    felt_text pay = par_pay(m, &row->pay);
    if (row->pay.printed_for)
        return par_say(m, "it pays %.*s, stake included%.*s", FELT_TEXT_ARGS(pay), FELT_TEXT_ARGS(dealer));
    return par_say(m, "it pays %.*s%.*s", FELT_TEXT_ARGS(pay), FELT_TEXT_ARGS(dealer));
}

static felt_text row_text(par_maker *m, int row, bool first)
{
    const felt_wager *w = m->odds->wager;
    const felt_row *r = &w->rows[row];
    felt_text outcome = outcome_text(m, &m->odds->variant->pays[row]);
    bool cited = r->cites.length > 0 && !felt_text_equal(r->cites, w->cites);
    felt_text cites = cited ? par_say(m, " [%.*s]", FELT_TEXT_ARGS(r->cites)) : felt_text_from("");
    if (r->otherwise)
        return par_say(m, "In every other case %.*s.%.*s", FELT_TEXT_ARGS(outcome), FELT_TEXT_ARGS(cites));
    felt_text condition = par_condition(m, w, r->text);
    return par_say(m, "%s %.*s, %.*s.%.*s", begins_otherwise(r->text) && !first ? "Otherwise, if" : "If", FELT_TEXT_ARGS(condition),
                   FELT_TEXT_ARGS(outcome), FELT_TEXT_ARGS(cites));
}

static felt_text placing_text(par_maker *m, const felt_variant *v)
{
    static const char *const texts[] = {"before a new shooter's first come-out roll", "before any come-out roll", "while a point is on",
                                        "while its number is the point", "at any time"};
    return par_say(m, "it may be placed %s%s", texts[v->placing],
                   v->own_come_out ? "; come-out, point and line below are its own and begin with the next roll" : "");
}

static felt_text needs_text(par_maker *m, const felt_variant *v)
{
    felt_text text = felt_text_from("");
    for (int i = 0; i < v->needs_count; i++) {
        const char *joint = i == 0 ? "" : i + 1 < v->needs_count ? ", " : " or ";
        text = par_say(m, "%.*s%s%.*s", FELT_TEXT_ARGS(text), joint, FELT_TEXT_ARGS(felt_need_name(m->odds->sheet, &v->needs[i])));
    }
    return v->needs_count == 0 ? felt_text_from("no other wager is needed")
                               : par_say(m, "a wager on %.*s is needed as well", FELT_TEXT_ARGS(text));
}

/* The variant with choice `choice` of option `option` and all else as it is; NULL when it is not offered or not selected. */
static const felt_variant *with_choice(const par_maker *m, int option, int choice)
{
    const felt_odds *o = m->odds;
    for (int v = 0; v < o->wager->variant_count; v++) {
        const felt_variant *variant = &o->wager->variants[v];
        bool same = variant->choices[option] == choice && felt_variant_selected(m->request->selection, o->sheet, o->wager, variant);
        for (int i = 0; i < o->wager->option_count && same; i++)
            same = i == option || variant->choices[i] == o->variant->choices[i];
        if (same)
            return variant;
    }
    return NULL;
}

typedef felt_text (*term_text)(par_maker *m, const felt_variant *v);

static felt_text sentence(par_maker *m, felt_text text)
{
    return par_say(m, "%c%.*s.", toupper((unsigned char)text.bytes[0]), FELT_TEXT_ARGS(((felt_text){text.bytes + 1, text.length - 1})));
}

/* A term of the wager, one sentence for each choice where an option that leaves the figures alone changes it. */
static int add_term(par_maker *m, felt_text *list, int count, term_text term)
{
    const felt_odds *o = m->odds;
    felt_text now = term(m, o->variant);
    int first = count;
    for (int i = 0; i < o->wager->option_count; i++) {
        const felt_option *option = &o->sheet->options[o->wager->options[i]];
        bool differs = false;
        for (int choice = 0; choice < option->choice_count && !felt_odds_names(o, i); choice++) {
            const felt_variant *v = with_choice(m, i, choice);
            differs = differs || (v != NULL && !felt_text_equal(term(m, v), now));
        }
        for (int choice = 0; choice < option->choice_count && differs; choice++) {
            const felt_variant *v = with_choice(m, i, choice);
            if (v != NULL)
                list[count++] = par_say(m, "Where %.*s is %.*s, %.*s.", FELT_TEXT_ARGS(option->name),
                                        FELT_TEXT_ARGS(option->choices[choice].name), FELT_TEXT_ARGS(term(m, v)));
        }
    }
    if (count == first)
        list[count++] = sentence(m, now);
    return count;
}

void par_rules(par_maker *m)
{
    const felt_odds *o = m->odds;
    felt_text *list = par_room(m, RULES_EXTRA + FELT_ROWS_MAX, sizeof *list);
    int count = 0;
    if (list == NULL)
        return;
    if (o->sheet->game == &felt_game_craps)
        count = add_term(m, list, count, placing_text);
    count = add_term(m, list, count, needs_text);
    list[count++] =
        felt_text_from(o->sheet->game->one_event ? "The rows are read in order, and the first that fits the round decides:"
                                                   : "After every roll the rows are read in order, and the first that fits decides:");
    m->sheet->rule_first = count;
    for (int row = 0; row < o->wager->row_count; row++) {
        if (!(o->variant->active >> row & 1))
            continue;
        list[count] = row_text(m, row, count == m->sheet->rule_first);
        count++;
    }
    m->sheet->rules = list;
    m->sheet->rule_count = count;
}
