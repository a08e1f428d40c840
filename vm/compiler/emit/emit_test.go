package emit_test

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"hotlens/vm/compiler/emit"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// The imported functions and the table's entries that tests call.
var (
	divmod = wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32), Results: wasm.Types(wasm.I32, wasm.I32)}
	status = wasm.FuncType{Params: wasm.Types(wasm.I32), Results: wasm.Types(wasm.I64, wasm.I32)}
	exit   = wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32, wasm.I32, wasm.I32, wasm.I32), Results: wasm.Types(wasm.I32)}
)

const (
	frameAddress  = 1024
	resultAddress = 512
	exitStatus    = -1<<30 - 7
	// slotStatus is the table's entry that calls the import "status".
	slotStatus = 3
)

// tester is what the test of one function needs of testing.T and rapid.T.
type tester interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// machine is a module with a function under test.
type machine struct {
	t        tester
	function api.Function
	memory   api.Memory
	exits    [][]int32 // the arguments of the calls of "exit"
	calls    int
}

// imports adds what every module of the tests imports.
func imports(m *wasm.Module) map[string]uint32 {
	index := map[string]uint32{
		"divmod":        m.ImportFunction("host", "divmod", divmod),
		"status":        m.ImportFunction("host", "status", status),
		ir.ExitFunction: m.ImportFunction("host", ir.ExitFunction, exit),
	}
	return index
}

// load compiles f.
func load(t tester, f *ir.Func) *machine {
	t.Helper()
	m := wasm.New()
	index := imports(m)
	m.Memory("memory", 1)
	m.Table("table", 8, 8)
	body, err := emit.Function(f, m, index, nil)
	if err != nil {
		t.Fatalf("%v\n%v", err, f)
	}
	m.Export("f", m.Function(f.Type, body))
	forwardStatus(m, index)
	return instantiate(t, f, m.Bytes())
}

// forwardStatus has the table's entry slotStatus call the import "status".
func forwardStatus(m *wasm.Module, imports map[string]uint32) {
	forward := wasm.NewBody(1)
	forward.Index(wasm.OpLocalGet, 0)
	forward.Index(wasm.OpCall, imports["status"])
	m.Element(slotStatus, m.Function(status, forward.Bytes()))
}

func instantiate(t tester, f *ir.Func, module []byte) *machine {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler())
	t.Cleanup(func() { _ = r.Close(ctx) })
	machine := &machine{t: t}
	_, err := r.NewHostModuleBuilder("host").
		NewFunctionBuilder().WithFunc(func(a, b int32) (int32, int32) { return a / b, a % b }).Export("divmod").
		NewFunctionBuilder().WithFunc(func(a int32) (int64, int32) {
		machine.calls++
		// A call may change what was loaded before it.
		b, _ := machine.memory.ReadByte(regions)
		machine.memory.WriteByte(regions, b+1)
		return int64(a) * 3, a
	}).Export("status").
		NewFunctionBuilder().WithFunc(func(frame, id, a, b, c int32) int32 {
		machine.exits = append(machine.exits, []int32{frame, id, a, b, c})
		return exitStatus
	}).Export(ir.ExitFunction).
		Instantiate(ctx)
	if err != nil {
		t.Fatalf("%v", err)
	}
	instance, err := r.Instantiate(ctx, module)
	if err != nil {
		t.Fatalf("%v\n%v", err, f)
	}
	machine.function, machine.memory = instance.ExportedFunction("f"), instance.Memory()
	return machine
}

func (m *machine) call(args ...uint64) []uint64 {
	m.t.Helper()
	m.exits = nil
	results, err := m.function.Call(context.Background(), args...)
	if err != nil {
		m.t.Fatalf("%v", err)
	}
	return results
}

func (m *machine) want(want uint64, args ...uint64) {
	m.t.Helper()
	if got := int32(m.call(args...)[0]); got != int32(want) {
		m.t.Errorf("%d -> %d, want %d", args, got, int32(want))
	}
}

func (m *machine) word(address uint32) uint32 {
	w, _ := m.memory.ReadUint32Le(address)
	return w
}

