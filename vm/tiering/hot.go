package tiering

import (
	"errors"
	"fmt"
	"math"

	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/configuration"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file notices what is hot, and asks for it to be compiled.

// hotCalls is how often a method is interpreted before it waits for the compiler, and hotBytecodes how many bytecodes of it are taken to have been executed by then: the first calls
// of a program tell little of how long the next ones are. javac takes as long with 2000 and with 20,000.
const (
	hotCalls     = 1000
	hotBytecodes = 30_000
)

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

// history is what is known of a method that the compiler was asked for.
type history struct {
	loops     map[int32]*Entry // by instruction
	yields    map[int32]int
	times     map[int]int                      // compilations by entry
	pending   map[int]bool                     // entries that are being compiled
	installed map[int]*compiler.CompiledMethod // what was installed last, by entry
	callers   []*compiler.CompiledMethod       // what calls the code of entry 0 directly
	versions  []version                        // code that is put aside, the oldest first
	aside     *Entry                           // of entry 0, while the whole set of code is put aside
	adapted   int                              // how often it was compiled again for its calls
	declined  string
	// manyContexts says that it is called in more contexts than it had when it was compiled.
	manyContexts bool
	// loopAsked says that a loop of the method has been asked for.
	loopAsked bool
}

func (c *Controller) history(method *classes.Method) *history {
	h := c.methods[method]
	if h == nil {
		h = &history{loops: map[int32]*Entry{}, yields: map[int32]int{}, times: map[int]int{}, pending: map[int]bool{}, installed: map[int]*compiler.CompiledMethod{}}
		c.methods[method] = h
	}
	return h
}

// heat is how often a method is interpreted before Heated is called.
func (c *Controller) heat() int32 {
	switch {
	case !c.started:
		return math.MaxInt32
	case c.options.Tier == configuration.TierCompiler:
		return 0
	}
	return hotCalls
}

// hot reports whether a method has been compiled, or will be soon: one that does
// little but call another gets hot just before it.
func (c *Controller) hot(method *classes.Method) bool {
	if h := c.methods[method]; h != nil && h.times[0] > 0 {
		return true
	}
	return method.Heat <= c.heat()/2
}

// Heated is told that a method has been interpreted often enough (Method.Heat).
func (c *Controller) Heated(method *classes.Method) { c.compile(method, 0) }

// LoopYielded is told where a time slice has ended in a loop that is interpreted.
func (c *Controller) LoopYielded(method *classes.Method, index int32) {
	if !c.started {
		return
	}
	h := c.history(method)
	if h.yields[index]++; h.yields[index] == hotYields || c.options.Tier == configuration.TierCompiler && h.loops[index] == nil {
		c.compile(method, int(index))
	}
}

// callerFrames is how far from the top of the stack a loop is looked for whose calls
// use time slices up.
const callerFrames = 16

// CalleeYielded is told that a time slice has ended at the entry of the method whose frame is at
// fp: the loop that calls it, directly or not, and is interpreted, has used it up.
func (c *Controller) CalleeYielded(fp memory.Address) {
	if !c.started {
		return
	}
	for range callerFrames {
		if fp = c.options.Memory.U32(fp + decoded.FrameCaller); fp == 0 {
			return
		}
		if c.FrameStateAt(fp) != nil {
			continue
		}
		method, index := c.options.Registry.Methods[c.options.Memory.U32(fp+decoded.FrameMethod)], c.options.Memory.I32(fp+decoded.FrameIndex)
		if method.Code == nil || method.IsNative() {
			continue
		}
		if header := loopAround(method.Code, index); header > 0 {
			c.LoopYielded(method, header)
			return
		}
	}
}

// loopAround is the instruction that starts the innermost loop around index, -1 for
// none.
func loopAround(code *decoded.Code, index int32) int32 {
	header := int32(-1)
	for i := int(index); i < len(code.Instructions); i++ {
		if to, ok := code.Target(i); ok && int32(to) <= index {
			header = max(header, int32(to))
		}
	}
	return header
}

// Exited is told of every side exit. Where the code left because something had
// never been executed, it is compiled again.
func (c *Controller) Exited(r *compiler.FrameState) {
	method := r.Code.Method
	r.Taken++
	if r.Kind != compiler.NeverExecuted && r.Kind != compiler.OtherContext || r.Code.Profiled != c.env.Profile {
		return
	}
	h := c.history(method)
	h.manyContexts = h.manyContexts || r.Kind == compiler.OtherContext
	least := relinkExits
	if c.options.Tier == configuration.TierCompiler {
		least = eagerRelinkExits
	}
	if entry := r.Code.Entry; h.installed[entry] == r.Code && r.Taken >= least<<(2*(h.times[entry]-1)) {
		c.compile(method, entry)
	}
}

// admits reports whether one more of the method's loops may have an entry.
func (h *history) admits(method *classes.Method) bool {
	entries := len(h.loops)
	return entries < minLoopEntries || (entries+1)*method.Code.Size() <= loopEntryInstructions
}

// compile has a method compiled from an instruction on.
func (c *Controller) compile(method *classes.Method, entry int) {
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
func (c *Controller) request(h *history, method *classes.Method, entry int) {
	h.pending[entry] = true
	r := &request{method: method, history: h, entry: entry, short: entry == 0 && c.short(method)}
	if !r.short {
		r.score = hotBytecodes
	}
	r.began = r.executed()
	r.seen = r.began
	if c.options.Tier != configuration.TierCompiler {
		c.queue.requests = append(c.queue.requests, r)
		c.queue.misses = 0
		if entry == 0 {
			c.recompileCallers(h)
		}
		return
	}
	if j := c.translated(r); j != nil {
		b := &batch{jobs: []*job{j}}
		c.make(b)
		c.install(b)
	}
}

// decline leaves a method interpreted for ever.
func (c *Controller) decline(h *history, method *classes.Method, err error) {
	h.declined = err.Error()
	c.log("%v is interpreted: %v", method, err)
	var failure *compiler.Failure
	if errors.As(err, &failure) && c.options.Failed != nil {
		c.options.Failed(fmt.Sprintf("hotlens: warning: compiling %v failed: %v\n"+
			"The method stays interpreted: results and counts are right, but it is slow. Please report this with what --verbose:jit shows.\n", method, failure.What))
	}
}
