//go:build unix

package vm_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"hotlens/vm/classfile"
	"hotlens/vm/oracle"
)

// wrongClass is a class file that breaks a rule of JVMS 4.9 or 4.10, or one that
// comes close to it.
type wrongClass struct {
	name    string
	version uint16
	build   func(w *wrong)
}

// wrong builds such a class. Its methods are never called: verification looks at
// all of them.
type wrong struct{ *oddClass }

// body is a method with exact sizes.
type body struct {
	flags               uint16 // 0: public static
	name, desc          string // "": m and ()V
	maxStack, maxLocals uint16
	frames              []byte // content of StackMapTable, nil for none
	variables           []classfile.Variable
}

func (w *wrong) method(b body, build func(a *assembler)) {
	if b.name == "" {
		b.name = "m"
	}
	if b.desc == "" {
		b.desc = "()V"
	}
	if b.flags == 0 {
		b.flags = classfile.AccPublic | classfile.AccStatic
	}
	a := &assembler{c: w.oddClass, labels: map[string]int{}}
	build(a)
	w.Method(classfile.Member{Flags: b.flags, Name: b.name, Descriptor: b.desc, Code: &classfile.Code{
		MaxStack: b.maxStack, MaxLocals: b.maxLocals, Bytes: a.finish(), Handlers: a.handlers(), StackMap: b.frames, Variables: b.variables,
	}})
}

// code adds a static method that takes nothing, with four slots of everything.
func (w *wrong) code(build func(a *assembler)) {
	w.method(body{maxStack: 4, maxLocals: 4}, build)
}

// framed is code with a StackMapTable.
func (w *wrong) framed(frames []byte, build func(a *assembler)) {
	w.method(body{maxStack: 4, maxLocals: 4, frames: frames}, build)
}

// instance is code of an instance method, constructor that of a constructor.
func (w *wrong) instance(build func(a *assembler)) {
	w.method(body{flags: classfile.AccPublic, maxStack: 4, maxLocals: 4}, build)
}

func (w *wrong) constructor(build func(a *assembler)) {
	w.method(body{flags: classfile.AccPublic, name: "<init>", maxStack: 4, maxLocals: 4}, build)
}

// table is a StackMapTable's content.
func table(frames ...[]byte) []byte {
	out := binary.BigEndian.AppendUint16(nil, uint16(len(frames)))
	for _, f := range frames {
		out = append(out, f...)
	}
	return out
}

// Tags of verification types in a StackMapTable.
const (
	itemTop = iota
	itemInteger
	itemFloat
	itemDouble
	itemLong
	itemNull
	itemThis
	itemObject
	itemNew
)

func item(tag byte, operand ...uint16) []byte {
	out := []byte{tag}
	for _, o := range operand {
		out = binary.BigEndian.AppendUint16(out, o)
	}
	return out
}

// full is a full_frame.
func full(delta uint16, locals, stack [][]byte) []byte {
	out := binary.BigEndian.AppendUint16([]byte{255}, delta)
	for _, list := range [][][]byte{locals, stack} {
		out = binary.BigEndian.AppendUint16(out, uint16(len(list)))
		for _, i := range list {
			out = append(out, i...)
		}
	}
	return out
}

// versionTyped is a class file version that only type checking decides on.
const versionTyped = 61

// straight makes a class for type checking, and its like for inference, with one
// method without branches that would need frames.
func straight(name string, build func(a *assembler)) []wrongClass {
	both := func(w *wrong) { w.code(build) }
	return []wrongClass{{"T" + name, versionTyped, both}, {"I" + name, versionOld, both}}
}

// built is straight for what is more than a static method.
func built(name string, build func(w *wrong)) []wrongClass {
	return []wrongClass{{"T" + name, versionTyped, build}, {"I" + name, versionOld, build}}
}

// TestVerify defines wrong classes on java and on hotlens: both must throw the
// same, with the same words.
func TestVerify(t *testing.T) {
	for _, jdk := range oracle.JDKs(t) {
		if testing.Short() && jdk.Release != oracle.Release(t) {
			continue
		}
		t.Run(jdk.Name(), func(t *testing.T) {
			oracle.Once(t)
			compareErrors(t, oracle.ToolsOf(t, jdk))
		})
	}
}

// compareErrors compares what the two VMs say of each class.
func compareErrors(t *testing.T, tools oracle.Tools) {
	t.Helper()
	classes := oracle.Compile(t, tools, "testdata/verify")
	folder := t.TempDir()
	arguments := []string{"-cp", classes, "Wrong", folder}
	var all []wrongClass
	for _, group := range [][]wrongClass{wrongStacks(), wrongLocals(), wrongOperands(), wrongArrays(), wrongFlow(), wrongReturns(), wrongObjects(), wrongMembers(), wrongCalls(), wrongFrames(), wrongHandlers(), subroutines(), rightButOdd(), unsafeUnlessChecked()} {
		all = append(all, group...)
	}
	for _, c := range all {
		w := &wrong{newOddClass(c.version, c.name, "java/lang/Object")}
		c.build(w)
		w.write(t, folder)
		arguments = append(arguments, c.name)
	}
	want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: append([]string{"-Xshare:auto", "-XX:TieredStopAtLevel=1"}, arguments...)})
	got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: append([]string{"run", "--tier", *oracle.Tier}, arguments...), Settings: tools.Settings})
	wants, gots := strings.Split(want.Stdout, "== "), strings.Split(got.Stdout, "== ")
	if len(wants) != len(all)+1 {
		t.Fatalf("java printed %d of %d classes:\n%s", len(wants)-1, len(all), oracle.LastLines(want.Stderr, 10))
	}
	refused := 0
	for i, w := range wants {
		if strings.Contains(w, "Error") {
			refused++
		}
		if i >= len(gots) {
			t.Fatalf("stdout ends before %s; the end of stderr:\n%s", w, oracle.LastLines(got.Stderr, 20))
		}
		if gots[i] != w {
			t.Error(oracle.FirstDifference(w, gots[i]))
		}
	}
	const atLeast = 150 // that not all of them are right by mistake
	if refused < atLeast {
		t.Errorf("java refuses only %d classes", refused)
	}
}

// wrongStacks breaks the rules on the operand stack's depth and categories.
func wrongStacks() (all []wrongClass) {
	add := func(name string, build func(a *assembler)) { all = append(all, straight(name, build)...) }
	add("PopEmpty", func(a *assembler) { a.op(opPop, opReturn) })
	add("AddEmpty", func(a *assembler) { a.op(opIconst0, opIadd, opPop, opReturn) })
	add("Overflow", func(a *assembler) { a.op(opIconst0, opIconst0, opIconst0, opIconst0, opIconst0, opReturn) })
	add("OverflowLong", func(a *assembler) { a.op(opIconst0, opIconst0, opIconst0, 0x09, opReturn) })
	add("PopLong", func(a *assembler) { a.op(0x09, opPop, opReturn) })
	add("PopDouble", func(a *assembler) { a.op(0x0e, opPop, opReturn) })
	add("Pop2Split", func(a *assembler) { a.op(0x09, opIconst0, 0x58, opReturn) })
	add("DupLong", func(a *assembler) { a.op(0x09, opDup, opReturn) })
	add("DupX1Split", func(a *assembler) { a.op(0x09, opIconst0, opDupX1, opReturn) })
	add("DupX2Split", func(a *assembler) { a.op(0x09, opIconst0, opIconst0, opDupX2, opReturn) })
	add("Dup2Split", func(a *assembler) { a.op(0x09, opIconst0, opDup2, opReturn) })
	add("Dup2X1Split", func(a *assembler) { a.op(0x09, opIconst0, opIconst0, opDup2X1, opReturn) })
	add("Dup2X2Split", func(a *assembler) { a.op(0x09, opIconst0, opIconst0, opIconst0, opDup2X2, opReturn) })
	add("SwapLong", func(a *assembler) { a.op(0x09, opSwap, opReturn) })
	add("SwapUnderLong", func(a *assembler) { a.op(0x09, opIconst0, opSwap, opReturn) })
	add("SwapOne", func(a *assembler) { a.op(opIconst0, opSwap, opReturn) })
	add("DupOverflow", func(a *assembler) { a.op(opIconst0, opDup, opDup2, opDup, opReturn) })
	return all
}