// builder makes functions.
type builder struct {
	*ir.Func
	at *ir.Block
}

func function(name string, params, results string) *builder {
	f := ir.NewFunc(name, wasm.FuncType{Params: params, Results: results})
	return &builder{f, f.Blocks[0]}
}

func (b *builder) constant(v int32) *ir.Value {
	c := b.NewValue(b.at, ir.OpConst, wasm.I32)
	c.Imm = int64(v)
	return c
}

func (b *builder) pure(code byte, args ...*ir.Value) *ir.Value {
	t := wasm.I32
	if code >= wasm.OpI64Clz && code <= wasm.OpI64Rotr || code == wasm.OpI64ExtendI32S {
		t = wasm.I64
	}
	v := b.NewValue(b.at, ir.OpPure, t, args...)
	v.Code = code
	return v
}

func (b *builder) phi(t wasm.Type) *ir.Value { return b.NewValue(b.at, ir.OpPhi, t) }

func (b *builder) load(kind ir.Memory, address *ir.Value, offset int64) *ir.Value {
	v := b.NewValue(b.at, ir.OpLoad, wasm.I32, address)
	v.Code, v.Memory, v.Imm = wasm.OpI32Load, kind, offset
	return v
}

func (b *builder) store(kind ir.Memory, address, value *ir.Value, offset int64) {
	v := b.NewValue(b.at, ir.OpStore, 0, address, value)
	v.Code, v.Memory, v.Imm = wasm.OpI32Store, kind, offset
}

func (b *builder) guard(condition *ir.Value, x *ir.Exit, values ...*ir.Value) {
	v := b.NewValue(b.at, ir.OpGuard, 0, append([]*ir.Value{condition}, values...)...)
	v.Exit = x
}

func (b *builder) call(c *ir.Call, args ...*ir.Value) *ir.Value {
	v := b.NewValue(b.at, ir.OpCall, 0, args...)
	v.Call = c
	return v
}

func (b *builder) result(call *ir.Value, i int) *ir.Value {
	v := b.NewValue(b.at, ir.OpResult, wasm.Type(call.Call.Type.Results[i]), call)
	v.Imm = int64(i)
	return v
}

func (b *builder) jump(to *ir.Block) { b.at.Kind = ir.BlockJump; b.at.To(to) }

func (b *builder) branch(c *ir.Value, yes, no *ir.Block) {
	b.at.Kind, b.at.Control = ir.BlockIf, c
	b.at.To(yes)
	b.at.To(no)
}

func (b *builder) ret(results ...*ir.Value) { b.at.Kind, b.at.Results = ir.BlockReturn, results }

// compile analyses, checks and compiles.
func (b *builder) compile(t tester) *machine {
	t.Helper()
	b.Analyse()
	if err := b.Check(); err != nil {
		t.Fatalf("%v\n%v", err, b.Func)
	}
	return load(t, b.Func)
}

var (
	i32 = wasm.Types(wasm.I32)
	two = wasm.Types(wasm.I32, wasm.I32)
)

// fibonacci is a loop whose phis change places.
func fibonacci(swap bool) *builder {
	b := function("fibonacci", i32, i32)
	zero, one := b.constant(0), b.constant(1)
	header, body, done := b.NewBlock(), b.NewBlock(), b.NewBlock()
	b.jump(header)
	b.at = header
	i, x, y := b.phi(wasm.I32), b.phi(wasm.I32), b.phi(wasm.I32)
	b.branch(b.pure(wasm.OpI32LtS, i, b.Params[0]), body, done)
	b.at = body
	next := b.pure(wasm.OpI32Add, i, one)
	i.Args = []*ir.Value{zero, next}
	if swap {
		x.Args, y.Args = []*ir.Value{zero, y}, []*ir.Value{one, x}
	} else {
		x.Args, y.Args = []*ir.Value{zero, y}, []*ir.Value{one, b.pure(wasm.OpI32Add, x, y)}
	}
	b.jump(header)
	b.at = done
	b.ret(x)
	return b
}

