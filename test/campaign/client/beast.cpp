// A driver around the client of Boost.Beast.
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>

#include "driver.hpp"

namespace beast = boost::beast;
namespace websocket = beast::websocket;
using tcp = boost::asio::ip::tcp;

static void play(const Task& task) {
  bool isOpen = false;
  try {
    boost::asio::io_context context;
    websocket::stream<tcp::socket> stream(context);
    boost::asio::connect(stream.next_layer(), tcp::resolver(context).resolve(task.host, task.port));
    websocket::permessage_deflate deflate;
    deflate.client_enable = true;
    stream.set_option(deflate);
    stream.set_option(websocket::stream_base::decorator([&](websocket::request_type& request) {
      if (!task.subprotocols.empty()) request.set(beast::http::field::sec_websocket_protocol, task.joined());
    }));
    websocket::response_type response;
    stream.handshake(response, task.authority, task.target);
    isOpen = true;
    sayOpen(task, std::string(response[beast::http::field::sec_websocket_protocol]));
    for (;;) {
      beast::flat_buffer buffer;
      stream.read(buffer);
    }
  } catch (const std::exception& error) {
    if (!isOpen) sayFailed(task, error.what());
  }
}

int main() { readTasksInThreads(play); }
