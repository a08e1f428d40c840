// Package machinecode has WebAssembly made into machine code by wazero and keeps the
// table of functions that compiled code calls each other by (DESIGN section 4).
//
// A method's entry in the table is its number: its compiled function, or a bridge to
// the interpreter. The table's upper end holds entries in the middle of methods, and
// for each signature its bridge and its trampoline, through which Go code calls.
//
// Invariant: everything but Translate is called by the thread that runs Java code.
package machinecode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"hotlens/vm/codecache"
	"hotlens/vm/compiler/wasm"
)

const (
	// TableSize is the number of entries of the table of functions.
	TableSize = 1 << 20
	// MaxMethods bounds the methods that can have one.
	MaxMethods = TableSize - 1<<17

	// memoryPages is the size of every module's memory, in pages of 64 KiB: all but the
	// last page of the machine's, as wazero reads the size of a memory that a module
	// defines itself as 32 bits. An imported one would cost two loads more per access.
	memoryPages = 65535

	environment = "e" // the module that holds the table
	hostModule  = "h" // the runtime's functions
	// BridgeFunction is the imported function that bridges call: caller's frame,
	// lowest address, context, bytecodes left -> bytecodes left, or a status.
	BridgeFunction = "bridge"
)

// HostFunction is a function of the runtime: its arguments come in stack, where it
// leaves its results.
type HostFunction struct {
	Name string
	Type wasm.FuncType
	Call func(stack []uint64)
}

// Code is the machine code of one machine.
type Code struct {
	ctx     context.Context
	runtime wazero.Runtime
	cache   wazero.CompilationCache // nil if none is kept
	support api.Module
	set     api.Function // set(to, from): copies an entry of the table
	hosts   []HostFunction
	next    uint32   // entries from here on are in use
	free    []uint32 // entries above next that have been given back
	result  uint32   // address of the word for results
	modules int

	panicked error // of a function of the runtime
}

// linearMemory hands the machine's memory to wazero.
type linearMemory []byte

func (m linearMemory) Reallocate(size uint64) []byte {
	if size > uint64(len(m)) {
		return nil
	}
	return m[:size]
}

func (m linearMemory) Free() {}

// New prepares for code over memory, which must be 4 GiB. Behind it no address may be accessible that two numbers of 32 bits add up to, as code does
// not check bounds (command adaptwazero). result is the address of
// the eight bytes through which results go from and to Go code. kept may be nil.
func New(memory []byte, result uint32, hosts []HostFunction, kept codecache.Store) (*Code, error) {
	ctx := experimental.WithMemoryAllocator(context.Background(), experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory {
		return linearMemory(memory)
	}))
	c := &Code{ctx: ctx, hosts: hosts, next: TableSize, result: result}
	config := wazero.NewRuntimeConfigCompiler().WithMemoryLimitPages(memoryPages).WithMemoryCapacityFromMax(true)
	if kept != nil {
		var err error
		if c.cache, err = compilationCache(kept); err == nil {
			config = config.WithCompilationCache(c.cache)
		} else {
			slog.Warn("compiled code is not kept", "error", err) // all else works without
		}
	}
	c.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	e := wasm.New()
	e.Table("t", TableSize, TableSize)
	if _, err := c.instantiate(e.Bytes(), environment); err != nil {
		return nil, err
	}
	builder := c.runtime.NewHostModuleBuilder(hostModule)
	for _, h := range hosts {
		call := h.Call
		builder.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, stack []uint64) {
			defer c.keepPanic()
			call(stack)
		}), valueTypes(h.Type.Params), valueTypes(h.Type.Results)).Export(h.Name)
	}
	if _, err := builder.Instantiate(ctx); err != nil {
		return nil, fmt.Errorf("preparing compiled code: %w", err)
	}
	return c, c.makeSupport()
}

// keepPanic keeps where a function of the runtime has panicked: wazero makes an error
// of it that does not tell.
func (c *Code) keepPanic() {
	if r := recover(); r != nil {
		if c.panicked == nil {
			c.panicked = fmt.Errorf("%v\n%s", r, debug.Stack())
		}
		panic(r)
	}
}

func valueTypes(types string) []api.ValueType { return []byte(types) }