func TestLoops(t *testing.T) {
	m := fibonacci(false).compile(t)
	for n, want := range []uint64{0, 1, 1, 2, 3, 5, 8, 13, 21} {
		m.want(want, uint64(n))
	}
	m = fibonacci(true).compile(t)
	for n := range uint64(5) {
		m.want(n%2, n)
	}
}

func TestNestedLoops(t *testing.T) {
	// The sum of i*j for j < i < n, where the inner loop is left in two ways.
	b := function("nested", i32, i32)
	zero, one := b.constant(0), b.constant(1)
	outer, inner, test, step, next, done := b.NewBlock(), b.NewBlock(), b.NewBlock(), b.NewBlock(), b.NewBlock(), b.NewBlock()
	b.jump(outer)
	b.at = outer
	i, sum := b.phi(wasm.I32), b.phi(wasm.I32)
	b.branch(b.pure(wasm.OpI32LtS, i, b.Params[0]), inner, done)
	b.at = inner
	j, s := b.phi(wasm.I32), b.phi(wasm.I32)
	b.branch(b.pure(wasm.OpI32GeS, j, i), next, test)
	b.at = test
	b.branch(b.pure(wasm.OpI32GtS, s, b.constant(1000)), next, step)
	b.at = step
	s2 := b.pure(wasm.OpI32Add, s, b.pure(wasm.OpI32Mul, i, j))
	j2 := b.pure(wasm.OpI32Add, j, one)
	b.jump(inner)
	b.at = next
	i2 := b.pure(wasm.OpI32Add, i, one)
	b.jump(outer)
	b.at = done
	b.ret(sum)
	i.Args, sum.Args = []*ir.Value{zero, i2}, []*ir.Value{zero, s}
	j.Args, s.Args = []*ir.Value{zero, j2}, []*ir.Value{sum, s2}
	m := b.compile(t)
	for n := range 20 {
		sum := 0
		for i := range n {
			for j := range i {
				if sum > 1000 {
					break
				}
				sum += i * j
			}
		}
		m.want(uint64(sum), uint64(n))
	}
}

func TestSwitch(t *testing.T) {
	// Cases 0 and 2 set the same value, 1 another, 3 jumps on by itself, and the
	// rest multiplies.
	b := function("switch", i32, i32)
	merge, other, empty := b.NewBlock(), b.NewBlock(), b.NewBlock()
	ten, twenty, thirty := b.constant(10), b.constant(20), b.constant(30)
	b.at.Kind, b.at.Control = ir.BlockSwitch, b.Params[0]
	for _, s := range []*ir.Block{merge, merge, merge, empty, other} {
		b.at.To(s)
	}
	b.at = empty
	b.jump(merge)
	b.at = other
	product := b.pure(wasm.OpI32Mul, b.Params[0], ten)
	b.jump(merge)
	b.at = merge
	p := b.phi(wasm.I32)
	p.Args = []*ir.Value{ten, twenty, ten, thirty, product}
	b.ret(p)
	m := b.compile(t)
	for in, want := range []uint64{10, 20, 10, 30, 40, 50} {
		m.want(want, uint64(in))
	}
	m.want(uint64(uint32(0xfffffff6)), uint64(uint32(0xffffffff)))
}

// guarded leaves at several places with values of all types.
func guarded() *builder {
	b := function("guarded", wasm.Types(wasm.I32, wasm.I32, wasm.I64), wasm.Types(wasm.I64, wasm.I32))
	b.Frame, b.Result = b.Params[0], resultAddress
	x, l := b.Params[1], b.Params[2]
	sum := b.pure(wasm.OpI32Add, x, b.constant(5))
	half := b.NewValue(b.at, ir.OpPure, wasm.F64, l)
	half.Code = wasm.OpF64ReinterpretI64
	stores := []ir.Store{{Offset: 0, Type: wasm.I32}, {Offset: 8, Type: wasm.I64}, {Offset: 16, Type: wasm.F64}}
	b.guard(b.pure(wasm.OpI32Eq, x, b.constant(1)), &ir.Exit{ID: 100, Stores: stores}, sum, l, half)
	b.guard(b.pure(wasm.OpI32Eq, x, b.constant(2)), &ir.Exit{ID: 200, Stores: stores}, sum, l, half)
	b.guard(b.pure(wasm.OpI32Eqz, b.pure(wasm.OpI32Sub, x, b.constant(3))), &ir.Exit{ID: 300, Stores: stores[:1], Passed: 2}, sum, x, b.constant(9))
	out, stay := b.NewBlock(), b.NewBlock()
	b.branch(b.pure(wasm.OpI32Eq, x, b.constant(4)), out, stay)
	out.Kind, out.Exit, out.Results, out.Cold = ir.BlockExit, &ir.Exit{ID: 400, Passed: 3}, []*ir.Value{x, sum, x}, true
	b.at = stay
	b.ret(l, sum)
	return b
}

