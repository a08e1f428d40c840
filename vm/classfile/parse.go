package classfile

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"unsafe"
)

// magic is what every class file starts with (JVMS 4.1).
const magic = 0xCAFEBABE

const objectName = "java/lang/Object"

// Parse reads a class file and checks its format (JVMS 4.8). The bytecode
// itself is only measured, not verified. The error is a *FormatError, an
// *UnsupportedVersionError or a *NotClassError. The Class shares memory with data.
func Parse(data []byte) (*Class, error) { return ParseNamed("", data) }

// ParseNamed is Parse for a caller that knows the name under which the class is
// wanted: errors name it. That the file indeed defines a class of this name is
// for the caller to check.
func ParseNamed(name string, data []byte) (*Class, error) {
	return ParseWith(data, Options{Name: name})
}

// Options say how ParseWith reads.
type Options struct {
	Name string // under which the class is wanted, as for ParseNamed; "" if unknown

	// Newest is the newest major version that is read; 0 is MaxMajor, and who asks for no version minds no
	// preview features of any.
	Newest uint16

	// Preview allows class files of the newest version to depend on preview features.
	Preview bool

	// LenientTypes allows constants named <init> or <clinit> any type of a method, but for those of a Methodref,
	// as newer JDKs do.
	LenientTypes bool

	// Trusted is for the JDK's own classes. Like HotSpot it saves the time of
	// checking that names and types are spelled legally and that no member stands
	// twice; and it leaves out local variable tables.
	Trusted bool

	// HeaderRead, if not nil, is called when everything before the fields is read;
	// an error of it ends the reading and is returned as it is.
	HeaderRead func(*Class) error
}

// ParseWith is Parse with options.
func ParseWith(data []byte, o Options) (*Class, error) {
	return parse(parser{data: data, name: o.Name, trusted: o.Trusted, lenientTypes: o.LenientTypes, headerRead: o.HeaderRead}, o)
}

func parse(p parser, o Options) (*Class, error) {
	name, data, newest := p.name, p.data, cmp.Or(o.Newest, MaxMajor)
	p.class = &Class{}
	if name == "" {
		p.name = unknownName
	}
	if v := p.u4(); v != magic && p.err == nil {
		p.failAt(0, "Incompatible magic value %d in class file %s", v, p.name)
	}
	c := p.class
	c.Minor, c.Major = p.u2(), p.u2()
	if p.err == nil && !supportedVersion(c.Major, c.Minor, o) {
		return nil, &UnsupportedVersionError{Name: name, Major: c.Major, Minor: c.Minor, Newest: newest}
	}
	p.parsePool()
	p.parseHeader()
	if p.err == nil && p.headerRead != nil {
		if p.err = p.headerRead(c); p.err != nil {
			return nil, p.err
		}
	}
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

	trusted      bool // text is not checked
	lenientTypes bool
	headerRead   func(*Class) error

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

// fitting reads a u2 that says how many entries of the given size the rest of an
// attribute holds, and checks that it does.
func (p *parser) fitting(a attribute, size int, complaint string) int {
	if p.pos+2 > a.end {
		p.fail("%s in class file %s", complaint, p.name)
		return 0
	}
	n := int(p.u2())
	if p.err == nil && p.pos+n*size != a.end {
		p.fail("%s in class file %s", complaint, p.name)
	}
	if p.err != nil || n*size > len(p.data)-p.pos {
		p.truncated()
		return 0
	}
	return n
}

// asString views bytes of the input as a string.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// is says whether the constant at index has the tag.
func (p *parser) is(index uint16, tag Tag) bool {
	return p.class.Pool.Tag(index) == tag
}

// utf8 reads an index of a Utf8 constant and returns its text; what names it in
// the error.
func (p *parser) utf8(what string) string {
	index := p.u2()
	if !p.is(index, TagUtf8) {
		p.fail("Invalid constant pool index %d for %s in class file %s", index, what, p.name)
		return ""
	}
	return p.class.Pool.Utf8(index)
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
		p.fail("%s %d has bad constant type in class file %s", what, index, p.name)
		return ""
	}
	return p.class.Pool.Named(index)
}

