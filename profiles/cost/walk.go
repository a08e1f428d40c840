package cost

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/profiles/instructions"
	"hotlens/profiles/names"
	"hotlens/profiles/prefault"
)

// Coefficient is a number of a table: of row Coefficient / 2 the base, or, if it is odd, the unit.
type Coefficient int

// base and unit are the coefficients of a row.
func base(row int) Coefficient { return Coefficient(2 * row) }
func unit(row int) Coefficient { return Coefficient(2*row + 1) }

// Of is the coefficient's value.
func (c Coefficient) Of(m *Model) float64 {
	if c%2 == 0 {
		return m.Rows[c/2].Base
	}
	return m.Rows[c/2].Unit
}

// NoFactor stands for the factor 1.
const NoFactor = Coefficient(-1)

// Charger gets what a profile's contexts are to be charged for.
type Charger interface {
	// Execute charges a context for instructions of a method's mix, times a factor.
	Execute(context, method int32, bytecodes uint64, factor Coefficient)
	// Count charges a context n times a coefficient.
	Count(context int32, c Coefficient, n uint64)
	// CountTimes charges a context n times a coefficient times a factor.
	CountTimes(context int32, c, factor Coefficient, n uint64)
}

// The limits by which HotSpot's compiler decides what to inline, in bytes of bytecode: its flags
// MaxInlineSize and FreqInlineSize.
const (
	maxInlineSize  = 35
	freqInlineSize = 325
)

// traceFrames is how many frames of an exception's stack trace HotSpot keeps in the same arrays, and traceBytes how large these are together: arrays of a short, an int, a reference and a
// long for each frame, and one that refers to them.
const (
	traceFrames = 32
	traceBytes  = 680
)

// hotCalls is how often a method is called at least where the greater of the two limits holds. Methods that are
// called less often cost little, inlined or not.
const hotCalls = 1000

// maxTargets is how many methods a call site may call that HotSpot's compiler inlines (TypeProfileWidth).
const maxTargets = 2

// maxRecursion is how many callers up a method is looked for among its callers, which tells recursion.
const maxRecursion = 4

// collections is what the names of the library's collections start with.
const collections = "java/util/"

// maxCollections is how many callers up of collections it is looked for who uses them. A set is on top of a map, and its iterator or stream somewhat further.
const maxCollections = 32

// maxUnwound bounds how many frames an exception is followed up. A stack trace has no more of them (MaxJavaStackTraceDepth).
const maxUnwound = 1024

// method is what the table says of a method.
type method struct {
	factor     Coefficient
	again      Coefficient // the factor where a look for the same key has just gone; NoFactor: none
	allocation int         // row of RowAllocation
	row        int         // of RowMethod or RowIntrinsic; -1: none
	large      int         // of RowLarge; -1: none
	fold       bool
	makes      bool   // the stack trace of an exception
	looks      bool   // for a key, in a map that others are put into at the same place
	several    bool   // methods are called by one of its call sites
	class      int    // number of its class
	linker     int    // number of the class that has the call site its class was made to link; -1: none
	named      int    // where in last its contexts stand with those of its class and name
	classed    int    // where they stand with those of its class
	joining    int    // number of what is made for its call sites that join strings
	joins      int32  // bytecode index of the first of them that has joined any; -1: none is known
	unjoined   uint64 // strings that it may still join before the best compiler has its code
	bytecodes  uint64
	calls      uint64
	unreplaced uint64    // bytecodes of the intrinsic that the first compilers' code may still execute
	unfolded   uint64    // calls that are in no fold, as all the bytecodes are
	warm       [2]uint64 // instructions that are yet to be charged, of each row of warmUps
	first      uint64    // bytecodes that run in the tiers below the best
}

