// Package cost models the time that contexts of a profile take, on the machine that the
// user's program is meant for: from what was counted, and from a table that says what
// things cost there.
//
// The cost of a run is derived from its profile, after the fact, and nothing is counted for
// it alone. It is calculated in integers with fixed rounding, so a profile has the same costs
// on every machine.
//
// Invariant: a pure function of profile and table, linear in the contexts.
package cost

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"hotlens/profiles/instructions"
)

// Header starts the first line of a table; the model's name follows.
const Header = "hotlens cost model"

// What says what a row of a table gives the costs of.
type What string

// The rows of a table. Base and Unit are nanoseconds unless said otherwise.
const (
	// RowKind is an executed instruction of a kind (Base).
	RowKind What = "kind"
	// RowCode is a factor (Base) for the instructions of a method, a class, or all
	// classes whose names start with a prefix. The longest name holds. Unit is the factor, if there is one, of a method that
	// goes again where a look for the same key has just gone.
	RowCode What = "code"
	// RowCall is a call of a kind (Base); see the Call constants.
	RowCall What = "call"
	// RowMethod adds to the calls of a method (Base), and to what it works on (Unit for
	// each of Context.Work).
	RowMethod What = "method"
	// RowLarge is a method, with a RowMethod, whose unit of work costs Unit instead where calls work on Base (not a time)
	// or more of them, as what does not fit the processor's caches does.
	RowLarge What = "large"
	// RowIntrinsic is a method that the compiler has an own implementation of: a call (Base), and an executed
	// bytecode of it and what it calls (Unit), which cost nothing else. Where the virtual machine executes the body
	// itself there are none, and Unit is for each of Context.Work.
	RowIntrinsic What = "intrinsic"
	// RowConcatenation is a string that is made for invokedynamic (Base), and its bytes (Unit); or an operand (Base).
	RowConcatenation What = "concatenation"
	// RowException is an exception that the virtual machine throws itself (Base), and a frame of its stack trace (Unit); or any exception
	// that leaves compiled code for its handler (Base), and a frame of such code that it leaves (Unit).
	RowException What = "exception"
	// RowAllocation is an object (Base) and a byte (Unit) that is allocated, collecting it included if it does not survive: by a method, a class, or all
	// classes whose names start with a prefix, as RowCode has them; the row "all" is for the others.
	RowAllocation What = "allocation"
	// RowCollection is a collection (Base), and a byte of objects that survive the first one after they were made (Unit).
	RowCollection What = "collection"
	// RowCache is an access to memory that a cache of a processor does not hold (Base), and the size of the cache (Unit, bytes and not a time). Each
	// adds to those before.
	RowCache What = "cache"
	// RowClass is a class that is loaded and initialised, or made for a call site (Base), and what the first one of its kind costs more (Unit); see the Class constants.
	RowClass What = "class"
	// RowWarmUp is what the first executions of a method cost more, by the tier that they
	// run in: an instruction (Base); Unit is how many instructions of each method that are.
	RowWarmUp What = "warm-up"
	// RowClock is what the virtual clock goes by: see Clock.
	RowClock What = "clock"
)

// The names of RowCall: what becomes of a call.
const (
	CallInlined     = "inlined"
	CallDirect      = "direct"      // of one method, or of two
	CallMegamorphic = "megamorphic" // of more
	CallRecursive   = "recursive"   // of a method that is among its callers, of which the compiler inlines one level
	CallNative      = "native"      // a native that has no row of its own
	CallLock        = "lock"        // what a synchronized method adds
)

// The names of RowClass: where a class comes from.
const (
	ClassApplication = "app"
	ClassLibrary     = "library"
	ClassHidden      = "hidden"  // made at run time, such as those of lambda expressions
	ClassRecord      = "record"  // made for hashCode, equals or toString of a record
	ClassJoining     = "joining" // made for a method that joins strings
	ClassLinked      = "linked"  // made for the first call site of a run that is linked, of whatever kind (Unit)
)

// forCallSite tells whether a class is made for a call site, by the name of its row: the first of them is a ClassLinked, too.
func forCallSite(name string) bool {
	return name == ClassHidden || name == ClassRecord || name == ClassJoining
}

// The names of RowCache: the caches of a core, and what the cores share.
const (
	CacheSecond = "second"
	CacheThird  = "third"
)