// wrongLocals breaks the rules on local variables.
func wrongLocals() (all []wrongClass) {
	add := func(name string, build func(a *assembler)) { all = append(all, straight(name, build)...) }
	add("LoadUnset", func(a *assembler) { a.op(opIload, 1, opPop, opReturn) })
	add("LoadIntAsFloat", func(a *assembler) { a.op(opIconst0, opIstore, 1, opFload, 1, opPop, opReturn) })
	add("LoadIntAsRef", func(a *assembler) { a.op(opIconst0, opIstore, 1, opAload, 1, opPop, opReturn) })
	add("LoadIntAsLong", func(a *assembler) { a.op(opIconst0, opIstore, 1, opLload, 1, 0x58, opReturn) })
	add("LoadRefAsInt", func(a *assembler) { a.op(opAconstNull, opAstore, 1, opIload, 1, opPop, opReturn) })
	add("LoadHalfLong", func(a *assembler) { a.op(0x09, opLstore, 0, opIload, 1, opPop, opReturn) })
	add("LoadLongAsDouble", func(a *assembler) { a.op(0x09, opLstore, 0, opDload, 0, 0x58, opReturn) })
	add("LoadBrokenLong", func(a *assembler) { a.op(0x09, opLstore, 0, opIconst0, opIstore, 1, opLload, 0, 0x58, opReturn) })
	add("LoadBrokenUpper", func(a *assembler) {
		a.op(0x09, opLstore, 1, opIconst0, opIstore, 1, opIload, 2, opPop, opReturn)
	})
	add("LoadOverlapped", func(a *assembler) {
		a.op(0x09, opLstore, 1, 0x09, opLstore, 0, opIload, 2, opPop, opReturn)
	})
	add("StoreBeyond", func(a *assembler) { a.op(opIconst0, opIstore, 4, opReturn) })
	add("StoreLongBeyond", func(a *assembler) { a.op(0x09, opLstore, 3, opReturn) })
	add("LoadBeyond", func(a *assembler) { a.op(opIload, 9, opPop, opReturn) })
	add("LoadLongBeyond", func(a *assembler) { a.op(opLload, 3, 0x58, opReturn) })
	add("WideBeyond", func(a *assembler) { a.op(opIconst0, opWide, opIstore, 1, 0, opReturn) })
	add("StoreRefAsInt", func(a *assembler) { a.op(opAconstNull, opIstore, 1, opReturn) })
	add("StoreIntAsRef", func(a *assembler) { a.op(opIconst0, opAstore, 1, opReturn) })
	add("StoreLongAsInt", func(a *assembler) { a.op(0x09, opIstore, 1, opReturn) })
	add("StoreFloatAsDouble", func(a *assembler) { a.op(0x0b, opDstore, 1, opReturn) })
	add("IncRef", func(a *assembler) { a.op(opAconstNull, opAstore, 1, opIinc, 1, 1, opReturn) })
	add("IncUnset", func(a *assembler) { a.op(opIinc, 1, 1, opReturn) })
	add("WideIncBeyond", func(a *assembler) { a.op(opWide, opIinc, 1, 1, 0, 5, opReturn) })
	add("WideNop", func(a *assembler) { a.op(opWide, 0, 0, 0, opReturn) })
	all = append(all, built("StaticThis", func(w *wrong) {
		w.code(func(a *assembler) { a.op(0x2a, opPop, opReturn) })
	})...)
	all = append(all, built("ParameterType", func(w *wrong) {
		w.method(body{desc: "(IJF)V", maxStack: 4, maxLocals: 4}, func(a *assembler) { a.op(opFload, 1, opPop, opReturn) })
	})...)
	return all
}

// wrongOperands gives arithmetic, conversions and comparisons wrong operands.
func wrongOperands() (all []wrongClass) {
	push := map[byte][]byte{'I': {opIconst1}, 'J': {0x0a}, 'F': {0x0c}, 'D': {0x0f}, 'A': {opAconstNull}}
	add := func(name string, operands string, op byte) {
		all = append(all, straight(name, func(a *assembler) {
			for _, o := range []byte(operands) {
				a.op(push[o]...)
			}
			a.op(op, opReturn)
		})...)
	}
	add("IaddFloat", "IF", 0x60)
	add("LaddInt", "JI", 0x61)
	add("LaddIntUnder", "IJ", 0x61)
	add("FaddDouble", "FD", 0x62)
	add("DaddLong", "DJ", 0x63)
	add("IsubRef", "IA", 0x64)
	add("LmulDouble", "DJ", 0x69)
	add("IdivLong", "JI", 0x6c)
	add("FremInt", "FI", 0x72)
	add("InegFloat", "F", 0x74)
	add("LnegInts", "II", 0x75)
	add("FnegInt", "I", 0x76)
	add("DnegLong", "J", 0x77)
	add("IshlLong", "IJ", 0x78)
	add("LshlLong", "JJ", 0x79)
	add("LushrInts", "II", 0x7d)
	add("IandRef", "AI", 0x7e)
	add("LorInt", "JI", 0x81)
	add("IxorFloat", "FF", 0x82)
	add("I2lFloat", "F", 0x85)
	add("I2bRef", "A", 0x91)
	add("L2iInts", "II", 0x88)
	add("F2dInt", "I", 0x8d)
	add("D2fLong", "J", 0x90)
	add("LcmpDouble", "DJ", 0x94)
	add("FcmplInt", "FI", 0x95)
	add("DcmpgLong", "DJ", 0x98)
	add("MonitorInt", "I", opMonitorenter)
	add("MonitorexitInt", "I", opMonitorexit)
	return all
}

// wrongArrays accesses arrays of wrong types.
func wrongArrays() (all []wrongClass) {
	const intCode = 10 // newarray's
	add := func(name string, build func(a *assembler)) { all = append(all, straight(name, build)...) }
	array := func(a *assembler, kind byte) { a.op(opIconst1, opNewarray, kind) }
	for i, load := range []string{"Iaload", "Laload", "Faload", "Daload", "Aaload", "Baload", "Caload", "Saload"} {
		wrongKind := byte(intCode)
		if i == 0 {
			wrongKind = 11
		}
		add(load, func(a *assembler) { array(a, wrongKind); a.op(opIconst0, byte(0x2e+i), opReturn) })
		add(load+"Object", func(a *assembler) { a.string("x"); a.op(opIconst0, byte(0x2e+i), opReturn) })
	}
	for i, store := range []string{"Iastore", "Lastore", "Fastore", "Dastore", "Aastore", "Bastore", "Castore", "Sastore"} {
		wrongKind := byte(intCode)
		if i == 0 {
			wrongKind = 11
		}
		value := [8]byte{opIconst0, 0x09, 0x0b, 0x0e, opAconstNull, opIconst0, opIconst0, opIconst0}[i]
		add(store, func(a *assembler) { array(a, wrongKind); a.op(opIconst0, value, byte(0x4f+i), opReturn) })
		add(store+"Value", func(a *assembler) {
			array(a, wrongKind)
			a.op(opIconst0, [2]byte{opIconst0, opAconstNull}[min(1, (i+4)%8)%2], byte(0x4f+i), opReturn)
		})
	}
	add("IndexFloat", func(a *assembler) { array(a, intCode); a.op(0x0b, 0x2e, opReturn) })
	add("LengthOfObject", func(a *assembler) { a.string("x"); a.op(opArraylength, opReturn) })
	add("LengthOfInt", func(a *assembler) { a.op(opIconst0, opArraylength, opReturn) })
	add("NewarrayKind", func(a *assembler) { array(a, 3); a.op(opReturn) })
	add("NewarrayKindBig", func(a *assembler) { array(a, 12); a.op(opReturn) })
	add("NewarrayLong", func(a *assembler) { a.op(0x09, opNewarray, intCode, opReturn) })
	add("AnewarrayRef", func(a *assembler) {
		a.op(opAconstNull)
		a.op2(opAnewarray, a.c.Class("java/lang/String"))
		a.op(opReturn)
	})
	add("AnewarrayIndex", func(a *assembler) { a.op(opIconst0); a.op2(opAnewarray, 999); a.op(opReturn) })
	add("AnewarrayTag", func(a *assembler) { a.op(opIconst0); a.op2(opAnewarray, a.c.String("x")); a.op(opReturn) })
	add("AnewarrayDeep", func(a *assembler) {
		a.op(opIconst0)
		a.op2(opAnewarray, a.c.Class(strings.Repeat("[", 255)+"I"))
		a.op(opReturn)
	})
	add("MultiZero", func(a *assembler) { a.op(opIconst1); a.op2(opMultianewarray, a.c.Class("[[I")); a.op(0, opReturn) })
	add("MultiMore", func(a *assembler) {
		a.op(opIconst1, opIconst1, opIconst1)
		a.op2(opMultianewarray, a.c.Class("[[I"))
		a.op(3, opReturn)
	})
	add("MultiNoArray", func(a *assembler) {
		a.op(opIconst1)
		a.op2(opMultianewarray, a.c.Class("java/lang/String"))
		a.op(1, opReturn)
	})
	add("MultiRef", func(a *assembler) {
		a.op(opIconst1, opAconstNull)
		a.op2(opMultianewarray, a.c.Class("[[I"))
		a.op(2, opReturn)
	})
	return all
}

