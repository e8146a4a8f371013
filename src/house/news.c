/* src/house/news.c - what is to be told when a batch is durable, in the order in which it happened. */
#include "inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for `more` items after `count`; false: no memory. */
static bool grow(void **list, int *capacity, int count, int more, size_t size)
{
    if (count + more <= *capacity)
        return true;
    int wanted = *capacity < 64 ? 64 : 2 * *capacity;
    while (wanted < count + more)
        wanted *= 2;
    void *larger = realloc(*list, (size_t)wanted * size);
    if (larger == NULL)
        return false;
    *list = larger;
    *capacity = wanted;
    return true;
}

static news *add(house *h, news item)
{
    news_list *n = &h->news;
    if (!grow((void **)&n->list, &n->capacity, n->count, 1, sizeof *n->list))
        return NULL;
    n->list[n->count] = item;
    return &n->list[n->count++];
}

bool news_add_answer(house *h, uint64_t ticket, const house_answer *answer)
{
    news_list *n = &h->news;
    if (!grow((void **)&n->answers, &n->answer_capacity, n->answer_count, 1, sizeof *n->answers))
        return false;
    n->answers[n->answer_count] = *answer;
    return add(h, (news){.kind = NEWS_ANSWER, .ticket = ticket, .answer = n->answer_count++}) != NULL;
}

bool news_add_events(house *h, int table, int64_t record, const felt_events *events)
{
    news_list *n = &h->news;
    if (events->count == 0)
        return true;
    if (!grow((void **)&n->events, &n->event_capacity, n->event_count, events->count, sizeof *n->events))
        return false;
    memcpy(n->events + n->event_count, events->list, (size_t)events->count * sizeof *n->events);
    news item = {.kind = NEWS_EVENTS, .table = table, .record = record, .first = n->event_count, .count = events->count};
    n->event_count += events->count;
    return add(h, item) != NULL;
}

bool news_add_record(house *h, int table, int64_t record, felt_text json)
{
    news_list *n = &h->news;
    size_t wanted = n->text_size + json.length;
    if (wanted > n->text_capacity) {
        char *larger = realloc(n->text, 2 * wanted);
        if (larger == NULL)
            return false;
        n->text = larger;
        n->text_capacity = 2 * wanted;
    }
    memcpy(n->text + n->text_size, json.bytes, json.length);
    news item = {.kind = NEWS_RECORD, .table = table, .record = record, .at = n->text_size, .size = json.length};
    n->text_size = wanted;
    return add(h, item) != NULL;
}

void news_tell(house *h)
{
    const news_list *n = &h->news;
    const house_listener *l = &h->listener;
    for (int i = 0; i < n->count; i++) {
        const news *item = &n->list[i];
        if (item->kind == NEWS_ANSWER && l->answered != NULL)
            l->answered(l->context, item->ticket, &n->answers[item->answer]);
        if (item->kind == NEWS_EVENTS && l->happened != NULL)
            l->happened(l->context, item->table, item->record, n->events + item->first, item->count);
        if (item->kind == NEWS_RECORD && l->told != NULL)
            l->told(l->context, item->table, item->record, (felt_text){n->text + item->at, item->size});
    }
    news_clear(h);
}

void news_clear(house *h)
{
    h->news.count = h->news.answer_count = h->news.event_count = 0;
    h->news.text_size = 0;
}

void news_free(news_list *n)
{
    free(n->list);
    free(n->answers);
    free(n->events);
    free(n->text);
}

void house_note(house *h, const char *format, ...)
{
    char message[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    if (h->listener.noted != NULL)
        h->listener.noted(h->listener.context, message);
}
