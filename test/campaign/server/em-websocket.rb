# An echo over em-websocket: ruby em-websocket.rb PORT
require "em-websocket"

EM.run do
  EM::WebSocket.run(host: "127.0.0.1", port: Integer(ARGV.fetch(0))) do |socket|
    socket.onmessage { |text| socket.send(text) }
    socket.onbinary { |octets| socket.send_binary(octets) }
    socket.onerror { |error| warn(error.message) }
  end
end
