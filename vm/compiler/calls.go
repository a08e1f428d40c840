package compiler

import (
	"strings"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file translates calls (Qian and Hendren): the type information block, the
// caller-target block, the code.

// invoke translates a quickened call.
func (b *builder) invoke(l *level, index int, in *decoded.Instruction) {
	site := (*classes.CallSite)(in.P)
	arguments := b.arguments(l, in, site)
	switch in.Op {
	case decoded.InvokeStaticQ, decoded.InvokeStaticL:
		if b.initialized(l, index, site.Callee.Class) {
			b.callDirect(l, index, in, site, arguments)
		}
	case decoded.InvokeSpecialQ, decoded.InvokeSpecialL:
		b.nonNull(l, index, arguments[0])
		b.callDirect(l, index, in, site, arguments)
	default:
		b.nonNull(l, index, arguments[0])
		b.callSelected(l, index, in, site, arguments)
	}
}

// arguments are the values that a call passes, the receiver first; they may stand for
// virtual objects.
func (b *builder) arguments(l *level, in *decoded.Instruction, site *classes.CallSite) []*ir.Value {
	return b.passed(l, in.B, !site.Callee.Static(), site.Selector.Params)
}

// passed are the same for the arguments that lie from an offset on.
func (b *builder) passed(l *level, offset int32, receiver bool, params []byte) (values []*ir.Value) {
	if receiver {
		values = append(values, b.peek(l, offset))
		offset += decoded.SlotBytes
	}
	for _, p := range params {
		values = append(values, b.peek(l, offset))
		offset += int32(classes.SlotsOf(p)) * decoded.SlotBytes
	}
	return values
}

// callDirect calls the only possible callee.
func (b *builder) callDirect(l *level, index int, in *decoded.Instruction, site *classes.CallSite, arguments []*ir.Value) {
	callee := site.Callee
	if i := b.intrinsicOf(l, callee, arguments); i != nil {
		b.onlyIntrinsic(l, index, in, site, i, arguments)
		return
	}
	if b.decide(l, in, site, nil, byCall) == callee {
		b.inline(l, index, in, site, callee, arguments, nil, nil)
		return
	}
	b.callNumber(l, index, in, site, callee, arguments)
}

// callSelected calls what the receiver's type selects.
func (b *builder) callSelected(l *level, index int, in *decoded.Instruction, site *classes.CallSite, arguments []*ir.Value) {
	if b.virtualIntrinsic(l, index, in, site, arguments) {
		return
	}
	if callee := b.soleTarget(in, site, arguments[0]); callee != nil {
		b.callKnown(l, index, in, site, callee, byCall, arguments)
		return
	}
	if callee := b.assumeTarget(l, index, in, site, arguments[0]); callee != nil {
		b.callKnown(l, index, in, site, callee, byHierarchy, arguments)
		return
	}
	if tests, all := b.classTests(l, in, site); len(tests) > 0 {
		b.callTested(l, index, in, site, arguments, tests, all)
		return
	}
	b.callDispatched(l, index, in, site, arguments)
}

// dispatch finds the caller-target block of a call, and the entry in it.
func (b *builder) dispatch(l *level, index int, in *decoded.Instruction, site *classes.CallSite, receiver *ir.Value) (block, entry *ir.Value) {
	tib := b.tib(receiver)
	if in.Op == decoded.InvokeVirtualQ {
		block = b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, tib, int64(in.C))
	} else {
		block = b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, b.pure(wasm.OpI32Add, wasm.I32, tib, b.interfaceOffset(l, index, tib, in.C)), 0)
	}
	return block, b.entryOf(l, index, site, block)
}

// unprofiled reports whether compiled code may do the VM's own work, for which edges are not
// announced: the interpreter does it where contexts are kept.
func (b *builder) unprofiled() bool { return b.env.Edges && !b.env.Profile }

// onlyUnprofiled leaves for the interpreter, which announces the edge of a linked call,
// unless the call is made for the VM's own work. It reports whether the code goes on.
func (b *builder) onlyUnprofiled(l *level, index int) bool {
	if !b.unprofiled() {
		b.leave(l, index, NeverExecuted)
		return false
	}
	b.guard(l, index, NeverExecuted, b.pure(wasm.OpI32Eqz, wasm.I32, b.fixed(ir.MemoryControl, b.words.Unprofiled)))
	return true
}