// The other names that rows have. A row of a method is named by its class (with
// slashes), a dot and its name, with its descriptor or, for all methods of the name, without.
const (
	nameAll         = "all"         // of RowAllocation
	nameText        = "text"        // of RowConcatenation
	nameOperand     = "operand"     // of RowConcatenation
	nameThrown      = "thrown"      // of RowException; of RowWarmUp: what an exception costs more (Base) in the first calls of what its handler calls, and how many calls these are (Unit)
	nameUnwound     = "unwound"     // of RowException
	nameInterpreted = "interpreted" // of RowWarmUp
	nameReplaced    = "replaced"    // of RowWarmUp: Base is no time but what the work of an intrinsic's first calls costs more, times its Unit; Unit is how many calls
	nameJoined      = "joined"      // of RowWarmUp: what a concatenated string costs more (Base) of the first ones of a method, and how many these are (Unit)
	nameProfiled    = "profiled"    // of RowWarmUp: the first compiler's code, which counts
	nameCalls       = "calls"       // of RowWarmUp: Base is no time but how many calls of a method are interpreted at most, and Unit how many run in the first compiler's code
	nameMemory      = "memory"      // of RowWarmUp: what an allocated byte costs more (Base) that is the first one to be where it is
	nameYoung       = "young"       // of RowCollection
	nameInstruction = "instruction" // of RowClock: any instruction (Base)
	nameEarly       = "early"       // of RowClock: what the instructions of a run cost more that are not yet mostly those of long loops (Base), and how many thousands they are (Unit)
	nameWarmUp      = "warm-up"     // of RowClock: what the first instructions of a run cost more (Base), and how many they are (Unit)
)

// Row is a line of a table.
type Row struct {
	What   What
	Name   string
	Base   float64
	Unit   float64
	Source string // where the numbers are from: how they were measured, or what they were fitted to
}

// Model is a table that was read.
type Model struct {
	// Name is the model's name and version.
	Name string
	Rows []Row

	find map[What]map[string]int
}

//go:embed hotspot.tsv
var hotspot string

// Default is the model of HotSpot on a current x86-64 processor.
var Default = sync.OnceValue(func() *Model {
	m, err := Read(strings.NewReader(hotspot), nil)
	if err != nil {
		panic(err) // the table is part of the program
	}
	return m
})

// Bounds of a table, and of the numbers in it, in nanoseconds: with them no sum can overflow.
const (
	maxRows  = 10000
	maxNanos = 1e9
)

