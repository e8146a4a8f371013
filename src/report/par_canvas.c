/* src/report/par_canvas.c - PDF pages by cairo, their texts by pango. */
#include "par_canvas.h"

#include "fonts.h"
#include "text_out.h"

#include <cairo-pdf.h>
#include <pango/pangocairo.h>
#include <stdio.h>

struct canvas {
    text_out out;
    cairo_surface_t *surface;
    cairo_t *cr;
    PangoFontMap *fonts;
    PangoLayout *layout;
    PangoFontDescription *styles[FONT_COUNT];
    bool measure_only;
    char missing[64]; /* letters without a sign */
};

static const char *const style_names[FONT_COUNT] = {
    [FONT_TITLE] = FONTS_SERIF " Bold 18", [FONT_SECTION] = FONTS_SERIF " Bold 11.5", [FONT_HEADING] = FONTS_SERIF " Bold 9.5",
    [FONT_BODY] = FONTS_SANS " 7.5",       [FONT_BOLD] = FONTS_SANS " Bold 7.5",      [FONT_SMALL] = FONTS_SANS " 6.8",
    [FONT_TINY] = FONTS_SANS " 6",         [FONT_MONO] = FONTS_MONO " 6.3",           [FONT_SMALL_BOLD] = FONTS_SANS " Bold 6.8",
    [FONT_LISTING] = FONTS_MONO " 5.2",
};

static void describe(canvas *c, const canvas_about *about)
{
    const struct {
        cairo_pdf_metadata_t key;
        felt_text text;
    } lines[] = {{CAIRO_PDF_METADATA_TITLE, about->title},
                 {CAIRO_PDF_METADATA_AUTHOR, about->author},
                 {CAIRO_PDF_METADATA_SUBJECT, about->subject},
                 {CAIRO_PDF_METADATA_KEYWORDS, about->keywords},
                 {CAIRO_PDF_METADATA_CREATOR, about->creator},
                 {CAIRO_PDF_METADATA_CREATE_DATE, {"", 0}}}; /* cairo would put the time of day there */
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        felt_text copy = felt_arena_copy(c->out.arena, lines[i].text);
        if (copy.bytes != NULL)
            cairo_pdf_surface_set_metadata(c->surface, lines[i].key, copy.bytes);
    }
}

/* A number or a line of a sheet that is broken is still the same text. */
static void break_without_hyphens(PangoLayout *layout)
{
    PangoAttrList *list = pango_attr_list_new();
    pango_attr_list_insert(list, pango_attr_insert_hyphens_new(FALSE));
    pango_layout_set_attributes(layout, list);
    pango_attr_list_unref(list);
}

felt_status canvas_open(felt_arena *arena, const canvas_about *about, canvas **ret)
{
    canvas *c = felt_arena_take(arena, 1, sizeof *c);
    if (c == NULL)
        return FELT_ENOMEM;
    c->out.arena = arena;
    c->fonts = fonts_open();
    if (c->fonts == NULL)
        return FELT_EDATA;
    c->surface = cairo_pdf_surface_create_for_stream(fonts_write, &c->out, CANVAS_WIDTH, CANVAS_HEIGHT);
    c->cr = cairo_create(c->surface);
    describe(c, about);
    c->layout = fonts_layout(c->fonts);
    break_without_hyphens(c->layout);
    for (int i = 0; i < FONT_COUNT; i++)
        c->styles[i] = pango_font_description_from_string(style_names[i]);
    *ret = c;
    return FELT_OK;
}

felt_status canvas_close(canvas *c, felt_text *ret)
{
    cairo_status_t drawn = cairo_status(c->cr);
    cairo_destroy(c->cr);
    cairo_surface_finish(c->surface);
    bool good =
        drawn == CAIRO_STATUS_SUCCESS && cairo_surface_status(c->surface) == CAIRO_STATUS_SUCCESS && !felt_arena_ran_out(c->out.arena);
    cairo_surface_destroy(c->surface);
    for (int i = 0; i < FONT_COUNT; i++)
        pango_font_description_free(c->styles[i]);
    g_object_unref(c->layout);
    g_object_unref(c->fonts);
    if (!good)
        return FELT_ENOMEM;
    *ret = (felt_text){c->out.bytes, c->out.length};
    return FELT_OK;
}

bool canvas_measure_only(canvas *c, bool only)
{
    bool before = c->measure_only;
    c->measure_only = only;
    return before;
}

void canvas_end_page(canvas *c)
{
    if (!c->measure_only)
        cairo_show_page(c->cr);
}

/* ---- texts ---- */

