package emit_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file compares random functions with an interpreter of the representation.

const (
	fuelAddress = 256
	fuel        = 200
	sumAddress  = 264
	// Each kind of memory that random functions use has a region of its own.
	regions    = 2048
	regionSize = 16
	memorySize = 4096
)

// randomKinds are the kinds of memory that random functions access.
var randomKinds = []ir.Memory{ir.MemoryField, ir.MemoryStatic, ir.MemoryArray32, ir.MemoryOther}

// The operations that random functions are made of.
var (
	binaryI32 = []byte{wasm.OpI32Add, wasm.OpI32Sub, wasm.OpI32Mul, wasm.OpI32And, wasm.OpI32Or, wasm.OpI32Xor, wasm.OpI32Shl, wasm.OpI32ShrS, wasm.OpI32ShrU,
		wasm.OpI32Rotl, wasm.OpI32Eq, wasm.OpI32Ne, wasm.OpI32LtS, wasm.OpI32LtU, wasm.OpI32GtS, wasm.OpI32GtU, wasm.OpI32LeS, wasm.OpI32LeU, wasm.OpI32GeS, wasm.OpI32GeU}
	binaryI64  = []byte{wasm.OpI64Add, wasm.OpI64Sub, wasm.OpI64Mul, wasm.OpI64Xor, wasm.OpI64ShrU}
	compareI64 = []byte{wasm.OpI64Eq, wasm.OpI64Ne, wasm.OpI64LtS, wasm.OpI64LtU, wasm.OpI64GtS, wasm.OpI64LeU, wasm.OpI64GeS}
	compareF64 = []byte{wasm.OpF64Eq, wasm.OpF64Ne, wasm.OpF64Lt, wasm.OpF64Ge}
)

// generator makes one random function. Its choices are uniform, unlike rapid's, which
// prefer small numbers and so few kinds of values; what rapid draws is the size, which
// it can shrink, and the seed.
type generator struct {
	*builder
	random *rand.Rand
	// there is what each block's end can use, by ID.
	there map[int][]*ir.Value
	exits int32
}

// int chooses a number from min to max.
func (g *generator) int(min, max int) int { return min + g.random.IntN(max-min+1) }

// choose chooses one of several.
func choose[T any](g *generator, of []T) T { return of[g.random.IntN(len(of))] }

// pick chooses a value of a type that the current block can use; a constant if there is none.
func (g *generator) pick(t wasm.Type) *ir.Value {
	var of []*ir.Value
	for _, v := range g.there[g.at.ID] {
		if v.Type == t {
			of = append(of, v)
		}
	}
	// The latest values more often, so that many are used once.
	n := g.int(0, len(of)+1)
	if g.int(0, 1) == 0 {
		n = g.int(0, 3)
	}
	if n < len(of) {
		return of[len(of)-1-n]
	}
	c := g.NewValue(g.at, ir.OpConst, t)
	c.Imm = int64(choose(g, []int32{0, 1, -1, 2, 3, 7, 100, math.MinInt32, math.MaxInt32}))
	if t == wasm.F64 {
		c.Imm = int64(math.Float64bits(float64(c.Imm)))
	}
	return g.add(c)
}

func (g *generator) add(v *ir.Value) *ir.Value {
	g.there[g.at.ID] = append(g.there[g.at.ID], v)
	return v
}

func (g *generator) make(t wasm.Type, code byte, args ...*ir.Value) *ir.Value {
	v := g.NewValue(g.at, ir.OpPure, t, args...)
	v.Code = code
	return g.add(v)
}

// exit makes an exit with values.
func (g *generator) exit() (*ir.Exit, []*ir.Value) {
	g.exits++
	// Few sets of values, so that exits share code.
	x := &ir.Exit{ID: g.exits}
	var values []*ir.Value
	for i := range g.int(0, 3) {
		t := choose(g, []wasm.Type{wasm.I32, wasm.I64})
		x.Stores = append(x.Stores, ir.Store{Offset: int32(8 * i), Type: t})
		values = append(values, g.pick(t))
	}
	for range g.int(0, 3) {
		x.Passed++
		values = append(values, g.pick(wasm.I32))
	}
	return x, values
}

