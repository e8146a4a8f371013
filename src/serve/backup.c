/* src/serve/backup.c - a copy of the store, made piece by piece between the batches of a server that goes on. */
#include "server.h"

#include <stdio.h>
#include <string.h>

enum { PAGES = 256, NAME_MAX_BYTES = 100 };

/* A file's name and nothing more. */
static bool is_name(felt_text name)
{
    if (name.length == 0 || name.length > NAME_MAX_BYTES || name.bytes[0] == '.')
        return false;
    for (size_t i = 0; i < name.length; i++) {
        char c = name.bytes[i];
        bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
        if (!fine)
            return false;
    }
    return true;
}

void backup_start(server *s, net_exchange exchange, felt_text name)
{
    char path[1024];
    felt_error error;
    if (s->options->backups == NULL) {
        http_error(s, exchange, 409, "no-backups", "the server was started without a folder for copies", "start it with --backups FOLDER");
        return;
    }
    if (s->backup != NULL || s->store == NULL) {
        http_error(s, exchange, 409, "busy", "a copy is being made, or the store does not answer", "ask again later");
        return;
    }
    if (!is_name(name)) {
        http_error(s, exchange, 422, "malformed", "expected `name`: letters, digits, points, hyphens and underscores, no point first",
                   "mend the body");
        return;
    }
    snprintf(path, sizeof path, "%s/%.*s", s->options->backups, FELT_TEXT_ARGS(name));
    if (felt_backup_open(s->store, path, &s->backup, &error) != FELT_OK)
        http_error(s, exchange, 409, "backup", error.message, "give another name, or look at the folder");
    else
        s->backup_asked = exchange;
}

/* The next piece; returns whether there is more to do. */
bool backup_step(server *s)
{
    bool done = false;
    felt_error error;
    if (s->backup == NULL)
        return false;
    felt_status status = felt_backup_step(s->backup, PAGES, &done, &error);
    if (status == FELT_OK && !done)
        return true;
    if (status == FELT_OK) {
        wire *w = &s->answer;
        wire_clear(w);
        wire_open(w, '{');
        wire_put_bool(w, "ok", true);
        wire_close(w, '}');
        http_json(s, s->backup_asked, 200, w, felt_text_from(""));
        server_log(s, "info", "backup", "a copy of the store is complete");
    } else {
        http_error(s, s->backup_asked, 503, "backup", error.message, "look at the folder, and ask again");
        server_log(s, "error", "backup", "%s", error.message);
    }
    backup_drop(s);
    return false;
}

void backup_drop(server *s)
{
    felt_backup_close(s->backup);
    s->backup = NULL;
}
