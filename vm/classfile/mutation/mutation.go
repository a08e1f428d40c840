package mutation

import (
	"encoding/binary"
	"slices"
)

// Mutate changes a class file as script says: every change takes a few bytes from
// it, until it is used up. The same arguments give the same result. What is not in
// the shape of a class file comes back as it is.
func Mutate(data, script []byte) []byte {
	f, err := takeApart(data)
	if err != nil {
		return data
	}
	m := mutator{f, script}
	changes := []func(){
		m.constantIndex, m.constantTag, m.constantText, m.constantValue, m.swapConstants,
		m.codeByte, m.codeByte, m.opcode, m.opcode, m.codeIndex, m.codeIndex, m.moveCode, m.exchangeCode, m.limits,
		m.handler, m.stackMap, m.stackMap, m.classHeader, m.memberHeader, m.memberList, m.attributeList, m.attributeByte,
	}
	for len(m.script) > 0 {
		changes[m.below(len(changes))]()
	}
	return f.bytes()
}

// mutator takes its decisions from a script.
type mutator struct {
	*file
	script []byte
}

// draw is the next byte of the script, 0 behind its end.
func (m *mutator) draw() byte {
	if len(m.script) == 0 {
		return 0
	}
	b := m.script[0]
	m.script = m.script[1:]
	return b
}

// below is a number from 0 to n-1, 0 for n = 0.
func (m *mutator) below(n int) int {
	const oneByte = 1 << 8
	v := int(m.draw())
	if n > oneByte {
		v = v<<8 | int(m.draw())
	}
	if n == 0 {
		return 0
	}
	return v % n
}

// entry is the index of some constant that is there, 0 if there is none.
func (m *mutator) entry() int {
	start := m.below(len(m.pool))
	for i := range m.pool {
		if at := (start + i) % len(m.pool); m.pool[at] != nil {
			return at
		}
	}
	return 0
}

// like is the index of a constant with the tag of the one at index, more often
// than not another one; sometimes any index.
func (m *mutator) like(index int) uint16 {
	if m.below(8) == 0 {
		return uint16(m.below(len(m.pool) + 2))
	}
	if index >= len(m.pool) || m.pool[index] == nil {
		return uint16(m.entry())
	}
	start := m.below(len(m.pool))
	for i := range m.pool {
		at := (start + i) % len(m.pool)
		if k := m.pool[at]; k != nil && k[0] == m.pool[index][0] {
			return uint16(at)
		}
	}
	return 0
}

// constantIndex lets a constant refer to another one.
func (m *mutator) constantIndex() {
	k := m.pool[m.entry()]
	if len(k) < 3 || k[0] == tagUtf8 {
		return
	}
	at := 1
	switch {
	case k[0] == tagMethodHandle:
		if m.below(2) == 0 {
			k[1] = byte(m.below(11)) // the kind
			return
		}
		at = 2
	case len(k) == 5:
		at += 2 * m.below(2)
	}
	old := int(binary.BigEndian.Uint16(k[at:]))
	binary.BigEndian.PutUint16(k[at:], m.like(old))
}

// constantTag makes a constant one of another kind with the same size.
func (m *mutator) constantTag() {
	k := m.pool[m.entry()]
	if k == nil || k[0] == tagUtf8 {
		return
	}
	tag := byte(m.below(21))
	if n, known := sizes[tag]; known && n == len(k)-1 && (n != 8 || k[0] == tagLong || k[0] == tagDouble) {
		k[0] = tag
	}
}

// words are texts that mean something as names or types.
var words = []string{
	"I", "J", "D", "Z", "V", "[I", "[[J", "Ljava/lang/Object;", "Ljava/lang/String;", "[Ljava/lang/Object;", "[Ljava/lang/String;", "()V", "()I", "()J", "(I)I", "(J)J",
	"(D)D", "()Ljava/lang/Object;", "(Ljava/lang/Object;)V", "(Ljava/lang/Object;)Ljava/lang/Object;", "(II)I", "(JJ)J", "([I)I", "<init>", "<clinit>", "java/lang/Object",
	"java/lang/String", "java/lang/Thread", "java/lang/Class", "java/lang/Throwable", "java/lang/Runnable", "java/util/ArrayList", "java/util/List", "java/lang/Integer",
	"value", "hashCode", "toString", "clone", "getClass", "length", "charAt", "(I)C", "equals", "(Ljava/lang/Object;)Z", "finalize", "wait", "run", "Code", "StackMapTable",
	"ConstantValue", "Exceptions", "BootstrapMethods", "InnerClasses", "NestHost", "NestMembers", "Record", "PermittedSubclasses", "Signature",
}

