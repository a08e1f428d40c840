import java.io.*;
import java.util.*;
import javax.xml.*;
import javax.xml.namespace.*;
import javax.xml.parsers.*;
import javax.xml.stream.*;
import javax.xml.stream.events.*;
import javax.xml.transform.*;
import javax.xml.transform.dom.*;
import javax.xml.transform.sax.*;
import javax.xml.transform.stax.*;
import javax.xml.transform.stream.*;
import javax.xml.validation.*;
import javax.xml.xpath.*;
import org.w3c.dom.*;
import org.w3c.dom.ls.*;
import org.xml.sax.*;
import org.xml.sax.ext.*;
import org.xml.sax.helpers.*;

/** StAX, SAX with lexical and declaration handlers, XPath functions, schemas, namespaces, entities and DOM level 3. */
public class XmlStreaming {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    static final String DOC = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<!DOCTYPE r [<!ELEMENT r ANY><!ENTITY e \"ent&#65;\"><!ENTITY n \"<b>in</b>\"><!ATTLIST i id ID #REQUIRED k CDATA 'dflt'><!NOTATION png SYSTEM 'viewer'>]>\n<r xmlns:p='urn:p' xmlns='urn:d'><!-- note --><i id='one' p:a='&lt;x&gt; &e;'>text &e; &n;<![CDATA[<raw>]]></i><?pi some data?><p:q/>é€😀\r\n</r>";

    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        stax();
        writers();
        sax();
        xpath();
        schema();
        dom();
        transforms();
        errors();
    }

