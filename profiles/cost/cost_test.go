package cost_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/cost"
	"hotlens/profiles/instructions"
)

// table is a model in which everything costs something else. Rows is what a test adds, or takes the place of.
func table(t *testing.T, rows ...string) *cost.Model {
	t.Helper()
	var text strings.Builder
	text.WriteString("hotlens cost model\ttest/1\n\n# a comment\n")
	given := map[string]bool{}
	for _, row := range rows {
		text.WriteString(row + "\n")
		columns := strings.Split(row, "\t")
		given[columns[0]+columns[1]] = true
	}
	for _, row := range cost.Default().Rows {
		switch row.What {
		case cost.RowCode, cost.RowMethod, cost.RowIntrinsic, cost.RowLarge:
			continue
		}
		if row.What == cost.RowAllocation && row.Name != "all" {
			continue
		}
		if !given[string(row.What)+row.Name] {
			text.WriteString(string(row.What) + "\t" + row.Name + "\t0\t0\t\n")
		}
	}
	m, err := cost.Read(strings.NewReader(text.String()), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// mix is that of a method all of whose instructions are of one kind.
func mix(kind instructions.Kind) []uint16 {
	m := make([]uint16, instructions.Count)
	m[kind] = instructions.Whole
	return m
}

// run is a profile of main with what it calls, each once and directly.
func run(callees ...profiles.Context) *profiles.Profile {
	p := &profiles.Profile{Schema: profiles.Schema, Profilers: []string{"cct"}}
	p.Methods = []profiles.Method{
		{ID: 0, Class: "Main", Name: "main", Origin: profiles.OriginApp, Mix: mix(instructions.Branch), CodeBytes: 9},
		{ID: 1, Class: "Main", Name: "work", Descriptor: "(I)V", Origin: profiles.OriginApp, Mix: mix(instructions.Integer), CodeBytes: 1000, Synchronized: true},
		{ID: 2, Class: "java/Lib", Name: "copy", Descriptor: "()V", Native: true, Origin: profiles.OriginLibrary},
		{ID: 3, Class: "java/Lib", Name: "small", Descriptor: "()V", Origin: profiles.OriginLibrary, Mix: mix(instructions.Branch), CodeBytes: 30},
		{ID: 4, Class: "Main$A$$Record$equals+0x0000000000000001", Name: "equals", Descriptor: "(LMain$A;Ljava/lang/Object;)Z", Origin: profiles.OriginVM},
		{ID: 5, Class: "Main$B$$Record$equals+0x0000000000000002", Name: "equals", Descriptor: "(LMain$B;Ljava/lang/Object;)Z", Origin: profiles.OriginVM},
	}
	p.Besides = []profiles.Besides{{Work: 8000}, {Work: 20}}
	p.Contexts = []profiles.Context{{ID: 0, Parent: -1, Method: 0, BCI: -1, Bytecodes: 100, Calls: 1}}
	for i, c := range callees {
		c.ID = int32(i + 1)
		p.Contexts = append(p.Contexts, c)
	}
	p.Totals.Contexts = len(p.Contexts)
	return p
}

// What contexts of run may have besides: work of a length of 8000 and 20.
const (
	muchWork   = 1
	littleWork = 2
)

// extra gives the first context below the root something besides.
func extra(p *profiles.Profile, extras profiles.Besides) *profiles.Profile {
	*p.Own(&p.Contexts[1]) = extras
	return p
}

func collected(p *profiles.Profile, collections ...profiles.Collection) *profiles.Profile {
	p.Collections = collections
	return p
}

func costs(p *profiles.Profile) []uint64 {
	var all []uint64
	for _, c := range p.Contexts {
		all = append(all, c.Cost.Value())
	}
	return all
}

func TestApply(t *testing.T) {
	work := profiles.Context{Method: 1, Calls: 10, Bytecodes: 1000}
	native := profiles.Context{Method: 2, Calls: 4, Besides: muchWork}
	for _, test := range []struct {
		name string
		rows []string
		p    *profiles.Profile
		want []uint64
	}{
		{"kinds", []string{"kind\tbranch\t2\t0\t", "kind\tinteger\t0.5\t0\t"}, run(work), []uint64{200, 500}},
		{"halves of a nanosecond are rounded up", []string{"kind\tinteger\t0.0625\t0\t"}, run(work), []uint64{0, 63}},
		{"a factor of the longest name", []string{"kind\tbranch\t1\t0\t", "code\tjava/\t3\t0\t", "code\tjava/Lib.small\t0.5\t0\t"},
			run(profiles.Context{Method: 3, Calls: 1, Bytecodes: 50}), []uint64{100, 25}},
		{"a factor of a package", []string{"kind\tbranch\t1\t0\t", "code\tjava/\t3\t0\t"},
			run(profiles.Context{Method: 3, Calls: 1, Bytecodes: 50}), []uint64{100, 150}},
		{"calls and locks", []string{"call\tdirect\t2\t0\t", "call\tinlined\t1\t0\t", "call\tlock\t30\t0\t"},
			run(work, profiles.Context{Method: 3, Calls: 7}), []uint64{2, 320, 7}},
		{"a recursive call", []string{"call\tdirect\t2\t0\t", "call\tinlined\t1\t0\t", "call\trecursive\t3\t0\t"},
			run(profiles.Context{Method: 3, Calls: 7}, profiles.Context{Parent: 1, Method: 3, Calls: 5}), []uint64{2, 7, 15}},
		{"a native method without a row", []string{"call\tnative\t25\t0\t"}, run(native), []uint64{0, 100}},
		{"a native method with one", []string{"call\tnative\t25\t0\t", "method\tjava/Lib.copy\t10\t0.01\t"}, run(native), []uint64{0, 120}},
		{"a native method with another descriptor", []string{"call\tnative\t25\t0\t", "method\tjava/Lib.copy(I)V\t10\t0.01\t"}, run(native), []uint64{0, 100}},
		{"long work", []string{"method\tjava/Lib.copy\t0\t0.01\t", "large\tjava/Lib.copy\t2000\t0.1\t"}, run(native), []uint64{0, 800}},
		{"work that is not long", []string{"method\tjava/Lib.copy\t0\t0.01\t", "large\tjava/Lib.copy\t2001\t0.1\t"}, run(native), []uint64{0, 80}},
		{"an intrinsic with what it calls", []string{"intrinsic\tMain.work(I)V\t3\t0.1\t", "kind\tbranch\t9\t0\t", "call\tnative\t25\t0\t", "allocation\tall\t1\t0\t"},
			run(work, profiles.Context{Parent: 1, Method: 3, Calls: 2, Bytecodes: 500, Allocations: 6}, profiles.Context{Parent: 2, Method: 2, Calls: 2, Besides: littleWork}), []uint64{900, 182, 6, 0}},
		{"an intrinsic's first calls", []string{"intrinsic\tMain.work(I)V\t3\t0.1\t", "warm-up\treplaced\t2\t4\t", "warm-up\tprofiled\t0\t1000\t"}, run(work), []uint64{0, 210}},
		{"the first of an intrinsic's work", []string{"intrinsic\tMain.work(I)V\t3\t0.1\t", "warm-up\treplaced\t2\t4\t", "warm-up\tprofiled\t0\t300\t"}, run(work, work), []uint64{0, 170, 150}},
		{"allocation", []string{"allocation\tall\t5\t0.5\t"}, run(profiles.Context{Method: 1, Calls: 1, Allocations: 3, AllocatedBytes: 100}), []uint64{0, 65}},
		{"classes, each once", []string{"class\tapp\t1000\t0\t", "class\tlibrary\t10\t0\t"}, run(work, native, native), []uint64{1000, 0, 10, 0}},
		{"what is made for records, of which the first costs more", []string{"class\trecord\t10\t1000\t"},
			run(profiles.Context{Method: 4, Calls: 7}, profiles.Context{Method: 4, Calls: 1}, profiles.Context{Method: 5, Calls: 1}), []uint64{0, 1010, 0, 10}},
		{"what is made for a method that joins strings", []string{"class\tjoining\t10\t1000\t"},
			extra(run(profiles.Context{Method: 1, Calls: 1}, profiles.Context{Method: 1, Calls: 1}), profiles.Besides{Strings: 2, Operands: 3}), []uint64{0, 1010, 0}},
		{"the first call site that is linked, of any kind", []string{"class\tlinked\t0\t5000\t", "class\tjoining\t10\t1000\t", "class\trecord\t20\t0\t"},
			extra(run(profiles.Context{Method: 1, Calls: 1}, profiles.Context{Method: 4, Calls: 1}), profiles.Besides{Strings: 2}), []uint64{0, 6010, 20}},
		{"the first strings of a method", []string{"warm-up\tjoined\t100\t5\t"},
			extra(run(profiles.Context{Method: 1, Calls: 1}), profiles.Besides{Strings: 8}), []uint64{0, 500}},
		{"strings and exceptions", []string{"concatenation\ttext\t10\t0.5\t", "concatenation\toperand\t100\t0\t", "exception\tthrown\t1000\t10000\t"},
			extra(run(profiles.Context{Method: 1, Calls: 1}), profiles.Besides{Work: 40, Strings: 2, Operands: 3, Thrown: 4, Frames: 5}), []uint64{0, 54340}},
		{"the first memory", []string{"warm-up\tmemory\t2\t0\t"},
			run(profiles.Context{Method: 1, Calls: 1, Allocations: 1000, AllocatedBytes: 10 << 20}, profiles.Context{Method: 1, Calls: 1, Allocations: 1000, AllocatedBytes: 10 << 20}), []uint64{0, 20 << 20, 2 * (6<<20 - 1500000)}},
		{"collections", []string{"collection\tyoung\t1000\t2\t"},
			collected(run(profiles.Context{Method: 1, Calls: 1, Allocations: 1000, AllocatedBytes: 10 << 20}, profiles.Context{Method: 1, Calls: 1, Allocations: 1000, AllocatedBytes: 10 << 20}),
				profiles.Collection{Allocated: 15 << 20, Survived: 3 << 20}), []uint64{0, 4 << 20, 1000 + 2<<20}},
		{"the first memory of large objects, until a collection finds them dead", []string{"warm-up\tmemory\t1\t0\t"},
			run(profiles.Context{Method: 1, Calls: 1, Allocations: 1, AllocatedBytes: 150 << 20}, profiles.Context{Method: 1, Calls: 1, Allocations: 10, AllocatedBytes: 40 << 20}, profiles.Context{Method: 1, Calls: 1, Allocations: 1, AllocatedBytes: 200 << 20}),
			[]uint64{0, 150 << 20, 40 << 20, 10 << 20}},
		{"a stack trace's memory", []string{"warm-up\tmemory\t1\t0\t"}, extra(run(profiles.Context{Method: 1, Calls: 1}), profiles.Besides{Thrown: 2, Frames: 100}), []uint64{0, 3 * 680}},
		{"a method's first calls", []string{"warm-up\tinterpreted\t2\t700\t", "warm-up\tprofiled\t1\t600\t", "warm-up\tcalls\t4\t5\t"}, run(work), []uint64{300, 1300}},
		{"the first instructions of a method", []string{"warm-up\tinterpreted\t2\t700\t", "warm-up\tcalls\t1\t1\t"},
			run(profiles.Context{Method: 1, Bytecodes: 600}, profiles.Context{Method: 1, Bytecodes: 600}), []uint64{200, 1200, 200}},
		{"more than there is room for", []string{"kind\tinteger\t1e9\t0\t"}, run(profiles.Context{Method: 1, Bytecodes: math.MaxUint64}), []uint64{0, math.MaxUint64 - 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i := range test.p.Contexts[1:] {
				c := &test.p.Contexts[i+1]
				c.BCI = int32(i)
			}
			cost.Apply(test.p, table(t, test.rows...))
			if diff := cmp.Diff(test.want, costs(test.p)); diff != "" {
				t.Errorf("costs (-want +got):\n%s", diff)
			}
			if test.p.CostModel != "test/1" {
				t.Errorf("the model is %q", test.p.CostModel)
			}
			cost.Apply(test.p, table(t, test.rows...).Scale(3))
			for i, got := range costs(test.p) {
				if want := 3 * test.want[i]; want/3 == test.want[i] && max(got, want)-min(got, want) > 2 { // each is rounded once
					t.Errorf("on a machine that takes three times as long context %d costs %d, want %d", i, got, want)
				}
			}
		})
	}
}

func TestMegamorphicCalls(t *testing.T) {
	call := func(method int) profiles.Context { return profiles.Context{Method: int32(method), BCI: 5, Calls: 10} }
	p := run(call(1), call(3))
	m := table(t, "call\tdirect\t2\t0\t", "call\tinlined\t1\t0\t", "call\tmegamorphic\t7\t0\t")
	for _, callee := range []int{1, 3} {
		p.Edges = append(p.Edges, profiles.Edge{Caller: 0, BCI: 5, Callee: callee, Kind: profiles.EdgeInterface})
	}
	cost.Apply(p, m)
	if diff := cmp.Diff([]uint64{2, 20, 10}, costs(p)); diff != "" {
		t.Errorf("costs with two targets (-want +got):\n%s", diff)
	}
	p.Edges = append(p.Edges, profiles.Edge{Caller: 0, BCI: 5, Callee: 2, Kind: profiles.EdgeInterface})
	cost.Apply(p, m)
	if diff := cmp.Diff([]uint64{2, 70, 70}, costs(p)); diff != "" {
		t.Errorf("costs with three targets (-want +got):\n%s", diff)
	}
}

// TestLinking charges for the first lambda where it was made: work makes it, and small, which work has or has not called, calls it.
func TestLinking(t *testing.T) {
	for _, test := range []struct {
		name, body string
		contexts   []profiles.Context
		want       []uint64
	}{
		{"around its call", "lambda$work$0", []profiles.Context{{Method: 1, Calls: 1}, {Parent: 1, Method: 3, Calls: 1}, {Parent: 2, Method: 4, Calls: 1}, {Parent: 3, Method: 5, Calls: 1}}, []uint64{0, 510, 0, 0, 0}},
		{"before its call", "lambda$work$0", []profiles.Context{{Method: 1, Calls: 1}, {Method: 3, BCI: 1, Calls: 1}, {Parent: 2, Method: 4, Calls: 1}, {Parent: 3, Method: 5, Calls: 1}}, []uint64{0, 510, 0, 0, 0}},
		{"by another method than the nearest of its class", "lambda$main$0", []profiles.Context{{Method: 1, Calls: 1}, {Parent: 1, Method: 3, Calls: 1}, {Parent: 2, Method: 4, Calls: 1}, {Parent: 3, Method: 5, Calls: 1}}, []uint64{510, 0, 0, 0, 0}},
		{"a method that is no lambda", "other", []profiles.Context{{Method: 1, Calls: 1}, {Parent: 1, Method: 3, Calls: 1}, {Parent: 2, Method: 4, Calls: 1}, {Parent: 3, Method: 5, Calls: 1}}, []uint64{0, 510, 0, 0, 0}},
		{"nobody that is known", "lambda$absent$0", []profiles.Context{{Method: 1, Calls: 1}, {Parent: 1, Method: 4, Calls: 1}, {Parent: 2, Method: 5, Calls: 1}}, []uint64{0, 0, 510, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := run(test.contexts...)
			p.Methods[4] = profiles.Method{ID: 4, Class: "Main$$Lambda+0x0000000000000001", Name: "run", Origin: profiles.OriginVM}
			p.Methods[5] = profiles.Method{ID: 5, Class: "Main", Name: test.body, Origin: profiles.OriginApp}
			cost.Apply(p, table(t, "class\thidden\t10\t0\t", "class\tlinked\t0\t500\t"))
			if diff := cmp.Diff(test.want, costs(p)); diff != "" {
				t.Errorf("costs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestFirstJoining charges for the first call site that joins strings where one has joined first: main, which does so at its bytecode 10, calls work, and this calls small.
func TestFirstJoining(t *testing.T) {
	for _, test := range []struct {
		name     string
		contexts []profiles.Context
		want     []uint64
	}{
		{"before the caller", []profiles.Context{{Method: 1, BCI: 5, Calls: 1, Besides: 1}, {Method: 3, BCI: 12, Calls: 1}}, []uint64{10, 3510, 0}},
		{"after the caller", []profiles.Context{{Method: 1, BCI: 12, Calls: 1, Besides: 1}, {Method: 3, BCI: 5, Calls: 1}}, []uint64{3510, 10, 0}},
		{"by the caller's callee's callee", []profiles.Context{{Method: 3, BCI: 5, Calls: 1}, {Parent: 1, Method: 1, BCI: 30, Calls: 1, Besides: 1}}, []uint64{10, 0, 3510}},
		{"by the caller's callee, whose callee comes before that", []profiles.Context{{Method: 1, BCI: 5, Calls: 1, Besides: 1}, {Parent: 1, Method: 3, BCI: 1, Calls: 1, Besides: 1}}, []uint64{10, 10, 3510}},
		{"by the caller's callee, whose callee comes after that", []profiles.Context{{Method: 1, BCI: 5, Calls: 1, Besides: 1}, {Parent: 1, Method: 3, BCI: 8, Calls: 1, Besides: 1}}, []uint64{10, 3510, 10}},
		{"by the caller alone", []profiles.Context{{Method: 1, BCI: 5, Calls: 1}}, []uint64{3510, 0}},
		{"where no place is known", []profiles.Context{{Method: 5, BCI: 5, Calls: 1, Besides: 1}, {Parent: 1, Method: 1, BCI: 5, Calls: 1, Besides: 1}}, []uint64{10, 3510, 10}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := run(test.contexts...)
			p.Contexts[0].Besides, p.Besides = 1, []profiles.Besides{{Strings: 3}}
			p.Concatenations = []profiles.Concatenation{{Caller: 0, BCI: 20, Strings: 1}, {Caller: 0, BCI: 10, Strings: 2}, {Caller: 0, BCI: 2}, {Caller: 1, BCI: 6, Strings: 3}, {Caller: 3, BCI: 9, Strings: 3}}
			cost.Apply(p, table(t, "class\tjoining\t10\t3000\t", "class\tlinked\t0\t500\t"))
			if diff := cmp.Diff(test.want, costs(p)); diff != "" {
				t.Errorf("costs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestPutAfterGet puts a value under a key that has just been looked for: the processor foresees most of the way.
func TestPutAfterGet(t *testing.T) {
	for _, test := range []struct {
		name string
		gets uint64
		want []uint64
	}{
		{"each time", 10, []uint64{0, 300, 100}},
		{"more often than it is put", 30, []uint64{0, 300, 100}},
		{"every other time", 5, []uint64{0, 300, 200}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := run(profiles.Context{Method: 4, Calls: test.gets, Bytecodes: 100}, profiles.Context{Method: 5, BCI: 1, Calls: 10, Bytecodes: 100})
			p.Contexts[0].Bytecodes = 0
			p.Methods[4] = profiles.Method{ID: 4, Class: "java/util/TreeMap", Name: "get", Origin: profiles.OriginLibrary, Mix: mix(instructions.Branch)}
			p.Methods[5] = profiles.Method{ID: 5, Class: "java/util/TreeMap", Name: "put", Origin: profiles.OriginLibrary, Mix: mix(instructions.Branch)}
			cost.Apply(p, table(t, "kind\tbranch\t1\t0\t", "code\tjava/util/TreeMap\t3\t0\t", "code\tjava/util/TreeMap.put\t3\t1\t"))
			if diff := cmp.Diff(test.want, costs(p)); diff != "" {
				t.Errorf("costs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestExceptions throws ten exceptions: main calls work, whose first ten calls of twenty run in the tiers below the best, work calls small, which
// is inlined into it, and small makes them.
func TestExceptions(t *testing.T) {
	const inlined, unwound, early = 0, 10*1 + 10*20, 100
	for _, test := range []struct {
		name    string
		handles int // method, -1 for none
		want    uint64
	}{
		{"handled where they are made", 3, inlined + 10*early},
		{"handled by who calls it", 1, inlined + 10*early},
		{"handled by the caller's caller", 0, unwound + 5*early},
		{"handled by nobody", -1, unwound + 5*early},
		{"handled by what is no caller", 4, unwound + 5*early},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := run(profiles.Context{Method: 1, Calls: 20}, profiles.Context{Parent: 1, Method: 3, BCI: 1, Calls: 10},
				profiles.Context{Parent: 2, Method: 4, BCI: 2, Calls: 10}, profiles.Context{Parent: 3, Method: 5, BCI: 3, Calls: 10})
			p.Methods = append(p.Methods[:4],
				profiles.Method{ID: 4, Class: "Main$Refusal", Name: "<init>", Mix: mix(instructions.Branch), CodeBytes: 5},
				profiles.Method{ID: 5, Class: "java/lang/Throwable", Name: "fillInStackTrace", Descriptor: "(I)Ljava/lang/Throwable;", Native: true})
			if test.handles >= 0 {
				p.Methods[test.handles].Catches = true
			}
			cost.Apply(p, table(t, "exception\tunwound\t1\t20\t", "warm-up\tthrown\t100\t10\t"))
			if got := p.Contexts[4].Cost.Value(); got != test.want {
				t.Errorf("they cost %d, want %d", got, test.want)
			}
		})
	}
}

func TestNothingWithoutCounts(t *testing.T) {
	p := &profiles.Profile{Profilers: []string{"cbs", "edges"}}
	if cost.Apply(p, cost.Default()); p.CostModel != "" || p.Totals.Cost != nil {
		t.Errorf("a profile without counts has costs by %q", p.CostModel)
	}
}

func TestWriteIsRead(t *testing.T) {
	var first, second bytes.Buffer
	if err := cost.Default().Write(&first); err != nil {
		t.Fatal(err)
	}
	m, err := cost.Read(bytes.NewReader(first.Bytes()), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Write(&second); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first.String(), second.String()); diff != "" {
		t.Errorf("the table that was read (-written +read):\n%s", diff)
	}
}

func TestRowsThatATableLacksAreThoseOfAnother(t *testing.T) {
	m, err := cost.Read(strings.NewReader("hotlens cost model\tmine/1\nkind\tmove\t7\t0\t\n"), cost.Default())
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Rows) != len(cost.Default().Rows) || m.Rows[0].Base != 7 || m.Name != "mine/1" {
		t.Errorf("%d rows, the first %v, by %q", len(m.Rows), m.Rows[0], m.Name)
	}
}

func TestReadErrors(t *testing.T) {
	const header = "hotlens cost model\tx/1\n"
	for text, want := range map[string]string{
		"":                                                  "the table is empty",
		"hotlens cost model\n":                              "line 1: a table starts with",
		"JOP cycles\tx\n":                                   "line 1: a table starts with",
		header + "kind\tmove\t1\n":                          "line 2: 3 columns instead of 5",
		header + "kind\tmove\t-1\t0\t\n":                    `line 2: "-1" is no number`,
		header + "kind\tmove\tNaN\t0\t\n":                   `line 2: "NaN" is no number`,
		header + "\nkind\tmoves\t1\t0\t\n":                  `line 3: kind has no "moves"`,
		header + "kinds\tmove\t1\t0\t\n":                    `line 2: there are no rows of "kinds"`,
		header + "method\tA.b\t1\t0\t\n":                    "is missing",
		header + strings.Repeat("method\tA.b\t1\t0\t\n", 2): "the row method A.b stands twice",
	} {
		if _, err := cost.Read(strings.NewReader(text), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("hotlens cost model\tx/1\nkind\tmove\t1\t0\t\n")
	var table bytes.Buffer
	if err := cost.Default().Write(&table); err != nil {
		f.Fatal(err)
	}
	f.Add(table.String())
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := cost.Read(strings.NewReader(text), nil); err == nil {
			cost.Apply(run(profiles.Context{Method: 1, Calls: 1, Bytecodes: math.MaxUint64}), m)
		}
	})
}
