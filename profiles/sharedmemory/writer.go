package sharedmemory

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/sourcegraph/conc"

	"hotlens/profiles/flows"
	"hotlens/profiles/instructions"
	"hotlens/profiles/prefault"
)

// MaxStringBytes is the longest string that a record holds, in bytes of
// modified UTF-8: the limit of CONSTANT_Utf8 (JVMS 4.4.7). Longer texts, which
// only thread names can be, are cut.
const MaxStringBytes = 65535

// MaxNodeSlots is the largest number of child slots a node can have. A method
// has at most 65535 bytes of code (JVMS 4.7.3) and an invoke instruction at
// least 3 of them, so every method fits.
const MaxNodeSlots = 65536

// Writer appends records to the profile region. Its methods allocate nothing on
// the Go heap. All of them return ok false when the region is full; the region
// then stays as it was, and smaller records may still fit.
//
// A Writer belongs to the one thread of control that runs Java code. Readers in
// other processes need no lock: a record is complete before the atomic store
// that moves ProfileNext past it. Hosts are little-endian, as the layout is.
type Writer struct {
	memory  []byte
	methods uint32
	threads uint32
	front   prefault.Front
}

// NewWriter lays out an empty region in memory and says so in the control page. Records are written to the
// addresses of first, and when these are used up to those of second, which lie behind them; the zero Span is
// none. The caller writes ControlMagic when the rest of its memory is laid out, too.
func NewWriter(memory []byte, first, second Span) (*Writer, error) {
	if !(&region{first: first, second: second, next: first.Start}).sound(uint64(len(memory))) || uintptr(unsafe.Pointer(&memory[0]))%recordAlignment != 0 {
		return nil, fmt.Errorf("no profile can be written to [%#x, %#x) and [%#x, %#x) of a memory of %#x bytes at %p", first.Start, first.End, second.Start, second.End, len(memory), &memory[0])
	}
	w := &Writer{memory: memory}
	w.put(ControlVersion, Version)
	w.put(ProfileStart, first.Start)
	w.put(ProfileEnd, first.End)
	w.put(ProfileMore, second.Start)
	w.put(ProfileMoreEnd, second.End)
	w.put(NodeCount, 0)
	w.publish(ProfileNext, first.Start)
	return w, nil
}

// ShrinkSecond has the second span of the region begin at a later address, up to its end, unless it has records. It reports whether it does.
func (w *Writer) ShrinkSecond(start uint32) bool {
	more := w.get(ProfileMore)
	if more == 0 || w.get(ProfileNext) >= more || start < more || start > w.get(ProfileMoreEnd) || start%recordAlignment != 0 {
		return false
	}
	w.put(ProfileMore, start)
	return true
}

// AppendString appends a text, already in modified UTF-8 (JVMS 4.4.7) as class
// files hold it. Texts over MaxStringBytes are cut between two characters.
func (w *Writer) AppendString(text string) (addr uint32, ok bool) {
	text = cutModified(text, MaxStringBytes)
	addr, ok = w.begin(KindString, align(StringBytes+uint32(len(text))))
	if !ok {
		return 0, false
	}
	w.put(addr+StringLength, uint32(len(text)))
	copy(w.memory[addr+StringBytes:], text)
	w.commit(addr)
	return addr, true
}

// AppendMethod appends a method and gives it the next dense id. class, name,
// descriptor and file are addresses of strings, 0 for none; line is -1 where it
// is unknown; flags are the Method bits.
func (w *Writer) AppendMethod(class, name, descriptor, file uint32, line int32, flags uint32) (addr uint32, ok bool) {
	addr, ok = w.begin(KindMethod, MethodSize)
	if !ok {
		return 0, false
	}
	w.put(addr+MethodID, w.methods)
	w.put(addr+MethodClass, class)
	w.put(addr+MethodName, name)
	w.put(addr+MethodDescriptor, descriptor)
	w.put(addr+MethodFile, file)
	w.put(addr+MethodLine, uint32(line))
	w.put(addr+MethodFlags, flags)
	w.methods++
	w.commit(addr)
	return addr, true
}

