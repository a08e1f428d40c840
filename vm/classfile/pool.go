package classfile

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Constant is one constant pool entry. Index 0 and the upper halves of Long and
// Double entries have Tag 0.
//
// A and B are the entry's indices in file order (Class: A name; Fieldref: A
// class, B name-and-type; NameAndType: A name, B descriptor; MethodHandle: A
// reference kind, B reference; Dynamic and InvokeDynamic: A bootstrap method, B
// name-and-type; String, MethodType, Module, Package: A utf8). Bits holds
// Integer and Float (32 bits) and Long and Double (64 bits) as stored. Utf8 is
// the entry's bytes, still in modified UTF-8.
type Constant struct {
	Tag  Tag
	A, B uint16
	Bits uint64
	Utf8 string
}

// Append appends the entry as a class file has it (JVMS 4.4). A Utf8's length must fit sixteen bits.
func (c *Constant) Append(data []byte) []byte {
	data = append(data, byte(c.Tag))
	switch c.Tag {
	case TagUtf8:
		return append(binary.BigEndian.AppendUint16(data, uint16(len(c.Utf8))), c.Utf8...)
	case TagInteger, TagFloat:
		return binary.BigEndian.AppendUint32(data, uint32(c.Bits))
	case TagLong, TagDouble:
		return binary.BigEndian.AppendUint64(data, c.Bits)
	case TagClass, TagString, TagMethodType, TagModule, TagPackage:
		return binary.BigEndian.AppendUint16(data, c.A)
	case TagMethodHandle:
		return binary.BigEndian.AppendUint16(append(data, byte(c.A)), c.B)
	default:
		return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(data, c.A), c.B)
	}
}

// Pool is a constant pool (JVMS 4.4). It keeps where the entries stand in the class file, and reads them there when it is asked: a program's classes have
// hundreds of thousands, most of which nobody ever asks for.
type Pool struct {
	data    []byte
	offsets []uint32 // of the entries' tags; 0: there is none
}

// NewPool is the pool with the entries, whose first one must be the unused one, with Tag 0.
func NewPool(entries ...Constant) Pool {
	p := Pool{data: []byte{0}, offsets: make([]uint32, len(entries))}
	for i := range entries {
		if entries[i].Tag != 0 {
			p.offsets[i] = uint32(len(p.data))
			p.data = entries[i].Append(p.data)
		}
	}
	return p
}

// Len is how many indices the pool has, the unused ones included.
func (p *Pool) Len() int { return len(p.offsets) }

// Tag is the tag of the entry at the index, 0 if there is none.
func (p *Pool) Tag(index uint16) Tag {
	if int(index) >= len(p.offsets) || p.offsets[index] == 0 {
		return 0
	}
	return Tag(p.data[p.offsets[index]])
}

// At is the entry at the index; the zero Constant if there is none.
func (p *Pool) At(index uint16) (c Constant) {
	if c.Tag = p.Tag(index); c.Tag == 0 {
		return c
	}
	d := p.data[p.offsets[index]+1:]
	switch c.Tag {
	case TagUtf8:
		c.Utf8 = p.Utf8(index)
	case TagInteger, TagFloat:
		c.Bits = uint64(binary.BigEndian.Uint32(d))
	case TagLong, TagDouble:
		c.Bits = binary.BigEndian.Uint64(d)
	case TagMethodHandle:
		c.A, c.B = uint16(d[0]), binary.BigEndian.Uint16(d[1:])
	case TagClass, TagString, TagMethodType, TagModule, TagPackage:
		c.A = binary.BigEndian.Uint16(d)
	default:
		c.A, c.B = binary.BigEndian.Uint16(d), binary.BigEndian.Uint16(d[2:])
	}
	return c
}

// Utf8 is the text of a Utf8 entry, in modified UTF-8; "" if there is none at the index.
func (p *Pool) Utf8(index uint16) string {
	if p.Tag(index) != TagUtf8 {
		return ""
	}
	d := p.data[p.offsets[index]+1:]
	length := int(binary.BigEndian.Uint16(d))
	return asString(d[2 : 2+length])
}

// Named is the text of the Utf8 entry that the one at the index has as A: the name of a Class, the text of a String, the descriptor of a MethodType.
func (p *Pool) Named(index uint16) string {
	c := p.At(index)
	return p.Utf8(c.A)
}

// All yields the entries, in their order.
func (p *Pool) All() iter.Seq2[uint16, Constant] {
	return func(yield func(uint16, Constant) bool) {
		for i, offset := range p.offsets {
			if offset != 0 && !yield(uint16(i), p.At(uint16(i))) {
				return
			}
		}
	}
}