func TestGuards(t *testing.T) {
	m := guarded().compile(t)
	m.memory.WriteUint64Le(resultAddress, 77)
	const long = 0x1122334455667788
	for x := range uint64(6) {
		m.memory.Write(frameAddress, make([]byte, 24))
		got := m.call(frameAddress, x, long)
		leave := []uint64{77, uint64(uint32(exitStatus & 0xffffffff))}
		frame := make([]byte, 24)
		var want [][]int32
		results := leave
		switch x {
		case 1, 2:
			want = [][]int32{{frameAddress, int32(x) * 100, 0, 0, 0}}
			binary.LittleEndian.PutUint32(frame, uint32(x)+5)
			binary.LittleEndian.PutUint64(frame[8:], long)
			binary.LittleEndian.PutUint64(frame[16:], long)
		case 3:
			want = [][]int32{{frameAddress, 300, 3, 9, 0}}
			binary.LittleEndian.PutUint32(frame, 8)
		case 4:
			want = [][]int32{{frameAddress, 400, 4, 9, 4}}
		default:
			results = []uint64{long, x + 5}
		}
		if d := cmp.Diff(results, got); d != "" {
			t.Errorf("%d: results (-want +got):\n%s", x, d)
		}
		if d := cmp.Diff(want, m.exits); d != "" {
			t.Errorf("%d: exits (-want +got):\n%s", x, d)
		}
		bytes, _ := m.memory.Read(frameAddress, 24)
		if !slices.Equal(bytes, frame) {
			t.Errorf("%d: the frame is %x, want %x", x, bytes, frame)
		}
	}
}

func TestCalls(t *testing.T) {
	b := function("calls", two, wasm.Types(wasm.I64, wasm.I32))
	b.Frame, b.Result = b.Params[0], resultAddress
	x := b.Params[1]
	c := b.call(&ir.Call{Function: "divmod", Type: divmod, Arguments: 2, Status: -1, Pure: true}, x, b.constant(10))
	rest, quotient := b.result(c, 1), b.result(c, 0)
	b.call(&ir.Call{Function: "divmod", Type: divmod, Arguments: 2, Status: -1}, x, b.constant(10))
	mix := b.pure(wasm.OpI32Add, b.pure(wasm.OpI32Mul, rest, b.constant(1000)), quotient)
	// A failing call that leaves, one through the table that returns, and a dynamic one.
	first := b.call(&ir.Call{Function: "status", Type: status, Arguments: 1, Status: 1}, x, mix)
	first.Exit = &ir.Exit{ID: 1, Stores: []ir.Store{{Offset: 4, Type: wasm.I32}}}
	second := b.call(&ir.Call{Slot: slotStatus, Type: status, Arguments: 1, Status: 1}, b.pure(wasm.OpI32Sub, x, b.constant(1000)))
	third := b.call(&ir.Call{Dynamic: true, Type: status, Arguments: 2, Status: 1}, b.constant(slotStatus), b.pure(wasm.OpI32Sub, x, b.constant(2000)))
	sum := b.pure(wasm.OpI64Add, b.result(second, 0), b.result(third, 0))
	sum = b.pure(wasm.OpI64Add, sum, b.pure(wasm.OpI64ExtendI32S, mix))
	b.ret(sum, b.result(third, 1))
	m := b.compile(t)
	m.memory.WriteUint64Le(resultAddress, 99)
	const bound = ir.StatusBound
	u := func(v int32) uint64 { return uint64(uint32(v)) }
	for _, c := range []struct {
		x     int32
		want  []uint64
		calls int
		exits [][]int32
	}{
		{4567, []uint64{3*3567 + 3*2567 + 7456, 2567}, 3, nil},
		{bound, []uint64{0, u(bound - 1000)}, 2, nil},
		{bound + 1000, []uint64{0, u(bound - 1000)}, 3, nil},
		{bound - 1, []uint64{99, u(exitStatus)}, 1, [][]int32{{frameAddress, 1, 0, 0, 0}}},
	} {
		m.calls = 0
		got := m.call(frameAddress, u(c.x))
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%d: results (-want +got):\n%s", c.x, d)
		}
		if d := cmp.Diff(c.exits, m.exits); d != "" {
			t.Errorf("%d: exits (-want +got):\n%s", c.x, d)
		}
		if m.calls != c.calls {
			t.Errorf("%d: %d calls, want %d", c.x, m.calls, c.calls)
		}
	}
	last := int32(bound - 1)
	if got, want := int32(m.word(frameAddress+4)), last%10*1000+last/10; got != want {
		t.Errorf("the frame holds %d, want %d", got, want)
	}
}

