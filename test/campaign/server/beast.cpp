// An echo over Boost.Beast: server PORT
#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <cstdlib>
#include <thread>

using tcp = boost::asio::ip::tcp;
namespace beast = boost::beast;

static void echo(tcp::socket socket) {
  try {
    beast::websocket::stream<tcp::socket> stream(std::move(socket));
    stream.accept();
    for (;;) {
      beast::flat_buffer buffer;
      stream.read(buffer);
      stream.text(stream.got_text());
      stream.write(buffer.data());
    }
  } catch (const std::exception &) {
    // The connection has ended.
  }
}

int main(int count, char **arguments) {
  boost::asio::io_context context(1);
  const auto port = static_cast<unsigned short>(std::atoi(arguments[count - 1]));
  tcp::acceptor acceptor(context, {boost::asio::ip::make_address("127.0.0.1"), port});
  for (;;) std::thread(echo, acceptor.accept()).detach();
}