// wrongFlow jumps to where it must not.
func wrongFlow() (all []wrongClass) {
	add := func(name string, build func(a *assembler)) { all = append(all, straight(name, build)...) }
	add("FallsOff", func(a *assembler) { a.op(opIconst0, opPop) })
	add("BadOpcode", func(a *assembler) { a.op(0xff, opReturn) })
	add("BadOpcodeLow", func(a *assembler) { a.op(0xf0, opReturn) })
	add("CutShort", func(a *assembler) { a.op(opReturn, opSipush, 0) })
	add("CutShortWide", func(a *assembler) { a.op(opReturn, opWide) })
	add("CutShortSwitch", func(a *assembler) { a.op(opIconst0, opTableswitch, 0, 0) })
	add("IntoMiddle", func(a *assembler) { a.op(opGoto, 0, 4, opSipush, 0, 0, opPop, opReturn) })
	add("Beyond", func(a *assembler) { a.op(opGoto, 1, 0, opReturn) })
	add("Before", func(a *assembler) { a.op(opGoto, 0xff, 0, opReturn) })
	add("WideBeyondEnd", func(a *assembler) { a.op(opGotoW, 0, 0, 0x7f, 0, opReturn) })
	add("IfRef", func(a *assembler) { a.op(opAconstNull, opIfeq, 0, 3, opReturn) })
	add("IfLong", func(a *assembler) { a.op(0x09, opIfeq, 0, 3, opReturn) })
	add("IfIcmpRef", func(a *assembler) { a.op(opIconst0, opAconstNull, opIfIcmplt, 0, 3, opReturn) })
	add("IfAcmpInt", func(a *assembler) { a.op(opIconst0, opIconst0, 0xa5, 0, 3, opReturn) })
	add("IfnullInt", func(a *assembler) { a.op(opIconst0, 0xc6, 0, 3, opReturn) })
	add("SwitchRef", func(a *assembler) {
		a.op(opAconstNull)
		a.table(0, "end", "end")
		a.label("end")
		a.op(opReturn)
	})
	add("SwitchLowHigh", func(a *assembler) {
		a.op(opIconst0, opTableswitch, 0, 0)
		a.word(11)
		a.word(5)
		a.word(3)
		a.op(opReturn)
	})
	add("SwitchHuge", func(a *assembler) {
		a.op(opIconst0, opTableswitch, 0, 0)
		a.word(11)
		a.word(-0x80000000)
		a.word(0x7fffffff)
		a.op(opReturn)
	})
	add("LookupUnsorted", func(a *assembler) {
		a.op(opIconst0)
		a.lookup("end", []int32{5, 3}, "end", "end")
		a.label("end")
		a.op(opReturn)
	})
	add("LookupTwice", func(a *assembler) {
		a.op(opIconst0)
		a.lookup("end", []int32{3, 3}, "end", "end")
		a.label("end")
		a.op(opReturn)
	})
	add("LookupNegative", func(a *assembler) {
		a.op(opIconst0, opLookupswitch, 0, 0)
		a.word(11)
		a.word(-1)
		a.op(opReturn)
	})
	add("SwitchTarget", func(a *assembler) {
		a.op(opIconst0, opTableswitch, 0, 0)
		a.word(19)
		a.word(0)
		a.word(0)
		a.word(999)
		a.op(opReturn)
	})
	add("SwitchDefault", func(a *assembler) {
		a.op(opIconst0, opLookupswitch, 0, 0)
		a.word(-7)
		a.word(0)
		a.op(opReturn)
	})
	all = append(all, wrongClass{"ISwitchPadding", versionOld, func(w *wrong) {
		w.code(func(a *assembler) {
			a.op(opIconst0, opLookupswitch, 1, 0)
			a.word(11)
			a.word(0)
			a.op(opReturn)
		})
	}})
	return all
}

// wrongReturns returns what the method does not promise.
func wrongReturns() (all []wrongClass) {
	add := func(name, desc string, code ...byte) {
		all = append(all, built(name, func(w *wrong) {
			w.method(body{desc: desc, maxStack: 4, maxLocals: 4}, func(a *assembler) { a.op(code...) })
		})...)
	}
	add("IntForVoid", "()V", opIconst0, opIreturn)
	add("VoidForInt", "()I", opReturn)
	add("FloatForInt", "()I", 0x0b, opFreturn)
	add("IntForLong", "()J", opIconst0, opIreturn)
	add("LongForDouble", "()D", 0x09, opLreturn)
	add("IntForRef", "()Ljava/lang/Object;", opIconst0, opAreturn)
	add("RefForInt", "()I", opAconstNull, opAreturn)
	add("NothingToReturn", "()I", opIreturn)
	add("NullForVoid", "()V", opAconstNull, opAreturn)
	all = append(all, built("StringForInteger", func(w *wrong) {
		w.method(body{desc: "()Ljava/lang/Integer;", maxStack: 4, maxLocals: 4}, func(a *assembler) { a.string("x"); a.op(opAreturn) })
	})...)
	all = append(all, built("ObjectForArray", func(w *wrong) {
		w.method(body{desc: "()[I", maxStack: 4, maxLocals: 4}, func(a *assembler) { a.string("x"); a.op(opAreturn) })
	})...)
	all = append(all, built("BytesForInts", func(w *wrong) {
		w.method(body{desc: "()[I", maxStack: 4, maxLocals: 4}, func(a *assembler) { a.op(opIconst0, opNewarray, 8, opAreturn) })
	})...)
	all = append(all, built("BytesForBooleans", func(w *wrong) {
		w.method(body{desc: "()[Z", maxStack: 4, maxLocals: 4}, func(a *assembler) { a.op(opIconst0, opNewarray, 8, opAreturn) })
	})...)
	all = append(all, built("StringsForIntegers", func(w *wrong) {
		w.method(body{desc: "()[Ljava/lang/Integer;", maxStack: 4, maxLocals: 4}, func(a *assembler) {
			a.op(opIconst0)
			a.op2(opAnewarray, a.c.Class("java/lang/String"))
			a.op(opAreturn)
		})
	})...)
	all = append(all, built("ArrayForInterface", func(w *wrong) {
		w.method(body{desc: "()Lother/Face;", maxStack: 4, maxLocals: 4}, func(a *assembler) { a.op(opIconst0, opNewarray, 8, opAreturn) })
	})...)
	all = append(all, built("MissingClass", func(w *wrong) {
		w.method(body{desc: "()LMissing;", maxStack: 4, maxLocals: 4}, func(a *assembler) { a.string("x"); a.op(opAreturn) })
	})...)
	all = append(all, built("UninitializedReturned", func(w *wrong) {
		w.method(body{desc: "()Ljava/lang/Object;", maxStack: 4, maxLocals: 4}, func(a *assembler) {
			a.op2(opNew, a.c.Class("java/lang/Object"))
			a.op(opAreturn)
		})
	})...)
	return all
}

