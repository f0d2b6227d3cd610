// A driver around the client of libsoup 3.
#include <libsoup/soup.h>

#include "driver.hpp"

static SoupSession* session;

static void finish(GObject*, GAsyncResult* result, gpointer data) {
  auto task = static_cast<Task*>(data);
  GError* error = nullptr;
  SoupWebsocketConnection* connection = soup_session_websocket_connect_finish(session, result, &error);
  if (error) {
    sayFailed(*task, error->message);
    g_error_free(error);
  } else {
    const char* name = soup_websocket_connection_get_protocol(connection);
    sayOpen(*task, name ? name : "");
    g_signal_connect(connection, "closed", G_CALLBACK(g_object_unref), nullptr);
  }
  delete task;
}

static gboolean play(gpointer data) {
  auto task = static_cast<Task*>(data);
  std::vector<char*> names;
  for (auto& name : task->subprotocols) names.push_back(name.data());
  names.push_back(nullptr);
  SoupMessage* message = soup_message_new("GET", task->url.c_str());
  soup_session_websocket_connect_async(session, message, nullptr, names.data(), G_PRIORITY_DEFAULT, nullptr, finish, task);
  g_object_unref(message);
  return G_SOURCE_REMOVE;
}

int main() {
  session = soup_session_new();
  GMainLoop* loop = g_main_loop_new(nullptr, FALSE);
  std::thread reader([loop] {
    readTasks([](const Task& task) { g_idle_add(play, new Task(task)); });
    g_main_loop_quit(loop);
  });
  g_main_loop_run(loop);
  reader.join();
}
