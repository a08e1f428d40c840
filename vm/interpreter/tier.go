package interpreter

import (
	"fmt"
	"math"
	"unsafe"

	"hotlens/profiles/region"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/compiler/emit"
	"hotlens/vm/compiler/optimise"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
	"hotlens/vm/machinecode"
	"hotlens/vm/memory"
)

// This file decides what is compiled, and when.

// Tier says what is compiled.
type Tier uint8

// The tiers.
const (
	TierInterpreter Tier = iota // nothing
	TierAuto                    // what is hot
	TierCompiler                // everything, at its first call
)

// hotCalls is how often a method is interpreted before it is compiled.
const hotCalls = 400

// hotYields is how many time slices have to end in a method's loops before it is
// compiled with an entry there.
const hotYields = 2

// maxCompilations bounds how often a method is compiled again because it left for
// the interpreter where something had never been executed.
const maxCompilations = 4

// relinkExits is how often compiled code may leave at the same place, which was
// never executed when it was compiled, before it is compiled again.
const relinkExits = 2

type entrance = machinecode.Entrance

// compiledEntry is a way into a method's machine code.
type compiledEntry struct {
	method             *classes.Method
	trampoline, target uint32
	code               [1]classes.Instruction
}

// compiling is what the machine keeps for the compiler.
type compiling struct {
	m          *Machine
	code       *machinecode.Code
	env        compiler.Env
	imports    map[string]uint32
	records    []*compiler.Record
	signatures map[signatureKey]*signature
	shapes     map[wasm.FuncType]*signature
	started    bool
	methods    map[*classes.Method]*history
	cells      memory.Address
	cellsLeft  int
}

type signatureKey struct {
	selector *classes.Selector
	static   bool
}

// signature is what all methods of one signature share.
type signature struct {
	t       wasm.FuncType
	methods []*classes.Method
	bridge  uint32 // entry of the table; 0: not made
	enter   uint32
}

// history is what is known of a method that the compiler was asked for.
type history struct {
	compiled *compiledEntry
	loops    map[int32]*compiledEntry // by instruction
	yields   map[int32]int
	times    int
	declined string
}

func newCompiling(m *Machine) (*compiling, error) {
	c := &compiling{m: m, signatures: map[signatureKey]*signature{}, shapes: map[wasm.FuncType]*signature{}, methods: map[*classes.Method]*history{}, imports: map[string]uint32{}}
	calls := map[string]func([]uint64){
		compiler.FuncExit: m.hostExit, compiler.FuncYield: m.hostYield, compiler.FuncAllocate: m.hostAllocate, compiler.FuncNewArray: m.hostNewArray,
		compiler.FuncChild: m.hostChild, compiler.FuncSlow: m.hostSlow, compiler.FuncSubtype: m.hostSubtype, compiler.FuncInterface: m.hostInterface,
		compiler.FuncRemainder: m.hostRemainder,
	}
	var hosts []machinecode.HostFunction
	for i, name := range compiler.HostFunctions {
		hosts = append(hosts, machinecode.HostFunction{Name: name, Type: compiler.HostType(name), Call: calls[name]})
		c.imports[name] = uint32(i)
	}
	four := wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32, wasm.I32, wasm.I32), Results: wasm.Types(wasm.I32)}
	hosts = append(hosts, machinecode.HostFunction{Name: machinecode.BridgeFunction, Type: four, Call: m.hostBridge})
	var err error
	c.code, err = machinecode.New(m.Memory.Bytes(), region.Result, hosts)
	return c, err
}

// startCompiling lets methods get hot: main is about to begin.
func (m *Machine) startCompiling() {
	c := m.compiling
	if c == nil {
		return
	}
	c.started = true
	c.env = compiler.Env{
		Registry: m.Registry, Memory: m.Memory, Profile: m.profiling, BooleanArray: m.booleanArrayTIB, Object: m.Known.Object,
		PrimitiveArray: m.PrimitiveArray, NewCell: c.newCell,
		NewRecord: func(r *compiler.Record) int32 {
			c.records = append(c.records, r)
			return int32(len(c.records) - 1)
		},
	}
	for _, method := range m.Registry.Methods[1:] {
		method.Heat = c.heat()
	}
}

func (c *compiling) heat() int32 {
	switch {
	case !c.started:
		return math.MaxInt32
	case c.m.Options.Tier == TierCompiler:
		return 0
	}
	return hotCalls
}

// prepare is told of every new method.
func (c *compiling) prepare(method *classes.Method) {
	method.Heat = c.heat()
	s := c.signature(method)
	s.methods = append(s.methods, method)
	if s.bridge != 0 {
		c.bridge(s, method)
	}
}

func (c *compiling) signature(method *classes.Method) *signature {
	key := signatureKey{method.Selector, method.Static()}
	s := c.signatures[key]
	if s == nil {
		t := compiler.Signature(method)
		if s = c.shapes[t]; s == nil {
			s = &signature{t: t}
			c.shapes[t] = s
		}
		c.signatures[key] = s
	}
	return s
}

