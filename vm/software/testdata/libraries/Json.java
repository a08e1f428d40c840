import com.fasterxml.jackson.annotation.*;
import com.fasterxml.jackson.core.*;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.*;
import com.fasterxml.jackson.databind.annotation.*;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.*;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.*;
import java.math.*;
import java.util.*;

/** jackson: beans, records, generics, polymorphism, mix-ins, trees, streams, views, filters. */
public class Json {
    enum Color { RED, @JsonProperty("verde") GREEN }
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({@JsonSubTypes.Type(value = Circle.class, name = "circle"), @JsonSubTypes.Type(Square.class)})
    public interface Shape { double area(); }
    public static class Circle implements Shape { public double radius; public double area() { return Math.PI * radius * radius; } }
    @JsonTypeName("sq") public record Square(double side, @JsonProperty("the-label") String label) implements Shape { public double area() { return side * side; } }
    static class Views { static class Public { } static class Internal extends Public { } }

    @JsonPropertyOrder({"id", "name"}) @JsonInclude(JsonInclude.Include.NON_NULL) @JsonIgnoreProperties(ignoreUnknown = true)
    public static class Person {
        private final int id; private String name; public List<Shape> shapes = new ArrayList<>(); private Map<Color, BigDecimal> prices = new EnumMap<>(Color.class);
        @JsonView(Views.Internal.class) public String secret = "s";
        @JsonFormat(shape = JsonFormat.Shape.STRING, pattern = "yyyy-MM-dd HH:mm", timezone = "UTC") public Date born = new Date(86_400_000L * 365);
        @JsonUnwrapped(prefix = "home_") public Address address = new Address();
        @JsonManagedReference public List<Child> children = new ArrayList<>();
        private Map<String, Object> other = new LinkedHashMap<>();
        @JsonCreator public Person(@JsonProperty("id") int id) { this.id = id; }
        public int getId() { return id; }
        public String getName() { return name; }
        @JsonAlias({"called", "nick"}) public void setName(String name) { this.name = name; }