// constantText changes the text of a Utf8 constant.
func (m *mutator) constantText() {
	start := m.below(len(m.pool))
	for i := range m.pool {
		at := (start + i) % len(m.pool)
		k := m.pool[at]
		if k == nil || k[0] != tagUtf8 {
			continue
		}
		text := []byte(words[m.below(len(words))])
		if len(k) > 3 && m.below(3) == 0 {
			text = slices.Clone(k[3:])
			text[m.below(len(text))] = m.draw()
		}
		m.pool[at] = append(u2s([]byte{tagUtf8}, uint16(len(text))), text...)
		return
	}
}

// constantValue changes a byte of a number.
func (m *mutator) constantValue() {
	k := m.pool[m.entry()]
	if len(k) > 1 && k[0] != tagUtf8 {
		k[1+m.below(len(k)-1)] = m.draw()
	}
}

func (m *mutator) swapConstants() {
	a, b := m.entry(), m.entry()
	if m.pool[a] != nil && m.pool[b] != nil && wide(m.pool[a]) == wide(m.pool[b]) {
		m.pool[a], m.pool[b] = m.pool[b], m.pool[a]
	}
}

// wide reports whether a constant takes two indices.
func wide(k []byte) bool { return k[0] == tagLong || k[0] == tagDouble }

// method is the code of some method, nil if there is none.
func (m *mutator) method() *code {
	methods := m.members[1]
	if len(methods) == 0 {
		return nil
	}
	start := m.below(len(methods))
	for i := range methods {
		if c := methods[(start+i)%len(methods)].code; c != nil && len(c.bytes) > 0 {
			return c
		}
	}
	return nil
}

func (m *mutator) codeByte() {
	if c := m.method(); c != nil {
		c.bytes[m.below(len(c.bytes))] = m.draw()
	}
}

// opcode replaces an instruction by one of the same length.
func (m *mutator) opcode() {
	c := m.method()
	if c == nil {
		return
	}
	starts := instructions(c.bytes)
	if len(starts) == 0 {
		return
	}
	at := starts[m.below(len(starts))]
	old := lengths[c.bytes[at]]
	first := m.draw()
	for i := range 256 {
		if op := first + byte(i); old > 0 && lengths[op] == old {
			c.bytes[at] = op
			return
		}
	}
}

// codeIndex changes the constant pool index of an instruction.
func (m *mutator) codeIndex() {
	c := m.method()
	if c == nil {
		return
	}
	var users []int
	for _, at := range instructions(c.bytes) {
		if usesPool(c.bytes[at]) && at+2 < len(c.bytes) {
			users = append(users, at)
		}
	}
	if len(users) == 0 {
		return
	}
	at := users[m.below(len(users))]
	const ldc = 0x12
	if c.bytes[at] == ldc {
		c.bytes[at+1] = byte(m.like(int(c.bytes[at+1])))
		return
	}
	old := int(binary.BigEndian.Uint16(c.bytes[at+1:]))
	binary.BigEndian.PutUint16(c.bytes[at+1:], m.like(old))
}

// moveCode removes, doubles or inserts bytes; branches then lead elsewhere.
func (m *mutator) moveCode() {
	c := m.method()
	if c == nil {
		return
	}
	starts := instructions(c.bytes)
	if len(starts) < 2 {
		return
	}
	i := m.below(len(starts) - 1)
	from, to := starts[i], starts[i+1]
	switch m.below(3) {
	case 0:
		c.bytes = slices.Delete(c.bytes, from, to)
	case 1:
		c.bytes = slices.Insert(c.bytes, to, slices.Clone(c.bytes[from:to])...)
	default:
		j := m.below(len(starts) - 1)
		other := slices.Clone(c.bytes[starts[j]:starts[j+1]])
		c.bytes = slices.Insert(c.bytes, from, other...)
	}
}

