package classfile

// memberKey identifies a member within its class.
type memberKey struct{ name, descriptor string }

// minMember is the least number of bytes a field or method takes.
const minMember = 8

// parseFields reads the fields (JVMS 4.5).
func (p *parser) parseFields() {
	n := p.count(minMember)
	if n == 0 {
		return
	}
	fields := make([]Member, n)
	p.class.Fields = fields
	for i := range fields {
		p.parseField(&fields[i])
		if p.err != nil {
			return
		}
	}
	if twin := p.duplicate(fields); twin != nil {
		p.fail("Duplicate field name %q with signature %q in class file %s", twin.Name, twin.Descriptor, p.name)
	}
}

func (p *parser) parseField(f *Member) {
	start := p.pos
	const recognised = AccPublic | AccPrivate | AccProtected | AccStatic | AccFinal | AccVolatile | AccTransient | AccEnum | AccSynthetic
	f.Flags = p.u2() & recognised
	f.Name = p.utf8("field name")
	f.Descriptor = p.utf8("field signature")
	if p.err != nil {
		return
	}
	if !p.trusted && !legalFieldName(f.Name) {
		p.failAt(start, "Illegal field name %q in class %s", f.Name, p.name)
	}
	if !isFieldDescriptor(f.Descriptor) {
		p.failAt(start, "Field %q in class %s has illegal signature %q", f.Name, p.name, f.Descriptor)
	}
	p.checkFieldFlags(start, f.Flags)

	for n := p.count(minAttribute); n > 0 && p.err == nil; n-- {
		a := p.attribute()
		switch {
		case a.name == "ConstantValue" && f.Flags&AccStatic != 0: // else ignored (JVMS 4.7.2)
			p.parseConstantValue(f)
			p.finish(a)
		default:
			p.memberAttribute(f, a)
		}
	}
}

// checkFieldFlags applies the rules of JVMS 4.5 on access_flags.
func (p *parser) checkFieldFlags(at int, flags uint16) {
	has := func(f uint16) bool { return flags&f != 0 }
	var illegal bool
	if p.class.Flags&AccInterface != 0 {
		illegal = !has(AccPublic) || !has(AccStatic) || !has(AccFinal) ||
			has(AccPrivate|AccProtected|AccVolatile|AccTransient) || p.class.Major >= 49 && has(AccEnum)
	} else {
		illegal = illegalVisibility(flags) || has(AccFinal) && has(AccVolatile)
	}
	if illegal {
		p.failAt(at, "Illegal field modifiers in class %s: 0x%X", p.name, flags)
	}
}

// illegalVisibility says whether more than one of public, private and
// protected is set.
func illegalVisibility(flags uint16) bool {
	v := flags & (AccPublic | AccPrivate | AccProtected)
	return v&(v-1) != 0
}

// parseConstantValue reads a ConstantValue attribute (JVMS 4.7.2).
func (p *parser) parseConstantValue(f *Member) {
	if f.ConstantValue != 0 {
		p.fail("Duplicate ConstantValue attribute in class file %s", p.name)
	}
	f.ConstantValue = p.u2()
	var want Tag
	switch f.Descriptor {
	case "B", "C", "I", "S", "Z":
		want = TagInteger
	case "J":
		want = TagLong
	case "F":
		want = TagFloat
	case "D":
		want = TagDouble
	case "Ljava/lang/String;":
		want = TagString
	default:
		p.fail("Bad initial value index %d in ConstantValue in class file %s", f.ConstantValue, p.name)
		return
	}
	if !p.is(f.ConstantValue, want) {
		p.fail("Inconsistent constant value type in class file %s", p.name)
	}
}

// parseMethods reads the methods (JVMS 4.6).
func (p *parser) parseMethods() {
	n := p.count(minMember)
	if n == 0 {
		return
	}
	methods := make([]Member, n)
	codes := make([]Code, n) // one allocation for all of them
	p.class.Methods = methods
	for i := range methods {
		p.parseMethod(&methods[i], &codes[i])
		if p.err != nil {
			return
		}
	}
	if twin := p.duplicate(methods); twin != nil {
		p.fail("Duplicate method name %q with signature %q in class file %s", twin.Name, twin.Descriptor, p.name)
	}
}

func (p *parser) parseMethod(m *Member, code *Code) {
	start := p.pos
	const recognised = AccPublic | AccPrivate | AccProtected | AccStatic | AccFinal | AccSynchronized | AccBridge |
		AccVarargs | AccNative | AccAbstract | AccStrict | AccSynthetic
	m.Flags = p.u2() & recognised
	m.Name = p.utf8("method name")
	m.Descriptor = p.utf8("method signature")
	if p.err != nil {
		return
	}
	slots := p.checkMethod(start, m)

	for n := p.count(minAttribute); n > 0 && p.err == nil; n-- {
		a := p.attribute()
		switch a.name {
		case "Code":
			if m.Flags&(AccNative|AccAbstract) != 0 {
				p.fail("Code attribute in native or abstract methods in class file %s", p.name)
			}
			if m.Code != nil {
				p.fail("Multiple Code attributes in class file %s", p.name)
			}
			m.Code = code
			p.parseCode(code, slots)
			p.finish(a)
		case "Exceptions":
			if m.Exceptions != nil {
				p.fail("Multiple Exceptions attributes in class file %s", p.name)
			}
			m.Exceptions = p.classNames("Exception name")
			p.finish(a)
		case "RuntimeVisibleParameterAnnotations":
			m.ParameterAnnotations = p.rest(a)
		case "AnnotationDefault":
			m.AnnotationDefault = p.rest(a)
		case "MethodParameters":
			p.parseMethodParameters(m)
			p.finish(a)
		default:
			p.memberAttribute(m, a)
		}
	}
	if m.Code == nil && m.Flags&(AccNative|AccAbstract) == 0 {
		p.failAt(start, "Absent Code attribute in method that is not native or abstract in class file %s", p.name)
	}
}