func TestIrreducible(t *testing.T) {
	// Two blocks that jump to each other, entered at either.
	b := function("irreducible", two, i32)
	zero, hundred := b.constant(0), b.constant(100)
	left, right, done := b.NewBlock(), b.NewBlock(), b.NewBlock()
	b.branch(b.Params[0], left, right)
	b.at = left
	n, s := b.phi(wasm.I32), b.phi(wasm.I32)
	n2, s2 := b.pure(wasm.OpI32Sub, n, b.constant(1)), b.pure(wasm.OpI32Add, s, b.constant(1))
	b.branch(b.pure(wasm.OpI32GtS, n, b.constant(0)), right, done)
	b.at = right
	k, u := b.phi(wasm.I32), b.phi(wasm.I32)
	k2, u2 := b.pure(wasm.OpI32Sub, k, b.constant(1)), b.pure(wasm.OpI32Mul, u, b.constant(2))
	b.branch(b.pure(wasm.OpI32GtS, k, b.constant(0)), left, done)
	b.at = done
	p := b.phi(wasm.I32)
	n.Args, s.Args = []*ir.Value{b.Params[1], k2}, []*ir.Value{hundred, u2}
	k.Args, u.Args = []*ir.Value{b.Params[1], n2}, []*ir.Value{zero, s2}
	p.Args = []*ir.Value{s2, u}
	b.ret(p)
	if b.Analyse() {
		t.Fatal("the graph is reducible")
	}
	m := b.compile(t)
	for _, enter := range []uint64{0, 1} {
		for count := range 10 {
			n, s, inLeft := count, 0, enter == 1
			if inLeft {
				s = 100
			}
			for {
				if inLeft {
					s++
				}
				if n <= 0 {
					break
				}
				if !inLeft {
					s *= 2
				}
				n--
				inLeft = !inLeft
			}
			m.want(uint64(s), enter, uint64(count))
		}
	}
}

func TestMemory(t *testing.T) {
	// The first load must come before the store of its kind, the second need not.
	b := function("memory", two, i32)
	a, x := b.Params[0], b.Params[1]
	first, second := b.load(ir.MemoryField, a, 0), b.load(ir.MemoryStatic, a, 4)
	b.store(ir.MemoryField, a, x, 0)
	v := b.NewValue(b.at, ir.OpFill, 0, b.pure(wasm.OpI32Add, a, b.constant(8)), x, b.constant(4))
	v.Memory = ir.MemoryArray8
	v = b.NewValue(b.at, ir.OpCopy, 0, b.pure(wasm.OpI32Add, a, b.constant(12)), a, b.constant(4))
	v.Memory = ir.MemoryArray8
	choice := b.NewValue(b.at, ir.OpSelect, wasm.I32, first, second, b.pure(wasm.OpI32Eqz, x))
	b.ret(choice)
	m := b.compile(t)
	m.memory.WriteUint32Le(64, 10)
	m.memory.WriteUint32Le(68, 20)
	m.want(20, 64, 3)
	m.want(3, 64, 0)
	m.want(20, 64, 0x7f)
	if m.word(64) != 0x7f || m.word(72) != 0x7f7f7f7f || m.word(76) != 0x7f {
		t.Errorf("memory holds %#x %#x %#x", m.word(64), m.word(72), m.word(76))
	}
}

