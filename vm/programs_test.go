//go:build unix

package vm_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotlens/vm/oracle"
	"hotlens/vm/release"
)

// program chooses the Java programs that the tests of this package run.
var program = flag.String("program", "", "run only the Java programs whose name matches this regular expression")

const (
	// programsFolder holds the programs of TestPrograms.
	programsFolder = "testdata/programs"
	// newerFolder holds programs that older JDKs do not compile, in a folder for the first one that does.
	newerFolder = "testdata/newer"
	// concurrentPrograms is how many programs run at the same time.
	concurrentPrograms = 2
	// programHeap is the heap of both VMs: enough for every program, and soon
	// exhausted by the one that wants to see it exhausted.
	programHeap = "256m"
	// programsShare is the share of the programs that a test runs with -short: see oracle.Sample.
	programsShare = 6
)

// TestPrograms runs each program of testdata/programs on java and on hotlens and
// demands the same bytes on stdout and the same exit status.
//
// A program is a file Name.java, or a folder Name whose class Name has the main
// method and whose other files are classes in packages and resources. Beside it,
// Name.args holds its arguments, one per line, and Name.in its standard input.
func TestPrograms(t *testing.T) {
	const folder = programsFolder
	tools := oracle.FindTools(t)
	comparePrograms(t, tools, tools, folder, oracle.Sample(t, programsShare, chosenPrograms(t, folder)))
}

// comparePrograms runs programs of a folder, compiled by the javac of compiler, on the java of tools and on hotlens.
func comparePrograms(t *testing.T, tools, compiler oracle.Tools, folder string, names []string) {
	t.Helper()
	classes := oracle.Compile(t, compiler, folder)
	slots := make(chan struct{}, concurrentPrograms)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()

			arguments := oracle.Arguments(t, filepath.Join(folder, name+".args"))
			input := filepath.Join(folder, name+".in")
			onJava := append([]string{"-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx" + programHeap, "-cp", classes, name}, arguments...)
			onHotlens := append([]string{"run", "--tier", *oracle.Tier, "--heap", programHeap, "-cp", classes, name}, arguments...)
			want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: onJava, Input: input})
			got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: onHotlens, Input: input, Settings: tools.Settings})
			if got.Status != want.Status {
				t.Errorf("exit status %s, java has %s", got.Status, want.Status)
			}
			if got.Stdout != want.Stdout {
				t.Errorf("stdout differs from java's:\n%s", oracle.FirstDifference(want.Stdout, got.Stdout))
			}
			if t.Failed() && got.Stderr != "" {
				t.Logf("the end of its stderr:\n%s", oracle.LastLines(got.Stderr, 20))
			}
		})
	}
}

// newerAll has TestProgramsOnNewerJDKs run every program.
var newerAll = flag.Bool("newer-all", false, "run every program on each newer JDK, not only a part of them")

// On each JDK beside the one at hand one in newerShare of the programs is run, as all of them take as long as on the one
// at hand, and with -short one in newerShortShare, which newerShare divides.
const (
	newerShare      = 20
	newerShortShare = 40
)

// TestProgramsOnNewerJDKs runs the programs on the JDKs that are newer than the one at hand, each compiled by the
// JDK's own javac (with -short, by that of the JDK at hand) and compared with its own java, and those that only compile there: newerFolder/21 has what JDK 21 and
// all later ones understand.
func TestProgramsOnNewerJDKs(t *testing.T) {
	for _, jdk := range oracle.JDKs(t) {
		if jdk.Release == oracle.Release(t) {
			continue
		}
		t.Run(jdk.Name(), func(t *testing.T) {
			tools := oracle.ToolsOf(t, jdk)
			names := chosenPrograms(t, programsFolder)
			compiler := tools
			if testing.Short() {
				compiler = oracle.FindTools(t) // other tests have the class files already
			}
			if !*newerAll && *program == "" {
				names = slices.DeleteFunc(names, func(name string) bool { return !oracle.Chosen(name, newerShare) })
			}
			comparePrograms(t, tools, compiler, programsFolder, oracle.Sample(t, newerShortShare, names))
			for _, version := range release.Features() {
				folder := filepath.Join(newerFolder, fmt.Sprint(version))
				if _, err := os.Stat(folder); err == nil && version <= jdk.Release.Feature {
					comparePrograms(t, tools, tools, folder, chosenPrograms(t, folder))
				}
			}
		})
	}
}

// chosenPrograms lists the programs in folder that -program chooses, sorted.
func chosenPrograms(t *testing.T, folder string) []string {
	t.Helper()
	chosen, err := regexp.Compile(*program)
	if err != nil {
		t.Fatalf("flag -program: %v", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		name, isSource := strings.CutSuffix(entry.Name(), ".java")
		if (isSource || entry.IsDir()) && chosen.MatchString(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		t.Fatalf("no program in %s matches %q", folder, *program)
	}
	return names
}
