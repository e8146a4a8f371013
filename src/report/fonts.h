/* src/report/fonts.h - what pages and pictures share of cairo and pango: fonts, a layout for texts, and where bytes go. */
#ifndef FELT_SRC_REPORT_FONTS_H
#define FELT_SRC_REPORT_FONTS_H

#include <pango/pangocairo.h>

/* Fonts that Debian installs with fontconfig come first, so that the same document looks the same on most machines. */
#define FONTS_SANS "DejaVu Sans,Liberation Sans,sans-serif"
#define FONTS_SERIF "DejaVu Serif,Liberation Serif,serif"
#define FONTS_MONO "DejaVu Sans Mono,Liberation Mono,monospace"

/* The fonts of this machine; NULL: it has none. Given back with g_object_unref, as the layout is. */
PangoFontMap *fonts_open(void);

/* Texts that measure the same whatever they are drawn on. */
PangoLayout *fonts_layout(PangoFontMap *fonts);

/* A cairo_write_func_t; the closure is a text_out. */
cairo_status_t fonts_write(void *closure, const unsigned char *data, unsigned int length);

#endif