// exchangeCode gives a method another one's code.
func (m *mutator) exchangeCode() {
	a, b := m.method(), m.method()
	if a != nil && b != nil {
		*a, *b = *b, *a
	}
}

// limits changes the sizes of a method's frame.
func (m *mutator) limits() {
	c := m.method()
	if c == nil {
		return
	}
	by := uint16(m.below(7)) - 3
	if m.below(2) == 0 {
		c.maxStack += by
	} else {
		c.maxLocals += by
	}
}

func (m *mutator) handler() {
	c := m.method()
	if c == nil {
		return
	}
	position := func() uint16 { return uint16(m.below(len(c.bytes) + 1)) }
	if len(c.handlers) == 0 || m.below(4) == 0 {
		c.handlers = append(c.handlers, [4]uint16{position(), position(), position(), 0})
		return
	}
	h := &c.handlers[m.below(len(c.handlers))]
	k := m.below(len(h))
	if h[k] = position(); k == 3 {
		h[k] = m.like(int(h[k]))
	}
}

// stackMap changes a byte of an attribute of a method's code, or drops it.
func (m *mutator) stackMap() {
	c := m.method()
	if c == nil || len(c.attributes) == 0 {
		return
	}
	i := m.below(len(c.attributes))
	a := &c.attributes[i]
	if len(a.data) == 0 || m.below(8) == 0 {
		c.attributes = slices.Delete(c.attributes, i, i+1)
		return
	}
	a.data = slices.Clone(a.data)
	a.data[m.below(len(a.data))] = m.draw()
}

// classHeader changes version, flags, names and supertypes.
func (m *mutator) classHeader() {
	switch m.below(6) {
	case 0:
		m.major = 45 + uint16(m.below(18))
	case 1:
		m.flags ^= 1 << m.below(16)
	case 2:
		m.this = m.like(int(m.this))
	case 3:
		m.super = m.like(int(m.super))
	case 4:
		m.interfaces = append(m.interfaces, m.like(int(m.this)))
	default:
		if n := len(m.interfaces); n > 0 {
			m.interfaces = slices.Delete(m.interfaces, 0, 1)
		}
	}
}

// someMember is a field or method, nil if there is none of the drawn kind.
func (m *mutator) someMember() *member {
	list := m.members[m.below(2)]
	if len(list) == 0 {
		return nil
	}
	return &list[m.below(len(list))]
}

func (m *mutator) memberHeader() {
	k := m.someMember()
	if k == nil {
		return
	}
	switch m.below(3) {
	case 0:
		k.flags ^= 1 << m.below(16)
	case 1:
		k.name = m.like(int(k.name))
	default:
		k.descriptor = m.like(int(k.descriptor))
	}
}

// memberList removes a field or method, or adds one under another name.
func (m *mutator) memberList() {
	kind := m.below(2)
	list := m.members[kind]
	if len(list) == 0 {
		return
	}
	i := m.below(len(list))
	if m.below(2) == 0 {
		m.members[kind] = slices.Delete(list, i, i+1)
		return
	}
	twin := list[i]
	twin.name = m.like(int(twin.name))
	m.members[kind] = append(list, twin)
}

// someAttributes is the list of attributes of the class or of a member.
func (m *mutator) someAttributes() *[]attribute {
	if k := m.someMember(); k != nil && m.below(3) > 0 {
		return &k.attributes
	}
	return &m.attributes
}

// attributeList removes or doubles an attribute, or calls it another name.
func (m *mutator) attributeList() {
	list := m.someAttributes()
	if len(*list) == 0 {
		return
	}
	i := m.below(len(*list))
	switch m.below(3) {
	case 0:
		*list = slices.Delete(*list, i, i+1)
	case 1:
		*list = append(*list, (*list)[i])
	default:
		(*list)[i].name = m.like(int((*list)[i].name))
	}
}

func (m *mutator) attributeByte() {
	list := *m.someAttributes()
	if len(list) == 0 {
		return
	}
	a := &list[m.below(len(list))]
	if len(a.data) == 0 {
		return
	}
	a.data = slices.Clone(a.data)
	a.data[m.below(len(a.data))] = m.draw()
}
