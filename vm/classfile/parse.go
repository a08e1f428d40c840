package classfile

import (
	"encoding/binary"
	"fmt"
	"unsafe"
)

// magic is what every class file starts with (JVMS 4.1).
const magic = 0xCAFEBABE

const objectName = "java/lang/Object"

// Parse reads a class file and checks its format (JVMS 4.8). The bytecode
// itself is only measured, not verified. The error is a *FormatError or an
// *UnsupportedVersionError. The Class shares memory with data.
func Parse(data []byte) (*Class, error) { return ParseNamed("", data) }

// ParseNamed is Parse for a caller that knows the name under which the class is
// wanted: errors name it. That the file indeed defines a class of this name is
// for the caller to check.
func ParseNamed(name string, data []byte) (*Class, error) {
	return parse(parser{name: name, data: data})
}

// ParseTrusted is ParseNamed for the JDK's own classes. Like HotSpot it saves the
// time of checking that names and types are spelled legally and that no member
// stands twice; and it leaves out local variable tables.
func ParseTrusted(name string, data []byte) (*Class, error) {
	return parse(parser{name: name, data: data, trusted: true})
}

func parse(p parser) (*Class, error) {
	name, data := p.name, p.data
	p.class = &Class{}
	if name == "" {
		p.name = unknownName
	}
	if v := p.u4(); v != magic && p.err == nil {
		p.failAt(0, "Incompatible magic value %d in class file %s", v, p.name)
	}
	c := p.class
	c.Minor, c.Major = p.u2(), p.u2()
	if p.err == nil && !supportedVersion(c.Major, c.Minor) {
		return nil, &UnsupportedVersionError{Name: name, Major: c.Major, Minor: c.Minor}
	}
	p.parsePool()
	p.parseHeader()
	p.parseFields()
	p.parseMethods()
	p.parseClassAttributes()
	if p.err == nil && p.pos != len(data) {
		p.fail("Extra bytes at the end of class file %s", p.name)
	}
	if p.err != nil {
		return nil, p.err
	}
	return c, nil
}

// parser is a cursor over the input. The first error sticks: from then on
// reads return zeros, and every loop ends.
type parser struct {
	data  []byte
	pos   int
	name  string // of the class, for messages
	class *Class
	err   error

	trusted bool // text is not checked

	// What the pool's Dynamic and InvokeDynamic constants need of BootstrapMethods.
	maxBootstrap int // largest index they use, -1 for none
	moduleTag    Tag // a Module or Package constant that was seen, 0 for none
}

func (p *parser) fail(format string, args ...any) {
	p.failAt(p.pos, format, args...)
}

func (p *parser) failAt(offset int, format string, args ...any) {
	if p.err == nil {
		p.err = &FormatError{Offset: offset, Message: fmt.Sprintf(format, args...)}
		p.pos = len(p.data) // so that what is read from now on is zeros
	}
}

func (p *parser) truncated() { p.fail("Truncated class file") }

func (p *parser) u1() uint8 {
	if p.pos+1 > len(p.data) {
		p.truncated()
		return 0
	}
	v := p.data[p.pos]
	p.pos++
	return v
}

func (p *parser) u2() uint16 {
	if p.pos+2 > len(p.data) {
		p.truncated()
		return 0
	}
	v := binary.BigEndian.Uint16(p.data[p.pos:])
	p.pos += 2
	return v
}

func (p *parser) u4() uint32 {
	if p.pos+4 > len(p.data) {
		p.truncated()
		return 0
	}
	v := binary.BigEndian.Uint32(p.data[p.pos:])
	p.pos += 4
	return v
}

// bytes returns the next n bytes, without copying them.
func (p *parser) bytes(n int) []byte {
	if n > len(p.data)-p.pos {
		p.truncated()
		return nil
	}
	b := p.data[p.pos : p.pos+n : p.pos+n]
	p.pos += n
	return b
}

// count reads a u2 that says how many entries of at least size bytes follow, so
// that no more is allocated than the input can fill.
func (p *parser) count(size int) int {
	n := int(p.u2())
	if n*size > len(p.data)-p.pos {
		p.truncated()
		return 0
	}
	return n
}

// count1 is count for a one-byte number.
func (p *parser) count1(size int) int {
	n := int(p.u1())
	if n*size > len(p.data)-p.pos {
		p.truncated()
		return 0
	}
	return n
}

// asString views bytes of the input as a string.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// is says whether the constant at index has the tag.
func (p *parser) is(index uint16, tag Tag) bool {
	return int(index) < len(p.class.Pool) && p.class.Pool[index].Tag == tag
}

// utf8 reads an index of a Utf8 constant and returns its text; what names it in
// the error.
func (p *parser) utf8(what string) string {
	index := p.u2()
	if !p.is(index, TagUtf8) {
		p.fail("Invalid constant pool index %d for %s in class file %s", index, what, p.name)
		return ""
	}
	return p.class.Pool[index].Utf8
}

