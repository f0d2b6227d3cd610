/* An echo over libwebsockets: server PORT */
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

struct message {
  size_t length;
  int kind;
  unsigned char octets[LWS_PRE + 65536];
};

static int echo(struct lws *wsi, enum lws_callback_reasons reason, void *session, void *in, size_t length) {
  struct message *message = session;
  if (reason == LWS_CALLBACK_RECEIVE && length <= 65536) {
    message->length = length;
    message->kind = lws_frame_is_binary(wsi) ? LWS_WRITE_BINARY : LWS_WRITE_TEXT;
    memcpy(message->octets + LWS_PRE, in, length);
    lws_callback_on_writable(wsi);
  }
  if (reason == LWS_CALLBACK_SERVER_WRITEABLE && message->length > 0) {
    lws_write(wsi, message->octets + LWS_PRE, message->length, message->kind);
    message->length = 0;
  }
  return 0;
}

int main(int count, char **arguments) {
  struct lws_protocols protocols[] = {{"echo", echo, sizeof(struct message), 65536, 0, NULL, 0}, {0}};
  struct lws_context_creation_info info;
  memset(&info, 0, sizeof info);
  lws_set_log_level(0, NULL);
  info.port = atoi(arguments[count - 1]);
  info.iface = "lo";
  info.protocols = protocols;
  struct lws_context *context = lws_create_context(&info);
  if (!context) return 1;
  while (lws_service(context, 0) >= 0) continue;
  return 0;
}
