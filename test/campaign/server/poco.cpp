// An echo over POCO: server PORT
#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerParams.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/NetException.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/WebSocket.h>
#include <cstdlib>
#include <unistd.h>

using namespace Poco::Net;

class Echo : public HTTPRequestHandler {
  void handleRequest(HTTPServerRequest &request, HTTPServerResponse &response) override {
    try {
      WebSocket socket(request, response);
      char buffer[65536];
      int flags = 0;
      for (;;) {
        const int length = socket.receiveFrame(buffer, sizeof buffer, flags);
        const int opcode = flags & WebSocket::FRAME_OP_BITMASK;
        if (opcode == WebSocket::FRAME_OP_CLOSE || (length == 0 && flags == 0)) return;
        if (opcode == WebSocket::FRAME_OP_PING)
          socket.sendFrame(buffer, length, WebSocket::FRAME_FLAG_FIN | WebSocket::FRAME_OP_PONG);
        else
          socket.sendFrame(buffer, length, flags);
      }
    } catch (const WebSocketException &problem) {
      // As the sample of its documentation has it.
      if (problem.code() == WebSocket::WS_ERR_HANDSHAKE_UNSUPPORTED_VERSION)
        response.set("Sec-WebSocket-Version", WebSocket::WEBSOCKET_VERSION);
      const int code = problem.code();
      if (code >= WebSocket::WS_ERR_NO_HANDSHAKE && code <= WebSocket::WS_ERR_HANDSHAKE_NO_KEY) {
        response.setStatusAndReason(HTTPResponse::HTTP_BAD_REQUEST);
        response.setContentLength(0);
        response.send();
      }
    }
  }
};

class Factory : public HTTPRequestHandlerFactory {
  HTTPRequestHandler *createRequestHandler(const HTTPServerRequest &) override { return new Echo; }
};

int main(int count, char **arguments) {
  const auto port = static_cast<Poco::UInt16>(std::atoi(arguments[count - 1]));
  ServerSocket socket(SocketAddress("127.0.0.1", port));
  HTTPServer server(new Factory, socket, new HTTPServerParams);
  server.start();
  for (;;) pause();
}
