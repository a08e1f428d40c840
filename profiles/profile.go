// Package profiles is the profile of one run of a Java program: the calling
// context tree, the call edges, the methods and threads they speak of, and the
// file format in which tools read them (schema "hotlens.profile/1").
//
// Invariant: this is the lowest floor of the house. It imports nothing of
// hotlens, knows nothing of virtual machines, editors or processes, and its
// values are plain data.
package profiles

import (
	"math"
	"slices"
)

// Schema names the JSON format that Profile encodes to.
const Schema = "hotlens.profile/1"

// Profile is what one run did. Counts are exact and exclusive to their context.
// The zero value of a pointer metric means "was not measured", which the JSON
// form expresses by leaving the key out.
type Profile struct {
	Schema string `json:"schema"`
	Target Target `json:"target"`
	Clock  string `json:"clock"` // "virtual" or "wall"
	// Date is when main started by the virtual clock (RFC 3339), "" where nobody has
	// chosen it: then it is the same for all profiles.
	Date string `json:"date,omitempty"`
	Tier string `json:"tier"` // "auto", "interp" or "jit"
	// Profilers are what measured the run, such as "cct" and "edges". None are named in
	// files of the first versions, which always had "cct".
	Profilers []string `json:"profilers,omitempty"`
	// CostModel names the model that the contexts' costs are by, with its version; "" where
	// there are no costs.
	CostModel string     `json:"costModel,omitempty"`
	Complete  bool       `json:"complete"`
	Limits    []Limit    `json:"limits"`
	Totals    Totals     `json:"totals"`
	Methods   []Method   `json:"methods"`
	Threads   []Thread   `json:"threads"`
	Contexts  []Context  `json:"contexts"`
	Edges     []Edge     `json:"edges"`
	Inlining  []Inlining `json:"inlining,omitempty"`
	Accuracy  *Accuracy  `json:"accuracy,omitempty"`
	// Types splits the contexts' allocations by class, with the profiler "types": contexts in their order,
	// and in each the class with most bytes first.
	Types []TypeCount `json:"types,omitempty"`
	// Concatenations are the instructions that have joined strings, by caller and bytecode index.
	Concatenations []Concatenation `json:"concatenations,omitempty"`
	// Values are what call instructions have passed, of those that were asked for and executed, by caller and bytecode index.
	Values []CallValues `json:"values,omitempty"`
	// Coverage is what of the program's own classes has been executed, with the profiler "coverage", by the classes' names.
	Coverage []ClassCoverage `json:"coverage,omitempty"`
	// TestCoverage is what each test has executed of these, with the profiler "test-coverage", in the order in which the tests began; what was executed around tests
	// stands in front.
	TestCoverage []TestCoverage `json:"testCoverage,omitempty"`
	// Unseen are methods that call sites of the program could have called by the hierarchy of the loaded classes, and have not: by caller and
	// bytecode index, and of a site those of classes with objects first, then by name. 16 of a site at most; Edge.Possible counts all.
	Unseen []Unseen `json:"unseen,omitempty"`
	// HotSpot is what the compilers of the user's own JVM decided, in a run of the same program that was asked for; nil: there
	// was none.
	HotSpot []HotSpot `json:"hotspot,omitempty"`
	// CallGraphs is nil unless it was asked for.
	CallGraphs *CallGraphs `json:"callGraphs,omitempty"`
	Sampling   *Sampling   `json:"sampling,omitempty"`
	// Tests are what became of the tests of a run of tests, in the order in which they ended; nil for other runs.
	Tests   []Test   `json:"tests,omitempty"`
	Harness *Harness `json:"harness,omitempty"` // nil: there were no tests, or no contexts were kept

	// Besides is what some of the contexts have besides what all have: see Also.
	Besides []Besides `json:"-"`
	// Collections are those of the run's heap, in their order, for the cost model. Files do not have them.
	Collections []Collection `json:"-"`
	// Marks are what Coverage is made of. Files do not have it.
	Marks   []ClassMarks `json:"-"`
	OfTests []TestMarks  `json:"-"` // by the indices of Marks
}

