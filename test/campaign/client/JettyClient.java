// A driver around the client of Jetty's native API.
import java.net.URI;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.WebSocketAdapter;
import org.eclipse.jetty.websocket.client.ClientUpgradeRequest;
import org.eclipse.jetty.websocket.client.WebSocketClient;

public class JettyClient {
  private static final WebSocketClient client = new WebSocketClient();

  private static void play(Driver.Task task) {
    ClientUpgradeRequest request = new ClientUpgradeRequest();
    request.setSubProtocols(task.subprotocols);
    WebSocketAdapter adapter =
        new WebSocketAdapter() {
          @Override
          public void onWebSocketConnect(Session session) {
            super.onWebSocketConnect(session);
            task.open(session.getUpgradeResponse().getAcceptedSubProtocol());
          }

          @Override
          public void onWebSocketError(Throwable error) {
            task.fail(error);
          }
        };
    try {
      client.connect(adapter, URI.create(task.url), request);
    } catch (Exception error) {
      task.fail(error);
    }
  }

  public static void main(String[] arguments) throws Exception {
    client.start();
    Driver.run(JettyClient::play);
  }
}
