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
	if !p.trusted && !legalFieldName(f.Name, p.class.Major) {
		p.failAt(start, "Illegal field name %q in class %s", f.Name, p.name)
	}
	if !isFieldDescriptor(f.Descriptor, p.class.Major) {
		p.failAt(start, "%s", p.descriptorFault("Field", f.Name, f.Descriptor))
	}
	p.checkFieldFlags(start, f.Flags)

	m := memberParser{parser: p, member: f, owner: "field"}
	for n := p.count(minAttribute); n > 0 && p.err == nil; n-- {
		a := p.attribute()
		switch {
		case a.name == "ConstantValue" && f.Flags&AccStatic != 0: // else ignored (JVMS 4.7.2)
			p.parseConstantValue(f, a)
		default:
			m.attribute(a)
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
func (p *parser) parseConstantValue(f *Member, a attribute) {
	if f.ConstantValue != 0 {
		p.fail("Duplicate ConstantValue attribute in class file %s", p.name)
	}
	if !p.sized(a, 2, "Invalid ConstantValue field attribute length %d in class file %s") {
		return
	}
	f.ConstantValue = p.u2()
	if !p.loadable(f.ConstantValue) {
		p.fail("Bad initial value index %d in ConstantValue attribute in class file %s", f.ConstantValue, p.name)
		return
	}
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
		if !p.is(f.ConstantValue, TagString) {
			p.fail("Bad string initial value in class file %s", p.name)
		}
		return
	default:
		if isArray(f.Descriptor) {
			p.fail("Unable to set initial value %d in class file %s", f.ConstantValue, p.name)
		}
		p.fail("Bad string initial value in class file %s", p.name)
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
	m.Flags = p.u2()
	m.Name = p.methodText("name")
	m.Descriptor = p.methodText("signature")
	if p.err != nil {
		return
	}
	slots := p.checkMethod(start, m)
	m.Flags &= recognised
	rest := memberParser{parser: p, member: m, owner: "method"}
	exceptions := false

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
			if p.err == nil && p.pos != a.end {
				p.fail("Code segment has wrong length in class file %s", p.name)
			}
		case "Exceptions":
			if exceptions {
				p.fail("Multiple Exceptions attributes in class file %s", p.name)
			}
			exceptions = true
			p.parseExceptions(m, a)
		case "RuntimeVisibleParameterAnnotations":
			rest.once(a, 1<<4)
			m.attributes().ParameterAnnotations = p.rest(a)
		case "RuntimeInvisibleParameterAnnotations":
			rest.once(a, 1<<5)
			p.skip(a)
		case "AnnotationDefault":
			rest.once(a, 1<<6)
			m.attributes().AnnotationDefault = p.rest(a)
		case "MethodParameters":
			p.parseMethodParameters(m, a)
		default:
			rest.attribute(a)
		}
	}
	if m.Code == nil && m.Flags&(AccNative|AccAbstract) == 0 {
		p.failAt(start, "Absent Code attribute in method that is not native or abstract in class file %s", p.name)
	}
}

