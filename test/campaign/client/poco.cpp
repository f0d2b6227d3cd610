// A driver around the client of POCO.
#include <Poco/Buffer.h>
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/WebSocket.h>

#include "driver.hpp"

using namespace Poco::Net;

static void play(const Task& task) {
  bool isOpen = false;
  try {
    HTTPClientSession session(task.host, std::stoi(task.port));
    HTTPRequest request(HTTPRequest::HTTP_GET, task.target, HTTPMessage::HTTP_1_1);
    if (!task.subprotocols.empty()) request.set("Sec-WebSocket-Protocol", task.joined());
    HTTPResponse response;
    WebSocket socket(session, request, response);
    isOpen = true;
    sayOpen(task, response.get("Sec-WebSocket-Protocol", ""));
    for (;;) {
      Poco::Buffer<char> buffer(0);
      int flags = 0;
      const int size = socket.receiveFrame(buffer, flags);
      const int kind = flags & WebSocket::FRAME_OP_BITMASK;
      if (kind == WebSocket::FRAME_OP_PING)
        socket.sendFrame(buffer.begin(), size, WebSocket::FRAME_FLAG_FIN | WebSocket::FRAME_OP_PONG);
      else if (kind == WebSocket::FRAME_OP_CLOSE || (size <= 0 && flags == 0))
        break;
    }
    socket.shutdown();
  } catch (const Poco::Exception& error) {
    if (!isOpen) sayFailed(task, error.displayText());
  }
}

int main() { readTasksInThreads(play); }
