package sharedmemory

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/profiles/flows"
	"hotlens/profiles/instructions"
)

// ErrNotReady says that the worker has not laid out its memory yet. It is the
// only error of Read that passes by itself.
var ErrNotReady = errors.New("the worker's memory is not laid out yet")

// Snapshot is the profile region as it stood when Read passed over it. Counters
// of a running program go on while they are read, so that a parent's counts may
// be a little older than its children's; once the program has ended they are
// exact.
type Snapshot struct {
	State       uint32 // one of the State values
	Bytecodes   uint64 // executed since main started
	HeapUsed    uint64 // bytes of live and not yet swept objects
	Folded      uint64 // contexts folded into an equal one higher up
	OutputBytes uint64 // bytes written to stdout and stderr
	CallSamples uint64 // samples of calls that have been taken
	NodeCount   uint32 // nodes that the worker says it has made
	ThreadsLive uint32 // Java threads alive
	// TickNanos is how many nanoseconds a tick takes, 0 if nothing was timed.
	TickNanos    float64
	Instrumented uint32 // methods that have been instrumented for that

	Methods        []MethodRecord
	Threads        []ThreadRecord
	Nodes          Nodes            // a parent stands before its children
	Extras         []ExtrasRecord   // of the nodes that have some
	Edges          []EdgeRecord     // in the order of their announcements
	Inlining       []InliningRecord // in the order in which the inliner decided
	Types          []TypeRecord
	Concatenations []ConcatenationRecord
	Collections    []profiles.Collection
	Passed         []PassedRecord
	Marks          []profiles.ClassMarks // those of tests included
	OfTests        []profiles.TestMarks
	Unseen         []UnseenRecord
	Sites          []SiteRecord  // of the comparison with the class hierarchy; Graphs says that it is complete
	Graphs         *GraphsRecord // nil: there is no such comparison

	room []profiles.Context // memory that the profile's contexts may take, empty
}

// None is the index that stands for no method or no node.
const None = -1

// MethodRecord is one method.
type MethodRecord struct {
	Class, Name, Descriptor, File string
	Line                          int32
	Flags                         uint32   // the Method bits
	Mix                           []uint16 // weights by instructions.Kind; nil for a method without code
	MixFlags                      uint32   // the Mix bits
	Locality                      [3]uint32
	Flows                         flows.Summary
	CodeBytes                     uint32 // length of its bytecode
}

// ThreadRecord is one thread. Root is an index into Nodes, None before the
// thread's entry method ran.
type ThreadRecord struct {
	Name string
	Root int32
}

// NodeRecord is one context. Method is an index into Methods, Parent one into
// Nodes or None. It has no pointers, so that Go's collector passes over millions of them.
type NodeRecord struct {
	Address   uint32
	Method    int32
	Parent    int32
	BCI, Line int32
	Kind      uint32 // one of the edge kinds
	Calls     uint64
	Bytecodes uint64
	Objects   uint64
	Bytes     uint64
	Samples   uint64
	Compiling uint64 // of the samples, those in which the program waits for the compiler: the agent knows
	Extras    int32  // index into Extras, plus 1; 0 where nothing of it was counted
	Timed     bool
	Nanos     uint64 // that it has taken itself, if it was timed
}

// ExtrasRecord is what few contexts have: see the Extras offsets.
type ExtrasRecord struct {
	Work, Strings, Operands, Thrown, Frames, WaitNanos, Cycles uint64
}

// EdgeRecord is the announcement of an edge. Caller and Callee are indices into
// Methods.
type EdgeRecord struct {
	Caller, Callee int32
	BCI, Line      int32
	Kind           uint32 // one of the edge kinds
	Samples        uint64
}

// InliningRecord is one decision of the inliner. Caller and Callee are indices
// into Methods.
type InliningRecord struct {
	Caller, Callee int32
	BCI, Line      int32
	Decision       uint32 // one of the decisions
	Size           int32
	Weight         float64 // from 0 to 1
	Reason         string
}

// TypeRecord is the objects of a class in a context. Node is an index into Nodes.
type TypeRecord struct {
	Node           int32
	Class          string
	Objects, Bytes uint64
}

