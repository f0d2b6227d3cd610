// An echo over WebSocket++: server PORT
#include <cstdlib>
#include <websocketpp/config/asio_no_tls.hpp>
#include <websocketpp/server.hpp>

using Server = websocketpp::server<websocketpp::config::asio>;

int main(int count, char **arguments) {
  Server server;
  server.clear_access_channels(websocketpp::log::alevel::all);
  server.clear_error_channels(websocketpp::log::elevel::all);
  server.init_asio();
  server.set_reuse_addr(true);
  server.set_message_handler([&server](websocketpp::connection_hdl connection, Server::message_ptr message) {
    websocketpp::lib::error_code ignored;
    server.send(connection, message->get_payload(), message->get_opcode(), ignored);
  });
  server.listen(boost::asio::ip::address::from_string("127.0.0.1"), std::atoi(arguments[count - 1]));
  server.start_accept();
  server.run();
}