// address is an address in a kind's region.
func (g *generator) address(kind int) *ir.Value {
	masked := g.make(wasm.I32, wasm.OpI32And, g.pick(wasm.I32), g.constant(regionSize-8))
	return g.make(wasm.I32, wasm.OpI32Add, masked, g.constant(int32(regions+kind*regionSize)))
}

// value adds one random value to the current block.
func (g *generator) value() {
	switch g.int(0, 16) {
	case 0, 1, 2:
		g.make(wasm.I32, choose(g, binaryI32), g.pick(wasm.I32), g.pick(wasm.I32))
	case 3:
		g.make(wasm.I64, choose(g, binaryI64), g.pick(wasm.I64), g.pick(wasm.I64))
	case 4:
		g.make(wasm.I32, choose(g, compareI64), g.pick(wasm.I64), g.pick(wasm.I64))
	case 5:
		g.make(wasm.I32, wasm.OpI32Eqz, g.pick(wasm.I32))
		g.make(wasm.I32, wasm.OpI64Eqz, g.pick(wasm.I64))
	case 6:
		g.make(wasm.I64, wasm.OpI64ExtendI32S, g.pick(wasm.I32))
		g.make(wasm.I32, wasm.OpI32WrapI64, g.pick(wasm.I64))
	case 7:
		g.make(wasm.F64, wasm.OpF64ConvertI32S, g.pick(wasm.I32))
		g.make(wasm.I32, choose(g, compareF64), g.pick(wasm.F64), g.pick(wasm.F64))
	case 8:
		t := choose(g, []wasm.Type{wasm.I32, wasm.I64})
		g.add(g.NewValue(g.at, ir.OpSelect, t, g.pick(t), g.pick(t), g.pick(wasm.I32)))
	case 9, 14:
		kind := g.int(0, len(randomKinds)-1)
		g.store(randomKinds[kind], g.address(kind), g.pick(wasm.I32), int64(g.int(0, 1)*4))
	case 10, 11, 15, 16:
		kind := g.int(0, len(randomKinds)-1)
		g.add(g.load(randomKinds[kind], g.address(kind), int64(g.int(0, 1)*4)))
	case 12:
		// Seldom taken, so that the code behind it matters.
		c := g.make(wasm.I32, wasm.OpI32Eq, g.make(wasm.I32, wasm.OpI32And, g.pick(wasm.I32), g.constant(7)), g.constant(int32(g.int(0, 7))))
		x, values := g.exit()
		g.guard(c, x, values...)
	case 13:
		call := &ir.Call{Slot: slotStatus, Type: status, Arguments: 1, Status: 1}
		if g.int(0, 1) == 1 {
			call.Dynamic, call.Arguments = true, 2
		} else if g.int(0, 1) == 1 {
			call.Function = "status"
		}
		v := g.call(call)
		g.at.Values = g.at.Values[:len(g.at.Values)-1]
		if call.Dynamic {
			v.Args = append(v.Args, g.constant(slotStatus))
		}
		v.Args = append(v.Args, g.pick(wasm.I32))
		if g.int(0, 1) == 1 {
			x, values := g.exit()
			v.Exit, v.Args = x, append(v.Args, values...)
		}
		g.at.Values = append(g.at.Values, v)
		for i := range 2 {
			if g.int(0, 2) > 0 {
				g.add(g.result(v, i))
			}
		}
	}
}

// checksum adds the block's values that nothing has used to a word in memory, so that
// a wrong one shows.
func (g *generator) checksum() {
	used := map[*ir.Value]bool{}
	for _, v := range g.at.Values {
		for _, a := range v.Args {
			used[a] = true
		}
	}
	sum := g.load(ir.MemoryControl, g.constant(sumAddress), 0)
	for _, v := range g.there[g.at.ID] {
		if v.Block == g.at && !used[v] && v.Op != ir.OpConst && v.Type != wasm.F64 {
			if v.Type == wasm.I64 {
				v = g.pure(wasm.OpI32WrapI64, v)
			}
			sum = g.pure(wasm.OpI32Add, g.pure(wasm.OpI32Mul, sum, g.constant(31)), v)
		}
	}
	g.store(ir.MemoryControl, g.constant(sumAddress), sum, 0)
}