// The profilers.
const (
	ProfilerContexts = "cct"      // the calling context tree, whose counts are exact
	ProfilerEdges    = "edges"    // the executed call edges
	ProfilerSamples  = "cbs"      // samples of the call edges
	ProfilerTypes    = "types"    // objects by their classes, in each context
	ProfilerSampler  = "sampler"  // samples of the contexts by time, taken from outside
	ProfilerTime     = "time"     // the measured time of the call subgraphs of chosen methods
	ProfilerCoverage = "coverage" // which lines and branches are executed

	ProfilerTestCoverage = "test-coverage" // with coverage: by which test
)

// Timed tells whether times were measured. Then the contexts are those of the methods that were
// timed, with their calls.
func (p *Profile) Timed() bool { return slices.Contains(p.Profilers, ProfilerTime) }

// Counted tells whether calls and bytecodes were counted. Otherwise there are no
// contexts, and the totals and the edges' calls were not measured.
func (p *Profile) Counted() bool {
	return len(p.Profilers) == 0 || slices.Contains(p.Profilers, ProfilerContexts)
}

// Joined tells whether the profile is of what a program did that had run before: calls that were under way when it began have contexts that count
// no call of them.
func (p *Profile) Joined() bool {
	return slices.ContainsFunc(p.Limits, func(l Limit) bool { return LimitAttached.Is(&l) })
}

// Sampled tells whether samples of the contexts are all that there is: the contexts are those that were seen.
func (p *Profile) Sampled() bool {
	return (slices.Contains(p.Profilers, ProfilerSampler) || p.creditsContexts()) && !p.Counted() && !p.Timed()
}

// creditsContexts tells whether samples of calls are credited to contexts.
func (p *Profile) creditsContexts() bool { return p.Accuracy != nil && p.Accuracy.Contexts }

// Covered tells whether the profile says what was executed.
func (p *Profile) Covered() bool { return slices.Contains(p.Profilers, ProfilerCoverage) }

// Target says what was run.
type Target struct {
	Main      string   `json:"main"`
	Arguments []string `json:"arguments"`
	JDK       string   `json:"jdk"`
	ClassPath []string `json:"classPath"`
}

// Totals sums the contexts.
type Totals struct {
	Calls          uint64  `json:"calls"`
	Bytecodes      uint64  `json:"bytecodes"`
	Allocations    uint64  `json:"allocations"`
	AllocatedBytes uint64  `json:"allocatedBytes"`
	Contexts       int     `json:"contexts"`
	Folded         uint64  `json:"folded"`
	Cost           *uint64 `json:"cost,omitempty"`
	WaitNanos      *uint64 `json:"waitNanos,omitempty"`
	WallNanos      *uint64 `json:"wallNanos,omitempty"`
	// Instrumented is how many methods had their calls timed, also those that were not called.
	Instrumented *uint64 `json:"instrumented,omitempty"`
}

// Origin says whose code a method is.
type Origin string

// The origins: the user's class path, the JDK's class library, code
// that the virtual machine made or ran for itself, and, in a run of tests, the test framework's.
const (
	OriginApp     Origin = "app"
	OriginLibrary Origin = "library"
	OriginVM      Origin = "vm"
	OriginHarness Origin = "harness"
)

// Method is one Java method. Class is its binary name with slashes, Descriptor
// as in JVMS 4.3.3. Line is the first line of its body, -1 when unknown.
type Method struct {
	ID         int    `json:"id"`
	Class      string `json:"class"`
	Name       string `json:"name"`
	Descriptor string `json:"descriptor"`
	File       string `json:"file"`
	Line       int    `json:"line"`
	Native     bool   `json:"native"`
	Origin     Origin `json:"origin"`

	// What the cost model needs to know of a method that has code. Files do not have it.
	Mix          []uint16  `json:"-"` // weights of its instructions by instructions.Kind, which sum to instructions.Whole; nil without code
	Locality     [3]uint32 `json:"-"` // the words of its instructions.Locality
	Flows        []uint32  `json:"-"` // where its references go (package flows); nil where others may see all of them
	CodeBytes    int       `json:"-"` // length of its bytecode
	Synchronized bool      `json:"-"`
	Catches      bool      `json:"-"` // it has handlers of exceptions of some class
}