// AppendMix appends the mix of the method whose record is at method. flags are the Mix bits, codeBytes
// the length of its bytecode. Locality is what the code says of its accesses to memory.
func (w *Writer) AppendMix(method, flags, codeBytes uint32, mix *instructions.Mix, locality instructions.Locality) (addr uint32, ok bool) {
	addr, ok = w.begin(KindMix, align(MixSize))
	if !ok {
		return 0, false
	}
	w.put(addr+MixMethod, method)
	w.put(addr+MixFlags, flags)
	w.put(addr+MixCodeBytes, codeBytes)
	for i, word := range locality.Words() {
		w.put(addr+MixLocality+4*uint32(i), word)
	}
	for kind, weight := range mix {
		binary.LittleEndian.PutUint16(w.memory[addr+MixWeights+2*uint32(kind):], weight)
	}
	w.commit(addr)
	return addr, true
}

// AppendFlows appends the flows of the method whose record is at method.
func (w *Writer) AppendFlows(method uint32, summary flows.Summary) (addr uint32, ok bool) {
	addr, ok = w.begin(KindFlows, align(FlowsWords+4*uint32(len(summary))))
	if !ok {
		return 0, false
	}
	w.put(addr+FlowsMethod, method)
	w.put(addr+FlowsCount, uint32(len(summary)))
	for i, word := range summary {
		w.put(addr+FlowsWords+4*uint32(i), word)
	}
	w.commit(addr)
	return addr, true
}

// AppendExtras appends the extras of the node at that address, all 0. The caller puts the address into
// the node.
func (w *Writer) AppendExtras(node uint32) (addr uint32, ok bool) {
	addr, ok = w.begin(KindExtras, ExtrasSize)
	if !ok {
		return 0, false
	}
	clear(w.memory[addr+ExtrasWork : addr+ExtrasSize])
	w.put(addr+ExtrasNode, node)
	w.commit(addr)
	return addr, true
}

// AppendThread appends a thread and gives it the next dense id. root is the
// node of its entry method, 0 as long as there is none; SetThreadRoot fills it
// in.
func (w *Writer) AppendThread(name, root uint32) (addr uint32, ok bool) {
	addr, ok = w.begin(KindThread, ThreadSize)
	if !ok {
		return 0, false
	}
	w.put(addr+ThreadID, w.threads)
	w.put(addr+ThreadName, name)
	w.put(addr+ThreadRoot, root)
	w.threads++
	w.commit(addr)
	return addr, true
}

// SetThreadRoot sets the node of the entry method of the thread at addr.
func (w *Writer) SetThreadRoot(addr, root uint32) {
	w.publish(addr+ThreadRoot, root)
}

// SetThreadName sets the name of the thread at addr, which is another one's from now on.
func (w *Writer) SetThreadName(addr, name uint32) {
	w.publish(addr+ThreadName, name)
}

// AppendNode appends a context with all counters 0 and counts it in NodeCount.
// parent is 0 for a root; kind is one of the edge kinds. slots is the number of
// child slots, the one for children without a call site included. The caller
// links the node into its parent's slot.
func (w *Writer) AppendNode(method, parent uint32, bci, line int32, kind uint32, slots int) (addr uint32, ok bool) {
	if slots < 0 || slots > MaxNodeSlots {
		return 0, false
	}
	size := NodeSize(slots)
	addr, ok = w.begin(KindNode, size)
	if !ok {
		return 0, false
	}
	clear(w.memory[addr+NodeCalls : addr+size])
	w.put(addr+NodeMethod, method)
	w.put(addr+NodeParent, parent)
	w.put(addr+NodeBCI, uint32(bci))
	w.put(addr+NodeLine, uint32(line))
	w.put(addr+NodeSelf, addr)
	w.put(addr+NodeShape, NodeShapeOf(kind, slots))
	w.put(addr+NodeCounters, NoCounters)
	w.commit(addr)
	w.publish(NodeCount, w.get(NodeCount)+1)
	return addr, true
}

// AppendCounters appends a counters record for the piece of code with this number, in the context whose node is given, of so
// many entries, which are all 0.
func (w *Writer) AppendCounters(compiledMethod, node uint32, entries int) (addr uint32, ok bool) {
	if entries < 0 || entries > maxCounters {
		return 0, false
	}
	size := CountersEntries + CounterBytes*uint32(entries)
	addr, ok = w.begin(KindCounters, size)
	if !ok {
		return 0, false
	}
	clear(w.memory[addr+CountersEntries : addr+size])
	w.put(addr+CountersMethod, compiledMethod)
	w.put(addr+CountersNewest, addr)
	w.put(addr+CountersNode, node)
	w.commit(addr)
	return addr, true
}