// wrongObjects makes, casts and throws what is no object, or not yet one.
func wrongObjects() (all []wrongClass) {
	add := func(name string, build func(a *assembler)) { all = append(all, straight(name, build)...) }
	add("NewArrayClass", func(a *assembler) { a.op2(opNew, a.c.Class("[I")); a.op(opReturn) })
	add("NewTag", func(a *assembler) { a.op2(opNew, a.c.String("x")); a.op(opReturn) })
	add("NewIndexZero", func(a *assembler) { a.op2(opNew, 0); a.op(opReturn) })
	add("InitTwice", func(a *assembler) {
		a.new("java/lang/Object")
		a.special("java/lang/Object", "<init>", "()V")
		a.op(opReturn)
	})
	add("InitInitialized", func(a *assembler) {
		a.string("x")
		a.special("java/lang/Object", "<init>", "()V")
		a.op(opReturn)
	})
	add("InitNull", func(a *assembler) {
		a.op(opAconstNull)
		a.special("java/lang/Object", "<init>", "()V")
		a.op(opReturn)
	})
	add("InitWrongClass", func(a *assembler) {
		a.op2(opNew, a.c.Class("java/lang/Integer"))
		a.special("java/lang/Object", "<init>", "()V")
		a.op(opReturn)
	})
	add("CallUninitialized", func(a *assembler) {
		a.op2(opNew, a.c.Class("java/lang/Object"))
		a.virtual("java/lang/Object", "hashCode", "()I")
		a.op(opReturn)
	})
	add("PassUninitialized", func(a *assembler) {
		a.op2(opNew, a.c.Class("java/lang/String"))
		a.static("java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;")
		a.op(opReturn)
	})
	add("CastUninitialized", func(a *assembler) {
		a.op2(opNew, a.c.Class("java/lang/Object"))
		a.op2(opCheckcast, a.c.Class("java/lang/Object"))
		a.op(opReturn)
	})
	add("StoreUninitialized", func(a *assembler) {
		a.op(opIconst1)
		a.op2(opAnewarray, a.c.Class("java/lang/Object"))
		a.op(opIconst0)
		a.op2(opNew, a.c.Class("java/lang/Object"))
		a.op(opAastore, opReturn)
	})
	add("UninitializedLocal", func(a *assembler) {
		a.op2(opNew, a.c.Class("java/lang/Object"))
		a.op(opAstore, 0, opAload, 0)
		a.virtual("java/lang/Object", "hashCode", "()I")
		a.op(opReturn)
	})
	add("CastInt", func(a *assembler) { a.op(opIconst0); a.op2(opCheckcast, a.c.Class("java/lang/String")); a.op(opReturn) })
	add("CastTag", func(a *assembler) { a.op(opAconstNull); a.op2(opCheckcast, a.c.Integer(3)); a.op(opReturn) })
	add("InstanceofInt", func(a *assembler) {
		a.op(opIconst0)
		a.op2(opInstanceof, a.c.Class("java/lang/String"))
		a.op(opReturn)
	})
	add("InstanceofBadIndex", func(a *assembler) { a.op(opAconstNull); a.op2(opInstanceof, 60000); a.op(opReturn) })
	add("ThrowString", func(a *assembler) { a.string("x"); a.op(opAthrow) })
	add("ThrowInt", func(a *assembler) { a.op(opIconst0, opAthrow) })
	add("ThrowMissing", func(a *assembler) { a.op(opAconstNull); a.op2(opCheckcast, a.c.Class("Missing")); a.op(opAthrow) })
	add("LdcLong", func(a *assembler) { a.op2(opLdcW, a.c.Long(3)); a.op(opReturn) })
	add("Ldc2Int", func(a *assembler) { a.op2(opLdc2W, a.c.Integer(3)); a.op(opReturn) })
	add("LdcUtf8", func(a *assembler) { a.op2(opLdcW, a.c.Utf8("x")); a.op(opReturn) })
	add("LdcIndex", func(a *assembler) { a.op(opLdc, 250, opReturn) })
	constructor := func(name string, build func(a *assembler)) {
		all = append(all, built(name, func(w *wrong) { w.constructor(build) })...)
	}
	constructor("NoSuperCall", func(a *assembler) { a.op(opReturn) })
	constructor("ThisEscapes", func(a *assembler) {
		a.op(0x2a)
		a.static("java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;")
		a.op(opReturn)
	})
	constructor("SuperTwice", func(a *assembler) {
		a.op(0x2a)
		a.special("java/lang/Object", "<init>", "()V")
		a.op(0x2a)
		a.special("java/lang/Object", "<init>", "()V")
		a.op(opReturn)
	})
	constructor("SuperOfOther", func(a *assembler) {
		a.op(0x2a)
		a.special("java/lang/Integer", "<init>", "()V")
		a.op(opReturn)
	})
	constructor("ThisCompared", func(a *assembler) { a.op(0x2a, opMonitorenter, opReturn) })
	return all
}

// wrongMembers accesses fields wrongly.
func wrongMembers() (all []wrongClass) {
	add := func(name string, build func(a *assembler)) { all = append(all, straight(name, build)...) }
	field := func(a *assembler, op byte, class, name, desc string) { a.op2(op, a.c.Fieldref(class, name, desc)) }
	add("GetfieldOfInt", func(a *assembler) { a.op(opIconst0); field(a, opGetfield, "other/Base", "field", "I"); a.op(opReturn) })
	add("GetfieldOfOther", func(a *assembler) { a.string("x"); field(a, opGetfield, "other/Base", "field", "I"); a.op(opReturn) })
	add("PutfieldValue", func(a *assembler) {
		a.new("other/Base")
		a.op(0x0b)
		field(a, opPutfield, "other/Base", "field", "I")
		a.op(opReturn)
	})
	add("PutfieldRefValue", func(a *assembler) {
		a.new("other/Base")
		a.string("x")
		field(a, opPutfield, "other/Base", "name", "Ljava/lang/Integer;")
		a.op(opReturn)
	})
	add("PutfieldOfOther", func(a *assembler) {
		a.string("x")
		a.op(opIconst0)
		field(a, opPutfield, "other/Base", "field", "I")
		a.op(opReturn)
	})
	add("PutstaticValue", func(a *assembler) { a.op(0x09); field(a, opPutstatic, "other/Base", "shared", "I"); a.op(opReturn) })
	add("PutstaticRef", func(a *assembler) {
		a.string("x")
		field(a, opPutstatic, "other/Base", "shared", "Lother/Base;")
		a.op(opReturn)
	})
	add("PutstaticArray", func(a *assembler) {
		a.op(opIconst0, opNewarray, 10)
		field(a, opPutstatic, "other/Base", "shared", "[J")
		a.op(opReturn)
	})
	add("FieldTag", func(a *assembler) { a.op2(opGetstatic, a.c.Methodref("other/Base", "call", "()V")); a.op(opReturn) })
	add("FieldIndex", func(a *assembler) { a.op2(opGetstatic, 5000); a.op(opReturn) })
	add("GetfieldOfArray", func(a *assembler) {
		a.op(opAconstNull)
		field(a, opGetfield, "[I", "length", "I")
		a.op(opReturn)
	})
	add("GetfieldResult", func(a *assembler) {
		a.op(opAconstNull)
		field(a, opGetfield, "other/Base", "wide", "J")
		a.op(opPop, opReturn)
	})
	protected := func(name string, build func(a *assembler)) {
		for _, version := range []uint16{versionTyped, versionOld} {
			prefix := "T"
			if version == versionOld {
				prefix = "I"
			}
			all = append(all, wrongClass{prefix + name, version, func(w *wrong) {
				w.oddClass = newOddClass(version, prefix+name, "other/Base")
				w.code(build)
			}})
		}
	}
	protected("ProtectedGet", func(a *assembler) {
		a.new("other/Base")
		field(a, opGetfield, "other/Base", "field", "I")
		a.op(opReturn)
	})
	protected("ProtectedPut", func(a *assembler) {
		a.new("other/Base")
		a.op(opIconst0)
		field(a, opPutfield, "other/Base", "field", "I")
		a.op(opReturn)
	})
	protected("ProtectedCall", func(a *assembler) { a.new("other/Base"); a.virtual("other/Base", "call", "()V"); a.op(opReturn) })
	protected("ProtectedInit", func(a *assembler) {
		a.op2(opNew, a.c.Class("other/Base"))
		a.op(opIconst0)
		a.special("other/Base", "<init>", "(I)V")
		a.op(opReturn)
	})
	protected("ProtectedNull", func(a *assembler) { a.op(opAconstNull); a.virtual("other/Base", "call", "()V"); a.op(opReturn) })
	protected("ProtectedStatic", func(a *assembler) { field(a, opGetstatic, "other/Base", "shared", "I"); a.op(opPop, opReturn) })
	add("ProtectedClone", func(a *assembler) {
		a.string("x")
		a.virtual("java/lang/Object", "clone", "()Ljava/lang/Object;")
		a.op(opReturn)
	})
	add("ArrayClone", func(a *assembler) {
		a.op(opIconst0, opNewarray, 10)
		a.virtual("java/lang/Object", "clone", "()Ljava/lang/Object;")
		a.op(opPop, opReturn)
	})
	add("CallOnArray", func(a *assembler) {
		a.op(opIconst0, opNewarray, 10)
		a.virtual("[I", "clone", "()Ljava/lang/Object;")
		a.op(opPop, opReturn)
	})
	return all
}

