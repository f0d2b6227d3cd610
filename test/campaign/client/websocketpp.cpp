// A driver around the client of WebSocket++ on Asio.
#include <websocketpp/client.hpp>
#include <websocketpp/config/asio_no_tls_client.hpp>

#include "driver.hpp"

using Client = websocketpp::client<websocketpp::config::asio_client>;

static void play(const Task& task) {
  Client client;
  client.clear_access_channels(websocketpp::log::alevel::all);
  client.clear_error_channels(websocketpp::log::elevel::all);
  client.init_asio();
  client.set_open_handler([&](websocketpp::connection_hdl handle) {
    sayOpen(task, client.get_con_from_hdl(handle)->get_response_header("Sec-WebSocket-Protocol"));
  });
  client.set_fail_handler([&](websocketpp::connection_hdl handle) {
    sayFailed(task, client.get_con_from_hdl(handle)->get_ec().message());
  });
  websocketpp::lib::error_code problem;
  auto connection = client.get_connection(task.url, problem);
  if (problem) return sayFailed(task, problem.message());
  for (const auto& name : task.subprotocols) connection->add_subprotocol(name);
  client.connect(connection);
  client.run();
}

int main() { readTasksInThreads(play); }