func TestDigits(t *testing.T) {
	b := function("digits", wasm.Types(wasm.I32, wasm.I64), "")
	v := b.NewValue(b.at, ir.OpDigits, 0, b.Params[0], b.Params[1])
	v.Memory = ir.MemoryArray8
	b.ret()
	long := b.compile(t)
	b = function("digits", two, "")
	v = b.NewValue(b.at, ir.OpDigits, 0, b.Params[0], b.Params[1])
	v.Memory = ir.MemoryArray8
	b.ret()
	short := b.compile(t)
	const end = 96
	try := func(m *machine, number uint64) {
		t.Helper()
		want := strconv.FormatUint(number, 10)
		want = strings.Repeat("x", 22-len(want)) + want + "xx"
		m.memory.Write(end-22, []byte(strings.Repeat("x", 24)))
		m.call(end, number)
		if got, _ := m.memory.Read(end-22, 24); string(got) != want {
			t.Errorf("the digits of %d are %q, want %q", number, got, want)
		}
	}
	for power := uint64(1); ; power *= 10 {
		for _, number := range []uint64{power - 1, power, power + 1, 7 * power / 3} {
			try(long, number)
			if number <= math.MaxUint32 {
				try(short, number)
			}
		}
		if power > math.MaxUint64/10 {
			break
		}
	}
	for _, number := range []uint64{math.MaxUint32, math.MaxUint32 - 9, 1 << 31, 42949672949, 1 << 32, 1<<32 - 10, 1 << 63, math.MaxUint64} {
		try(long, number)
		if number <= math.MaxUint32 {
			try(short, number)
		}
	}
}

func TestCount(t *testing.T) {
	b := function("count", i32, "")
	one, seven := b.NewValue(b.at, ir.OpConst, wasm.I64), b.NewValue(b.at, ir.OpConst, wasm.I64)
	one.Imm, seven.Imm = 1, -7
	v := b.NewValue(b.at, ir.OpCount, 0, b.Params[0], one, seven)
	v.Memory, v.Imm = ir.MemoryCounter, 8
	b.ret()
	m := b.compile(t)
	m.memory.WriteUint64Le(72, 1<<40)
	m.memory.WriteUint64Le(80, 3)
	m.memory.WriteUint64Le(88, 100)
	m.call(64)
	m.call(64)
	for i, want := range []uint64{1<<40 + 2, 1<<64 - 11, 100} {
		if got, _ := m.memory.ReadUint64Le(uint32(72 + 8*i)); got != want {
			t.Errorf("counter %d is %d, want %d", i, int64(got), int64(want))
		}
	}
}

func TestLoadBeforeCall(t *testing.T) {
	// The host function adds 1 to what has been loaded, also where it never changes.
	for _, kind := range []ir.Memory{ir.MemoryField, ir.MemoryFixed} {
		b := function("load", i32, i32)
		v := b.load(kind, b.constant(regions), 0)
		b.call(&ir.Call{Function: "status", Type: status, Arguments: 1, Status: -1}, b.Params[0])
		b.ret(v)
		m := b.compile(t)
		m.want(0, 5)
		m.want(1, 5)
	}
}

func TestFloats(t *testing.T) {
	// Comparisons with NaN are not inverted, conversions saturate.
	b := function("floats", wasm.Types(wasm.F64, wasm.F32), i32)
	less, not := b.NewBlock(), b.NewBlock()
	b.branch(b.pure(wasm.OpI32Eqz, b.pure(wasm.OpF64Lt, b.Params[0], b.Params[0])), not, less)
	b.at = less
	b.ret(b.constant(0))
	b.at = not
	c := b.NewValue(b.at, ir.OpConst, wasm.F32)
	c.Imm = int64(math.Float32bits(2.5))
	product := b.NewValue(b.at, ir.OpPure, wasm.F32, b.Params[1], c)
	product.Code = wasm.OpF32Mul
	n := b.NewValue(b.at, ir.OpPure, wasm.I32, product)
	n.Code, n.Sat = wasm.SatI32F32S, true
	b.ret(n)
	m := b.compile(t)
	m.want(25, api.EncodeF64(math.NaN()), api.EncodeF32(10))
	m.want(math.MaxInt32, api.EncodeF64(1), api.EncodeF32(1e30))
}

