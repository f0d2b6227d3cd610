// What a driver around any client of Java needs: it reads tasks, one a line, and says what came of each.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Driver {
  // Lines are written by JSON.stringify, and have no escapes: URLs and tokens alone.
  private static final Pattern line =
      Pattern.compile("\\{\"id\":(\\d+),\"url\":\"([^\"]*)\",\"subprotocols\":\\[([^\\]]*)\\].*");

  public static class Task {
    public final String id, url;
    public final String[] subprotocols;
    private final AtomicBoolean isTold = new AtomicBoolean();

    Task(Matcher read) {
      id = read.group(1);
      url = read.group(2);
      String names = read.group(3).replace("\"", "");
      subprotocols = names.isEmpty() ? new String[0] : names.split(",");
    }

    public void open(String subprotocol) {
      say("\"opened\":true,\"subprotocol\":" + quote(subprotocol == null ? "" : subprotocol));
    }

    public void fail(Object error) {
      say("\"opened\":false,\"error\":" + quote(String.valueOf(error)));
    }

    private void say(String word) {
      if (isTold.getAndSet(true)) return;
      synchronized (System.out) {
        System.out.println("{\"id\":" + id + "," + word + "}");
      }
    }
  }

  public static void run(Consumer<Task> play) throws Exception {
    BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
    for (String text; (text = reader.readLine()) != null; ) {
      Matcher read = line.matcher(text);
      if (!read.matches()) continue;
      Task task = new Task(read);
      try {
        play.accept(task);
      } catch (RuntimeException error) {
        task.fail(error);
      }
    }
    System.exit(0);
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char each : text.toCharArray())
      quoted.append(
          each < 32 || each > 126 || each == '"' || each == '\\' ? String.format("\\u%04x", (int) each) : each);
    return quoted.append('"').toString();
  }
}