// optionalClassName is className where index 0 means none.
func (p *parser) optionalClassName(what string) string {
	if p.pos+2 <= len(p.data) && p.data[p.pos] == 0 && p.data[p.pos+1] == 0 {
		p.pos += 2
		return ""
	}
	return p.className(what)
}

// classNames reads a table of n Class constants.
func (p *parser) classNames(n int, what string) []string {
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
	c.Flags = p.modernised(p.u2()) & (classFlags | AccModule)
	p.checkClassFlags(flagsAt, c.Flags)
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
	c.Name = c.Pool.Named(index)
	if isArray(c.Name) {
		p.fail("Bad class name in class file %s", p.name)
	}
	p.name = c.Name

	index = p.u2()
	switch {
	case index == 0:
		if c.Name != objectName && c.Flags&AccModule == 0 {
			p.fail("Invalid superclass index 0 in class file %s", p.name)
		}
	case !p.is(index, TagClass):
		p.fail("Invalid superclass index %d in class file %s", index, p.name)
	default:
		c.Super = c.Pool.Named(index)
		if isArray(c.Super) {
			p.fail("Bad superclass name in class file %s", p.name)
		}
	}
	if c.Flags&AccInterface != 0 && p.err == nil && c.Super != objectName {
		p.fail("Interfaces must have java.lang.Object as superclass in class file %s", p.name)
	}

	c.Interfaces = p.interfaceNames()
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

// classFlags are the flags of a class (JVMS 4.1, table 4.1-B).
const classFlags = AccPublic | AccFinal | AccSuper | AccInterface | AccAbstract | AccSynthetic | AccAnnotation | AccEnum

// modernised is the flags of a class without the differences of old versions.
func (p *parser) modernised(flags uint16) uint16 {
	if p.class.Major < 53 {
		flags &^= AccModule
	}
	if flags&AccInterface != 0 && p.class.Major < 50 {
		flags |= AccAbstract // old compilers left it out
	}
	return flags
}

// interfaceNames reads the table of superinterfaces.
func (p *parser) interfaceNames() []string {
	names := make([]string, p.count(2))
	for i := range names {
		index := p.u2()
		if !p.is(index, TagClass) {
			p.fail("Interface name has bad constant pool index %d in class file %s", index, p.name)
			return nil
		}
		names[i] = p.class.Pool.Named(index)
	}
	return names
}

// checkClassFlags applies the rules of JVMS 4.1 on access_flags.
func (p *parser) checkClassFlags(at int, flags uint16) {
	modern := p.class.Major >= 49
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
	end  int // offset behind its content, which may lie behind the input's end
}

// attribute reads the name and the length of the next attribute.
func (p *parser) attribute() attribute {
	index := p.u2()
	if !p.is(index, TagUtf8) {
		p.fail("Attribute name has bad constant pool index %d in class file %s", index, p.name)
		return attribute{}
	}
	length := int(p.u4())
	return attribute{p.class.Pool.Utf8(index), p.pos + length}
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
	if p.err == nil && p.pos <= a.end {
		p.bytes(a.end - p.pos)
	}
}

// left is how many bytes of the attribute have not been read.
func (p *parser) left(a attribute) int { return a.end - p.pos }

// sized checks an attribute's length; the complaint is a format of the length and
// the class's name.
func (p *parser) sized(a attribute, length int, complaint string) bool {
	if p.err == nil && p.left(a) != length {
		p.fail(complaint, p.left(a), p.name)
	}
	return p.err == nil
}

// empty checks that an attribute of a field, a method or the class is.
func (p *parser) empty(a attribute, owner string) {
	p.sized(a, 0, "Invalid "+a.name+" "+owner+" attribute length %d in class file %s")
}

// finish checks that exactly the attribute has been read.
func (p *parser) finish(a attribute) {
	if p.err == nil && p.pos != a.end {
		p.fail("%s attribute has wrong length in class file %s", a.name, p.name)
	}
}

// minAttribute is the least number of bytes an attribute takes.
const minAttribute = 6
