package tiering

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/memory"
)

// This file keeps what compiled code counts for itself, and adds it to the contexts: before
// anybody looks at their numbers, from time to time for those who watch, and at the end.

// counters are those of all compiled code.
type counters struct {
	byNumber    []*counted                     // by their numbers; nil for those that count nothing for themselves
	byCaller    map[*classes.Method][]*counted // by what calls in them
	nextWatched uint64                         // bytecodes after which counters are added to the contexts for those who watch
}

// newCounters has no compiled method 0: a number of 0 stands for none.
func newCounters() counters {
	return counters{byNumber: []*counted{nil}, byCaller: map[*classes.Method][]*counted{}}
}

// nextNumber is the number of a new compiled method.
func (all *counters) nextNumber() uint32 {
	all.byNumber = append(all.byNumber, nil)
	return uint32(len(all.byNumber) - 1)
}

// counted is a compiled method with its counters records, one for each context that it was entered in.
type counted struct {
	compiled *compiler.CompiledMethod
	records  []countersRecord
	at       map[memory.Address]memory.Address // by the root's context
	entered  []uint32                          // where in a record the words are with which code is entered
	next     uint64                            // bytecodes after which the counters are added to the contexts again
}

type countersRecord struct{ root, counters memory.Address }

// deepestCaller is how far above a context that of the code is looked for that calls it: in most programs what is inlined is no deeper.
const deepestCaller = 4

// of is what is kept for a compiled method.
func (all *counters) of(compiled *compiler.CompiledMethod) *counted {
	k := all.byNumber[compiled.Number]
	if k == nil {
		k = &counted{compiled: compiled, at: map[memory.Address]memory.Address{}}
		for i := range compiled.Activations {
			if p := &compiled.Activations[i]; p.Entered {
				k.entered = append(k.entered, p.Node)
			}
		}
		all.byNumber[compiled.Number] = k
		for _, caller := range compiled.Callers() {
			all.byCaller[caller] = append(all.byCaller[caller], k)
		}
	}
	return k
}

// each calls f with all compiled methods that count for themselves.
func (all *counters) each(f func(*counted)) {
	for _, k := range all.byNumber[1:] {
		if k != nil {
			f(k)
		}
	}
}

// makeCounters finds or makes the counters record of a compiled method in a context of its method, which
// names the one that was asked for last. It is 0 if there is no room for it.
func (c *Controller) makeCounters(compiled *compiler.CompiledMethod, root memory.Address) memory.Address {
	k := c.counters.of(compiled)
	a := k.at[root]
	if a == 0 {
		var ok bool
		if a, ok = c.options.Tree.Counters(compiled.Number, root, compiled.Entries); !ok {
			return 0
		}
		k.at[root] = a
		k.records = append(k.records, countersRecord{root, a})
	}
	c.options.Memory.SetU32(root+sharedmemory.NodeCounters, a)
	return a
}

// countersOf is the counters record of a compiled method in a context of its method, 0 if it has none.
func (c *Controller) countersOf(compiled *compiler.CompiledMethod, root memory.Address) memory.Address {
	m := c.options.Memory
	if a := m.U32(root + sharedmemory.NodeCounters); m.U32(a+sharedmemory.CountersMethod) == compiled.Number {
		return a // it is the one that was asked for last
	}
	if k := c.counters.byNumber[compiled.Number]; k != nil {
		return k.at[root]
	}
	return 0
}

// hostCounters finds or makes the counters record of a compiled method in a context.
func (c *Controller) hostCounters(stack []uint64) {
	entered, number := uint32(stack[0]), uint32(stack[1])
	root := c.ContextOf(entered)
	if !c.profiled(root) { // it leaves: code that keeps no contexts has called it
		stack[0] = 0
		return
	}
	record := c.makeCounters(c.counters.byNumber[number].compiled, root)
	if record != 0 {
		if entered != root { // whoever else enters with that record finds this one
			c.options.Memory.SetU32(entered+sharedmemory.CountersNewest, record)
		}
		c.enterWith(root, record)
	}
	stack[0] = uint64(record)
}

// ContextOf is the context that compiled code was entered in, with its address or that of a counters record.
func (c *Controller) ContextOf(entered memory.Address) memory.Address {
	return c.options.Memory.U32(entered + sharedmemory.NodeSelf)
}

// EntranceOf is with what code is entered in a context: the newest counters record there, or the context itself.
func (c *Controller) EntranceOf(context memory.Address) memory.Address {
	counters := c.options.Memory.U32(context + sharedmemory.NodeCounters)
	if k := c.counters.byNumber[c.options.Memory.U32(counters+sharedmemory.CountersMethod)]; k == nil || k.compiled.OnlyContext {
		return context
	}
	return counters
}

// enterWith has the code that calls a method in a context enter it with its counters record from now on, if that code is where it mostly is: up to
// deepestCaller levels above, so much inlined into it.
func (c *Controller) enterWith(context, record memory.Address) {
	m := c.options.Memory
	root := context
	for range deepestCaller {
		if root = m.U32(root + sharedmemory.NodeParent); root == 0 {
			return
		}
		counters := m.U32(root + sharedmemory.NodeCounters)
		k := c.counters.byNumber[m.U32(counters+sharedmemory.CountersMethod)]
		if k == nil {
			continue
		}
		for _, word := range k.entered {
			if at := counters + word; m.U32(at) != 0 && c.ContextOf(m.U32(at)) == context {
				m.SetU32(at, record)
				return
			}
		}
	}
}