// Walk charges each context for what it did.
func (m *Model) Walk(p *profiles.Profile, to Charger) {
	time := newElapsed(to, m, p)
	w := &walk{Model: m, Profile: p, to: time, time: time, folds: prefault.Slice[int32](len(p.Contexts)), begun: map[int]bool{}, looked: map[int32]uint64{}, seats: map[linkage]int{}, last: []int32{-1}, targets: map[site]int8{}, warm: p.Joined()}
	var tasks conc.WaitGroup // what takes time for a million contexts, and nothing of each other
	tasks.Go(func() { w.children = childrenOf(p) })
	for kind, name := range callNames {
		w.calls[kind] = m.find[RowCall][name]
	}
	w.warmUps = [2]int{m.find[RowWarmUp][nameInterpreted], m.find[RowWarmUp][nameProfiled]}
	calls := [2]uint64{uint64(m.warmUp(nameCalls).Base), uint64(m.warmUp(nameCalls).Unit)}
	w.describe()
	if w.warm {
		for i := range w.classes {
			w.classes[i] = -1
		}
	}
	w.countTargets()
	for i := range p.Contexts {
		c := &p.Contexts[i]
		w.place(c)
		if w.methods[c.Method].looks {
			w.looked[w.user(c)] += c.Calls
		}
		if w.folds[i] < 0 {
			w.methods[c.Method].bytecodes += c.Bytecodes
			w.methods[c.Method].unfolded += c.Calls
		}
		w.methods[c.Method].calls += c.Calls
	}
	for i := range w.methods {
		d := &w.methods[i]
		if w.warm {
			break
		}
		for tier, row := range w.warmUps {
			d.warm[tier] = min(part(d.bytecodes, calls[tier], d.unfolded), uint64(m.Rows[row].Unit))
			d.first = max(d.first, d.warm[tier])
		}
	}
	w.collector = newCollector(p.Collections)
	tasks.Wait()
	var memory *memory
	tasks.Go(func() { memory = w.memory() })
	for i := range p.Contexts {
		w.charge(&p.Contexts[i])
	}
	tasks.Wait()
	memory.chargeAll()
}

// walk is a Walk under way.
type walk struct {
	*Model
	*profiles.Profile
	to        Charger
	time      *elapsed
	methods   []method
	classes   []int            // by class: the row of RowClass; -1 once it is charged
	begun     map[int]bool     // the rows of RowClass by which a class has been charged
	looked    map[int32]uint64 // by context of no collection: how often it has a map look for a key
	targets   map[site]int8    // how many methods a call site calls that calls several
	seats     map[linkage]int  // where in last the last context of a linkage stands, of classes that make lambdas
	last      []int32          // the last context that has been charged, by seat; -1: none. The first seat is that of all other methods
	calls     [none]int        // by call: its row
	folds     []int32          // by context: the outermost one of an intrinsic around it, -1 without one
	warmUps   [2]int           // rows
	children  children
	collector *collector
	warm      bool // the program has run before: its classes are loaded, and its code is compiled
}

// site is a call site.
type site struct{ caller, bci int }

// call is how a method is called, of the kinds of RowCall.
type call int

const (
	inlined call = iota
	direct
	megamorphic
	recursive
	native
	none // of these
)

// callNames are the names of their rows.
var callNames = [none]string{CallInlined, CallDirect, CallMegamorphic, CallRecursive, CallNative}

// describe finds what the table says of each method.
func (w *walk) describe() {
	w.methods = make([]method, len(w.Methods))
	numbers := map[string]int{}
	for i := range w.Methods {
		m := &w.Methods[i]
		d := &w.methods[i]
		d.row, d.large, d.factor, d.again, d.linker = -1, -1, NoFactor, NoFactor, -1
		d.unreplaced = uint64(w.warmUp(nameProfiled).Unit)
		d.unjoined = uint64(w.warmUp(nameJoined).Unit)
		full := m.Class + "." + m.Name
		if row, ok := w.look(RowIntrinsic, full+m.Descriptor, full); ok {
			d.row, d.fold = row, true
		} else if row, ok := w.look(RowMethod, full+m.Descriptor, full); ok {
			d.row = row
		}
		d.looks = m.Class == "java/util/TreeMap" && (m.Name == "get" || m.Name == "containsKey")
		d.makes = m.Native && m.Class == "java/lang/Throwable" && m.Name == "fillInStackTrace"
		if row, ok := w.look(RowLarge, full+m.Descriptor, full); ok {
			d.large = row
		}
		if row, ok := w.longest(RowCode, m.Class, full); ok {
			d.factor = base(row)
			if w.Rows[row].Unit > 0 {
				d.again = unit(row)
			}
		}
		row, ok := w.longest(RowAllocation, m.Class, full)
		if !ok {
			row = w.find[RowAllocation][nameAll]
		}
		d.allocation = row
		number, ok := numbers[m.Class]
		if !ok {
			number = len(w.classes)
			numbers[m.Class] = number
			w.classes = append(w.classes, w.find[RowClass][origin(m)])
		}
		d.class = number
		d.joining, d.joins = len(w.classes), -1
		w.classes = append(w.classes, w.find[RowClass][ClassJoining])
	}
	for i := range w.Concatenations {
		if row := &w.Concatenations[i]; row.Strings > 0 {
			d := &w.methods[row.Caller]
			if bci := int32(row.BCI); d.joins < 0 || bci < d.joins {
				d.joins = bci
			}
		}
	}
	linkers := map[int]bool{}
	for i := range w.Methods {
		if by, ok := numbers[names.LinkedBy(w.Methods[i].Class)]; ok {
			w.methods[i].linker = by
			linkers[by] = true
		}
	}
	for i := range w.methods {
		if d := &w.methods[i]; linkers[d.class] {
			name := w.Methods[i].Name
			d.named = w.seat(linkage{d.class, name})
			if !names.IsLambda(name) {
				d.classed = w.seat(linkage{d.class, ""})
			}
		}
	}
}

