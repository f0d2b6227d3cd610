// An echo over Jetty: java -cp JARS Jetty.java PORT
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketMessage;
import org.eclipse.jetty.websocket.api.annotations.WebSocket;
import org.eclipse.jetty.websocket.servlet.WebSocketServlet;
import org.eclipse.jetty.websocket.servlet.WebSocketServletFactory;

public class Jetty {
  @WebSocket
  public static class Echo {
    @OnWebSocketMessage
    public void onText(Session session, String text) throws IOException {
      session.getRemote().sendString(text);
    }

    @OnWebSocketMessage
    public void onBinary(Session session, byte[] octets, int offset, int length) throws IOException {
      session.getRemote().sendBytes(ByteBuffer.wrap(octets, offset, length));
    }
  }

  public static class EchoServlet extends WebSocketServlet {
    @Override
    public void configure(WebSocketServletFactory factory) {
      factory.register(Echo.class);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Server server = new Server(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
    ServletContextHandler context = new ServletContextHandler();
    context.addServlet(new ServletHolder(new EchoServlet()), "/");
    server.setHandler(context);
    server.start();
    server.join();
  }
}
