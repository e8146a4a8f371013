/* src/report/picture.c - pictures by cairo, their texts by pango. */
#include "picture.h"

#include "fonts.h"
#include "text_out.h"

#include <assert.h>
#include <cairo-svg.h>
#include <pango/pangocairo.h>

enum { PNG_SCALE = 2 }; /* pixels to a unit: sharp on paper and on good screens */

struct picture {
    text_out out;
    felt_picture_format format;
    cairo_surface_t *surface;
    cairo_t *cr;
    PangoFontMap *fonts;
    PangoLayout *layout;
    PangoFontDescription *styles[PICTURE_FONTS];
};

static const char *const style_names[PICTURE_FONTS] = {
    [PICTURE_TITLE] = FONTS_SANS " Bold 13", [PICTURE_TEXT] = FONTS_SANS " 11", [PICTURE_SMALL] = FONTS_SANS " 9.5"};

felt_status picture_open(felt_arena *arena, felt_picture_format format, int width, int height, picture **ret)
{
    assert(width >= 1 && width <= PICTURE_MOST && height >= 1 && height <= PICTURE_MOST);
    picture *p = felt_arena_take(arena, 1, sizeof *p);
    if (p == NULL)
        return FELT_ENOMEM;
    p->out.arena = arena;
    p->format = format;
    p->fonts = fonts_open();
    if (p->fonts == NULL)
        return FELT_EDATA;
    p->surface = format == FELT_PICTURE_SVG ? cairo_svg_surface_create_for_stream(fonts_write, &p->out, width, height)
                                            : cairo_image_surface_create(CAIRO_FORMAT_RGB24, width * PNG_SCALE, height * PNG_SCALE);
    p->cr = cairo_create(p->surface);
    if (format == FELT_PICTURE_SVG)
        cairo_svg_surface_set_document_unit(p->surface, CAIRO_SVG_UNIT_PX);
    else
        cairo_scale(p->cr, PNG_SCALE, PNG_SCALE);
    p->layout = fonts_layout(p->fonts);
    for (int i = 0; i < PICTURE_FONTS; i++)
        p->styles[i] = pango_font_description_from_string(style_names[i]);
    picture_box(p, 0, 0, width, height, PICTURE_PAPER);
    *ret = p;
    return FELT_OK;
}

felt_status picture_close(picture *p, felt_text *ret)
{
    bool good = cairo_status(p->cr) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(p->cr);
    if (p->format == FELT_PICTURE_PNG && good)
        good = cairo_surface_write_to_png_stream(p->surface, fonts_write, &p->out) == CAIRO_STATUS_SUCCESS;
    cairo_surface_finish(p->surface);
    good = good && cairo_surface_status(p->surface) == CAIRO_STATUS_SUCCESS && !felt_arena_ran_out(p->out.arena);
    cairo_surface_destroy(p->surface);
    for (int i = 0; i < PICTURE_FONTS; i++)
        pango_font_description_free(p->styles[i]);
    g_object_unref(p->layout);
    g_object_unref(p->fonts);
    if (!good)
        return FELT_ENOMEM;
    *ret = (felt_text){p->out.bytes, p->out.length};
    return FELT_OK;
}

static void paint_with(picture *p, picture_color color)
{
    cairo_set_source_rgb(p->cr, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0, (color & 255) / 255.0);
}

void picture_box(picture *p, double x, double y, double width, double height, picture_color color)
{
    paint_with(p, color);
    cairo_rectangle(p->cr, x, y, width, height);
    cairo_fill(p->cr);
}

void picture_line(picture *p, double x1, double y1, double x2, double y2, picture_color color)
{
    paint_with(p, color);
    cairo_set_line_width(p->cr, 1);
    cairo_move_to(p->cr, x1, y1);
    cairo_line_to(p->cr, x2, y2);
    cairo_stroke(p->cr);
}

static void follow(picture *p, const picture_point *points, int count)
{
    cairo_move_to(p->cr, points[0].x, points[0].y);
    for (int i = 1; i < count; i++)
        cairo_line_to(p->cr, points[i].x, points[i].y);
}

void picture_path(picture *p, const picture_point *points, int count, picture_color color, picture_dash dash)
{
    static const struct {
        double lengths[6];
        int count;
    } dashes[PICTURE_DASHES] = {[PICTURE_LONG] = {{9, 3}, 2},
                                [PICTURE_SHORT] = {{5, 3}, 2},
                                [PICTURE_DOTS] = {{1.5, 2.5}, 2},
                                [PICTURE_LONG_DOT] = {{9, 3, 1.5, 3}, 4},
                                [PICTURE_LONG_DOTS] = {{9, 3, 1.5, 2, 1.5, 3}, 6}};
    if (count < 2)
        return;
    paint_with(p, color);
    cairo_set_line_width(p->cr, 1.6);
    cairo_set_line_join(p->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_dash(p->cr, dashes[dash].lengths, dashes[dash].count, 0);
    follow(p, points, count);
    cairo_stroke(p->cr);
    cairo_set_dash(p->cr, NULL, 0, 0);
}

void picture_area(picture *p, const picture_point *points, int count, picture_color color)
{
    if (count < 2)
        return;
    paint_with(p, color);
    follow(p, points, count);
    cairo_close_path(p->cr);
    cairo_fill(p->cr);
}

double picture_text(picture *p, picture_font font, picture_align align, double x, double y, picture_color color, felt_text text)
{
    static const double shifts[] = {[PICTURE_FROM] = 0, [PICTURE_TO] = 1, [PICTURE_AROUND] = 0.5};
    PangoRectangle size;
    if (text.bytes == NULL)
        return 0;
    pango_layout_set_font_description(p->layout, p->styles[font]);
    pango_layout_set_text(p->layout, text.bytes, (int)text.length);
    pango_layout_get_extents(p->layout, NULL, &size);
    double width = (double)size.width / PANGO_SCALE, height = (double)size.height / PANGO_SCALE;
    paint_with(p, color);
    cairo_move_to(p->cr, x - shifts[align] * width, y - height / 2);
    pango_cairo_show_layout(p->cr, p->layout);
    return width;
}

double picture_step(double range, int lines)
{
    static const double steps[] = {1, 2, 5};
    assert(range > 0 && lines >= 1);
    double power = 1;
    while (power > range)
        power /= 10;
    for (power /= 100;; power *= 10)
        for (int i = 0; i < 3; i++)
            if (steps[i] * power * lines >= range)
                return steps[i] * power;
}