// linkage is a method by its class and name, or any of the class: what javac says of where a lambda stands.
type linkage struct {
	class int
	name  string
}

// seat is where in last the last context of a linkage stands.
func (w *walk) seat(of linkage) int {
	at, ok := w.seats[of]
	if !ok {
		at = len(w.last)
		w.seats[of] = at
		w.last = append(w.last, -1)
	}
	return at
}

// look finds the first of the names among the rows.
func (w *walk) look(what What, names ...string) (row int, ok bool) {
	for _, name := range names {
		if row, ok = w.find[what][name]; ok {
			return row, true
		}
	}
	return 0, false
}

// longest finds the row with the longest name that a method has, or its class, or the package, or one around it.
func (w *walk) longest(what What, class, full string) (row int, ok bool) {
	if len(w.find[what]) == 0 {
		return 0, false
	}
	if row, ok := w.look(what, full, class); ok {
		return row, true
	}
	for end := strings.LastIndexByte(class, '/'); end > 0; end = strings.LastIndexByte(class[:end], '/') {
		if row, ok := w.find[what][class[:end]+"/"]; ok {
			return row, true
		}
	}
	return 0, false
}

func origin(m *profiles.Method) string {
	switch {
	case m.Origin == profiles.OriginVM && names.IsRecordCode(m.Class):
		return ClassRecord
	case strings.Contains(m.Class, "$$Lambda") || strings.Contains(m.Class, "+0x") || m.Origin == profiles.OriginVM:
		return ClassHidden
	case m.Origin == profiles.OriginApp:
		return ClassApplication
	}
	return ClassLibrary
}

// countTargets finds the call sites that call several methods, which are few.
func (w *walk) countTargets() {
	all := make(map[site]int8, len(w.Edges))
	for i := range w.Edges {
		e := &w.Edges[i]
		if e.Kind != profiles.EdgeVirtual && e.Kind != profiles.EdgeInterface {
			continue
		}
		s := site{e.Caller, e.BCI}
		all[s] = min(all[s]+1, maxTargets+1)
		if all[s] > 1 {
			w.targets[s] = all[s]
			w.methods[e.Caller].several = true
		}
	}
}

// targetsOf is how many methods the call site calls that a context, which has a parent, was entered from; 0 for one.
func (w *walk) targetsOf(c *profiles.Context) int8 {
	if caller := w.Contexts[c.Parent].Method; w.methods[caller].several {
		return w.targets[site{int(caller), int(c.BCI)}]
	}
	return 0
}

// place finds out where in the tree a context is.
func (w *walk) place(c *profiles.Context) {
	w.folds[c.ID] = -1
	if c.Parent >= 0 {
		w.folds[c.ID] = w.folds[c.Parent]
	}
	if w.folds[c.ID] < 0 && w.methods[c.Method].fold {
		w.folds[c.ID] = c.ID
	}
}