// AppendTimes appends the times of the context whose node is at that address.
func (w *Writer) AppendTimes(node uint32) (addr uint32, ok bool) {
	addr, ok = w.begin(KindTimes, TimesSize)
	if !ok {
		return 0, false
	}
	w.put(addr+TimesNode, node)
	binary.LittleEndian.PutUint64(w.memory[addr+TimesTicks:], 0)
	w.commit(addr)
	return addr, true
}

// AppendEdge announces an edge: caller and callee are methods, bci and line the
// call site (-1 for none), kind one of the edge kinds.
func (w *Writer) AppendEdge(caller, callee uint32, bci, line int32, kind uint32) (addr uint32, ok bool) {
	addr, ok = w.beginCall(KindEdge, EdgeSize, caller, callee, bci, line)
	if !ok {
		return 0, false
	}
	w.put(addr+EdgeKind, kind)
	binary.LittleEndian.PutUint64(w.memory[addr+EdgeSamples:], 0)
	w.commit(addr)
	return addr, true
}

// AppendType appends a record of the objects of a class in a context, of which there are none yet.
func (w *Writer) AppendType(node, class uint32) (addr uint32, ok bool) {
	addr, ok = w.begin(KindType, TypeSize)
	if !ok {
		return 0, false
	}
	clear(w.memory[addr+TypeObjects : addr+TypeSize])
	w.put(addr+TypeNode, node)
	w.put(addr+TypeClass, class)
	w.commit(addr)
	return addr, true
}

// AppendConcatenation appends an instruction that concatenates so many operands; it has not been executed yet.
func (w *Writer) AppendConcatenation(caller uint32, bci, line int32, operands uint32) (addr uint32, ok bool) {
	addr, ok = w.beginInstruction(KindConcatenation, ConcatenationSize, caller, bci, line)
	if !ok {
		return 0, false
	}
	w.put(addr+ConcatenationOperands, operands)
	w.commit(addr)
	return addr, true
}

// AppendCollection appends that so many bytes were allocated since the record before, and how many of them survived, and did in large objects.
func (w *Writer) AppendCollection(allocated, survived, large uint64) (addr uint32, ok bool) {
	addr, ok = w.begin(KindCollection, CollectionSize)
	if !ok {
		return 0, false
	}
	binary.LittleEndian.PutUint64(w.memory[addr+CollectionAllocated:], allocated)
	binary.LittleEndian.PutUint64(w.memory[addr+CollectionSurvived:], survived)
	binary.LittleEndian.PutUint64(w.memory[addr+CollectionLarge:], large)
	w.commit(addr)
	return addr, true
}

// AppendPassed appends an instruction that calls, whose arguments are to be summed up; it has not been executed yet. class, name and
// descriptor are strings.
func (w *Writer) AppendPassed(caller uint32, bci, line int32, class, name, descriptor uint32) (addr uint32, ok bool) {
	addr, ok = w.beginInstruction(KindPassed, PassedSize, caller, bci, line)
	if !ok {
		return 0, false
	}
	w.put(addr+PassedClass, class)
	w.put(addr+PassedName, name)
	w.put(addr+PassedDescriptor, descriptor)
	w.commit(addr)
	return addr, true
}

// AppendMarks appends the marks of a class, whose name is a string; none has been left.
func (w *Writer) AppendMarks(class uint32, digest uint64, count int) (addr uint32, ok bool) {
	if count > maxMarks {
		return 0, false
	}
	size := align(MarksBytes + uint32(count))
	addr, ok = w.begin(KindMarks, size)
	if !ok {
		return 0, false
	}
	clear(w.memory[addr+MarksClass : addr+size])
	w.put(addr+MarksClass, class)
	binary.LittleEndian.PutUint64(w.memory[addr+MarksDigest:], digest)
	w.put(addr+MarksCount, uint32(count))
	w.commit(addr)
	return addr, true
}

// AppendTestMarks appends those marks of a marks record that have been left, for a test whose class and method are strings, and takes them back. Without any it appends
// nothing, and returns 0.
func (w *Writer) AppendTestMarks(class, method, marks uint32) (addr uint32, ok bool) {
	count := binary.LittleEndian.Uint32(w.memory[marks+MarksCount:])
	left := w.memory[marks+MarksBytes : marks+MarksBytes+count]
	if !slices.Contains(left, 1) {
		return 0, true
	}
	size := align(TestMarksBits + (count+7)/8)
	addr, ok = w.begin(KindTestMarks, size)
	if !ok {
		return 0, false
	}
	clear(w.memory[addr+TestMarksClass : addr+size])
	w.put(addr+TestMarksClass, class)
	w.put(addr+TestMarksMethod, method)
	w.put(addr+TestMarksOf, marks)
	bits := w.memory[addr+TestMarksBits : addr+size]
	for i, mark := range left {
		bits[i/8] |= mark << (i % 8)
	}
	w.commit(addr)
	clear(left)
	return addr, true
}