// checkMethod checks name, descriptor and flags of a method, and returns how
// many local variable slots its arguments take.
func (p *parser) checkMethod(at int, m *Member) (slots int) {
	if !p.trusted && !legalMethodName(m.Name) {
		p.failAt(at, "Illegal method name %q in class %s", m.Name, p.name)
	}
	_, slots, ok := scanMethod(m.Descriptor)
	if !ok ||
		m.Name == initName && m.Descriptor[len(m.Descriptor)-1] != 'V' ||
		m.Name == clinitName && p.class.Major >= 51 && m.Descriptor != "()V" {
		p.failAt(at, "Method %q in class %s has illegal signature %q", m.Name, p.name, m.Descriptor)
		return slots
	}
	switch {
	case m.Name != clinitName:
		p.checkMethodFlags(at, m)
	case p.class.Major < 51 || m.Flags&AccStatic != 0:
		m.Flags = AccStatic | m.Flags&AccStrict // the others are ignored (JVMS 4.6)
	default:
		p.failAt(at, "Method <clinit> is not static in class file %s", p.name)
	}
	if m.Name == initName && p.class.Flags&AccInterface != 0 {
		p.failAt(at, "Interface cannot have a constructor, class file %s", p.name)
	}
	if m.Flags&AccStatic == 0 {
		slots++
	}
	if slots > maxArgumentSlots {
		p.failAt(at, "Too many arguments in method signature in class file %s", p.name)
	}
	return slots
}

// checkMethodFlags applies the rules of JVMS 4.6 on access_flags.
func (p *parser) checkMethodFlags(at int, m *Member) {
	flags, major := m.Flags, p.class.Major
	if major > 60 {
		flags &^= AccStrict // has no meaning since Java SE 17
	}
	has := func(f uint16) bool { return flags&f != 0 }
	var illegal bool
	switch {
	case p.class.Flags&AccInterface != 0 && major >= 52:
		illegal = has(AccPublic) == has(AccPrivate) ||
			has(AccNative|AccProtected|AccFinal|AccSynchronized) ||
			has(AccAbstract) && has(AccPrivate|AccStatic|AccStrict)
	case p.class.Flags&AccInterface != 0:
		illegal = !has(AccPublic) || !has(AccAbstract) || has(AccStatic|AccFinal|AccNative) ||
			major >= 49 && has(AccPrivate|AccProtected|AccSynchronized|AccStrict)
	case illegalVisibility(flags):
		illegal = true
	case m.Name == initName:
		illegal = has(AccStatic|AccFinal|AccSynchronized|AccNative|AccAbstract) || major >= 49 && has(AccBridge)
	case has(AccAbstract):
		illegal = has(AccFinal|AccNative|AccPrivate|AccStatic) || major >= 49 && has(AccSynchronized|AccStrict)
	}
	if illegal {
		p.failAt(at, "Method %s in class %s has illegal modifiers: 0x%X", m.Name, p.name, m.Flags)
	}
}

// memberAttribute reads the attributes that fields and methods share.
func (p *parser) memberAttribute(m *Member, a attribute) {
	switch a.name {
	case "Signature":
		if p.class.Major >= 49 {
			m.Signature = p.utf8("Signature attribute")
			p.finish(a)
			return
		}
	case "RuntimeVisibleAnnotations":
		m.Annotations = p.rest(a)
	case "RuntimeVisibleTypeAnnotations":
		m.TypeAnnotations = p.rest(a)
	case "Synthetic":
		m.Synthetic = true
		p.finish(a)
	}
	p.skip(a)
}

// parseMethodParameters reads a MethodParameters attribute (JVMS 4.7.24).
func (p *parser) parseMethodParameters(m *Member) {
	m.HasMethodParameters = true
	n := p.count1(4)
	if n == 0 {
		return
	}
	m.MethodParameters = make([]MethodParameter, n)
	for i := range m.MethodParameters {
		m.MethodParameters[i] = MethodParameter{Name: p.optionalUtf8("MethodParameters"), Flags: p.u2()}
	}
}

// smallTable is the number of items up to which comparing all pairs is
// cheaper than filling a map; most classes are below.
const smallTable = 12

// duplicate returns an item that has the same key as an earlier one, or nil.
func duplicate[T any, K comparable](items []T, key func(*T) K) *T {
	if len(items) <= smallTable {
		for i := range items {
			for j := range i {
				if key(&items[i]) == key(&items[j]) {
					return &items[i]
				}
			}
		}
		return nil
	}
	seen := make(map[K]struct{}, len(items))
	for i := range items {
		k := key(&items[i])
		if _, found := seen[k]; found {
			return &items[i]
		}
		seen[k] = struct{}{}
	}
	return nil
}

// duplicate returns a member with the name and descriptor of an earlier one, or
// nil.
func (p *parser) duplicate(members []Member) *Member {
	if p.trusted {
		return nil
	}
	return duplicate(members, func(m *Member) memberKey { return memberKey{m.Name, m.Descriptor} })
}
