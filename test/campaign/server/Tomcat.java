// An echo over Tomcat: java -cp JARS Tomcat.java PORT FOLDER
import java.io.File;
import java.nio.ByteBuffer;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;
import javax.websocket.OnMessage;
import javax.websocket.server.ServerContainer;
import javax.websocket.server.ServerEndpoint;
import org.apache.catalina.Context;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.tomcat.websocket.server.WsContextListener;

public class Tomcat {
  @ServerEndpoint("/echo")
  public static class Echo {
    @OnMessage
    public String onText(String text) {
      return text;
    }

    @OnMessage
    public ByteBuffer onBinary(ByteBuffer octets) {
      return octets;
    }
  }

  public static class Listener extends WsContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
      super.contextInitialized(event);
      try {
        ((ServerContainer) event.getServletContext().getAttribute(ServerContainer.class.getName())).addEndpoint(Echo.class);
      } catch (Exception problem) {
        throw new IllegalStateException(problem);
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    File folder = new File(arguments[1]);
    org.apache.catalina.startup.Tomcat tomcat = new org.apache.catalina.startup.Tomcat();
    tomcat.setBaseDir(folder.getPath());
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(Integer.parseInt(arguments[0]));
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", folder.getPath());
    context.setParentClassLoader(Tomcat.class.getClassLoader());
    tomcat.addServlet("", "default", new DefaultServlet());
    context.addServletMappingDecoded("/", "default");
    context.addApplicationListener(Listener.class.getName());
    tomcat.start();
    tomcat.getServer().await();
  }
}