// optionalUtf8 is utf8 where index 0 means none.
func (p *parser) optionalUtf8(what string) string {
	if p.pos+2 <= len(p.data) && p.data[p.pos] == 0 && p.data[p.pos+1] == 0 {
		p.pos += 2
		return ""
	}
	return p.utf8(what)
}

// className reads an index of a Class constant and returns the name.
func (p *parser) className(what string) string {
	index := p.u2()
	if !p.is(index, TagClass) {
		p.fail("%s has bad constant pool index %d in class file %s", what, index, p.name)
		return ""
	}
	return p.class.Pool[p.class.Pool[index].A].Utf8
}

// optionalClassName is className where index 0 means none.
func (p *parser) optionalClassName(what string) string {
	if p.pos+2 <= len(p.data) && p.data[p.pos] == 0 && p.data[p.pos+1] == 0 {
		p.pos += 2
		return ""
	}
	return p.className(what)
}

// classNames reads a table of Class constants.
func (p *parser) classNames(what string) []string {
	n := p.count(2)
	if n == 0 {
		return nil
	}
	names := make([]string, n)
	for i := range names {
		names[i] = p.className(what)
	}
	return names
}

// parseHeader reads what stands between the pool and the fields.
func (p *parser) parseHeader() {
	c := p.class
	flagsAt := p.pos
	const recognised = AccPublic | AccFinal | AccSuper | AccInterface | AccAbstract | AccSynthetic | AccAnnotation | AccEnum
	c.Flags = p.u2()
	if c.Major >= 53 {
		c.Flags &= recognised | AccModule
	} else {
		c.Flags &= recognised
	}
	if c.Flags&AccInterface != 0 && c.Major < 50 {
		c.Flags |= AccAbstract // old compilers left it out
	}
	if p.moduleTag != 0 && c.Flags&AccModule == 0 {
		p.failAt(flagsAt, "Unknown constant tag %d in class file %s", p.moduleTag, p.name)
	}

	index := p.u2()
	if !p.is(index, TagClass) {
		p.fail("Invalid this class index %d in constant pool in class file %s", index, p.name)
	}
	if p.err != nil {
		return
	}
	c.Name = c.Pool[c.Pool[index].A].Utf8
	if isArray(c.Name) {
		p.fail("Bad class name in class file %s", p.name)
	}
	p.name = c.Name
	p.checkClassFlags(flagsAt)

	index = p.u2()
	switch {
	case index == 0:
		if c.Name != objectName && c.Flags&AccModule == 0 {
			p.fail("Invalid superclass index 0 in class file %s", p.name)
		}
	case !p.is(index, TagClass):
		p.fail("Invalid superclass index %d in class file %s", index, p.name)
	default:
		c.Super = c.Pool[c.Pool[index].A].Utf8
		if isArray(c.Super) {
			p.fail("Bad superclass name in class file %s", p.name)
		}
	}
	if c.Flags&AccInterface != 0 && p.err == nil && c.Super != objectName {
		p.fail("Interfaces must have java.lang.Object as superclass in class file %s", p.name)
	}

	c.Interfaces = p.classNames("Interface name")
	if p.err != nil {
		return
	}
	for _, name := range c.Interfaces {
		if isArray(name) {
			p.fail("Bad interface name in class file %s", p.name)
		}
	}
	if twin := duplicate(c.Interfaces, func(s *string) string { return *s }); twin != nil {
		p.fail("Duplicate interface name %q in class file %s", *twin, p.name)
	}
}

// checkClassFlags applies the rules of JVMS 4.1 on access_flags.
func (p *parser) checkClassFlags(at int) {
	flags, modern := p.class.Flags, p.class.Major >= 49
	has := func(f uint16) bool { return flags&f != 0 }
	if has(AccModule) {
		return
	}
	if has(AccAbstract) && has(AccFinal) ||
		has(AccInterface) && !has(AccAbstract) ||
		has(AccInterface) && modern && has(AccSuper|AccEnum) ||
		!has(AccInterface) && modern && has(AccAnnotation) {
		p.failAt(at, "Illegal class modifiers in class %s: 0x%X", p.name, flags)
	}
}

// attribute is the header of an attribute that is being read.
type attribute struct {
	name string
	end  int // offset behind its content
}

// attribute reads the name and the length of the next attribute.
func (p *parser) attribute() attribute {
	name := p.utf8("attribute name")
	length := int(p.u4())
	if length > len(p.data)-p.pos {
		p.truncated()
	}
	return attribute{name, p.pos + length}
}

// rest returns what is left of the attribute.
func (p *parser) rest(a attribute) []byte {
	if p.err != nil || p.pos > a.end {
		return nil
	}
	return p.bytes(a.end - p.pos)
}

// skip passes over an attribute that is not wanted.
func (p *parser) skip(a attribute) {
	if p.err == nil {
		p.pos = a.end
	}
}

// finish checks that exactly the attribute has been read.
func (p *parser) finish(a attribute) {
	if p.err == nil && p.pos != a.end {
		p.fail("%s attribute has wrong length in class file %s", a.name, p.name)
	}
}

// minAttribute is the least number of bytes an attribute takes.
const minAttribute = 6
