/* src/cases/coverage.c - how many rows of a sheet cases came to. */
#include <felt/cases.h>

felt_coverage_tally felt_coverage_count(const felt_coverage_sheet *covered)
{
    felt_coverage_tally tally = {0};
    for (int i = 0; i < covered->sheet->wager_count; i++) {
        uint64_t wanted = felt_coverage_wanted(&covered->sheet->wagers[i]);
        for (int row = 0; row < covered->sheet->wagers[i].row_count; row++) {
            tally.wanted += (int)(wanted >> row & 1);
            tally.decided += (int)((wanted & covered->decided[i]) >> row & 1);
        }
    }
    return tally;
}
