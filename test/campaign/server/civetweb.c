/* An echo over CivetWeb: server PORT */
#include <civetweb.h>
#include <stdio.h>
#include <unistd.h>

static int echo(struct mg_connection *connection, int bits, char *data, size_t length, void *given) {
  (void)given;
  int opcode = bits & 0xf;
  if (opcode == MG_WEBSOCKET_OPCODE_TEXT || opcode == MG_WEBSOCKET_OPCODE_BINARY)
    mg_websocket_write(connection, opcode, data, length);
  return opcode != MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE;
}

static int admit(const struct mg_connection *connection, void *given) {
  (void)connection, (void)given;
  return 0;
}

int main(int count, char **arguments) {
  char address[64];
  snprintf(address, sizeof address, "127.0.0.1:%s", arguments[count - 1]);
  const char *options[] = {"listening_ports", address, NULL};
  mg_init_library(MG_FEATURES_DEFAULT);
  struct mg_context *context = mg_start(NULL, NULL, options);
  if (!context) return 1;
  mg_set_websocket_handler(context, "/", admit, NULL, echo, NULL, NULL);
  for (;;) pause();
}