// ConcatenationRecord is what an instruction has concatenated. Caller is an index into Methods.
type ConcatenationRecord struct {
	Caller         int32
	BCI, Line      int32
	Operands       uint32
	Strings, Bytes uint64
}

// SiteRecord is what a call site could call. Caller is an index into Methods.
type SiteRecord struct {
	Caller, BCI          int32
	Hierarchy, Instances uint32
}

// UnseenRecord is a method that a call site could call and has not. Caller is an index into Methods.
type UnseenRecord struct {
	Caller, BCI             int32
	Class, Name, Descriptor string
	Instantiated            bool
}

// GraphsRecord is the sizes of call graphs, and how many executed edges they lack.
type GraphsRecord struct {
	Hierarchy, Instances GraphSizes
	Unforeseen           uint32
}

// Read reads the profile out of a linear memory, at any moment of the worker's
// life or after it. It trusts nothing in the memory and never reads outside it.
//
// Read returns ErrNotReady, an error about the control page (both without a
// snapshot), or an error about the first damaged record, together with the
// snapshot of all records before it.
func Read(memory []byte) (*Snapshot, error) { return new(Reader).Finish(memory) }

// Reader reads a profile in pieces, so that little is left to be read when the program has ended: Advance reads what
// never changes, Finish the rest. The zero value has read nothing. The memory is always the same one.
type Reader struct {
	reader
	at     uint32   // where it has read to; 0: nothing yet
	room   room     // for the contexts that the nodes become
	counts []uint32 // the records before that that have more than names and nodes, as they lie: they are read at last
}

// Advance reads what has come since it was called last, of a program that may run. The error is about the first damaged
// record, and stays the same.
func (r *Reader) Advance(memory []byte) error {
	if err := r.open(memory); err != nil {
		return err
	}
	err := r.advance()
	r.room.grow(r.snapshot.Nodes.Len())
	return err
}

func (r *Reader) advance() error {
	for r.at != r.region.next {
		kind, size, err := r.headerAt(r.at)
		if err != nil {
			return err
		}
		switch kind {
		case KindString, KindMethod, KindMix, KindFlows, KindNode, KindInlining:
			if err := r.record(kind, r.at, size); err != nil {
				return err
			}
		default:
			r.counts = append(r.counts, r.at)
		}
		if r.at, err = r.region.behind(r.at, kind, size); err != nil {
			return err
		}
	}
	return nil
}

// open looks where the records lie, and end by now.
func (r *Reader) open(memory []byte) error {
	region, err := regionOf(memory)
	if err != nil {
		return err
	}
	if r.at == 0 || !region.continues(r.region) || len(memory) != len(r.memory) { // a worker that has been taken over may write anything
		*r = Reader{at: region.first.Start}
		r.strings = map[uint32]string{0: ""}
		r.methods, r.marks = map[uint32]int32{}, map[uint32]int{}
	}
	r.memory, r.region = memory, region
	return nil
}

// Finish reads what is left, and gives the profile as it is now, as Read does. The reader is used up.
func (r *Reader) Finish(memory []byte) (*Snapshot, error) {
	// The region's end comes first: every record before it is complete, and so are
	// the counts below for the purpose of Check.
	if err := r.open(memory); err != nil {
		return nil, err
	}
	damage := r.advance()
	s := &r.snapshot
	s.State = r.word(State)
	s.Bytecodes = r.count(Bytecodes)
	s.CallSamples = r.count(CallSamples)
	s.HeapUsed = r.count(HeapUsed)
	s.Folded = r.count(Folded)
	s.OutputBytes = r.count(OutputBytes)
	s.NodeCount = r.word(NodeCount)
	s.ThreadsLive = r.word(ThreadsLive)
	s.Instrumented = r.word(Instrumented)
	s.TickNanos = math.Float64frombits(r.count(TickNanos))
	s.room = r.room.contexts
	var halves conc.WaitGroup // which another processor can count meanwhile
	first, second := s.Nodes.halves()
	halves.Go(func() { r.countNodes(second) })
	r.countNodes(first)
	halves.Wait()
	for _, at := range r.counts {
		kind, size, err := r.headerAt(at) // which may not be what it was
		if err == nil {
			err = r.record(kind, at, size)
		}
		if err != nil {
			damage = err
			break
		}
	}
	if err := r.threads(); damage == nil {
		damage = err
	}
	return s, damage
}

