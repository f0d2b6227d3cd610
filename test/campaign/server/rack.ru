# An echo for whatever serves Rack with hijacking, over faye-websocket.
require "faye/websocket"

run lambda { |environment|
  next [404, {}, []] unless Faye::WebSocket.websocket?(environment)

  socket = Faye::WebSocket.new(environment)
  socket.on(:message) { |event| socket.send(event.data) }
  socket.rack_response
}
