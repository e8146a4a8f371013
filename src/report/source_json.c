/* src/report/source_json.c - a source document of a sheet as JSON. */
#include "source_json.h"

json_t *source_json(const felt_source *source)
{
    json_t *object = json_object();
    out_json_put(&object, "title", out_json_text(source->title));
    out_json_put(&object, "publisher", out_json_text(source->publisher));
    out_json_put(&object, "edition", out_json_text(source->edition));
    out_json_put(&object, "date", out_json_text(source->date));
    out_json_put(&object, "file", out_json_text(source->file));
    out_json_put(&object, "sha256", out_json_text(source->hash));
    return object;
}

json_t *sources_json(const felt_sheet *sheet)
{
    json_t *array = json_array();
    for (int i = 0; i < sheet->source_count; i++)
        out_json_add(&array, source_json(&sheet->sources[i]));
    return array;
}
