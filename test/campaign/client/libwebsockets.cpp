// A driver around the client of libwebsockets.
#include <libwebsockets.h>

#include "driver.hpp"

struct Connection {
  const Task& task;
  bool isTold, isOver;
};

static int hear(lws* socket, lws_callback_reasons reason, void* user, void* in, size_t length) {
  auto connection = static_cast<Connection*>(user);
  switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
      sayOpened(connection->task);
      connection->isTold = true;
      break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
      if (!connection->isTold)
        sayFailed(connection->task, in ? std::string(static_cast<char*>(in), length) : "connection error");
      connection->isTold = connection->isOver = true;
      break;
    case LWS_CALLBACK_CLIENT_CLOSED:
      connection->isOver = true;
      break;
    default:
      return lws_callback_http_dummy(socket, reason, user, in, length);
  }
  return 0;
}

static const lws_extension extensions[] = {
    {"permessage-deflate", lws_extension_callback_pm_deflate,
     "permessage-deflate; client_no_context_takeover; client_max_window_bits"},
    {nullptr, nullptr, nullptr}};

static void play(const Task& task) {
  // The name of what handles messages is not offered here: what is offered stands in `information.protocol`.
  const lws_protocols protocols[] = {{"driver", hear, 0, 65536, 0, nullptr, 0}, {nullptr, nullptr, 0, 0, 0, nullptr, 0}};
  lws_context_creation_info settings = {};
  settings.port = CONTEXT_PORT_NO_LISTEN;
  settings.protocols = protocols;
  settings.extensions = extensions;
  lws_context* context = lws_create_context(&settings);
  if (!context) return sayFailed(task, "no context");
  Connection connection = {task, false, false};
  const std::string offered = task.joined();
  lws_client_connect_info information = {};
  information.context = context;
  information.address = task.host.c_str();
  information.port = std::stoi(task.port);
  information.path = task.target.c_str();
  information.host = task.authority.c_str();
  information.protocol = offered.empty() ? nullptr : offered.c_str();
  information.local_protocol_name = "driver";
  information.userdata = &connection;
  if (!lws_client_connect_via_info(&information) && !connection.isTold) {
    sayFailed(task, "not connected");
    connection.isOver = true;
  }
  while (!connection.isOver && lws_service(context, 0) >= 0) {
  }
  lws_context_destroy(context);
}

int main() {
  lws_set_log_level(0, nullptr);
  readTasksInThreads(play);
}
