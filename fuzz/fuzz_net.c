/* fuzz/fuzz_net.c - any bytes as the texts of a request that Felt reads itself: cookies, lengths, addresses, paths, tags, arguments. What
 * comes out lies inside what went in. */
#include "net/inside.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void inside(felt_text part, felt_text whole)
{
    if (part.length > 0 && (part.bytes < whole.bytes || part.bytes + part.length > whole.bytes + whole.length))
        abort();
}

static void read_listen(felt_text text)
{
    char listen[256], host[NET_ADDRESS_BYTES];
    uint16_t port;

    if (text.length >= sizeof listen)
        return;
    memcpy(listen, text.bytes, text.length);
    listen[text.length] = '\0';
    if (net_text_listen(listen, host, &port) && (host[0] == '\0' || strlen(host) >= NET_ADDRESS_BYTES))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size + 1); /* so that one byte too far is seen */
    felt_text text = {copy, size};
    net_argument argument;
    size_t length = 0;
    char body[256];

    if (copy == NULL)
        return 0;
    memcpy(copy, data, size);
    copy = realloc(copy, size > 0 ? size : 1);
    text.bytes = copy;
    inside(net_text_forwarded(text), text);
    argument = net_text_argument(text);
    inside(argument.name, text);
    inside(argument.value, text);
    if (net_text_length(text, &length) && (size > 15 || length > 999999999999999))
        abort();
    if (net_text_path(text) && (!net_text_plain(text) || text.bytes[0] != '/'))
        abort();
    net_text_tag_fits(text, felt_text_from("\"v1\""));
    net_text_tag_fits(felt_text_from("\"a\", \"b\""), text);
    read_listen(text);
    if (size < 200) {
        char terminated[200];
        memcpy(terminated, copy, size);
        terminated[size] = '\0';
        length = net_error_body(body, sizeof body, "code", terminated, terminated);
        if (length >= sizeof body || body[length] != '\0' || body[length - 1] != '\n')
            abort();
    }
    free(copy);
    return 0;
}
