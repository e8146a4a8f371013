/* tests/history/make_history.c - writes a history of tables played by chance: make_history ROOT SEED SHOES TABLE... */
#include "chronicle.h"

#include <stdio.h>
#include <stdlib.h>

static bool put(void *context, felt_text line)
{
    return fwrite(line.bytes, 1, line.length, context) == line.length;
}

int main(int argc, char **argv)
{
    static chronicle c;
    felt_error error = {.message = "it could not be played"};
    bool good = argc > 4 && chronicle_open(&c, argv[1]);
    for (int i = 4; i < argc && good; i++)
        good = chronicle_play(&c, argv[i], atoi(argv[3]), (uint64_t)(atoi(argv[2]) + i));
    good = good && chronicle_write(&c, put, stdout, &error) == FELT_OK && fflush(stdout) == 0;
    if (!good)
        fprintf(stderr, "make_history: %s\n", error.message);
    else
        fprintf(stderr, "%llu rounds, %llu bets\n", (unsigned long long)c.rounds, (unsigned long long)c.bets);
    chronicle_close(&c);
    return good ? 0 : 1;
}
