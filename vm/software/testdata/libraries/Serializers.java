import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.*;
import com.google.protobuf.*;
import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.annotations.*;
import com.thoughtworks.xstream.io.json.*;
import com.thoughtworks.xstream.io.xml.*;
import java.io.*;
import java.util.*;
import javax.xml.bind.*;
import javax.xml.bind.annotation.*;
import javax.xml.bind.annotation.adapters.*;
import org.yaml.snakeyaml.*;
import org.yaml.snakeyaml.constructor.*;
import org.yaml.snakeyaml.error.*;
import org.yaml.snakeyaml.nodes.Tag;

/** kryo with reflectasm, protobuf's dynamic messages, xstream, jaxb, snakeyaml. */
public class Serializers {
    public enum Kind { BIG, SMALL }
    @XStreamAlias("thing") @XmlRootElement(name = "thing", namespace = "urn:t") @XmlAccessorType(XmlAccessType.FIELD) @XmlType(propOrder = {"name", "kinds", "parts", "map", "when", "number"})
    public static class Thing {
        @XStreamAsAttribute @XmlAttribute(required = true) public int id;
        public String name; @XmlElement(name = "kind") @XmlElementWrapper(name = "kinds") public List<Kind> kinds = new ArrayList<>();
        @XmlElements({@XmlElement(name = "wheel", type = Wheel.class), @XmlElement(name = "part", type = Part.class)}) public List<Part> parts = new ArrayList<>();
        public Map<String, Double> map = new TreeMap<>(); @XmlJavaTypeAdapter(DateAdapter.class) public Date when = new Date(0); public java.math.BigDecimal number = new java.math.BigDecimal("1.50");
        @XStreamOmitField @XmlTransient public Thing self;
        static Thing make() { Thing t = new Thing(); t.id = 7; t.name = "zoë <&>"; t.kinds.addAll(List.of(Kind.BIG, Kind.SMALL)); t.parts.add(new Part()); t.parts.add(new Wheel()); t.map.put("pi", 3.14); t.map.put("e", 2.71); return t; }
        String describe() { return id + name + kinds + parts.size() + parts.get(1).getClass().getSimpleName() + map + when.getTime() + number; }
    }
    @XmlAccessorType(XmlAccessType.PROPERTY) public static class Part { private String label = "part"; private int[] sizes = {1, 2}; public String getLabel() { return label; } public void setLabel(String l) { label = l; } public int[] getSizes() { return sizes; } public void setSizes(int[] s) { sizes = s; } }
    public static class Wheel extends Part { private double radius = 0.5; public double getRadius() { return radius; } public void setRadius(double r) { radius = r; } }
    public static class DateAdapter extends XmlAdapter<Long, Date> { public Date unmarshal(Long v) { return new Date(v); } public Long marshal(Date d) { return d.getTime(); } }

    public static void main(String[] args) throws Exception {
        kryo();
        yaml();
        protobuf();
        try { jaxb(); } catch (JAXBException e) { System.out.println(e.getClass().getName() + " " + e.getMessage()); }
        xstream();
    }

    static void kryo() {
        Kryo kryo = new Kryo();
        kryo.setReferences(true); kryo.setRegistrationRequired(false);
        Thing thing = Thing.make(); thing.self = thing;
        Output output = new Output(64, -1);
        kryo.writeClassAndObject(output, thing); kryo.writeObject(output, new int[][] {{1}, {2, 3}}); kryo.writeClassAndObject(output, new LinkedHashMap<>(Map.of("k", List.of(1L))).keySet().toArray());
        Input input = new Input(output.toBytes());
        Thing back = (Thing) kryo.readClassAndObject(input);
        System.out.println(back.describe() + (back.self == back) + output.total() + kryo.readObject(input, int[][].class)[1][1] + kryo.copy(thing).describe().equals(thing.describe()));
        com.esotericsoftware.reflectasm.FieldAccess access = com.esotericsoftware.reflectasm.FieldAccess.get(Thing.class);
        access.set(thing, "name", "by asm");
        System.out.println(thing.name + com.esotericsoftware.reflectasm.MethodAccess.get(Part.class).invoke(new Part(), "getLabel") + com.esotericsoftware.reflectasm.ConstructorAccess.get(Wheel.class).newInstance().getRadius());
    }