// reader is the state of a Reader, or of a Follower, in the snapshot that it makes.
type reader struct {
	memory   []byte
	region   region
	snapshot Snapshot

	strings map[uint32]string // by address; 0 is "no string"
	methods map[uint32]int32  // index into snapshot.Methods by address
	recent  [recentMethods]methodPlace
	marks   map[uint32]int // index into snapshot.Marks by address
	nodes   nodeIndex
	names   []uint32 // ThreadName words, by thread
	roots   []uint32 // ThreadRoot words
	passed  passedIndex
}

// headerAt is the kind and the size of a record.
func (r *reader) headerAt(at uint32) (kind, size uint32, err error) {
	left := r.region.limit(at) - at
	if left == 0 {
		return 0, 0, fmt.Errorf("the profile records of the first span end at %#x, and do not say where they go on", at)
	}
	header := r.word(at)
	kind, size = RecordKind(header), RecordSize(header)
	if size < recordAlignment || size%recordAlignment != 0 || size > left {
		return 0, 0, fmt.Errorf("profile record at %#x: size %d is impossible, %d bytes are left", at, size, left)
	}
	return kind, size, nil
}

func recordError(at uint32, err error) error { return fmt.Errorf("profile record at %#x: %w", at, err) }

// record reads a record. The error says which it is.
func (r *reader) record(kind, at, size uint32) error {
	if err := r.content(kind, at, size); err != nil {
		return recordError(at, err)
	}
	return nil
}

func (r *reader) content(kind, at, size uint32) error {
	if kind < KindString || kind > KindCollection {
		return fmt.Errorf("its kind %d is unknown", kind)
	}
	if least := leastSize[kind]; size < least {
		return fmt.Errorf("its size is %d, a record of kind %d has at least %d", size, kind, least)
	}
	switch kind {
	case KindString:
		return r.readString(at, size)
	case KindMethod:
		return r.readMethod(at)
	case KindThread:
		return r.readThread(at)
	case KindNode:
		return r.readNode(at)
	case KindEdge:
		return r.readEdge(at)
	case KindInlining:
		return r.readInlining(at)
	case KindMix:
		return r.readMix(at)
	case KindFlows:
		return r.readFlows(at, size)
	case KindType:
		return r.readType(at)
	case KindConcatenation:
		return r.readConcatenation(at)
	case KindCollection:
		r.snapshot.Collections = append(r.snapshot.Collections, profiles.Collection{
			Allocated: r.count(at + CollectionAllocated), Survived: r.count(at + CollectionSurvived), Large: r.count(at + CollectionLarge),
		})
	case KindSite:
		return r.readSite(at)
	case KindUnseen:
		return r.readUnseen(at)
	case KindGraphs:
		r.readGraphs(at)
	case KindExtras:
		return r.readExtras(at)
	case KindTimes:
		return r.readTimes(at)
	case KindPassed:
		return r.readPassed(at)
	case KindArgument:
		return r.readArgument(at)
	case KindMarks:
		return r.readMarks(at, size)
	case KindTestMarks:
		return r.readTestMarks(at, size)
	case KindValue:
		return r.readValue(at)
	}
	return nil // KindCounters is the worker's own, and KindMore says nothing else
}

// leastSize is the size of the fixed part of each kind of record.
var leastSize = [...]uint32{
	KindString:   StringBytes,
	KindMethod:   MethodSize,
	KindThread:   ThreadSize,
	KindNode:     NodeSlots,
	KindEdge:     EdgeSize,
	KindInlining: InliningSize,
	KindCounters: CountersEntries,
	KindMix:      MixSize,
	KindType:     TypeSize,
	KindSite:     SiteSize,
	KindGraphs:   GraphsSize,
	KindExtras:   ExtrasSize,
	KindTimes:    TimesSize,
	KindPassed:   PassedSize,
	KindArgument: ArgumentSize,
	KindValue:    ValueSize,
	KindUnseen:   UnseenSize,
	KindMore:     MoreSize,
	KindMarks:    MarksBytes,

	KindTestMarks: TestMarksBits,
	KindFlows:     FlowsWords,

	KindConcatenation: ConcatenationSize,
	KindCollection:    CollectionSize,
}

