# A driver around the client of faye-websocket: ruby faye-websocket.rb
require 'eventmachine'
require 'faye/websocket'
require 'json'

$stdout.sync = true

def play(task)
  told = false
  tell = lambda do |word|
    puts JSON.generate({ id: task['id'] }.merge(word)) unless told
    told = true
  end
  client = Faye::WebSocket::Client.new(task['url'], task['subprotocols'])
  client.on(:open) { tell.call(opened: true, subprotocol: client.protocol) }
  client.on(:error) { |event| tell.call(opened: false, error: event.message.to_s) }
  client.on(:close) { |event| tell.call(opened: false, error: "closed with #{event.code}") }
end

module Input
  def receive_data(octets)
    @text = (@text || +'') + octets
    while (line = @text.slice!(/\A.*\n/))
      play(JSON.parse(line))
    end
  end

  def unbind
    EM.stop
  end
end

EM.run { EM.attach($stdin, Input) }