// maxMarks is how many marks a class can have: the size of a record has 24 bits.
const maxMarks = 1<<24 - 1<<10

// AppendArgument appends an argument of such an instruction, whose declared type is a string; nothing has been passed yet.
func (w *Writer) AppendArgument(passed uint32, receiver bool, descriptor uint32) (addr uint32, ok bool) {
	addr, ok = w.begin(KindArgument, ArgumentSize)
	if !ok {
		return 0, false
	}
	clear(w.memory[addr+ArgumentPassed : addr+ArgumentSize])
	w.put(addr+ArgumentPassed, passed)
	if receiver {
		w.put(addr+ArgumentReceiver, 1)
	}
	w.put(addr+ArgumentType, descriptor)
	w.commit(addr)
	return addr, true
}

// AppendValue appends something that an argument had, 0 times so far. form is one of the forms; class and text are strings, 0 for none.
func (w *Writer) AppendValue(argument, form, class, text uint32, number int64) (addr uint32, ok bool) {
	addr, ok = w.begin(KindValue, ValueSize)
	if !ok {
		return 0, false
	}
	clear(w.memory[addr+ValueArgument : addr+ValueSize])
	w.put(addr+ValueArgument, argument)
	w.put(addr+ValueForm, form)
	w.put(addr+ValueClass, class)
	w.put(addr+ValueText, text)
	binary.LittleEndian.PutUint64(w.memory[addr+ValueNumber:], uint64(number))
	w.commit(addr)
	return addr, true
}

// AppendSite appends how many methods a call site could call.
func (w *Writer) AppendSite(caller uint32, bci int32, hierarchy, instances uint32) (addr uint32, ok bool) {
	addr, ok = w.begin(KindSite, SiteSize)
	if !ok {
		return 0, false
	}
	w.put(addr+SiteCaller, caller)
	w.put(addr+SiteBCI, uint32(bci))
	w.put(addr+SiteHierarchy, hierarchy)
	w.put(addr+SiteInstances, instances)
	w.commit(addr)
	return addr, true
}

// AppendUnseen appends a method that a call site could call and has not. class, name and descriptor are addresses of strings.
func (w *Writer) AppendUnseen(caller uint32, bci int32, class, name, descriptor uint32, instantiated bool) (addr uint32, ok bool) {
	addr, ok = w.begin(KindUnseen, UnseenSize)
	if !ok {
		return 0, false
	}
	clear(w.memory[addr+UnseenCaller : addr+UnseenSize])
	w.put(addr+UnseenCaller, caller)
	w.put(addr+UnseenBCI, uint32(bci))
	w.put(addr+UnseenClass, class)
	w.put(addr+UnseenName, name)
	w.put(addr+UnseenDescriptor, descriptor)
	if instantiated {
		w.put(addr+UnseenInstantiated, 1)
	}
	w.commit(addr)
	return addr, true
}

// AppendGraphs appends the sizes of the call graphs that the class hierarchy and the classes with objects allow, and how
// many executed edges they lack.
func (w *Writer) AppendGraphs(hierarchy, instances GraphSizes, unforeseen uint32) (addr uint32, ok bool) {
	addr, ok = w.begin(KindGraphs, GraphsSize)
	if !ok {
		return 0, false
	}
	for i := range hierarchy {
		w.put(addr+GraphsHierarchy+4*uint32(i), hierarchy[i])
		w.put(addr+GraphsInstances+4*uint32(i), instances[i])
	}
	w.put(addr+GraphsUnforeseen, unforeseen)
	w.commit(addr)
	return addr, true
}

// AppendInlining appends what the inliner decided about the calls of callee at a
// call site of caller. decision is one of the decisions; size is the callee's, in
// the inliner's estimate; weight is the call's share of all calls, from 0 to 1;
// reason is the address of a string, 0 for none.
func (w *Writer) AppendInlining(caller, callee uint32, bci, line int32, decision, size, reason uint32, weight float64) (addr uint32, ok bool) {
	addr, ok = w.beginCall(KindInlining, InliningSize, caller, callee, bci, line)
	if !ok {
		return 0, false
	}
	w.put(addr+InliningDecision, decision)
	w.put(addr+InliningCalleeSize, size)
	w.put(addr+InliningReason, reason)
	binary.LittleEndian.PutUint64(w.memory[addr+InliningWeight:], math.Float64bits(weight))
	w.commit(addr)
	return addr, true
}