// Thread is one Java thread; Root is the context of its entry method.
type Thread struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Root int    `json:"root"`
}

// Context is one node of the calling context tree. BCI and Line are the call
// site in the parent's method, -1 where there is none. There may be millions, and what takes
// time with these is memory: a context fits a line of the processor's cache, and has no
// pointers, so that Go's collector passes over all of them.
type Context struct {
	ID             int32  `json:"id"`
	Parent         int32  `json:"parent"`
	Method         int32  `json:"method"`
	BCI            int32  `json:"bci"`
	Line           int32  `json:"line"`
	Besides        int32  `json:"-"` // the place in Profile.Besides of what it has besides, plus 1; 0: it has nothing
	Calls          uint64 `json:"calls"`
	Bytecodes      uint64 `json:"bytecodes"`
	Allocations    uint64 `json:"allocations"`
	AllocatedBytes uint64 `json:"allocatedBytes"`
	Cost           Amount `json:"cost,omitzero"` // modelled nanoseconds, by Profile.CostModel
}

// Besides is what contexts have besides what all have.
type Besides struct {
	WaitNanos  Amount `json:"waitNanos,omitzero"` // asleep, blocked or parked; never part of Cost
	Samples    Amount `json:"samples,omitzero"`
	Compiling  Amount `json:"compiling,omitzero"` // of the sampler's samples, those in which the program waits for the VM's compiler
	SelfNanos  Amount `json:"selfNanos,omitzero"`
	TotalNanos Amount `json:"totalNanos,omitzero"`
	Cycles     Amount `json:"cycles,omitzero"`

	// Work is, for the cost model, the length of what a native method, or another that the virtual machine executes itself,
	// has worked on, in the method's own unit (bytes, for BigInteger products of words, for stack traces frames, for threads that are started 1 if they are not virtual);
	// of other methods the bytes of the strings that the machine has concatenated in them. Files do not have it.
	Work uint64 `json:"-"`
	// What the virtual machine has done beside the context's instructions, for the cost model; files do not have it either: strings that it has concatenated for invokedynamic, with
	// their operands, and exceptions that it has made and thrown, with the frames in their stack traces.
	Strings  uint64 `json:"-"`
	Operands uint64 `json:"-"`
	Thrown   uint64 `json:"-"`
	Frames   uint64 `json:"-"`
}

// nothing is what most contexts have besides.
var nothing Besides

// Also is what a context of the profile has besides, nothing where it has nothing. It is not to be changed.
func (p *Profile) Also(c *Context) *Besides {
	if c.Besides == 0 {
		return &nothing
	}
	return &p.Besides[c.Besides-1]
}

// Own is what a context of the profile has besides, to be changed before the next call.
func (p *Profile) Own(c *Context) *Besides {
	if c.Besides == 0 {
		p.Besides = append(p.Besides, Besides{})
		c.Besides = int32(len(p.Besides))
	}
	return &p.Besides[c.Besides-1]
}

// LinkageClass is the class of the method that stands for what the class library does to link call sites and constants: it is nobody's, and no program calls it.
const LinkageClass = "hotlens/Linkage"

// Collection is what collections of the heap, mostly one, have found: how many bytes the program had allocated since the ones before, and how many of these were
// still in use: Survived in objects that a collector by generations would have copied, and Large in those that are too large for that.
type Collection struct{ Allocated, Survived, Large uint64 }

// LargeObject is the size in bytes from which on HotSpot's G1 gives an object regions of its own, and does not copy it: half a region on a machine of 24 GiB.
const LargeObject = 2 << 20

// TypeCount is the objects of a class that were made in a context, exclusively. Class is its binary name with slashes,
// an array's as Class.getName has it.
type TypeCount struct {
	Context int    `json:"context"`
	Class   string `json:"class"`
	Objects uint64 `json:"objects"`
	Bytes   uint64 `json:"bytes"`
}