// checkMethod checks name, descriptor and flags of a method, and returns how
// many local variable slots its arguments take.
func (p *parser) checkMethod(at int, m *Member) (slots int) {
	if !p.trusted && !legalMethodName(m.Name, p.class.Major) {
		p.failAt(at, "Illegal method name %q in class %s", m.Name, p.name)
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
		p.failAt(at, "Interface cannot have a method named <init>, class file %s", p.name)
	}
	_, slots, ok := scanMethod(m.Descriptor, p.class.Major)
	if !ok || !legalResult(m.Name, m.Descriptor) || m.Name == clinitName && p.class.Major >= 51 && m.Descriptor != "()V" {
		p.failAt(at, "%s", p.descriptorFault("Method", m.Name, m.Descriptor))
		return slots
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

// methodText reads an index of the Utf8 constant that is a method's name or
// signature.
func (p *parser) methodText(what string) string {
	index := p.u2()
	if !p.is(index, TagUtf8) {
		p.fail("Illegal constant pool index %d for method %s in class file %s", index, what, p.name)
		return ""
	}
	return p.class.Pool.Utf8(index)
}

// memberParser reads the attributes that fields and methods, and in part record
// components, share.
type memberParser struct {
	*parser
	member *Member
	owner  string // "field", "method" or "Record component", for messages
	seen   uint32 // attributes that may stand only once, a bit each
}

// once reports an attribute that stands there a second time.
func (p *memberParser) once(a attribute, bit uint32) {
	if p.seen&bit != 0 {
		p.fail("Multiple %s attributes for %s in class file %s", a.name, p.owner, p.name)
	}
	p.seen |= bit
}

func (p *memberParser) attribute(a attribute) {
	switch a.name {
	case "Synthetic":
		p.member.Synthetic = true
		p.empty(a, p.owner)
	case "Deprecated":
		p.empty(a, p.owner)
	default:
		if p.class.Major >= 49 {
			p.modernAttribute(a)
		}
	}
	p.skip(a)
}

// modernAttribute reads the attributes that came with Java SE 5 and later.
func (p *memberParser) modernAttribute(a attribute) {
	switch a.name {
	case "Signature":
		p.signature(a)
	case "RuntimeVisibleAnnotations":
		p.once(a, 1<<0)
		p.member.attributes().Annotations = p.rest(a)
	case "RuntimeInvisibleAnnotations":
		p.once(a, 1<<1)
		p.member.attributes().InvisibleAnnotations = p.rest(a)
	case "RuntimeVisibleTypeAnnotations":
		p.once(a, 1<<2)
		p.member.attributes().TypeAnnotations = p.rest(a)
	case "RuntimeInvisibleTypeAnnotations":
		p.once(a, 1<<3)
	}
}

// signature reads a Signature attribute (JVMS 4.7.9).
func (p *memberParser) signature(a attribute) {
	const bit = 1 << 7
	p.once(a, bit)
	complaint := map[string]string{
		"field":  "Wrong size %d for field's Signature attribute in class file %s",
		"method": "Invalid Signature attribute length %d in class file %s",
	}[p.owner]
	if complaint == "" {
		complaint = "Invalid Signature attribute length %d in Record component in class file %s"
	}
	if !p.sized(a, 2, complaint) {
		return
	}
	index := p.u2()
	if !p.is(index, TagUtf8) {
		p.fail("Invalid Signature attribute at constant pool index %d in class file %s", index, p.name)
		return
	}
	p.member.attributes().Signature = p.class.Pool.Utf8(index)
}

// parseExceptions reads an Exceptions attribute (JVMS 4.7.5).
func (p *parser) parseExceptions(m *Member, a attribute) {
	exceptions := make([]string, p.count(2))
	m.attributes().Exceptions = exceptions
	for i := range exceptions {
		index := p.u2()
		if !p.is(index, TagClass) {
			p.fail("Exception name has bad type at constant pool %d in class file %s", index, p.name)
			return
		}
		exceptions[i] = p.class.Pool.Named(index)
	}
	p.finish(a)
}

// parseMethodParameters reads a MethodParameters attribute (JVMS 4.7.24).
func (p *parser) parseMethodParameters(m *Member, a attribute) {
	length := p.left(a)
	n := int(p.u1())
	const size = 4
	rare := m.attributes()
	if p.err == nil && (rare.HasMethodParameters || length != 1+n*size) {
		p.fail("Invalid MethodParameters method attribute length %d in class file", length)
		return
	}
	rare.HasMethodParameters = true
	if n == 0 || p.err != nil {
		return
	}
	rare.MethodParameters = make([]MethodParameter, n)
	for i := range rare.MethodParameters {
		rare.MethodParameters[i] = MethodParameter{Name: p.optionalUtf8("MethodParameters"), Flags: p.u2()}
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
