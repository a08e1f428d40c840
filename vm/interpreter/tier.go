package interpreter

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/sourcegraph/conc"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/configuration"
	"hotlens/vm/contexts"
	"hotlens/vm/decoded"
	"hotlens/vm/machinecode"
	"hotlens/vm/memory"
)

// This file decides what is compiled, and when.

// hotCalls is how often a method is interpreted before it is compiled.
const hotCalls = 2000

// hotYields is how many time slices have to end in a method's loops before it is
// compiled with an entry there.
const hotYields = 4

// maxCompilations bounds how often a method is compiled again because it left for
// the interpreter where something had never been executed.
const maxCompilations = 8

// maxOptimistic is how often a method is compiled with code that leaves where a call finds
// another class than before.
const maxOptimistic = 4

// relinkExits is how often compiled code may leave at the same place, which was
// never executed when it was compiled, before it is compiled again; each time four
// times as often. Where everything is compiled at once next to nothing has been
// executed, and it is eagerRelinkExits.
const (
	relinkExits      = 16
	eagerRelinkExits = 2
)

// Each loop that is compiled with an entry holds what follows it in the method, too. So
// the larger a method is the fewer of its loops have one: minLoopEntries at least, and
// more while all of them together are at most loopEntryInstructions long.
const (
	minLoopEntries        = 3
	loopEntryInstructions = 20_000
)

type entrance = machinecode.Entrance

// compiledEntry is a way into a method's machine code.
type compiledEntry struct {
	method             *classes.Method
	trampoline, target uint32
	code               [1]decoded.Instruction
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
	caches     memory.Address
	kept       map[memory.Ref]bool // the objects that code names
	spare      memory.Address      // room for one virtual object
	cachesLeft int

	queue  []*request
	making *batch // under way beside the thread that runs Java code
	slices int    // time slices since what to make was chosen
	misses int    // choices in a row that found nothing worth it

	units       []*counted                     // by their numbers; nil for those that count nothing for themselves
	counting    map[*classes.Method][]*counted // by what calls in them
	nextWatched uint64                         // bytecodes after which counters are added to the contexts for those who watch

	installed []*compiler.Unit // what adapt looks at
	looked    int              // the last of them
	polls     int              // time slices since
	calm      int              // rounds without a change
	group     conc.WaitGroup
}

type signatureKey struct {
	selector *classes.Selector
	static   bool
}

// signature is what all methods of one signature share.
type signature struct {
	t       wasm.FuncType
	methods []*classes.Method
	bridge  uint32 // entries of the table; 0: not reserved
	enter   uint32
	ready   bool // they are there
}

// history is what is known of a method that the compiler was asked for.
type history struct {
	compiled *compiledEntry
	loops    map[int32]*compiledEntry // by instruction
	yields   map[int32]int
	times    map[int]int            // compilations by entry
	pending  map[int]bool           // entries that are being compiled
	units    map[int]*compiler.Unit // what was installed last, by entry
	callers  []*compiler.Unit       // what calls the code of entry 0 directly
	adapted  int                    // how often it was compiled again for its calls
	declined string
	several  bool // it is called in more contexts than it had when it was compiled
	// loopAsked says that a loop of the method has been asked for.
	loopAsked bool
}