    static void yaml() {
        Yaml yaml = new Yaml();
        Object loaded = yaml.load("a: &x {k: [1, 0x1F, 1_000, 1e3, .inf, ~, yes, '01']}\nb: *x\nc: |\n  line 1\n  line 2\nd: >-\n  folded\n  text\ne: 2001-12-14t21:59:43.10-05:00\n? [complex, key]\n: !!set {p, q}\nmerge:\n  <<: *x\n  own: \"\\u263A\\n\"\nbin: !!binary aGVsbG8=\n");
        System.out.println(loaded.toString().replaceAll("\\[B@\\w+", "bytes"));
        DumperOptions options = new DumperOptions(); options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK); options.setIndent(4); options.setWidth(30);
        System.out.println(new Yaml(options).dump(new LinkedHashMap<>(new TreeMap<>(Map.of("list", List.of(1, "two", 3.0, List.of()), "text", "a long text that has to be folded somewhere: yes", "multi", "l1\nl2\n", "n", "null", "num", "12", "uni", "é\u0007")))));
        Wheel wheel = new Yaml(new Constructor(Wheel.class)).load("label: fast\nsizes: [4, 5]\nradius: 2.5");
        System.out.println(wheel.getLabel() + wheel.getSizes()[1] + wheel.getRadius() + new Yaml().dumpAs(new Part(), Tag.MAP, DumperOptions.FlowStyle.FLOW));
        for (String bad : new String[] {"a: b: c", "[1, 2", "\tx: 1", "a: *nope", "- 1\nb"}) { try { yaml.load(bad); System.out.println("fine"); } catch (YAMLException e) { System.out.println(e.getClass().getSimpleName() + " " + e.getMessage().replace("\n", "/")); } }
        for (Object o : yaml.loadAll("--- 1\n--- two\n...\n--- [3]")) System.out.print(o + " ");
        System.out.println();
    }

    static void protobuf() throws Exception {
        DescriptorProtos.FileDescriptorProto file = DescriptorProtos.FileDescriptorProto.newBuilder().setName("t.proto").setPackage("t").addMessageType(DescriptorProtos.DescriptorProto.newBuilder().setName("M")
                .addField(DescriptorProtos.FieldDescriptorProto.newBuilder().setName("id").setNumber(1).setType(DescriptorProtos.FieldDescriptorProto.Type.TYPE_SINT64).setLabel(DescriptorProtos.FieldDescriptorProto.Label.LABEL_OPTIONAL))
                .addField(DescriptorProtos.FieldDescriptorProto.newBuilder().setName("text").setNumber(2).setType(DescriptorProtos.FieldDescriptorProto.Type.TYPE_STRING).setLabel(DescriptorProtos.FieldDescriptorProto.Label.LABEL_REPEATED))
                .addField(DescriptorProtos.FieldDescriptorProto.newBuilder().setName("child").setNumber(3).setType(DescriptorProtos.FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName(".t.M").setLabel(DescriptorProtos.FieldDescriptorProto.Label.LABEL_OPTIONAL))).build();
        Descriptors.Descriptor type = Descriptors.FileDescriptor.buildFrom(file, new Descriptors.FileDescriptor[0]).findMessageTypeByName("M");
        DynamicMessage.Builder builder = DynamicMessage.newBuilder(type).setField(type.findFieldByName("id"), -300L).addRepeatedField(type.findFieldByName("text"), "ünï").addRepeatedField(type.findFieldByName("text"), "b");
        DynamicMessage message = builder.setField(type.findFieldByName("child"), DynamicMessage.newBuilder(type).setField(type.findFieldByName("id"), 5L).build()).build();
        DynamicMessage parsed = DynamicMessage.parseFrom(type, message.toByteArray());
        System.out.println(parsed + "" + message.getSerializedSize() + parsed.equals(message) + HexFormat.of().formatHex(message.toByteArray()));
        System.out.println(TextFormat.printer().escapingNonAscii(false).printToString(file).length() + " " + file.getMessageType(0).getFieldCount() + " " + DescriptorProtos.FileDescriptorProto.parseFrom(file.toByteString()).equals(file) + Any.pack(Int32Value.of(7)).unpack(Int32Value.class).getValue() + Timestamp.newBuilder().setSeconds(9).build());
        try { DynamicMessage.parseFrom(type, new byte[] {8, -1}); } catch (InvalidProtocolBufferException e) { System.out.println(e.getMessage()); }
    }

    static void jaxb() throws Exception {
        JAXBContext context = JAXBContext.newInstance(Thing.class);
        Marshaller marshaller = context.createMarshaller();
        marshaller.setProperty(Marshaller.JAXB_FORMATTED_OUTPUT, true);
        StringWriter out = new StringWriter();
        marshaller.marshal(Thing.make(), out);
        System.out.println(out);
        Unmarshaller unmarshaller = context.createUnmarshaller();
        unmarshaller.setEventHandler(event -> { System.out.println("event " + event.getMessage()); return true; });
        System.out.println(((Thing) unmarshaller.unmarshal(new StringReader(out.toString().replace("1.50", "2.75")))).describe());
        List<StringWriter> schemas = new ArrayList<>();
        context.generateSchema(new SchemaOutputResolver() { @Override public javax.xml.transform.Result createOutput(String uri, String name) { schemas.add(new StringWriter()); var result = new javax.xml.transform.stream.StreamResult(schemas.get(schemas.size() - 1)); result.setSystemId("out" + uri.length()); return result; } });
        schemas.stream().map(StringWriter::toString).sorted().forEach(System.out::println);
        try { unmarshaller.unmarshal(new StringReader("<wrong/>")); } catch (UnmarshalException e) { System.out.println(e.getMessage()); }
    }

    static void xstream() {
        XStream xstream = new XStream(new DomDriver());
        xstream.allowTypesByWildcard(new String[] {"Serializers**"});
        xstream.processAnnotations(Thing.class);
        String xml = xstream.toXML(Thing.make());
        System.out.println(xml);
        System.out.println(((Thing) xstream.fromXML(xml)).describe());
        try { xstream.fromXML("<java.lang.ProcessBuilder/>"); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName()); }
        XStream json = new XStream(new JsonHierarchicalStreamDriver()); json.setMode(XStream.NO_REFERENCES);
        System.out.println(json.toXML(new Part()));
    }
}