// entryOf is the entry of a call in a caller-target block. Where there is none it leaves
// for the interpreter, which announces the edge, or gives the method itself for the VM's own
// work.
func (b *builder) entryOf(l *level, index int, site *classes.CallSite, block *ir.Value) *ir.Value {
	if b.unprofiled() {
		return b.entryOrMethod(l, index, site, block)
	}
	missing, place, offset := b.entryAt(site, block)
	b.guard(l, index, Resume, missing)
	entry := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, place(), offset)
	b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, entry))
	return entry
}

// entryAt tells where the entry of a call lies in a caller-target block: at an offset from
// place, which may only be asked for where there is an entry, and none is missing.
func (b *builder) entryAt(site *classes.CallSite, block *ir.Value) (missing *ir.Value, place func() *ir.Value, offset int64) {
	word := func(at *ir.Value, offset int64) *ir.Value {
		return b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, at, offset)
	}
	beyond := func(index uint32, length *ir.Value) *ir.Value {
		return b.pure(wasm.OpI32GeU, wasm.I32, b.i32(int32(index)), length)
	}
	if site.CallerIndex < classes.DirectCallers {
		missing = beyond(site.CallerIndex, word(block, classes.CTBLength))
		return missing, func() *ir.Value { return block }, classes.CTBEntries + 4*int64(site.CallerIndex)
	}
	chunk, within := classes.ChunkOf(site.CallerIndex)
	directory := word(block, classes.CTBDirectory)
	missing = beyond(chunk, word(directory, classes.DirectoryLength))
	return missing, func() *ir.Value { return word(directory, classes.DirectoryChunks+4*int64(chunk)) }, int64(within)
}

func (b *builder) entryOrMethod(l *level, index int, site *classes.CallSite, block *ir.Value) *ir.Value {
	missing, place, offset := b.entryAt(site, block)
	short, long := b.fork(missing)
	b.b = long
	entry := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, place(), offset)
	rest := b.f.NewBlock()
	b.b.Kind, b.b.Control = ir.BlockIf, entry
	b.b.To(rest)
	b.b.To(short)
	short.Cold = true
	var method *ir.Value
	b.aside(short, func() {
		unprofiled := b.fixed(ir.MemoryControl, b.words.Unprofiled)
		method = b.value(ir.OpSelect, wasm.I32, b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, block, classes.CTBMethod), b.i32(0), unprofiled)
		b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, method))
		b.b.Kind = ir.BlockJump
		b.b.To(rest)
	})
	b.b = rest
	return b.value(ir.OpPhi, wasm.I32, entry, method)
}

// callDispatched calls what the caller-target block says.
func (b *builder) callDispatched(l *level, index int, in *decoded.Instruction, site *classes.CallSite, arguments []*ir.Value) {
	block, entry := b.dispatch(l, index, in, site, arguments[0])
	if i := b.guardedIntrinsic(l, in, site, arguments); i != nil {
		b.testedIntrinsic(l, index, in, site, i, block, entry, arguments)
		return
	}
	call := func() { b.callRest(l, index, in, site, block, entry, arguments) }
	if callee := b.decide(l, in, site, nil, byCall); callee != nil {
		same := b.pure(wasm.OpI32Eq, wasm.I32, entry, b.i32(int32(callee.ID)))
		b.inline(l, index, in, site, callee, arguments, same, func() {
			if !b.noSpeculation && len(b.env.CallGraph.Callees(site)) == 1 {
				b.leave(l, index, NeverExecuted)
			} else {
				call()
			}
		})
		return
	}
	call()
}

// callEntry calls what a caller-target block's entry says and gives the result, nil for
// none.
func (b *builder) callEntry(l *level, index int, in *decoded.Instruction, site *classes.CallSite, block, entry *ir.Value, arguments []*ir.Value) *ir.Value {
	need := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, block, classes.CTBNeed)
	end := b.pure(wasm.OpI32Add, wasm.I32, b.add(b.args, l.base+in.B), need)
	b.guard(l, index, Resume, b.pure(wasm.OpI32GtU, wasm.I32, end, b.fixed(ir.MemoryControl, b.words.StackLimit)))
	node := b.node
	if b.env.Profile {
		record := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, block, classes.CTBRecord)
		node = b.child(l, index, site, entry, record)
	}
	return b.result(l, index, in, site, node, append([]*ir.Value{entry}, arguments...), &ir.Call{Dynamic: true, Type: Signature(site.Callee)})
}

