package classfile

import (
	"encoding/binary"
	"fmt"
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
	for i := 1; i < n && p.err == nil; i++ {
		p.checkConstant(i, &pool[i])
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

// checkConstant checks one entry: its indices are in range and of the right
// kind, and what it names is well-formed.
func (p *parser) checkConstant(i int, c *Constant) {
	major := p.class.Major
	if major < minTagMajor[c.Tag&31] {
		p.failPool(i, "Class file version does not support constant tag %d in class file %s", c.Tag, p.name)
		return
	}
	switch c.Tag {
	case TagUtf8:
		if !p.trusted && !legalUtf8(c.Utf8, major) {
			p.failPool(i, "Illegal UTF8 string in constant pool in class file %s", p.name)
		}
	case TagClass:
		if name, ok := p.poolUtf8(i, c.A); ok && !p.trusted && !legalClassName(name) {
			p.failPool(i, "Illegal class name %q in class file %s", name, p.name)
		}
	case TagString:
		p.poolUtf8(i, c.A)
	case TagModule, TagPackage:
		p.poolUtf8(i, c.A)
		p.moduleTag = c.Tag
	case TagMethodType:
		if desc, ok := p.poolUtf8(i, c.A); ok && !p.trusted {
			p.checkMethodDescriptor(i, "", desc)
		}
	case TagNameAndType:
		p.checkNameAndType(i, c)
	case TagFieldref, TagMethodref, TagInterfaceMethodref:
		if !p.is(c.A, TagClass) {
			p.failIndex(i, c.A)
		}
		p.checkReference(i, c)
	case TagDynamic, TagInvokeDynamic:
		p.maxBootstrap = max(p.maxBootstrap, int(c.A))
		p.checkReference(i, c)
	case TagMethodHandle:
		p.checkMethodHandle(i, c)
	}
}

// poolUtf8 is the text of the Utf8 constant that entry i refers to.
func (p *parser) poolUtf8(i int, index uint16) (string, bool) {
	if !p.is(index, TagUtf8) {
		p.failIndex(i, index)
		return "", false
	}
	return p.class.Pool[index].Utf8, true
}

func (p *parser) checkNameAndType(i int, c *Constant) {
	name, ok1 := p.poolUtf8(i, c.A)
	desc, ok2 := p.poolUtf8(i, c.B)
	if !ok1 || !ok2 || p.trusted {
		return
	}
	if len(desc) > 0 && desc[0] == '(' {
		if !legalMethodName(name) {
			p.failPool(i, "Illegal method name %q in class %s", name, p.name)
		}
		p.checkMethodDescriptor(i, name, desc)
		return
	}
	if !legalFieldName(name) {
		p.failPool(i, "Illegal field name %q in class %s", name, p.name)
	}
	if !isFieldDescriptor(desc) {
		p.failPool(i, "Field %q in class %s has illegal signature %q", name, p.name, desc)
	}
}

func (p *parser) checkMethodDescriptor(i int, name, desc string) {
	if _, _, ok := scanMethod(desc); !ok || name == initName && desc[len(desc)-1] != 'V' {
		p.failPool(i, "Method %q in class %s has illegal signature %q", name, p.name, desc)
	}
}

// checkReference checks that the NameAndType of an entry suits its tag.
func (p *parser) checkReference(i int, c *Constant) {
	if !p.is(c.B, TagNameAndType) {
		p.failIndex(i, c.B)
		return
	}
	pair := &p.class.Pool[c.B]
	if !p.is(pair.A, TagUtf8) || !p.is(pair.B, TagUtf8) {
		p.failIndex(i, c.B)
		return
	}
	name, desc := p.class.Pool[pair.A].Utf8, p.class.Pool[pair.B].Utf8
	isMethod := len(desc) > 0 && desc[0] == '('
	switch c.Tag {
	case TagFieldref, TagDynamic:
		if isMethod {
			p.failPool(i, "Field %q in class %s has illegal signature %q", name, p.name, desc)
		}
	default:
		if !isMethod {
			p.failPool(i, "Method %q in class %s has illegal signature %q", name, p.name, desc)
		} else if len(name) > 0 && name[0] == '<' && (name != initName || c.Tag != TagMethodref) {
			p.failPool(i, "Bad method name at constant pool index %d in class file %s", pair.A, p.name)
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
	ok := false
	switch c.A {
	case RefGetField, RefGetStatic, RefPutField, RefPutStatic:
		ok = p.is(c.B, TagFieldref)
	case RefInvokeVirtual, RefNewInvokeSpecial:
		ok = p.is(c.B, TagMethodref)
	case RefInvokeStatic, RefInvokeSpecial:
		// From version 52 on interfaces have such methods too.
		ok = p.is(c.B, TagMethodref) || p.is(c.B, TagInterfaceMethodref) && p.class.Major >= 52
	case RefInvokeInterface:
		ok = p.is(c.B, TagInterfaceMethodref)
	default:
		p.failPool(i, "Bad method handle kind at constant pool index %d in class file %s", i, p.name)
		return
	}
	if !ok {
		p.failIndex(i, c.B)
		return
	}
	if c.A < RefInvokeVirtual {
		return
	}
	name := p.referenceName(c.B)
	if (name == initName) != (c.A == RefNewInvokeSpecial) {
		p.failPool(i, "Bad method name at constant pool index %d in class file %s", c.B, p.name)
	}
}

// referenceName is the name in a Fieldref or Methodref, "" if the entry is bad
// (which is found when its turn comes).
func (p *parser) referenceName(index uint16) string {
	pair := p.class.Pool[index].B
	if !p.is(pair, TagNameAndType) || !p.is(p.class.Pool[pair].A, TagUtf8) {
		return ""
	}
	return p.class.Pool[p.class.Pool[pair].A].Utf8
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