// newCell takes two words for one place in the code.
func (c *compiling) newCell() memory.Address {
	const cellBytes, block = 8, 512
	if c.cellsLeft == 0 {
		a, err := c.m.Memory.NewMetadata(cellBytes * block)
		if err != nil {
			c.m.Fail(err)
		}
		c.cells, c.cellsLeft = a, block
	}
	c.cellsLeft--
	c.cells += cellBytes
	return c.cells - cellBytes
}

// callable makes sure that calls of a signature find all its methods in the table.
func (c *compiling) callable(t wasm.FuncType) (*signature, error) {
	s := c.shapes[t]
	if s == nil {
		s = &signature{t: t}
		c.shapes[t] = s
	}
	if s.bridge != 0 {
		return s, nil
	}
	var err error
	if s.bridge, s.enter, err = c.code.Shape(t); err != nil {
		return nil, err
	}
	for _, method := range s.methods {
		c.bridge(s, method)
	}
	return s, nil
}

// bridge lets calls of a method through the table reach the interpreter.
func (c *compiling) bridge(s *signature, method *classes.Method) {
	if method.ID >= machinecode.MaxMethods {
		return
	}
	if err := c.code.Set(method.ID, s.bridge); err != nil {
		c.m.Fail(err)
	}
}

func (c *compiling) history(method *classes.Method) *history {
	h := c.methods[method]
	if h == nil {
		h = &history{loops: map[int32]*compiledEntry{}, yields: map[int32]int{}}
		c.methods[method] = h
	}
	return h
}

// heated is called when a method has been interpreted often enough.
func (m *Machine) heated(t *Thread, method *classes.Method) {
	c := m.compiling
	method.Heat = math.MaxInt32
	if c == nil || method.Code == nil || method.IsNative() || m.natives[method] != nil {
		if method.Code == nil && method.Member != nil && method.Member.Code != nil && m.natives[method] == nil {
			method.Heat = 0 // it is decoded by its first call
		}
		return
	}
	c.compile(method, 0)
}

// loop is asked where a time slice has ended in a loop: it returns the entry to go
// on with, nil for none.
func (c *compiling) loop(t *Thread, method *classes.Method, index int32) *compiledEntry {
	if !c.started {
		return nil
	}
	h := c.history(method)
	if e := h.loops[index]; e != nil {
		return e
	}
	if h.yields[index]++; h.yields[index] == hotYields || c.m.Options.Tier == TierCompiler {
		c.compile(method, int(index))
	}
	return h.loops[index]
}

// exited is told of every side exit. Where the code left because something had
// never been executed, it is compiled again.
func (c *compiling) exited(t *Thread, r *compiler.Record) {
	method := r.Unit.Method
	if r.Kind != compiler.Unlinked || r.Exits < relinkExits {
		return
	}
	h := c.history(method)
	if h.times >= maxCompilations {
		return
	}
	r.Exits = -math.MaxInt32
	c.compile(method, r.Unit.Entry)
}

func (c *compiling) log(format string, arguments ...any) {
	if c.m.Options.CompilerLog != nil {
		c.m.Options.CompilerLog(format, arguments...)
	}
}

// compile compiles a method from an instruction on.
func (c *compiling) compile(method *classes.Method, entry int) {
	h := c.history(method)
	if h.declined != "" || h.times >= maxCompilations && entry == 0 {
		return
	}
	h.times++
	if err := c.install(h, method, entry); err != nil {
		h.declined = err.Error()
		c.log("%v is interpreted: %v", method, err)
	}
}

func (c *compiling) install(h *history, method *classes.Method, entry int) error {
	if method.ID >= machinecode.MaxMethods {
		return fmt.Errorf("there are more than %d methods", machinecode.MaxMethods)
	}
	words := compiler.Words{StackLimit: region.StackLimit, ThinLock: region.ThinLock, Result: region.Result}
	unit, err := compiler.Compile(&c.env, words, method, entry)
	if err != nil {
		return err
	}
	optimise.Run(unit.Func)
	module := c.code.NewModule()
	body, err := emit.Function(unit.Func, module, c.imports)
	if err != nil {
		return err
	}
	for t := range unit.Signatures {
		if _, err := c.callable(t); err != nil {
			return err
		}
	}
	s, err := c.callable(unit.Func.Type)
	if err != nil {
		return err
	}
	target := method.ID
	if entry != 0 {
		var ok bool
		if target, ok = c.code.NewEntry(); !ok {
			return fmt.Errorf("the table of compiled functions is full")
		}
	}
	module.Element(target, module.Function(unit.Func.Type, body))
	compiled, err := c.code.Translate(module.Bytes())
	if err != nil {
		return err
	}
	if _, err := c.code.Install(compiled, ""); err != nil {
		return err
	}
	e := &compiledEntry{method: method, trampoline: s.enter, target: target}
	e.code[0] = classes.Instruction{Op: decoded.Compiled, P: unsafe.Pointer(e)}
	if entry != 0 {
		h.loops[int32(entry)] = e
		c.log("compiled %v at %d", method, entry)
		return nil
	}
	h.compiled = e
	method.Entry = &e.code[0]
	c.log("compiled %v", method)
	return nil
}
