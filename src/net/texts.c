/* src/net/texts.c - the texts of a request that libwebsockets leaves to its user: cookies, lengths, addresses, tags.
 *
 * Everything here is given what a stranger sent, and is what fuzz_net goes through. */
#include "inside.h"
#include <arpa/inet.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static felt_text trimmed(felt_text text)
{
    while (text.length > 0 && is_space(text.bytes[0])) {
        text.bytes++;
        text.length--;
    }
    while (text.length > 0 && is_space(text.bytes[text.length - 1]))
        text.length--;
    return text;
}

/* Cuts off what stands before the next `mark`, and the mark. */
static felt_text next_part(felt_text *rest, char mark)
{
    const char *end = rest->length > 0 ? memchr(rest->bytes, mark, rest->length) : NULL;
    felt_text part = *rest;

    if (end == NULL) {
        rest->bytes += rest->length;
        rest->length = 0;
        return part;
    }
    part.length = (size_t)(end - rest->bytes);
    rest->bytes = end + 1;
    rest->length -= part.length + 1;
    return part;
}

bool net_text_length(felt_text text, size_t *ret)
{
    size_t length = 0;

    if (text.length == 0 || text.length > 15)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] < '0' || text.bytes[i] > '9')
            return false;
        length = length * 10 + (size_t)(text.bytes[i] - '0');
    }
    *ret = length;
    return true;
}

felt_text net_text_forwarded(felt_text forwarded)
{
    felt_text last = {"", 0};
    char text[INET6_ADDRSTRLEN];
    uint8_t address[16];

    while (forwarded.length > 0)
        last = trimmed(next_part(&forwarded, ','));
    if (last.length > 2 && last.bytes[0] == '[' && last.bytes[last.length - 1] == ']') {
        last.bytes++;
        last.length -= 2;
    }
    if (last.length > 0 && last.length < sizeof text) {
        memcpy(text, last.bytes, last.length);
        text[last.length] = '\0';
        if (strlen(text) == last.length && (inet_pton(AF_INET, text, address) == 1 || inet_pton(AF_INET6, text, address) == 1))
            return last;
    }
    return felt_text_from("");
}

bool net_text_plain(felt_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.bytes[i] < 0x20 || text.bytes[i] == 0x7F)
            return false;
    return true;
}

bool net_text_path(felt_text path)
{
    if (path.length == 0 || path.bytes[0] != '/' || !net_text_plain(path) || memchr(path.bytes, '\\', path.length) != NULL)
        return false;
    while (path.length > 0) {
        felt_text part = next_part(&path, '/');
        if (felt_text_is(part, ".") || felt_text_is(part, ".."))
            return false;
    }
    return true;
}

bool net_text_tag_fits(felt_text if_none_match, felt_text etag)
{
    if (etag.length == 0)
        return false;
    while (if_none_match.length > 0) {
        felt_text tag = trimmed(next_part(&if_none_match, ','));
        if (tag.length > 2 && tag.bytes[0] == 'W' && tag.bytes[1] == '/') {
            tag.bytes += 2;
            tag.length -= 2;
        }
        if (felt_text_is(tag, "*") || felt_text_equal(tag, etag))
            return true;
    }
    return false;
}

bool net_text_listen(const char *listen, char host[NET_ADDRESS_BYTES], uint16_t *ret_port)
{
    felt_text rest = felt_text_from(listen), name, port;
    const char *colon = strrchr(listen, ':');
    size_t number;

    if (colon == NULL)
        return false;
    name = (felt_text){listen, (size_t)(colon - listen)};
    port = (felt_text){colon + 1, rest.length - name.length - 1};
    if (name.length > 2 && name.bytes[0] == '[' && name.bytes[name.length - 1] == ']') {
        name.bytes++;
        name.length -= 2;
    } else if (memchr(name.bytes, ':', name.length) != NULL) {
        return false; /* an IPv6 address without brackets: where would it end? */
    }
    if (name.length == 0 || name.length >= NET_ADDRESS_BYTES || !net_text_length(port, &number) || number > UINT16_MAX)
        return false;
    memcpy(host, name.bytes, name.length);
    host[name.length] = '\0';
    *ret_port = (uint16_t)number;
    return true;
}

net_argument net_text_argument(felt_text pair)
{
    net_argument argument;

    argument.name = next_part(&pair, '=');
    argument.value = pair;
    return argument;
}

bool net_text_utf8(felt_text text)
{
    while (text.length > 0) {
        size_t step = 1;
        uint64_t eight;

        if (text.length >= 8) {
            memcpy(&eight, text.bytes, 8);
            if ((eight & 0x8080808080808080u) == 0)
                step = 8;
        }
        if (step == 1)
            step = felt_text_decode(text, NULL);
        if (step == 0)
            return false;
        text.bytes += step;
        text.length -= step;
    }
    return true;
}
