// A driver around the WebSocket of the JDK's HttpClient.
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

public class JdkHttpClient {
  private static final HttpClient client = HttpClient.newHttpClient();
  private static final Set<WebSocket> open = ConcurrentHashMap.newKeySet();

  private static void play(Driver.Task task) {
    WebSocket.Builder builder = client.newWebSocketBuilder();
    String[] names = task.subprotocols;
    if (names.length > 0) builder.subprotocols(names[0], Arrays.copyOfRange(names, 1, names.length));
    builder
        .buildAsync(URI.create(task.url), new WebSocket.Listener() {})
        .whenComplete(
            (socket, error) -> {
              if (error != null) {
                task.fail(error);
                return;
              }
              open.add(socket);
              task.open(socket.getSubprotocol());
            });
  }

  public static void main(String[] arguments) throws Exception {
    Driver.run(JdkHttpClient::play);
  }
}