// makeSupport makes the functions that Go code calls.
func (c *Code) makeSupport() (err error) {
	m := c.NewModule()
	set := wasm.NewBody(2)
	set.Index(wasm.OpLocalGet, 0)
	set.Index(wasm.OpLocalGet, 1)
	set.Index(wasm.OpTableGet, 0)
	set.Index(wasm.OpTableSet, 0)
	two := wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32)}
	m.Export("set", m.Function(two, set.Bytes()))
	enter := wasm.NewBody(6)
	for i := range uint32(5) {
		enter.Index(wasm.OpLocalGet, i+1)
	}
	enter.Index(wasm.OpLocalGet, 0)
	enter.CallIndirect(m.Type(trampolineType))
	six := wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32, wasm.I32, wasm.I32, wasm.I32, wasm.I32), Results: wasm.Types(wasm.I32)}
	m.Export("enter", m.Function(six, enter.Bytes()))
	if c.support, err = c.instantiate(m.Bytes(), "s"); err != nil {
		return err
	}
	c.set = c.support.ExportedFunction("set")
	return nil
}

// trampolineType is the signature of trampolines: entry of the callee, caller's
// frame, lowest address, context, bytecodes left -> bytecodes left, or a status.
var trampolineType = wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32, wasm.I32, wasm.I32, wasm.I32), Results: wasm.Types(wasm.I32)}

// NewModule is a module with all that code needs imported: the memory, the table,
// and the runtime's functions in the order in which New was told them. No other functions
// are imported, as machine code takes imported ones to be Go's, which leave registers as
// they are (command adaptwazero).
func (c *Code) NewModule() *wasm.Module {
	m := wasm.New()
	for _, h := range c.hosts {
		m.ImportFunction(hostModule, h.Name, h.Type)
	}
	m.ImportTable(environment, "t", TableSize, TableSize)
	m.Memory("m", memoryPages) // the allocator makes it the machine's
	return m
}

func (c *Code) instantiate(code []byte, name string) (api.Module, error) {
	compiled, err := c.runtime.CompileModule(c.ctx, code)
	if err != nil {
		return nil, fmt.Errorf("compiling WebAssembly: %w", err)
	}
	return c.Install(compiled, name)
}

// Translate makes machine code of a module. Any goroutine may call it.
func (c *Code) Translate(code []byte) (wazero.CompiledModule, error) {
	compiled, err := c.runtime.CompileModule(c.ctx, code)
	if err != nil {
		return nil, fmt.Errorf("compiling WebAssembly: %w", err)
	}
	return compiled, nil
}

// Install puts a translated module's functions into the table.
func (c *Code) Install(compiled wazero.CompiledModule, name string) (api.Module, error) {
	if name == "" {
		c.modules++
		name = fmt.Sprint(c.modules)
	}
	module, err := c.runtime.InstantiateModule(c.ctx, compiled, wazero.NewModuleConfig().WithName(name).WithStartFunctions().WithRandSource(noRandom{}))
	if err != nil {
		return nil, fmt.Errorf("installing compiled code: %w", err)
	}
	return module, nil
}

// noRandom is the modules' source of random numbers, which they never ask: seeding
// wazero's own costs more than the rest of an installation.
type noRandom struct{}

func (noRandom) Read([]byte) (int, error) { return 0, io.EOF }

// NewEntry reserves an entry of the table.
func (c *Code) NewEntry() (uint32, bool) {
	if n := len(c.free); n > 0 {
		entry := c.free[n-1]
		c.free = c.free[:n-1]
		return entry, true
	}
	if c.next <= MaxMethods {
		return 0, false
	}
	c.next--
	return c.next, true
}

// FreeEntry gives an entry back that nothing calls any more.
func (c *Code) FreeEntry(entry uint32) { c.free = append(c.free, entry) }

// Shape reserves the entries of a signature's bridge and trampoline and makes the
// module that fills them.
func (c *Code) Shape(t wasm.FuncType) (bridge, trampoline uint32, module []byte, err error) {
	first, ok1 := c.NewEntry()
	second, ok2 := c.NewEntry()
	if !ok1 || !ok2 {
		return 0, 0, nil, fmt.Errorf("the table of compiled functions is full")
	}
	m := c.NewModule()
	m.Element(first, m.Function(t, c.bridge(t)))
	m.Element(second, m.Function(trampolineType, c.trampoline(m, t)))
	return first, second, m.Bytes(), nil
}

// leading is the number of parameters in front of the Java arguments.
const leading = 4

