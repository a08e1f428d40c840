package generator

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hotlens/vm/oracle"
)

var (
	programs = flag.Int("programs", 0, "how many random programs to run; 0: a fixed number, with -short fewer")
	seed     = flag.Uint64("seed", firstSeed, "the first program's seed; 0 takes it from the clock")
	tiers    = flag.Int("tiers", 4, "how many programs of each batch are profiled in every tier")
	duration = flag.Duration("duration", 0, "run random programs for this time, however many that is")
	together = flag.Int("batch", batchPrograms, "how many programs share a process: the more, the less time each of many takes")
)

const (
	// fixedPrograms are run by default, always the same ones. Every opcode and
	// exception of the coverage test appears in so many.
	fixedPrograms = 200
	// shortPrograms are run with -short.
	shortPrograms = 14
	// newerPrograms are run on each JDK that is newer than the one at hand, with -short none.
	newerPrograms = 30
	firstSeed     = 1
	// newerSeed times the feature version is how far the seeds of a newer JDK are from those of the one at hand, unless the flag says which.
	newerSeed = 1_000_000
	// batchPrograms share a process, unless the flag says otherwise.
	batchPrograms = 100
	// aloneEvery is the share of the fixed programs that also run in a process of
	// their own, profileEvery of those that are profiled twice. Both start several
	// processes, so that of a long run's later batches only one program each is
	// chosen.
	aloneEvery, profileEvery = 20, 20
	// tierPrograms share a process that is profiled in every tier. Of those of more programs,
	// many a profile would be full.
	tierPrograms = 4
	// maxReduced is how many failing programs are reduced. More are mostly due to
	// the same mistake.
	maxReduced = 3
	// reductionTime bounds the reduction of one program.
	reductionTime = 4 * time.Minute
	// failures is where failing programs are written to; git ignores it.
	failures = "../../build/random-programs"
)

func TestMain(m *testing.M) { os.Exit(oracle.Package{M: m}.Run()) }

// TestRandomPrograms runs random programs on java and on hotlens, which must print
// the same. Some also run alone, where stderr and exit status count, too; some are
// profiled twice, which must give the same bytes, and some in every tier, on newer JDKs with nothing
// compiled at its first call. Each JDK has programs of its own.
func TestRandomPrograms(t *testing.T) {
	for _, jdk := range oracle.JDKs(t) {
		t.Run(jdk.Name(), func(t *testing.T) { runRandom(t, jdk) })
	}
}

func runRandom(t *testing.T, jdk oracle.JDK) {
	tools := oracle.ToolsOf(t, jdk)
	newer := jdk.Release != oracle.Release(t)
	first := *seed
	if first == 0 {
		first = uint64(time.Now().UnixMilli())
		t.Logf("the first seed is %d", first)
	}
	wanted := *programs
	switch {
	case wanted == 0 && newer && testing.Short():
		t.Skip("make test-all does, and fixed programs are tried")
	case wanted == 0 && newer:
		wanted = newerPrograms
	case wanted == 0 && testing.Short():
		wanted = shortPrograms
	case wanted == 0:
		wanted = fixedPrograms
	}
	run := &randomRun{jdk: jdk, tools: tools, others: []string{"jit", "auto"}, coverage: newCoverage()}
	if newer && *programs == 0 {
		run.others = run.others[1:] // compiling all that a process touches of the library takes ten times the time; vm's own tests do for each JDK
	}
	start := time.Now()
	if newer && *seed == firstSeed {
		first += newerSeed * uint64(jdk.Release.Feature)
	}
	for at := uint64(0); ; at += uint64(*together) {
		count := *together
		switch {
		case *duration > 0 && time.Since(start) >= *duration:
			count = 0
		case *duration == 0:
			count = min(count, wanted-int(at))
		}
		if count <= 0 {
			break
		}
		run.batch(t, first+at, count)
		if testing.Verbose() {
			fmt.Fprintf(os.Stderr, "%d programs in %v, %d differ\n", run.count, time.Since(start).Round(time.Second), run.failing)
		}
	}
	if first == 1 && run.generated >= fixedPrograms {
		run.coverage.check(t, run.count)
	}
}

// randomRun is what TestRandomPrograms has done so far.
type randomRun struct {
	jdk       oracle.JDK
	tools     oracle.Tools
	others    []string // the tiers that the interpreter is compared with
	generated int      // programs made
	count     int      // those of them that ran
	failing   int      // those of them that differ
	coverage  *coverage
}