// TestZeroCompared compares 0, itself and as what a local always is, with the bits that two numbers share, by all comparisons: wazero 1.12 takes the constant on
// the left for the one on the right.
func TestZeroCompared(t *testing.T) {
	for code := byte(wasm.OpI32Eq); code <= wasm.OpI32GeU; code++ {
		for locals := range 4 {
			b := function("compares", two, i32)
			zero := b.constant(0)
			for range locals {
				next := b.NewBlock()
				b.jump(next)
				b.at = next
				of := zero
				zero = b.phi(wasm.I32)
				zero.Args = []*ir.Value{of}
			}
			compared := b.pure(code, zero, b.pure(wasm.OpI32And, b.Params[0], b.Params[1]))
			if locals%2 == 1 {
				yes, no := b.NewBlock(), b.NewBlock()
				b.branch(compared, yes, no)
				b.at = yes
				b.ret(b.constant(1))
				b.at = no
				b.ret(b.constant(0))
			} else {
				b.ret(compared)
			}
			m := b.compile(t)
			for _, shared := range []int32{0, 1, -1, math.MinInt32, 5} {
				want := uint64(0)
				if compareWithZero(code, shared) {
					want = 1
				}
				m.want(want, uint64(uint32(shared)), math.MaxUint32)
			}
		}
	}
}

// compareWithZero is what a comparison of 0 with a number says.
func compareWithZero(code byte, n int32) bool {
	switch code {
	case wasm.OpI32Eq, wasm.OpI32GeU:
		return n == 0
	case wasm.OpI32Ne, wasm.OpI32LtU:
		return n != 0
	case wasm.OpI32LtS:
		return n > 0
	case wasm.OpI32GtS:
		return n < 0
	case wasm.OpI32GtU:
		return false
	case wasm.OpI32LeS:
		return n >= 0
	case wasm.OpI32LeU:
		return true
	}
	return n <= 0
}

// TestDirectCalls demands that functions of one module call each other without the table,
// whose entry for the callee refers to nothing, and all others through it.
func TestDirectCalls(t *testing.T) {
	const calleeSlot = slotStatus + 1
	m := wasm.New()
	index := imports(m)
	m.Memory("memory", 1)
	m.Table("table", 8, 8)
	callee := function("callee", status.Params, status.Results)
	callee.ret(callee.pure(wasm.OpI64ExtendI32S, callee.Params[0]), callee.constant(5))
	caller := function("caller", two, wasm.Types(wasm.I64, wasm.I32))
	own := caller.call(&ir.Call{Slot: calleeSlot, Type: status, Arguments: 1, Status: 1}, caller.Params[1])
	other := caller.call(&ir.Call{Slot: slotStatus, Type: status, Arguments: 1, Status: 1}, caller.Params[1])
	caller.ret(caller.pure(wasm.OpI64Add, caller.result(own, 0), caller.result(other, 0)), caller.result(own, 1))
	functions := map[uint32]uint32{calleeSlot: m.NextFunction() + 1}
	for _, b := range []*builder{caller, callee} {
		b.Analyse()
		body, err := emit.Function(b.Func, m, index, functions)
		if err != nil {
			t.Fatalf("%v\n%v", err, b.Func)
		}
		added := m.Function(b.Type, body)
		if b == caller {
			m.Export("f", added)
		}
	}
	forwardStatus(m, index)
	machine := instantiate(t, caller.Func, m.Bytes())
	machine.want(uint64(100+3*100), frameAddress, 100)
	if machine.calls != 1 {
		t.Errorf("%d calls have gone through the table, want 1", machine.calls)
	}
}
