import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** Turns an XML document of some hundred elements into another one, by a stylesheet that the JDK's library compiles to bytecode first. */
public final class Transformation {
    private static final String STYLESHEET = """
            <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
              <xsl:output method="html" indent="yes"/>
              <xsl:key name="by-kind" match="article" use="@kind"/>
              <xsl:template match="/shop">
                <html><body>
                  <h1><xsl:value-of select="count(article)"/> articles</h1>
                  <xsl:apply-templates select="article[generate-id() = generate-id(key('by-kind', @kind)[1])]" mode="kind">
                    <xsl:sort select="@kind"/>
                  </xsl:apply-templates>
                </body></html>
              </xsl:template>
              <xsl:template match="article" mode="kind">
                <h2><xsl:value-of select="@kind"/></h2>
                <p>Together <xsl:value-of select="format-number(sum(key('by-kind', @kind)/price), '#,##0.00')"/></p>
                <ul><xsl:for-each select="key('by-kind', @kind)">
                  <xsl:sort select="price" data-type="number" order="descending"/>
                  <li class="{position() mod 2}"><xsl:value-of select="concat(name, ': ', price)"/></li>
                </xsl:for-each></ul>
              </xsl:template>
            </xsl:stylesheet>
            """;

    public static void main(String[] arguments) throws Exception {
        StringBuilder shop = new StringBuilder("<shop>");
        for (int i = 0; i < 200; i++) {
            shop.append("<article kind=\"").append("abcdefg".charAt(i * 31 % 7)).append("\"><name>Article &amp; ").append(i).append("</name><price>")
                    .append(i * 7919 % 10_000 / 100.0).append("</price></article>");
        }
        shop.append("</shop>");
        Transformer transformer = TransformerFactory.newInstance().newTransformer(new StreamSource(new StringReader(STYLESHEET)));
        StringWriter page = new StringWriter();
        transformer.transform(new StreamSource(new StringReader(shop.toString())), new StreamResult(page));
        System.out.println(page);
    }
}
