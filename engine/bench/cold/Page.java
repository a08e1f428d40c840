import freemarker.cache.StringTemplateLoader;
import freemarker.template.Configuration;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Fills templates of FreeMarker, one of which includes the other and has a macro, as a web application does for a page. */
public final class Page {
    public static void main(String[] arguments) throws Exception {
        StringTemplateLoader templates = new StringTemplateLoader();
        templates.putTemplate("row", "<#macro row order><tr class=\"<#if order.open>open<#else>done</#if>\"><td>${order.number}</td>"
                + "<td>${order.customer?cap_first?html}</td><td>${order.total?string[\"0.00\"]}</td></tr></#macro>");
        templates.putTemplate("page", "<#import \"row\" as rows><h1>${title?upper_case}</h1>\n<#assign sum = 0>\n<#list orders?sort_by(\"total\")?reverse as order>"
                + "<@rows.row order/>\n<#assign sum = sum + order.total></#list>\n${orders?size} orders, ${sum?string[\",##0.00\"]}");
        List<Map<String, Object>> orders = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            orders.add(Map.of("number", i, "customer", "customer <" + i * 13 % 17 + ">", "total", i * 7919 % 10_007 / 10.0, "open", i % 3 == 0));
        }
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_28);
        configuration.setLocale(Locale.ROOT);
        configuration.setTemplateLoader(templates);
        StringWriter page = new StringWriter();
        configuration.getTemplate("page").process(Map.of("title", "orders", "orders", orders), page);
        System.out.println(page);
    }
}