// wrongCalls calls methods wrongly.
func wrongCalls() (all []wrongClass) {
	add := func(name string, build func(a *assembler)) { all = append(all, straight(name, build)...) }
	add("ArgumentInt", func(a *assembler) {
		a.op(0x0b)
		a.static("java/lang/Math", "abs", "(I)I")
		a.op(opReturn)
	})
	add("ArgumentRef", func(a *assembler) {
		a.string("x")
		a.static("Sink", "a", "(Ljava/lang/Integer;)V")
		a.op(opReturn)
	})
	add("ArgumentInterface", func(a *assembler) {
		a.string("x")
		a.static("Sink", "a", "(Lother/Face;)V")
		a.op(opReturn)
	})
	add("ArgumentMissing", func(a *assembler) { a.static("java/lang/Math", "abs", "(J)J"); a.op(opReturn) })
	add("ReceiverInt", func(a *assembler) { a.op(opIconst0); a.virtual("java/lang/Object", "hashCode", "()I"); a.op(opReturn) })
	add("ReceiverOther", func(a *assembler) { a.string("x"); a.virtual("java/lang/Integer", "intValue", "()I"); a.op(opReturn) })
	add("ReceiverMissing", func(a *assembler) { a.virtual("java/lang/Object", "hashCode", "()I"); a.op(opReturn) })
	add("ResultLong", func(a *assembler) { a.static("java/lang/System", "nanoTime", "()J"); a.op(opPop, opReturn) })
	add("InterfaceArray", func(a *assembler) {
		a.op(opIconst0, opNewarray, 10)
		a.iface("other/Face", "call", "()V", 1)
		a.op(opReturn)
	})
	add("InterfaceCount", func(a *assembler) { a.op(opAconstNull); a.iface("other/Face", "call", "()V", 2); a.op(opReturn) })
	add("InterfaceZero", func(a *assembler) {
		a.op(opAconstNull)
		a.op2(opInvokeinterface, a.c.InterfaceMethodref("other/Face", "call", "()V"))
		a.op(1, 1, opReturn)
	})
	add("InterfaceTag", func(a *assembler) {
		a.op(opAconstNull)
		a.op2(opInvokeinterface, a.c.Methodref("other/Face", "call", "()V"))
		a.op(1, 0, opReturn)
	})
	add("VirtualTag", func(a *assembler) {
		a.op(opAconstNull)
		a.op2(opInvokevirtual, a.c.InterfaceMethodref("other/Face", "call", "()V"))
		a.op(opReturn)
	})
	add("StaticTag", func(a *assembler) { a.op2(opInvokestatic, a.c.Fieldref("other/Face", "x", "I")); a.op(opReturn) })
	add("StaticIndex", func(a *assembler) { a.op2(opInvokestatic, 7777); a.op(opReturn) })
	add("VirtualInit", func(a *assembler) {
		a.new("java/lang/Object")
		a.virtual("java/lang/Object", "<init>", "()V")
		a.op(opReturn)
	})
	add("StaticInit", func(a *assembler) { a.static("java/lang/Object", "<init>", "()V"); a.op(opReturn) })
	add("SpecialOther", func(a *assembler) { a.string("x"); a.special("java/lang/String", "length", "()I"); a.op(opReturn) })
	add("SpecialReceiver", func(a *assembler) { a.string("x"); a.special("java/lang/Object", "hashCode", "()I"); a.op(opReturn) })
	all = append(all, wrongClass{"TSpecialIndirect", versionTyped, func(w *wrong) {
		w.oddClass = &oddClass{writerOf(versionTyped, "TSpecialIndirect", "other/Deeper"), "TSpecialIndirect"}
		w.instance(func(a *assembler) {
			a.op(0x2a)
			a.op2(opInvokespecial, a.c.InterfaceMethodref("other/Face", "preset", "()V"))
			a.op(opReturn)
		})
	}})
	all = append(all, wrongClass{"TSpecialDirect", versionTyped, func(w *wrong) {
		w.oddClass = &oddClass{writerOf(versionTyped, "TSpecialDirect", "other/Face"), "TSpecialDirect"}
		w.instance(func(a *assembler) {
			a.op(0x2a)
			a.op2(opInvokespecial, a.c.InterfaceMethodref("other/Face", "preset", "()V"))
			a.op(opReturn)
		})
	}})
	all = append(all, wrongClass{"TDynamicZero", versionTyped, func(w *wrong) {
		w.code(func(a *assembler) {
			a.dynamic("x", "()V", "call", "()V")
			a.code[len(a.code)-1] = 1
			a.op(opReturn)
		})
	}}, wrongClass{"TDynamicArgument", versionTyped, func(w *wrong) {
		w.code(func(a *assembler) {
			a.op(opIconst0)
			a.dynamic("x", "()V", "call", "(J)V")
			a.op(opReturn)
		})
	}}, wrongClass{"TCondyWide", versionTyped, func(w *wrong) {
		w.code(func(a *assembler) { a.op2(opLdcW, a.condy("x", "()V", "k", "J")); a.op(opReturn) })
	}}, wrongClass{"TCondyNarrow", versionTyped, func(w *wrong) {
		w.code(func(a *assembler) { a.op2(opLdc2W, a.condy("x", "()V", "k", "I")); a.op(opReturn) })
	}}, wrongClass{"TStaticInterface51", 51, func(w *wrong) {
		w.code(func(a *assembler) {
			a.op2(opInvokestatic, a.c.InterfaceMethodref("other/Face", "s", "()V"))
			a.op(opReturn)
		})
	}}, wrongClass{"ILdcClass48", 48, func(w *wrong) {
		w.code(func(a *assembler) { a.op2(opLdcW, a.c.Class("java/lang/String")); a.op(opReturn) })
	}}, wrongClass{"IDynamic", versionOld, func(w *wrong) {
		w.code(func(a *assembler) { a.op(opInvokedynamic, 0, 1, 0, 0, opReturn) })
	}})
	return all
}