// charge charges a context.
func (w *walk) charge(c *profiles.Context) {
	d, also := &w.methods[c.Method], w.Also(c)
	if w.classes[d.class] >= 0 {
		to := w.linking(c, d)
		w.load(to, to, d.class)
	}
	w.last[d.named], w.last[d.classed] = c.ID, c.ID
	if c.Allocations > 0 {
		w.allocate(c, d)
	}
	if fold := w.folds[c.ID]; fold >= 0 {
		row := w.methods[w.Contexts[fold].Method].row
		if fold == c.ID {
			w.to.Count(c.ID, base(row), c.Calls)
		}
		w.to.Count(fold, unit(row), c.Bytecodes+also.Work)
		if n := w.early(int(fold), c.Bytecodes+also.Work); n > 0 {
			w.to.CountTimes(fold, unit(row), base(w.find[RowWarmUp][nameReplaced]), n)
		}
		return
	}
	again := w.again(c, d)
	w.to.Execute(c.ID, c.Method, c.Bytecodes-again, d.factor)
	if again > 0 {
		w.to.Execute(c.ID, c.Method, again, d.again)
	}
	for tier, row := range w.warmUps {
		if n := min(c.Bytecodes, d.warm[tier]); n > 0 {
			d.warm[tier] -= n
			w.to.Count(c.ID, base(row), n)
		}
	}
	if d.row >= 0 {
		w.to.Count(c.ID, base(d.row), c.Calls)
		row := d.row
		if d.large >= 0 && also.Work/max(c.Calls, 1) >= uint64(w.Rows[d.large].Base) {
			row = d.large
		}
		w.to.Count(c.ID, unit(row), also.Work)
	}
	if also.Strings|also.Thrown != 0 {
		if also.Strings > 0 {
			if w.classes[d.joining] >= 0 {
				w.load(c, w.firstJoining(c), d.joining)
			}
			w.join(c, d, also.Strings)
		}
		w.count(c, RowConcatenation, nameText, also.Strings, also.Work)
		w.count(c, RowConcatenation, nameOperand, also.Operands, 0)
		w.count(c, RowException, nameThrown, also.Thrown, also.Frames)
		w.trace(c, also.Thrown, also.Frames)
		w.unwind(c, c, also.Thrown)
	}
	if d.makes {
		w.trace(c, c.Calls, also.Work)
		w.unwind(c, w.maker(c), c.Calls)
	}
	if call := w.call(c, d); call != none {
		w.to.Count(c.ID, base(w.calls[call]), c.Calls)
	}
	if w.Methods[c.Method].Synchronized {
		w.to.Count(c.ID, base(w.find[RowCall][CallLock]), c.Calls)
	}
}

// again is how many of a context's bytecodes go where a look for the same key has just gone, in map.put(key, map.get(key) + 1): the processor
// foresees what it finds there. That the keys are the same is a guess, from as many calls of both in one context.
func (w *walk) again(c *profiles.Context, d *method) uint64 {
	if d.again == NoFactor || len(w.looked) == 0 {
		return 0
	}
	looks := w.looked[w.user(c)]
	if looks == 0 {
		return 0
	}
	return part(c.Bytecodes, looks, c.Calls)
}

// user is the context that has a collection do what a context does, or one of many collections within each other.
func (w *walk) user(c *profiles.Context) int32 {
	for range maxCollections {
		if c.Parent < 0 || !strings.HasPrefix(w.Methods[c.Method].Class, collections) {
			break
		}
		c = &w.Contexts[c.Parent]
	}
	return c.ID
}

// load charges a context for a class that it is the first one to need, and the one that begins with it for what the first class of its kind takes.
func (w *walk) load(c, first *profiles.Context, class int) {
	row := w.classes[class]
	if row < 0 {
		return
	}
	w.classes[class] = -1
	w.to.Count(c.ID, base(row), 1)
	w.begin(first, row)
	if forCallSite(w.Rows[row].Name) {
		w.begin(first, w.find[RowClass][ClassLinked])
	}
}

// firstJoining is the context that joins strings before any other, of one that does and those below it, which it has called before: from a place in front of its own first concatenation. In a loop either may
// really have been the first.
func (w *walk) firstJoining(c *profiles.Context) *profiles.Context {
	if row := w.find[RowClass][ClassJoining]; w.begun[row] || w.Rows[row].Unit == 0 {
		return c
	}
	first := c
	for i := int(c.ID) + 1; i < len(w.Contexts); i++ {
		if next := &w.Contexts[i]; next.Besides > 0 && w.Also(next).Strings > 0 && w.calledBefore(first, next) {
			first = next
		}
	}
	return first
}

// calledBefore tells whether a context that joins strings is below another one and has been called before that joins any, and nothing between them does.
func (w *walk) calledBefore(first, c *profiles.Context) bool {
	for range maxUnwound {
		if c.Parent < first.ID {
			return false
		}
		caller := &w.Contexts[c.Parent]
		if caller == first {
			return c.BCI < w.methods[first.Method].joins
		}
		if w.Also(caller).Strings > 0 {
			return false
		}
		c = caller
	}
	return false
}