// eachArgument calls f with the Java arguments and their offsets from the lowest
// address: 8 bytes per slot, two slots for long and double (JVMS 2.6.1).
func eachArgument(t wasm.FuncType, f func(i uint32, value wasm.Type, offset uint32)) {
	offset := uint32(0)
	for i := leading; i < len(t.Params); i++ {
		v := wasm.Type(t.Params[i])
		f(uint32(i), v, offset)
		offset += 8
		if v == wasm.I64 || v == wasm.F64 {
			offset += 8
		}
	}
}

// bridge is a function of signature t that has the interpreter run the callee.
func (c *Code) bridge(t wasm.FuncType) []byte {
	b := wasm.NewBody(len(t.Params))
	eachArgument(t, func(i uint32, v wasm.Type, offset uint32) {
		b.Index(wasm.OpLocalGet, 1)
		b.Index(wasm.OpLocalGet, i)
		b.Memory(wasm.StoreOf(v), offset)
	})
	for i := range uint32(leading) {
		b.Index(wasm.OpLocalGet, i)
	}
	b.Index(wasm.OpCall, c.host(BridgeFunction))
	if len(t.Results) == 2 {
		status := b.Local(wasm.I32)
		b.Index(wasm.OpLocalSet, status)
		b.ConstI32(int32(c.result))
		b.Memory(wasm.LoadOf(wasm.Type(t.Results[0])), 0)
		b.Index(wasm.OpLocalGet, status)
	}
	return b.Bytes()
}

// trampoline is the function through which Go code calls those of signature t.
func (c *Code) trampoline(m *wasm.Module, t wasm.FuncType) []byte {
	b := wasm.NewBody(len(trampolineType.Params))
	for i := range uint32(leading) {
		b.Index(wasm.OpLocalGet, i+1)
	}
	eachArgument(t, func(_ uint32, v wasm.Type, offset uint32) {
		b.Index(wasm.OpLocalGet, 2)
		b.Memory(wasm.LoadOf(v), offset)
	})
	b.Index(wasm.OpLocalGet, 0)
	b.CallIndirect(m.Type(t))
	if len(t.Results) == 2 {
		v := wasm.Type(t.Results[0])
		status, result := b.Local(wasm.I32), b.Local(v)
		b.Index(wasm.OpLocalSet, status)
		b.Index(wasm.OpLocalSet, result)
		// After an exit the word holds what the interpreter has put there.
		b.ConstI32(int32(c.result))
		b.Index(wasm.OpLocalGet, result)
		b.Memory(wasm.StoreOf(v), 0)
		b.Index(wasm.OpLocalGet, status)
	}
	return b.Bytes()
}

func (c *Code) host(name string) uint32 {
	for i, h := range c.hosts {
		if h.Name == name {
			return uint32(i)
		}
	}
	panic("machinecode: no runtime function " + name)
}

// Set makes entry to of the table equal to entry from.
func (c *Code) Set(to, from uint32) error {
	stack := [2]uint64{uint64(to), uint64(from)}
	return c.set.CallWithStack(c.ctx, stack[:])
}

// Entrance is a way into compiled code. Each is for one activation at a time.
type Entrance struct {
	c     *Code
	enter api.Function
	stack [6]uint64
}

// NewEntrance makes an entrance.
func (c *Code) NewEntrance() *Entrance {
	return &Entrance{c: c, enter: c.support.ExportedFunction("enter")}
}

// Enter calls the function at entry target, of the signature that trampoline is for.
// The Java arguments lie in the frame. It returns the bytecodes left in the slice,
// or a status; the result is in the word for results. The error is a fault of
// compiled code.
func (e *Entrance) Enter(trampoline, target, caller, lowest, node uint32, left int32) (int32, error) {
	e.stack = [6]uint64{uint64(trampoline), uint64(target), uint64(caller), uint64(lowest), uint64(node), uint64(uint32(left))}
	if err := e.enter.CallWithStack(e.c.ctx, e.stack[:]); err != nil {
		if e.c.panicked != nil {
			err = e.c.panicked
		}
		return 0, fmt.Errorf("compiled code: %w", err)
	}
	return int32(e.stack[0]), nil
}

// Close frees the machine code.
func (c *Code) Close() error {
	err := c.runtime.Close(c.ctx)
	if c.cache != nil {
		err = errors.Join(err, c.cache.Close(c.ctx))
	}
	return err
}
