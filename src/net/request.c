/* src/net/request.c - a request as the handlers see it, from the headers that libwebsockets has kept.
 *
 * libwebsockets decodes the path and the query, and takes "." and ".." out of the path. What it lets through is looked at again here. */
#include "inside.h"
#include <strings.h>

typedef struct reader {
    struct lws *wsi;
    char *to; /* room for what is left */
    size_t room;
    bool full, wrong; /* a text that did not fit, or had a control character in it */
} reader;

static felt_text keep(reader *r, int length)
{
    felt_text text = {r->to, 0};

    if (length <= 0) {
        r->full = r->full || length < 0;
        return felt_text_from("");
    }
    text.length = (size_t)length;
    r->wrong = r->wrong || !net_text_plain(text);
    r->to += length + 1;
    r->room -= (size_t)length + 1;
    return text;
}

static felt_text header(reader *r, enum lws_token_indexes token)
{
    return lws_hdr_total_length(r->wsi, token) == 0 ? felt_text_from("") : keep(r, lws_hdr_copy(r->wsi, r->to, (int)r->room, token));
}

/* A header that libwebsockets has no number for; `name` in small letters, with its colon. */
static felt_text other_header(reader *r, const char *name)
{
    int length = lws_hdr_custom_length(r->wsi, name, (int)strlen(name));

    if (length <= 0)
        return felt_text_from("");
    if ((size_t)length + 1 >= r->room) {
        r->full = true;
        return felt_text_from("");
    }
    return keep(r, lws_hdr_custom_copy(r->wsi, r->to, (int)r->room, name, (int)strlen(name)));
}

static bool read_target(net *n, reader *r, net_request *ret, net_fault *fault)
{
    static const struct {
        enum lws_token_indexes token;
        net_method method;
    } methods[] = {
        {WSI_TOKEN_GET_URI, NET_GET},         {WSI_TOKEN_HEAD_URI, NET_HEAD},   {WSI_TOKEN_POST_URI, NET_POST},
        {WSI_TOKEN_PUT_URI, NET_PUT},         {WSI_TOKEN_PATCH_URI, NET_PATCH}, {WSI_TOKEN_DELETE_URI, NET_DELETE},
        {WSI_TOKEN_OPTIONS_URI, NET_OPTIONS},
    };
    const char *begin = r->to;
    felt_text pair;

    ret->path = felt_text_from("");
    for (size_t i = 0; i < sizeof methods / sizeof methods[0] && ret->path.length == 0; i++) {
        ret->method = methods[i].method;
        ret->path = header(r, methods[i].token);
    }
    ret->arguments = n->arguments;
    ret->argument_count = 0;
    while (lws_hdr_total_length(r->wsi, WSI_TOKEN_HTTP_URI_ARGS) > 0) {
        int length = lws_hdr_copy_fragment(r->wsi, r->to, (int)r->room, WSI_TOKEN_HTTP_URI_ARGS, ret->argument_count);
        if (length < 0)
            break; /* after the last, or more than there is room for, which is found out below */
        if (ret->argument_count == NET_ARGUMENTS_MAX) {
            *fault = (net_fault){400, "bad-request", "the query has too many arguments", "send at most 32", NULL};
            return false;
        }
        pair = keep(r, length);
        n->arguments[ret->argument_count++] = net_text_argument(pair);
    }
    if (r->to - begin > NET_TARGET_BYTES_MAX || lws_hdr_total_length(r->wsi, WSI_TOKEN_HTTP_URI_ARGS) > NET_TARGET_BYTES_MAX || r->full) {
        *fault = (net_fault){414, "target-too-long", "path and query are too long", "send at most 2048 bytes", NULL};
        return false;
    }
    if (r->wrong || !net_text_path(ret->path)) {
        *fault = (net_fault){400, "bad-request", "the path is not one", "send a path without control characters and without ..", NULL};
        return false;
    }
    return true;
}