// Concatenation is an instruction that has joined strings, as javac makes one of a string concatenation (JLS 15.18.1) from JDK 9 on (JEP 280). The virtual machine
// executes it itself, so that there is no call of what it does. Caller is the method that it is in.
type Concatenation struct {
	Caller   int    `json:"caller"`
	BCI      int    `json:"bci"`
	Line     int    `json:"line"`     // -1 when unknown
	Operands int    `json:"operands"` // of each string, constants aside
	Strings  uint64 `json:"strings"`  // how many it has made
	Bytes    uint64 `json:"bytes"`    // of their characters
	// Cost is what these take, with their objects; part of what the caller's contexts cost.
	Cost Amount `json:"cost,omitzero"`
}

// Objects is how many objects the strings are: each one, and the array of its characters.
func (c *Concatenation) Objects() uint64 { return 2 * c.Strings }

// ObjectBytes is what the objects take, but for what they are rounded up by: beside the characters 24 bytes of the string and 16 of the array's header, as in HotSpot.
func (c *Concatenation) ObjectBytes() uint64 { return c.Bytes + (24+16)*c.Strings }

// EdgeKind says how a call edge came to be.
type EdgeKind string

// The kinds of call edges. Native is a call of a native method by any invoke
// instruction; callback is a call that native code made; thread is the start of
// a thread's entry method, whose caller is the native method that started it.
const (
	EdgeVirtual     EdgeKind = "virtual"
	EdgeInterface   EdgeKind = "interface"
	EdgeStatic      EdgeKind = "static"
	EdgeSpecial     EdgeKind = "special"
	EdgeNative      EdgeKind = "native"
	EdgeReflective  EdgeKind = "reflective"
	EdgeCallback    EdgeKind = "callback"
	EdgeInitializer EdgeKind = "initializer"
	EdgeThread      EdgeKind = "thread"
)

// Edge is one executed call edge: all contexts with the same caller method,
// call site and callee. FirstSeen is the order in which the caller-target stubs
// announced the edges, from 0.
type Edge struct {
	Caller    int      `json:"caller"`
	BCI       int      `json:"bci"`
	Line      int      `json:"line"`
	Callee    int      `json:"callee"`
	Kind      EdgeKind `json:"kind"`
	Calls     uint64   `json:"calls"`
	Samples   *uint64  `json:"samples,omitempty"`
	FirstSeen int      `json:"firstSeen"`
	// Possible is how many methods the call site could call by the hierarchy of the loaded classes, and Instantiated
	// how many by those of them that have had objects. They are there with Profile.CallGraphs, at calls that
	// an instruction makes.
	Possible     *int `json:"possible,omitempty"`
	Instantiated *int `json:"instantiated,omitempty"`
}

// Explicit tells whether an instruction of the caller makes the calls. It does not for what native methods and the VM call.
func (e *Edge) Explicit() bool {
	switch e.Kind {
	case EdgeCallback, EdgeInitializer, EdgeThread:
		return false
	}
	return e.BCI >= 0
}

// Unseen is a method that a call site could have called, and has not.
type Unseen struct {
	Caller       int    `json:"caller"`
	BCI          int    `json:"bci"`
	Class        string `json:"class"`
	Name         string `json:"name"`
	Descriptor   string `json:"descriptor"`
	Instantiated bool   `json:"instantiated"` // by the classes that have had objects, too
}

// CallGraphs compares the executed call graph with those that a compiler would take for possible: by class hierarchy analysis (CHA) of
// the loaded classes, and by rapid type analysis (RTA), which leaves out the classes that have had no object. Both start from the executed
// methods.
type CallGraphs struct {
	Executed CallGraph `json:"executed"`
	CHA      CallGraph `json:"cha"`
	RTA      CallGraph `json:"rta"`
	// Unforeseen counts the executed edges that an analysis of the loaded classes does not have: those
	// of classes that were unloaded before the run ended.
	Unforeseen int `json:"unforeseen"`
}

// CallGraph is the size of a call graph. Sites are the instructions that call, Polymorphic those with several targets.
type CallGraph struct {
	Methods     int `json:"methods"`
	Edges       int `json:"edges"`
	Sites       int `json:"sites"`
	Polymorphic int `json:"polymorphic"`
}

