# An echo over faye-websocket on thin: thin start -R thin.ru -a 127.0.0.1 -p PORT
require "faye/websocket"

Faye::WebSocket.load_adapter("thin")

run lambda { |environment|
  next [404, {}, []] unless Faye::WebSocket.websocket?(environment)

  socket = Faye::WebSocket.new(environment)
  socket.on(:message) { |event| socket.send(event.data) }
  socket.rack_response
}