func (r *reader) readString(at, size uint32) error {
	length := r.word(at + StringLength)
	if length > size-StringBytes {
		return fmt.Errorf("a string of %d bytes does not fit a record of %d", length, size)
	}
	r.strings[at] = decodeModified(r.memory[at+StringBytes:][:length])
	return nil
}

func (r *reader) readMarks(at, size uint32) error {
	class, ok := r.strings[r.word(at+MarksClass)]
	if !ok {
		return fmt.Errorf("no string record at %#x", r.word(at+MarksClass))
	}
	count := r.word(at + MarksCount)
	if count > size-MarksBytes {
		return fmt.Errorf("%d marks do not fit a record of %d bytes", count, size)
	}
	m := profiles.ClassMarks{Class: class, Digest: r.count(at + MarksDigest), Left: make([]bool, count)}
	for i := range m.Left {
		m.Left[i] = r.memory[at+MarksBytes+uint32(i)] != 0
	}
	r.marks[at] = len(r.snapshot.Marks)
	r.snapshot.Marks = append(r.snapshot.Marks, m)
	return nil
}

func (r *reader) readTestMarks(at, size uint32) error {
	class, ok := r.strings[r.word(at+TestMarksClass)]
	if !ok {
		return fmt.Errorf("no string record at %#x", r.word(at+TestMarksClass))
	}
	method, ok := r.strings[r.word(at+TestMarksMethod)]
	if !ok {
		return fmt.Errorf("no string record at %#x", r.word(at+TestMarksMethod))
	}
	of, ok := r.marks[r.word(at+TestMarksOf)]
	if !ok {
		return fmt.Errorf("no marks record at %#x", r.word(at+TestMarksOf))
	}
	all := r.snapshot.Marks[of].Left
	if uint32(len(all)+7)/8 > size-TestMarksBits {
		return fmt.Errorf("%d marks do not fit a record of %d bytes", len(all), size)
	}
	m := profiles.TestMarks{Test: profiles.TestID{Class: class, Method: method}, Of: of, Left: make([]bool, len(all))}
	for i := range m.Left {
		m.Left[i] = r.memory[at+TestMarksBits+uint32(i/8)]>>(i%8)&1 != 0
		all[i] = all[i] || m.Left[i]
	}
	r.snapshot.OfTests = append(r.snapshot.OfTests, m)
	return nil
}

func (r *reader) readMethod(at uint32) error {
	m := MethodRecord{Line: r.signed(at + MethodLine), Flags: r.word(at + MethodFlags)}
	for _, field := range []struct {
		to     *string
		offset uint32
	}{{&m.Class, MethodClass}, {&m.Name, MethodName}, {&m.Descriptor, MethodDescriptor}, {&m.File, MethodFile}} {
		text, ok := r.strings[r.word(at+field.offset)]
		if !ok {
			return fmt.Errorf("no string record at %#x", r.word(at+field.offset))
		}
		*field.to = text
	}
	if m.Class == "" || m.Name == "" {
		return errors.New("a method without class or name")
	}
	r.methods[at] = int32(len(r.snapshot.Methods))
	r.snapshot.Methods = append(r.snapshot.Methods, m)
	return nil
}