// maxRandomBlocks is how many blocks a random function has at most, besides the first.
const maxRandomBlocks = 14

// randomFunction makes a function with so many blocks besides the first, and more values for a larger size: first the graph, then, when
// dominators are known, the values.
func randomFunction(seed uint64, more, size int) *ir.Func {
	b := function("random", wasm.Types(wasm.I32, wasm.I32, wasm.I64), wasm.Types(wasm.I64, wasm.I32))
	b.Frame, b.Result = b.Params[0], resultAddress
	g := &generator{builder: b, random: rand.New(rand.NewPCG(seed, 0)), there: map[int][]*ir.Value{}}
	blocks := []*ir.Block{b.at}
	for range more {
		blocks = append(blocks, b.NewBlock())
	}
	for _, c := range blocks {
		c.Cold = g.int(0, 3) == 0
		c.Kind = ir.BlockReturn
		if len(blocks) == 1 {
			continue
		}
		c.Kind = choose(g, []ir.BlockKind{ir.BlockJump, ir.BlockJump, ir.BlockIf, ir.BlockIf, ir.BlockIf, ir.BlockIf, ir.BlockSwitch,
			ir.BlockReturn, ir.BlockExit, ir.BlockTrap})
		successors := map[ir.BlockKind]int{ir.BlockJump: 1, ir.BlockIf: 2}[c.Kind]
		if c.Kind == ir.BlockSwitch {
			successors = g.int(1, 5)
		}
		for range successors {
			c.To(blocks[g.int(1, len(blocks)-1)])
		}
	}
	b.Analyse()
	for _, c := range b.Blocks {
		g.at = c
		if d := c.Dominator; d != nil {
			g.there[c.ID] = append(g.there[c.ID], g.there[d.ID]...)
		} else {
			g.there[c.ID] = append(g.there[c.ID], b.Params...)
		}
		if c.Dominator != nil && g.int(0, 2) > 0 {
			for range g.int(1, 4) {
				g.add(g.phi(choose(g, []wasm.Type{wasm.I32, wasm.I32, wasm.I64})))
			}
		}
		if c.LoopHeader() {
			left := g.load(ir.MemoryControl, g.constant(fuelAddress), 0)
			x, values := g.exit()
			g.guard(g.pure(wasm.OpI32Eqz, left), x, values...)
			g.store(ir.MemoryControl, g.constant(fuelAddress), g.pure(wasm.OpI32Sub, left, g.constant(1)), 0)
		}
		if g.int(0, 3) > 0 {
			for range g.int(1, size) {
				g.value()
			}
		}
		if g.int(0, 3) > 0 {
			g.checksum()
		}
		switch c.Kind {
		case ir.BlockIf:
			c.Control = g.pick(wasm.I32)
		case ir.BlockSwitch:
			c.Control = g.make(wasm.I32, wasm.OpI32And, g.pick(wasm.I32), g.constant(7))
		case ir.BlockReturn:
			c.Results = []*ir.Value{g.pick(wasm.I64), g.pick(wasm.I32)}
		case ir.BlockExit:
			c.Exit, c.Results = g.exit()
		}
	}
	for _, c := range b.Blocks {
		for _, v := range c.Values {
			if v.Op != ir.OpPhi {
				continue
			}
			for _, p := range c.Preds {
				g.at = p
				v.Args = append(v.Args, g.pick(v.Type))
			}
		}
	}
	return b.Func
}

// outcome is what a run does.
type outcome struct {
	Trap    bool
	Results [2]uint64
	Exits   [][]int32
	Memory  string
	Calls   int
}

