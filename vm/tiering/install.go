package tiering

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
	"unsafe"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/contexts"
	"hotlens/vm/decoded"
	"hotlens/vm/machinecode"
	"hotlens/vm/memory"
)

// This file brings methods from the queue into the table of functions: it has them translated,
// and installs the batches that are finished.

// Entry is a way into a method's machine code.
type Entry struct {
	Method *classes.Method
	// Of the table of functions: what calls the code for the interpreter, and the code.
	trampoline, target uint32
	// Short says that interpreted code does better to interpret the method than to enter this.
	Short bool
	// code is what the interpreter executes to enter it, where it is the entry of a method.
	code [1]decoded.Instruction
}

// Enter runs the code on a frame whose arguments are in place: lowest is the frame's lowest
// address, caller the frame below it, node its context, and left the bytecodes left in the time
// slice. What is returned is how many are left then, or one of the compiler's statuses.
func (e *Entry) Enter(in *machinecode.Entrance, caller, lowest, node memory.Address, left int32) (int32, error) {
	return in.Enter(e.trampoline, e.target, caller, lowest, node, left)
}

// NewEntrance makes a way from Go into compiled code. Each activation that is entered needs one of
// its own.
func (c *Controller) NewEntrance() *machinecode.Entrance { return c.code.NewEntrance() }

// Loop is the entry at an instruction where a loop starts, nil for none.
func (c *Controller) Loop(method *classes.Method, index int32) *Entry {
	if h := c.methods[method]; h != nil {
		return h.loops[index]
	}
	return nil
}

// In a repeatable run a batch is installed a number of time slices after it was
// begun, neither earlier nor later, so that every run decides on the same numbers:
// installAfter at least, and one for each valuesPerSlice values. That is about what
// making it takes, in slices that are half interpreted and half compiled.
const (
	installAfter   = 25
	valuesPerSlice = 12
)

// Poll is called at safepoints: it installs what is finished and starts what waits.
func (c *Controller) Poll() {
	q := &c.queue
	q.slices++
	c.addForWatchers()
	repeatable := c.machine.Repeatable()
	if !repeatable && c.kept != nil {
		c.kept.Shut()
	}
	if b := q.making; b != nil {
		if repeatable {
			if q.slices < b.due {
				return
			}
			<-b.done
		}
		select {
		case <-b.done:
		default:
			return
		}
		q.making = nil
		c.install(b)
	}
	c.adapt()
	if len(q.requests) == 0 || q.slices < choiceSlices<<q.misses {
		return
	}
	q.slices = 0
	b := &batch{jobs: c.next(), done: make(chan struct{})}
	if len(b.jobs) == 0 {
		q.misses = min(q.misses+1, maxChoiceDoublings)
		return
	}
	q.misses = 0
	q.making = b
	values := 0
	for _, j := range b.jobs {
		values += j.compiled.Values
	}
	b.due = max(installAfter, values/valuesPerSlice)
	c.group.Go(func() {
		defer close(b.done)
		c.make(b)
	})
}

// controlWords are the words of the control page that compiled code uses.
var controlWords = compiler.Words{
	StackLimit: sharedmemory.StackLimit, ThinLock: sharedmemory.ThinLock, Thread: sharedmemory.CurrentThread, Passed: sharedmemory.Passed,
	Result: sharedmemory.Result, Unprofiled: sharedmemory.Unprofiled,
}

