/* src/fair/lock.c - seeds at rest: encrypted under the key of the house, which lies in a file of its own. */
#include "fair.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NONCE_BYTES = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES, KEY_FILE_BYTES = FELT_FAIR_DIGITS + 1, PATH_BYTES = 4096 };

static_assert(FELT_FAIR_BYTES == crypto_aead_xchacha20poly1305_ietf_KEYBYTES, "a key is 32 bytes");
static_assert((int)FELT_FAIR_BOX_BYTES == (int)NONCE_BYTES + FELT_FAIR_BYTES + (int)crypto_aead_xchacha20poly1305_ietf_ABYTES,
              "nonce, seed and tag");

/* What the box is for, as the data that goes with it: another table's or shoe's does not open. */
static felt_fair_bytes purpose(felt_fair_about about)
{
    crypto_generichash_state state = fair_hash_begin("felt fair box 1", about);
    return fair_hash_end(&state);
}

/* The nonce is a keyed hash of what is encrypted: one for each seed, and nothing to draw or to count. */
static void make_nonce(const felt_fair_bytes *key, const felt_fair_bytes *about, const felt_fair_bytes *seed, uint8_t ret[NONCE_BYTES])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, key->bytes, FELT_FAIR_BYTES, NONCE_BYTES);
    crypto_generichash_update(&state, about->bytes, FELT_FAIR_BYTES);
    crypto_generichash_update(&state, seed->bytes, FELT_FAIR_BYTES);
    crypto_generichash_final(&state, ret, NONCE_BYTES);
    sodium_memzero(&state, sizeof state);
}

void felt_fair_lock(const felt_fair_bytes *key, felt_fair_about about, const felt_fair_bytes *seed, uint8_t ret[FELT_FAIR_BOX_BYTES])
{
    felt_fair_bytes with = purpose(about);
    make_nonce(key, &with, seed, ret);
    crypto_aead_xchacha20poly1305_ietf_encrypt(ret + NONCE_BYTES, NULL, seed->bytes, FELT_FAIR_BYTES, with.bytes, FELT_FAIR_BYTES, NULL,
                                               ret, key->bytes);
}

felt_status felt_fair_unlock(const felt_fair_bytes *key, felt_fair_about about, const uint8_t *box, size_t size, felt_fair_bytes *ret,
                             felt_error *error)
{
    felt_fair_bytes with = purpose(about), seed;
    if (size != FELT_FAIR_BOX_BYTES)
        return felt_error_set(error, FELT_EDATA, -1, "found an encrypted seed of %zu bytes, expected %d", size, (int)FELT_FAIR_BOX_BYTES);
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(seed.bytes, NULL, NULL, box + NONCE_BYTES, size - NONCE_BYTES, with.bytes,
                                                   FELT_FAIR_BYTES, box, key->bytes) != 0)
        return felt_error_set(error, FELT_EDATA, -1, "the seed of shoe %llu was not encrypted with this key, or was changed",
                              (unsigned long long)about.shoe);
    *ret = seed;
    return FELT_OK;
}

/* ---- the key file ---- */

static felt_status failed(felt_error *error, const char *path, const char *what)
{
    return felt_error_set(error, FELT_EIO, -1, "%s: %s: %s", path, what, strerror(errno));
}

static felt_status read_key(int file, const char *path, felt_fair_bytes *ret, felt_error *error)
{
    struct stat about;
    char digits[KEY_FILE_BYTES + 1];
    if (fstat(file, &about) != 0)
        return failed(error, path, "cannot be looked at");
    if (!S_ISREG(about.st_mode))
        return felt_error_set(error, FELT_EDATA, -1, "%s: expected a file with a key", path);
    if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return felt_error_set(error, FELT_EDATA, -1, "%s: found mode %04o, expected 0600: others must not read the key", path,
                              (unsigned)about.st_mode & 07777);
    ssize_t size = read(file, digits, sizeof digits);
    if (size < 0)
        return failed(error, path, "cannot be read");
    felt_status status = FELT_EDATA;
    if (size == KEY_FILE_BYTES && digits[FELT_FAIR_DIGITS] == '\n')
        status = felt_fair_read((felt_text){digits, FELT_FAIR_DIGITS}, ret);
    sodium_memzero(digits, sizeof digits);
    if (status != FELT_OK)
        return felt_error_set(error, FELT_EDATA, -1, "%s: expected a key of %d hexadecimal digits and a newline", path,
                              (int)FELT_FAIR_DIGITS);
    return FELT_OK;
}

/* Writes a new key under a name of its own, and gives it the name asked for only when it is whole on disk. */
static felt_status write_key(int file, const char *unfinished, const char *path, felt_error *error)
{
    felt_fair_bytes key;
    char digits[FELT_FAIR_DIGITS + 1];
    felt_fair_draw(&key);
    felt_fair_digits(&key, digits);
    digits[FELT_FAIR_DIGITS] = '\n';
    bool good = write(file, digits, KEY_FILE_BYTES) == KEY_FILE_BYTES && fsync(file) == 0;
    sodium_memzero(&key, sizeof key);
    sodium_memzero(digits, sizeof digits);
    if (!good)
        return failed(error, path, "cannot be written");
    if (link(unfinished, path) != 0 && errno != EEXIST)
        return failed(error, path, "cannot be made");
    return FELT_OK;
}

static felt_status sync_folder(const char *path, felt_error *error)
{
    char folder[PATH_BYTES];
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - path);
    memcpy(folder, path, length);
    folder[length] = '\0';
    const char *name = folder;
    if (slash == NULL)
        name = ".";
    else if (length == 0)
        name = "/";
    int opened = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = opened >= 0 && fsync(opened) == 0;
    felt_status status = good ? FELT_OK : failed(error, name, "cannot be written");
    if (opened >= 0)
        close(opened);
    return status;
}

static felt_status make_key(const char *path, felt_error *error)
{
    char unfinished[PATH_BYTES];
    if ((size_t)snprintf(unfinished, sizeof unfinished, "%s.XXXXXX", path) >= sizeof unfinished)
        return felt_error_set(error, FELT_EIO, -1, "the path of the key is too long");
    int file = mkstemp(unfinished); /* 0600, and a file that was not there */
    if (file < 0)
        return failed(error, path, "cannot be made");
    felt_status status = write_key(file, unfinished, path, error);
    close(file);
    unlink(unfinished);
    return status == FELT_OK ? sync_folder(path, error) : status;
}

felt_status felt_fair_key(const char *path, felt_fair_bytes *ret, felt_error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 && errno == ENOENT) {
        felt_status status = make_key(path, error);
        if (status != FELT_OK)
            return status;
        file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    }
    if (file < 0)
        return failed(error, path, "cannot be read");
    felt_status status = read_key(file, path, ret, error);
    close(file);
    return status;
}