func (r *reader) readMix(at uint32) error {
	index, err := r.method(at + MixMethod)
	if err != nil {
		return err
	}
	mix, sum := make([]uint16, instructions.Count), 0
	for kind := range mix {
		mix[kind] = binary.LittleEndian.Uint16(r.memory[at+MixWeights+2*uint32(kind):])
		sum += int(mix[kind])
	}
	if sum != instructions.Whole {
		return fmt.Errorf("the parts of a mix sum to %d instead of %d", sum, instructions.Whole)
	}
	m := &r.snapshot.Methods[index]
	for i := range m.Locality {
		m.Locality[i] = r.word(at + MixLocality + 4*uint32(i))
	}
	m.Mix, m.MixFlags, m.CodeBytes = mix, r.word(at+MixFlags), r.word(at+MixCodeBytes)
	return nil
}

func (r *reader) readFlows(at, size uint32) error {
	index, err := r.method(at + FlowsMethod)
	if err != nil {
		return err
	}
	count := r.word(at + FlowsCount)
	if count > (size-FlowsWords)/4 {
		return fmt.Errorf("%d words of flows do not fit a record of %d bytes", count, size)
	}
	summary := make(flows.Summary, count)
	for i := range summary {
		summary[i] = r.word(at + FlowsWords + 4*uint32(i))
	}
	r.snapshot.Methods[index].Flows = summary
	return nil
}

func (r *reader) readExtras(at uint32) error {
	node, ok := r.node(r.word(at + ExtrasNode))
	if !ok {
		return fmt.Errorf("no node record at %#x", r.word(at+ExtrasNode))
	}
	r.snapshot.Extras = append(r.snapshot.Extras, ExtrasRecord{
		Work: r.count(at + ExtrasWork), Strings: r.count(at + ExtrasStrings), Operands: r.count(at + ExtrasOperands),
		Thrown: r.count(at + ExtrasThrown), Frames: r.count(at + ExtrasFrames), WaitNanos: r.count(at + ExtrasWait), Cycles: r.count(at + ExtrasCycles),
	})
	r.snapshot.Nodes.At(int(node)).Extras = int32(len(r.snapshot.Extras))
	return nil
}

func (r *reader) readThread(at uint32) error {
	r.snapshot.Threads = append(r.snapshot.Threads, ThreadRecord{Root: None})
	r.names = append(r.names, r.published(at+ThreadName))
	r.roots = append(r.roots, r.published(at+ThreadRoot))
	return nil
}

// threads resolves the threads' names and entry nodes, which may be made after the
// thread records. What lies behind the last record read the worker has
// just made; the thread then has none yet.
func (r *reader) threads() error {
	for i, address := range r.names {
		name, ok := r.strings[address]
		if !ok && (address < r.region.first.Start || r.region.position(address) < r.region.position(r.region.next)) {
			return fmt.Errorf("thread %d: no string record at %#x", i, address)
		}
		r.snapshot.Threads[i].Name = name
	}
	for i, address := range r.roots {
		if address == 0 || r.region.position(address) >= r.region.position(r.region.next) {
			continue
		}
		node, ok := r.node(address)
		if !ok {
			return fmt.Errorf("thread %d (%s): no node record at %#x", i, r.snapshot.Threads[i].Name, address)
		}
		r.snapshot.Threads[i].Root = node
	}
	return nil
}

// readNode reads what never changes of a node.
func (r *reader) readNode(at uint32) error {
	n := NodeRecord{Address: at, Parent: None, BCI: r.signed(at + NodeBCI), Line: r.signed(at + NodeLine), Kind: NodeKindOf(r.word(at + NodeShape))}
	if n.Kind > Harness {
		return fmt.Errorf("edge kind %d is unknown", n.Kind)
	}
	var err error
	if n.Method, err = r.method(at + NodeMethod); err != nil {
		return err
	}
	if parent := r.word(at + NodeParent); parent != 0 {
		node, ok := r.node(parent)
		if !ok {
			return fmt.Errorf("no parent node record at %#x", parent)
		}
		n.Parent = node
	}
	r.nodes.add(r.region.position(at), r.snapshot.Nodes.Len())
	r.snapshot.Nodes.Add(n)
	return nil
}

// countNodes reads what has been counted of nodes by now.
func (r *reader) countNodes(nodes Nodes) {
	for _, n := range nodes.All() {
		n.Calls, n.Bytecodes = r.count(n.Address+NodeCalls), r.count(n.Address+NodeBytecodes)
		n.Objects, n.Bytes = r.count(n.Address+NodeObjects), r.count(n.Address+NodeBytes)
		n.Samples = r.count(n.Address + NodeSamples)
	}
}