// callAppendix calls what an invokedynamic instruction, or a call of a method handle,
// was linked to: a static method whose last argument is a constant.
func (b *builder) callAppendix(l *level, index int, in *decoded.Instruction) {
	site := (*classes.CallSite)(in.P)
	callee := site.Callee
	if !callee.Static() || results(callee.Selector.Return) != results(site.Selector.Return) {
		b.leave(l, index, Resume)
		return
	}
	var arguments []*ir.Value
	offset := in.B
	for _, p := range callee.Selector.Params {
		if offset == in.C {
			break
		}
		arguments = append(arguments, b.peek(l, offset))
		offset += int32(classes.SlotsOf(p)) * decoded.SlotBytes
	}
	appendix := b.i32(int32(site.Appendix))
	appendix.Ref = true
	arguments = append(arguments, appendix)
	if len(arguments) != len(callee.Selector.Params) {
		b.leave(l, index, Resume)
		return
	}
	if in.Op == decoded.InvokeHandle || in.Op == decoded.InvokeHandleQ {
		b.nonNull(l, index, arguments[0])
	}
	b.callDirect(l, index, in, site, arguments)
}

// Handles are the offsets of the fields that lead from a method handle, or a member
// name, to the number of the method.
type Handles struct {
	Form, Entry, Method, Target uint32
}

// callHandle is invokeBasic and the linkTo methods (package java.lang.invoke): the
// callee is a value.
func (b *builder) callHandle(l *level, index int, in *decoded.Instruction) {
	site := (*classes.CallSite)(in.P)
	arguments := b.reals(b.passed(l, in.B, in.Op == decoded.InvokeBasic, site.Selector.Params))
	h := b.env.Handles()
	follow := func(object *ir.Value, field uint32) *ir.Value {
		b.nonNull(l, index, object)
		return b.load(wasm.OpI32Load, wasm.I32, ir.MemoryField, object, int64(field))
	}
	var member *ir.Value
	if in.Op == decoded.InvokeBasic {
		member = follow(follow(arguments[0], h.Form), h.Entry)
	} else {
		member = arguments[len(arguments)-1]
		arguments = arguments[:len(arguments)-1]
		if in.Op != decoded.LinkToStatic {
			b.nonNull(l, index, arguments[0])
		}
	}
	table := int64(b.env.Registry.MethodTable)
	describe := func(entry *ir.Value) *ir.Value {
		b.guard(l, index, Resume, b.pure(wasm.OpI32GeU, wasm.I32, entry, b.i32(b.env.MaxMethods)))
		return b.pure(wasm.OpI32Mul, wasm.I32, entry, b.i32(classes.MethodBytes))
	}
	entry := follow(follow(member, h.Method), h.Target)
	info := describe(entry)
	if in.Op == decoded.LinkToVirtual || in.Op == decoded.LinkToInterface {
		tib := b.tib(arguments[0])
		var slot *ir.Value
		if in.Op == decoded.LinkToVirtual {
			slot = b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, info, table+classes.MethodSlot)
		} else {
			slot = b.findInterface(tib, entry)
		}
		b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, slot))
		block := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, b.pure(wasm.OpI32Add, wasm.I32, tib, slot), 0)
		entry = b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, block, classes.CTBMethod)
		b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, entry)) // nothing has called it
		info = describe(entry)
	}
	need := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, info, table+classes.MethodNeed)
	end := b.pure(wasm.OpI32Add, wasm.I32, b.add(b.args, l.base+in.B), need)
	b.guard(l, index, Resume, b.pure(wasm.OpI32GtU, wasm.I32, end, b.fixed(ir.MemoryControl, b.words.StackLimit)))
	node := b.node
	if b.env.Profile {
		record := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, info, table+classes.MethodRecord)
		node = b.child(l, index, site, entry, record)
	} else if b.env.Edges || b.env.Timed() {
		b.announceHandle(l, index, entry)
	}
	// The bridge, which knows the callee by its call site elsewhere, finds it here.
	b.frame(b.root.base+decoded.FrameMethod, entry)
	types := []wasm.Type{wasm.I32, wasm.I32, wasm.I32, wasm.I32}
	for _, a := range arguments {
		types = append(types, a.Type)
	}
	call := func(result byte) {
		signature := wasm.FuncType{Params: wasm.Types(types...), Results: results(result)}
		b.call(l, index, in, site, node, append([]*ir.Value{entry}, arguments...), &ir.Call{Dynamic: true, Type: signature})
	}
	if in.Op == decoded.InvokeBasic || site.Selector.Return != 'V' {
		call(site.Selector.Return)
		return
	}
	b.callDropping(l, index, in, site, b.pure(wasm.OpI32And, wasm.I32, need, b.i32(classes.NeedResult)), call)
}