        public Map<Color, BigDecimal> getPrices() { return prices; }
        @JsonAnyGetter public Map<String, Object> getOther() { return other; }
        @JsonAnySetter public void put(String key, Object value) { other.put(key, value); }
        @JsonIgnore public boolean isIgnored() { return true; }
    }
    public static class Address { public String street; public int[] numbers = {1, 2}; public Optional<?> nothing() { return null; } }
    public static class Child { public String name; @JsonBackReference public Person parent; }
    @JsonDeserialize(builder = Built.Builder.class)
    public static class Built {
        final int a; final String b;
        Built(int a, String b) { this.a = a; this.b = b; }
        @JsonPOJOBuilder(withPrefix = "set") public static class Builder { int a; String b; public Builder setA(int a) { this.a = a; return this; } public Builder setB(String b) { this.b = b; return this; } public Built build() { return new Built(a, b); } }
    }
    @JsonIdentityInfo(generator = ObjectIdGenerators.IntSequenceGenerator.class, property = "@id")
    public static class Knot { public String name; public Knot next; }
    static class Money { final long cents; Money(long cents) { this.cents = cents; } }
    static class MoneySerializer extends StdSerializer<Money> { MoneySerializer() { super(Money.class); } @Override public void serialize(Money m, JsonGenerator g, SerializerProvider p) throws IOException { g.writeString(m.cents / 100 + "." + m.cents % 100); } }
    static class MoneyDeserializer extends StdDeserializer<Money> { MoneyDeserializer() { super(Money.class); } @Override public Money deserialize(JsonParser p, DeserializationContext c) throws IOException { return new Money(new BigDecimal(p.getText()).movePointRight(2).longValue()); } }
    public static class Box<T extends Comparable<T>> { public T value; public Map<String, List<T>> many; }
    abstract static class PointMixIn { @JsonProperty("left") int x; @JsonIgnore int y; }
    public static class Point { public int x = 1, y = 2; }

    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper().registerModule(new SimpleModule("money").addSerializer(new MoneySerializer()).addDeserializer(Money.class, new MoneyDeserializer()))
                .addMixIn(Point.class, PointMixIn.class).enable(SerializationFeature.INDENT_OUTPUT).configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);
        Person person = new Person(7);
        person.setName("Zoë \"Q\" \u0001\ud83d\ude00");
        Circle circle = new Circle(); circle.radius = 1.5;
        person.shapes.add(circle); person.shapes.add(new Square(2, "l"));
        person.getPrices().put(Color.GREEN, new BigDecimal("12.50"));
        Child child = new Child(); child.name = "kid"; child.parent = person; person.children.add(child);
        person.put("extra", Map.of("deep", List.of(1, 2.5, true)));
        String text = mapper.writeValueAsString(person);
        System.out.println(text);
        Person back = mapper.readValue(text.replace("\"name\" : \"Zoë", "\"nick\" : \"Zoë"), Person.class);
        System.out.println(back.getName() + " " + back.shapes.size() + " " + back.getPrices() + " " + back.born.getTime() + " " + back.children.size() + " " + back.getOther());
        System.out.println(mapper.writerWithView(Views.Public.class).without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(new Person(1)));
        Box<Integer> box = mapper.readValue("{\"value\": 5, \"many\": {\"a\": [1, 2]}}", new TypeReference<Box<Integer>>() { });
        System.out.println(box.value + 1 + " " + box.many.get("a").get(1).getClass() + " " + mapper.getTypeFactory().constructParametricType(Box.class, String.class));
        System.out.println(mapper.readValue("{\"a\":3,\"b\":\"x\"}", Built.class).b + " " + mapper.writeValueAsString(new Point()) + " " + mapper.writeValueAsString(List.of(new Money(1234))) + mapper.readValue("\"5.25\"", Money.class).cents);
        Knot a = new Knot(), b = new Knot(); a.name = "a"; b.name = "b"; a.next = b; b.next = a;
        String knot = mapper.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(a);
        Knot again = mapper.readValue(knot, Knot.class);
        System.out.println(knot + " " + (again.next.next == again));
        JsonNode tree = mapper.readTree("{\"list\": [1, 2.50, 1e3, 123456789012345678901234567890, null, true], \"o\": {\"k\": \"v\"}}");
        System.out.println(tree.at("/list/3").bigIntegerValue().bitLength() + " " + tree.path("o").path("none").isMissingNode() + " " + tree.findValue("k") + " " + tree.get("list").get(1).getNodeType());
        ((ObjectNode) tree).putArray("new").add(1).addPOJO(new Point()).addNull();
        ((ObjectNode) tree.get("o")).put("bytes", new byte[] {1, 2, 3}).set("c", mapper.valueToTree(circle));
        System.out.println(tree);
        System.out.println(mapper.convertValue(Map.of("left", 9), Point.class).x + " " + mapper.readerForUpdating(new Point()).readValue("{\"left\": 77}").getClass() + " " + mapper.readValue("[[1],[2,3]]", int[][].class)[1][1]);
        StringWriter writer = new StringWriter();
        try (JsonGenerator g = mapper.getFactory().createGenerator(writer)) { g.writeStartObject(); g.writeNumberField("d", 0.1f); g.writeFieldName("raw"); g.writeRawValue("[ ]"); g.writeEndObject(); }
        System.out.println(writer);
        int tokens = 0;
        try (JsonParser p = mapper.getFactory().createParser("{\"a\":[1,{\"b\":\"\\u00e9\"}]}".getBytes("UTF-16"))) { for (JsonToken t; (t = p.nextToken()) != null; tokens++) System.out.print(t + (t.isScalarValue() ? "=" + p.getText() : "") + " "); }
        System.out.println(tokens);
        try (MappingIterator<Map<String, Integer>> it = mapper.readerForMapOf(Integer.class).readValues("{\"a\":1} {\"b\":2}")) { while (it.hasNext()) System.out.print(it.next()); }
        System.out.println();
        for (String bad : new String[] {"{\"id\": 1, \"prices\": {\"BLUE\": 1}}", "{\"shapes\": [{\"kind\": \"hexagon\"}]}", "{\"id\": \"x\"}", "{\"id\": 1", "[1]", "{\"id\": 1,}"}) {
            try { mapper.readValue(bad, Person.class); System.out.println("fine"); } catch (JsonProcessingException e) { System.out.println(e.getClass().getSimpleName() + ": " + e.getOriginalMessage().replaceAll("@\\w+", "") + " at " + e.getLocation().getColumnNr()); }
        }
        try { mapper.writeValueAsString(new Object()); } catch (JsonProcessingException e) { System.out.println(e.getOriginalMessage()); }
    }
}
