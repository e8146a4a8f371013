/* tests/house/test_house.c - tables with their store: what was answered is there after every failure, and the books balance. */
#include "world.h"

int main(void)
{
    static const house_part *const parts[] = {&house_rounds, &house_openings, &house_failures};
    enum { TESTS_MAX = 64 };
    struct CMUnitTest tests[TESTS_MAX] = {{.name = NULL}};
    size_t count = 0;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
        for (size_t i = 0; i < parts[p]->count && count < TESTS_MAX; i++)
            tests[count++] = parts[p]->tests[i];
    return _cmocka_run_group_tests("house", tests, count, NULL, NULL);
}
