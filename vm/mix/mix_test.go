package mix

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles/flows"
	"hotlens/profiles/instructions"
	"hotlens/vm/classfile"
)

// assemble puts bytecode together: numbers are bytes, and goto and its like take the index of the element of
// parts that they go to.
type branch struct {
	op     byte
	target int
}

func assemble(parts ...any) []byte {
	at := make([]int, len(parts)+1)
	for i, part := range parts {
		at[i+1] = at[i] + 1
		if _, ok := part.(branch); ok {
			at[i+1] = at[i] + 3
		}
	}
	var code []byte
	for i, part := range parts {
		switch part := part.(type) {
		case int:
			code = append(code, byte(part))
		case branch:
			code = append(code, part.op)
			code = binary.BigEndian.AppendUint16(code, uint16(int16(at[part.target]-at[i])))
		}
	}
	return code
}

// estimator makes the mixes of all tests, whatever it has made before.
var estimator Estimator

// of is the mix of a method of class Demo, whose constant 3 is the class Runnable, 6 a field of it that is a reference and 9 an int, 13 its method compareTo, and 16 one of Math.
func of(code []byte, handlers ...classfile.Handler) instructions.Mix {
	return ofNamed("run", code, handlers...)
}

// ofNamed is the mix of one with that name.
func ofNamed(name string, code []byte, handlers ...classfile.Handler) instructions.Mix {
	class := &classfile.Class{Name: "Demo", Pool: classfile.NewPool([]classfile.Constant{
		{}, {Tag: classfile.TagUtf8, Utf8: "java/lang/Runnable"}, {Tag: classfile.TagUtf8, Utf8: "next"}, {Tag: classfile.TagClass, A: 1},
		{Tag: classfile.TagUtf8, Utf8: "LDemo;"}, {Tag: classfile.TagNameAndType, A: 2, B: 4}, {Tag: classfile.TagFieldref, A: 3, B: 5},
		{Tag: classfile.TagUtf8, Utf8: "I"}, {Tag: classfile.TagNameAndType, A: 2, B: 7}, {Tag: classfile.TagFieldref, A: 3, B: 8},
		{Tag: classfile.TagUtf8, Utf8: "compareTo"}, {Tag: classfile.TagUtf8, Utf8: "(LDemo;)I"}, {Tag: classfile.TagNameAndType, A: 10, B: 11}, {Tag: classfile.TagMethodref, A: 3, B: 12},
		{Tag: classfile.TagUtf8, Utf8: "java/lang/Math"}, {Tag: classfile.TagClass, A: 14}, {Tag: classfile.TagMethodref, A: 15, B: 12},
	}...)}
	mix, _, _ := estimator.Of(class, &classfile.Member{Name: name, Descriptor: "()V", Code: &classfile.Code{Bytes: code, MaxLocals: 8, Handlers: handlers}}, func(name string) bool { return name == "java/lang/Runnable" })
	return mix
}

// shares are the kinds of a mix, in whole percent.
func shares(m instructions.Mix) map[string]int {
	found, sum := map[string]int{}, 0
	for k, part := range m {
		sum += int(part)
		if part > 0 {
			found[instructions.Kind(k).String()] = (int(part)*100 + instructions.Whole/2) / instructions.Whole
		}
	}
	if sum != instructions.Whole {
		found["sum"] = sum
	}
	return found
}

// The opcodes of the tests that the package does not speak of.
const (
	iconst0, iload1, iload2, iload3, aload0, aload1 = 3, 27, 28, 29, 42, 43
	dload1, dload2, dstore1, istore1, istore2, pop  = 39, 40, 72, 60, 61, 87
	imul, dmul, dadd, idiv, iadd, ireturn, dreturn  = 104, 107, 99, 108, 96, 172, 175
	ifge, ifIcmpge, ifnull, iaload, iastore         = 156, 162, 198, 46, 79
	iflt, ifeq, iand, ineg, irem                    = 155, 153, 126, 116, 112
)