// interpret runs a function of the kind that randomFunction makes.
func interpret(f *ir.Func, args []uint64, memory []byte) (o outcome) {
	defer func() { o.Memory = string(memory) }()
	values := make([]uint64, f.NumValues())
	results := map[int][2]uint64{}
	get := func(v *ir.Value) uint64 { return values[v.ID] }
	leave := func(x *ir.Exit, args []*ir.Value) outcome {
		frame := get(f.Frame)
		for i, s := range x.Stores {
			if s.Type == wasm.I32 {
				binary.LittleEndian.PutUint32(memory[frame+uint64(s.Offset):], uint32(get(args[i])))
			} else {
				binary.LittleEndian.PutUint64(memory[frame+uint64(s.Offset):], get(args[i]))
			}
		}
		arguments := make([]int32, 5)
		arguments[0], arguments[1] = int32(frame), x.ID
		for i, v := range args[len(x.Stores):] {
			arguments[2+i] = int32(get(v))
		}
		o.Exits = append(o.Exits, arguments)
		o.Results = [2]uint64{binary.LittleEndian.Uint64(memory[resultAddress:]), uint64(uint32(exitStatus & 0xffffffff))}
		return o
	}
	for b, edge := f.Blocks[0], -1; ; {
		var phis []uint64
		for _, v := range b.Values {
			if v.Op == ir.OpPhi {
				phis = append(phis, get(v.Args[edge]))
			}
		}
		for _, v := range b.Values {
			set := func(x uint64) {
				if v.Type == wasm.I32 {
					x = uint64(uint32(x))
				}
				values[v.ID] = x
			}
			switch v.Op {
			case ir.OpConst:
				set(uint64(v.Imm))
			case ir.OpParam:
				set(args[v.Imm])
			case ir.OpPhi:
				set(phis[0])
				phis = phis[1:]
			case ir.OpPure:
				var y uint64
				if len(v.Args) > 1 {
					y = get(v.Args[1])
				}
				set(pure(v.Code, get(v.Args[0]), y))
			case ir.OpSelect:
				if get(v.Args[2]) != 0 {
					set(get(v.Args[0]))
				} else {
					set(get(v.Args[1]))
				}
			case ir.OpLoad:
				set(uint64(binary.LittleEndian.Uint32(memory[get(v.Args[0])+uint64(v.Imm):])))
			case ir.OpStore:
				binary.LittleEndian.PutUint32(memory[get(v.Args[0])+uint64(v.Imm):], uint32(get(v.Args[1])))
			case ir.OpGuard:
				if get(v.Args[0]) != 0 {
					return leave(v.Exit, v.Args[1:])
				}
			case ir.OpCall:
				o.Calls++
				memory[regions]++
				x := int32(get(v.Args[v.Call.Arguments-1]))
				results[v.ID] = [2]uint64{uint64(int64(x) * 3), uint64(uint32(x))}
				if x < ir.StatusBound {
					if v.Exit != nil {
						return leave(v.Exit, v.Args[v.Call.Arguments:])
					}
					o.Results = [2]uint64{0, uint64(uint32(x))}
					return o
				}
			case ir.OpResult:
				set(results[v.Args[0].ID][v.Imm])
			}
		}
		next := 0
		switch b.Kind {
		case ir.BlockIf:
			if get(b.Control) == 0 {
				next = 1
			}
		case ir.BlockSwitch:
			next = int(min(get(b.Control), uint64(len(b.Succs)-1)))
		case ir.BlockReturn:
			o.Results = [2]uint64{get(b.Results[0]), get(b.Results[1])}
			return o
		case ir.BlockExit:
			return leave(b.Exit, b.Results)
		case ir.BlockTrap:
			o.Trap = true
			return o
		}
		s := b.Succs[next]
		n := 0
		for _, t := range b.Succs[:next] {
			if t == s {
				n++
			}
		}
		for i, p := range s.Preds {
			if p == b {
				if n == 0 {
					edge = i
					break
				}
				n--
			}
		}
		b = s
	}
}

