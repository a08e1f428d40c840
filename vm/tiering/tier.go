// Package tiering decides what is compiled, and when, and keeps what compiled code
// needs: a controller in the sense of adaptive optimisation (Arnold, Fink, Grove, Hind
// and Sweeney, "Adaptive Optimization in the Jalapeño JVM", OOPSLA 2000). The
// interpreter tells it what gets hot; at safepoints it chooses from the queue, has
// package compiler translate, makes machine code beside the thread that runs Java code,
// and installs it.
//
// Invariant: nothing here runs Java code but linking the callees of calls whose contexts
// begin (Machine.CallContext).
// Invariant: only making machine code (batch.go) happens beside the thread that has the
// baton; of the controller it touches nothing but its batch.
// Invariant: while the machine says that the run is repeatable, as it always is under the virtual clock, what is
// decided depends on nothing but what the program has executed, so every run of a program compiles the same.
package tiering

import (
	"slices"
	"sync/atomic"

	"github.com/sourcegraph/conc"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/codecache"
	"hotlens/vm/compiler"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/configuration"
	"hotlens/vm/contexts"
	"hotlens/vm/decoded"
	"hotlens/vm/machinecode"
	"hotlens/vm/memory"
)

// Options say what a controller works with and how it decides.
type Options struct {
	Tier     configuration.Tier // not TierInterpreter, which needs no controller
	Inlining configuration.Inlining
	// InlineAllocation lets code make objects itself, without the runtime.
	InlineAllocation bool
	// MachineCode keeps machine code beyond the machine's end, as long as the run is repeatable; nil: nothing does.
	MachineCode codecache.Store
	// Log is told what is compiled, and why not; nil: nobody is.
	Log func(format string, arguments ...any)
	// Failed is told of bugs of the compiler that have left a method interpreted; nil:
	// nobody is.
	Failed func(message string)

	Memory   *memory.Memory
	Heap     *memory.Heap
	Registry *classes.Registry
	Tree     *contexts.Tree
	// Samples are the calls that are sampled while the program runs.
	Samples *CallSamples
}

// Machine is what a controller asks of the virtual machine.
type Machine interface {
	// Bytecodes is how many have been executed in the time slices that have ended.
	Bytecodes() uint64
	// Repeatable reports whether code must be installed at moments that are the same in every run. Once it does
	// not it never does again.
	Repeatable() bool
	// CallContext finds or makes the context of a call that the current thread makes. It
	// is never 0: where there are too many contexts the run ends.
	CallContext(parent memory.Address, caller, callee *classes.Method, site *classes.CallSite) memory.Address
	// AddExtra adds to one of a context's extras.
	AddExtra(node, counter memory.Address, by uint64)
	// ByCounter reports whether what is timed is timed by the processor's counter, which machine code may read itself.
	ByCounter() bool
	// ForgetEntries is told that entries of the table of functions are not those any more that compiled code has been told to time.
	ForgetEntries()
	// Fail ends the run because the machine itself has failed. It returns.
	Fail(err error)
}

// Controller decides what is compiled, and knows what has been.
type Controller struct {
	machine Machine
	options Options
	started bool         // main has begun, methods may get hot
	env     compiler.Env // what the compiler asks; complete once started

	codeSet                 // what is entered and compiled
	other           codeSet // what is put aside: see Count
	code            *machinecode.Code
	newCode         func() (*machinecode.Code, error) // makes code, when something is compiled first: many programs end before that
	kept            *codecache.Gate                   // what keeps machine code, shut once the run is not repeatable any more; nil: nothing does
	imports         map[string]uint32
	frameStates     []*compiler.FrameState // by their numbers; nil for those of unloaded methods
	freeFrameStates []int32                // their numbers
	translating     *classes.Method        // what the compiler works on, nil for nothing
	signatures      signatures
	codeData        codeData
	counters        counters
	timers          timers
	compileTime     atomic.Int64 // see CompileTime
	group           conc.WaitGroup
}

