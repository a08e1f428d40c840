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
			p.parseLines(c)
			p.finish(a)
		case "LocalVariableTable":
			if p.trusted {
				p.skip(a)
				break
			}
			p.parseVariables(c)
			p.finish(a)
		case "StackMapTable":
			if p.class.Major < 50 {
				p.skip(a)
				break
			}
			if c.StackMap != nil {
				p.fail("Multiple StackMapTable attributes in class file %s", p.name)
			}
			c.StackMap = p.rest(a)
		case "RuntimeVisibleTypeAnnotations":
			c.TypeAnnotations = p.rest(a)
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
		h.CatchType = p.class.Pool[p.class.Pool[h.CatchIndex].A].Utf8
	}
}

// parseLines reads a LineNumberTable attribute (JVMS 4.7.12), of which a
// method may have several.
func (p *parser) parseLines(c *Code) {
	table := p.bytes(p.count(lineSize) * lineSize)
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

// parseVariables reads a LocalVariableTable attribute (JVMS 4.7.13), of which
// a method may have several.
func (p *parser) parseVariables(c *Code) {
	n := p.count(variableSize)
	if c.Variables == nil && n > 0 {
		c.Variables = make([]Variable, 0, n)
	}
	for ; n > 0 && p.err == nil; n-- {
		v := Variable{
			Start:      p.u2(),
			Length:     p.u2(),
			Name:       p.utf8("name in LocalVariableTable"),
			Descriptor: p.utf8("signature in LocalVariableTable"),
			Slot:       p.u2(),
		}
		if p.err != nil {
			return
		}
		last := int(v.Slot)
		if v.Descriptor == "J" || v.Descriptor == "D" {
			last++
		}
		switch {
		case int(v.Start) >= len(c.Bytes):
			p.fail("Invalid start_pc %d in LocalVariableTable in class file %s", v.Start, p.name)
		case int(v.Start)+int(v.Length) > len(c.Bytes):
			p.fail("Invalid length %d in LocalVariableTable in class file %s", v.Length, p.name)
		case !legalFieldName(v.Name):
			p.fail("Illegal field name %q in class %s", v.Name, p.name)
		case !isFieldDescriptor(v.Descriptor):
			p.fail("Field %q in class %s has illegal signature %q", v.Name, p.name, v.Descriptor)
		case last >= int(c.MaxLocals):
			p.fail("Invalid index %d in LocalVariableTable in class file %s", v.Slot, p.name)
		}
		c.Variables = append(c.Variables, v)
	}
}