// Contains reports whether an entry is such a one.
func (p *Pool) Contains(such func(Constant) bool) bool {
	for _, k := range p.All() {
		if such(k) {
			return true
		}
	}
	return false
}

// minConstant is the size of the smallest entry, in bytes; a Long is two entries of nine bytes together.
const minConstant = 3

// sizes are those of the entries with a tag, in bytes, without the text of a Utf8 (JVMS 4.4.1 to 4.4.12); 0: there is no such tag.
var sizes = [256]uint8{
	TagUtf8: 3, TagInteger: 5, TagFloat: 5, TagLong: 9, TagDouble: 9, TagClass: 3, TagString: 3, TagFieldref: 5, TagMethodref: 5, TagInterfaceMethodref: 5,
	TagNameAndType: 5, TagMethodHandle: 4, TagMethodType: 3, TagDynamic: 5, TagInvokeDynamic: 5, TagModule: 3, TagPackage: 3,
}

// parsePool finds the entries of the constant pool (JVMS 4.4), then checks what they
// say of each other, which may point forwards.
func (p *parser) parsePool() {
	p.maxBootstrap = -1
	n := int(p.u2())
	if n == 0 {
		p.fail("Illegal constant pool size %d in class file %s", n, p.name)
	}
	if (n-1)*minConstant > len(p.data)-p.pos {
		p.truncated()
	}
	if p.err != nil {
		return
	}
	pool := &p.class.Pool
	pool.data, pool.offsets = p.data, make([]uint32, n)
	for i := 1; i < n && p.err == nil; i++ {
		pool.offsets[i] = uint32(p.pos)
		if tag := p.skipEntry(); tag == TagLong || tag == TagDouble {
			i++
			if i == n {
				p.fail("Invalid constant pool index %d in class file %s", i, p.name)
			}
		}
	}
	for i := 1; i < n && p.err == nil; i++ {
		p.checkEntry(uint16(i), pool.Tag(uint16(i)))
	}
	for i := 1; i < n && p.err == nil; i++ {
		p.checkIndices(uint16(i))
	}
	for i := 1; i < n && p.err == nil && !p.trusted; i++ {
		p.checkText(uint16(i))
	}
}

// skipEntry leaves out an entry, whose tag it returns.
func (p *parser) skipEntry() Tag {
	rest := p.data[p.pos:]
	if len(rest) < minConstant {
		p.truncated()
		return 0
	}
	tag := Tag(rest[0])
	size := int(sizes[tag])
	if size == 0 {
		p.fail("Unknown constant tag %d in class file %s", tag, p.name)
		return 0
	}
	if tag == TagUtf8 {
		size += int(binary.BigEndian.Uint16(rest[1:]))
	}
	if size > len(rest) {
		p.truncated()
		return 0
	}
	p.pos += size
	return tag
}

// minTagMajor is the class file version that introduced a tag, for those that
// have not always been there (JVMS 4.4, table 4.4-A).
var minTagMajor = [256]uint16{
	TagMethodHandle: 51, TagMethodType: 51, TagInvokeDynamic: 51,
	TagDynamic: 55, TagModule: 53, TagPackage: 53,
}

// checkEntry checks what an entry says without regard to the others.
func (p *parser) checkEntry(i uint16, tag Tag) {
	major := p.class.Major
	switch {
	case tag == TagModule || tag == TagPackage:
		// Only module descriptors have them; the header says whether this is one.
		p.moduleTag = tag
		if major < minTagMajor[tag] {
			p.failPool(i, "Unknown constant tag %d in class file %s", tag, p.name)
		}
	case major < minTagMajor[tag]:
		p.failPool(i, "Class file version does not support constant tag %d in class file %s", tag, p.name)
	case tag == TagUtf8 && !p.trusted && !legalUtf8(p.class.Pool.Utf8(i), major):
		p.failPool(i, "Illegal UTF8 string in constant pool in class file %s", p.name)
	}
}

// checkIndices checks that an entry's indices are in range and of the right kind.
func (p *parser) checkIndices(i uint16) {
	need := func(index uint16, tag Tag) {
		if !p.is(index, tag) {
			p.failIndex(i, index)
		}
	}
	tag := p.class.Pool.Tag(i)
	if tag <= TagDouble {
		return // it has none
	}
	c := p.class.Pool.At(i)
	switch tag {
	case TagClass, TagString, TagMethodType:
		need(c.A, TagUtf8)
	case TagNameAndType:
		need(c.A, TagUtf8)
		need(c.B, TagUtf8)
	case TagFieldref, TagMethodref, TagInterfaceMethodref:
		need(c.A, TagClass)
		need(c.B, TagNameAndType)
	case TagDynamic, TagInvokeDynamic:
		p.maxBootstrap = max(p.maxBootstrap, int(c.A))
		need(c.B, TagNameAndType)
	case TagMethodHandle:
		p.checkMethodHandle(i, c)
	}
}

