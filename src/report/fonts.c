/* src/report/fonts.c - fonts, layouts and bytes, for cairo and pango. */
#include "fonts.h"

#include "text_out.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_LEAK_CHECK 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define WITH_LEAK_CHECK 1
#endif
#ifdef WITH_LEAK_CHECK
/* Fontconfig keeps its configuration behind offsets instead of pointers, so that a leak checker cannot see that it is still in use. These
 * are the names under which a program that is built with one says what to leave out; it must see them. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig.so\n";
}

__attribute__((visibility("default"))) const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif

PangoFontMap *fonts_open(void)
{
    PangoFontMap *fonts = pango_cairo_font_map_new();
    PangoFontFamily **families = NULL;
    int count = 0;
    pango_font_map_list_families(fonts, &families, &count);
    g_free(families);
    if (count > 0)
        return fonts;
    g_object_unref(fonts);
    return NULL;
}

PangoLayout *fonts_layout(PangoFontMap *fonts)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    PangoContext *context = pango_font_map_create_context(fonts);
    pango_cairo_context_set_font_options(context, options);
    pango_cairo_context_set_resolution(context, 72);
    pango_context_set_language(context, pango_language_from_string("en"));
    PangoLayout *layout = pango_layout_new(context);
    g_object_unref(context);
    cairo_font_options_destroy(options);
    return layout;
}

cairo_status_t fonts_write(void *closure, const unsigned char *data, unsigned int length)
{
    text_out *out = closure;
    out_bytes(out, (const char *)data, length);
    return felt_arena_ran_out(out->arena) ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}
