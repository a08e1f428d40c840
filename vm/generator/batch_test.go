package generator

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sourcegraph/conc"

	"hotlens/vm/oracle"
)

// stack is the stack of both VMs. HotSpot's default would do for most programs; how
// deep a stack is must not matter for any.
const stack = "16m"

// heap is that of the batches on both virtual machines, more than any program needs.
const heap = "512m"

// batch is a folder of compiled programs, which are run in one process: to start a
// VM for each would take most of the time.
type batch struct {
	tools    oracle.Tools
	sources  string
	classes  string
	programs map[string]Program // by the names of their classes
	names    []string           // of the programs that compile, in order
}

// newBatch writes programs and the driver into a folder of their own, and compiles
// them. The programs that javac rejects are left out.
func newBatch(t testing.TB, tools oracle.Tools, programs map[string]Program, names []string) (b *batch, rejected string) {
	t.Helper()
	folder, err := os.MkdirTemp(t.TempDir(), "batch")
	if err != nil {
		t.Fatal(err)
	}
	b = &batch{tools: tools, sources: folder, classes: filepath.Join(folder, "classes"), programs: programs}
	for _, name := range names {
		b.write(t, name, programs[name].Source(name))
	}
	driver, err := os.ReadFile("testdata/Driver.java")
	if err != nil {
		t.Fatal(err)
	}
	b.write(t, "Driver", string(driver))
	b.names, rejected = b.compile(t, names)
	return b, rejected
}