// Decision is what the inliner did about the calls of one callee at one call
// site.
type Decision string

// The three decisions. Guarded is inlined behind a test of the receiver's class,
// with a call for all other classes; rejected stayed a call.
const (
	DecisionInlined  Decision = "inlined"
	DecisionGuarded  Decision = "guarded"
	DecisionRejected Decision = "rejected"
)

// Inlining is the last decision of the inliner about an executed edge, with its
// reason. Weight is the edge's share of all calls when it was decided, and Size
// the callee's size in the inliner's estimate. Line is -1 when unknown.
type Inlining struct {
	Caller   int      `json:"caller"`
	BCI      int      `json:"bci"`
	Line     int      `json:"line"`
	Callee   int      `json:"callee"`
	Decision Decision `json:"decision"`
	Reason   string   `json:"reason"`
	Weight   float64  `json:"weight"`
	Size     int      `json:"size"`
}

// HotSpot is a decision of HotSpot's compilers about a call site of the profile. Callee is the class and name of the method that they
// considered, without descriptor: "java.util.List.add", an abstract one where the receivers are many.
type HotSpot struct {
	Caller  int    `json:"caller"`
	BCI     int    `json:"bci"`
	Line    int    `json:"line"`
	Callee  string `json:"callee"`
	Inlined bool   `json:"inlined"`
	Reason  string `json:"reason"` // in HotSpot's words
	Tier    int    `json:"tier"`   // of the compilation: 1 to 3 is C1, 4 is C2
}

// Accuracy says how the call graph was sampled, and compares it with the exact one
// where that was measured, too: Overlap is the sum of the smaller one of an edge's two
// shares over all edges, 1 for equal graphs. A sample counts as often as the calls that it stands for, those since the window before, so that shares are
// those of the whole run: Samples is the sum of what they count.
type Accuracy struct {
	Overlap        *float64 `json:"overlap,omitempty"`
	Samples        uint64   `json:"samples"`
	Taken          uint64   `json:"taken,omitempty"` // how many samples there are; 0: not known
	Stride         int      `json:"stride"`
	SamplesPerTick int      `json:"samplesPerTick"`
	TickNanos      uint64   `json:"tickNanos,omitempty"` // from one tick to the next, by the run's clock
	Schedule       string   `json:"schedule,omitempty"`  // when samples are taken: ScheduleGrowing and so on
	Contexts       bool     `json:"contexts,omitempty"`  // the contexts have samples of the calls that led to them
	Start          string   `json:"start,omitempty"`     // how the first call to sample of a tick is chosen: "random" or "round-robin"
}

// What Accuracy.Schedule is.
const (
	ScheduleEven     = "even"     // at each tick
	ScheduleGrowing  = "growing"  // ever more rarely, the longer the program runs, and the more is known of its calls
	SchedulePatching = "patching" // the next SamplesPerTick calls of each method that gets hot; a sample counts as often as the method is called
)

// Sampling says how the contexts were sampled, and what the samples were of, in numbers of
// samples: Java code, native methods, the VM's own work (starting, loading, linking),
// the garbage collector, the compiler as far as the program waited for it, and waiting for
// something else. Those of collecting and compiling count in the context that they hold up, too.
type Sampling struct {
	Samples       uint64 `json:"samples"`
	IntervalNanos uint64 `json:"intervalNanos"`
	Java          uint64 `json:"java"`
	Native        uint64 `json:"native"`
	VM            uint64 `json:"vm"`
	Collecting    uint64 `json:"collecting"`
	Compiling     uint64 `json:"compiling"`
	Waiting       uint64 `json:"waiting"`
}

// Confidence is how far off a share, from 0 to 1, of a number of samples may be with a
// probability of 95 %: half the interval of Wilson's score (Wilson, "Probable inference, the
// law of succession, and statistical inference", JASA 1927), which holds for small shares and
// few samples, too. Without samples it is 1.
func Confidence(share float64, samples uint64) float64 {
	const z = 1.96 // the quantile of the normal distribution
	n := float64(samples)
	if n == 0 {
		return 1
	}
	return z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
}
