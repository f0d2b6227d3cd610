/* An echo over libsoup: server PORT */
#include <libsoup/soup.h>
#include <stdlib.h>

static void echo(SoupWebsocketConnection *connection, int kind, GBytes *message, gpointer given) {
  gsize length;
  const char *data = g_bytes_get_data(message, &length);
  (void)given;
  if (kind == SOUP_WEBSOCKET_DATA_TEXT) {
    char *text = g_strndup(data, length);
    soup_websocket_connection_send_text(connection, text);
    g_free(text);
  } else {
    soup_websocket_connection_send_binary(connection, data, length);
  }
}

static void open_one(SoupServer *server, SoupServerMessage *message, const char *path,
                     SoupWebsocketConnection *connection, gpointer given) {
  (void)server, (void)message, (void)path, (void)given;
  g_signal_connect(connection, "message", G_CALLBACK(echo), NULL);
  g_signal_connect(connection, "closed", G_CALLBACK(g_object_unref), NULL);
  g_object_ref(connection);
}

int main(int count, char **arguments) {
  SoupServer *server = soup_server_new(NULL, NULL);
  soup_server_add_websocket_handler(server, "/", NULL, NULL, open_one, NULL, NULL);
  guint port = atoi(arguments[count - 1]);
  if (!soup_server_listen_local(server, port, SOUP_SERVER_LISTEN_IPV4_ONLY, NULL)) return 1;
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