// pure computes an operation.
func pure(code byte, x, y uint64) uint64 {
	truth := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	a, b := uint32(x), uint32(y)
	switch code {
	case wasm.OpI32Add:
		return uint64(a + b)
	case wasm.OpI32Sub:
		return uint64(a - b)
	case wasm.OpI32Mul:
		return uint64(a * b)
	case wasm.OpI32And:
		return uint64(a & b)
	case wasm.OpI32Or:
		return uint64(a | b)
	case wasm.OpI32Xor:
		return uint64(a ^ b)
	case wasm.OpI32Shl:
		return uint64(a << (b & 31))
	case wasm.OpI32ShrS:
		return uint64(uint32(int32(a) >> (b & 31)))
	case wasm.OpI32ShrU:
		return uint64(a >> (b & 31))
	case wasm.OpI32Rotl:
		return uint64(bits.RotateLeft32(a, int(b&31)))
	case wasm.OpI32Eqz:
		return truth(a == 0)
	case wasm.OpI32Eq:
		return truth(a == b)
	case wasm.OpI32Ne:
		return truth(a != b)
	case wasm.OpI32LtS:
		return truth(int32(a) < int32(b))
	case wasm.OpI32LtU:
		return truth(a < b)
	case wasm.OpI32GtS:
		return truth(int32(a) > int32(b))
	case wasm.OpI32GtU:
		return truth(a > b)
	case wasm.OpI32LeS:
		return truth(int32(a) <= int32(b))
	case wasm.OpI32LeU:
		return truth(a <= b)
	case wasm.OpI32GeS:
		return truth(int32(a) >= int32(b))
	case wasm.OpI32GeU:
		return truth(a >= b)
	case wasm.OpI64Eqz:
		return truth(x == 0)
	case wasm.OpI64Eq:
		return truth(x == y)
	case wasm.OpI64Ne:
		return truth(x != y)
	case wasm.OpI64LtS:
		return truth(int64(x) < int64(y))
	case wasm.OpI64LtU:
		return truth(x < y)
	case wasm.OpI64GtS:
		return truth(int64(x) > int64(y))
	case wasm.OpI64LeU:
		return truth(x <= y)
	case wasm.OpI64GeS:
		return truth(int64(x) >= int64(y))
	case wasm.OpI64Add:
		return x + y
	case wasm.OpI64Sub:
		return x - y
	case wasm.OpI64Mul:
		return x * y
	case wasm.OpI64Xor:
		return x ^ y
	case wasm.OpI64ShrU:
		return x >> (y & 63)
	case wasm.OpI64ExtendI32S:
		return uint64(int64(int32(a)))
	case wasm.OpI32WrapI64:
		return uint64(a)
	case wasm.OpF64ConvertI32S:
		return math.Float64bits(float64(int32(a)))
	}
	f, g := math.Float64frombits(x), math.Float64frombits(y)
	switch code {
	case wasm.OpF64Eq:
		return truth(f == g)
	case wasm.OpF64Ne:
		return truth(f != g)
	case wasm.OpF64Lt:
		return truth(f < g)
	case wasm.OpF64Ge:
		return truth(f >= g)
	}
	panic(fmt.Sprintf("no operation %#x", code))
}

func TestRandomFunctions(t *testing.T) {
	kinds := map[bool]int{}
	for seed := range uint64(50) {
		kinds[randomFunction(seed, maxRandomBlocks, 1).Analyse()]++
	}
	if kinds[true] == 0 || kinds[false] == 0 {
		t.Errorf("%d functions were reducible, %d irreducible", kinds[true], kinds[false])
	}
	rapid.Check(t, func(t *rapid.T) {
		f := randomFunction(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, maxRandomBlocks).Draw(t, "blocks"), rapid.IntRange(1, 12).Draw(t, "values"))
		f.Analyse()
		if err := f.Check(); err != nil {
			t.Fatalf("%v\n%v", err, f)
		}
		m := load(t, f)
		for range 4 {
			args := []uint64{frameAddress, uint64(uint32(rapid.Int32().Draw(t, "argument"))), uint64(rapid.Int64().Draw(t, "argument"))}
			before := make([]byte, memorySize)
			for i := range len(randomKinds) * regionSize {
				before[regions+i] = byte(i * 37)
			}
			binary.LittleEndian.PutUint64(before[resultAddress:], 0x123456789)
			binary.LittleEndian.PutUint32(before[fuelAddress:], fuel)
			m.memory.Write(0, before)
			m.exits, m.calls = nil, 0
			results, err := m.function.Call(context.Background(), args...)
			got := outcome{Trap: err != nil, Exits: m.exits, Calls: m.calls}
			after, _ := m.memory.Read(0, memorySize)
			got.Memory = string(after)
			if err == nil {
				got.Results = [2]uint64{results[0], uint64(uint32(results[1]))}
			}
			if d := cmp.Diff(interpret(f, args, before), got); d != "" {
				t.Fatalf("arguments %d: (-want +got):\n%s\n%v", args, d, f)
			}
		}
	})
}
