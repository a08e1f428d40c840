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
			p.parseSourceFile(a)
		case a.name == "SourceDebugExtension":
			once(a, 1<<11)
			p.skip(a)
		case a.name == "InnerClasses":
			once(a, 1<<1)
			p.parseInnerClasses()
		case a.name == "Synthetic":
			c.Synthetic = true
			p.empty(a, "classfile")
		case a.name == "Deprecated":
			p.empty(a, "classfile")
		case a.name == "Signature" && c.Major >= 49:
			once(a, 1<<2)
			p.parseSignature(a)
		case a.name == "EnclosingMethod" && c.Major >= 49:
			once(a, 1<<3)
			p.parseEnclosingMethod(a)
		case a.name == "RuntimeVisibleAnnotations" && c.Major >= 49:
			once(a, 1<<4)
			c.Annotations = p.rest(a)
		case a.name == "RuntimeInvisibleAnnotations" && c.Major >= 49:
			once(a, 1<<12)
			c.InvisibleAnnotations = p.rest(a)
		case a.name == "RuntimeVisibleTypeAnnotations" && c.Major >= 49:
			once(a, 1<<5)
			c.TypeAnnotations = p.rest(a)
		case a.name == "RuntimeInvisibleTypeAnnotations" && c.Major >= 49:
			once(a, 1<<13)
			p.skip(a)
		case a.name == "BootstrapMethods" && c.Major >= 51:
			once(a, 1<<6)
			p.parseBootstrapMethods(a)
		case a.name == "NestHost" && c.Major >= 55:
			once(a, 1<<7)
			if p.left(a) != 2 {
				p.fail("Wrong NestHost attribute length in class file %s", p.name)
			}
			c.NestHost = p.className("Nest-host class_info_index")
		case a.name == "NestMembers" && c.Major >= 55:
			once(a, 1<<8)
			c.NestMembers = p.classTable(a, "Nest member class_info_index")
		case a.name == "Record" && c.Major >= 60:
			once(a, 1<<9)
			p.parseRecord()
		case a.name == "PermittedSubclasses" && c.Major >= 61:
			once(a, 1<<10)
			p.parsePermittedSubclasses(a)
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

// parseSourceFile reads a SourceFile attribute (JVMS 4.7.10).
func (p *parser) parseSourceFile(a attribute) {
	if p.left(a) != 2 {
		p.fail("Wrong SourceFile attribute length in class file %s", p.name)
		return
	}
	index := p.u2()
	if !p.is(index, TagUtf8) {
		p.fail("Invalid SourceFile attribute at constant pool index %d in class file %s", index, p.name)
		return
	}
	p.class.SourceFile = p.class.Pool.Utf8(index)
}

// parseSignature reads the Signature attribute of the class (JVMS 4.7.9).
func (p *parser) parseSignature(a attribute) {
	if !p.sized(a, 2, "Wrong Signature attribute length %d in class file %s") {
		return
	}
	index := p.u2()
	if !p.is(index, TagUtf8) {
		p.fail("Invalid constant pool index %d in Signature attribute in class file %s", index, p.name)
		return
	}
	p.class.Signature = p.class.Pool.Utf8(index)
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
			Name:  p.innerName(),
			Flags: p.innerFlags(),
		}
		if p.err == nil && inner[i].Inner == inner[i].Outer {
			p.fail("Class is both outer and inner class in class file %s", p.name)
		}
	}
	p.class.InnerClasses = inner
	if p.class.Major >= 49 && p.err == nil && duplicate(inner, func(c *InnerClass) InnerClass { return *c }) != nil {
		p.fail("Duplicate entry in InnerClasses attribute in class file %s", p.name)
	}
}

func (p *parser) innerName() string {
	index := p.u2()
	if index == 0 {
		return ""
	}
	if !p.is(index, TagUtf8) {
		p.fail("inner_name_index %d has bad constant type in class file %s", index, p.name)
		return ""
	}
	return p.class.Pool.Utf8(index)
}

// innerFlags reads the flags of an entry of an InnerClasses attribute.
func (p *parser) innerFlags() uint16 {
	const recognised = AccPublic | AccPrivate | AccProtected | AccStatic | classFlags
	flags := p.modernised(p.u2()) & (recognised | AccModule)
	if p.err == nil && flags&AccModule != 0 {
		p.err = &NotClassError{Name: p.name}
	}
	p.checkClassFlags(p.pos, flags)
	return flags
}

