import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.*;
import javax.xml.stream.events.XMLEvent;
import javax.xml.transform.*;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.xpath.*;
import org.w3c.dom.*;
import org.xml.sax.*;
import org.xml.sax.ext.DefaultHandler2;
import org.xml.sax.helpers.DefaultHandler;

/** DOM, SAX, StAX, XPath, XSLT and schema validation of the JDK's own XML libraries. */
public class XmlParsing {
    interface Call { Object run() throws Exception; }

    static void tell(String name, Call c) {
        try {
            System.out.println(name + " -> " + c.run());
        } catch (Throwable t) {
            System.out.println(name + ": " + t.getClass().getName() + ": " + t.getMessage());
        }
    }

    static final String XML = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE lib [<!ENTITY who "W&#246;rld"><!ELEMENT lib ANY><!ATTLIST book id ID #IMPLIED lang CDATA "en">]>
        <?style sheet="x"?>
        <lib xmlns="urn:lib" xmlns:p="urn:price" version='1 &amp; 2'>
          <!-- a comment -->
          <book id="b1"><title>Java &who;</title><p:price cur="EUR">12.50</p:price></book>
          <book id="b2" lang="de"><title><![CDATA[<raw> & "x"]]></title><p:price cur="USD">8</p:price></book>
          <book id="b3"><title>Empty</title><p:price cur="EUR">30</p:price><note/></book>
        </lib>
        """;

    static Document dom(String xml) throws Exception {
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.setNamespaceAware(true);
        DocumentBuilder b = f.newDocumentBuilder();
        b.setErrorHandler(null);
        return b.parse(new InputSource(new StringReader(xml)));
    }

    static void walk(Node n, String indent) {
        String value = n.getNodeValue() == null ? "" : n.getNodeValue().strip();
        if (n.getNodeType() != Node.TEXT_NODE || !value.isEmpty()) System.out.println(indent + n.getNodeType() + " " + n.getNodeName() + " " + n.getNamespaceURI() + " '" + value + "'");
        NamedNodeMap a = n.getAttributes();
        for (int i = 0; a != null && i < a.getLength(); i++) System.out.println(indent + " @" + a.item(i) + " " + ((Attr) a.item(i)).getSpecified());
        for (Node c = n.getFirstChild(); c != null; c = c.getNextSibling()) walk(c, indent + "  ");
    }

    static String write(Node n, String... properties) throws Exception {
        Transformer t = TransformerFactory.newInstance().newTransformer();
        for (int i = 0; i < properties.length; i += 2) t.setOutputProperty(properties[i], properties[i + 1]);
        StringWriter w = new StringWriter();
        t.transform(new DOMSource(n), new StreamResult(w));
        return w.toString();
    }

    public static void main(String[] args) throws Exception {
        Document d = dom(XML);
        walk(d, "");
        System.out.println(write(d));
        System.out.println(write(d.getDocumentElement().getFirstChild().getNextSibling().getNextSibling().getNextSibling(), "indent", "yes", "omit-xml-declaration", "yes"));
        Element e = d.createElementNS("urn:lib", "book");
        e.setAttribute("id", "b<4>\"'\n");
        e.appendChild(d.createTextNode("a<b>&\u00e9\u0001".substring(0, 6)));
        e.appendChild(d.createComment("c"));
        e.appendChild(d.createCDATASection("x]]>y"));
        d.getDocumentElement().appendChild(e);
        d.normalizeDocument();
        System.out.println(write(e, "omit-xml-declaration", "yes", "encoding", "US-ASCII") + d.getElementsByTagNameNS("urn:lib", "book").getLength() + d.getElementById("b2").getAttribute("lang") + e.isEqualNode(e.cloneNode(true)) + e.compareDocumentPosition(d));
        tell("hierarchy", () -> d.appendChild(d.createElement("second")));
        tell("name", () -> d.createElement("1x"));
        for (String bad : new String[] {"", "<a>", "<a></b>", "<a b=1/>", "<a b='1' b='2'/>", "<a>&none;</a>", "<a/><b/>", "<a>\u0001</a>", "<x:a/>", "<?xml version='3'?><a/>", "<a><![CDATA[x</a>", "<a b='<'/>", "<!DOCTYPE a SYSTEM 'file:///no/such.dtd'><a/>"}) {
            tell("bad " + bad, () -> { try { return dom(bad); } catch (SAXParseException x) { return x.getLineNumber() + ":" + x.getColumnNumber() + " " + x.getMessage(); } });
        }
        SAXParserFactory sf = SAXParserFactory.newInstance();
        sf.setNamespaceAware(true);
        StringBuilder log = new StringBuilder();
        DefaultHandler2 handler = new DefaultHandler2() {
            Locator l;
            public void setDocumentLocator(Locator x) { l = x; }
            public void startDocument() { log.append("startDocument\n"); }
            public void startPrefixMapping(String p, String u) { log.append("prefix " + p + "=" + u + "\n"); }
            public void startElement(String u, String n, String q, Attributes a) { log.append("start " + n + " " + q + " " + l.getLineNumber()); for (int i = 0; i < a.getLength(); i++) log.append(" " + a.getQName(i) + "(" + a.getType(i) + ")=" + a.getValue(i)); log.append("\n"); }
            public void endElement(String u, String n, String q) { log.append("end " + q + "\n"); }
            public void characters(char[] c, int s, int n) { String t = new String(c, s, n).strip(); if (!t.isEmpty()) log.append("text " + t + "\n"); }
            public void processingInstruction(String t, String v) { log.append("pi " + t + " " + v + "\n"); }
            public void comment(char[] c, int s, int n) { log.append("comment\n"); }
            public void startEntity(String n) { log.append("entity " + n + "\n"); }
            public void startCDATA() { log.append("cdata\n"); }
            public void startDTD(String n, String p, String s) { log.append("dtd " + n + "\n"); }
        };
        XMLReader reader = sf.newSAXParser().getXMLReader();
        reader.setContentHandler(handler);
        reader.setProperty("http://xml.org/sax/properties/lexical-handler", handler);
        reader.parse(new InputSource(new StringReader(XML)));
        System.out.println(log);

        XMLStreamReader r = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader(XML));
        while (r.hasNext()) {
            int k = r.next();
            System.out.print(k + (r.hasName() ? r.getLocalName() : "") + (k == XMLStreamConstants.START_ELEMENT ? r.getAttributeCount() + "/" + r.getNamespaceCount() : "") + " ");
        }
        System.out.println();
        XMLEventReader er = XMLInputFactory.newInstance().createXMLEventReader(new StringReader("<a x='1'>t<b/></a>"));
        while (er.hasNext()) { XMLEvent ev = er.nextEvent(); System.out.print(ev.getEventType() + ":" + ev + " "); }
        System.out.println();
        StringWriter sw = new StringWriter();
        XMLStreamWriter w = XMLOutputFactory.newInstance().createXMLStreamWriter(sw);
        w.writeStartDocument(); w.writeStartElement("p", "root", "urn:p"); w.writeNamespace("p", "urn:p"); w.writeAttribute("a", "<\"&'>"); w.writeCharacters("x < y & z"); w.writeEmptyElement("e"); w.writeCData("c"); w.writeComment("k"); w.writeProcessingInstruction("t", "d"); w.writeEntityRef("amp"); w.writeEndElement(); w.writeEndDocument(); w.flush();
        System.out.println(sw);
        tell("stax bad", () -> { XMLStreamReader b = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader("<a><b></a>")); while (b.hasNext()) b.next(); return null; });

        XPath x = XPathFactory.newInstance().newXPath();
        x.setNamespaceContext(new NamespaceContext() {
            public String getNamespaceURI(String p) { return p.equals("l") ? "urn:lib" : p.equals("p") ? "urn:price" : XMLConstants.NULL_NS_URI; }
            public String getPrefix(String u) { return null; }
            public java.util.Iterator<String> getPrefixes(String u) { return null; }
        });
        Document q = dom(XML);
        for (String path : new String[] {"count(//l:book)", "//l:book[@lang='de']/l:title", "sum(//p:price)", "//l:book[p:price > 10]/@id", "string(/l:lib/l:book[last()]/@id)", "concat(name(/*), '-', local-name(//p:price))", "//l:book[position() mod 2 = 1]/l:title/text()", "translate('abc', 'ab', 'x')", "normalize-space('  a  b ')", "substring-after('a=b', '=')", "1 div 0", "7 mod -3", "round(-2.5)", "boolean(//none)", "//l:note/ancestor::l:book/@id", "//l:book[2]/following-sibling::*[1]/@id", "id('b1')/l:title", "starts-with('abc', 'ab') and not(contains('abc', 'z'))", "//comment()", "//processing-instruction()", "number('x')", "format", "//*[@cur='EUR'][2]", "string-length('\u00e9\u00e9')"}) tell(path, () -> x.evaluate(path, q));
        tell("nodes", () -> ((NodeList) x.evaluate("//l:title | //p:price", q, XPathConstants.NODESET)).getLength());
        tell("number", () -> x.evaluate("sum(//p:price) div count(//p:price)", q, XPathConstants.NUMBER));
        tell("bad path", () -> x.evaluate("//[", q));
        tell("prefix", () -> x.evaluate("//z:a", q));
        x.setXPathVariableResolver(n -> n.getLocalPart().equals("v") ? 3.0 : null);
        x.setXPathFunctionResolver((n, arity) -> n.getLocalPart().equals("twice") ? list -> ((Number) list.get(0)).doubleValue() * 2 : null);
        tell("variable", () -> x.evaluate("$v + 1", q));
        tell("function", () -> x.evaluate("p:twice(4)", q));

        String xsd = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="order"><xs:complexType><xs:sequence>
            <xs:element name="item" maxOccurs="2"><xs:complexType><xs:simpleContent><xs:extension base="xs:positiveInteger"><xs:attribute name="code" use="required"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}\\d+"/></xs:restriction></xs:simpleType></xs:attribute></xs:extension></xs:simpleContent></xs:complexType></xs:element>
            <xs:element name="when" type="xs:date" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:schema>""";
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(new StreamSource(new StringReader(xsd)));
        for (String doc : new String[] {"<order><item code='AB1'>3</item><when>2020-02-29</when></order>", "<order><item code='ab'>3</item></order>", "<order><item>x</item></order>", "<order/>", "<order><item code='AB1'>1</item><item code='AB1'>1</item><item code='AB1'>1</item></order>", "<order><item code='AB1'>0</item><when>2021-02-29</when></order>", "<other/>"}) {
            javax.xml.validation.Validator v = schema.newValidator();
            v.setErrorHandler(new ErrorHandler() {
                public void warning(SAXParseException s) { System.out.println("warning " + s.getMessage()); }
                public void error(SAXParseException s) { System.out.println("error " + s.getMessage()); }
                public void fatalError(SAXParseException s) { System.out.println("fatal " + s.getMessage()); }
            });
            v.validate(new StreamSource(new StringReader(doc)));
            System.out.println("validated " + doc);
        }
    }
}
