# A driver around the client of Mojolicious: perl mojolicious.pl
use Mojo::Base -strict, -signatures;
use Mojo::IOLoop;
use Mojo::IOLoop::Stream;
use Mojo::JSON qw(decode_json encode_json);
use Mojo::UserAgent;

my $agent = Mojo::UserAgent->new(inactivity_timeout => 0);
my %open;

sub say_of ($task, %word) {
  STDOUT->syswrite(encode_json({id => $task->{id}, %word}) . "\n");
}

sub play ($task) {
  $agent->websocket($task->{url} => $task->{subprotocols} => sub ($agent, $transaction) {
    if (!$transaction->is_websocket) {
      my $error = $transaction->error;
      return say_of($task, opened => \0, error => $error ? $error->{message} : 'no WebSocket');
    }
    $open{$task->{id}} = $transaction;
    $transaction->on(finish => sub { delete $open{$task->{id}} });
    say_of($task, opened => \1, subprotocol => $transaction->protocol);
  });
}

my $buffer = '';
my $input = Mojo::IOLoop::Stream->new(\*STDIN)->timeout(0);
$input->on(read => sub ($stream, $octets) {
  $buffer .= $octets;
  play(decode_json($1)) while $buffer =~ s/^(.*)\n//;
});
$input->on(close => sub { Mojo::IOLoop->stop });
Mojo::IOLoop->stream($input);
Mojo::IOLoop->start;
