# An echo over Mojolicious: perl mojolicious.pl daemon -l http://127.0.0.1:PORT
use Mojolicious::Lite -signatures;

websocket '/' => sub ($self) {
  $self->on(text   => sub ($socket, $text) { $socket->send({text => $text}) });
  $self->on(binary => sub ($socket, $octets) { $socket->send({binary => $octets}) });
};

app->start;
