package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"hotlens/engine/jdk"
	"hotlens/engine/target"
	"hotlens/engine/worker"
	"hotlens/profiles/lazyregexp"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/natives"
)

// Verdict says how a Finding turned out.
type Verdict string

// The verdicts.
const (
	Fine    Verdict = "ok"
	Warning Verdict = "warning" // something will not work, but programs run
	Missing Verdict = "missing" // programs cannot be run
)

// Finding is one thing that the doctor looked at.
type Finding struct {
	Subject string
	Verdict Verdict
	Text    string // what was found
	Advice  string // what to do about it; "" if nothing
}

// Findings are what the doctor found.
type Findings []Finding

// CanRun tells whether programs can be run.
func (f Findings) CanRun() bool {
	for _, finding := range f {
		if finding.Verdict == Missing {
			return false
		}
	}
	return true
}

// Write writes the findings for people.
func (f Findings) Write(w io.Writer) error {
	var text strings.Builder
	for _, finding := range f {
		fmt.Fprintf(&text, "%-8s %-18s %s\n", finding.Verdict, finding.Subject, finding.Text)
		if finding.Advice != "" {
			fmt.Fprintf(&text, "%-27s %s\n", "", "-> "+finding.Advice)
		}
	}
	if f.CanRun() {
		text.WriteString("programs can be run\n")
	} else {
		text.WriteString("programs cannot be run until what is missing is there\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// editorTimeout bounds the wait for an editor's version: a wrapper script may
// wait for a display.
const editorTimeout = 5 * time.Second

// Asker is who wants to know how things stand, which decides what there is to advise.
type Asker struct {
	Editor bool // an editor, which need not be looked for, and has settings in place of flags
}

// jdk is how the asker chooses a JDK.
func (a Asker) jdk() string {
	if a.Editor {
		return "the setting hotlens.jdk"
	}
	return "--jdk"
}

// Diagnose looks at everything that hotlens needs. The error is ctx's.
func Diagnose(ctx context.Context, config configuration.Run, asker Asker) (Findings, error) {
	j, findings := diagnoseJDK(config, asker)
	findings = append(findings, diagnoseMemory(), diagnoseAddressSpace(), diagnoseFolder(), diagnoseCodeCache(config), diagnoseHistory(), diagnoseConfinement(), diagnoseMemoryBound())
	if j != nil {
		findings = append(findings, diagnoseBoot(ctx, j, config), diagnoseNatives(j, asker))
	}
	if !asker.Editor {
		findings = append(findings, diagnoseEditor(ctx, "Neovim", "nvim", 0, 10, "install Neovim 0.10 or later to use the plugin in editors/nvim"))
	}
	return findings, ctx.Err()
}

func diagnoseJDK(config configuration.Run, asker Asker) (*jdk.JDK, Findings) {
	j, err := jdk.Find(config.JDK)
	if err != nil {
		return nil, Findings{{Subject: "JDK", Verdict: Missing, Text: err.Error()}}
	}
	findings := Findings{{Subject: "JDK", Verdict: Fine, Text: describeJDK(j)}}
	for _, other := range jdk.Others(j) {
		findings = append(findings, Finding{Subject: "another JDK", Verdict: Fine, Text: describeJDK(other) + "; choose it with " + asker.jdk()})
	}
	for _, err := range jdk.Unfit() {
		findings = append(findings, Finding{Subject: "no use", Verdict: Fine, Text: err.Error()})
	}
	return j, findings
}

// describeJDK says which JDK it is, and what can be done with it.
func describeJDK(j *jdk.JDK) string {
	return fmt.Sprintf("%s in %s: programs for Java up to %d", j.Version, j.Home, j.Release.Feature)
}

// diagnoseMemory tries the shared memory of a run, which has one size for all heaps.
func diagnoseMemory() Finding {
	f := Finding{Subject: "shared memory", Verdict: Fine, Text: configuration.FormatSize(uint64(vm.MemoryBytes())) + " can be reserved"}
	if err := worker.ProbeMemory(vm.MemoryBytes()); err != nil {
		f.Verdict, f.Text, f.Advice = Missing, err.Error(), "free some memory, or lift the limits that ulimit -a and the container show"
	}
	return f
}

// leastAddressSpace is what a worker needs: its linear memory of up to 4 GiB,
// mapped, and the Go runtime.
const leastAddressSpace = 6 << 30

func diagnoseAddressSpace() Finding {
	f := Finding{Subject: "address space", Verdict: Fine, Text: "not limited"}
	if limit, err := addressLimit(); err != nil {
		f.Verdict, f.Text = Warning, fmt.Sprintf("the limit cannot be read: %v", err)
	} else if limit < leastAddressSpace {
		f.Verdict = Warning
		f.Text = fmt.Sprintf("limited to %d MB", limit>>20)
		f.Advice = "run ulimit -v unlimited: a worker reserves up to 4 GB without using them"
	}
	return f
}

// diagnoseFolder tries the folder for compiled classes and temporary files.
func diagnoseFolder() Finding {
	f := Finding{Subject: "private folders", Verdict: Fine}
	s, err := claimScratch()
	if err != nil {
		f.Verdict, f.Text = Missing, err.Error()
		return f
	}
	defer s.release()
	f.Text = "in " + s.folder
	return f
}

// diagnoseBoot boots a VM: the proof that a run is possible.
func diagnoseBoot(ctx context.Context, j *jdk.JDK, config configuration.Run) Finding {
	f := Finding{Subject: "VM", Verdict: Fine}
	start := time.Now()
	config, _, err := located(config, j, &target.Target{}, os.TempDir(), nil)
	var process *process
	if err == nil {
		process, err = startProcess(ctx, config, Streams{}, nil)
	}
	if err != nil {
		f.Verdict, f.Text = Missing, err.Error()
		f.Advice = "run HOTLENS_LOG=debug hotlens doctor, and report what it says"
		return f
	}
	defer process.close()
	f.Text = fmt.Sprintf("boots in %d ms", time.Since(start).Milliseconds())
	return f
}

// mostUnknown is how many native methods a finding names.
const mostUnknown = 5

// diagnoseNatives compares the JDK's native methods with those that the VM has, and those that it leaves out for a reason. Updates
// of a JDK may bring others.
func diagnoseNatives(j *jdk.JDK, asker Asker) Finding {
	modules, err := nativesOf(j)
	if err != nil {
		return Finding{Subject: "native methods", Verdict: Warning, Text: err.Error()}
	}
	return describeNatives(j.Version, modules, asker)
}

func describeNatives(version string, modules []natives.ModuleCoverage, asker Asker) Finding {
	f := Finding{Subject: "native methods", Verdict: Fine}
	var unknown []string
	implemented, missing := 0, 0
	for _, module := range modules {
		implemented, missing = implemented+module.Implemented, missing+module.Missing
		for _, class := range module.Classes {
			if class.Reason != "" {
				continue
			}
			for _, method := range class.Missing {
				unknown = append(unknown, class.Class+"."+method)
			}
		}
	}
	f.Text = fmt.Sprintf("%d of JDK %s's %d, the others are left out: hotlens doctor --natives says why", implemented, version, implemented+missing)
	if len(unknown) > 0 {
		f.Verdict = Warning
		f.Text = fmt.Sprintf("JDK %s has %d that this hotlens does not know: %s", version, len(unknown), strings.Join(unknown[:min(len(unknown), mostUnknown)], ", "))
		if len(unknown) > mostUnknown {
			f.Text += ", and others"
		}
		f.Advice = "programs that call them get an UnsatisfiedLinkError: use a newer hotlens, or an earlier update of the JDK (" + asker.jdk() + ")"
	}
	return f
}

// version finds the first version number in an editor's answer.
var version = lazyregexp.New(`(\d+)\.(\d+)(\.\d+)?`)

// diagnoseEditor asks an editor for its version and compares it with the first
// that shows inlay hints.
func diagnoseEditor(ctx context.Context, name, program string, major, minor int, advice string) Finding {
	f := Finding{Subject: name, Verdict: Fine}
	path, err := exec.LookPath(program)
	if err != nil {
		f.Verdict, f.Text, f.Advice = Warning, program+" is not on the PATH", advice
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, editorTimeout)
	defer cancel()
	output, err := exec.CommandContext(ctx, path, "--version").Output()
	found := version().FindStringSubmatch(string(output))
	if err = errors.Join(err, ctx.Err()); err != nil || found == nil {
		f.Verdict, f.Text, f.Advice = Warning, fmt.Sprintf("%s --version does not say which version it is", path), advice
		return f
	}
	f.Text = fmt.Sprintf("%s in %s", found[0], path)
	if !atLeast(found[1], found[2], major, minor) {
		f.Verdict, f.Advice = Warning, advice
	}
	return f
}

// atLeast compares a version with the least one that does.
func atLeast(majorText, minorText string, major, minor int) bool {
	haveMajor, majorErr := strconv.Atoi(majorText)
	haveMinor, minorErr := strconv.Atoi(minorText)
	if majorErr != nil || minorErr != nil {
		return false
	}
	return haveMajor > major || haveMajor == major && haveMinor >= minor
}