// checkText checks that what an entry names is well-formed.
func (p *parser) checkText(i uint16) {
	pool := &p.class.Pool
	c := pool.At(i)
	switch c.Tag {
	case TagClass:
		if name := pool.Utf8(c.A); !legalClassName(name, p.class.Major) {
			p.failPool(i, "Illegal class name %q in class file %s", name, p.name)
		}
	case TagMethodType:
		p.checkMethodDescriptor(i, "type", pool.Utf8(c.A))
	case TagNameAndType:
		p.checkNameAndType(i, c)
	case TagFieldref, TagMethodref, TagInterfaceMethodref, TagDynamic, TagInvokeDynamic:
		p.checkReference(i, c)
	case TagMethodHandle:
		p.checkHandleName(i, c)
	}
}

func (p *parser) checkNameAndType(i uint16, c Constant) {
	name, desc := p.class.Pool.Utf8(c.A), p.class.Pool.Utf8(c.B)
	for _, index := range []uint16{c.A, c.B} {
		if p.class.Pool.Utf8(index) == "" {
			p.failPool(i, "Illegal zero length constant pool entry at %d in class %s", index, p.name)
			return
		}
	}
	if desc[0] == '(' {
		if !legalMethodName(name, p.class.Major) {
			p.failPool(i, "Illegal method name %q in class %s", name, p.name)
		}
		if _, _, ok := scanMethod(desc, p.class.Major); !ok || !p.lenientTypes {
			p.checkMethodDescriptor(i, name, desc)
		}
		return
	}
	if !legalFieldName(name, p.class.Major) {
		p.failPool(i, "Illegal field name %q in class %s", name, p.name)
	}
	if !isFieldDescriptor(desc, p.class.Major) {
		p.failPool(i, "%s", p.descriptorFault("Field", name, desc))
	}
}

func (p *parser) checkMethodDescriptor(i uint16, name, desc string) {
	if !p.legalMethodDescriptor(name, desc) {
		p.failPool(i, "%s", p.descriptorFault("Method", name, desc))
	}
}

// legalMethodDescriptor checks a descriptor; what initialises must return nothing.
func (p *parser) legalMethodDescriptor(name, desc string) bool {
	_, _, ok := scanMethod(desc, p.class.Major)
	return ok && legalResult(name, desc)
}

// legalResult checks that what initialises, by its name, returns nothing.
func legalResult(name, desc string) bool {
	return name != initName && name != clinitName || desc[len(desc)-1] == 'V'
}

// descriptorFault words what is wrong with the descriptor of a field or method.
func (p *parser) descriptorFault(kind, name, desc string) string {
	for rest := strings.TrimPrefix(desc, "("); rest != ""; {
		if rest[0] == ')' {
			rest = rest[1:]
			continue
		}
		n := fieldLength(rest, p.class.Major)
		if n > 0 {
			rest = rest[n:]
			continue
		}
		element := strings.TrimLeft(rest, "[")
		switch {
		case len(rest)-len(element) > maxDimensions:
			return fmt.Sprintf("Array type descriptor has more than %d dimensions in class file %s", maxDimensions, p.name)
		case p.class.Major >= relaxedNames && strings.HasPrefix(element, "L") && strings.Contains(element, ";"):
			return "Class name is empty or contains illegal character in descriptor in class file " + p.name
		}
		break
	}
	return fmt.Sprintf("%s %q in class %s has illegal signature %q", kind, name, p.name, desc)
}

// checkReference checks that the NameAndType of an entry suits its tag.
func (p *parser) checkReference(i uint16, c Constant) {
	pair := p.class.Pool.At(c.B)
	name, desc := p.class.Pool.Utf8(pair.A), p.class.Pool.Utf8(pair.B)
	p.checkNameAndType(i, pair)
	isMethod := len(desc) > 0 && desc[0] == '('
	switch c.Tag {
	case TagFieldref, TagDynamic:
		if isMethod {
			p.failPool(i, "%s", p.descriptorFault("Field", name, desc))
		}
	default:
		if !isMethod {
			p.failPool(i, "%s", p.descriptorFault("Method", name, desc))
		} else if c.Tag == TagMethodref && len(name) > 0 && name[0] == '<' && name != initName {
			p.failPool(i, "Bad method name at constant pool index %d in class file %s", pair.A, p.name)
		} else if c.Tag == TagMethodref {
			p.checkMethodDescriptor(i, name, desc)
		}
	}
}