// callDropping calls what may have a result of any kind, which is dropped: the library does so (java.lang.invoke.VarHandleGuards). call does
// so where the result's descriptor starts with a letter.
func (b *builder) callDropping(l *level, index int, in *decoded.Instruction, site *classes.CallSite, kind *ir.Value, call func(result byte)) {
	b.guard(l, index, Resume, b.pure(wasm.OpI32Eq, wasm.I32, kind, b.i32(classes.ResultOther)))
	var paths []path
	join := b.f.NewBlock()
	called := func(result byte) {
		call(result)
		b.b.Kind = ir.BlockJump
		b.b.To(join)
		paths = append(paths, path{state: b.snapshot()})
	}
	for _, way := range []struct {
		kind   int32
		result byte
	}{{classes.ResultNothing, 'V'}, {classes.ResultWord, 'I'}} {
		is, other := b.fork(b.pure(wasm.OpI32Eq, wasm.I32, kind, b.i32(way.kind)))
		before := b.snapshot()
		b.b = is
		called(way.result)
		b.b = other
		b.restore(before)
	}
	called('J')
	b.joinPaths(l, l, in, site, join, paths)
}

// announceHandle has the runtime announce the edge to what a method handle calls, whose
// number is entry. A cache for each call site remembers what has been announced.
func (b *builder) announceHandle(l *level, index int, entry *ir.Value) {
	cache := int64(b.env.NewCache())
	slot := b.pure(wasm.OpI32And, wasm.I32, b.pure(wasm.OpI32Shl, wasm.I32, entry, b.i32(2)), b.i32(CacheBytes-4))
	known := b.pure(wasm.OpI32Eq, wasm.I32, entry, b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, slot, cache))
	known = b.pure(wasm.OpI32Or, wasm.I32, known, b.fixed(ir.MemoryControl, b.words.Unprofiled))
	unknown, rest := b.split(b.pure(wasm.OpI32Eqz, wasm.I32, known))
	b.aside(unknown, func() {
		b.askChild(l, index, entry)
		b.store(wasm.OpI32Store, ir.MemoryTable, slot, cache, entry)
		b.b.To(rest)
	})
	b.b = rest
}

// interfaceOffset looks an interface method up in a type's table, and leaves for the interpreter where it is not there yet.
func (b *builder) interfaceOffset(l *level, index int, tib *ir.Value, method int32) *ir.Value {
	found := b.findInterface(tib, b.i32(method))
	b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, found))
	return found
}

// findInterface looks an interface method up in a type's table: 0 if it is not there yet, see classes.FindInterface. Mostly the method is at the first place at which it may be,
// as the table is half empty and the methods of an interface have numbers in a row; the runtime looks at the others.
func (b *builder) findInterface(tib, method *ir.Value) *ir.Value {
	word := func(at *ir.Value, offset int64) *ir.Value {
		return b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, at, offset)
	}
	table := word(tib, memory.TIBITable)
	place := b.pure(wasm.OpI32And, wasm.I32, method, word(table, classes.InterfaceMask))
	place = b.pure(wasm.OpI32Add, wasm.I32, table, b.pure(wasm.OpI32Shl, wasm.I32, place, b.i32(classes.InterfaceEntryBits)))
	same, other := b.fork(b.pure(wasm.OpI32Eq, wasm.I32, method, word(place, classes.InterfaceMethod)))
	join := b.f.NewBlock()
	b.b = same
	first := word(place, classes.InterfaceOffset)
	b.b.To(join)
	b.b = other
	call := b.value(ir.OpCall, 0, tib, method)
	call.Call = &ir.Call{Function: FuncInterface, Type: hostTypes[FuncInterface], Arguments: 2, Status: -1, Pure: true}
	further := b.value(ir.OpResult, wasm.I32, call)
	b.b.To(join)
	b.b = join
	return b.value(ir.OpPhi, wasm.I32, first, further)
}