// beginCall begins a record about a call edge, with what all of them start with.
func (w *Writer) beginCall(kind, size, caller, callee uint32, bci, line int32) (addr uint32, ok bool) {
	addr, ok = w.begin(kind, size)
	if !ok {
		return 0, false
	}
	w.put(addr+EdgeCaller, caller)
	w.put(addr+EdgeCallee, callee)
	w.put(addr+EdgeBCI, uint32(bci))
	w.put(addr+EdgeLine, uint32(line))
	return addr, true
}

// beginInstruction begins a record about an instruction that has not been executed yet, with what all of them start with; the rest is 0.
func (w *Writer) beginInstruction(kind, size, caller uint32, bci, line int32) (addr uint32, ok bool) {
	addr, ok = w.begin(kind, size)
	if !ok {
		return 0, false
	}
	clear(w.memory[addr+PassedCaller : addr+size])
	w.put(addr+PassedCaller, caller)
	w.put(addr+PassedBCI, uint32(bci))
	w.put(addr+PassedLine, uint32(line))
	return addr, true
}

// NodeSize is the size in bytes of a node record with that many child slots.
func NodeSize(slots int) uint32 {
	return align(NodeSlots + slotBytes*uint32(slots))
}

// slotBytes is the size of a child slot: one address.
const slotBytes = 4

// CounterBytes is the size of an entry of a counters record, and maxCounters how many there
// can be: the size of a record has 24 bits.
const (
	CounterBytes = 8
	maxCounters  = 1 << 20
)

// begin writes the header of a record of size bytes behind the last one. The
// record does not count before commit.
func (w *Writer) begin(kind, size uint32) (addr uint32, ok bool) {
	addr, end, more := w.get(ProfileNext), w.get(ProfileEnd), w.get(ProfileMore)
	switch {
	case more == 0:
	case addr >= more:
		end = w.get(ProfileMoreEnd)
	case size > end-MoreSize-addr: // there is always room for a more record
		if size > w.get(ProfileMoreEnd)-more {
			return 0, false
		}
		w.put(addr, KindMore|MoreSize<<headerSizeShift)
		w.publish(ProfileNext, more)
		addr, end = more, w.get(ProfileMoreEnd)
	}
	if size > end-addr {
		return 0, false
	}
	if addr+size > w.front.Due {
		w.front.Step(unsafe.Pointer(&w.memory[0]), addr&^(pageBytes-1), addr+size, addr-w.get(ProfileStart), minAhead, end)
	}
	w.put(addr, kind|size<<headerSizeShift)
	return addr, true
}

const (
	// minAhead is the least that is given pages for at once: a sixteenth of the records of a short run.
	minAhead  = 64 << 10
	pageBytes = 4 << 10
)

// GiveBeside has longer parts of the region get their pages by tasks, beside the writing. Whoever waits for them does so before the memory goes away.
func (w *Writer) GiveBeside(tasks *conc.WaitGroup) { w.front.Tasks = tasks }

// commit lets readers see the record at addr.
func (w *Writer) commit(addr uint32) {
	w.publish(ProfileNext, addr+w.get(addr)>>headerSizeShift)
}

func (w *Writer) get(addr uint32) uint32 {
	return binary.LittleEndian.Uint32(w.memory[addr:])
}

func (w *Writer) put(addr, value uint32) {
	binary.LittleEndian.PutUint32(w.memory[addr:], value)
}

// publish stores a word that other processes wait for, after everything that
// was stored before it.
func (w *Writer) publish(addr, value uint32) {
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&w.memory[addr])), value)
}

// A record's header holds its kind in the low 8 bits and its size above them;
// records are aligned to 8 bytes.
const (
	headerKindMask  = 0xff
	headerSizeShift = 8
	headerBytes     = 4
	recordAlignment = 8
)

// RecordKind and RecordSize tell what a record's first word says: its kind, and its
// size in bytes.
func RecordKind(header uint32) uint32 { return header & headerKindMask }
func RecordSize(header uint32) uint32 { return header >> headerSizeShift }

func align(size uint32) uint32 {
	return (size + recordAlignment - 1) &^ (recordAlignment - 1)
}