    static void stax() throws Exception {
        for (boolean coalescing : new boolean[] {false, true}) {
            XMLInputFactory f = XMLInputFactory.newInstance();
            f.setProperty(XMLInputFactory.IS_COALESCING, coalescing);
            XMLStreamReader r = f.createXMLStreamReader(new StringReader(DOC));
            while (r.hasNext()) {
                int e = r.next();
                System.out.print(e + (r.hasName() ? r.getName() + "" : "") + (r.hasText() && e != 11 ? "[" + r.getText().replace("\n", "\\n") + "]" : "") + " " + r.getLocation().getLineNumber() + ":" + r.getLocation().getColumnNumber() + " ");
                if (e == 1) for (int i = 0; i < r.getAttributeCount(); i++) System.out.print("@" + r.getAttributeName(i) + "=" + r.getAttributeValue(i) + r.getAttributeType(i) + r.isAttributeSpecified(i));
            }
            System.out.println();
        }
        XMLEventReader events = XMLInputFactory.newInstance().createXMLEventReader(new StringReader(DOC));
        while (events.hasNext()) {
            XMLEvent e = events.nextEvent();
            System.out.print(e.getEventType() + "<" + e.toString().replace("\n", "\\n") + "> ");
        }
        System.out.println();
        XMLStreamReader r = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader("<a><b>x</b></a>"));
        attempt("require", () -> { r.require(XMLStreamConstants.START_ELEMENT, null, "a"); return null; });
        r.nextTag();
        attempt("elementText", r::getElementText);
        attempt("attribute", () -> r.getAttributeValue(4));
        attempt("property", () -> XMLInputFactory.newInstance().getProperty("nope"));
    }

    static void writers() throws Exception {
        StringWriter s = new StringWriter();
        XMLOutputFactory f = XMLOutputFactory.newInstance();
        f.setProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES, true);
        XMLStreamWriter w = f.createXMLStreamWriter(s);
        w.writeStartDocument("UTF-8", "1.0"); w.writeDTD("<!DOCTYPE a>"); w.writeStartElement("p", "a", "urn:x"); w.writeAttribute("urn:y", "b", "<\"&\n");
        w.writeCharacters("a < b & c > d \u0001".substring(0, 13)); w.writeCData("]]"); w.writeComment("c"); w.writeProcessingInstruction("t", "d"); w.writeEntityRef("amp"); w.writeEmptyElement("urn:x", "e"); w.writeEndDocument(); w.flush();
        System.out.println(s.toString().replaceAll("zdef-?\\d+", "zdefN"));
        XMLStreamWriter plain = XMLOutputFactory.newInstance().createXMLStreamWriter(new StringWriter());
        attempt("end", () -> { plain.writeEndElement(); return null; });
        attempt("unbound", () -> { plain.writeStartElement("urn:none", "x"); return null; });
        StringWriter t = new StringWriter();
        XMLEventWriter ew = XMLOutputFactory.newInstance().createXMLEventWriter(t);
        XMLEventFactory ef = XMLEventFactory.newInstance();
        ew.add(ef.createStartDocument()); ew.add(ef.createStartElement("x", "urn:x", "root")); ew.add(ef.createNamespace("x", "urn:x")); ew.add(ef.createAttribute("k", "v")); ew.add(ef.createCharacters("t<")); ew.add(ef.createEndElement("x", "urn:x", "root")); ew.close();
        System.out.println(t);
    }

    static void sax() throws Exception {
        SAXParserFactory f = SAXParserFactory.newInstance();
        f.setNamespaceAware(true);
        SAXParser p = f.newSAXParser();
        StringBuilder log = new StringBuilder();
        DefaultHandler2 h = new DefaultHandler2() {
            Locator at;
            public void setDocumentLocator(Locator l) { at = l; }
            public void startElement(String u, String l, String q, org.xml.sax.Attributes a) { log.append("<" + u + "|" + q + " " + at.getLineNumber() + ":" + at.getColumnNumber()); for (int i = 0; i < a.getLength(); i++) log.append(" " + a.getQName(i) + "=" + a.getValue(i) + ":" + a.getType(i)); }
            public void characters(char[] c, int s, int n) { log.append("[" + new String(c, s, n).replace("\n", "\\n") + "]"); }
            public void startPrefixMapping(String x, String u) { log.append("ns " + x + "=" + u + " "); }
            public void startEntity(String n) { log.append("{" + n); }
            public void endEntity(String n) { log.append("}"); }
            public void startCDATA() { log.append("CDATA"); }
            public void comment(char[] c, int s, int n) { log.append("<!--" + n); }
            public void startDTD(String n, String pub, String sys) { log.append("DTD " + n + pub + sys + " "); }
            public void internalEntityDecl(String n, String v) { log.append("entity " + n + "=" + v + " "); }
            public void attributeDecl(String e, String a, String t, String m, String v) { log.append("attr " + e + a + t + m + v + " "); }
            public void elementDecl(String n, String m) { log.append("element " + n + m + " "); }
            public void notationDecl(String n, String pub, String sys) { log.append("notation " + n + pub + sys.endsWith("viewer") + " "); }
            public void processingInstruction(String t, String d) { log.append("?" + t + " " + d); }
            public void warning(SAXParseException e) { log.append("W" + e.getMessage()); }
            public void error(SAXParseException e) { log.append("E" + e.getMessage()); }
        };
        p.setProperty("http://xml.org/sax/properties/lexical-handler", h);
        p.setProperty("http://xml.org/sax/properties/declaration-handler", h);
        p.parse(new InputSource(new StringReader(DOC)), h);
        System.out.println(log);
        f.setValidating(true);
        log.setLength(0);
        f.newSAXParser().parse(new InputSource(new StringReader("<!DOCTYPE a [<!ELEMENT a (b,c?)><!ELEMENT b EMPTY><!ATTLIST b n NMTOKEN #IMPLIED r IDREF #IMPLIED>]><a><b n='x y' r='none'>t</b><d/></a>")), h);
        System.out.println(log);
        attempt("feature", () -> f.getFeature("http://nope"));
    }

    static void xpath() throws Exception {
        XPath x = XPathFactory.newInstance().newXPath();
        Document d = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader("<r><a n='1'>one</a><a n='2'>two</a><b><a n='3.5'>x<c/>y</a></b></r>")));
        for (String e : new String[] {"count(//a)", "sum(//@n)", "string(//a[2])", "//a[@n > 1]/@n", "concat(name(/*), '-', local-name(//c))", "substring('12345', 1.5, 2.6)", "translate('bar','abc','AB')", "normalize-space('  a  b ')", "number('x')", "1 div 0", "-0.0", "7 mod -3", "round(-2.5)", "boolean('false')", "not(//zz)", "//a[last()]", "(//a)[last()]", "//c/preceding-sibling::node()", "string-length('😀')", "starts-with('ab','a') and contains('abc','bc')", "//a[position()=1]/following::a/@n", "id('q')", "1e3", "//a[", "foo()", "$v", "'a' = //a", "ceiling(1.2) + floor(-1.2)"})
            attempt(e, () -> x.evaluate(e, d) + " " + x.evaluate(e, d, XPathConstants.BOOLEAN));
        x.setXPathVariableResolver(n -> 42.0);
        attempt("variable", () -> x.evaluate("$v * 2", d));
        XPathNodes nodes = x.evaluateExpression("//a", d, XPathNodes.class);
        for (Node n : nodes) System.out.print(n.getTextContent() + " ");
        System.out.println(nodes.size());
    }

    static void schema() throws Exception {
        String xsd = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='o'><xs:complexType><xs:sequence><xs:element name='n' maxOccurs='2'><xs:simpleType><xs:restriction base='xs:int'><xs:maxInclusive value='10'/></xs:restriction></xs:simpleType></xs:element><xs:element name='d' type='xs:date' minOccurs='0'/></xs:sequence><xs:attribute name='k' use='required'><xs:simpleType><xs:restriction base='xs:string'><xs:pattern value='[a-c]+'/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType></xs:element></xs:schema>";
        Validator v = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(new StreamSource(new StringReader(xsd))).newValidator();
        for (String doc : new String[] {"<o k='abc'><n>5</n></o>", "<o k='x'><n>5</n></o>", "<o><n>5</n></o>", "<o k='a'><n>11</n></o>", "<o k='a'><n>1</n><n>2</n><n>3</n></o>", "<o k='a'><n>1</n><d>2020-02-30</d></o>", "<z/>", "<o k='a'>t<n>x</n></o>"}) attempt(doc, () -> { v.validate(new StreamSource(new StringReader(doc))); return "valid"; });
        attempt("bad schema", () -> SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(new StreamSource(new StringReader(xsd.replace("xs:int'", "xs:nothing'")))));
    }

    static void dom() throws Exception {
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.setNamespaceAware(true);
        Document d = f.newDocumentBuilder().parse(new InputSource(new StringReader(DOC)));
        Element root = d.getDocumentElement();
        System.out.println(root + " " + root.lookupNamespaceURI("p") + " " + root.getElementsByTagNameNS("*", "q").getLength() + " " + d.getElementById("one") + " " + d.getXmlEncoding() + d.getXmlStandalone() + " " + d.getDoctype().getInternalSubset());
        Element added = d.createElementNS("urn:z", "z:new");
        added.setAttributeNS("urn:p", "p:k", "v");
        root.insertBefore(added, root.getFirstChild()).appendChild(d.createTextNode("t]]>"));
        root.normalize();
        attempt("wrong document", () -> f.newDocumentBuilder().newDocument().appendChild(root));
        attempt("hierarchy", () -> added.appendChild(root));
        attempt("two roots", () -> d.appendChild(d.createElement("x")));
        attempt("name", () -> d.createElement("1x"));
        attempt("namespace", () -> d.createElementNS(null, "p:x"));
        attempt("not found", () -> root.removeChild(d.createElement("y")));
        System.out.println(d.renameNode(added, "urn:w", "w:ren") + " " + root.compareDocumentPosition(added) + " " + root.isEqualNode(root.cloneNode(true)));
        DOMImplementationLS ls = (DOMImplementationLS) d.getImplementation().getFeature("LS", "3.0");
        LSSerializer s = ls.createLSSerializer();
        s.getDomConfig().setParameter("format-pretty-print", true);
        System.out.println(s.writeToString(d));
    }

    static void transforms() throws Exception {
        for (String method : new String[] {"xml", "html", "text"}) {
            Transformer t = TransformerFactory.newInstance().newTransformer();
            t.setOutputProperty(OutputKeys.METHOD, method); t.setOutputProperty(OutputKeys.INDENT, "yes"); t.setOutputProperty(OutputKeys.ENCODING, "US-ASCII"); t.setOutputProperty("{http://xml.apache.org/xslt}indent-amount", "3"); t.setOutputProperty(OutputKeys.CDATA_SECTION_ELEMENTS, "a"); t.setOutputProperty(OutputKeys.DOCTYPE_SYSTEM, "x.dtd");
            StringWriter w = new StringWriter();
            t.transform(new StreamSource(new StringReader("<html><head/><a x='é&lt;'>é<br/>😀</a><script>a&lt;b</script><p>q<b>r</b></p></html>")), new StreamResult(w));
            System.out.println(w);
        }
        DOMResult r = new DOMResult();
        TransformerFactory.newInstance().newTransformer().transform(new StAXSource(XMLInputFactory.newInstance().createXMLStreamReader(new StringReader("<a xmlns='u'><b/></a>"))), r);
        System.out.println(r.getNode().getFirstChild().getNamespaceURI());
        attempt("bad sheet", () -> TransformerFactory.newInstance().newTemplates(new StreamSource(new StringReader("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:template match='['/></xsl:stylesheet>"))));
    }

    static void errors() {
        for (String bad : new String[] {"", "<a>", "<a></b>", "<a b=1/>", "<a b='1' b='2'/>", "&x;", "<a>&x;</a>", "<a/><b/>", "<a>\u0001</a>", "<?xml version='1.1'?><a>&#1;</a>", "<a>]]></a>", "<p:a/>", "<!DOCTYPE a [<!ENTITY x '&y;'><!ENTITY y '&x;'>]><a>&x;</a>", "<a><!-- -- --></a>", "<a b='<'/>", "<?xml version='9'?><a/>", "<a xmlns:p=''/>", "<?XML x?><a/>"})
            attempt(bad, () -> { DocumentBuilderFactory f = DocumentBuilderFactory.newInstance(); f.setNamespaceAware(true); DocumentBuilder b = f.newDocumentBuilder(); b.setErrorHandler(null); return b.parse(new InputSource(new StringReader(bad))).getDocumentElement(); });
    }
}
