/* src/record/events.c - rounds from files with one card or one roll on each line, as shoes and other devices write them.
 *
 * The rows of a round stand together: they have the same round, or stand between rows that say where one begins or ends. A row that
 * cannot be read spoils its round. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>

typedef enum event_kind { EVENT_OTHER = 0, EVENT_PIECE, EVENT_BEGIN, EVENT_END } event_kind;

struct record_events {
    int round, hand, piece, event; /* columns; -1: there is none */
    int second;                    /* of a roll whose dice are in two columns */
    bool begins, ends;             /* rows say where a round begins, or ends */
    uint64_t number;               /* of the last round that has no name of its own */
    bool pending;                  /* the row that was read last belongs to the next round */
    uint64_t row_line;             /* where it stands */
    felt_text fields[FELT_RECORD_COLUMNS_MAX];
    /* The round so far. */
    bool open, spoiled;
    char id[FELT_ROUND_ID_BYTES_MAX + RECORD_PAD];
    size_t id_length;
    uint64_t line;
    uint32_t group;
    int64_t time;
    felt_error error; /* of the row that spoiled it */
    felt_dealt dealt;
    int pieces; /* where no column says which hand they are of: all in the first one's place */
    int event_count;
};

/* What a piece is called: "card", "roll". */
static const char *piece_name(const felt_records *r)
{
    return r->game->one_event ? r->game->piece : r->game->words.event;
}

/* ---- columns ---- */

static bool missing(felt_records *r, const char *name)
{
    return record_bad(r, "there is no column '%s', which a file with one %s on each line needs; --map %s=NAME says which it is", name,
                      piece_name(r), name);
}

/* A roll may be in two columns: the map has it as "Die 1 + Die 2". */
static void find_piece(const felt_records *r, record_events *e)
{
    const map_entry *entry = map_find(r->map, MAP_COLUMN, felt_text_from(piece_name(r)));
    e->piece = record_head_column(r, felt_text_from(piece_name(r)));
    e->second = -1;
    for (size_t i = 1; e->piece < 0 && entry != NULL && !r->game->one_event && i + 1 < entry->theirs.length; i++) {
        if (entry->theirs.bytes[i] != '+')
            continue;
        e->piece = record_head_named(r, text_trim((felt_text){entry->theirs.bytes, i}));
        e->second = record_head_named(r, text_trim((felt_text){entry->theirs.bytes + i + 1, entry->theirs.length - i - 1}));
        e->piece = e->second < 0 ? -1 : e->piece;
    }
}

static bool find_columns(felt_records *r, record_events *e)
{
    if (!felt_text_is(r->map->rows, piece_name(r)))
        return record_bad(r, "rows: found '%.*s', expected %s, as this is %s", FELT_TEXT_ARGS(r->map->rows), piece_name(r), r->game->title);
    e->round = record_head_column(r, felt_text_from("round"));
    if (e->round < 0)
        e->round = record_head_column(r, felt_text_from(r->game->words.hand));
    e->hand = r->game->one_event ? record_head_column(r, felt_text_from("hand")) : -1;
    find_piece(r, e);
    e->event = record_head_column(r, felt_text_from("event"));
    e->begins = e->event >= 0 && map_find(r->map, MAP_EVENT, felt_text_from("begin")) != NULL;
    e->ends = e->event >= 0 && map_find(r->map, MAP_EVENT, felt_text_from("end")) != NULL;
    if (e->piece < 0)
        return missing(r, piece_name(r));
    return e->round >= 0 || e->begins || e->ends || missing(r, "round");
}

felt_status record_events_open(felt_records *r)
{
    record_events_free(r->by_event); /* of a title that was taken for the head */
    r->by_event = calloc(1, sizeof *r->by_event);
    if (r->by_event != NULL)
        return find_columns(r, r->by_event) ? FELT_OK : FELT_EDATA;
    record_bad(r, "%s", felt_status_text(FELT_ENOMEM));
    return FELT_ENOMEM;
}

void record_events_free(record_events *e)
{
    free(e);
}

/* ---- rows ---- */

/* What a value stands for: what the map says, else its own name. */
static bool stands_for(const felt_records *r, map_kind kind, const char *what, felt_text value)
{
    const map_entry *entry = map_find(r->map, kind, felt_text_from(what));
    return fold_equal(value, entry != NULL ? entry->theirs : felt_text_from(what));
}