func newCompiling(m *Machine) (*compiling, error) {
	c := &compiling{m: m, signatures: map[signatureKey]*signature{}, shapes: map[wasm.FuncType]*signature{}, methods: map[*classes.Method]*history{}, imports: map[string]uint32{}, kept: map[memory.Ref]bool{},
		units: []*counted{nil}, counting: map[*classes.Method][]*counted{}}
	calls := map[string]func([]uint64){
		compiler.FuncExit: m.hostExit, compiler.FuncYield: m.hostYield, compiler.FuncAllocate: m.hostAllocate, compiler.FuncNewArray: m.hostNewArray, compiler.FuncCell: m.hostCell, compiler.FuncContexts: m.hostContexts, compiler.FuncCounters: m.hostCounters,
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
	c.code, err = machinecode.New(m.Memory.Bytes(), sharedmemory.Result, hosts, m.Options.MachineCode)
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
		Registry: m.Registry, Memory: m.Memory, Profile: m.profiling, Edges: m.announcing, BooleanArray: m.booleanArrayTIB, Object: m.Known.Object,
		Handles: func() compiler.Handles {
			o := m.current.MemberOffsets()
			return compiler.Handles{Form: o.Form, Entry: o.Entry, Method: o.Method, Target: o.Target}
		}, MaxMethods: machinecode.MaxMethods,
		CallGraph: &callGraph{m: m}, NoInlining: m.Options.Inlining == configuration.InlineNothing, Announced: m.announced, Hot: c.hot, Native: func(method *classes.Method) bool { return m.nativeOf(method) != nil },
		PrimitiveArray: m.PrimitiveArray, NewCache: c.newCache, Counters: c.newCounters,
		Keep: func(object memory.Ref) {
			if !c.kept[object] {
				c.kept[object] = true
				m.Pin(object)
			}
		},
		NewRecord: func(r *compiler.Record) int32 {
			c.records = append(c.records, r)
			return int32(len(c.records) - 1)
		},
	}
	c.env.Referent, c.env.ClassNumber = m.Heap.Reference.Referent, m.Known.ClassVM
	if m.Options.Testing.StressGC == 0 {
		c.env.CellTable = c.cellTable()
	}
	var err error
	if c.spare, err = m.Memory.NewMetadata(compiler.MaxVirtualBytes); err != nil {
		m.Fail(err)
	}
	for _, method := range m.Registry.Methods[1:] {
		method.Heat = c.heat()
	}
}

// cellTable puts the table of cell sizes where compiled code finds it.
func (c *compiling) cellTable() memory.Address {
	table := memory.CellTable()
	a, err := c.m.Memory.NewMetadata(uint32(len(table)) * 4)
	if err != nil {
		c.m.Fail(err)
		return 0
	}
	for i, word := range table {
		c.m.Memory.SetU32(a+uint32(i)*4, word)
	}
	return a
}

func (c *compiling) heat() int32 {
	switch {
	case !c.started:
		return math.MaxInt32
	case c.m.Options.Tier == configuration.TierCompiler:
		return 0
	}
	return hotCalls
}

// prepare is told of every new method.
func (c *compiling) prepare(method *classes.Method) {
	method.Heat = c.heat()
	s := c.signature(method)
	s.methods = append(s.methods, method)
	if s.ready {
		c.bridge(s, method)
	}
}

