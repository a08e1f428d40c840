//go:build unix

package vm_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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
	// previewFolder holds programs with preview features, in a folder for the JDK that previews them.
	previewFolder = "testdata/preview"
	// launchFolder holds main classes that java starts or refuses, each JDK by its own rules.
	launchFolder = "testdata/launch"
	// concurrentPrograms is how many programs run at the same time.
	concurrentPrograms = 2
	// programHeap is the heap of both VMs: enough for every program, and soon
	// exhausted by the one that wants to see it exhausted.
	programHeap = "256m"
	// answersFile is what java has answered to all these.
	answersFile = "testdata/answers.txt"
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
	answers := oracle.ReadAnswers(t, answersFile)
	slots := make(chan struct{}, concurrentPrograms)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			oracle.Once(t, compiler.Javac)
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()

			arguments := oracle.Arguments(t, filepath.Join(folder, name+".args"))
			input := filepath.Join(folder, name+".in")
			launched := append([]string{"-cp", classes, name}, arguments...)
			if compiler.Preview != "" {
				launched = append([]string{"--enable-preview"}, launched...)
			}
			onJava := append([]string{"-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx" + programHeap}, launched...)
			onHotlens := append([]string{"run", "--tier", *oracle.Tier, "--heap", programHeap}, launched...)
			got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: onHotlens, Input: input, Settings: tools.Settings})
			question := oracle.Question{
				Name: name, JDK: tools.JDK, Files: append(oracle.ProgramFiles(t, folder, name, ".args", ".in"), filepath.Join(compiler.JDK.Home, "release")),
				Texts: append(onJava[:len(onJava)-len(launched):len(onJava)-len(launched)], compiler.Preview),
			}
			if answers.Known(t, question, got) {
				return
			}
			want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: onJava, Input: input})
			answers.Note(t, question, want)
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

// With -short one in newerShortShare of the programs is run on each JDK beside the one at hand. Of those that need a newer JDK or its preview features, it is one in
// ownShortShare.
const (
	newerShortShare = 90
	ownShortShare   = 5
)

// TestProgramsOnNewerJDKs runs the programs on the JDKs that are newer than the one at hand, each on one of them (oracle.JDK.InTurn), compiled by that
// JDK's own javac (with -short, by that of the JDK at hand) and compared with its own java, and those that only compile there: newerFolder/21 has what JDK 21 and
// all later ones understand.
func TestProgramsOnNewerJDKs(t *testing.T) {
	for _, jdk := range oracle.NewerJDKs(t) {
		t.Run(jdk.Name(), func(t *testing.T) {
			tools := oracle.ToolsOf(t, jdk)
			names := programsIn(t, programsFolder)
			compiler := tools
			if testing.Short() {
				compiler = oracle.FindTools(t) // other tests have the class files already
			}
			switch {
			case *program != "":
			case testing.Short():
				names = oracle.Sample(t, newerShortShare, names)
			default:
				names = jdk.InTurn(t, names)
			}
			if len(names) > 0 {
				comparePrograms(t, tools, compiler, programsFolder, names)
			}
			for _, version := range release.Features() {
				folder := filepath.Join(newerFolder, fmt.Sprint(version))
				if _, err := os.Stat(folder); err == nil && version <= jdk.Release.Feature {
					names := programsIn(t, folder)
					if *program == "" {
						names = oracle.Sample(t, ownShortShare, names)
					}
					if len(names) > 0 {
						comparePrograms(t, tools, tools, folder, names)
					}
				}
			}
		})
	}
}

// TestPreviews runs programs with preview features on the JDK that has these.
func TestPreviews(t *testing.T) {
	for _, jdk := range oracle.JDKs(t) {
		folder := filepath.Join(previewFolder, jdk.Name())
		if _, err := os.Stat(folder); err != nil {
			continue // nothing that anybody still uses
		}
		t.Run(jdk.Name(), func(t *testing.T) {
			tools := oracle.ToolsOf(t, jdk)
			tools.Preview = jdk.Name()
			comparePrograms(t, tools, tools, folder, oracle.Sample(t, ownShortShare, chosenPrograms(t, folder)))
		})
	}
}

// launchShare is the share of the main classes that TestLaunch starts with -short.
const launchShare = 8

// TestLaunch compares which main classes each JDK starts, by which method, and what it says of others. Its java has
// two processors, as a program in hotlens has: HotSpot starts more threads of its own on larger machines, and they are counted.
func TestLaunch(t *testing.T) {
	for _, jdk := range oracle.JDKs(t) {
		for _, preview := range []string{"", jdk.Name()} {
			if preview != "" && (!jdk.Release.PreviewsInstanceMain || testing.Short()) {
				continue // the same as without, or left to make test-all
			}
			t.Run(strings.TrimSuffix(jdk.Name()+"-preview-"+preview, "-preview-"), func(t *testing.T) {
				tools := oracle.ToolsOf(t, jdk)
				tools.Preview = preview
				classes := oracle.Compile(t, tools, launchFolder)
				var flags []string
				if preview != "" {
					flags = []string{"--enable-preview"}
				}
				names := oracle.Sample(t, launchShare, chosenPrograms(t, launchFolder))
				for _, name := range names {
					if !jdk.Release.InstanceMain && preview == "" && !oracle.Chosen(name, launchShare/2) {
						continue // these JDKs have one rule
					}
					launched := append(flags[:len(flags):len(flags)], "-cp", classes, name, "argument")
					want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: append([]string{"-XX:ActiveProcessorCount=2"}, launched...)})
					got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: append([]string{"run"}, launched...), Settings: tools.Settings})
					if got.Status != want.Status || got.Stdout != want.Stdout || got.Stderr != want.Stderr {
						t.Errorf("%s: exit status %s, java has %s; its output differs from java's:\n%s", name, got.Status, want.Status,
							oracle.FirstDifference(want.Stdout+want.Stderr, got.Stdout+got.Stderr))
					}
				}
			})
		}
	}
}

// chosenPrograms lists the programs in folder that -program chooses, sorted. There has to be one.
func chosenPrograms(t *testing.T, folder string) []string {
	t.Helper()
	names := programsIn(t, folder)
	if len(names) == 0 {
		t.Fatalf("no program in %s matches %q", folder, *program)
	}
	return names
}

// programsIn is chosenPrograms where there need not be one.
func programsIn(t *testing.T, folder string) []string {
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
	return names
}