// batch runs the programs of some seeds in a row.
func (r *randomRun) batch(t *testing.T, first uint64, count int) {
	programs := map[string]Program{}
	var names []string
	for i := range uint64(count) {
		name := fmt.Sprint("P", first+i)
		names = append(names, name)
		programs[name] = Generate(first + i)
	}
	r.generated += count
	b, rejected := newBatch(t, r.tools, programs, names)
	defer b.remove()
	if rejected != "" {
		t.Errorf("javac rejects generated programs:\n%.3000s", rejected)
	}
	outputs, differences := b.compare(t, b.names)
	aloneEvery, profileEvery := aloneEvery, profileEvery
	if r.count >= fixedPrograms {
		aloneEvery, profileEvery = *together, *together
	}
	r.coverage.add(t, b, outputs)
	for some := range slices.Chunk(b.names[:min(*tiers, len(b.names))], tierPrograms) {
		t.Run(strings.Join(some, "-"), func(t *testing.T) {
			oracle.Once(t)
			if difference := b.compareTiers(t, r.others, some); difference != "" {
				t.Errorf("the programs, in one process, have other profiles in other tiers:\n%s", difference)
			}
		})
	}
	for i, name := range b.names {
		r.count++
		if exhausted.MatchString(outputs[name]) {
			t.Errorf("the program of seed %d exhausts the stack or the heap: the generator must not make it", programs[name].Seed)
			continue
		}
		if difference := differences[name]; difference != "" {
			r.differs(t, b, name, difference)
			continue
		}
		if i%aloneEvery == 0 {
			if difference := b.compareAlone(t, name); difference != "" {
				r.report(t, programs[name], name, difference, "It differs only in a process of its own.")
			}
		}
		if i%profileEvery == 5 {
			if difference := b.compareProfiles(t, name); difference != "" {
				r.report(t, programs[name], name, difference, "This is the difference between two profiles by hotlens.")
			}
		}
	}
}

// differs reduces a program that differs in a batch, and reports it.
func (r *randomRun) differs(t *testing.T, b *batch, name, difference string) {
	program, remark := b.programs[name], ""
	_, again := b.compare(t, []string{name})
	switch {
	case again[name] == "":
		remark = fmt.Sprintf("It differs only behind the programs that ran before it in its process, from %s on.", b.names[0])
	case r.failing >= maxReduced:
		remark = "It was not reduced: other programs were before."
	default:
		program = Reduce(program, r.differing(t, time.Now().Add(reductionTime)))
		small, _ := newBatch(t, r.tools, map[string]Program{name: program}, []string{name})
		defer small.remove()
		if _, reduced := small.compare(t, []string{name}); reduced[name] != "" {
			difference = reduced[name]
		} else {
			program, remark = b.programs[name], "Its reduction does not differ alone."
		}
	}
	r.report(t, program, name, difference, remark)
}

// exhausted recognizes a program whose outcome is not determined: how far it
// came until the stack or the heap was full differs.
var exhausted = regexp.MustCompile(`java\.lang\.(StackOverflow|OutOfMemory)Error`)

// differing judges the candidates of a reduction until the deadline: whether they
// compile, end on java and differ on hotlens. One that recurses for ever, since what
// ended the recursion was removed, is none.
func (r *randomRun) differing(t *testing.T, deadline time.Time) func([]Program) []bool {
	return func(candidates []Program) []bool {
		verdicts := make([]bool, len(candidates))
		if time.Now().After(deadline) {
			return verdicts
		}
		programs, index := map[string]Program{}, map[string]int{}
		var names []string
		for i, candidate := range candidates {
			name := fmt.Sprint("P", i)
			names, programs[name], index[name] = append(names, name), candidate, i
		}
		b, _ := newBatch(t, r.tools, programs, names)
		defer b.remove()
		outputs, differences := b.compare(t, b.names)
		for name := range differences {
			verdicts[index[name]] = !exhausted.MatchString(outputs[name])
		}
		return verdicts
	}
}

// report writes a failing program to a file and fails the test.
func (r *randomRun) report(t *testing.T, program Program, name, difference, remark string) {
	r.failing++
	again := fmt.Sprintf("HOTLENS_TEST_JDKS=%s go test ./vm/generator -run TestRandomPrograms -programs 1 -seed %d", r.jdk.Name(), program.Seed)
	source := "// Reduced from the random program that this makes and runs again:\n//   " + again + "\n" + program.Source(name)
	file := filepath.Join(failures, name+".java")
	if err := os.MkdirAll(failures, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Errorf("the program of seed %d differs: vm/generator/%s\n%s\n%s\nrun it again: %s", program.Seed, file, remark, difference, again)
}
