//go:build unix

package vm_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
)

// The versions of class files that the odd classes have: the last that needs no
// StackMapTable (Java 5), and one that has dynamic constants (Java 11), whose
// methods must then be free of branches.
const (
	versionOld = 49
	versionNew = 55
)

// oddClass builds a class of static methods that javac would not write.
type oddClass struct {
	*writer.Writer
	name string
}

func newOddClass(version uint16, name, super string) *oddClass {
	return &oddClass{writer.New(version, classfile.AccPublic|classfile.AccSuper, name, super, nil), name}
}

// method adds a public static method without parameters that returns a value of
// the type.
func (c *oddClass) method(name, result string, build func(a *assembler)) {
	c.member(classfile.AccPublic|classfile.AccStatic, name, "()"+result, build)
}

func (c *oddClass) member(flags uint16, name, desc string, build func(a *assembler)) {
	a := &assembler{c: c, labels: map[string]int{}}
	build(a)
	// Generous sizes: what is tested is not how they are computed.
	const maxStack, maxLocals = 24, 320
	c.Method(classfile.Member{Flags: flags, Name: name, Descriptor: desc, Code: &classfile.Code{
		MaxStack: maxStack, MaxLocals: maxLocals, Bytes: a.finish(), Handlers: a.handlers(),
	}})
}

// write puts the class file into a folder.
func (c *oddClass) write(t *testing.T, folder string) {
	t.Helper()
	data, err := c.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, c.name+".class"), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// assembler writes the code of one method. Branches name labels.
type assembler struct {
	c      *oddClass
	code   []byte
	labels map[string]int
	fixups []fixup
	guards []guard

	bootstraps map[string]uint16 // entries made by bootstrapOf
}

type fixup struct {
	from, at, size int // the instruction, and where its offset is
	label          string
}

type guard struct{ start, end, handler, catch string }

// op appends an instruction as it is.
func (a *assembler) op(b ...byte) { a.code = append(a.code, b...) }

// op2 appends an instruction with an index of two bytes.
func (a *assembler) op2(op byte, index uint16) {
	a.code = binary.BigEndian.AppendUint16(append(a.code, op), index)
}

func (a *assembler) label(name string) { a.labels[name] = len(a.code) }

// jump appends a branch with an offset of two bytes, jumpWide one of four.
func (a *assembler) jump(op byte, label string) {
	a.fixups = append(a.fixups, fixup{len(a.code), len(a.code) + 1, 2, label})
	a.op(op, 0, 0)
}

func (a *assembler) jumpWide(op byte, label string) {
	a.fixups = append(a.fixups, fixup{len(a.code), len(a.code) + 1, 4, label})
	a.op(op, 0, 0, 0, 0)
}

// table appends a tableswitch, lookup a lookupswitch.
func (a *assembler) table(low int32, fallback string, labels ...string) {
	from := a.beginSwitch(opTableswitch, fallback)
	a.word(low)
	a.word(low + int32(len(labels)) - 1)
	for _, l := range labels {
		a.target(from, l)
	}
}

func (a *assembler) lookup(fallback string, keys []int32, labels ...string) {
	from := a.beginSwitch(opLookupswitch, fallback)
	a.word(int32(len(keys)))
	for i, k := range keys {
		a.word(k)
		a.target(from, labels[i])
	}
}

func (a *assembler) beginSwitch(op byte, fallback string) (from int) {
	from = len(a.code)
	a.op(op)
	for len(a.code)%4 != 0 {
		a.op(0)
	}
	a.target(from, fallback)
	return from
}

func (a *assembler) word(v int32) { a.code = binary.BigEndian.AppendUint32(a.code, uint32(v)) }

func (a *assembler) target(from int, label string) {
	a.fixups = append(a.fixups, fixup{from, len(a.code), 4, label})
	a.word(0)
}

// guard adds an exception handler; catch "" is any.
func (a *assembler) guard(start, end, handler, catch string) {
	a.guards = append(a.guards, guard{start, end, handler, catch})
}

func (a *assembler) finish() []byte {
	for _, f := range a.fixups {
		to, ok := a.labels[f.label]
		if !ok {
			panic("no label " + f.label)
		}
		if f.size == 2 {
			binary.BigEndian.PutUint16(a.code[f.at:], uint16(to-f.from))
		} else {
			binary.BigEndian.PutUint32(a.code[f.at:], uint32(to-f.from))
		}
	}
	return a.code
}

func (a *assembler) handlers() []classfile.Handler {
	var list []classfile.Handler
	for _, g := range a.guards {
		list = append(list, classfile.Handler{
			Start: uint16(a.labels[g.start]), End: uint16(a.labels[g.end]), Handler: uint16(a.labels[g.handler]), CatchType: g.catch,
		})
	}
	return list
}

// int pushes an int, long and so on the other types.
func (a *assembler) int(v int32)      { a.op2(opLdcW, a.c.Integer(v)) }
func (a *assembler) long(v int64)     { a.op2(opLdc2W, a.c.Long(v)) }
func (a *assembler) float(v float32)  { a.op2(opLdcW, a.c.Float(v)) }
func (a *assembler) double(v float64) { a.op2(opLdc2W, a.c.Double(v)) }
func (a *assembler) string(v string)  { a.op2(opLdcW, a.c.String(v)) }