static event_kind kind_of(const felt_records *r, const record_events *e)
{
    if (e->event < 0)
        return EVENT_PIECE;
    felt_text value = e->fields[e->event];
    if (e->begins && stands_for(r, MAP_EVENT, "begin", value))
        return EVENT_BEGIN;
    if (e->ends && stands_for(r, MAP_EVENT, "end", value))
        return EVENT_END;
    return stands_for(r, MAP_EVENT, piece_name(r), value) ? EVENT_PIECE : EVENT_OTHER;
}

/* The field of the game whose hand the row names; -1 after record_bad. */
static int hand_of(felt_records *r, const record_events *e)
{
    felt_text value = text_trim(e->fields[e->hand]);
    for (int i = 0; i < r->game->field_count; i++) {
        const char *name = r->game->fields[i].name;
        bool letter = value.length == 1 && (value.bytes[0] | 32) == name[0] && map_find(r->map, MAP_HAND, felt_text_from(name)) == NULL;
        if (letter || stands_for(r, MAP_HAND, name, value))
            return i;
    }
    record_bad(r, "hand: found '%.*s', expected %s or %s", (int)(value.length > 40 ? 40 : value.length), value.bytes,
               r->game->fields[0].name, r->game->fields[r->game->field_count - 1].name);
    return -1;
}

/* ---- rounds ---- */

static void spoil(felt_records *r, record_events *e)
{
    if (!e->spoiled)
        e->error = r->error;
    e->spoiled = true;
}

/* Opens a round with the name that the row has, or the next number. False: record_bad has said why not. */
static bool open_round(felt_records *r, record_events *e)
{
    felt_text id;
    e->spoiled = false;
    e->pieces = e->event_count = 0;
    e->dealt = (felt_dealt){.counts = {0}};
    e->line = r->line;
    if (e->round < 0) {
        e->id_length = (size_t)snprintf(e->id, sizeof e->id, "%llu", (unsigned long long)++e->number);
    } else if (record_take_long_id(r, e->fields[e->round], &id)) {
        memcpy(e->id, id.bytes, id.length);
        e->id_length = id.length;
    } else {
        return false;
    }
    e->open = true;
    return !r->extras || record_take_extras(r, e->fields, &e->group, &e->time);
}

static bool add_card(felt_records *r, record_events *e)
{
    int part = e->hand < 0 ? 0 : hand_of(r, e), count = part < 0 ? 0 : e->hand < 0 ? e->pieces : e->dealt.counts[part];
    felt_text text = e->fields[e->piece];
    if (part < 0)
        return false;
    if (count == (e->hand < 0 ? felt_game_pieces_max(r->game) : r->game->pieces_max) || count == FELT_FIELD_PIECES_MAX)
        return record_bad(r, "found more than %d %s of one %s", count, r->game->words.pieces, e->hand < 0 ? "round" : "hand");
    if (!record_spell_piece(r, text, &e->dealt, part, count, &e->dealt.pieces[part][count]))
        return record_bad(r, "%s: found '%.*s', expected %s", piece_name(r), (int)(text.length > 40 ? 40 : text.length), text.bytes,
                          r->game->piece_expected);
    e->dealt.counts[part] = (uint8_t)(count + 1);
    e->pieces++;
    return true;
}

static bool add_events(felt_records *r, record_events *e)
{
    felt_round_record so_far = {.event_count = e->event_count};
    felt_text text = e->fields[e->piece];
    char both[40];
    if (e->second >= 0) {
        felt_text first = text_trim(text), second = text_trim(e->fields[e->second]);
        int length = snprintf(both, sizeof both, "%.*s-%.*s", (int)(first.length < 16 ? first.length : 16), first.bytes,
                              (int)(second.length < 16 ? second.length : 16), second.bytes);
        text = (felt_text){both, (size_t)length};
    }
    bool good = record_take_part(r, 0, text, &so_far);
    e->event_count = so_far.event_count;
    return good;
}

/* Takes a row of the open round. */
static void add_piece(felt_records *r, record_events *e)
{
    if (!(r->game->one_event ? add_card(r, e) : add_events(r, e)))
        spoil(r, e);
}

/* ---- who got which card ---- */