// hot reports whether a method has been compiled, or will be soon: one that does
// little but call another gets hot just before it.
func (c *compiling) hot(method *classes.Method) bool {
	if h := c.methods[method]; h != nil && h.times[0] > 0 {
		return true
	}
	return method.Heat <= c.heat()/2
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

// newCache takes memory for the cache of one place in the code.
func (c *compiling) newCache() memory.Address {
	const block = 128
	if c.cachesLeft == 0 {
		a, err := c.m.Memory.NewMetadata(compiler.CacheBytes * block)
		if err != nil {
			c.m.Fail(err)
		}
		c.caches, c.cachesLeft = a, block
	}
	c.cachesLeft--
	c.caches += compiler.CacheBytes
	return c.caches - compiler.CacheBytes
}

// callable reserves what calls of a signature need and returns the module that makes
// it, nil if that has been made before.
func (c *compiling) callable(t wasm.FuncType) (*signature, []byte, error) {
	s := c.shapes[t]
	if s == nil {
		s = &signature{t: t}
		c.shapes[t] = s
	}
	if s.enter != 0 {
		return s, nil, nil
	}
	var module []byte
	var err error
	s.bridge, s.enter, module, err = c.code.Shape(t)
	return s, module, err
}

// ready lets calls of a signature find all its methods in the table.
func (c *compiling) ready(s *signature) {
	s.ready = true
	for _, method := range s.methods {
		c.bridge(s, method)
	}
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
		h = &history{loops: map[int32]*compiledEntry{}, yields: map[int32]int{}, times: map[int]int{}, pending: map[int]bool{}, units: map[int]*compiler.Unit{}}
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

// loop is the entry at an instruction where a loop starts, nil for none.
func (c *compiling) loop(method *classes.Method, index int32) *compiledEntry {
	return c.methods[method].loops[index]
}

// loopYielded is told where a time slice has ended in a loop.
func (c *compiling) loopYielded(method *classes.Method, index int32) {
	if !c.started {
		return
	}
	h := c.history(method)
	if h.yields[index]++; h.yields[index] == hotYields || c.m.Options.Tier == configuration.TierCompiler && h.loops[index] == nil {
		c.compile(method, int(index))
	}
}

// callerFrames is how far from the top of the stack a loop is looked for whose calls
// use time slices up.
const callerFrames = 16

// calleeYielded is told that a time slice has ended at a method's entry: the loop that
// calls it, directly or not, and is interpreted, has used it up.
func (c *compiling) calleeYielded(t *Thread) {
	if !c.started {
		return
	}
	m := c.m
	fp := t.fp
	for range callerFrames {
		if fp = m.Memory.U32(fp + decoded.FrameCaller); fp == 0 {
			return
		}
		if m.recordAt(fp) != nil {
			continue
		}
		fr := m.frameAt(fp)
		if fr.BCI < 0 {
			continue
		}
		if header := loopAround(fr.Method.Code, fr.index); header > 0 {
			c.loopYielded(fr.Method, header)
			return
		}
	}
}

// loopAround is the instruction that starts the innermost loop around index, -1 for
// none.
func loopAround(code *decoded.Code, index int32) int32 {
	header := int32(-1)
	for i := int(index); i < len(code.Instructions); i++ {
		in := &code.Instructions[i]
		if in.Op < decoded.Goto || in.Op > decoded.IfNonNull {
			continue
		}
		if to := int32(i) + in.C/int32(decoded.InstructionSize); to <= index {
			header = max(header, to)
		}
	}
	return header
}

// exited is told of every side exit. Where the code left because something had
// never been executed, it is compiled again.
func (c *compiling) exited(t *Thread, r *compiler.Record) {
	method := r.Unit.Method
	r.Taken++
	if r.Kind != compiler.Unlinked && r.Kind != compiler.Elsewhere {
		return
	}
	h := c.history(method)
	h.several = h.several || r.Kind == compiler.Elsewhere
	least := relinkExits
	if c.m.Options.Tier == configuration.TierCompiler {
		least = eagerRelinkExits
	}
	if entry := r.Unit.Entry; h.units[entry] == r.Unit && r.Taken >= least<<(2*(h.times[entry]-1)) {
		c.compile(method, entry)
	}
}

func (c *compiling) log(format string, arguments ...any) {
	if c.m.Options.CompilerLog != nil {
		c.m.Options.CompilerLog(format, arguments...)
	}
}

// admits reports whether one more of the method's loops may have an entry.
func (h *history) admits(method *classes.Method) bool {
	entries := len(h.loops)
	return entries < minLoopEntries || (entries+1)*len(method.Code.Instructions) <= loopEntryInstructions
}

// compile has a method compiled from an instruction on.
func (c *compiling) compile(method *classes.Method, entry int) {
	h := c.history(method)
	if h.declined != "" || h.pending[entry] || h.times[entry] >= maxCompilations || entry != 0 && h.times[entry] == 0 && !h.admits(method) {
		return
	}
	h.times[entry]++
	if entry != 0 && !h.loopAsked {
		h.loopAsked = true
		method.Heat = min(method.Heat, loopCalls)
	}
	c.request(h, method, entry)
}

// request puts a method into the queue, and with it what has to be compiled again when it
// is.
func (c *compiling) request(h *history, method *classes.Method, entry int) {
	h.pending[entry] = true
	r := &request{method: method, history: h, entry: entry, score: hotCalls}
	r.began = r.executed()
	r.seen = r.began
	if c.m.Options.Tier != configuration.TierCompiler {
		c.queue = append(c.queue, r)
		c.misses = 0
		if entry == 0 {
			c.recompileCallers(h)
		}
		return
	}
	if j := c.translated(r); j != nil {
		b := &batch{jobs: []*job{j}}
		b.make(c.code, c.imports)
		c.install(b)
	}
}

func (c *compiling) decline(h *history, method *classes.Method, err error) {
	h.declined = err.Error()
	c.log("%v is interpreted: %v", method, err)
	var failure *compiler.Failure
	if errors.As(err, &failure) && c.m.CompilerFailed != nil {
		c.m.CompilerFailed(fmt.Sprintf("hotlens: warning: compiling %v failed: %v\n"+
			"The method stays interpreted: results and counts are right, but it is slow. Please report this with what --verbose:jit shows.\n", method, failure.What))
	}
}

// translate makes a method's intermediate representation, from what is known now.
func (c *compiling) translate(h *history, method *classes.Method, entry int) (*job, error) {
	if method.ID >= machinecode.MaxMethods {
		return nil, fmt.Errorf("there are more than %d methods", machinecode.MaxMethods)
	}
	words := compiler.Words{StackLimit: sharedmemory.StackLimit, ThinLock: sharedmemory.ThinLock, Thread: sharedmemory.CurrentThread, Result: sharedmemory.Result, Unprofiled: sharedmemory.Unprofiled}
	number := uint32(len(c.units))
	c.units = append(c.units, nil)
	unit, err := compiler.Compile(&c.env, words, method, entry, number, h.times[entry] > maxOptimistic, h.several)
	if err != nil {
		return nil, err
	}
	if unit.Entries > 0 {
		c.counts(unit)
	}
	if c.m.announcing {
		for _, d := range unit.Decisions {
			err := c.m.Tree.Inlining(d.Caller, d.Callee, d.BCI, uint32(d.Verdict), d.Weight, d.Size, d.Reason)
			switch {
			case errors.Is(err, contexts.ErrFull):
				return nil, err
			case err != nil:
				return nil, &compiler.Failure{What: err}
			}
		}
	}
	for _, d := range unit.Decisions {
		c.log("%v, bytecode index %d: %v is %s: %s", d.Caller, d.BCI, d.Callee, d.Verdict, d.Reason)
	}
	j := &job{unit: unit, history: h, entry: &compiledEntry{method: method, target: method.ID}}
	need := func(t wasm.FuncType) (*signature, error) {
		s, module, err := c.callable(t)
		if err == nil && module != nil {
			j.shapes = append(j.shapes, shape{signature: s, code: module})
		}
		return s, err
	}
	for _, t := range slices.SortedFunc(maps.Keys(unit.Signatures), compareTypes) {
		if _, err := need(t); err != nil {
			return nil, err
		}
	}
	s, err := need(unit.Func.Type)
	if err != nil {
		return nil, err
	}
	j.entry.trampoline = s.enter
	if entry != 0 {
		var ok bool
		if j.entry.target, ok = c.code.NewEntry(); !ok {
			return nil, fmt.Errorf("the table of compiled functions is full")
		}
	}
	return j, nil
}

func compareTypes(a, b wasm.FuncType) int {
	return cmp.Or(strings.Compare(a.Params, b.Params), strings.Compare(a.Results, b.Results))
}

// install puts a finished batch into the table.
func (c *compiling) install(b *batch) {
	for _, j := range b.jobs {
		for _, s := range j.shapes {
			if s.err == nil {
				_, s.err = c.code.Install(s.module, "")
			}
			if s.err != nil {
				c.m.Fail(s.err)
				return
			}
			c.ready(s.signature)
		}
		j.shapes = nil // they are there, also if the module below fails
	}
	if b.err == nil {
		_, b.err = c.code.Install(b.module, "")
	}
	if b.err != nil && len(b.jobs) > 1 {
		// One of them is to blame: each gets a module of its own.
		for _, j := range b.jobs {
			alone := &batch{jobs: []*job{j}}
			alone.make(c.code, c.imports)
			c.install(alone)
		}
		return
	}
	for _, j := range b.jobs {
		delete(j.history.pending, j.unit.Entry)
		j.unit.Func = nil // the records live on, and keep the unit
		if b.err != nil {
			c.decline(j.history, j.entry.method, b.err)
			continue
		}
		j.history.units[j.unit.Entry] = j.unit
		c.watch(j.unit)
		e := j.entry
		e.code[0] = decoded.Instruction{Op: decoded.Compiled, P: unsafe.Pointer(e)}
		if at := j.unit.Entry; at != 0 {
			j.history.loops[int32(at)] = e
			e.method.HotLoops = true
			c.log("compiled %v at bytecode index %d: %d bytes of WebAssembly", e.method, e.method.Code.BCIs[at], j.size)
			continue
		}
		j.history.compiled = e
		e.method.Entry = &e.code[0]
		c.log("compiled %v: %d bytes of WebAssembly", e.method, j.size)
	}
	if b.err == nil {
		c.link(b.jobs)
	}
}

// Under the virtual clock a batch is installed a number of time slices after it was
// begun, neither earlier nor later, so that every run decides on the same numbers:
// installAfter at least, and one for each valuesPerSlice values. That is about what
// making it takes, in slices that are half interpreted and half compiled.
const (
	installAfter   = 25
	valuesPerSlice = 12
)

// poll is called at safepoints: it installs what is finished and starts what waits.
func (c *compiling) poll() {
	c.slices++
	c.watched()
	if b := c.making; b != nil {
		if c.m.Options.VirtualClock {
			if c.slices < b.due {
				return
			}
			<-b.done
		}
		select {
		case <-b.done:
		default:
			return
		}
		c.making = nil
		c.install(b)
	}
	c.adapt()
	if len(c.queue) == 0 || c.slices < choiceSlices<<c.misses {
		return
	}
	c.slices = 0
	b := &batch{jobs: c.next(), done: make(chan struct{})}
	if len(b.jobs) == 0 {
		c.misses = min(c.misses+1, maxChoiceDoublings)
		return
	}
	c.misses = 0
	c.making = b
	values := 0
	for _, j := range b.jobs {
		values += j.unit.Func.NumValues()
	}
	b.due = max(installAfter, values/valuesPerSlice)
	c.group.Go(func() {
		defer close(b.done)
		b.make(c.code, c.imports)
	})
}

// close tells where compiled code has left most often. It does not wait for the batch
// under way, which touches nothing but itself: programs would end a twentieth of a
// second later.
func (c *compiling) close() {
	if c.making != nil {
		c.making.abandoned.Store(true)
	}
	if c.m.Options.CompilerLog == nil {
		return
	}
	often := slices.Clone(c.records)
	slices.SortStableFunc(often, func(a, b *compiler.Record) int { return b.Taken - a.Taken })
	for _, r := range often[:min(len(often), loggedExits)] {
		if r.Taken > 0 {
			l := &r.Levels[len(r.Levels)-1]
			c.log("left %d times (%s): %v at bytecode index %d (%s), in %v from instruction %d on, which was compiled %d times",
				r.Taken, r.Kind, l.Method, l.Method.Code.BCIs[l.Index], decoded.Name(l.Method.Code.Instructions[l.Index].Op),
				r.Unit.Method, r.Unit.Entry, c.history(r.Unit.Method).times[r.Unit.Entry])
		}
	}
}

// loggedExits is how many places the log names at the end.
const loggedExits = 20