// New makes a controller. Nothing is compiled before Start. calls are the functions of the runtime
// that have to do with a thread, which the interpreter implements, by their names: those of
// compiler.HostFunctions, machinecode.BridgeFunction and machinecode.TimerFunctions.
func New(machine Machine, options Options, calls map[string]func(stack []uint64)) *Controller {
	c := newController(machine, options)
	calls[compiler.FuncCell], calls[compiler.FuncContexts], calls[compiler.FuncCounters] = c.hostCell, c.hostContexts, c.hostCounters
	var hosts []machinecode.HostFunction
	for i, name := range compiler.HostFunctions {
		hosts = append(hosts, machinecode.HostFunction{Name: name, Type: compiler.HostType(name), Call: calls[name]})
		c.imports[name] = uint32(i)
	}
	four := wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32, wasm.I32, wasm.I32), Results: wasm.Types(wasm.I32)}
	hosts = append(hosts, machinecode.HostFunction{Name: machinecode.BridgeFunction, Type: four, Call: calls[machinecode.BridgeFunction]})
	for _, t := range machinecode.TimerFunctions {
		hosts = append(hosts, machinecode.HostFunction{Name: t.Name, Type: t.Type, Call: calls[t.Name]})
	}
	var kept codecache.Store
	if options.MachineCode != nil {
		c.kept = codecache.NewGate(options.MachineCode)
		kept = c.kept
	}
	c.newCode = func() (*machinecode.Code, error) {
		return machinecode.New(options.Memory.Bytes(), sharedmemory.Result, hosts, kept)
	}
	return c
}

// newController makes a controller that has no machine code yet.
func newController(machine Machine, options Options) *Controller {
	return &Controller{
		machine: machine, options: options, imports: map[string]uint32{}, codeSet: codeSet{methods: map[*classes.Method]*history{}},
		signatures: newSignatures(), counters: newCounters(),
	}
}

// Start lets methods get hot: main is about to begin. env has what the machine knows; the rest
// is the controller's to say.
func (c *Controller) Start(env compiler.Env) {
	c.started = true
	env.CallGraph, env.NoInlining = &callGraph{c: c}, c.options.Inlining == configuration.InlineNothing
	env.Announced, env.Hot, env.MaxMethods, env.Timed = c.announced, c.hot, machinecode.MaxMethods, c.timed
	env.Data, env.NewCache, env.Keep, env.NewFrameState, env.Counters = c.data, c.newCache, c.keep, c.newFrameState, c.makeCounters
	c.env = env
	if c.options.InlineAllocation {
		c.env.CellTable = c.cellTable()
	}
	c.codeData.spare = c.newMetadata(compiler.MaxVirtualBytes)
	c.options.Registry.EachMethod(func(method *classes.Method) { method.Heat = c.heat() })
}

// announced reports whether the edge from a call site to its only callee is in the
// profile.
func (c *Controller) announced(site *classes.CallSite) bool {
	return c.options.Tree.Announced(site.Caller, site.Callee, site.BCI)
}

// newFrameState keeps a frame state and gives its number.
func (c *Controller) newFrameState(r *compiler.FrameState) int32 {
	if n := len(c.freeFrameStates); n > 0 {
		id := c.freeFrameStates[n-1]
		c.freeFrameStates = c.freeFrameStates[:n-1]
		c.frameStates[id] = r
		return id
	}
	c.frameStates = append(c.frameStates, r)
	return int32(len(c.frameStates) - 1)
}

func (c *Controller) log(format string, arguments ...any) {
	if c.options.Log != nil {
		c.options.Log(format, arguments...)
	}
}

// Close tells where compiled code has left most often. It does not wait for the batch
// under way, which touches nothing but itself: programs would end a twentieth of a
// second later.
func (c *Controller) Close() {
	if c.queue.making != nil {
		c.queue.making.abandoned.Store(true)
	}
	if c.options.Log == nil {
		return
	}
	often := slices.DeleteFunc(slices.Clone(c.frameStates), func(r *compiler.FrameState) bool { return r == nil })
	slices.SortStableFunc(often, func(a, b *compiler.FrameState) int { return b.Taken - a.Taken })
	for _, r := range often[:min(len(often), loggedExits)] {
		if r.Taken > 0 {
			l := &r.Levels[len(r.Levels)-1]
			c.log("left %d times (%s): %v at bytecode index %d (%s), in %v from instruction %d on, which was compiled %d times",
				r.Taken, r.Kind, l.Method, l.Method.Code.BCIs[l.Index], decoded.Name(l.Method.Code.Instructions[l.Index].Op),
				r.Code.Method, r.Code.Entry, c.history(r.Code.Method).times[r.Code.Entry])
		}
	}
}

// loggedExits is how many places the log names at the end.
const loggedExits = 20