/* Deals the cards out: so many of them to each hand in turn, then one more to those hands of `draws` (bit i: hand i). */
static void deal_out(const felt_records *r, const felt_card *cards, unsigned draws, felt_dealt *ret)
{
    int at = 0;
    *ret = (felt_dealt){.counts = {0}};
    for (int i = 0; i < r->game->pieces_min; i++)
        for (int hand = 0; hand < r->game->field_count; hand++)
            ret->pieces[hand][ret->counts[hand]++] = cards[at++];
    for (int hand = 0; hand < r->game->field_count; hand++)
        if ((draws >> hand & 1) != 0)
            ret->pieces[hand][ret->counts[hand]++] = cards[at++];
}

/* Where the file does not say it: the hands get their cards in turn, and who draws follows from the rules. What cannot have come so is
 * left for whoever verifies the round to say. */
static void find_hands(const felt_records *r, record_events *e)
{
    const felt_game *game = r->game;
    felt_card cards[FELT_FIELD_PIECES_MAX];
    int dealt = game->pieces_min * game->field_count, rest = e->pieces - dealt, event;
    memcpy(cards, e->dealt.pieces[0], sizeof cards);
    unsigned first = (1u << rest) - 1; /* what cannot have come so: the first hands get what is left */
    for (unsigned draws = 0; draws < 1u << game->field_count; draws++) {
        if (__builtin_popcount(draws) != rest)
            continue;
        deal_out(r, cards, draws, &e->dealt);
        if (game->classify(&e->dealt, felt_book_decks(r->book), &event, NULL) == FELT_OK)
            return;
    }
    deal_out(r, cards, first, &e->dealt);
}

/* Ends the open round. */
static felt_next close_round(felt_records *r, record_events *e, felt_round_record *ret)
{
    const felt_game *game = r->game;
    int least = game->pieces_min * game->field_count;
    e->open = false;
    *ret = (felt_round_record){.id = {e->id, e->id_length}, .line = e->line, .group = e->group, .time = e->time};
    r->line = e->line;
    if (game->one_event && !e->spoiled) {
        bool few = e->pieces < least;
        for (int i = 0; e->hand >= 0 && i < game->field_count; i++)
            few = few || e->dealt.counts[i] < game->pieces_min;
        if (few) {
            record_bad(r, "found %d %s of the round, expected %s for each hand", e->pieces,
                       e->pieces == 1 ? game->piece : game->words.pieces, game->pieces_expected);
            spoil(r, e);
        }
    }
    if (e->spoiled) {
        r->error = e->error;
        return FELT_NEXT_BAD;
    }
    if (game->one_event && e->hand < 0)
        find_hands(r, e);
    ret->dealt = e->dealt;
    ret->events = r->events;
    ret->event_count = e->event_count;
    return FELT_NEXT_ROW;
}

/* Is the row of another round than the open one? */
static bool is_other(const record_events *e, event_kind kind)
{
    if (!e->open)
        return false;
    return kind == EVENT_BEGIN || (e->round >= 0 && !felt_text_equal(text_trim(e->fields[e->round]), (felt_text){e->id, e->id_length}));
}

/* Takes the row that was read last. True: the open round is at its end; the row may be the next one's (e->pending). */
static bool take_row(felt_records *r, record_events *e, felt_next *ret_next)
{
    event_kind kind = kind_of(r, e);
    *ret_next = FELT_NEXT_ROW;
    if (kind == EVENT_OTHER)
        return false;
    e->pending = is_other(e, kind);
    if (e->pending || (kind == EVENT_END && e->open))
        return true;
    if (kind == EVENT_END)
        return false;
    if (!e->open && !open_round(r, e)) {
        *ret_next = e->open ? FELT_NEXT_FAILED : FELT_NEXT_BAD;
        return true;
    }
    if (kind == EVENT_PIECE)
        add_piece(r, e);
    return false;
}

felt_next record_event_round(felt_records *r, felt_round_record *ret)
{
    record_events *e = r->by_event;
    for (;;) {
        felt_next next = e->pending ? FELT_NEXT_ROW : record_csv_row(r, e->fields);
        e->row_line = e->pending ? e->row_line : r->line;
        r->line = e->row_line;
        e->pending = false;
        if (next == FELT_NEXT_BAD && e->open) {
            spoil(r, e);
            continue;
        }
        if (next == FELT_NEXT_END && e->open)
            return close_round(r, e, ret);
        *ret = (felt_round_record){.line = r->line};
        if (next != FELT_NEXT_ROW)
            return next;
        if (take_row(r, e, &next))
            return next == FELT_NEXT_ROW ? close_round(r, e, ret) : next;
    }
}