// translate makes a method's intermediate representation, from what is known now.
func (c *Controller) translate(h *history, method *classes.Method, entry int) (*job, error) {
	if method.ID >= machinecode.MaxMethods {
		return nil, fmt.Errorf("there are more than %d methods", machinecode.MaxMethods)
	}
	c.translating = method
	defer c.compiling(time.Now())
	defer func() { c.translating = nil }()
	compiled, err := compiler.Compile(&c.env, controlWords, method, entry, c.counters.nextNumber(), h.times[entry] > maxOptimistic, h.manyContexts)
	if err != nil {
		return nil, err
	}
	compiled.WhileTimed = c.timers.active > 0
	if compiled.Entries > 0 {
		c.counters.of(compiled)
	}
	if c.env.Edges {
		for _, d := range compiled.Decisions {
			err := c.options.Tree.Inlining(d.Caller, d.Callee, d.BCI, uint32(d.Verdict), d.Weight, d.Size, d.Reason)
			switch {
			case errors.Is(err, contexts.ErrFull):
				return nil, err
			case err != nil:
				return nil, &compiler.Failure{What: err}
			}
		}
	}
	for _, d := range compiled.Decisions {
		c.log("%v, bytecode index %d: %v is %s: %s", d.Caller, d.BCI, d.Callee, d.Verdict, d.Reason)
	}
	j := &job{compiled: compiled, history: h, entry: &Entry{Method: method, target: method.ID}, direct: !method.Preceded()}
	need := func(t wasm.FuncType) (*signature, error) {
		s, module, err := c.callable(t)
		if err == nil && module != nil {
			j.shapes = append(j.shapes, shape{signature: s, code: module})
		}
		return s, err
	}
	for _, t := range slices.SortedFunc(maps.Keys(compiled.Signatures), compareTypes) {
		if _, err := need(t); err != nil {
			return nil, err
		}
	}
	s, err := need(compiled.Func.Type)
	if err != nil {
		return nil, err
	}
	j.entry.trampoline = s.trampoline
	if entry != 0 {
		var ok bool
		if j.entry.target, ok = c.code.NewEntry(); !ok {
			return nil, fmt.Errorf("the table of compiled functions is full")
		}
	}
	method.Class.Lifetime.Retain() // until it has been installed
	return j, nil
}

// install puts a finished batch into the table.
func (c *Controller) install(b *batch) {
	for _, j := range b.jobs {
		for _, s := range j.shapes {
			if s.err == nil {
				_, s.err = c.code.Install(s.module, "")
			}
			if s.err != nil {
				c.machine.Fail(s.err)
				return
			}
			c.ready(s.signature)
		}
		j.shapes = nil // they are there, also if the module below fails
	}
	c.timeReplaced(b.jobs)
	if b.err == nil {
		_, b.err = c.code.Install(b.module, "")
	}
	if b.err != nil && len(b.jobs) > 1 {
		// One of them is to blame: each gets a module of its own.
		for _, j := range b.jobs {
			alone := &batch{jobs: []*job{j}}
			c.make(alone)
			c.install(alone)
		}
		return
	}
	for _, j := range b.jobs {
		j.entry.Method.Class.Lifetime.Release()
		if unloaded(j.entry.Method) {
			continue
		}
		delete(j.history.pending, j.compiled.Entry)
		j.compiled.Func = nil // the frame states live on, and keep the compiled method
		if b.err != nil {
			c.decline(j.history, j.entry.Method, b.err)
			continue
		}
		j.history.installed[j.compiled.Entry] = j.compiled
		c.watch(j.compiled)
		e := j.entry
		e.code[0] = decoded.Instruction{Op: decoded.Compiled, P: unsafe.Pointer(e)}
		if at := j.compiled.Entry; at != 0 {
			j.history.loops[int32(at)] = e
			e.Method.HotLoops = true
			c.log("compiled %v at bytecode index %d: %d bytes of WebAssembly", e.Method, e.Method.Code.BCIs[at], j.size)
			continue
		}
		if old := compiledEntry(e.Method); old != nil && old.target != e.Method.ID {
			c.freeEntry(old.target) // it was timed
		}
		e.Short = c.short(e.Method)
		e.Method.SetStart(&e.code[0])
		c.log("compiled %v: %d bytes of WebAssembly", e.Method, j.size)
	}
	if b.err == nil {
		c.link(b.jobs)
		for _, j := range b.jobs {
			if !unloaded(j.entry.Method) {
				c.timeInstalled(j.compiled)
			}
		}
	}
}