// parseEnclosingMethod reads an EnclosingMethod attribute (JVMS 4.7.7).
func (p *parser) parseEnclosingMethod(a attribute) {
	c := p.class
	if !p.sized(a, 4, "Wrong EnclosingMethod attribute length %d in class file %s") {
		return
	}
	index := p.u2()
	switch {
	case index == 0:
		p.fail("Invalid class index in EnclosingMethod attribute in class file %s", p.name)
		return
	case !p.is(index, TagClass):
		p.fail("Invalid or out-of-bounds class index in EnclosingMethod attribute in class file %s", p.name)
		return
	}
	c.EnclosingClass = c.Pool.Named(index)
	index = p.u2()
	if index == 0 {
		return
	}
	if !p.is(index, TagNameAndType) {
		p.fail("Invalid or out-of-bounds method index in EnclosingMethod attribute in class file %s", p.name)
		return
	}
	pair := c.Pool.At(index)
	c.EnclosingName, c.EnclosingDescriptor = c.Pool.Utf8(pair.A), c.Pool.Utf8(pair.B)
}

// parseBootstrapMethods reads a BootstrapMethods attribute (JVMS 4.7.23).
func (p *parser) parseBootstrapMethods(a attribute) {
	if p.left(a) < 2 {
		p.fail("Invalid BootstrapMethods attribute length %d in class file %s", p.left(a), p.name)
		return
	}
	methods := make([]BootstrapMethod, p.u2())
	for i := range methods {
		b := &methods[i]
		b.Method = p.u2()
		if !p.is(b.Method, TagMethodHandle) {
			p.fail("bootstrap_method_index %d has bad constant type in class file %s", b.Method, p.name)
			return
		}
		n := int(p.u2())
		if p.err == nil && n*2 > p.left(a) {
			p.fail("Invalid BootstrapMethods num_bootstrap_methods or num_bootstrap_arguments value in class file %s", p.name)
			return
		}
		if n > 0 && n*2 <= len(p.data)-p.pos {
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
	if p.err == nil && p.left(a) != 0 {
		p.fail("Bad length on BootstrapMethods in class file %s", p.name)
	}
}

// loadable says whether ldc may load the constant at index (JVMS 4.4, table 4.4-C).
func (p *parser) loadable(index uint16) bool {
	switch p.class.Pool.Tag(index) {
	case TagInteger, TagFloat, TagLong, TagDouble, TagClass, TagString, TagMethodHandle, TagMethodType, TagDynamic:
		return true
	}
	return false
}

// classTable reads an attribute that lists classes.
func (p *parser) classTable(a attribute, what string) []string {
	names := p.classNames(p.count(2), what)
	if p.err == nil && p.left(a) != 0 {
		p.fail("Wrong %s attribute length in class file %s", a.name, p.name)
	}
	return names
}

// parsePermittedSubclasses reads a PermittedSubclasses attribute (JVMS 4.7.31).
func (p *parser) parsePermittedSubclasses(a attribute) {
	c := p.class
	if c.Flags&AccFinal != 0 {
		p.fail("PermittedSubclasses attribute in final class file %s", p.name)
	}
	if c.PermittedSubclasses = p.classTable(a, "Permitted subclass class_info_index"); c.PermittedSubclasses == nil {
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
	r.Name = p.componentText("name")
	r.Descriptor = p.componentText("descriptor")
	if p.err != nil {
		return
	}
	if !legalFieldName(r.Name, p.class.Major) {
		p.fail("Illegal field name %q in class %s", r.Name, p.name)
	}
	if !isFieldDescriptor(r.Descriptor, p.class.Major) {
		p.fail("%s", p.descriptorFault("Field", r.Name, r.Descriptor))
	}
	var m Member
	rest := memberParser{parser: p, member: &m, owner: "Record component"}
	for n := p.count(minAttribute); n > 0 && p.err == nil; n-- {
		a := p.attribute()
		rest.modernAttribute(a)
		p.skip(a)
		p.finish(a)
	}
	attributes := m.Attributes()
	r.Signature, r.Annotations, r.TypeAnnotations = attributes.Signature, attributes.Annotations, attributes.TypeAnnotations
}

func (p *parser) componentText(what string) string {
	index := p.u2()
	if !p.is(index, TagUtf8) {
		p.fail("Invalid constant pool index %d for %s in Record attribute in class file %s", index, what, p.name)
		return ""
	}
	return p.class.Pool.Utf8(index)
}