func (r *reader) readTimes(at uint32) error {
	address := r.word(at + TimesNode)
	node, ok := r.node(address)
	if !ok {
		return fmt.Errorf("no node record at %#x", address)
	}
	ticks := math.Float64frombits(r.count(at + TimesTicks))
	n := r.snapshot.Nodes.At(int(node))
	n.Timed, n.Nanos = true, nanos(ticks*r.snapshot.TickNanos)
	return nil
}

// nanos rounds a time that may be negative, or no number in a damaged memory.
func nanos(time float64) uint64 {
	if !(time > 0) {
		return 0
	}
	return uint64(math.Round(min(time, math.MaxInt64)))
}

func (r *reader) readEdge(at uint32) error {
	d := EdgeRecord{BCI: r.signed(at + EdgeBCI), Line: r.signed(at + EdgeLine), Kind: r.word(at + EdgeKind), Samples: r.count(at + EdgeSamples)}
	if d.Kind >= Root {
		return fmt.Errorf("edge kind %d is unknown", d.Kind)
	}
	var err error
	if d.Caller, err = r.method(at + EdgeCaller); err != nil {
		return err
	}
	if d.Callee, err = r.method(at + EdgeCallee); err != nil {
		return err
	}
	r.snapshot.Edges = append(r.snapshot.Edges, d)
	return nil
}

func (r *reader) readInlining(at uint32) error {
	d := InliningRecord{
		BCI:      r.signed(at + InliningBCI),
		Line:     r.signed(at + InliningLine),
		Decision: r.word(at + InliningDecision),
		Size:     r.signed(at + InliningCalleeSize),
		Weight:   math.Float64frombits(r.count(at + InliningWeight)),
	}
	switch {
	case d.Decision > Rejected:
		return fmt.Errorf("inlining decision %d is unknown", d.Decision)
	case d.Size < 0:
		return fmt.Errorf("a callee of size %d", d.Size)
	case !(d.Weight >= 0 && d.Weight <= 1): // in this form, it refuses what is not a number as well
		return fmt.Errorf("weight %v is not a share from 0 to 1", d.Weight)
	}
	reason, ok := r.strings[r.word(at+InliningReason)]
	if !ok {
		return fmt.Errorf("no string record at %#x", r.word(at+InliningReason))
	}
	d.Reason = reason
	var err error
	if d.Caller, err = r.method(at + InliningCaller); err != nil {
		return err
	}
	if d.Callee, err = r.method(at + InliningCallee); err != nil {
		return err
	}
	r.snapshot.Inlining = append(r.snapshot.Inlining, d)
	return nil
}

func (r *reader) readType(at uint32) error {
	t := TypeRecord{Objects: r.count(at + TypeObjects), Bytes: r.count(at + TypeBytes)}
	var ok bool
	if t.Node, ok = r.node(r.word(at + TypeNode)); !ok {
		return fmt.Errorf("no node record at %#x", r.word(at+TypeNode))
	}
	if t.Class, ok = r.strings[r.word(at+TypeClass)]; !ok || t.Class == "" {
		return fmt.Errorf("no string record at %#x", r.word(at+TypeClass))
	}
	r.snapshot.Types = append(r.snapshot.Types, t)
	return nil
}

func (r *reader) readSite(at uint32) error {
	s := SiteRecord{BCI: r.signed(at + SiteBCI), Hierarchy: r.word(at + SiteHierarchy), Instances: r.word(at + SiteInstances)}
	var err error
	if s.Caller, err = r.method(at + SiteCaller); err != nil {
		return err
	}
	r.snapshot.Sites = append(r.snapshot.Sites, s)
	return nil
}