static void read_headers(net *n, reader *r, net_client *client, net_request *ret)
{
    felt_text forwarded;

    ret->authorization = header(r, WSI_TOKEN_HTTP_AUTHORIZATION);
    ret->content_type = header(r, WSI_TOKEN_HTTP_CONTENT_TYPE);
    ret->cookie = header(r, WSI_TOKEN_HTTP_COOKIE);
    ret->host = header(r, WSI_TOKEN_HOST);
    ret->if_none_match = header(r, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    ret->origin = header(r, WSI_TOKEN_ORIGIN);
    ret->sec_fetch_site = other_header(r, "sec-fetch-site:");
    ret->user_agent = header(r, WSI_TOKEN_HTTP_USER_AGENT);
    net_place_write(client->place, n->peer_text);
    ret->address = felt_text_from(n->peer_text);
    ret->secure = client->secure;
    if (!n->options.trust_proxy)
        return;
    forwarded = net_text_forwarded(header(r, WSI_TOKEN_X_FORWARDED_FOR));
    if (forwarded.length > 0)
        ret->address = forwarded;
    ret->secure = ret->secure || felt_text_is(other_header(r, "x-forwarded-proto:"), "https");
}

/* Also whether the connection may be used again. */
static bool read_version(reader *r, net_client *client, net_fault *fault)
{
    felt_text version = header(r, WSI_TOKEN_HTTP);
    felt_text connection = header(r, WSI_TOKEN_CONNECTION);

    if (!felt_text_is(version, "HTTP/1.1") && !felt_text_is(version, "HTTP/1.0")) {
        *fault = (net_fault){505, "version", "this is not HTTP/1.1", "use HTTP/1.1", NULL};
        return false;
    }
    client->keep = felt_text_is(version, "HTTP/1.1") && !(connection.length == 5 && strncasecmp(connection.bytes, "close", 5) == 0);
    return true;
}

static bool read_body_length(net *n, reader *r, const net_request *request, size_t *ret, net_fault *fault)
{
    bool told = lws_hdr_total_length(r->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;

    *ret = 0;
    if (lws_hdr_total_length(r->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
        (!told && (request->method == NET_POST || request->method == NET_PUT || request->method == NET_PATCH))) {
        *fault = (net_fault){411, "length-required", "the length of the body is not told", "send Content-Length, and no Transfer-Encoding",
                             NULL};
        return false;
    }
    if (told && !net_text_length(header(r, WSI_TOKEN_HTTP_CONTENT_LENGTH), ret)) {
        *fault = (net_fault){400, "bad-request", "Content-Length is no number", "send it once, in digits", NULL};
        return false;
    }
    if (*ret > n->options.body_bytes_max) {
        *fault = (net_fault){413, "body-too-large", "the body is too large", "send less at once", NULL};
        return false;
    }
    return true;
}

bool net_request_read(net *n, net_client *client, struct lws *wsi, net_request *ret, size_t *ret_body_length, net_fault *ret_fault)
{
    reader r = {.wsi = wsi, .to = n->texts, .room = sizeof n->texts};

    client->keep = false;
    *ret = (net_request){.body = felt_text_from("")};
    if (!read_target(n, &r, ret, ret_fault))
        return false;
    read_headers(n, &r, client, ret);
    if (!read_version(&r, client, ret_fault) || !read_body_length(n, &r, ret, ret_body_length, ret_fault)) {
        client->keep = false;
        return false;
    }
    if (r.full || r.wrong || ret->host.length == 0) {
        client->keep = false;
        *ret_fault = r.full ? (net_fault){431, "head-too-large", "the headers are too large", "send fewer or smaller cookies", NULL}
                            : (net_fault){400, "bad-request", "a header has control characters in it, or Host is missing",
                                          "send a whole request", NULL};
        return false;
    }
    return true;
}

bool net_request_argument(const net_request *request, const char *name, felt_text *ret)
{
    for (int i = 0; i < request->argument_count; i++)
        if (felt_text_is(request->arguments[i].name, name)) {
            *ret = request->arguments[i].value;
            return true;
        }
    return false;
}
