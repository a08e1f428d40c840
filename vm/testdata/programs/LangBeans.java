import java.beans.*;
import java.lang.management.ManagementFactory;
import java.sql.*;
import java.util.*;
import javax.management.*;
import javax.management.openmbean.*;
import javax.naming.*;
import javax.script.ScriptEngineManager;

/** java.beans, javax.management, java.sql's types, naming and scripting without providers, preferences of logging. */
public class LangBeans {
    interface Call { Object run() throws Exception; }

    static void tell(String name, Call c) {
        try {
            System.out.println(name + " -> " + c.run());
        } catch (Throwable t) {
            System.out.println(name + ": " + t + (t.getCause() == null ? "" : " caused by " + t.getCause()));
        }
    }

    public static class Person {
        private String name; private int age; private boolean active; private String[] tags = {"a", "b"};
        private final PropertyChangeSupport changes = new PropertyChangeSupport(this);
        private final VetoableChangeSupport vetoes = new VetoableChangeSupport(this);
        public String getName() { return name; }
        public void setName(String n) { String old = name; name = n; changes.firePropertyChange("name", old, n); }
        public int getAge() { return age; }
        public void setAge(int a) throws PropertyVetoException { vetoes.fireVetoableChange("age", age, a); age = a; }
        public boolean isActive() { return active; }
        public void setActive(boolean a) { active = a; }
        public String getTags(int i) { return tags[i]; }
        public String[] getTags() { return tags; }
        public void setTags(int i, String s) { tags[i] = s; }
        public void addPropertyChangeListener(PropertyChangeListener l) { changes.addPropertyChangeListener(l); }
        public void removePropertyChangeListener(PropertyChangeListener l) { changes.removePropertyChangeListener(l); }
        public Object getReadOnly() { return 1; }
        public void setWriteOnly(long x) { }
        public String getURL() { return "u"; }
    }

    public interface CounterMBean { int getCount(); void setCount(int c); String reset(String why); boolean isOn(); }
    public static class Counter extends NotificationBroadcasterSupport implements CounterMBean {
        int count; long sequence;
        public int getCount() { return count; }
        public void setCount(int c) { AttributeChangeNotification n = new AttributeChangeNotification(this, ++sequence, 0, "changed", "Count", "int", count, c); count = c; sendNotification(n); }
        public String reset(String why) { if (why.isEmpty()) throw new IllegalArgumentException("no reason"); count = 0; return "reset " + why; }
        public boolean isOn() { return true; }
    }
    public static class Stat { final int a; final String b; @java.beans.ConstructorProperties({"a", "b"}) public Stat(int a, String b) { this.a = a; this.b = b; } public int getA() { return a; } public String getB() { return b; } }
    public interface StatMXBean { Stat getStat(); Map<String, Integer> getMap(); List<Stat> getList(); Thread.State getState(); }
    public static class StatImpl implements StatMXBean { public Stat getStat() { return new Stat(1, "x"); } public Map<String, Integer> getMap() { return new TreeMap<>(Map.of("k", 2)); } public List<Stat> getList() { return List.of(new Stat(2, "y")); } public Thread.State getState() { return Thread.State.NEW; } }

