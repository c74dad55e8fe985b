// Runs scenarios with JavaFX's properties; README.md has the format.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.IntegerBinding;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableIntegerValue;

public class Properties {
  static final int LIMIT = 3000;

  static class Runaway extends Error {}

  static class Refusal extends RuntimeException {}

  final PrintStream output;
  final List<ObservableIntegerValue> properties = new ArrayList<>();
  final Map<Integer, Runnable> endings = new HashMap<>();
  // Which binding a property has, for one may have been replaced.
  final Map<Integer, Integer> boundBy = new HashMap<>();
  int logged = 0;
  boolean failed = false;

  Properties(PrintStream output) {
    this.output = output;
  }

  void log(String line) {
    output.println(line);
    if (++logged >= LIMIT) throw new Runaway();
  }

  IntegerProperty property(int index) {
    return (IntegerProperty) properties.get(index);
  }

  static IntUnaryOperator transform(String text) {
    String[] words = text.split(":");
    int first = words.length > 1 ? Integer.parseInt(words[1]) : 0;
    int second = words.length > 2 ? Integer.parseInt(words[2]) : 0;
    switch (words[0]) {
      case "add":
        return v -> v + first;
      case "mod":
        return v -> Math.floorMod(v, first);
      case "clamp":
        return v -> Math.min(Math.max(v, first), second);
      case "neg":
        return v -> -v;
      default:
        return v -> v;
    }
  }

  // A sum modulo 1000, or a choice, which reads the one or the other.
  IntegerBinding formula(String text) {
    ObservableIntegerValue[] sources =
        Arrays.stream(text.split("[,?:]"))
            .map(index -> properties.get(Integer.parseInt(index)))
            .toArray(ObservableIntegerValue[]::new);
    if (text.contains("?")) {
      return Bindings.createIntegerBinding(
          () -> Math.floorMod(sources[0].get(), 2) == 0 ? sources[1].get() : sources[2].get(),
          sources);
    }
    return Bindings.createIntegerBinding(
        () -> Math.floorMod(Arrays.stream(sources).mapToInt(s -> s.get()).sum(), 1000), sources);
  }

  void bind(int number, ObservableIntegerValue source, int target) {
    property(target).bind(source);
    boundBy.put(target, number);
    endings.put(
        number,
        () -> {
          if (!Integer.valueOf(number).equals(boundBy.get(target))) return;
          boundBy.remove(target);
          property(target).unbind();
        });
  }

  void bindBothWays(int number, int left, int right) {
    // The argument is the side that wins.
    property(right).bindBidirectional(property(left));
    endings.put(number, () -> property(right).unbindBidirectional(property(left)));
  }

  void observe(int number, int index, String action) {
    String[] words = action.split(":");
    int first = words.length > 1 ? Integer.parseInt(words[1]) : 0;
    int second = words.length > 2 ? Integer.parseInt(words[2]) : 0;
    ChangeListener<Number> listener =
        (observable, old, now) -> {
          int value = properties.get(index).get();
          log("obs #" + number + " " + value);
          if (words[0].equals("own") && value < first) property(index).set(value + 1);
          else if (words[0].equals("top") && value > first) property(index).set(first);
          else if (words[0].equals("to")) property(first).set(value + second);
          else if (words[0].equals("low") && value < second) property(first).set(value + 1);
          else if (words[0].equals("look") && value >= second)
            log("look " + first + " " + properties.get(first).get());
          else if (words[0].equals("end")) endings.getOrDefault(first, () -> {}).run();
          else if (words[0].equals("fail") && value % first == 0) throw new Refusal();
        };
    properties.get(index).addListener(listener);
    endings.put(number, () -> properties.get(index).removeListener(listener));
  }

  void step(String[] words) {
    switch (words[0]) {
      case "prop":
        properties.add(new SimpleIntegerProperty(Integer.parseInt(words[4])));
        break;
      case "comp":
        properties.add(formula(words[2]));
        break;
      case "bind":
        ObservableIntegerValue source = properties.get(Integer.parseInt(words[3]));
        IntUnaryOperator change = transform(words[2]);
        // What a plain copy is bound to is the source itself, which it reads through.
        bind(
            Integer.parseInt(words[1]),
            words[2].equals("copy")
                ? source
                : Bindings.createIntegerBinding(() -> change.applyAsInt(source.get()), source),
            Integer.parseInt(words[4]));
        break;
      case "both":
        bindBothWays(
            Integer.parseInt(words[1]), Integer.parseInt(words[3]), Integer.parseInt(words[4]));
        break;
      case "join":
        bind(Integer.parseInt(words[1]), formula(words[2]), Integer.parseInt(words[3]));
        break;
      case "obs":
        observe(Integer.parseInt(words[1]), Integer.parseInt(words[2]), words[3]);
        break;
      case "set":
        property(Integer.parseInt(words[1])).set(Integer.parseInt(words[2]));
        break;
      case "batch":
        for (int place = 1; place < words.length; place++) {
          String[] pair = words[place].split("=");
          property(Integer.parseInt(pair[0])).set(Integer.parseInt(pair[1]));
        }
        break;
      case "read":
        int read = Integer.parseInt(words[1]);
        log("read " + read + " " + properties.get(read).get());
        break;
      case "unbind":
        endings.getOrDefault(Integer.parseInt(words[1]), () -> {}).run();
        break;
      default:
        throw new IllegalArgumentException(words[0]);
    }
  }

  // A write to a bound property throws a plain RuntimeException; all else is a mistake of ours.
  void note(Throwable error) {
    failed = true;
    if (error instanceof Refusal || error.getClass() == RuntimeException.class) return;
    error.printStackTrace();
    System.exit(1);
  }

  void run(List<String[]> steps) {
    // This is who is told when a listener throws.
    Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> note(error));
    for (int number = 0; number < steps.size(); number++) {
      output.println("step " + number);
      logged = 0;
      failed = false;
      StringBuilder values = new StringBuilder("=");
      try {
        try {
          step(steps.get(number));
        } catch (RuntimeException error) {
          note(error);
        }
        // What is read is evaluated, so only 'read' and observers read before the end.
        if (number < steps.size() - 1) {
          if (failed) output.println("error");
          continue;
        }
        for (ObservableIntegerValue property : properties) values.append(" " + property.get());
      } catch (Runaway | StackOverflowError error) {
        output.println("runaway");
        return;
      }
      if (failed) output.println("error");
      output.println(values);
    }
  }

  public static void main(String[] arguments) throws IOException {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    PrintStream output = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out));
    output = new PrintStream(new java.io.BufferedOutputStream(output, 1 << 16), false);
    List<String[]> steps = new ArrayList<>();
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ");
      if (words[0].equals("scenario")) {
        output.println(line);
        steps = new ArrayList<>();
      } else if (words[0].equals("end")) {
        new Properties(output).run(steps);
      } else {
        steps.add(words);
      }
    }
    output.flush();
  }
}
