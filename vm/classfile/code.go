package classfile

import "encoding/binary"

// maxCodeLength is the first code length that is too large (JVMS 4.7.3).
const maxCodeLength = 65536

// Sizes in bytes of the entries of tables in a Code attribute (JVMS 4.7.3,
// 4.7.12, 4.7.13).
const (
	handlerSize  = 8
	lineSize     = 4
	variableSize = 10
)

// parseCode reads a Code attribute (JVMS 4.7.3) of a method whose arguments
// take the given number of slots.
func (p *parser) parseCode(c *Code, slots int) {
	c.MaxStack, c.MaxLocals = p.u2(), p.u2()
	if int(c.MaxLocals) < slots {
		p.fail("Arguments can't fit into locals in class file %s", p.name)
	}
	length := p.u4()
	if p.err == nil && (length == 0 || length >= maxCodeLength) {
		p.fail("Invalid method Code length %d in class file %s", length, p.name)
	}
	if p.err != nil {
		return
	}
	c.Bytes = p.bytes(int(length))

	if n := p.count(handlerSize); n > 0 {
		c.Handlers = make([]Handler, n)
		for i := range c.Handlers {
			p.parseHandler(&c.Handlers[i], length)
		}
	}
	for n := p.count(minAttribute); n > 0 && p.err == nil; n-- {
		a := p.attribute()
		switch a.name {
		case "LineNumberTable":
			p.parseLines(c, a)
		case "LocalVariableTable", "LocalVariableTypeTable":
			if p.trusted {
				p.skip(a)
				break
			}
			p.parseVariables(c, a, a.name == "LocalVariableTypeTable")
		case "StackMapTable":
			if p.class.Major < 50 {
				p.skip(a)
				break
			}
			if c.StackMap != nil {
				p.fail("Multiple StackMapTable attributes in class file %s", p.name)
			}
			c.StackMap = p.rest(a)
		default:
			p.skip(a)
		}
	}
}

func (p *parser) parseHandler(h *Handler, length uint32) {
	h.Start, h.End, h.Handler, h.CatchIndex = p.u2(), p.u2(), p.u2(), p.u2()
	switch {
	case p.err != nil:
	case h.Start >= h.End || uint32(h.End) > length:
		p.fail("Illegal exception table range in class file %s", p.name)
	case uint32(h.Handler) >= length:
		p.fail("Illegal exception table handler in class file %s", p.name)
	case h.CatchIndex == 0:
	case !p.is(h.CatchIndex, TagClass):
		p.fail("Catch type in exception table has bad constant type in class file %s", p.name)
	default:
		h.CatchType = p.class.Pool.Named(h.CatchIndex)
	}
}

// parseLines reads a LineNumberTable attribute (JVMS 4.7.12), of which a
// method may have several.
func (p *parser) parseLines(c *Code, a attribute) {
	table := p.bytes(p.fitting(a, lineSize, "LineNumberTable attribute has wrong length") * lineSize)
	if c.Lines == nil && len(table) > 0 {
		c.Lines = make([]Line, 0, len(table)/lineSize)
	}
	for ; len(table) > 0; table = table[lineSize:] {
		line := Line{Start: binary.BigEndian.Uint16(table), Line: binary.BigEndian.Uint16(table[2:])}
		if int(line.Start) >= len(c.Bytes) {
			p.fail("Invalid pc in LineNumberTable in class file %s", p.name)
			return
		}
		c.Lines = append(c.Lines, line)
	}
}

// parseVariables reads a LocalVariableTable or LocalVariableTypeTable attribute
// (JVMS 4.7.13, 4.7.14), of which a method may have several. The second one's
// signatures are not wanted.
func (p *parser) parseVariables(c *Code, a attribute, types bool) {
	n := p.fitting(a, variableSize, a.name+" has wrong length")
	variables := make([]Variable, 0, n)
	for ; n > 0 && p.err == nil; n-- {
		variables = append(variables, p.variable(c, a.name, types))
	}
	if types || p.err != nil {
		return
	}
	c.Variables = append(c.Variables, variables...)
	type key struct {
		start, length, slot uint16
		name                string
	}
	if twin := duplicate(c.Variables, func(v *Variable) key { return key{v.Start, v.Length, v.Slot, v.Name} }); twin != nil {
		p.fail("Duplicated LocalVariableTable attribute entry for '%s' in class file %s", twin.Name, p.name)
	}
}

// variable reads an entry of the given table of variables.
func (p *parser) variable(c *Code, table string, types bool) Variable {
	v := Variable{Start: p.u2(), Length: p.u2()}
	name, signature := p.u2(), p.u2()
	v.Slot = p.u2()
	switch {
	case p.err != nil:
		return v
	case int(v.Start) >= len(c.Bytes):
		p.fail("Invalid start_pc %d in %s in class file %s", v.Start, table, p.name)
	case int(v.Start)+int(v.Length) > len(c.Bytes):
		p.fail("Invalid length %d in %s in class file %s", v.Length, table, p.name)
	case !p.is(name, TagUtf8):
		p.fail("Name index %d in %s has bad constant type in class file %s", name, table, p.name)
	case !p.is(signature, TagUtf8):
		p.fail("Signature index %d in %s has bad constant type in class file %s", signature, table, p.name)
	}
	if p.err != nil {
		return v
	}
	v.Name, v.Descriptor = p.class.Pool.Utf8(name), p.class.Pool.Utf8(signature)
	last := int(v.Slot)
	switch {
	case !legalFieldName(v.Name, p.class.Major):
		p.fail("Illegal field name %q in class %s", v.Name, p.name)
	case types:
	case !isFieldDescriptor(v.Descriptor, p.class.Major):
		p.fail("%s", p.descriptorFault("Field", v.Name, v.Descriptor))
	case v.Descriptor == "J" || v.Descriptor == "D":
		last++
	}
	if last >= int(c.MaxLocals) {
		p.fail("Invalid index %d in %s in class file %s", v.Slot, table, p.name)
	}
	return v
}