// linking is the context that has linked the call site that the class of a context's method was made for: the nearest one around it, or else the last one before it, of the method that the
// lambda's body stands in, or of its class, if it is no lambda. The context itself for any other class.
func (w *walk) linking(c *profiles.Context, d *method) *profiles.Context {
	if d.linker < 0 {
		return c
	}
	around := ""
	if body := c.ID + 1; int(body) < len(w.Contexts) && w.Contexts[body].Parent == c.ID {
		around, _, _ = names.Lambda(w.Methods[w.Contexts[body].Method].Name)
	}
	at := c
	for range maxUnwound {
		if at.Parent < 0 {
			break
		}
		at = &w.Contexts[at.Parent]
		if w.methods[at.Method].class == d.linker && (around == "" || w.Methods[at.Method].Name == around) {
			return at
		}
	}
	if seat, known := w.seats[linkage{d.linker, around}]; known && w.last[seat] >= 0 {
		return &w.Contexts[w.last[seat]]
	}
	return c
}

// begin charges a context for the first class of a row.
func (w *walk) begin(c *profiles.Context, row int) {
	if w.Rows[row].Unit > 0 && !w.begun[row] {
		w.begun[row] = true
		w.to.Count(c.ID, unit(row), 1)
	}
}

// join charges a context for the strings that it joins before the best compiler has its method's code: until then a call site leads through many small methods, each compiled by itself.
func (w *walk) join(c *profiles.Context, d *method, strings uint64) {
	if w.warm {
		return
	}
	n := min(strings, d.unjoined)
	d.unjoined -= n
	w.to.Count(c.ID, base(w.find[RowWarmUp][nameJoined]), n)
}

// trace charges a context for the memory of the stack traces of exceptions that it is the first to use. What else they take the rows of exceptions say.
func (w *walk) trace(c *profiles.Context, exceptions, frames uint64) {
	if exceptions == 0 {
		return
	}
	chunks := max(exceptions, frames/traceFrames)
	fresh, _ := w.collector.fill(chunks*traceBytes, 0, w.time.millis())
	if !w.warm {
		w.to.Count(c.ID, base(w.find[RowWarmUp][nameMemory]), fresh)
	}
}

// maker is the context that makes the exceptions of whose constructors a context is part.
func (w *walk) maker(c *profiles.Context) *profiles.Context {
	for c.Parent >= 0 && (w.Methods[c.Method].Name == "<init>" || w.Methods[c.Method].Name == "fillInStackTrace") {
		c = &w.Contexts[c.Parent]
	}
	return c
}

// unwind charges a context for as many exceptions that are thrown in a context: for the frames of compiled code between it and the next one of a method
// that handles exceptions. Within compiled code a throw is a jump; the tiers below the best search for the handler in each frame.
func (w *walk) unwind(to, at *profiles.Context, exceptions uint64) {
	if exceptions == 0 {
		return
	}
	frames, recurring, calls := uint64(0), uint64(0), at.Calls
	for range maxUnwound {
		if at.Parent < 0 || w.Methods[at.Method].Catches {
			break
		}
		switch call := w.call(at, &w.methods[at.Method]); {
		case call == recursive:
			recurring++
		case call != inlined:
			frames++
		}
		calls = at.Calls // of what the handler calls, which tells how soon that is compiled
		at = &w.Contexts[at.Parent]
	}
	if frames += recurring / 2; frames > 0 { // of two levels of recursion one is inlined into the other
		w.count(to, RowException, nameUnwound, exceptions, exceptions*frames)
	}
	if !w.warm {
		slow := w.find[RowWarmUp][nameThrown]
		w.to.Count(to.ID, base(slow), part(exceptions, uint64(w.Rows[slow].Unit), max(calls, exceptions)))
	}
}

// allocate charges a context for its objects, for the memory that it is the first to use, and for what the collector has to do because of them.
func (w *walk) allocate(c *profiles.Context, d *method) {
	objects, bytes := w.allocated(c)
	w.to.Count(c.ID, base(d.allocation), objects)
	w.to.Count(c.ID, unit(d.allocation), bytes)
	var fresh, survived, collections uint64
	if isLarge(objects, bytes) {
		fresh, collections = w.collector.allocateLarge(c.AllocatedBytes, bytes, w.time.millis())
	} else {
		fresh, survived, collections = w.collector.allocate(c.AllocatedBytes, bytes, w.time.millis())
	}
	if !w.warm {
		w.to.Count(c.ID, base(w.find[RowWarmUp][nameMemory]), fresh)
	}
	w.count(c, RowCollection, nameYoung, collections, survived)
}