// wrongFrames declares wrong StackMapTables.
func wrongFrames() (all []wrongClass) {
	add := func(name string, frames []byte, build func(a *assembler)) {
		all = append(all, wrongClass{"T" + name, versionTyped, func(w *wrong) { w.framed(frames, build) }})
	}
	branch := func(a *assembler) { a.op(opIconst0, opIfeq, 0, 4, 0, opReturn) } // the target is 5
	add("NoFrame", nil, branch)
	add("FrameElsewhere", table([]byte{3}), branch)
	add("FrameInside", table([]byte{2}), branch)
	add("FrameBeyond", table([]byte{5}, []byte{60}), branch)
	add("DeadCode", nil, func(a *assembler) { a.op(opReturn, 0, opReturn) })
	add("DeadCodeLater", table([]byte{2}), func(a *assembler) { a.op(opReturn, 0, opReturn) })
	add("FrameStack", table([]byte{64 + 5, itemInteger}), branch)
	add("FrameLocal", table(append([]byte{252, 0, 5}, itemInteger)), branch)
	add("FrameLocalLong", table(append([]byte{252, 0, 5}, itemLong)), branch)
	add("FrameType", table(full(5, [][]byte{item(itemNull)}, nil)), func(a *assembler) {
		a.op(opIconst0, 0x3b, opIconst0, opIfeq, 0, 3, opReturn)
	})
	add("FrameFlow", table(full(2, [][]byte{item(itemFloat)}, nil)), func(a *assembler) { a.op(opIconst0, 0x3b, opReturn) })
	add("FrameStackType", table([]byte{64 + 1, itemFloat}), func(a *assembler) { a.op(opIconst0, opPop, opReturn) })
	add("FrameTooManyLocals", table(full(5, [][]byte{item(1), item(1), item(1), item(1), item(1)}, nil)), branch)
	add("FrameTooManyLongs", table(full(5, [][]byte{item(4), item(4), item(4)}, nil)), branch)
	add("FrameTooDeep", table(full(5, nil, [][]byte{item(1), item(1), item(1), item(1), item(1)})), branch)
	add("FrameChop", table([]byte{250, 0, 5}), branch)
	add("FrameReserved", table([]byte{200, 0, 5}), branch)
	add("FrameBadTag", table([]byte{64 + 5, 9}), branch)
	add("FrameBadClass", table([]byte{64 + 5, 7, 0xff, 0xff}), branch)
	add("FrameBadNew", table([]byte{64 + 5, 8, 0, 0}), branch)
	add("FrameBadNewBeyond", table([]byte{64 + 5, 8, 9, 9}), branch)
	add("FrameTruncated", []byte{0, 1, 255, 0}, branch)
	add("FrameCount", []byte{0, 9, 5}, branch)
	add("FrameMore", []byte{0, 1, 5, 5}, branch)
	add("FrameNoCount", []byte{0}, branch)
	add("FrameEmptyAttribute", []byte{}, branch)
	add("FrameTwice", table([]byte{5}, []byte{0}), branch)
	add("FrameThis", table(full(5, [][]byte{item(itemThis)}, nil)), branch)
	all = append(all,
		wrongClass{"TFlags", versionTyped, func(w *wrong) {
			w.method(body{flags: classfile.AccPublic, name: "<init>", maxStack: 4, maxLocals: 4, frames: table(full(4, nil, nil))}, func(a *assembler) {
				a.op(opIconst0, opIfeq, 0, 3, opReturn)
			})
		}},
		wrongClass{"TMergedThis", versionTyped, func(w *wrong) {
			w.method(body{flags: classfile.AccPublic, name: "<init>", maxStack: 4, maxLocals: 4, frames: table([]byte{8})}, func(a *assembler) {
				a.op(opIconst0, opIfeq, 0, 7, 0x2a)
				a.special("java/lang/Object", "<init>", "()V")
				a.op(opReturn)
			})
		}},
		wrongClass{"TMergedInitialised", versionTyped, func(w *wrong) {
			w.method(body{flags: classfile.AccPublic, name: "<init>", maxStack: 4, maxLocals: 4, frames: table(full(8, [][]byte{item(itemObject, w.Class("TMergedInitialised"))}, nil))}, func(a *assembler) {
				a.op(opIconst0, opIfeq, 0, 7, 0x2a)
				a.special("java/lang/Object", "<init>", "()V")
				a.op(opReturn)
			})
		}},
		wrongClass{"TJsr", versionTyped, func(w *wrong) { w.code(func(a *assembler) { a.op(opJsr, 0, 3, opPop, opReturn) }) }},
		wrongClass{"TRet", versionTyped, func(w *wrong) { w.code(func(a *assembler) { a.op(opRet, 0) }) }},
		wrongClass{"TWideRet", versionTyped, func(w *wrong) { w.code(func(a *assembler) { a.op(opWide, opRet, 0, 0) }) }},
		wrongClass{"TFailover", 50, func(w *wrong) { w.code(branch) }},
		wrongClass{"TFailoverFails", 50, func(w *wrong) {
			w.code(func(a *assembler) { a.op(opIconst0, opIfeq, 0, 4, opPop, opReturn) })
		}},
		wrongClass{"TFailoverFormat", 50, func(w *wrong) { w.framed([]byte{0, 1, 255, 0}, branch) }},
		wrongClass{"TVariableStart", versionTyped, func(w *wrong) {
			w.method(body{maxStack: 4, maxLocals: 4, variables: []classfile.Variable{{Start: 1, Length: 1, Name: "x", Descriptor: "I"}}}, func(a *assembler) {
				a.op(opSipush, 0, 0, opPop, opReturn)
			})
		}},
		wrongClass{"TVariableLength", versionTyped, func(w *wrong) {
			w.method(body{maxStack: 4, maxLocals: 4, variables: []classfile.Variable{{Start: 0, Length: 1, Name: "x", Descriptor: "I"}}}, func(a *assembler) {
				a.op(opSipush, 0, 0, opPop, opReturn)
			})
		}},
	)
	return all
}

// wrongHandlers has wrong exception tables.
func wrongHandlers() (all []wrongClass) {
	add := func(name string, frames []byte, build func(a *assembler)) {
		all = append(all, wrongClass{"T" + name, versionTyped, func(w *wrong) { w.framed(frames, build) }},
			wrongClass{"I" + name, versionOld, func(w *wrong) { w.code(build) }})
	}
	guarded := func(catch string, code ...byte) func(a *assembler) {
		return func(a *assembler) {
			a.label("from")
			a.op(0, 0)
			a.label("to")
			a.op(opReturn)
			a.label("handler")
			a.op(code...)
			a.guard("from", "to", "handler", catch)
		}
	}
	throwable := []byte{64 + 3, itemNull}
	add("CatchString", table(throwable), guarded("java/lang/String", opPop, opReturn))
	add("CatchMissing", table(throwable), guarded("Missing", opPop, opReturn))
	add("CatchArray", table(throwable), guarded("[I", opPop, opReturn))
	add("CatchFrame", table(throwable), guarded("java/lang/Exception", opPop, opReturn))
	add("CatchNoFrame", nil, guarded("java/lang/Exception", opPop, opReturn))
	add("CatchEmptyFrame", table([]byte{3}), guarded("java/lang/Exception", opReturn))
	add("HandlerInside", table(throwable), func(a *assembler) {
		a.label("from")
		a.op(opSipush, 0)
		a.label("middle")
		a.op(0, opPop)
		a.label("to")
		a.op(opReturn)
		a.guard("from", "to", "middle", "")
	})
	add("HandlerFrom", table(throwable), func(a *assembler) {
		a.op(opSipush, 0)
		a.label("middle")
		a.op(0, opPop)
		a.label("to")
		a.op(opReturn)
		a.label("handler")
		a.op(opPop, opReturn)
		a.guard("middle", "to", "handler", "")
	})
	add("HandlerTo", table(throwable), func(a *assembler) {
		a.label("from")
		a.op(opSipush, 0)
		a.label("middle")
		a.op(0, opPop, opReturn)
		a.label("handler")
		a.op(opPop, opReturn)
		a.guard("from", "middle", "handler", "")
	})
	all = append(all, wrongClass{"THandlerLocal", versionTyped, func(w *wrong) {
		w.framed(table(full(3, [][]byte{item(itemInteger)}, [][]byte{item(itemObject, w.Class("java/lang/Throwable"))})), func(a *assembler) {
			a.label("from")
			a.op(opIconst0, 0x3b)
			a.label("to")
			a.op(opReturn)
			a.label("handler")
			a.op(opPop, opReturn)
			a.guard("from", "to", "handler", "")
		})
	}}, wrongClass{"TNoStackForHandler", versionTyped, func(w *wrong) {
		w.method(body{maxLocals: 1, frames: table([]byte{2})}, func(a *assembler) {
			a.label("from")
			a.op(0)
			a.label("to")
			a.op(opReturn)
			a.label("handler")
			a.op(opReturn)
			a.guard("from", "to", "handler", "")
		})
	}})
	inTry := func(w *wrong, frames []byte, handler ...byte) {
		w.method(body{flags: classfile.AccPublic, name: "<init>", maxStack: 4, maxLocals: 4, frames: frames}, func(a *assembler) {
			a.label("from")
			a.op(0x2a)
			a.special("java/lang/Object", "<init>", "()V")
			a.label("to")
			a.op(opReturn)
			a.label("handler")
			a.op(handler...)
			a.guard("from", "to", "handler", "")
		})
	}
	frames := func(w *wrong) []byte {
		return table(full(5, [][]byte{item(itemThis)}, [][]byte{item(itemObject, w.Class("java/lang/Throwable"))}))
	}
	all = append(all, wrongClass{"IInitInTryReturns", versionOld, func(w *wrong) { inTry(w, nil, opPop, opReturn) }})
	all = append(all, built("InitInTryThrows", func(w *wrong) {
		inTry(w, table(full(5, [][]byte{item(itemTop)}, [][]byte{item(itemObject, w.Class("java/lang/Throwable"))})), opAthrow)
	})...)
	all = append(all, built("InitInTryThrowsThis", func(w *wrong) { inTry(w, frames(w), opAthrow) })...)
	all = append(all, built("InitInTryLoops", func(w *wrong) { inTry(w, frames(w), opPop, opGoto, 0, 0) })...)
	return all
}