func (r *reader) readConcatenation(at uint32) (err error) {
	c := ConcatenationRecord{
		BCI: r.signed(at + ConcatenationBCI), Line: r.signed(at + ConcatenationLine), Operands: r.word(at + ConcatenationOperands),
		Strings: r.count(at + ConcatenationStrings), Bytes: r.count(at + ConcatenationBytes),
	}
	if c.Caller, err = r.method(at + ConcatenationCaller); err != nil {
		return err
	}
	r.snapshot.Concatenations = append(r.snapshot.Concatenations, c)
	return nil
}

func (r *reader) readUnseen(at uint32) error {
	u := UnseenRecord{BCI: r.signed(at + UnseenBCI), Instantiated: r.word(at+UnseenInstantiated) != 0}
	var err error
	if u.Caller, err = r.method(at + UnseenCaller); err != nil {
		return err
	}
	for _, field := range []struct {
		to     *string
		offset uint32
	}{{&u.Class, UnseenClass}, {&u.Name, UnseenName}, {&u.Descriptor, UnseenDescriptor}} {
		text, ok := r.strings[r.word(at+field.offset)]
		if !ok || text == "" {
			return fmt.Errorf("no string record at %#x", r.word(at+field.offset))
		}
		*field.to = text
	}
	r.snapshot.Unseen = append(r.snapshot.Unseen, u)
	return nil
}

func (r *reader) readGraphs(at uint32) {
	g := &GraphsRecord{Unforeseen: r.word(at + GraphsUnforeseen)}
	for i := range g.Hierarchy {
		g.Hierarchy[i], g.Instances[i] = r.word(at+GraphsHierarchy+4*uint32(i)), r.word(at+GraphsInstances+4*uint32(i))
	}
	r.snapshot.Graphs = g
}

// method is the index of the method whose address stands at that place.
func (r *reader) method(at uint32) (int32, error) {
	address := r.word(at)
	recent := &r.recent[address/recordAlignment%recentMethods]
	if recent.address != address || address == 0 {
		index, ok := r.methods[address]
		if !ok {
			return None, fmt.Errorf("no method record at %#x", address)
		}
		*recent = methodPlace{address, index}
	}
	return recent.index, nil
}

// methodPlace is where a method is: its record, and its index in Snapshot.Methods.
type methodPlace struct {
	address uint32
	index   int32
}

// recentMethods is how many methods are found without the map of all of them: those of a phase of a program.
const recentMethods = 4096

func (r *reader) word(at uint32) uint32 {
	return binary.LittleEndian.Uint32(r.memory[at:])
}

func (r *reader) signed(at uint32) int32 { return int32(r.word(at)) }

func (r *reader) count(at uint32) uint64 {
	return binary.LittleEndian.Uint64(r.memory[at:])
}

// published loads a word that the worker published, so that everything the
// worker stored before it can be seen. A memory that is not aligned is a copy,
// which nobody writes to.
func (r *reader) published(at uint32) uint32 {
	word := unsafe.Pointer(&r.memory[at])
	if uintptr(word)%unsafe.Alignof(uint32(0)) != 0 {
		return r.word(at)
	}
	return atomic.LoadUint32((*uint32)(word))
}

// nodeIndex finds nodes by address. A node is longer than a block, so that at
// most one starts in each: one word per block is enough, a sixteenth of the
// region, and a look-up costs no hashing.
type nodeIndex struct {
	blocks list[int32] // index of the node that starts in the block of the region, plus 1
}

// nodeBlockShift makes blocks of 64 bytes; the shortest node has NodeSlots = 80.
const nodeBlockShift = 6

// add says that a node starts at a position in the region, behind those of the other nodes.
func (x *nodeIndex) add(position uint32, node int) {
	for block := int(position >> nodeBlockShift); x.blocks.Len() < block; {
		x.blocks.Add(0)
	}
	x.blocks.Add(int32(node) + 1)
}

// node is the index of the node at an address, which need not be one of a node.
func (r *reader) node(address uint32) (int32, bool) {
	block := int(r.region.position(address) >> nodeBlockShift)
	if block >= r.nodes.blocks.Len() {
		return None, false
	}
	node := *r.nodes.blocks.At(block) - 1
	if node < 0 || r.snapshot.Nodes.At(int(node)).Address != address {
		return None, false
	}
	return node, true
}
