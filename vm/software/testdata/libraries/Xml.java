import java.io.*;
import java.util.*;
import javax.xml.transform.*;
import javax.xml.transform.dom.*;
import javax.xml.transform.sax.*;
import javax.xml.transform.stream.*;
import javax.xml.validation.*;
import org.w3c.dom.*;
import org.xml.sax.*;
import org.xml.sax.helpers.DefaultHandler;

/** xerces, xalan (interpreting and compiling), dom4j, jdom2, jaxen. */
public class Xml {
    static final String BOOKS = "<?xml version='1.0'?><!DOCTYPE b [<!ENTITY e 'entity &#233;'><!ELEMENT b ANY>]>"
            + "<b xmlns:x='urn:x'><book id='1' year='2001'><title>First &e;</title><price>12.5</price></book><!-- c --><?pi data?>"
            + "<book id='2' year='1999'><title><![CDATA[Second <&>]]></title><price>7</price><x:note>n</x:note></book></b>";
    static final String STYLE = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:output method='xml' indent='yes' omit-xml-declaration='yes'/>"
            + "<xsl:param name='p' select='1'/><xsl:key name='k' match='book' use='@id'/><xsl:variable name='total' select='sum(//price)'/>"
            + "<xsl:template match='/'><out total='{$total}' p='{$p}'><xsl:apply-templates select='//book'><xsl:sort select='@year' data-type='number'/></xsl:apply-templates><xsl:call-template name='loop'><xsl:with-param name='n' select='3'/></xsl:call-template></out></xsl:template>"
            + "<xsl:template match='book[@year &gt; 2000]' priority='2'><new><xsl:value-of select=\"translate(title,'F','f')\"/></new></xsl:template>"
            + "<xsl:template match='book'><old><xsl:value-of select='format-number(price, \"#,##0.00\")'/><xsl:if test='@id = 2'><xsl:copy-of select=\"key('k', '1')/price\"/></xsl:if><xsl:choose><xsl:when test='false()'/><xsl:otherwise><xsl:number value='position()' format='i'/></xsl:otherwise></xsl:choose></old></xsl:template>"
            + "<xsl:template name='loop'><xsl:param name='n'/><xsl:if test='$n &gt; 0'><i><xsl:value-of select='$n'/></i><xsl:call-template name='loop'><xsl:with-param name='n' select='$n - 1'/></xsl:call-template></xsl:if></xsl:template></xsl:stylesheet>";
    static final String SCHEMA = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='list'><xs:complexType><xs:sequence><xs:element name='n' maxOccurs='3' type='small'/></xs:sequence><xs:attribute name='when' type='xs:date' use='required'/></xs:complexType></xs:element>"
            + "<xs:simpleType name='small'><xs:restriction base='xs:int'><xs:maxInclusive value='10'/></xs:restriction></xs:simpleType></xs:schema>";

    public static void main(String[] args) throws Exception {
        var parserFactory = new org.apache.xerces.jaxp.SAXParserFactoryImpl();
        parserFactory.setNamespaceAware(true);
        parserFactory.newSAXParser().parse(new InputSource(new StringReader(BOOKS)), new DefaultHandler() {
            @Override public void startElement(String uri, String local, String q, Attributes a) { System.out.print("<" + q + a.getLength() + (uri.isEmpty() ? "" : uri)); }
            @Override public void characters(char[] c, int s, int n) { System.out.print("'" + new String(c, s, n) + "'"); }
            @Override public void processingInstruction(String t, String d) { System.out.print("?" + t + d); }
            @Override public void endDocument() { System.out.println("."); }
        });
        var builderFactory = new org.apache.xerces.jaxp.DocumentBuilderFactoryImpl();
        builderFactory.setNamespaceAware(true);
        Document document = builderFactory.newDocumentBuilder().parse(new InputSource(new StringReader(BOOKS)));
        System.out.println(document.getClass().getName() + " " + document.getDoctype().getName() + " " + document.getElementsByTagName("title").item(1).getTextContent());
        for (String bad : new String[] {"<a><b></a>", "<a b='1' b='2'/>", "text", "<a>&undefined;</a>", "<a \u0001/>"}) {
            try { builderFactory.newDocumentBuilder().parse(new InputSource(new StringReader(bad))); } catch (SAXParseException e) { System.out.println(e.getLineNumber() + ":" + e.getColumnNumber() + " " + e.getMessage()); }
        }
        for (TransformerFactory factory : new TransformerFactory[] {new org.apache.xalan.processor.TransformerFactoryImpl(), new org.apache.xalan.xsltc.trax.TransformerFactoryImpl(), TransformerFactory.newDefaultInstance()}) {
            try {
                Templates templates = factory.newTemplates(new StreamSource(new StringReader(STYLE)));
                Transformer t = templates.newTransformer();
                t.setParameter("p", "given");
                StringWriter out = new StringWriter();
                t.transform(new DOMSource(document), new StreamResult(out));
                System.out.println(factory.getClass().getName() + "\n" + out);
            } catch (TransformerException e) { System.out.println(e.getMessage()); }
        }
        Schema schema = new org.apache.xerces.jaxp.validation.XMLSchemaFactory().newSchema(new StreamSource(new StringReader(SCHEMA)));
        for (String text : new String[] {"<list when='2024-02-29'><n>3</n></list>", "<list when='2023-02-29'><n>11</n><n/></list>", "<list><m/></list>"}) {
            Validator validator = schema.newValidator();
            validator.setErrorHandler(new org.xml.sax.ErrorHandler() {
                public void warning(SAXParseException e) { System.out.println("warning " + e.getMessage()); }
                public void error(SAXParseException e) { System.out.println("error " + e.getMessage()); }
                public void fatalError(SAXParseException e) { System.out.println("fatal " + e.getMessage()); }
            });
            validator.validate(new StreamSource(new StringReader(text)));
            System.out.println("validated");
        }
        dom4j();
        jdom();
    }

    static void dom4j() throws Exception {
        org.dom4j.Document document = new org.dom4j.io.SAXReader().read(new StringReader(BOOKS));
        document.getRootElement().addElement("book").addAttribute("id", "3").addAttribute("year", "2020").addElement("title").addText("Third");
        for (org.dom4j.Node node : document.selectNodes("//book[@year > 1999 or price]/title")) System.out.print(node.getText() + "|" + node.getUniquePath() + " ");
        System.out.println(document.valueOf("sum(//price)") + " " + document.selectSingleNode("//comment()").getText());
        StringWriter out = new StringWriter();
        new org.dom4j.io.XMLWriter(out, org.dom4j.io.OutputFormat.createPrettyPrint()).write(document);
        System.out.println(out);
    }

    static void jdom() throws Exception {
        org.jdom2.Document document = new org.jdom2.input.SAXBuilder().build(new StringReader(BOOKS));
        org.jdom2.Element root = document.getRootElement();
        root.addContent(new org.jdom2.Element("sum", "s", "urn:s").setAttribute("n", "2"));
        var xpath = org.jdom2.xpath.XPathFactory.instance().compile("//book/@year", org.jdom2.filter.Filters.attribute());
        for (org.jdom2.Attribute a : xpath.evaluate(root)) System.out.print(a.getIntValue() + 1 + " ");
        System.out.println(new org.jdom2.output.XMLOutputter(org.jdom2.output.Format.getPrettyFormat()).outputString(document));
        try { root.addContent(root); } catch (org.jdom2.IllegalAddException e) { System.out.println(e.getMessage()); }
    }
}
