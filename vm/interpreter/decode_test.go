//go:build unix

package interpreter

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/compiler"
	"hotlens/vm/decoded"
	"hotlens/vm/jimage/jimagetest"
	"hotlens/vm/memory"
	"hotlens/vm/memory/memorytest"
	"hotlens/vm/opcodes"
)

// testRegistry makes a registry over a fresh, sparse memory.
func testRegistry(t testing.TB) *classes.Registry {
	t.Helper()
	m := memorytest.New(t, memorytest.HeapBytes)
	registry, err := classes.NewRegistry(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

// testMethod is a method of a class file, as far as decoding needs it, by a
// loader other than the boot loader, whose classes are not trusted.
func testMethod(registry *classes.Registry, file *classfile.Class, member *classfile.Member) *classes.Method {
	c := &classes.Class{Name: file.Name, File: file, Loader: &classes.Loader{Mirror: memory.HeapBase}}
	m := &classes.Method{
		Class: c, Member: member, Name: member.Name, Desc: member.Descriptor, Flags: member.Flags,
		Selector: registry.Selector(member.Name, member.Descriptor),
	}
	(&Machine{}).prepareMethod(m)
	return m
}

// pool are the constants that the test methods use.
type pool struct {
	integer, long, text, class, array, method, intMethod, iface, dynamic, longField, intField uint16
	utf8                                                                                      uint16
}

// build makes a method, whose code may name the constants of a pool, and decodes
// it.
func build(t *testing.T, registry *classes.Registry, member classfile.Member, code func(p pool) []byte) (*classes.Method, *decoded.Code, error) {
	t.Helper()
	w := writer.New(55, classfile.AccPublic|classfile.AccSuper, "Test", "java/lang/Object", nil)
	p := pool{
		integer: w.Integer(1 << 20), long: w.Long(1 << 40), text: w.String("text"), class: w.Class("Test"), array: w.Class("[[[I"),
		method: w.Methodref("Test", "call", "(IJLjava/lang/Object;D)V"), intMethod: w.Methodref("Test", "none", "()I"),
		iface:     w.InterfaceMethodref("java/util/List", "get", "(I)Ljava/lang/Object;"),
		longField: w.Fieldref("Test", "j", "J"), intField: w.Fieldref("Test", "i", "I"), utf8: w.Utf8("text"),
	}
	handle := w.MethodHandle(classfile.RefInvokeStatic, p.method)
	p.dynamic = w.InvokeDynamic(w.BootstrapMethod(handle), "dynamic", "(FD)J")
	if member.Code == nil {
		member.Code = &classfile.Code{MaxStack: 12, MaxLocals: 300}
	}
	member.Code.Bytes = code(p)
	if member.Name == "" {
		member.Name, member.Descriptor, member.Flags = "test", "()V", classfile.AccStatic
	}
	w.Method(member)
	data, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	file, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	m := testMethod(registry, file, &file.Methods[0])
	decoded, err := decode(m, decodingOf(registry, m), &scratch{})
	return m, decoded, err
}

// pushes are instructions that push a value of a type, by its letter.
var pushes = map[byte][]byte{'I': {opcodes.Iconst0}, 'J': {opcodes.Lconst0}, 'F': {opcodes.Fconst0}, 'D': {opcodes.Dconst0}, 'A': {opcodes.AconstNull}}

// opcodeEffects lists the JVM's instructions in the order of their opcodes with
// the types that they pop and push (JVMS 6.5); those that are not listed have
// tests of their own.
var opcodeEffects = func() map[int]string {
	table := map[int]string{}
	list := func(from int, effects string) {
		for i, e := range strings.Fields(effects) {
			table[from+i] = e
		}
	}
	list(0, "> >A >I >I >I >I >I >I >I >J >J >F >F >F >D >D >I >I >I >I >J >I >J >F >D >A")
	for k, letter := range []string{"I", "J", "F", "D", "A"} {
		for i := range 4 {
			table[opcodes.Iload0+4*k+i] = ">" + letter
			table[opcodes.Istore0+4*k+i] = letter + ">"
		}
		table[opcodes.Istore+k] = letter + ">"
	}
	list(opcodes.Iaload, "AI>I AI>J AI>F AI>D AI>A AI>I AI>I AI>I")
	list(opcodes.Iastore, "AII> AIJ> AIF> AID> AIA> AII> AII> AII>")
	list(opcodes.Pop, "I> J> I>II II>III III>IIII II>IIII III>IIIII IIII>IIIIII II>II")
	for i := range 5 {
		list(opcodes.Iadd+4*i, "II>I JJ>J FF>F DD>D")
	}
	list(116, "I>I J>J F>F D>D II>I JI>J II>I JI>J II>I JI>J II>I JJ>J II>I JJ>J II>I JJ>J >")
	list(opcodes.I2l, "I>J I>F I>D J>I J>F J>D F>I F>J F>D D>I D>J D>F I>I I>I I>I JJ>I FF>I FF>I DD>I DD>I")
	list(opcodes.Ifeq, "I> I> I> I> I> I> II> II> II> II> II> II> AA> AA> >")
	list(opcodes.Getstatic, ">J J> A>J AJ> AIJAD> AIJAD> IJAD> AI>A FD>J >A I>A I>A A>I")
	list(opcodes.Checkcast, "A>A A>I A> A>")
	list(opcodes.Multianewarray, "III>A A> A> >")
	return table
}()

// operandsOf are the bytes behind an opcode.
func operandsOf(op int, p pool) []byte {
	index := func(i uint16) []byte { return binary.BigEndian.AppendUint16(nil, i) }
	switch {
	case op == opcodes.Bipush || op >= opcodes.Iload && op < opcodes.Iload0 || op >= opcodes.Istore && op < opcodes.Istore0:
		return []byte{7}
	case op == opcodes.Sipush, op == opcodes.Iinc:
		return []byte{1, 2}
	case op == opcodes.Ldc:
		return []byte{byte(p.integer)}
	case op == opcodes.LdcW:
		return index(p.text)
	case op == opcodes.Ldc2W:
		return index(p.long)
	case op >= opcodes.Ifeq && op <= opcodes.Goto, op == opcodes.Ifnull, op == opcodes.Ifnonnull:
		return []byte{0, 3} // to the next instruction
	case op == opcodes.GotoW:
		return []byte{0, 0, 0, 5}
	case op >= opcodes.Getstatic && op <= opcodes.Putfield:
		return index(p.longField)
	case op == opcodes.Invokevirtual, op == opcodes.Invokespecial, op == opcodes.Invokestatic:
		return index(p.method)
	case op == opcodes.Invokeinterface:
		return append(index(p.iface), 2, 0)
	case op == opcodes.Invokedynamic:
		return append(index(p.dynamic), 0, 0)
	case op == opcodes.New, op == opcodes.Anewarray, op == opcodes.Checkcast, op == opcodes.Instanceof:
		return index(p.class)
	case op == opcodes.Newarray:
		return []byte{10}
	case op == opcodes.Multianewarray:
		return append(index(p.array), 3)
	}
	return nil
}

func slotsOf(letters string) int {
	n := 0
	for _, l := range []byte(letters) {
		n += classes.SlotsOf(l)
	}
	return n
}

// TestDecodeEveryOpcode decodes each instruction with its operands pushed before
// it, and compares what lies on the stack behind it with the specification.
func TestDecodeEveryOpcode(t *testing.T) {
	registry := testRegistry(t)
	for op := 0; op <= opcodes.JsrW; op++ {
		effect, ok := opcodeEffects[op]
		special := op >= opcodes.Jsr && op <= opcodes.Return || op == opcodes.Athrow || op == opcodes.Wide || op == opcodes.JsrW
		if ok == special {
			t.Fatalf("opcode %d: the table of effects has it: %v", op, ok)
		}
		if special {
			continue
		}
		pops, pushed, _ := strings.Cut(effect, ">")
		m, code, err := build(t, registry, classfile.Member{}, func(p pool) []byte {
			code := append([]byte{opcodes.Iconst0}, pushes['J']...) // something below
			for i := range len(pops) {
				code = append(code, pushes[pops[i]]...)
			}
			return append(append(append(code, byte(op)), operandsOf(op, p)...), opcodes.Return)
		})
		if err != nil {
			t.Errorf("opcode %d: %v", op, err)
			continue
		}
		checkCode(t, m, code)
		last := len(code.Instructions) - 2 // before decoded.Unreachable
		if got, want := int(code.Depths[last]), 3+slotsOf(pushed); code.Instructions[last].Op != decoded.Return || got != want {
			t.Errorf("opcode %d: %s with %d slots at the end, want Return with %d", op, decoded.Name(code.Instructions[last].Op), got, want)
		}
	}
}

// TestDecodeReturns decodes the return instructions and athrow, also of
// synchronized methods.
func TestDecodeReturns(t *testing.T) {
	registry := testRegistry(t)
	for _, flags := range []uint16{classfile.AccStatic, classfile.AccSynchronized | classfile.AccStatic, classfile.AccSynchronized} {
		for i, letter := range []byte("IJFDA") {
			desc := "()" + string(letter)
			if letter == 'A' {
				desc = "()Ljava/lang/Object;"
			}
			m, code, err := build(t, registry, classfile.Member{Name: "test", Descriptor: desc, Flags: flags}, func(pool) []byte {
				return append(bytes.Clone(pushes[letter]), byte(opcodes.Ireturn+i))
			})
			if err != nil {
				t.Fatal(err)
			}
			checkCode(t, m, code)
			ops := operations(code)
			if locks := strings.Contains(ops, "SyncEnter") && strings.Contains(ops, "SyncExit ReturnValue"); locks != (flags&classfile.AccSynchronized != 0) || !strings.Contains(ops, "ReturnValue") {
				t.Errorf("%s with flags %#x: %s", desc, flags, ops)
			}
		}
	}
	m, code, err := build(t, registry, classfile.Member{}, func(pool) []byte { return []byte{opcodes.AconstNull, opcodes.Athrow} })
	if err != nil || operations(code) != "Const Throw Unreachable" {
		t.Errorf("athrow: %v %v", err, code)
	}
	checkCode(t, m, code)
}

func operations(code *decoded.Code) string {
	var names []string
	for i := range code.Instructions {
		names = append(names, decoded.Name(code.Instructions[i].Op))
	}
	return strings.Join(names, " ")
}

// TestDecodeWide decodes every instruction that wide widens.
func TestDecodeWide(t *testing.T) {
	registry := testRegistry(t)
	for k, letter := range []byte("IJFDA") {
		m, code, err := build(t, registry, classfile.Member{}, func(pool) []byte {
			code := append(bytes.Clone(pushes[letter]), opcodes.Wide, byte(opcodes.Istore+k), 1, 10)
			return append(code, opcodes.Wide, byte(opcodes.Iload+k), 1, 10, byte(opcodes.Pop+slotsOf(string(letter))-1), opcodes.Return)
		})
		if err != nil {
			t.Fatalf("wide %c: %v", letter, err)
		}
		checkCode(t, m, code)
	}
	m, code, err := build(t, registry, classfile.Member{}, func(pool) []byte {
		return []byte{opcodes.Wide, opcodes.Iinc, 1, 10, 0x80, 0, opcodes.Return}
	})
	if err != nil {
		t.Fatal(err)
	}
	checkCode(t, m, code)
	if i := code.Instructions[0]; i.Op != decoded.IAddK || i.C != -32768 || i.A != i.B || i.A != (266-300)*decoded.SlotBytes {
		t.Errorf("wide iinc gives %s %d %d %d", decoded.Name(i.Op), i.A, i.B, i.C)
	}
}

// TestDecodeSubroutines decodes jsr, jsr_w and ret.
func TestDecodeSubroutines(t *testing.T) {
	registry := testRegistry(t)
	for name, code := range map[string][]byte{
		"jsr":   {opcodes.Jsr, 0, 4, opcodes.Return, opcodes.Istore0 + 16, opcodes.Ret, 0},
		"jsr_w": {opcodes.JsrW, 0, 0, 0, 6, opcodes.Return, opcodes.Istore0 + 16, opcodes.Wide, opcodes.Ret, 0, 0},
	} {
		m, decoded, err := build(t, registry, classfile.Member{}, func(pool) []byte { return code })
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkCode(t, m, decoded)
		if got, want := operations(decoded), "Jsr Return Move Ret Unreachable"; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if jsr := decoded.Instructions[0]; jsr.B != 1 {
			t.Errorf("%s: returns to instruction %d, want 1", name, jsr.B)
		}
	}
}

// TestDecodeSwitches decodes the switches at every padding.
func TestDecodeSwitches(t *testing.T) {
	registry := testRegistry(t)
	for padding := range 4 {
		for _, op := range []byte{opcodes.Tableswitch, opcodes.Lookupswitch} {
			m, code, err := build(t, registry, classfile.Member{}, func(pool) []byte {
				code := make([]byte, padding)
				code = append(code, opcodes.Iconst0)
				at := len(code)
				code = append(code, op)
				for len(code)%4 != 0 {
					code = append(code, 0)
				}
				words := []int32{0, -2, 0} // default, low, high
				if op == opcodes.Lookupswitch {
					words = []int32{0, 2} // default, pairs
				}
				end := int32(len(code) + 4*len(words) + 12 - at)
				if op == opcodes.Lookupswitch {
					end += 4
					words = append(words, -5, end, 5, end)
				} else {
					words = append(words, end, end, end)
				}
				words[0] = end
				for _, v := range words {
					code = binary.BigEndian.AppendUint32(code, uint32(v))
				}
				return append(code, opcodes.Return)
			})
			if err != nil {
				t.Fatalf("opcode %d behind %d bytes: %v", op, padding, err)
			}
			checkCode(t, m, code)
			s := (*decoded.SwitchTable)(code.Instructions[1].P)
			if op == opcodes.Tableswitch && (s.Low != -2 || len(s.Targets) != 3) || op == opcodes.Lookupswitch && (len(s.Keys) != 2 || s.Keys[0] != -5) {
				t.Errorf("opcode %d behind %d bytes: low %d, keys %v, %d targets", op, padding, s.Low, s.Keys, len(s.Targets))
			}
		}
	}
}

// TestDecodeJoins lets paths with different operands meet.
func TestDecodeJoins(t *testing.T) {
	registry := testRegistry(t)
	// iload_0; ifeq else; A; goto end; else: B; end: pops; return
	join := func(a, b, after []byte) func(pool) []byte {
		return func(pool) []byte {
			code := []byte{opcodes.Iload0, opcodes.Ifeq, 0, byte(3 + len(a) + 3)}
			code = append(append(code, a...), opcodes.Goto, 0, byte(3+len(b)))
			return append(append(append(code, b...), after...), opcodes.Return)
		}
	}
	i, j := []byte{opcodes.Iconst0}, []byte{opcodes.Lconst0}
	ii := []byte{opcodes.Iconst0, opcodes.Iconst0}
	for name, c := range map[string]struct {
		a, b, after []byte
		ok          bool
	}{
		"same":                     {i, i, []byte{opcodes.Pop}, true},
		"constant and local":       {i, []byte{opcodes.Iload0}, []byte{opcodes.Pop}, true},
		"both long":                {j, j, []byte{opcodes.Pop2}, true},
		"nothing":                  {nil, nil, nil, true},
		"different depths":         {i, ii, []byte{opcodes.Pop}, false},
		"a long and two ints":      {j, ii, []byte{opcodes.Pop2}, false},
		"something and nothing":    {i, nil, nil, false},
		"three slots in two parts": {append(bytes.Clone(i), j...), append(bytes.Clone(j), i...), []byte{opcodes.Pop}, false},
	} {
		m, code, err := build(t, registry, classfile.Member{}, join(c.a, c.b, c.after))
		if (err == nil) != c.ok {
			t.Errorf("%s: error %v", name, err)
		}
		if err == nil {
			checkCode(t, m, code)
		}
	}
}

// TestDecodeMalformed demands a verifyError of code that breaks a rule.
func TestDecodeMalformed(t *testing.T) {
	registry := testRegistry(t)
	small := &classfile.Code{MaxStack: 2, MaxLocals: 1}
	handler := func(start, end, target uint16) *classfile.Code {
		return &classfile.Code{MaxStack: 2, MaxLocals: 1, Handlers: []classfile.Handler{{Start: start, End: end, Handler: target}}}
	}
	for name, c := range map[string]struct {
		shape *classfile.Code
		code  func(p pool) []byte
	}{
		"unknown opcode":              {small, func(pool) []byte { return []byte{202} }},
		"breakpoint":                  {small, func(pool) []byte { return []byte{0xfe, opcodes.Return} }},
		"falls off the end":           {small, func(pool) []byte { return []byte{0} }},
		"ends inside an instruction":  {small, func(pool) []byte { return []byte{opcodes.Sipush, 1} }},
		"ends after wide":             {small, func(pool) []byte { return []byte{opcodes.Wide} }},
		"wide of a wrong instruction": {small, func(pool) []byte { return []byte{opcodes.Wide, opcodes.Iadd, 0, 0, opcodes.Return} }},
		"underflow":                   {small, func(pool) []byte { return []byte{opcodes.Pop, opcodes.Return} }},
		"underflow of iadd":           {small, func(pool) []byte { return []byte{opcodes.Iconst0, opcodes.Iadd, opcodes.Return} }},
		"underflow of dup2_x2":        {small, func(pool) []byte { return []byte{opcodes.Iconst0, opcodes.Iconst0, opcodes.Dup2X2, opcodes.Return} }},
		"overflow":                    {small, func(pool) []byte { return []byte{opcodes.Iconst0, opcodes.Iconst0, opcodes.Iconst0, opcodes.Return} }},
		"local out of range":          {small, func(pool) []byte { return []byte{opcodes.Iload0 + 1, opcodes.Return} }},
		"store out of range":          {small, func(pool) []byte { return []byte{opcodes.Iconst0, opcodes.Istore, 200, opcodes.Return} }},
		"iinc out of range":           {small, func(pool) []byte { return []byte{opcodes.Iinc, 1, 1, opcodes.Return} }},
		"ret out of range":            {small, func(pool) []byte { return []byte{opcodes.Ret, 9} }},
		"jump before the start":       {small, func(pool) []byte { return []byte{opcodes.Goto, 0xff, 0xf0} }},
		"jump behind the end":         {small, func(pool) []byte { return []byte{opcodes.Goto, 0x7f, 0xff} }},
		"jump into an instruction":    {small, func(pool) []byte { return []byte{opcodes.Goto, 0, 4, opcodes.Sipush, 0, 0, opcodes.Return} }},
		"jsr falls off the end":       {small, func(pool) []byte { return []byte{opcodes.Goto, 0, 4, opcodes.Return, opcodes.Jsr, 0xff, 0xff} }},
		"tableswitch upside down": {small, func(pool) []byte {
			return []byte{opcodes.Iconst0, opcodes.Tableswitch, 0, 0, 0, 0, 0, 15, 0, 0, 0, 2, 0, 0, 0, 1, opcodes.Return}
		}},
		"tableswitch without end": {small, func(pool) []byte {
			return []byte{opcodes.Iconst0, opcodes.Tableswitch, 0, 0, 0, 0, 0, 15, 0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, opcodes.Return}
		}},
		"lookupswitch with a negative count": {small, func(pool) []byte {
			return []byte{opcodes.Iconst0, opcodes.Lookupswitch, 0, 0, 0, 0, 0, 11, 0xff, 0xff, 0xff, 0xff, opcodes.Return}
		}},
		"lookupswitch not sorted": {small, func(pool) []byte {
			code := []byte{opcodes.Iconst0, opcodes.Lookupswitch, 0, 0, 0, 0, 0, 27, 0, 0, 0, 2}
			for _, v := range []uint32{5, 27, 4, 27} {
				code = binary.BigEndian.AppendUint32(code, v)
			}
			return append(code, opcodes.Return)
		}},
		"newarray of references": {small, func(pool) []byte { return []byte{opcodes.Iconst0, opcodes.Newarray, 12, opcodes.Pop, opcodes.Return} }},
		"multianewarray of nothing": {small, func(p pool) []byte {
			return []byte{opcodes.Multianewarray, 0, byte(p.array), 0, opcodes.Pop, opcodes.Return}
		}},
		"multianewarray underflows": {small, func(p pool) []byte {
			return []byte{opcodes.Iconst0, opcodes.Multianewarray, 0, byte(p.array), 3, opcodes.Pop, opcodes.Return}
		}},
		"ldc of a Utf8":             {small, func(p pool) []byte { return []byte{opcodes.Ldc, byte(p.utf8), opcodes.Pop, opcodes.Return} }},
		"ldc behind the pool":       {small, func(pool) []byte { return []byte{opcodes.LdcW, 0xff, 0xff, opcodes.Pop, opcodes.Return} }},
		"ldc of entry 0":            {small, func(pool) []byte { return []byte{opcodes.Ldc, 0, opcodes.Pop, opcodes.Return} }},
		"ldc of a long":             {small, func(p pool) []byte { return []byte{opcodes.Ldc, byte(p.long), opcodes.Pop, opcodes.Return} }},
		"ldc2_w of an int":          {small, func(p pool) []byte { return []byte{opcodes.Ldc2W, 0, byte(p.integer), opcodes.Pop2, opcodes.Return} }},
		"field of a method":         {small, func(p pool) []byte { return []byte{opcodes.Getstatic, 0, byte(p.method), opcodes.Pop, opcodes.Return} }},
		"field behind the pool":     {small, func(pool) []byte { return []byte{opcodes.Getstatic, 0xff, 0xfe, opcodes.Pop, opcodes.Return} }},
		"call of a field":           {small, func(p pool) []byte { return []byte{opcodes.Invokestatic, 0, byte(p.intField), opcodes.Return} }},
		"call of a dynamic site":    {small, func(p pool) []byte { return []byte{opcodes.Invokestatic, 0, byte(p.dynamic), opcodes.Return} }},
		"invokedynamic of a method": {small, func(p pool) []byte { return []byte{opcodes.Invokedynamic, 0, byte(p.intMethod), 0, 0, opcodes.Return} }},
		"call underflows": {small, func(p pool) []byte {
			return []byte{opcodes.Invokevirtual, 0, byte(p.intMethod), opcodes.Pop, opcodes.Return}
		}},
		"new of a string": {small, func(p pool) []byte { return []byte{opcodes.New, 0, byte(p.text), opcodes.Pop, opcodes.Return} }},
		"checkcast to a method": {small, func(p pool) []byte {
			return []byte{opcodes.AconstNull, opcodes.Checkcast, 0, byte(p.method), opcodes.Pop, opcodes.Return}
		}},
		"handler inside instruction": {handler(0, 1, 2), func(pool) []byte { return []byte{0, opcodes.Sipush, 0, 0, opcodes.Pop, opcodes.Return} }},
		"return without a value":     {small, func(pool) []byte { return []byte{opcodes.Ireturn} }},
		"switch without a key": {small, func(pool) []byte {
			return []byte{opcodes.Tableswitch, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, opcodes.Return}
		}},
	} {
		shape := *c.shape
		_, _, err := build(t, registry, classfile.Member{Code: &shape}, c.code)
		if _, ok := err.(*verifyError); !ok {
			t.Errorf("%s: error %v, want a verifyError", name, err)
		}
	}
}

// seedClasses are classes of the library whose code has all sorts of shapes.
var seedClasses = []string{
	"java/lang/Integer", "java/lang/Character", "java/lang/StringLatin1", "java/util/HashMap", "java/util/Formatter", "java/util/TimSort",
	"java/util/regex/Pattern", "java/math/MutableBigInteger", "java/util/concurrent/ConcurrentHashMap", "jdk/internal/math/FloatingDecimal",
	"java/lang/invoke/MethodHandles", "java/util/zip/ZipFile$Source",
}

// libraryClasses are the class files of seedClasses from the JDK at hand.
func libraryClasses(t testing.TB) [][]byte {
	t.Helper()
	image := jimagetest.Library(t)
	var list [][]byte
	for _, name := range seedClasses {
		data, _, ok, err := image.FindClass(name)
		if err != nil || !ok {
			t.Fatalf("class %s: found %v, %v", name, ok, err)
		}
		list = append(list, bytes.Clone(data))
	}
	return list
}

// TestDecodeLibrary decodes real classes completely.
func TestDecodeLibrary(t *testing.T) {
	registry := testRegistry(t)
	var memory scratch
	for _, data := range libraryClasses(t) {
		file, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		for i := range file.Methods {
			if file.Methods[i].Code == nil {
				continue
			}
			m := testMethod(registry, file, &file.Methods[i])
			code, err := decode(m, decodingOf(registry, m), &memory)
			if err != nil {
				t.Errorf("%v: %v", m, err)
				continue
			}
			if fresh, err := decode(m, decodingOf(registry, m), &scratch{}); err != nil || !slices.Equal(fresh.BCIs, code.BCIs) || !slices.Equal(fresh.Depths, code.Depths) || !slices.Equal(fresh.Ordinals, code.Ordinals) {
				t.Errorf("%v: with memory of its own it is decoded differently, or fails: %v", m, err)
			}
			checkCode(t, m, code)
		}
	}
}

// FuzzDecode damages the code of real methods: it decodes or fails with a
// verifyError, and decoded code stays inside its frame.
func FuzzDecode(f *testing.F) {
	const handlerBytes = 6 // start, end, handler
	var files []*classfile.Class
	for k, data := range libraryClasses(f) {
		file, err := classfile.Parse(data)
		if err != nil {
			f.Fatal(err)
		}
		files = append(files, file)
		for i := range file.Methods {
			// Long methods only slow the search down.
			if c := file.Methods[i].Code; c != nil && len(c.Bytes) < 120 && i%8 == 0 {
				var handlers []byte
				for _, h := range c.Handlers {
					for _, v := range []uint16{h.Start, h.End, h.Handler} {
						handlers = binary.BigEndian.AppendUint16(handlers, v)
					}
				}
				f.Add(byte(k), byte(i), c.MaxStack, c.MaxLocals, c.Bytes, handlers)
			}
		}
	}
	f.Add(byte(0), byte(0), uint16(3), uint16(300), []byte{opcodes.Jsr, 0, 4, opcodes.Return, opcodes.Wide, opcodes.Istore + 4, 1, 0, opcodes.Wide, opcodes.Ret, 1, 0}, []byte{})
	registry := testRegistry(f)
	f.Fuzz(func(t *testing.T, class, method byte, maxStack, maxLocals uint16, code, handlers []byte) {
		if len(code) == 0 || len(code) > 1<<16-1 {
			return // no Code attribute holds that
		}
		file := files[int(class)%len(files)]
		member := file.Methods[int(method)%len(file.Methods)]
		// As parsing guarantees, the arguments fit and handlers begin inside.
		arguments := registry.Selector(member.Name, member.Descriptor).ParamSlots + 1
		member.Code = &classfile.Code{MaxStack: maxStack, MaxLocals: max(maxLocals, uint16(arguments)), Bytes: code}
		for ; len(handlers) >= handlerBytes; handlers = handlers[handlerBytes:] {
			h := classfile.Handler{Start: binary.BigEndian.Uint16(handlers), End: binary.BigEndian.Uint16(handlers[2:]), Handler: binary.BigEndian.Uint16(handlers[4:])}
			member.Code.Handlers = append(member.Code.Handlers, h)
		}
		m := testMethod(registry, file, &member)
		decoded, err := decode(m, decodingOf(registry, m), &scratch{})
		if err != nil {
			if _, ok := err.(*verifyError); !ok {
				t.Fatal(err)
			}
			return
		}
		checkCode(t, m, decoded)
		m.Code = decoded
		compiler.LivenessOf(m)
	})
}

// checkCode checks what the interpreter's loop takes for granted: every operand
// lies in the frame, every branch leads to an instruction.
func checkCode(t testing.TB, m *classes.Method, code *decoded.Code) {
	t.Helper()
	n := len(code.Instructions)
	if n == 0 || len(code.BCIs) != n || len(code.Depths) != n || len(code.Ordinals) != n || code.Entry != &code.Instructions[0] {
		t.Fatalf("%v: %d instructions with %d, %d and %d facts", m, n, len(code.BCIs), len(code.Depths), len(code.Ordinals))
	}
	top := decoded.StackSlot(int(m.Member.Code.MaxStack) + decoded.ScratchSlots)
	for i := range code.Instructions {
		in := &code.Instructions[i]
		for _, o := range frameOperands(in) {
			if o%decoded.SlotBytes != 0 || o < -m.LocalBytes || o >= 0 && o < decoded.FrameHeader || o >= top {
				t.Fatalf("%v: instruction %d, %s, has the operand %d; locals start at %d, the stack ends at %d", m, i, decoded.Name(in.Op), o, -m.LocalBytes, top)
			}
		}
		if int(code.Depths[i]) > int(m.Member.Code.MaxStack) {
			t.Fatalf("%v: instruction %d has depth %d of %d", m, i, code.Depths[i], m.Member.Code.MaxStack)
		}
		target := func(to int32) {
			if to < 0 || int(to) >= n {
				t.Fatalf("%v: instruction %d, %s, leads to %d of %d", m, i, decoded.Name(in.Op), to, n)
			}
		}
		switch {
		case in.Op >= decoded.Goto && in.Op <= decoded.IfNonNull, in.Op == decoded.Jsr:
			if in.C%int32(decoded.InstructionSize) != 0 {
				t.Fatalf("%v: instruction %d leads between instructions", m, i)
			}
			target(int32(i) + in.C/int32(decoded.InstructionSize))
			if in.Op == decoded.Jsr {
				target(in.B)
			}
		case in.Op == decoded.TableSwitch, in.Op == decoded.LookupSwitch:
			s := (*decoded.SwitchTable)(in.P)
			for _, to := range s.Targets {
				target(to.Index)
			}
			target(s.Fallback.Index)
			if in.Op == decoded.LookupSwitch && len(s.Keys) != len(s.Targets) {
				t.Fatalf("%v: instruction %d has %d keys for %d targets", m, i, len(s.Keys), len(s.Targets))
			}
		case in.Op >= decoded.InvokeStatic && in.Op <= decoded.InvokeDynamic:
			if site := (*classes.CallSite)(in.P); site.Index != int32(i) || int(site.Slot) >= code.CallSites {
				t.Fatalf("%v: instruction %d has call site %d, slot %d of %d", m, i, site.Index, site.Slot, code.CallSites)
			}
		}
	}
	if code.Instructions[n-1].Op != decoded.Unreachable {
		t.Fatalf("%v ends with %s", m, decoded.Name(code.Instructions[n-1].Op))
	}
	for _, h := range code.Handlers {
		if h.Target < 0 || int(h.Target) >= n {
			t.Fatalf("%v: a handler leads to %d of %d", m, h.Target, n)
		}
	}
}

// frameOperands lists the operands of an instruction, as it is decoded, that are
// offsets from the frame.
func frameOperands(in *decoded.Instruction) []int32 {
	a, b, c := in.A, in.B, in.C
	switch op := in.Op; {
	case op == decoded.Unreachable, op == decoded.Goto, op == decoded.SyncEnter, op == decoded.SyncExit, op == decoded.Return:
		return nil
	case op == decoded.Const, op == decoded.Const64, op == decoded.Ldc, op == decoded.Ldc2, op == decoded.GetStatic, op == decoded.TableSwitch, op == decoded.LookupSwitch, op == decoded.Jsr,
		op >= decoded.IfEqK && op <= decoded.IfLeK, op == decoded.IfNull, op == decoded.IfNonNull:
		return []int32{a}
	case op == decoded.PutStatic, op == decoded.CheckCast, op == decoded.MonitorEnter, op == decoded.MonitorExit, op == decoded.Throw, op == decoded.Ret, op == decoded.ReturnValue:
		return []int32{b}
	case op >= decoded.IAdd && op <= decoded.IUshr, op >= decoded.LAdd && op <= decoded.LUshr, op == decoded.LCmp, op >= decoded.FAdd && op <= decoded.FRem, op >= decoded.FCmpL && op <= decoded.DRem,
		op == decoded.DCmpL, op == decoded.DCmpG, op >= decoded.Load32 && op <= decoded.StoreRef:
		return []int32{a, b, c}
	case op == decoded.MultiANewArray:
		return []int32{a, b, b + (int32(in.Letter)-1)*decoded.SlotBytes}
	case op >= decoded.InvokeStatic && op <= decoded.InvokeDynamic:
		slots := int32((*classes.CallSite)(in.P).Selector.ParamSlots)
		return []int32{a, b, b + slots*decoded.SlotBytes} // the last one holds an appendix
	}
	return []int32{a, b}
}