static void set_layout(canvas *c, canvas_font font, canvas_align align, double width, felt_text text)
{
    static const PangoAlignment alignments[] = {PANGO_ALIGN_LEFT, PANGO_ALIGN_RIGHT, PANGO_ALIGN_CENTER};
    pango_layout_set_font_description(c->layout, c->styles[font]);
    pango_layout_set_alignment(c->layout, alignments[align]);
    pango_layout_set_wrap(c->layout, font == FONT_MONO ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR);
    pango_layout_set_width(c->layout, width < 0 ? -1 : (int)(width * PANGO_SCALE));
    pango_layout_set_text(c->layout, text.bytes == NULL ? "" : text.bytes, (int)text.length);
}

static double layout_height(canvas *c)
{
    int height;
    pango_layout_get_size(c->layout, NULL, &height);
    return (double)height / PANGO_SCALE;
}

/* Writes down which letters of the layout no font has, each once. The layout is left as it was. */
static void note_missing(canvas *c, felt_text text)
{
    const char *end = text.bytes + text.length;
    for (const char *at = text.bytes; at < end; at = g_utf8_next_char(at)) {
        size_t length = (size_t)(g_utf8_next_char(at) - at), used = strlen(c->missing);
        if (length > (size_t)(end - at) || used + length + 1 > sizeof c->missing)
            break;
        char letter[8] = "";
        memcpy(letter, at, length);
        pango_layout_set_text(c->layout, letter, (int)length);
        if (pango_layout_get_unknown_glyphs_count(c->layout) > 0 && strstr(c->missing, letter) == NULL)
            memcpy(c->missing + used, letter, length + 1);
    }
    pango_layout_set_text(c->layout, text.bytes, (int)text.length);
}

felt_text canvas_missing(const canvas *c)
{
    return felt_arena_copy(c->out.arena, felt_text_from(c->missing));
}

double canvas_text(canvas *c, canvas_font font, canvas_align align, double x, double y, double width, felt_text text)
{
    set_layout(c, font, align, width, text);
    if (!c->measure_only) {
        if (pango_layout_get_unknown_glyphs_count(c->layout) > 0)
            note_missing(c, text);
        cairo_set_source_rgb(c->cr, 0, 0, 0);
        cairo_move_to(c->cr, x, y);
        pango_cairo_show_layout(c->cr, c->layout);
    }
    return layout_height(c);
}

double canvas_line(canvas *c, canvas_font font, canvas_align align, double x, double y, double width, felt_text text)
{
    pango_layout_set_ellipsize(c->layout, PANGO_ELLIPSIZE_END);
    double height = canvas_text(c, font, align, x, y, width, text);
    pango_layout_set_ellipsize(c->layout, PANGO_ELLIPSIZE_NONE);
    return height;
}

double canvas_height(canvas *c, canvas_font font, double width, felt_text text)
{
    set_layout(c, font, ALIGN_LEFT, width, text);
    return layout_height(c);
}

double canvas_width(canvas *c, canvas_font font, felt_text text)
{
    int width;
    set_layout(c, font, ALIGN_LEFT, -1, text);
    pango_layout_get_size(c->layout, &width, NULL);
    return (double)width / PANGO_SCALE;
}

/* ---- rules, boxes, links ---- */

void canvas_rule(canvas *c, double x1, double y1, double x2, double y2, double thickness, double gray)
{
    if (c->measure_only)
        return;
    cairo_set_source_rgb(c->cr, gray, gray, gray);
    cairo_set_line_width(c->cr, thickness);
    cairo_move_to(c->cr, x1, y1);
    cairo_line_to(c->cr, x2, y2);
    cairo_stroke(c->cr);
}

void canvas_box(canvas *c, double x, double y, double width, double height, double gray)
{
    if (c->measure_only)
        return;
    cairo_set_source_rgb(c->cr, gray, gray, gray);
    cairo_rectangle(c->cr, x, y, width, height);
    cairo_fill(c->cr);
}

void canvas_outline(canvas *c, felt_text text, int page)
{
    char where[64];
    felt_text copy = felt_arena_copy(c->out.arena, text);
    if (c->measure_only || copy.bytes == NULL)
        return;
    snprintf(where, sizeof where, "page=%d pos=[0 0]", page);
    cairo_pdf_surface_add_outline(c->surface, CAIRO_PDF_OUTLINE_ROOT, copy.bytes, where, 0);
}

void canvas_link(canvas *c, double x, double y, double width, double height, int page)
{
    char where[128];
    if (c->measure_only)
        return;
    /* Whole points: %f would follow the comma of a locale. */
    snprintf(where, sizeof where, "rect=[%d %d %d %d] page=%d pos=[0 0]", (int)x, (int)y, (int)width, (int)height, page);
    cairo_tag_begin(c->cr, CAIRO_TAG_LINK, where);
    cairo_tag_end(c->cr, CAIRO_TAG_LINK);
}