// warmUp is a row of RowWarmUp.
func (m *Model) warmUp(name string) *Row { return &m.Rows[m.find[RowWarmUp][name]] }

// early is how much of the work of an intrinsic is done before the best compiler has replaced it: that of its
// method's first calls, and no more of it than methods that are not replaced execute until then.
func (w *walk) early(fold int, work uint64) uint64 {
	if w.warm {
		return 0
	}
	d := &w.methods[w.Contexts[fold].Method]
	n := min(part(work, uint64(w.warmUp(nameReplaced).Unit), d.calls), d.unreplaced)
	d.unreplaced -= n
	return n
}

// part is of what all calls do the part of the first ones, up to a limit.
func part(of, limit, calls uint64) uint64 {
	if calls <= limit {
		return of
	}
	high, low := bits.Mul64(of, limit)
	quotient, _ := bits.Div64(high, low, calls) // limit is less than the calls, so it is no overflow
	return quotient
}

// count charges a context for a row that every table has.
func (w *walk) count(c *profiles.Context, what What, name string, bases, units uint64) {
	row := w.find[what][name]
	w.to.Count(c.ID, base(row), bases)
	w.to.Count(c.ID, unit(row), units)
}

// call is what becomes of the calls of a context, "" where the method's row says what they cost.
func (w *walk) call(c *profiles.Context, d *method) call {
	m := &w.Methods[c.Method]
	switch {
	case m.Native && d.row >= 0:
		return none
	case m.Native:
		return native
	case c.Parent < 0:
		return direct
	case w.targetsOf(c) > maxTargets:
		return megamorphic
	case w.recursive(c):
		return recursive
	case m.CodeBytes <= maxInlineSize, m.CodeBytes <= freqInlineSize && d.calls >= hotCalls:
		return inlined
	}
	return direct
}

// recursive tells whether a context's method is among its callers, not far up.
func (w *walk) recursive(c *profiles.Context) bool {
	at := c.Parent
	for range maxRecursion {
		if at < 0 {
			return false
		}
		if w.Contexts[at].Method == c.Method {
			return true
		}
		at = w.Contexts[at].Parent
	}
	return false
}

// kinds calls f with the kinds that a method's instructions are of, and their parts of instructions.Whole. Of a
// method whose mix is not known all are of a kind that costs something average.
func kinds(m *profiles.Method, f func(kind instructions.Kind, part uint64)) {
	if len(m.Mix) == 0 {
		f(instructions.Branch, instructions.Whole)
		return
	}
	for k, part := range m.Mix {
		if part > 0 && k < int(instructions.Count) {
			f(instructions.Kind(k), uint64(part))
		}
	}
}

// Kinds calls f with the coefficients that an instruction of a method costs, and their parts of it.
func (m *Model) Kinds(of *profiles.Method, f func(c Coefficient, part float64)) {
	kinds(of, func(kind instructions.Kind, part uint64) {
		f(base(m.find[RowKind][kind.String()]), float64(part)/instructions.Whole)
	})
}

// Set sets the coefficient's value.
func (m *Model) Set(c Coefficient, value float64) {
	if c%2 == 0 {
		m.Rows[c/2].Base = value
	} else {
		m.Rows[c/2].Unit = value
	}
}

// Clone is a copy of the model.
func (m *Model) Clone() *Model {
	clone := *m
	clone.Rows = slices.Clone(m.Rows)
	return &clone
}

// Scale is the model of a machine that takes so many times as long for everything.
func (m *Model) Scale(factor float64) *Model {
	scaled := m.Clone()
	for i := range scaled.Rows {
		row := &scaled.Rows[i]
		switch row.What {
		case RowCode: // a factor itself
		case RowWarmUp, RowClock:
			if row.Name != nameReplaced && row.Name != nameCalls { // which are no times
				row.Base *= factor
			}
		case RowLarge:
			row.Unit *= factor
		case RowCache:
			row.Base *= factor
		default:
			row.Base *= factor
			row.Unit *= factor
		}
	}
	return scaled
}