    public static void main(String[] args) throws Exception {
        BeanInfo info = Introspector.getBeanInfo(Person.class, Object.class);
        for (PropertyDescriptor p : info.getPropertyDescriptors()) System.out.println(p.getName() + " " + p.getPropertyType() + " " + p.getReadMethod() + " " + p.getWriteMethod() + " " + p.isBound() + p.isConstrained() + (p instanceof IndexedPropertyDescriptor i ? i.getIndexedPropertyType() : ""));
        for (EventSetDescriptor e : info.getEventSetDescriptors()) System.out.println(e.getName() + " " + e.getListenerType() + " " + e.isUnicast());
        System.out.println(Arrays.stream(info.getMethodDescriptors()).map(FeatureDescriptor::getName).sorted().toList());
        Person person = new Person();
        person.addPropertyChangeListener(e -> System.out.println(e.getPropertyName() + " " + e.getOldValue() + " -> " + e.getNewValue()));
        person.setName("Ann");
        person.setName("Ann");
        person.setName(null);
        person.vetoes.addVetoableChangeListener(e -> { if ((int) e.getNewValue() < 0) throw new PropertyVetoException("negative", e); });
        tell("veto", () -> { person.setAge(5); person.setAge(-1); return null; });
        System.out.println(person.getAge() + Introspector.decapitalize("URL") + Introspector.decapitalize("Name"));
        PropertyEditor editor = PropertyEditorManager.findEditor(int.class);
        editor.setAsText("42");
        System.out.println(editor.getValue() + " " + editor.getJavaInitializationString());
        tell("statement", () -> { new java.beans.Statement(person, "setName", new Object[] {"Stated"}).execute(); return new Expression(person, "getName", null).getValue(); });

        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("test:type=Counter,name=one");
        Counter counter = new Counter();
        server.registerMBean(counter, name);
        server.addNotificationListener(name, (n, hand) -> System.out.println(n.getType() + " " + ((AttributeChangeNotification) n).getNewValue() + hand), null, "back");
        server.setAttribute(name, new Attribute("Count", 5));
        System.out.println(server.getAttribute(name, "Count") + " " + server.invoke(name, "reset", new Object[] {"now"}, new String[] {"java.lang.String"}) + server.getAttribute(name, "On"));
        MBeanInfo mi = server.getMBeanInfo(name);
        for (MBeanAttributeInfo a : mi.getAttributes()) System.out.println(a.getName() + " " + a.getType() + a.isReadable() + a.isWritable() + a.isIs());
        for (MBeanOperationInfo o : mi.getOperations()) System.out.println(o.getName() + " " + o.getReturnType() + o.getSignature().length + o.getImpact());
        tell("no attribute", () -> server.getAttribute(name, "None"));
        tell("wrong type", () -> { server.setAttribute(name, new Attribute("Count", "x")); return null; });
        tell("operation throws", () -> server.invoke(name, "reset", new Object[] {""}, new String[] {"java.lang.String"}));
        tell("again", () -> server.registerMBean(counter, name));
        tell("no bean", () -> server.getAttribute(new ObjectName("test:type=None"), "x"));
        tell("not compliant", () -> server.registerMBean(new Object(), new ObjectName("test:type=O")));
        tell("bad name", () -> new ObjectName("no domain"));
        ObjectName stat = new ObjectName("test:type=Stat");
        server.registerMBean(new StatImpl(), stat);
        CompositeData cd = (CompositeData) server.getAttribute(stat, "Stat");
        System.out.println(cd.get("a") + "" + cd.get("b") + cd.getCompositeType().keySet() + server.getAttribute(stat, "State") + ((TabularData) server.getAttribute(stat, "Map")).size() + ((CompositeData[]) server.getAttribute(stat, "List"))[0].get("b"));
        StatMXBean proxy = JMX.newMXBeanProxy(server, stat, StatMXBean.class);
        System.out.println(proxy.getStat().getB() + proxy.getMap() + proxy.getState() + proxy.getList().size());
        System.out.println(JMX.newMBeanProxy(server, name, CounterMBean.class).getCount() + " " + server.queryNames(new ObjectName("test:*"), null).size() + server.isInstanceOf(name, CounterMBean.class.getName()) + server.queryNames(new ObjectName("test:*"), Query.eq(Query.attr("Count"), Query.value(0))).size());
        Set<ObjectName> platform = new TreeSet<>(server.queryNames(new ObjectName("java.lang:type=*"), null));
        platform.remove(new ObjectName("java.lang:type=Compilation"));
        System.out.println(platform);
        System.out.println(name.getCanonicalName() + name.getKeyProperty("name") + name.isPattern() + new ObjectName("a:b=*,c=d").apply(new ObjectName("a:b=1,c=d")));
        server.unregisterMBean(name);
        System.out.println(server.isRegistered(name));

        System.out.println(java.sql.Date.valueOf("2020-02-29") + " " + Time.valueOf("12:34:56") + " " + Timestamp.valueOf("2020-01-02 03:04:05.006007") + " " + Timestamp.valueOf("2020-01-02 03:04:05").toLocalDateTime() + JDBCType.valueOf(Types.VARCHAR) + new Timestamp(0).getNanos());
        tell("bad date", () -> java.sql.Date.valueOf("2020-2-30x"));
        tell("no driver", () -> DriverManager.getConnection("jdbc:none:x"));
        SQLException sql = new SQLException("first", "42000", 7);
        sql.setNextException(new SQLWarning("next"));
        for (Throwable t : sql) System.out.println(t);
        System.out.println(sql.getSQLState() + sql.getErrorCode() + new BatchUpdateException("b", new int[] {1}).getUpdateCounts()[0] + new SQLSyntaxErrorException("s", "x") + new DataTruncation(1, true, true, 3, 2).getMessage());
        tell("naming", () -> new InitialContext().lookup("java:comp/env"));
        System.out.println(new CompositeName("a/b/c").getPrefix(2) + " " + new CompoundName("x.y", new Properties()) + new javax.naming.ldap.LdapName("CN=Steve,OU=Eng,O=Acme").getRdn(0) + new NameNotFoundException("n").getExplanation());
        System.out.println(new ScriptEngineManager().getEngineByName("javascript") + " " + new ScriptEngineManager().getEngineFactories());
    }
}
