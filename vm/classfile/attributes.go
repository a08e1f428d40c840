package classfile

// parseClassAttributes reads the attributes of the class itself (JVMS 4.7).
// Those that are newer than the class file's version are ignored, as JVMS 4.7
// asks.
func (p *parser) parseClassAttributes() {
	c := p.class
	var seen uint32 // attributes that may stand only once, a bit each
	once := func(a attribute, bit uint32) {
		if seen&bit != 0 {
			p.fail("Multiple %s attributes in class file %s", a.name, p.name)
		}
		seen |= bit
	}
	for n := p.count(minAttribute); n > 0 && p.err == nil; n-- {
		a := p.attribute()
		switch {
		case a.name == "SourceFile":
			once(a, 1<<0)
			c.SourceFile = p.utf8("SourceFile attribute")
		case a.name == "InnerClasses":
			once(a, 1<<1)
			p.parseInnerClasses()
		case a.name == "Synthetic":
			c.Synthetic = true
		case a.name == "Signature" && c.Major >= 49:
			once(a, 1<<2)
			c.Signature = p.utf8("Signature attribute")
		case a.name == "EnclosingMethod" && c.Major >= 49:
			once(a, 1<<3)
			p.parseEnclosingMethod()
		case a.name == "RuntimeVisibleAnnotations" && c.Major >= 49:
			once(a, 1<<4)
			c.Annotations = p.rest(a)
		case a.name == "RuntimeVisibleTypeAnnotations" && c.Major >= 49:
			once(a, 1<<5)
			c.TypeAnnotations = p.rest(a)
		case a.name == "BootstrapMethods" && c.Major >= 51:
			once(a, 1<<6)
			p.parseBootstrapMethods()
		case a.name == "NestHost" && c.Major >= 55:
			once(a, 1<<7)
			c.NestHost = p.className("Nest-host class_info_index")
		case a.name == "NestMembers" && c.Major >= 55:
			once(a, 1<<8)
			c.NestMembers = p.classNames("Nest member class_info_index")
		case a.name == "Record" && c.Major >= 60:
			once(a, 1<<9)
			p.parseRecord()
		case a.name == "PermittedSubclasses" && c.Major >= 61:
			once(a, 1<<10)
			p.parsePermittedSubclasses()
		default:
			p.skip(a)
		}
		p.finish(a)
	}
	const host, members = 1 << 7, 1 << 8
	if seen&(host|members) == host|members {
		p.fail("Conflicting NestHost and NestMembers attributes in class file %s", p.name)
	}
	switch {
	case p.maxBootstrap < len(c.BootstrapMethods):
	case c.BootstrapMethods == nil:
		p.fail("Missing BootstrapMethods attribute in class file %s", p.name)
	default:
		p.fail("Short length on BootstrapMethods in class file %s", p.name)
	}
}

// parseInnerClasses reads an InnerClasses attribute (JVMS 4.7.6).
func (p *parser) parseInnerClasses() {
	n := p.count(8)
	if n == 0 {
		return
	}
	inner := make([]InnerClass, n)
	for i := range inner {
		inner[i] = InnerClass{
			Inner: p.className("inner_class_info_index"),
			Outer: p.optionalClassName("outer_class_info_index"),
			Name:  p.optionalUtf8("inner_name_index"),
			Flags: p.u2(),
		}
		if p.err == nil && inner[i].Inner == inner[i].Outer {
			p.fail("Class is both outer and inner class in class file %s", p.name)
		}
	}
	p.class.InnerClasses = inner
}

// parseEnclosingMethod reads an EnclosingMethod attribute (JVMS 4.7.7).
func (p *parser) parseEnclosingMethod() {
	c := p.class
	c.EnclosingClass = p.className("EnclosingMethod attribute")
	index := p.u2()
	if index == 0 {
		return
	}
	if !p.is(index, TagNameAndType) {
		p.fail("Invalid or out-of-bounds method index in EnclosingMethod attribute in class file %s", p.name)
		return
	}
	pair := &c.Pool[index]
	c.EnclosingName, c.EnclosingDescriptor = c.Pool[pair.A].Utf8, c.Pool[pair.B].Utf8
}

// parseBootstrapMethods reads a BootstrapMethods attribute (JVMS 4.7.23).
func (p *parser) parseBootstrapMethods() {
	methods := make([]BootstrapMethod, p.count(4))
	for i := range methods {
		b := &methods[i]
		b.Method = p.u2()
		if !p.is(b.Method, TagMethodHandle) {
			p.fail("bootstrap_method_index %d has bad constant type in class file %s", b.Method, p.name)
			return
		}
		if n := p.count(2); n > 0 {
			b.Arguments = make([]uint16, n)
		}
		for j := range b.Arguments {
			b.Arguments[j] = p.u2()
			if !p.loadable(b.Arguments[j]) {
				p.fail("argument_index %d has bad constant type in class file %s", b.Arguments[j], p.name)
				return
			}
		}
	}
	p.class.BootstrapMethods = methods
}

// loadable says whether ldc may load the constant at index (JVMS 4.4, table 4.4-C).
func (p *parser) loadable(index uint16) bool {
	if int(index) >= len(p.class.Pool) {
		return false
	}
	switch p.class.Pool[index].Tag {
	case TagInteger, TagFloat, TagLong, TagDouble, TagClass, TagString, TagMethodHandle, TagMethodType, TagDynamic:
		return true
	}
	return false
}

// parsePermittedSubclasses reads a PermittedSubclasses attribute (JVMS 4.7.31).
func (p *parser) parsePermittedSubclasses() {
	c := p.class
	if c.Flags&AccFinal != 0 {
		p.fail("PermittedSubclasses attribute in final class file %s", p.name)
	}
	if c.PermittedSubclasses = p.classNames("Permitted subclass class_info_index"); c.PermittedSubclasses == nil {
		c.PermittedSubclasses = []string{} // sealed, and nobody may extend it
	}
}

// parseRecord reads a Record attribute (JVMS 4.7.30).
func (p *parser) parseRecord() {
	p.class.IsRecord = true
	n := p.count(6)
	if n == 0 {
		return
	}
	components := make([]RecordComponent, n)
	for i := range components {
		p.parseRecordComponent(&components[i])
		if p.err != nil {
			return
		}
	}
	p.class.RecordComponents = components
}

func (p *parser) parseRecordComponent(r *RecordComponent) {
	r.Name = p.utf8("record component name")
	r.Descriptor = p.utf8("record component descriptor")
	if p.err != nil {
		return
	}
	if !legalFieldName(r.Name) {
		p.fail("Illegal field name %q in class %s", r.Name, p.name)
	}
	if !isFieldDescriptor(r.Descriptor) {
		p.fail("Field %q in class %s has illegal signature %q", r.Name, p.name, r.Descriptor)
	}
	for n := p.count(minAttribute); n > 0 && p.err == nil; n-- {
		a := p.attribute()
		switch a.name {
		case "Signature":
			r.Signature = p.utf8("Signature attribute")
		case "RuntimeVisibleAnnotations":
			r.Annotations = p.rest(a)
		case "RuntimeVisibleTypeAnnotations":
			r.TypeAnnotations = p.rest(a)
		default:
			p.skip(a)
		}
		p.finish(a)
	}
}
