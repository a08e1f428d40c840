import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.transform.*;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** XSLT through the JDK's compiler, which makes bytecode of style sheets. */
public class XmlTransform {
    static final String DATA = "<people><person age='30'><name>Zoe</name><city>Oslo</city></person><person age='25'><name>Adam</name><city>Rome</city></person><person age='41'><name>Mia</name><city>Oslo</city></person></people>";

    static String sheet(String output, String body) {
        return "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>" + output + body + "</xsl:stylesheet>";
    }

    static void run(String name, String sheet, String... parameters) {
        try {
            Templates t = TransformerFactory.newInstance().newTemplates(new StreamSource(new StringReader(sheet)));
            Transformer x = t.newTransformer();
            for (int i = 0; i < parameters.length; i += 2) x.setParameter(parameters[i], parameters[i + 1]);
            StringWriter w = new StringWriter();
            x.transform(new StreamSource(new StringReader(DATA)), new StreamResult(w));
            System.out.println(name + ":\n" + w);
        } catch (TransformerException e) {
            System.out.println(name + " fails: " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        run("html", sheet("<xsl:output method='html' indent='yes'/>", "<xsl:param name='title' select=\"'none'\"/><xsl:template match='/'><html><head><title><xsl:value-of select='$title'/></title></head><body><table><xsl:for-each select='people/person'><xsl:sort select='name'/><tr class='{@age}'><td><xsl:number value='position()' format='i'/></td><td><xsl:value-of select='name'/></td><td><xsl:choose><xsl:when test='@age &gt; 40'>old</xsl:when><xsl:otherwise>young</xsl:otherwise></xsl:choose></td></tr></xsl:for-each></table><br/></body></html></xsl:template>"), "title", "People & co");
        run("text", sheet("<xsl:output method='text'/>", "<xsl:key name='byCity' match='person' use='city'/><xsl:template match='/'><xsl:for-each select=\"//person[generate-id() = generate-id(key('byCity', city)[1])]\"><xsl:value-of select=\"concat(city, ': ')\"/><xsl:for-each select=\"key('byCity', city)\"><xsl:value-of select='name'/><xsl:if test='position() != last()'>, </xsl:if></xsl:for-each><xsl:text>&#10;</xsl:text></xsl:for-each><xsl:value-of select=\"format-number(sum(//@age) div count(//person), '#,##0.00')\"/></xsl:template>"));
        run("xml", sheet("<xsl:output indent='no' omit-xml-declaration='yes'/>", "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template><xsl:template match='city'><town len='{string-length(.)}'><xsl:apply-templates/></town></xsl:template><xsl:template match=\"person[name='Adam']\"/>"));
        run("recursion", sheet("<xsl:output method='text'/>", "<xsl:template name='fact'><xsl:param name='n'/><xsl:choose><xsl:when test='$n &lt;= 1'>1</xsl:when><xsl:otherwise><xsl:variable name='rest'><xsl:call-template name='fact'><xsl:with-param name='n' select='$n - 1'/></xsl:call-template></xsl:variable><xsl:value-of select='$n * $rest'/></xsl:otherwise></xsl:choose></xsl:template><xsl:template match='/'><xsl:call-template name='fact'><xsl:with-param name='n' select='10'/></xsl:call-template></xsl:template>"));
        run("modes", sheet("<xsl:output method='xml' cdata-section-elements='n'/>", "<xsl:template match='/'><out><xsl:apply-templates select='//person' mode='a'><xsl:sort select='@age' data-type='number' order='descending'/></xsl:apply-templates><xsl:element name='{name(*)}'><xsl:attribute name='x'>y</xsl:attribute><xsl:comment>c</xsl:comment><xsl:processing-instruction name='p'>q</xsl:processing-instruction></xsl:element></out></xsl:template><xsl:template match='person' mode='a'><n><xsl:value-of select='name'/></n></xsl:template>"));
        run("message", sheet("", "<xsl:template match='/'><xsl:copy-of select='//person[1]'/></xsl:template>"));
        run("bad", sheet("", "<xsl:template match='/'><xsl:value-of select='$none'/></xsl:template>"));
        run("bad function", sheet("", "<xsl:template match='/'><xsl:value-of select='nofunction()'/></xsl:template>"));
    }
}
