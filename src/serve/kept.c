/* src/serve/kept.c - answers that took some work, kept for who asks the same again. */
#include "kept.h"

#include <stdlib.h>
#include <string.h>

typedef struct kept_answer {
    uint8_t question[HASH_BYTES];
    char *bytes; /* NULL: the place is free */
    size_t length;
    uint64_t asked; /* the larger, the later */
} kept_answer;

struct kept {
    kept_answer answers[KEPT_ANSWERS_MAX];
    size_t bytes;
    uint64_t turn;
};

kept *kept_new(void)
{
    return calloc(1, sizeof(kept));
}

static void drop(kept *k, kept_answer *a)
{
    k->bytes -= a->length;
    free(a->bytes);
    *a = (kept_answer){.bytes = NULL};
}

void kept_free(kept *k)
{
    for (int i = 0; k != NULL && i < KEPT_ANSWERS_MAX; i++)
        free(k->answers[i].bytes);
    free(k);
}

bool kept_find(kept *k, const uint8_t question[HASH_BYTES], felt_text *ret)
{
    for (int i = 0; k != NULL && i < KEPT_ANSWERS_MAX; i++) {
        kept_answer *a = &k->answers[i];
        if (a->bytes == NULL || memcmp(a->question, question, HASH_BYTES) != 0)
            continue;
        a->asked = ++k->turn;
        *ret = (felt_text){a->bytes, a->length};
        return true;
    }
    return false;
}

/* The one that was asked for the longest ago, of those that there are. */
static kept_answer *longest_ago(kept *k)
{
    kept_answer *found = NULL;
    for (int i = 0; i < KEPT_ANSWERS_MAX; i++)
        if (k->answers[i].bytes != NULL && (found == NULL || k->answers[i].asked < found->asked))
            found = &k->answers[i];
    return found;
}

static kept_answer *free_place(kept *k)
{
    for (int i = 0; i < KEPT_ANSWERS_MAX; i++)
        if (k->answers[i].bytes == NULL)
            return &k->answers[i];
    return NULL;
}

void kept_add(kept *k, const uint8_t question[HASH_BYTES], felt_text answer)
{
    felt_text before;
    if (k == NULL || answer.length == 0 || answer.length > KEPT_BYTES_MAX || kept_find(k, question, &before))
        return;
    char *bytes = malloc(answer.length);
    if (bytes == NULL)
        return;
    while (k->bytes + answer.length > KEPT_BYTES_MAX)
        drop(k, longest_ago(k));
    kept_answer *a = free_place(k);
    if (a == NULL) {
        a = longest_ago(k);
        drop(k, a);
    }
    memcpy(bytes, answer.bytes, answer.length);
    *a = (kept_answer){.bytes = bytes, .length = answer.length, .asked = ++k->turn};
    memcpy(a->question, question, HASH_BYTES);
    k->bytes += answer.length;
}