// hostContexts makes the contexts of what is pending.
func (c *Controller) hostContexts(stack []uint64) {
	c.begin(c.frameStates[uint32(stack[0])], uint32(stack[1]), uint32(stack[2]))
	stack[0] = 0
}

// begin makes the contexts of the calls that are pending at a frame state, in their order. counters
// is 0 where the compiled method's record is not known.
func (c *Controller) begin(r *compiler.FrameState, root, counters memory.Address) {
	for i := range r.Pending {
		if e := &r.Pending[i]; e.Calls > 0 {
			c.activationContext(r.Code, root, counters, e.Activation)
		}
	}
}

// activationContext finds or makes the context of an activation.
func (c *Controller) activationContext(compiled *compiler.CompiledMethod, root, counters memory.Address, activation int) memory.Address {
	if activation == 0 {
		return root
	}
	p := &compiled.Activations[activation]
	if counters != 0 {
		if word := c.options.Memory.U32(counters + p.Node); word != 0 {
			return c.ContextOf(word)
		}
	}
	parent := c.activationContext(compiled, root, counters, p.Up)
	node := c.machine.CallContext(parent, compiled.Activations[p.Up].Method, p.Method, p.Site)
	if counters != 0 {
		entrance := node
		if p.Entered {
			entrance = c.EntranceOf(node)
		}
		c.options.Memory.SetU32(counters+p.Node, entrance)
	}
	return node
}

// happened counts so many times what is pending at a frame state.
func (c *Controller) happened(r *compiler.FrameState, root, counters memory.Address, times int64) {
	for i := range r.Pending {
		e := &r.Pending[i]
		c.addEvent(c.activationContext(r.Code, root, counters, e.Activation), e, uint64(times))
	}
}

// addEvent counts an event so many times in a context.
func (c *Controller) addEvent(node memory.Address, e *compiler.Event, times uint64) {
	add := func(counter memory.Address, by int64) {
		if by != 0 {
			*(*uint64)(c.options.Memory.At(node + counter)) += uint64(by) * times
		}
	}
	add(sharedmemory.NodeCalls, e.Calls)
	add(sharedmemory.NodeBytecodes, e.Bytecodes)
	add(sharedmemory.NodeObjects, e.Objects)
	add(sharedmemory.NodeBytes, e.Bytes)
	c.machine.AddExtra(node, sharedmemory.ExtrasWork, uint64(e.Work)*times)
	c.machine.AddExtra(node, sharedmemory.ExtrasStrings, uint64(e.Strings)*times)
	c.machine.AddExtra(node, sharedmemory.ExtrasOperands, uint64(e.Operands)*times)
}

// Whoever decides by the numbers of contexts gets those of the last time if that is no more than so
// many bytecodes ago for each counter: to add all of a large tree takes milliseconds. With that
// a program of red-black trees, which has records of a million counters, took 0.75 of its time.
const staleBytecodesACounter = 4_000

// refresh adds the counters of a compiled method to the contexts, unless that was done shortly before.
func (c *Controller) refresh(k *counted) {
	if c.machine.Bytecodes() >= k.next {
		c.add(k)
	}
}

// add adds the counters of a compiled method to the contexts.
func (c *Controller) add(k *counted) {
	k.next = c.machine.Bytecodes() + max(1, staleBytecodesACounter*uint64(len(k.records)*len(k.compiled.Counters)))
	c.eachCounter(k, func(word *uint64, add func(times uint64)) {
		times := *word
		*word = 0
		add(times)
	})
}

// eachCounter calls f with each counter of a compiled method that is not 0, and with what adds its events so many times to the contexts.
func (c *Controller) eachCounter(k *counted, f func(word *uint64, add func(times uint64))) {
	for _, r := range k.records {
		for i := range k.compiled.Counters {
			counter := &k.compiled.Counters[i]
			word := (*uint64)(c.options.Memory.At(r.counters + counter.Offset))
			if *word == 0 {
				continue
			}
			f(word, func(times uint64) {
				for j := range counter.Events {
					e := &counter.Events[j]
					c.addEvent(c.activationContext(k.compiled, r.root, r.counters, e.Activation), e, times)
				}
			})
		}
	}
}

// ShowCounters adds all counters so many times to the contexts, and leaves them as they are: 1, for somebody who looks at the contexts, and -1 to
// take that back. So who decides by the numbers of contexts decides as if nobody had looked.
func (c *Controller) ShowCounters(times int64) {
	c.counters.each(func(k *counted) {
		c.eachCounter(k, func(word *uint64, add func(times uint64)) { add(*word * uint64(times)) })
	})
}

// refreshCalls adds what compiled code has counted of the calls that a method makes to their
// contexts.
func (c *Controller) refreshCalls(caller *classes.Method) {
	for _, k := range c.counters.byCaller[caller] {
		c.refresh(k)
	}
}

// Those who watch get new numbers as often, in bytecodes, but in a long run only when it has got longer by a part: there may be many thousands of
// counters, and compiled code executes billions of bytecodes in a second.
const (
	watchedBytecodes = 20_000_000
	watchedTimes     = 32
)

// addForWatchers adds what compiled code has counted from time to time.
func (c *Controller) addForWatchers() {
	if now := c.machine.Bytecodes(); c.env.Profile && now >= c.counters.nextWatched {
		c.counters.each(c.refresh)
		c.counters.nextWatched = now + max(watchedBytecodes, now/watchedTimes)
	}
}