// polymorphicContexts is the most children of a call site that compiled code looks
// through itself: more receivers than that are rare (Hölzle, Chambers, Ungar,
// "Optimizing Dynamically-Typed Object-Oriented Languages With Polymorphic Inline
// Caches", 1991).
const polymorphicContexts = 8

// handleContexts is the same for calls of method handles.
const handleContexts = 3

// reached is how many children of a call site compiled code looks through: as many as the
// methods that the site has reached so far, where they are known.
func (b *builder) reached(site *classes.CallSite) int {
	if site.CallerIndex == classes.NoCaller {
		return handleContexts
	}
	return min(max(len(b.env.CallGraph.Callees(site)), 1), polymorphicContexts)
}

// Entered is added to the number of a method whose code is to be entered with what FuncChild gives: that may then be
// the address of its counters record in the context.
const Entered = 1 << 31

// askChild has the runtime find, or make, the context of a call of the method with this
// number; where contexts are not kept it only announces the edge, and tells who times calls.
func (b *builder) askChild(l *level, index int, entry *ir.Value) *ir.Value {
	id := b.i32(b.waits(l, index, WaitsInRuntime))
	call := b.value(ir.OpCall, 0, b.args, id, b.node, entry)
	call.Call = &ir.Call{Function: FuncChild, Type: hostTypes[FuncChild], Arguments: 4, Status: -1}
	if b.callsLinked(l, index) {
		call.Call.Writes = 1<<ir.MemoryProfile | 1<<ir.MemoryTable | 1<<ir.MemoryFrame | 1<<ir.MemoryAllocator
	}
	made := b.value(ir.OpResult, wasm.I32, call)
	b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, made))
	return made
}

// callsLinked reports whether all that the call at index can reach where it comes to its
// context has been linked: to make that runs no Java code.
func (b *builder) callsLinked(l *level, index int) bool {
	in := &l.code.Instructions[index]
	switch in.Op {
	case decoded.InvokeVirtualQ, decoded.InvokeInterfaceQ: // the edge is announced
		return true
	case decoded.InvokeStaticQ, decoded.InvokeSpecialQ:
		callee := (*classes.CallSite)(in.P).Callee
		return callee.Code != nil || callee.IsNative() || b.env.Native(callee)
	}
	return false
}

// onlyContext has code for the only context that a method has had so far, in which those of
// known callees are constants; it leaves where there is another one.
func (b *builder) onlyContext(l *level, index int) {
	if !b.env.Profile || b.anyContext || len(l.method.Contexts) != 1 {
		return
	}
	node := b.i32(int32(l.method.Contexts[0]))
	node.NonNil = true
	b.guard(l, index, OtherContext, b.pure(wasm.OpI32Ne, wasm.I32, b.node, node))
	b.node = node
	b.compiled.OnlyContext = true
}

// child is the context of a call whose callee is not known, the call counted. entry and record
// are the callee's number and its method record.
func (b *builder) child(l *level, index int, site *classes.CallSite, entry, record *ir.Value) *ir.Value {
	b.begin(0)
	child := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryProfile, b.activationContext(l.activation), sharedmemory.NodeSlots+4*int64(site.Slot))
	join, missing := b.f.NewBlock(), b.f.NewBlock()
	missing.Cold = true
	var found []*ir.Value
	for range b.reached(site) {
		same, next := b.f.NewBlock(), b.f.NewBlock()
		b.b.Kind, b.b.Control = ir.BlockIf, b.pure(wasm.OpI32Eqz, wasm.I32, child)
		b.b.To(missing)
		b.b.To(same)
		b.b = same
		method := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, child, sharedmemory.NodeMethod)
		b.b.Kind, b.b.Control = ir.BlockIf, b.pure(wasm.OpI32Eq, wasm.I32, method, record)
		b.b.To(join)
		found = append(found, child)
		b.b.To(next)
		b.b = next
		child = b.load(wasm.OpI32Load, wasm.I32, ir.MemoryProfile, child, sharedmemory.NodeSibling)
	}
	b.b.To(missing)
	b.aside(missing, func() {
		made := b.askChild(l, index, entry)
		b.b.To(join)
		found = append(found, made)
	})
	b.b = join
	node := b.value(ir.OpPhi, wasm.I32, found...)
	node.NonNil = true
	b.count(node, sharedmemory.NodeCalls, 1, 0)
	return node
}