// Reference kinds of MethodHandle constants (JVMS 5.4.3.5, table 5.4.3.5-A).
const (
	RefGetField         = 1
	RefGetStatic        = 2
	RefPutField         = 3
	RefPutStatic        = 4
	RefInvokeVirtual    = 5
	RefInvokeStatic     = 6
	RefInvokeSpecial    = 7
	RefNewInvokeSpecial = 8
	RefInvokeInterface  = 9
)

func (p *parser) checkMethodHandle(i uint16, c Constant) {
	ok, what := false, "method"
	switch c.A {
	case RefGetField, RefGetStatic, RefPutField, RefPutStatic:
		ok, what = p.is(c.B, TagFieldref), "field"
	case RefInvokeVirtual, RefNewInvokeSpecial:
		ok = p.is(c.B, TagMethodref)
	case RefInvokeStatic, RefInvokeSpecial:
		// From version 52 on interfaces have such methods too.
		ok = p.is(c.B, TagMethodref) || p.is(c.B, TagInterfaceMethodref) && p.class.Major >= 52
	case RefInvokeInterface:
		ok, what = p.is(c.B, TagInterfaceMethodref), "interface method"
	default:
		if p.class.Pool.Tag(c.B) == 0 {
			p.failIndex(i, c.B)
		}
		p.failPool(i, "Bad method handle kind at constant pool index %d in class file %s", i, p.name)
		return
	}
	if !ok {
		p.failPool(i, "Invalid constant pool index %d in class file %s (not %s)", c.B, p.name, withArticle(what))
	}
}

func withArticle(noun string) string {
	if noun[0] == 'i' {
		return "an " + noun
	}
	return "a " + noun
}

// checkHandleName checks the method name that a MethodHandle constant refers to.
func (p *parser) checkHandleName(i uint16, c Constant) {
	if c.A < RefInvokeVirtual {
		return
	}
	reference := p.class.Pool.At(c.B)
	pair := p.class.Pool.At(reference.B)
	switch name := p.class.Pool.Utf8(pair.A); {
	case c.A == RefNewInvokeSpecial && name != initName:
		p.failPool(i, "Bad constructor name at constant pool index %d in class file %s", pair.A, p.name)
	case c.A != RefNewInvokeSpecial && c.A != RefInvokeInterface && name == initName:
		p.failPool(i, "Bad method name at constant pool index %d in class file %s", pair.A, p.name)
	}
}

// failIndex reports an index in entry i that is out of range or leads to an
// entry of the wrong tag.
func (p *parser) failIndex(i uint16, index uint16) {
	p.failPool(i, "Invalid constant pool index %d in class file %s", index, p.name)
}

// failPool reports an error in entry i.
func (p *parser) failPool(i uint16, format string, args ...any) {
	p.failAt(int(p.class.Pool.offsets[i]), format, args...)
}

// constant returns entry index if its tag is one of tags.
func (c *Class) constant(index uint16, tags ...Tag) (Constant, error) {
	if k := c.Pool.At(index); slices.Contains(tags, k.Tag) {
		return k, nil
	}
	return Constant{}, &FormatError{Offset: -1, Message: fmt.Sprintf("Invalid constant pool index %d in class file %s", index, c.Name)}
}

// Utf8 returns the text of a Utf8 constant, in modified UTF-8. It fails with a
// *FormatError if there is no such constant at index, as do the methods below.
func (c *Class) Utf8(index uint16) (string, error) {
	k, err := c.constant(index, TagUtf8)
	if err != nil {
		return "", err
	}
	return k.Utf8, nil
}

// ClassName returns the name in a Class constant: a binary name with slashes,
// or the descriptor of an array type.
func (c *Class) ClassName(index uint16) (string, error) {
	k, err := c.constant(index, TagClass)
	if err != nil {
		return "", err
	}
	return c.Utf8(k.A)
}

// NameAndType returns the parts of a NameAndType constant.
func (c *Class) NameAndType(index uint16) (name, desc string, err error) {
	k, err := c.constant(index, TagNameAndType)
	if err != nil {
		return "", "", err
	}
	if name, err = c.Utf8(k.A); err != nil {
		return "", "", err
	}
	desc, err = c.Utf8(k.B)
	return name, desc, err
}

// Ref returns the parts of a Fieldref, Methodref or InterfaceMethodref constant.
func (c *Class) Ref(index uint16) (class, name, desc string, err error) {
	k, err := c.constant(index, TagFieldref, TagMethodref, TagInterfaceMethodref)
	if err != nil {
		return "", "", "", err
	}
	if class, err = c.ClassName(k.A); err != nil {
		return "", "", "", err
	}
	name, desc, err = c.NameAndType(k.B)
	return class, name, desc, err
}
