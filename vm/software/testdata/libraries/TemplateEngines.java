import freemarker.template.*;
import java.io.*;
import java.util.*;
import org.apache.commons.jexl3.*;
import org.apache.commons.jxpath.*;
import org.apache.commons.beanutils.*;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.*;
import org.apache.velocity.runtime.RuntimeConstants;
import org.stringtemplate.v4.*;

/** velocity, freemarker, StringTemplate, jexl, mvel, ognl, jxpath, beanutils: templates and expressions over objects. */
public class TemplateEngines {
    public static class Item { private final String name; private int count; private Item next; public Item(String name, int count) { this.name = name; this.count = count; } public String getName() { return name; } public int getCount() { return count; } public void setCount(int c) { count = c; } public Item getNext() { return next; } public void setNext(Item n) { next = n; } public String shout(String with) { return name.toUpperCase() + with; } public List<String> getTags() { return List.of("t1", "t2"); } }

    public static void main(String[] args) throws Exception {
        Item item = new Item("tea & <milk>", 3); item.setNext(new Item("coffee", 10));
        List<Item> items = List.of(item, item.getNext());
        VelocityEngine engine = new VelocityEngine();
        engine.setProperty(RuntimeConstants.RUNTIME_LOG_LOGSYSTEM_CLASS, "org.apache.velocity.runtime.log.NullLogChute");
        engine.init();
        VelocityContext context = new VelocityContext(new HashMap<>(Map.of("items", items)));
        StringWriter out = new StringWriter();
        engine.evaluate(context, out, "t", "#macro(show $i)$i.name=$!i.next.name;#end#set($total = 0)#foreach($i in $items)#show($i)#set($total = $total + $i.count)#if($velocityCount == 1 && $i.count < 5) few#elseif($i.count > 5) many#{else} none#end\n#end total $total $undefined $!undefined ${items.get(0).shout('!')} #evaluate('#set($z = [1..3])$z')");
        System.out.println(out);
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_28);
        configuration.setLocale(Locale.US);
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        Template template = new Template("t", new StringReader("<#macro m x y=2>[${x}/${y}<#nested>]</#macro><#list items as i><@m x=i.name?html; z>${i.count?string('0.00')}</@m><#sep>, </#list> ${items?size} ${1234567.891?string(',##0.0')} <#assign f = items?map(i -> i.count)?join('-')>${f} ${'abc'?cap_first?right_pad(6, '*')} <#switch items[1].count><#case 10>ten<#break><#default>other</#switch> ${missing!'default'} ${(0.1 + 0.2)} <#function sq n><#return n * n></#function>${sq(7)} ${'2024-05-06'?date('yyyy-MM-dd')?string('d MMM')} ${items[0].shout('?')}"), configuration);
        out = new StringWriter();
        template.process(Map.of("items", items), out);
        System.out.println(out);
        try { new Template("bad", new StringReader("${x.y}"), configuration).process(Map.of(), new StringWriter()); } catch (TemplateException e) { System.out.println(e.getMessage().split("\n")[0]); }
        try { new Template("bad", new StringReader("<#if x>"), configuration); } catch (IOException e) { System.out.println(e.getMessage().split("\n")[0]); }
        ST st = new STGroupString("row(i) ::= \"<i.name; format=\\\"upper\\\">:<i.count><if(i.next)> then <i.next.name><endif>\"\nall(is) ::= <<{<is:row(); separator=\" | \">}>>").getInstanceOf("all");
        st.groupThatCreatedThisInstance.registerRenderer(String.class, new StringRenderer());
        System.out.println(st.add("is", items).render());
        JexlEngine jexl = new JexlBuilder().create();
        JexlContext scope = new MapContext(new HashMap<>(Map.of("items", items, "n", 5)));
        System.out.println(jexl.createScript("var s = 0; for (i : items) { s += i.count * n; if (i.name =~ '.*coffee.*') { s = s + 0.5; } } var f = function(p, q) { return p + q; }; [s, f(1, 'a'), items[0].name.length(), {'k' : n ?: 3}.k, n > 3 and not empty(items)]").execute(scope).getClass().getSimpleName());
        System.out.println(jexl.createExpression("items[1].shout('#') + items.size() + (n ge 5 ? 'y' : 'n')").evaluate(scope));
        System.out.println(org.mvel2.MVEL.eval("int t = 0; foreach (i : items) { t += i.count; }; t * 2 + ($.count in items).size()", new HashMap<>(Map.of("items", items))));
        Object compiled = org.mvel2.MVEL.compileExpression("items[0].name.toUpperCase() + items.size() + (items[1].count > 5 && true ? 'big' : 'small')");
        for (int i = 0; i < 3; i++) System.out.println(org.mvel2.MVEL.executeExpression(compiled, new HashMap<>(Map.of("items", items))));
        JXPathContext path = JXPathContext.newContext(item);
        System.out.println(path.getValue("next/name") + " " + path.getValue("concat(name, '-', count * 2)") + " " + path.getValue("count(tags)"));
        path.setValue("next/count", 77);
        System.out.println(item.getNext().getCount() + " " + PropertyUtils.getProperty(item, "next.count") + " " + new TreeMap<>(BeanUtils.describe(item.getNext())));
        BeanUtils.setProperty(item, "count", "123");
        LazyDynaBean dyna = new LazyDynaBean(); dyna.set("a", 1); dyna.set("m", "k", "v");
        System.out.println(item.getCount() + " " + dyna.get("m") + " " + ConvertUtils.convert("1,2,3", int[].class).getClass() + " " + MethodUtils.invokeMethod(item, "shout", "x"));
        Object selection = ognl.Ognl.parseExpression("#root.{? count > 50}.{name + ':' + count}");
        System.out.println(ognl.Ognl.getValue("1 + 2 * 3", (Object) null));
        try { System.out.println(ognl.Ognl.getValue(selection, items)); } catch (ognl.OgnlException | NoClassDefFoundError e) { System.out.println(e.getClass()); }
        bsh.Interpreter shell = new bsh.Interpreter();
        shell.set("items", items);
        System.out.println(shell.eval("fib(n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); } s = new StringBuffer(); for (i : items) s.append(i.name).append(i.getCount()); r = new Runnable() { run() { s.append(\"ran\"); } }; r.run(); int[] a = {1, 2}; s + \" \" + fib(12) + a.length"));
        try { shell.eval("undefined.call()"); } catch (bsh.EvalError e) { System.out.println(e.getClass().getSimpleName()); }
    }
}