// knownChild is the context of a call of a known callee, which happens.
func (b *builder) knownChild(l *level, index int, site *classes.CallSite, callee *classes.Method) *ir.Value {
	activation := b.newActivation(l, site, callee)
	starts := func(node *ir.Value, there int) *ir.Value {
		b.begin(there)
		b.happens(Event{Activation: activation, Calls: 1})
		b.ledger.pending.begun = len(b.ledger.pending.events)
		return node
	}
	if node := b.constantNode(activation); node != nil {
		return starts(node, 0)
	}
	at := int64(b.nodeWord(activation))
	b.compiled.Activations[activation].Entered = true
	found := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryProfile, b.counters, at)
	missing, join := b.split(b.pure(wasm.OpI32Eqz, wasm.I32, found))
	var made *ir.Value
	b.aside(missing, func() {
		made = b.askChild(l, index, b.i32(int32(callee.ID|Entered)))
		b.store(wasm.OpI32Store, ir.MemoryProfile, b.counters, at, made)
		b.b.To(join)
	})
	b.b = join
	node := b.value(ir.OpPhi, wasm.I32, found, made)
	node.NonNil = true
	return starts(node, l.activation) // the caller's context is there, as the callee's is
}

// call calls a function whose context and arguments are there, and writes its result.
func (b *builder) call(l *level, index int, in *decoded.Instruction, site *classes.CallSite, node *ir.Value, arguments []*ir.Value, call *ir.Call) {
	if v := b.result(l, index, in, site, node, arguments, call); v != nil {
		b.write(l, in.A, v)
	}
}

// result calls a function and gives its result, nil for none.
func (b *builder) result(l *level, index int, in *decoded.Instruction, site *classes.CallSite, node *ir.Value, arguments []*ir.Value, call *ir.Call) *ir.Value {
	arguments = b.reals(arguments)
	b.makeUnpackable()
	id := b.waits(l, index, WaitsInCall)
	b.frame(b.root.base+decoded.FrameIndex, b.i32(id|-FrameID))
	args := []*ir.Value{b.add(b.args, b.root.base), b.add(b.args, l.base+in.B), node, b.add(b.ledger.fuel, -in.D)}
	signature := call.Type
	b.compiled.Signatures[signature] = true
	if call.Dynamic {
		args = append([]*ir.Value{arguments[0]}, args...)
		arguments = arguments[1:]
	} else {
		b.compiled.Callees[call.Slot] = true
	}
	v := b.value(ir.OpCall, 0, append(args, arguments...)...)
	call.Arguments, call.Status = len(v.Args), len(signature.Results)-1
	v.Call = call
	b.overwrite(l, in.B)
	if b.handles(l, index) {
		e, values := b.exit(l, index, ThrowCall)
		v.Exit, v.Args = e, append(v.Args, values...)
	}
	left := b.value(ir.OpResult, wasm.I32, v)
	left.Imm = int64(call.Status)
	b.ledger.fuel = b.add(left, in.D)
	r := site.Selector.Return
	if r == 'V' {
		return nil
	}
	result := b.value(ir.OpResult, typeOf(r), v)
	result.Ref = isRef(r)
	b.declared(result, site.Selector.Desc[strings.LastIndexByte(site.Selector.Desc, ')')+1:])
	return result
}

// handles reports whether an exception in the call at index concerns one of the
// levels: a handler covers it, or a lock is held.
func (b *builder) handles(l *level, index int) bool {
	for k, at := l, index; k != nil; k, at = k.up, k.index {
		if k.method.Synchronized() {
			return true
		}
		bci := k.code.BCIs[at]
		for i := range k.code.Handlers {
			if h := &k.code.Handlers[i]; bci >= h.Start && bci < h.End {
				return true
			}
		}
	}
	return false
}