// Read reads a table: lines of columns that tabs separate. The first has the Header and the model's
// name; empty lines, and those that start with "#", are comments. The rows that it does not have are those of rest; without
// rest all have to be there that every table needs. The error names the line.
func Read(r io.Reader, rest *Model) (*Model, error) {
	m := &Model{}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimRight(lines.Text(), " \r")
		if number == 1 {
			name, ok := strings.CutPrefix(line, Header+"\t")
			if m.Name = strings.TrimSpace(name); !ok || m.Name == "" {
				return nil, fmt.Errorf("line 1: a table starts with %q, a tab and the model's name", Header)
			}
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		row, err := readRow(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if m.Rows = append(m.Rows, row); len(m.Rows) > maxRows {
			return nil, fmt.Errorf("line %d: a table has at most %d rows", number, maxRows)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if m.Name == "" {
		return nil, fmt.Errorf("the table is empty: it starts with %q, a tab and the model's name", Header)
	}
	if rest != nil {
		given := map[[2]string]bool{}
		for _, row := range m.Rows {
			given[[2]string{string(row.What), row.Name}] = true
		}
		for _, row := range rest.Rows {
			if !given[[2]string{string(row.What), row.Name}] {
				m.Rows = append(m.Rows, row)
			}
		}
	}
	return m, m.index()
}

func readRow(line string) (row Row, err error) {
	columns := strings.Split(line, "\t")
	if len(columns) != 5 {
		return Row{}, fmt.Errorf("%d columns instead of 5, between which are tabs: what, name, base, unit, source", len(columns))
	}
	row = Row{What: What(columns[0]), Name: columns[1], Source: columns[4]}
	if row.Base, err = readNanos(columns[2]); err == nil {
		row.Unit, err = readNanos(columns[3])
	}
	if err != nil {
		return Row{}, err
	}
	if names, ok := fixedNames[row.What]; !ok {
		return Row{}, fmt.Errorf("there are no rows of %q", row.What)
	} else if names != nil && !names[row.Name] {
		return Row{}, fmt.Errorf("%s has no %q", row.What, row.Name)
	}
	return row, nil
}

func readNanos(column string) (float64, error) {
	if column == "" {
		return 0, nil
	}
	value, err := strconv.ParseFloat(column, 64)
	if err != nil || math.IsNaN(value) || value < 0 || value > maxNanos {
		return 0, fmt.Errorf("%q is no number from 0 to %g", column, maxNanos)
	}
	return value, nil
}

// fixedNames are the names that rows can have; nil for those of methods and classes.
var fixedNames = func() map[What]map[string]bool {
	set := func(names ...string) map[string]bool {
		all := map[string]bool{}
		for _, name := range names {
			all[name] = true
		}
		return all
	}
	kinds := make([]string, instructions.Count)
	for k := range kinds {
		kinds[k] = instructions.Kind(k).String()
	}
	return map[What]map[string]bool{
		RowKind: set(kinds...), RowCode: nil, RowMethod: nil, RowIntrinsic: nil, RowLarge: nil,
		RowCall:          set(CallInlined, CallDirect, CallMegamorphic, CallRecursive, CallNative, CallLock),
		RowAllocation:    nil,
		RowCollection:    set(nameYoung),
		RowConcatenation: set(nameText, nameOperand),
		RowException:     set(nameThrown, nameUnwound),
		RowCache:         set(CacheSecond, CacheThird),
		RowClass:         set(ClassApplication, ClassLibrary, ClassHidden, ClassRecord, ClassJoining, ClassLinked),
		RowWarmUp:        set(nameInterpreted, nameProfiled, nameReplaced, nameJoined, nameThrown, nameCalls, nameMemory),
		RowClock:         set(nameInstruction, nameEarly, nameWarmUp),
	}
}()

// index checks that no row stands twice and none of those that calculating needs is missing.
func (m *Model) index() error {
	m.find = map[What]map[string]int{}
	for what := range fixedNames {
		m.find[what] = map[string]int{}
	}
	for i, row := range m.Rows {
		if _, twice := m.find[row.What][row.Name]; twice {
			return fmt.Errorf("the row %s %s stands twice", row.What, row.Name)
		}
		m.find[row.What][row.Name] = i
	}
	if _, ok := m.find[RowAllocation][nameAll]; !ok {
		return fmt.Errorf("the row %s %s is missing", RowAllocation, nameAll)
	}
	for what, names := range fixedNames {
		for name := range names {
			if _, ok := m.find[what][name]; !ok {
				return fmt.Errorf("the row %s %s is missing", what, name)
			}
		}
	}
	return nil
}

// Write writes the table, as Read reads it.
func (m *Model) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\t%s\n", Header, m.Name)
	io.WriteString(out, provenance)
	var last What
	for _, row := range m.Rows {
		if row.What != last {
			fmt.Fprintf(out, "\n# %s\n", explanations[row.What])
			last = row.What
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", row.What, row.Name, number(row.Base), number(row.Unit), row.Source)
	}
	return out.Flush()
}

// provenance explains the sources of rows.
const provenance = `
# Columns, between tabs: what, name, base, unit, source. Sources: "measured" alone, in loops of their own, on an x86-64
# with AVX-512; "fitted" to the times of the phases of hotlens' own programs by "hotlens bench cost --fit"; "assumed" to
# be as cheap or dear as what is like it, where the phases say nothing.
`

func number(value float64) string {
	if value == 0 {
		return "0"
	}
	return strconv.FormatFloat(value, 'g', 4, 64)
}

// explanations stand above the rows of a table.
var explanations = map[What]string{
	RowKind:          "what: instructions by kind; base: ns for each",
	RowCode:          "what: methods, classes or the starts of their names; base: a factor for the costs of their instructions; unit: that of what goes again where a look for the same key has just gone",
	RowCall:          "what: calls by what becomes of them; base: ns for each",
	RowLarge:         "what: methods above; base: from how many units of work in a call on their costs differ; unit: ns for each unit of work then",
	RowMethod:        "what: methods; base: ns for each call; unit: ns for each unit of work, mostly a byte",
	RowIntrinsic:     "what: methods that the compiler replaces; base: ns for each call; unit: ns for each bytecode of them and of what they call",
	RowConcatenation: "what: strings made by +; base: ns for each, and for each operand; unit: ns for each byte",
	RowException:     "what: exceptions that instructions throw; base: ns for each; unit: ns for each frame of its stack trace; unwound: of all exceptions those that leave compiled code, and the frames that they leave",
	RowAllocation:    "what: allocation, with collecting what does not survive; base: ns for each object; unit: ns for each byte",
	RowCollection:    "what: collections of new objects; base: ns for each; unit: ns for each byte that survives its first one",
	RowCache:         "what: accesses to objects and elements that are found by others, and not in the order in which they lie in memory; base: ns for each that a cache does not hold, beside what the caches before cost; unit: bytes that the cache holds",
	RowClass:         "what: classes; base: ns for loading and initialising each, or for making it when a call site is linked; unit: what the first one of its kind costs more; linked: of all that are made",
	RowWarmUp:        "what: tiers below the best; base: ns that they add to each instruction; unit: how many instructions of a method run in them; replaced: how many times as much more the first calls of an intrinsic cost, and how many; joined: what a string made by + costs more of the first ones of a method, and how many; thrown: what an exception costs more in the first calls from the method that handles it, and how many; calls: how many calls of a method are interpreted at most, and how many run in the first compiler's code; memory: ns that an allocated byte costs more that is the first one to be where it is",
	RowClock:         "what: the pace of the virtual clock; base: ns for each instruction, and what the earlier and the first ones of a run take more; unit: how many thousands the earlier ones are, and how many the first ones",
}