// subroutines uses jsr and ret, rightly and wrongly; only old class files may.
func subroutines() (all []wrongClass) {
	add := func(name string, build func(a *assembler)) {
		all = append(all, wrongClass{"I" + name, versionOld, func(w *wrong) { w.code(build) }})
	}
	add("JsrFinally", func(a *assembler) { // as javac 1.3 compiles try and finally
		a.label("from")
		a.op(opIconst0, 0x3b)
		a.jump(opJsr, "finally")
		a.label("to")
		a.op(opReturn)
		a.label("catch")
		a.op(opAstore, 1)
		a.jump(opJsr, "finally")
		a.op(opAload, 1, opAthrow)
		a.label("finally")
		a.op(opAstore, 2, opIconst0, opPop, opRet, 2)
		a.guard("from", "to", "catch", "")
	})
	add("JsrKeepsLocals", func(a *assembler) { // polymorphic in a local that it does not touch
		a.op(opIconst0, 0x3b)
		a.jump(opJsr, "sub")
		a.op(opIload, 0, opPop, opAconstNull, opAstore, 0)
		a.jump(opJsr, "sub")
		a.op(opAload, 0, opPop, opReturn)
		a.label("sub")
		a.op(opAstore, 1, opRet, 1)
	})
	add("JsrTouchesLocal", func(a *assembler) {
		a.op(opIconst0, 0x3b)
		a.jump(opJsr, "sub")
		a.op(opIload, 0, opPop, opReturn)
		a.label("sub")
		a.op(opAstore, 1, opAconstNull, opAstore, 0, opRet, 1)
	})
	add("JsrNested", func(a *assembler) {
		a.jump(opJsr, "outer")
		a.op(opReturn)
		a.label("outer")
		a.op(opAstore, 0)
		a.jump(opJsr, "inner")
		a.op(opRet, 0)
		a.label("inner")
		a.op(opAstore, 1, opRet, 1)
	})
	add("JsrRecursive", func(a *assembler) {
		a.label("sub")
		a.op(0)
		a.jump(opJsr, "sub2")
		a.op(opReturn)
		a.label("sub2")
		a.op(opPop)
		a.jump(opJsr, "sub2")
		a.op(opReturn)
	})
	add("RetInt", func(a *assembler) { a.op(opIconst0, 0x3b, opRet, 0) })
	add("RetUnset", func(a *assembler) { a.op(opRet, 0) })
	add("RetBeyond", func(a *assembler) { a.op(opRet, 9) })
	add("LoadAddress", func(a *assembler) {
		a.jump(opJsr, "sub")
		a.op(opReturn)
		a.label("sub")
		a.op(opAstore, 0, opAload, 0, opPop, opRet, 0)
	})
	add("AddressAsInt", func(a *assembler) {
		a.jump(opJsr, "sub")
		a.op(opReturn)
		a.label("sub")
		a.op(opIstore, 0, opReturn)
	})
	add("AddressReturned", func(a *assembler) {
		a.jump(opJsr, "sub")
		a.op(opReturn)
		a.label("sub")
		a.op(opAthrow)
	})
	add("RetTwice", func(a *assembler) {
		a.jump(opJsr, "sub")
		a.op(opReturn)
		a.label("sub")
		a.op(opAstore, 0, opIconst0)
		a.jump(opIfeq, "other")
		a.op(opRet, 0)
		a.label("other")
		a.op(opRet, 0)
	})
	add("JsrFallsOff", func(a *assembler) {
		a.jump(opGoto, "call")
		a.label("sub")
		a.op(opAstore, 0, opRet, 0)
		a.label("call")
		a.jump(opJsr, "sub")
	})
	add("JsrNewAcross", func(a *assembler) {
		a.op2(opNew, a.c.Class("java/lang/Object"))
		a.op(opAstore, 1)
		a.jump(opJsr, "sub")
		a.op(opAload, 1)
		a.special("java/lang/Object", "<init>", "()V")
		a.op(opReturn)
		a.label("sub")
		a.op(opAstore, 0, opRet, 0)
	})
	add("JsrWideRight", func(a *assembler) {
		a.jumpWide(opJsrW, "sub")
		a.op(opReturn)
		a.label("sub")
		a.op(opWide, opAstore, 0, 3, opWide, opRet, 0, 3)
	})
	add("JsrInto", func(a *assembler) { a.op(opJsr, 0, 4, opSipush, 0, 0, opReturn) })
	return all
}