func TestMix(t *testing.T) {
	for _, test := range []struct {
		name     string
		code     []byte
		handlers []classfile.Handler
		want     map[string]int
	}{
		{"straight line, which is exact", assemble(iload1, iload2, iadd, iload3, idiv, 17, 0, 7, imul, ireturn), nil,
			map[string]int{"move": 50, "integer": 12, "int divide": 12, "integer multiply": 12, "return": 12}},
		{"a throw and nothing else", assemble(aload0, 191), nil, map[string]int{"move": 50, "throw": 50}},
		{"a cast to an interface and a reference field", assemble(aload0, aload0, 192, 0, 3, 181, 0, 6, 177), nil,
			map[string]int{"move": 40, "class test": 20, "reference field store": 20, "return": 20}},
		{"a question for an interface", assemble(aload0, 193, 0, 3, pop, 177), nil, map[string]int{"move": 50, "interface test": 25, "return": 25}},
		{"a primitive field", assemble(aload0, iconst0, 181, 0, 9, 177), nil, map[string]int{"move": 50, "field store": 25, "return": 25}},
		// The path that throws counts an eighth: 2 of 2 * 8 + 2 + 2 * 8.
		{"a throw in a branch", assemble(aload0, branch{ifnull, 4}, iload1, ireturn, aload0, 191), nil,
			map[string]int{"move": 50, "branch": 24, "return": 24, "throw": 3}},
		{"a handler", assemble(iload1, iload2, idiv, ireturn, pop, iconst0, ireturn), []classfile.Handler{{Start: 0, End: 4, Handler: 4}},
			map[string]int{"move": 51, "int divide": 23, "return": 26}},
		{"wide and switches", assemble(196, 21, 1, 0, 170, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 177), nil,
			map[string]int{"move": 33, "switch": 33, "return": 33}},
		// switch (a) { case 0 -> a = b * c; case 1 -> a = -b; default -> a = b; } return a: each way counts a third, rounded down: 2 of 4 * 8 + 11 * 2.
		{"the ways of a switch", assemble(iload1, 170, 0, 0, 0, 0, 0, 36, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 23, 0, 0, 0, 30,
			iload2, iload3, imul, istore1, branch{167, 35}, iload2, ineg, istore1, branch{167, 35}, iload2, istore1, iload1, ireturn), nil,
			map[string]int{"move": 56, "switch": 15, "return": 15, "branch": 7, "integer": 4, "integer multiply": 4}},
		// for (int i = 0; i < n; i++) a[i] = a[i] * b;
		{"a loop that makes vectors", assemble(iconst0, istore1, iload1, iload2, branch{ifIcmpge, 17}, aload0, iload1, aload0, iload1, iaload, iload3, imul, iastore, 132, 1, 1, branch{167, 2}), nil,
			map[string]int{"move": 2, "vector map": 98}},
		// for (...) a[i] = i * b;
		{"a loop that computes with its counter", assemble(iconst0, istore1, iload1, iload2, branch{ifIcmpge, 15}, aload0, iload1, iload1, iload3, imul, iastore, 132, 1, 1, branch{167, 2}), nil,
			map[string]int{"move": 56, "integer": 9, "integer multiply": 9, "array store": 9, "branch": 18}},
		// for (...) s += a[i];
		{"a reduction", assemble(iconst0, istore1, iload1, iload2, branch{ifIcmpge, 15}, iload3, aload0, iload1, iaload, iadd, 62, 132, 1, 1, branch{167, 2}), nil,
			map[string]int{"move": 2, "vector reduction": 98}},
		// for (...) s += a[i + 1]: not plain, and the addition takes less time than the load.
		{"another index", assemble(iconst0, istore1, iload1, iload2, branch{ifIcmpge, 17}, iload3, aload0, iload1, 4, iadd, iaload, iadd, 62, 132, 1, 1, branch{167, 2}), nil,
			map[string]int{"move": 55, "integer": 23, "array load": 8, "branch": 15}},
		// for (double x = 1; ; i++) x = x * y + y: 0.82 + 0.55 ns to wait for
		{"a recurrence", assemble(iload3, iload3, branch{ifIcmpge, 13}, dload1, 41, dmul, 41, dadd, dstore1, 132, 5, 1, branch{167, 0}), nil,
			map[string]int{"recurrent multiply": 9, "recurrent add": 9, "branch": 9, "overlapped": 73}},
		{"a division by a constant", assemble(iload1, 16, 10, idiv, ireturn), nil, map[string]int{"move": 50, "constant divide": 25, "return": 25}},
		{"a division by a power of two", assemble(iload1, 17, 1, 0, idiv, ireturn), nil, map[string]int{"move": 50, "integer multiply": 25, "return": 25}},
		// for (;;) f(x / 10);
		{"a division that a loop does not change", assemble(iload1, 16, 10, idiv, 184, 0, 6, branch{167, 0}), nil, map[string]int{"move": 60, "invoke direct": 20, "branch": 20}},
		// for (;;) f(x++ / 10);
		{"a division that a loop changes", assemble(iload1, 16, 10, idiv, 132, 1, 1, 184, 0, 6, branch{167, 0}), nil,
			map[string]int{"move": 33, "constant divide": 17, "integer": 17, "invoke direct": 17, "branch": 17}},
		// for (;;) f(x * y + i++);
		{"a product that a loop does not change", assemble(iload1, iload2, imul, iload3, iadd, 132, 3, 1, 184, 0, 6, branch{167, 0}), nil,
			map[string]int{"move": 50, "integer": 25, "invoke direct": 12, "branch": 12}},
		// for (;;) f(x++ * y);
		{"a product that a loop changes", assemble(iload1, iload2, imul, 132, 1, 1, 184, 0, 6, branch{167, 0}), nil,
			map[string]int{"move": 33, "integer multiply": 17, "integer": 17, "invoke direct": 17, "branch": 17}},
		// for (;;) f(x / y): it may throw
		{"a division by a variable in a loop", assemble(iload1, iload2, idiv, 184, 0, 6, branch{167, 0}), nil,
			map[string]int{"move": 40, "int divide": 20, "invoke direct": 20, "branch": 20}},
		// for (;;) { if (i >= n) break; x = (x + i) % 10; i++; }
		{"a recurrent remainder", assemble(iload3, iload2, branch{ifIcmpge, 14}, iload1, iload3, iadd, 16, 10, 112, istore1, 132, 3, 1, branch{167, 0}, 177), nil,
			map[string]int{"recurrent constant divide": 9, "recurrent integer": 9, "branch": 9, "overlapped": 72, "return": 1}},
		// for (...) x = (x + a.compareTo(b)) % 10, x = x * Math.compareTo(...) * i, and the latter with another call than one of Math
		{"a recurrent remainder with a call", assemble(iload3, iload2, branch{ifIcmpge, 17}, iload1, aload0, aload0, 182, 0, 13, iadd, 16, 10, 112, istore1, 132, 3, 1, branch{167, 0}, 177), nil,
			map[string]int{"recurrent constant divide": 8, "recurrent integer": 8, "invoke virtual": 8, "branch": 8, "overlapped": 69, "return": 1}},
		{"a product that waits for more than a small call takes", assemble(iload3, iload2, branch{ifIcmpge, 16}, iload1, aload0, aload0, 182, 0, 16, 104, iload3, 104, istore1, 132, 3, 1, branch{167, 0}, 177), nil,
			map[string]int{"recurrent multiply": 15, "invoke virtual": 8, "branch": 8, "overlapped": 69, "return": 1}},
		{"a product that waits for less than other calls take", assemble(iload3, iload2, branch{ifIcmpge, 16}, iload1, aload0, aload0, 182, 0, 13, 104, iload3, 104, istore1, 132, 3, 1, branch{167, 0}, 177), nil,
			map[string]int{"move": 53, "integer": 8, "integer multiply": 15, "invoke virtual": 8, "branch": 15, "return": 1}},
		// while (x >= 0) x = x / 10: a quotient is one multiplication
		{"a recurrent quotient", assemble(iload1, branch{iflt, 7}, iload1, 16, 10, idiv, istore1, branch{167, 0}, 177), nil,
			map[string]int{"recurrent multiply": 14, "branch": 14, "overlapped": 70, "return": 2}},
		// if ((x & y) != 0) return 1; return 2: which bits of numbers are set nobody foresees
		{"a branch by bits", assemble(iload1, iload2, iand, branch{ifeq, 6}, iconst0, ireturn, iconst0, ireturn), nil,
			map[string]int{"move": 50, "integer": 12, "unsure branch": 12, "return": 25}},
		// if ((x & 7) != 0) return 1; return 2
		{"a branch by a constant's bits", assemble(iload1, 16, 7, iand, branch{ifeq, 7}, iconst0, ireturn, iconst0, ireturn), nil,
			map[string]int{"move": 50, "integer": 12, "branch": 12, "return": 25}},
		// for (x++; x < y; x += x & -x) this.compareTo(this): it is no counter
		{"a walk by the lowest bit", assemble(132, 1, 1, iload1, iload2, branch{ifIcmpge, 20}, aload0, aload0, 182, 0, 13, pop, iload1, iload1, iload1, ineg, iand, iadd, istore1, branch{167, 3}, 177), nil,
			map[string]int{"move": 59, "integer": 20, "unsure branch": 7, "invoke virtual": 7, "branch": 7, "return": 1}},
		// if (x % y != 0) return 1; return 2: nearly always
		{"a branch by a remainder", assemble(iload1, iload2, irem, branch{ifeq, 6}, iconst0, ireturn, iconst0, ireturn), nil,
			map[string]int{"move": 50, "int divide": 12, "branch": 12, "return": 25}},
		// if (x % 10 != 0) return 1; return 2
		{"a branch by the remainder of a constant", assemble(iload1, 16, 10, irem, branch{ifeq, 7}, iconst0, ireturn, iconst0, ireturn), nil,
			map[string]int{"move": 50, "constant divide": 12, "unsure branch": 12, "return": 25}},
		// while (p != null) { n++; p = p.next; }
		{"a chased pointer", assemble(aload1, branch{ifnull, 11}, 132, 2, 1, aload1, 180, 0, 6, 76, branch{167, 0}), nil,
			map[string]int{"recurrent load": 14, "branch": 14, "overlapped": 71}},
		// for (;;) { if (p.next == null) { this.f(); break; } p = p.next; } return: what stands in front of the break is not in the loop
		{"a call in front of a break", assemble(aload1, 180, 0, 6, branch{199, 10}, aload0, 182, 0, 6, branch{167, 16}, aload1, 180, 0, 6, 76, branch{167, 0}, 177), nil,
			map[string]int{"recurrent load": 13, "branch": 15, "overlapped": 67, "move": 2, "invoke virtual": 2, "return": 2}},
		{"the same with a call", assemble(aload1, branch{ifnull, 11}, 184, 0, 6, aload1, 180, 0, 6, 76, branch{167, 0}), nil,
			map[string]int{"move": 43, "branch": 29, "invoke direct": 14, "field load": 14}},
		// if (this.count >= 0) return 1; return 2;
		{"a branch by what is read", assemble(aload0, 180, 0, 9, branch{ifge, 7}, iconst0, ireturn, iconst0, ireturn), nil,
			map[string]int{"move": 43, "field load": 14, "unsure branch": 14, "return": 29}},
		// if (this.compareTo(that) >= 0) return 1; return 2;
		{"a branch by which is greater", assemble(aload0, aload1, 182, 0, 13, branch{ifge, 8}, iconst0, ireturn, iconst0, ireturn), nil,
			map[string]int{"move": 50, "invoke virtual": 12, "order branch": 12, "return": 25}},
		// while (i < this.count) i++;
		{"a counter and its bound", assemble(iload1, aload0, 180, 0, 9, branch{ifIcmpge, 10}, 132, 1, 1, branch{167, 0}, 177), nil,
			map[string]int{"move": 33, "field load": 16, "integer": 16, "branch": 33, "return": 2}},
		// Two nested loops: what is between them counts an eighth of the inner one.
		{"nested loops", assemble(iload1, branch{ifge, 9}, iload2, branch{ifge, 5}, branch{167, 2}, 132, 1, 1, branch{167, 0}), nil,
			map[string]int{"move": 32, "branch": 64, "integer": 4}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, shares(of(test.code, test.handlers...))); diff != "" {
				t.Errorf("unexpected mix (-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzMix: whatever the bytes are, the parts sum to the whole or there are none.
func FuzzMix(f *testing.F) {
	f.Add(assemble(iconst0, istore1, iload1, iload2, branch{ifIcmpge, 17}, aload0, iload1, aload0, iload1, iaload, iload3, imul, iastore, 132, 1, 1, branch{167, 2}))
	f.Add([]byte{170, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x7f, 255, 255, 255})
	f.Add([]byte{196})
	f.Add([]byte{196, 171, 0, 0})
	f.Add([]byte{168, 0, 0, 169, 0, 201, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, code []byte) {
		if len(code) == 0 || len(code) > 4096 {
			return
		}
		sum := 0
		for _, part := range of(code, classfile.Handler{Handler: 0}) {
			sum += int(part)
		}
		if sum != instructions.Whole && sum != 0 {
			t.Errorf("the parts sum to %d", sum)
		}
	})
}

// TestConstructor tells the stores into an object that has just been made.
func TestConstructor(t *testing.T) {
	code := assemble(aload0, aload0, 181, 0, 6, aload0, 179, 0, 6, 177)
	if diff := cmp.Diff(map[string]int{"move": 50, "field store": 17, "reference field store": 17, "return": 17}, shares(ofNamed("<init>", code))); diff != "" {
		t.Errorf("unexpected mix (-want +got):\n%s", diff)
	}
}

// flowsOf describes where the references of a static method of class Demo go, which has an int and an object as its arguments. Constant 10 is its
// method call(Object)Object.
func flowsOf(code []byte) []string {
	class := &classfile.Class{Name: "Demo", Pool: classfile.NewPool([]classfile.Constant{
		{}, {Tag: classfile.TagUtf8, Utf8: "Demo"}, {Tag: classfile.TagUtf8, Utf8: "next"}, {Tag: classfile.TagClass, A: 1},
		{Tag: classfile.TagUtf8, Utf8: "LDemo;"}, {Tag: classfile.TagNameAndType, A: 2, B: 4}, {Tag: classfile.TagFieldref, A: 3, B: 5},
		{Tag: classfile.TagUtf8, Utf8: "call"}, {Tag: classfile.TagUtf8, Utf8: "(LDemo;)LDemo;"}, {Tag: classfile.TagNameAndType, A: 7, B: 8},
		{Tag: classfile.TagMethodref, A: 3, B: 9},
	}...)}
	_, summary, _ := estimator.Of(class, &classfile.Member{Flags: classfile.AccStatic, Descriptor: "(ILDemo;)LDemo;", Code: &classfile.Code{Bytes: code, MaxLocals: 4}}, func(string) bool { return false })
	var lines []string
	summary.Each(func(source flows.Word, sinks []uint32) bool {
		line := fmt.Sprintf("%s %d:", []string{"argument", "object", "result"}[source.Kind()], source.At())
		for _, word := range sinks {
			switch sink := flows.Word(word); sink.Kind() {
			case flows.Passed:
				line += fmt.Sprintf(" passed to %d as %d", sink.At(), sink.Argument())
			case flows.Returned:
				line += " returned"
			case flows.ToField:
				line += fmt.Sprintf(" put into source %d", sink.At())
			case flows.Examined:
				switch flows.Examination(sink.At()) {
				case flows.Held:
					line += " held"
				case flows.Compared:
					line += " compared"
				case flows.Array:
					line += fmt.Sprintf(" of %d", sink.Argument())
				case flows.Indexed:
					line += " indexed"
				case flows.Counted:
					line += fmt.Sprintf(" counted by %d", sink.Argument())
				}
			}
		}
		lines = append(lines, line)
		return true
	})
	if len(summary) > 0 {
		lines = append(lines, fmt.Sprintf("others %d", summary.Escaping()))
	}
	return lines
}

func TestFlows(t *testing.T) {
	const (
		aconstNull, dup, astore2, aload2, astore3, aload3         = 1, 89, 77, 44, 78, 45
		areturn, getstatic, putstatic, getfield, putfield, athrow = 176, 178, 179, 180, 181, 191
		invokestatic, newObject, anewarray, monitorenter, aastore = 184, 187, 189, 194, 83
		iload0, ifAcmpeq, gotoAlways                              = 26, 165, 167
		newarray, ofInt, iconst2, iconst4, istore3, bipush        = 188, 10, 5, 7, 62, 16
	)
	// int[] d = {..., x}, of four elements; the first one of an index
	literal := []any{iconst4, newarray, ofInt, dup, iconst2, iload0, iastore, astore2}
	// for (i = 0; i < 4; i++) use(d[i])
	over := func(use ...any) []byte {
		end := len(literal) + 12 + len(use)
		loop := len(literal) + 2
		parts := append(append([]any{}, literal...), iconst0, istore3, iload3, iconst4, branch{ifIcmpge, end}, aload2, iload3, iaload)
		return assemble(append(append(parts, use...), 132, 3, 1, branch{gotoAlways, loop}, aconstNull, areturn)...)
	}
	for _, test := range []struct {
		name string
		code []byte
		want []string
	}{
		{"an argument that is only looked at", assemble(aload1, getfield, 0, 6, pop, aload1, monitorenter, aconstNull, areturn), []string{"argument 1:", "others 0"}},
		{"returned", assemble(newObject, 0, 3, areturn), []string{"argument 1:", "object 0: returned", "others 0"}},
		{"put where all see it", assemble(newObject, 0, 3, putstatic, 0, 6, aload1, areturn), []string{"argument 1: returned", "others 8"}},
		{"passed, and what comes back thrown", assemble(newObject, 0, 3, invokestatic, 0, 10, athrow), []string{"argument 1:", "object 0: passed to 3 as 0", "others 0"}},
		{"put into an object", assemble(aload1, newObject, 0, 3, putfield, 0, 6, aconstNull, areturn), []string{"argument 1:", "object 1: put into source 0", "others 0"}},
		{"put into an object that all see", assemble(aload1, newObject, 0, 3, putfield, 0, 6, aload1, putstatic, 0, 6, aconstNull, areturn), nil},
		{"put into an object of nobody knows whom", assemble(getstatic, 0, 6, newObject, 0, 3, putfield, 0, 6, aload1, areturn), []string{"argument 1: returned", "others 8"}},
		{"put into an array", assemble(iload0, anewarray, 0, 3, iload0, newObject, 0, 3, aastore, aload1, areturn), []string{"argument 1: returned", "others 16"}},
		{"one of two that are returned", assemble(iload0, branch{ifeq, 4}, aload1, areturn, newObject, 0, 3, areturn), nil},
		{"one of two that are looked at", assemble(aload1, astore2, iload0, branch{ifeq, 8}, newObject, 0, 3, astore2, aload2, getfield, 0, 6, areturn), nil},
		{"one of two that nobody looks at", assemble(aload1, astore2, iload0, branch{ifeq, 8}, newObject, 0, 3, astore2, aconstNull, areturn), []string{"argument 1:", "object 6:", "others 0"}},
		// Demo p = new Demo(); while (i != 0) p = call(p); return p;
		{"what a loop replaces", assemble(newObject, 0, 3, astore2, iload0, branch{ifeq, 11}, aload2, invokestatic, 0, 10, astore2, branch{gotoAlways, 4}, aconstNull, areturn),
			[]string{"argument 1:", "others 8"}},
		{"what a loop makes anew", assemble(iload0, branch{ifeq, 11}, newObject, 0, 3, astore2, aload2, getfield, 0, 6, pop, branch{gotoAlways, 0}, aconstNull, areturn),
			[]string{"argument 1:", "object 4:", "others 0"}},
		// The same loop, but it only looks at the object.
		{"what a loop holds", assemble(newObject, 0, 3, astore2, iload0, branch{ifeq, 12}, aload2, getfield, 0, 6, pop, branch{gotoAlways, 4}, aconstNull, areturn),
			[]string{"argument 1:", "object 0: held", "others 0"}},
		{"an array of which the compiler knows each index", assemble(append(literal, aload2, iconst0, iaload, pop, aconstNull, areturn)...), []string{"argument 1:", "object 1: of 4", "others 0"}},
		{"an array at any index", assemble(append(literal, aload2, iload0, iaload, pop, aconstNull, areturn)...), []string{"argument 1:", "object 1: of 4 indexed", "others 0"}},
		{"an array in the order of a counter", over(pop), []string{"argument 1:", "object 1: of 4 held counted by 9", "others 0"}},
		{"an array beside other work", over(pop, aload1, invokestatic, 0, 10, pop), []string{"argument 1: passed to 20 as 0", "object 1: of 4 held indexed", "result 20:", "others 0"}},
		{"an array beside one at any index", over(pop, aload2, iload0, iaload, pop), []string{"argument 1:", "object 1: of 4 held indexed", "others 0"}},
		{"a long array", assemble(bipush, 65, newarray, ofInt, pop, aconstNull, areturn), []string{"argument 1:", "others 8"}},
		{"an array of unknown length", assemble(iload0, newarray, ofInt, pop, aconstNull, areturn), []string{"argument 1:", "others 8"}},
		{"compared", assemble(newObject, 0, 3, aload1, branch{ifAcmpeq, 5}, aconstNull, areturn), []string{"argument 1: compared", "object 0: compared", "others 0"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, flowsOf(test.code)); diff != "" {
				t.Errorf("unexpected flows (-want +got):\n%s", diff)
			}
		})
	}
}
