package classfile

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// parsePool reads the constant pool (JVMS 4.4), then checks what its entries
// say of each other, which may point forwards.
func (p *parser) parsePool() {
	p.maxBootstrap = -1
	n := int(p.u2())
	if n == 0 {
		p.fail("Illegal constant pool size %d in class file %s", n, p.name)
	}
	const minConstant = 3 // bytes; a Long is two entries of nine bytes together
	if (n-1)*minConstant > len(p.data)-p.pos {
		p.truncated()
	}
	if p.err != nil {
		return
	}
	pool := make([]Constant, n)
	p.class.Pool = pool
	for i := 1; i < n && p.err == nil; i++ {
		if size := p.constant(&pool[i]); size == 2 {
			i++
			if i == n {
				p.fail("Invalid constant pool index %d in class file %s", i, p.name)
			}
		}
	}
	checks := []func(int, *Constant){p.checkEntry, p.checkIndices, p.checkText}
	if p.trusted {
		checks = checks[:2]
	}
	for _, check := range checks {
		for i := 1; i < n && p.err == nil; i++ {
			check(i, &pool[i])
		}
	}
}

// constant reads one entry and returns how many indices it takes.
func (p *parser) constant(c *Constant) int {
	data, pos := p.data, p.pos
	if pos+3 > len(data) {
		p.truncated()
		return 1
	}
	c.Tag = Tag(data[pos])
	c.A = binary.BigEndian.Uint16(data[pos+1:])
	switch c.Tag {
	case TagUtf8:
		p.pos = pos + 3
		c.Utf8 = asString(p.bytes(int(c.A)))
		c.A = 0
		return 1
	case TagClass, TagString, TagMethodType, TagModule, TagPackage:
		p.pos = pos + 3
		return 1
	}
	if pos+5 > len(data) {
		p.truncated()
		return 1
	}
	switch c.Tag {
	case TagFieldref, TagMethodref, TagInterfaceMethodref, TagNameAndType, TagDynamic, TagInvokeDynamic:
		c.B = binary.BigEndian.Uint16(data[pos+3:])
		p.pos = pos + 5
	case TagMethodHandle:
		c.A = uint16(data[pos+1])
		c.B = binary.BigEndian.Uint16(data[pos+2:])
		p.pos = pos + 4
	case TagInteger, TagFloat:
		c.A = 0
		c.Bits = uint64(binary.BigEndian.Uint32(data[pos+1:]))
		p.pos = pos + 5
	case TagLong, TagDouble:
		if pos+9 > len(data) {
			p.truncated()
			return 1
		}
		c.A = 0
		c.Bits = binary.BigEndian.Uint64(data[pos+1:])
		p.pos = pos + 9
		return 2
	default:
		p.fail("Unknown constant tag %d in class file %s", c.Tag, p.name)
	}
	return 1
}

// minTagMajor is the class file version that introduced a tag, for those that
// have not always been there (JVMS 4.4, table 4.4-A).
var minTagMajor = [32]uint16{
	TagMethodHandle: 51, TagMethodType: 51, TagInvokeDynamic: 51,
	TagDynamic: 55, TagModule: 53, TagPackage: 53,
}

// checkEntry checks what an entry says without regard to the others.
func (p *parser) checkEntry(i int, c *Constant) {
	major := p.class.Major
	switch {
	case c.Tag == TagModule || c.Tag == TagPackage:
		// Only module descriptors have them; the header says whether this is one.
		p.moduleTag = c.Tag
		if major < minTagMajor[c.Tag] {
			p.failPool(i, "Unknown constant tag %d in class file %s", c.Tag, p.name)
		}
	case major < minTagMajor[c.Tag&31]:
		p.failPool(i, "Class file version does not support constant tag %d in class file %s", c.Tag, p.name)
	case c.Tag == TagUtf8 && !p.trusted && !legalUtf8(c.Utf8, major):
		p.failPool(i, "Illegal UTF8 string in constant pool in class file %s", p.name)
	}
}

// checkIndices checks that an entry's indices are in range and of the right kind.
func (p *parser) checkIndices(i int, c *Constant) {
	need := func(index uint16, tag Tag) {
		if !p.is(index, tag) {
			p.failIndex(i, index)
		}
	}
	switch c.Tag {
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
func (p *parser) checkText(i int, c *Constant) {
	pool := p.class.Pool
	switch c.Tag {
	case TagClass:
		if name := pool[c.A].Utf8; !legalClassName(name, p.class.Major) {
			p.failPool(i, "Illegal class name %q in class file %s", name, p.name)
		}
	case TagMethodType:
		p.checkMethodDescriptor(i, "type", pool[c.A].Utf8)
	case TagNameAndType:
		p.checkNameAndType(i, c)
	case TagFieldref, TagMethodref, TagInterfaceMethodref, TagDynamic, TagInvokeDynamic:
		p.checkReference(i, c)
	case TagMethodHandle:
		p.checkHandleName(i, c)
	}
}

func (p *parser) checkNameAndType(i int, c *Constant) {
	name, desc := p.class.Pool[c.A].Utf8, p.class.Pool[c.B].Utf8
	for _, index := range []uint16{c.A, c.B} {
		if p.class.Pool[index].Utf8 == "" {
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

func (p *parser) checkMethodDescriptor(i int, name, desc string) {
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
func (p *parser) checkReference(i int, c *Constant) {
	pair := &p.class.Pool[c.B]
	name, desc := p.class.Pool[pair.A].Utf8, p.class.Pool[pair.B].Utf8
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

func (p *parser) checkMethodHandle(i int, c *Constant) {
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
		if int(c.B) >= len(p.class.Pool) || p.class.Pool[c.B].Tag == 0 {
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
func (p *parser) checkHandleName(i int, c *Constant) {
	if c.A < RefInvokeVirtual {
		return
	}
	pair := &p.class.Pool[p.class.Pool[c.B].B]
	switch name := p.class.Pool[pair.A].Utf8; {
	case c.A == RefNewInvokeSpecial && name != initName:
		p.failPool(i, "Bad constructor name at constant pool index %d in class file %s", pair.A, p.name)
	case c.A != RefNewInvokeSpecial && c.A != RefInvokeInterface && name == initName:
		p.failPool(i, "Bad method name at constant pool index %d in class file %s", pair.A, p.name)
	}
}

// failIndex reports an index in entry i that is out of range or leads to an
// entry of the wrong tag.
func (p *parser) failIndex(i int, index uint16) {
	p.failPool(i, "Invalid constant pool index %d in class file %s", index, p.name)
}

// failPool reports an error in entry i. Its offset is found by reading the
// pool again, rather than kept for all of them.
func (p *parser) failPool(i int, format string, args ...any) {
	if p.err != nil {
		return
	}
	const poolStart = 10 // offset of entry 1 (JVMS 4.1)
	again := parser{data: p.data, pos: poolStart}
	for j := 1; j < i; j++ {
		var c Constant
		if again.constant(&c) == 2 {
			j++
		}
	}
	p.failAt(again.pos, format, args...)
}

// constant returns entry index if its tag is one of tags.
func (c *Class) constant(index uint16, tags ...Tag) (*Constant, error) {
	if int(index) < len(c.Pool) {
		for _, tag := range tags {
			if c.Pool[index].Tag == tag {
				return &c.Pool[index], nil
			}
		}
	}
	return nil, &FormatError{Offset: -1, Message: fmt.Sprintf("Invalid constant pool index %d in class file %s", index, c.Name)}
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