// rightButOdd is accepted: rules that are laxer than they look, and merges that
// inference has to find.
func rightButOdd() (all []wrongClass) {
	add := func(name string, build func(a *assembler)) { all = append(all, straight(name, build)...) }
	add("InterfaceArgument", func(a *assembler) { // interfaces take every object
		a.string("x")
		a.iface("other/Face", "call", "()V", 1)
		a.op(opReturn)
	})
	add("NullEverywhere", func(a *assembler) {
		a.op(opAconstNull, opIconst0, 0x32, opIconst0, 0x2e, opPop)
		a.op(opAconstNull, opArraylength, opPop, opAconstNull, opAthrow)
	})
	add("ArrayCovariance", func(a *assembler) {
		a.op(opIconst0)
		a.op2(opAnewarray, a.c.Class("java/lang/String"))
		a.op(opIconst0, opIconst0, opNewarray, 10, opAastore, opReturn)
	})
	add("BooleansAsBytes", func(a *assembler) { a.op(opIconst0, opNewarray, 4, opIconst0, opIconst0, opBastore, opReturn) })
	merge := func(name, result string, first, second func(a *assembler)) {
		all = append(all, wrongClass{"I" + name, versionOld, func(w *wrong) {
			w.method(body{desc: "(I)" + result, maxStack: 4, maxLocals: 4}, func(a *assembler) {
				a.op(0x1a)
				a.jump(opIfeq, "else")
				first(a)
				a.jump(opGoto, "join")
				a.label("else")
				second(a)
				a.label("join")
				a.op(opAreturn)
			})
		}})
	}
	number := func(class string) func(a *assembler) {
		return func(a *assembler) { a.op(opAconstNull); a.op2(opCheckcast, a.c.Class(class)) }
	}
	merge("MergeNumbers", "Ljava/lang/Number;", number("java/lang/Integer"), number("java/lang/Long"))
	merge("MergeWrong", "Ljava/lang/Integer;", number("java/lang/Integer"), number("java/lang/Long"))
	merge("MergeInterface", "Lother/Face;", number("other/Face"), number("other/Deeper"))
	merge("MergeArrays", "[Ljava/lang/Number;", number("[Ljava/lang/Integer;"), number("[Ljava/lang/Long;"))
	merge("MergeArraysWrong", "[Ljava/lang/Integer;", number("[Ljava/lang/Integer;"), number("[Ljava/lang/Long;"))
	merge("MergePrimitiveArrays", "Ljava/lang/Object;", number("[I"), number("[J"))
	merge("MergePrimitiveArraysWrong", "[I", number("[I"), number("[J"))
	merge("MergeDepths", "[Ljava/lang/Object;", number("[[I"), number("[Ljava/lang/String;"))
	merge("MergeDepthsWrong", "[[I", number("[[I"), number("[Ljava/lang/String;"))
	merge("MergeCloneable", "Ljava/lang/Cloneable;", number("[I"), number("java/lang/Cloneable"))
	merge("MergeNull", "Ljava/lang/String;", number("java/lang/String"), func(a *assembler) { a.op(opAconstNull) })
	merge("MergeInt", "Ljava/lang/Object;", number("java/lang/String"), func(a *assembler) { a.op(opIconst0) })
	merge("MergeDeeper", "Ljava/lang/Object;", number("java/lang/String"), func(a *assembler) { a.op(opAconstNull, opAconstNull) })
	merge("MergeMissing", "Ljava/lang/String;", number("java/lang/String"), number("Missing"))
	all = append(all, built("PutBeforeSuper", func(w *wrong) {
		w.Field(classfile.Member{Name: "own", Descriptor: "I"})
		w.constructor(func(a *assembler) {
			a.op(0x2a, opIconst0)
			a.op2(opPutfield, a.c.Fieldref(a.c.name, "own", "I"))
			a.op(0x2a)
			a.special("java/lang/Object", "<init>", "()V")
			a.op(opReturn)
		})
	})...)
	all = append(all, built("PutInheritedBeforeSuper", func(w *wrong) {
		w.constructor(func(a *assembler) {
			a.op(0x2a, opIconst0)
			a.op2(opPutfield, a.c.Fieldref(a.c.name, "own", "I"))
			a.op(0x2a)
			a.special("java/lang/Object", "<init>", "()V")
			a.op(opReturn)
		})
	})...)
	return all
}

// unsafeUnlessChecked has classes that verify, and whose initialisers do what is
// only found out when it runs: verification takes interfaces for Object, and
// knows nothing of what call sites are linked to.
func unsafeUnlessChecked() (all []wrongClass) {
	add := func(name string, build func(a *assembler)) {
		all = append(all, wrongClass{"R" + name, versionTyped, func(w *wrong) {
			w.method(body{name: "<clinit>", maxStack: 4, maxLocals: 4}, build)
		}})
	}
	add("CallInterface", func(a *assembler) {
		a.string("x")
		a.iface("other/Face", "call", "()V", 1)
		a.op(opReturn)
	})
	add("CallPreset", func(a *assembler) {
		a.string("x")
		a.iface("other/Face", "preset", "()V", 1)
		a.op(opReturn)
	})
	add("FieldOfInterface", func(a *assembler) {
		a.string("x")
		a.op2(opGetfield, a.c.Fieldref("other/Face", "NUMBER", "I"))
		a.op(opReturn)
	})
	add("VirtualOfInterface", func(a *assembler) {
		a.string("x")
		a.virtual("other/Face", "call", "()V")
		a.op(opReturn)
	})
	add("NewClass", func(a *assembler) { a.op2(opNew, a.c.Class("java/lang/Class")); a.op(opReturn) })
	add("NewInterface", func(a *assembler) { a.op2(opNew, a.c.Class("other/Face")); a.op(opReturn) })
	add("NewAbstract", func(a *assembler) { a.op2(opNew, a.c.Class("java/lang/Number")); a.op(opReturn) })
	add("StoreInArray", func(a *assembler) {
		a.op(opIconst1)
		a.op2(opAnewarray, a.c.Class("other/Face"))
		a.op(opIconst0)
		a.string("x")
		a.op(opAastore, opReturn)
	})
	concat := func(name, desc string, push func(a *assembler), use func(a *assembler)) {
		add(name, func(a *assembler) {
			push(a)
			bootstrap := a.c.Methodref("java/lang/invoke/StringConcatFactory", "makeConcat",
				"(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;")
			handle := a.c.MethodHandle(classfile.RefInvokeStatic, bootstrap)
			a.op2(opInvokedynamic, a.c.InvokeDynamic(a.c.BootstrapMethod(handle), "concat", desc))
			a.op(0, 0)
			use(a)
			a.op(opReturn)
		})
	}
	text := func(a *assembler) { a.string("x") }
	concat("ConcatInteger", "(Ljava/lang/String;)Ljava/lang/Integer;", text, func(a *assembler) { a.virtual("java/lang/Integer", "intValue", "()I") })
	concat("ConcatArray", "(Ljava/lang/String;)[J", text, func(a *assembler) { a.op(opArraylength) })
	concat("ConcatObject", "(Ljava/lang/String;)Ljava/lang/Object;", text, func(a *assembler) { a.virtual("java/lang/Object", "hashCode", "()I") })
	return all
}

// TestVerifyMain starts a main class that does not verify: the launcher says so.
func TestVerifyMain(t *testing.T) {
	tools := oracle.FindTools(t)
	folder := t.TempDir()
	w := &wrong{newOddClass(versionTyped, "WrongMain", "java/lang/Object")}
	w.method(body{name: "main", desc: "([Ljava/lang/String;)V", maxStack: 1, maxLocals: 1}, func(a *assembler) { a.op(opIconst0, opAreturn) })
	w.write(t, folder)
	want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: []string{"-cp", folder, "WrongMain"}})
	got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{"run", "--tier", *oracle.Tier, "-cp", folder, "WrongMain"}})
	if !strings.Contains(want.Stderr, "java.lang.VerifyError") {
		t.Fatalf("java has nothing against the class:\n%s", want.Stderr)
	}
	if got.Status != want.Status || got.Stdout != want.Stdout {
		t.Errorf("exit status %s, java has %s; stdout %q", got.Status, want.Status, got.Stdout)
	}
	if got.Stderr != want.Stderr {
		t.Error(oracle.FirstDifference(want.Stderr, got.Stderr))
	}
}

// TestVerifyImpostors defines a class below one called like the superclass of
// reflection's accessors, in a loader called like theirs: names alone are not
// trusted.
func TestVerifyImpostors(t *testing.T) {
	oracle.Once(t)
	tools := oracle.FindTools(t)
	compiled := oracle.Compile(t, tools, "testdata/verify")
	folder := t.TempDir()
	write := func(file, class, super string, build func(w *wrong)) {
		w := &wrong{newOddClass(versionTyped, class, super)}
		w.constructor(func(a *assembler) {
			a.op(0x2a)
			a.special(super, "<init>", "()V")
			a.op(opReturn)
		})
		build(w)
		w.name = file
		w.write(t, folder)
	}
	nothing := func(*wrong) {}
	write("MagicAccessorImpl", "jdk/internal/reflect/MagicAccessorImpl", "java/lang/Object", nothing)
	write("DelegatingClassLoader", "jdk/internal/reflect/DelegatingClassLoader", "Impostor$Definer", nothing)
	write("Impostors", "Impostors", "jdk/internal/reflect/MagicAccessorImpl", func(w *wrong) {
		w.code(func(a *assembler) { a.op(opIconst0, opAreturn) })
	})
	arguments := []string{"-cp", compiled, "Impostor", folder}
	want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: arguments})
	got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: append([]string{"run", "--tier", *oracle.Tier}, arguments...)})
	if want.Stdout != "refused\n" {
		t.Fatalf("java has nothing against the class:\n%s%s", want.Stdout, want.Stderr)
	}
	if got.Stdout != want.Stdout || got.Status != want.Status {
		t.Errorf("exit status %s, java has %s\n%s", got.Status, want.Status, oracle.FirstDifference(want.Stdout, got.Stdout))
	}
}