// static, virtual and special call a method.
func (a *assembler) static(class, name, desc string) {
	a.op2(opInvokestatic, a.c.Methodref(class, name, desc))
}

func (a *assembler) virtual(class, name, desc string) {
	a.op2(opInvokevirtual, a.c.Methodref(class, name, desc))
}

func (a *assembler) special(class, name, desc string) {
	a.op2(opInvokespecial, a.c.Methodref(class, name, desc))
}

func (a *assembler) iface(class, name, desc string, slots byte) {
	a.op2(opInvokeinterface, a.c.InterfaceMethodref(class, name, desc))
	a.op(slots, 0)
}

// dynamic calls through a bootstrap method of class Boot.
func (a *assembler) dynamic(bootstrap, bootstrapDesc, name, desc string, arguments ...uint16) {
	handle := a.c.MethodHandle(classfile.RefInvokeStatic, a.c.Methodref("Boot", bootstrap, bootstrapDesc))
	a.op2(opInvokedynamic, a.c.InvokeDynamic(a.c.BootstrapMethod(handle, arguments...), name, desc))
	a.op(0, 0)
}

// condy is the index of a dynamic constant of class Boot.
func (a *assembler) condy(bootstrap, bootstrapDesc, name, desc string, arguments ...uint16) uint16 {
	handle := a.c.MethodHandle(classfile.RefInvokeStatic, a.c.Methodref("Boot", bootstrap, bootstrapDesc))
	return a.c.Dynamic(a.c.BootstrapMethod(handle, arguments...), name, desc)
}

// new pushes a new object of a class with a constructor without parameters.
func (a *assembler) new(class string) {
	a.op2(opNew, a.c.Class(class))
	a.op(opDup)
	a.special(class, "<init>", "()V")
}

// sink pops a value of the type I, J, F, D or A and notes it.
func (a *assembler) sink(kind byte) {
	desc := string(kind)
	if kind == 'A' {
		desc = "Ljava/lang/Object;"
	}
	a.static("Sink", string(kind|0x20), "("+desc+")V")
}

// Opcodes (JVMS chapter 6).
const (
	opAconstNull      = 0x01
	opIconst0         = 0x03
	opIconst1         = 0x04
	opIconst2         = 0x05
	opIconst3         = 0x06
	opBipush          = 0x10
	opSipush          = 0x11
	opLdc             = 0x12
	opLdcW            = 0x13
	opLdc2W           = 0x14
	opIload           = 0x15
	opLload           = 0x16
	opFload           = 0x17
	opDload           = 0x18
	opAload           = 0x19
	opBaload          = 0x33
	opIstore          = 0x36
	opLstore          = 0x37
	opFstore          = 0x38
	opDstore          = 0x39
	opAstore          = 0x3a
	opBastore         = 0x54
	opAastore         = 0x53
	opPop             = 0x57
	opDup             = 0x59
	opDupX1           = 0x5a
	opDupX2           = 0x5b
	opDup2            = 0x5c
	opDup2X1          = 0x5d
	opDup2X2          = 0x5e
	opSwap            = 0x5f
	opIadd            = 0x60
	opIdiv            = 0x6c
	opLdiv            = 0x6d
	opIrem            = 0x70
	opLrem            = 0x71
	opIshl            = 0x78
	opLushr           = 0x7d
	opIinc            = 0x84
	opLcmp            = 0x94
	opFcmpl           = 0x95
	opFcmpg           = 0x96
	opDcmpl           = 0x97
	opDcmpg           = 0x98
	opIfeq            = 0x99
	opIfne            = 0x9a
	opIflt            = 0x9b
	opIfle            = 0x9e
	opIfIcmplt        = 0xa1
	opGoto            = 0xa7
	opJsr             = 0xa8
	opRet             = 0xa9
	opTableswitch     = 0xaa
	opLookupswitch    = 0xab
	opIreturn         = 0xac
	opLreturn         = 0xad
	opFreturn         = 0xae
	opDreturn         = 0xaf
	opAreturn         = 0xb0
	opReturn          = 0xb1
	opGetstatic       = 0xb2
	opPutstatic       = 0xb3
	opGetfield        = 0xb4
	opPutfield        = 0xb5
	opInvokevirtual   = 0xb6
	opInvokespecial   = 0xb7
	opInvokestatic    = 0xb8
	opInvokeinterface = 0xb9
	opInvokedynamic   = 0xba
	opNew             = 0xbb
	opNewarray        = 0xbc
	opAnewarray       = 0xbd
	opArraylength     = 0xbe
	opAthrow          = 0xbf
	opCheckcast       = 0xc0
	opInstanceof      = 0xc1
	opMonitorenter    = 0xc2
	opMonitorexit     = 0xc3
	opWide            = 0xc4
	opMultianewarray  = 0xc5
	opGotoW           = 0xc8
	opJsrW            = 0xc9
)

// writerOf starts a public class that implements interfaces.
func writerOf(version uint16, name string, interfaces ...string) *writer.Writer {
	return writer.New(version, classfile.AccPublic|classfile.AccSuper, name, "java/lang/Object", interfaces)
}
