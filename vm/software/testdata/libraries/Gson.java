import com.google.gson.*;
import com.google.gson.annotations.*;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.*;
import java.io.*;
import java.lang.reflect.Type;
import java.util.*;

/** gson: objects without constructors, generics, adapters, trees, streams. */
public class Gson {
    enum Level { @SerializedName("lo") LOW, HIGH }
    static class NoDefault { final int a; transient int t = 5; String s; NoDefault(int a, String s) { this.a = a; this.s = s; if (s == null) throw new NullPointerException(); } }
    static class Node<T> { T value; List<Node<T>> children = new ArrayList<>(); Node(T v) { value = v; } }
    static class All { boolean z = true; byte b = -1; char c = 'é'; short s = 3; long l = Long.MAX_VALUE; float f = 1.1f; double d = 1e-7; Integer boxed; Level level = Level.LOW; int[][] grid = {{1}, {2, 3}}; Map<Level, Set<String>> map = new TreeMap<>(Map.of(Level.HIGH, Set.of("x"))); @Since(1.1) int newer = 1; @Expose String exposed = "<&>"; Inner inner = new Inner(); class Inner { int i = 4; } @JsonAdapter(Upper.class) String upper = "up"; }
    static class Upper extends TypeAdapter<String> { public void write(JsonWriter w, String s) throws IOException { w.value(s.toUpperCase()); } public String read(JsonReader r) throws IOException { return r.nextString().toLowerCase(); } }
    record Pair<A, B>(A first, B second) { }

    public static void main(String[] args) throws Exception {
        com.google.gson.Gson gson = new GsonBuilder().setPrettyPrinting().serializeNulls().setVersion(1.0).registerTypeAdapter(Date.class, (JsonSerializer<Date>) (d, t, c) -> new JsonPrimitive(d.getTime())).setFieldNamingPolicy(FieldNamingPolicy.UPPER_CAMEL_CASE).create();
        String text = gson.toJson(new All());
        System.out.println(text);
        All all = gson.fromJson(text, All.class);
        System.out.println(all.level + " " + all.grid[1][1] + " " + all.map + " " + all.upper + " " + all.inner.i + " " + all.exposed);
        com.google.gson.Gson plain = new com.google.gson.Gson();
        NoDefault made = plain.fromJson("{\"a\": 3, \"s\": \"text\"}", NoDefault.class);
        System.out.println(made.a + made.s + made.t);
        Type type = new TypeToken<Node<Map<String, Integer>>>() { }.getType();
        Node<Map<String, Integer>> node = plain.fromJson("{\"value\": {\"k\": 1}, \"children\": [{\"value\": {\"z\": 2}, \"children\": []}]}", type);
        System.out.println(type + " " + node.children.get(0).value.get("z").getClass() + " " + plain.toJson(node, type));
        JsonObject tree = JsonParser.parseString("{'a': [1, 2.5, \"x\"], b: null}").getAsJsonObject();
        tree.add("c", plain.toJsonTree(new int[] {7}));
        System.out.println(tree + " " + tree.getAsJsonArray("a").get(1).getAsBigDecimal() + " " + tree.get("b").isJsonNull() + " " + plain.fromJson(tree, new TypeToken<LinkedHashMap<String, Object>>() { }).getClass());
        System.out.println(plain.toJson(Arrays.asList(1, "a", null, Map.of("k", List.of()))) + plain.toJson(new Object[] {Double.valueOf(1), 'c'}) + plain.fromJson("[1,2]", Object.class));
        JsonReader reader = new JsonReader(new StringReader("{\"n\": [1, {\"deep\": true}], \"s\": \"\\u00fc\"}"));
        reader.beginObject();
        System.out.print(reader.nextName()); reader.skipValue();
        System.out.println(reader.nextName() + reader.nextString() + reader.getPath() + reader.peek());
        for (Runnable bad : new Runnable[] {() -> plain.fromJson("{\"a\": \"x\"}", NoDefault.class), () -> plain.fromJson("[1", int[].class), () -> plain.toJson(Double.NaN), () -> plain.fromJson("{}", Runnable.class), () -> plain.toJson(String.class), () -> plain.fromJson("5", Level[].class)}) {
            try { bad.run(); System.out.println("fine"); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + " " + String.valueOf(e.getMessage()).replaceAll("@\\w+", "")); }
        }
        try { System.out.println(plain.toJson(new Pair<>(1, "b"))); System.out.println(plain.fromJson("{\"first\": 1, \"second\": \"b\"}", Pair.class)); } catch (RuntimeException | Error e) { System.out.println(e.getClass()); }
        System.out.println(new GsonBuilder().excludeFieldsWithoutExposeAnnotation().disableHtmlEscaping().create().toJson(new All()));
    }
}
