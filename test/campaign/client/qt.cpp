// A driver around the client of Qt WebSockets, of Qt 5 and of Qt 6.
#include <QtCore/QCoreApplication>
#include <QtCore/QMetaObject>
#include <QtCore/QUrl>
#include <QtNetwork/QNetworkRequest>
#include <QtWebSockets/QWebSocket>
#include <QtWebSockets/QWebSocketProtocol>
#if QT_VERSION >= QT_VERSION_CHECK(6, 4, 0)
#include <QtWebSockets/QWebSocketHandshakeOptions>
#endif

#include "driver.hpp"

static void play(const Task& task) {
  auto socket = new QWebSocket;
  auto isTold = std::make_shared<bool>(false);
  const auto fail = [=] {
    if (!*isTold) sayFailed(task, socket->errorString().toStdString());
    *isTold = true;
    socket->deleteLater();
  };
  QObject::connect(socket, &QWebSocket::connected, [=] {
    *isTold = true;
#if QT_VERSION >= QT_VERSION_CHECK(6, 4, 0)
    sayOpen(task, socket->subprotocol().toStdString());
#else
    sayOpened(task);
#endif
  });
  QObject::connect(socket, &QWebSocket::disconnected, fail);
  QNetworkRequest request(QUrl(QString::fromStdString(task.url)));
#if QT_VERSION >= QT_VERSION_CHECK(6, 4, 0)
  QWebSocketHandshakeOptions options;
  QStringList names;
  for (const auto& name : task.subprotocols) names << QString::fromStdString(name);
  options.setSubprotocols(names);
  socket->open(request, options);
#else
  if (!task.subprotocols.empty())
    request.setRawHeader("Sec-WebSocket-Protocol", QByteArray::fromStdString(task.joined()));
  socket->open(request);
#endif
}

int main(int count, char** arguments) {
  QCoreApplication application(count, arguments);
  std::thread reader([&application] {
    readTasks([&application](const Task& task) {
      QMetaObject::invokeMethod(&application, [task] { play(task); }, Qt::QueuedConnection);
    });
    QMetaObject::invokeMethod(&application, [] { QCoreApplication::quit(); }, Qt::QueuedConnection);
  });
  const int status = QCoreApplication::exec();
  reader.join();
  return status;
}
