/* tests/store/test_store_sqlite.c - the suite of store tests on SQLite, and what only a file can do. */
#include "suite.h"

#include "files.h"

static int run_sql(const char *address, const char *sql)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(file_path(address), &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, "PRAGMA foreign_keys=ON; PRAGMA recursive_triggers=ON", NULL, NULL, NULL), SQLITE_OK);
    int code = sqlite3_exec(handle, sql, NULL, NULL, NULL);
    sqlite3_close(handle);
    return code;
}

static bool refuses(const char *address, const char *sql)
{
    return run_sql(address, sql) == SQLITE_CONSTRAINT;
}

/* Without its triggers a schema lets everything pass. */
static void tamper(const char *address, const char *sql)
{
    sqlite3 *handle;
    sqlite3_stmt *list;
    assert_int_equal(sqlite3_open(file_path(address), &handle), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle,
                                        "SELECT group_concat('DROP TRIGGER ' || name, ';') FROM sqlite_schema WHERE type = 'trigger'", -1,
                                        &list, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(list), SQLITE_ROW);
    char *drops = sqlite3_mprintf("%s", sqlite3_column_text(list, 0));
    sqlite3_finalize(list);
    assert_int_equal(sqlite3_exec(handle, drops, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_free(drops);
    if (sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK)
        print_error("%s: %s\n", sql, sqlite3_errmsg(handle));
    assert_int_equal(sqlite3_errcode(handle), SQLITE_OK);
    sqlite3_close(handle);
}

int main(void)
{
    static const suite_engine sqlite = {"sqlite", file_fresh, file_drop, tamper, refuses};
    return suite_run(&sqlite);
}
