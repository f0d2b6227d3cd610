# An echo over Protocol::WebSocket, a process for each connection: perl protocol-websocket.pl PORT
use strict;
use warnings;
use IO::Socket::INET;
use Protocol::WebSocket::Frame;
use Protocol::WebSocket::Handshake::Server;

$SIG{CHLD} = 'IGNORE';
my $listener = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $ARGV[0], Listen => 64, ReuseAddr => 1)
  or die $!;
while (my $socket = $listener->accept) {
  my $pid = fork;
  if ($pid) { close $socket; next }
  serve($socket);
  exit 0;
}

sub serve {
  my ($socket) = @_;
  my $handshake = Protocol::WebSocket::Handshake::Server->new;
  my $frame = Protocol::WebSocket::Frame->new;
  until ($handshake->is_done) {
    $socket->sysread(my $chunk, 65536) or return;
    unless ($handshake->parse($chunk)) {
      $socket->syswrite("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    if ($handshake->is_done) {
      $socket->syswrite($handshake->to_string);
      # What has come behind the opening is left in the chunk.
      $frame->append($chunk) if length $chunk;
    }
  }
  for (;;) {
    while (defined(my $message = $frame->next_bytes)) {
      return if $frame->is_close;
      my $type = $frame->is_ping ? 'pong' : $frame->is_binary ? 'binary' : 'text';
      next if $frame->is_pong;
      $socket->syswrite(Protocol::WebSocket::Frame->new(buffer => $message, type => $type)->to_bytes);
    }
    $socket->sysread(my $chunk, 65536) or return;
    $frame->append($chunk);
  }
}
