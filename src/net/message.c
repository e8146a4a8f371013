/* src/net/message.c - messages that many peers may be sent, with room before the text for what libwebsockets puts there. */
#include "inside.h"
#include <assert.h>
#include <stdlib.h>

net_message *net_message_new(felt_text text)
{
    net_message *message;

    assert(text.length <= UINT32_MAX / 2);
    message = malloc(sizeof *message + LWS_PRE + text.length + 1);
    if (message == NULL)
        return NULL;
    message->holders = 1;
    message->length = (uint32_t)text.length;
    if (text.length > 0)
        memcpy(message->bytes + LWS_PRE, text.bytes, text.length);
    message->bytes[LWS_PRE + text.length] = '\0';
    return message;
}

void net_message_hold(net_message *message)
{
    message->holders++;
}

void net_message_release(net_message *message)
{
    if (message != NULL && --message->holders == 0)
        free(message);
}

felt_text net_message_text(const net_message *message)
{
    return (felt_text){(const char *)message->bytes + LWS_PRE, message->length};
}