func (b *batch) write(t testing.TB, name, source string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(b.sources, name+".java"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
}

// remove removes the batch's files before the test ends: there may be many batches.
func (b *batch) remove() { _ = os.RemoveAll(b.sources) }

// javacError is how javac names the file that it rejects.
var javacError = regexp.MustCompile(`(?m)^(?:.*/)?(\w+)\.java:\d+: error: `)

// compile compiles the driver and programs. It returns those that compile, and what
// javac said about those that it rejects. A program on which javac itself fails, as
// it does on one in some thousands, is left out with no more than a word.
func (b *batch) compile(t testing.TB, names []string) (compiled []string, rejected string) {
	t.Helper()
	arguments := slices.Concat(oracle.QuickJavac, []string{"-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-Xmaxerrs", "100000",
		"-d", b.classes, filepath.Join(b.sources, "Driver.java")})
	for _, name := range names {
		arguments = append(arguments, filepath.Join(b.sources, name+".java"))
	}
	javac := exec.Command(b.tools.Javac, arguments...)
	javac.Dir = b.sources // where it leaves its arguments when it fails
	output, err := javac.CombinedOutput()
	if err == nil {
		return names, ""
	}
	wrong := map[string]bool{}
	for _, match := range javacError.FindAllStringSubmatch(string(output), -1) {
		wrong[match[1]] = true
	}
	var rest []string
	for _, name := range names {
		if !wrong[name] {
			rest = append(rest, name)
		}
	}
	switch {
	case len(rest) < len(names):
		compiled, more := b.compile(t, rest)
		return compiled, string(output) + more
	case len(names) == 0:
		t.Fatalf("compiling the driver: %v\n%s", err, output)
	case len(names) == 1:
		t.Logf("javac fails on the program of seed %d: %v\n%.500s", b.programs[names[0]].Seed, err, output)
		return nil, ""
	}
	first, rejected := b.compile(t, names[:len(names)/2])
	second, more := b.compile(t, names[len(names)/2:])
	return append(first, second...), rejected + more
}

// vm is one of the two virtual machines.
type vm struct {
	name    string
	program string
	flags   []string
}

func (b *batch) java() vm {
	return vm{"java", b.tools.Java, []string{"-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xss" + stack, "-Xmx" + heap, "-cp", b.classes}}
}

func (b *batch) hotlens() vm {
	return vm{"hotlens", b.tools.Hotlens, []string{"run", "--tier", *oracle.Tier, "--stack", stack, "--heap", heap, "-cp", b.classes}}
}

// run runs programs one after the other in one process of a VM and returns what each
// printed. When the process ends or hangs in a program, that is part of its output,
// and another process goes on with the next one.
func (b *batch) run(t testing.TB, m vm, names []string) map[string]string {
	t.Helper()
	outputs := map[string]string{}
	for len(names) > 0 {
		arguments := append(append([]string{}, m.flags...), "Driver")
		result := oracle.Run(t, oracle.Command{Program: m.program, Arguments: append(arguments, names...), Settings: b.tools.Settings})
		rest := result.Stdout
		done := 0
		for _, name := range names {
			text, after, found := strings.Cut(rest, "end "+name+"\n")
			if !found {
				break
			}
			outputs[name] = strings.TrimPrefix(text, "begin "+name+"\n")
			rest = after
			done++
		}
		if done < len(names) {
			outputs[names[done]] = rest + "\nthe process ended with status " + result.Status + "\n" + oracle.LastLines(result.Stderr, 40)
			done++
		}
		names = names[done:]
	}
	return outputs
}

// compare runs programs on both VMs and returns what java printed, and for those
// on which the VMs differ the first difference.
func (b *batch) compare(t testing.TB, names []string) (outputs, differences map[string]string) {
	t.Helper()
	var beside conc.WaitGroup
	var onHotlens map[string]string // nil if the run has ended the test, and has said why
	beside.Go(func() { onHotlens = b.run(t, b.hotlens(), names) })
	outputs = b.run(t, b.java(), names)
	if beside.Wait(); onHotlens == nil {
		t.FailNow()
	}
	differences = map[string]string{}
	for _, name := range names {
		if outputs[name] != onHotlens[name] {
			differences[name] = oracle.FirstDifference(outputs[name], onHotlens[name])
		}
	}
	return outputs, differences
}

// compareAlone runs a program in a process of its own on both VMs, where it may end
// by an uncaught exception or System.exit. It returns the first difference in stdout,
// stderr and exit status, or "".
func (b *batch) compareAlone(t testing.TB, name string) string {
	t.Helper()
	var texts []string
	for _, m := range []vm{b.java(), b.hotlens()} {
		arguments := append(append([]string{}, m.flags...), name)
		result := oracle.Run(t, oracle.Command{Program: m.program, Arguments: arguments, Settings: b.tools.Settings})
		texts = append(texts, fmt.Sprintf("%s\nstderr:\n%s\nexit status %s\n", result.Stdout, result.Stderr, result.Status))
	}
	if texts[0] == texts[1] {
		return ""
	}
	return oracle.FirstDifference(texts[0], texts[1])
}

// compareProfiles profiles a program twice and returns the first difference between
// the two profiles, or "".
func (b *batch) compareProfiles(t testing.TB, name string) string {
	t.Helper()
	first, problem := b.profile(t, "auto", name)
	if problem != "" {
		return problem
	}
	second, problem := b.profile(t, "auto", name)
	if problem != "" || bytes.Equal(first, second) {
		return problem
	}
	return oracle.FirstDifference(string(first), string(second))
}

// compareTiers profiles programs, one after the other in one process, by the interpreter and in other tiers. It returns the first
// difference, or "". Where the profile is full the program ends at the next safepoint, which
// is another one in another tier: there is nothing to compare then.
func (b *batch) compareTiers(t testing.TB, others, names []string) string {
	t.Helper()
	want, problem := b.profile(t, "interp", append([]string{"Driver"}, names...)...)
	if problem != "" {
		return problem
	}
	if bytes.Contains(want, []byte(`{"kind":"contexts",`)) {
		t.Logf("the programs %v have too many contexts to be compared", names)
		return ""
	}
	for _, tier := range others {
		got, problem := b.profile(t, tier, append([]string{"Driver"}, names...)...)
		if problem != "" {
			return problem
		}
		if want, got := oracle.WithoutTier(want), oracle.WithoutTier(got); !bytes.Equal(want, got) {
			return "--tier interp, and --tier " + tier + ":\n" + oracle.FirstDifference(string(want), string(got))
		}
	}
	return ""
}

// profile is the profile of a program in a tier. Where there is none, problem says why.
func (b *batch) profile(t testing.TB, tier string, program ...string) (profile []byte, problem string) {
	t.Helper()
	file := filepath.Join(b.sources, program[0]+".json")
	arguments := []string{"profile", "--tier", tier, "--format", "json", "-o", file, "--timeout", "0", "--stack", stack, "--heap", heap, "-cp", b.classes}
	settings := b.tools.Settings
	if tier == "jit" {
		settings = append(slices.Clone(settings), oracle.KeepsNoCode)
	}
	result := oracle.Run(t, oracle.Command{Program: b.tools.Hotlens, Arguments: append(arguments, program...), Settings: settings})
	profile, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Sprintf("hotlens profile ended with status %s and wrote no profile:\n%s", result.Status, oracle.LastLines(result.Stderr, 20))
	}
	return profile, ""
}
