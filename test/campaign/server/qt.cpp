// An echo over Qt WebSockets: server PORT
#include <QCoreApplication>
#include <QHostAddress>
#include <QWebSocket>
#include <QWebSocketServer>

int main(int count, char **arguments) {
  QCoreApplication application(count, arguments);
  QWebSocketServer server("echo", QWebSocketServer::NonSecureMode);
  QObject::connect(&server, &QWebSocketServer::newConnection, [&server] {
    QWebSocket *socket = server.nextPendingConnection();
    QObject::connect(socket, &QWebSocket::textMessageReceived, socket, &QWebSocket::sendTextMessage);
    QObject::connect(socket, &QWebSocket::binaryMessageReceived, socket, &QWebSocket::sendBinaryMessage);
    QObject::connect(socket, &QWebSocket::disconnected, socket, &QObject::deleteLater);
  });
  const quint16 port = QString(arguments[1]).toUShort();
  return server.listen(QHostAddress::LocalHost, port) ? application.exec() : 1;
}
