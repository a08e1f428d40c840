// Package software runs Java software that others wrote, unmodified, on hotlens and
// on HotSpot: the JDK's own tools, and the jars of Debian packages that "make tools"
// unpacks.
//
// Invariant: it holds tests only.
package software

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotlens/vm/oracle"
)

// heap is the heap that both VMs get.
const heap = "512m"

// concurrentPrograms is how many programs the tests of this package run at the same time.
const concurrentPrograms = 2

// With -short, a test runs one in so many of the applications, of the libraries' programs,
// of the tools' scenarios and of the programs whose paths are compared: see oracle.Sample.
const (
	applicationsShare = 6
	librariesShare    = 6
	toolsShare        = 10
	pathsShare        = 12
)

// TestSoftwareOnNewerJDKs runs libraries' programs, applications and scenarios of tools on the JDKs that are newer than the one at hand, each on one of them (oracle.JDK.InTurn).
func TestSoftwareOnNewerJDKs(t *testing.T) {
	if testing.Short() {
		t.Skip("make test-all does; here programs are tried on them")
	}
	for _, jdk := range oracle.NewerJDKs(t) {
		t.Run(jdk.Name(), func(t *testing.T) {
			tools := oracle.ToolsOf(t, jdk)
			t.Run("libraries", func(t *testing.T) { runLibraries(t, tools, jdk.InTurn(t, libraryPrograms(t))) })
			t.Run("applications", func(t *testing.T) {
				names := make([]string, len(applications))
				for i := range applications {
					names[i] = applications[i].name
				}
				names = jdk.InTurn(t, names)
				runApplications(t, tools, slices.DeleteFunc(slices.Clone(applications), func(a application) bool { return !slices.Contains(names, a.name) }))
			})
			t.Run("tools", func(t *testing.T) { playTools(t, tools, jdk.InTurn(t, toolScenarios(t))) })
		})
	}
}

func TestMain(m *testing.M) { os.Exit(oracle.Package{M: m}.Run()) }

var slots = make(chan struct{}, concurrentPrograms)

// packagesFolder is the usr/share of the unpacked Debian packages.
func packagesFolder(t testing.TB) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", ".tools", "java", "usr", "share"))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// jar gives the path of a jar in the usr/share/java of the unpacked Debian packages
// (.ci/get-jars.sh), by a file name without version, such as "hsqldb.jar". The few
// packages that have their jars' names with a version only are looked into, too.
func jar(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(packagesFolder(t), "java", filepath.FromSlash(name))
	_, err := os.Stat(path)
	if err == nil {
		return path
	}
	if versions, _ := filepath.Glob(strings.TrimSuffix(path, ".jar") + "-[0-9]*.jar"); len(versions) > 0 {
		return versions[0]
	}
	t.Fatalf("%v: run \"make tools\", and see .ci/jars.txt", err)
	return ""
}

// answersFile is what java has answered to the programs of libraries, applications and scenarios of tools.
const answersFile = "testdata/answers.txt"

// anywhere is a text without what differs between machines: where the JDK and the Debian packages are.
func anywhere(t *testing.T, tools oracle.Tools, text string) string {
	t.Helper()
	return strings.NewReplacer(tools.JDK.Home, "JDK", packagesFolder(t), "PACKAGES").Replace(text)
}

// javaOptions are the options of java for a program that is compared with it.
var javaOptions = []string{"-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx" + heap}

// compare runs the same arguments on hotlens and, unless it is known what java answers to q, on java. It demands the same bytes
// on stdout and the same exit status. The command's program is left empty; its arguments are what both VMs understand after "java" and
// "hotlens run", such as a class path, a class, and the program's arguments.
func compare(t *testing.T, tools oracle.Tools, command oracle.Command, q oracle.Question) {
	t.Helper()
	arguments := command.Arguments
	command.Settings = tools.Settings
	command.Program = tools.Hotlens
	command.Arguments = append([]string{"run", "--tier", *oracle.Tier, "--heap", heap}, arguments...)
	got := oracle.Run(t, command)
	answers := oracle.ReadAnswers(t, answersFile)
	if answers.Known(t, q, got) {
		return
	}
	command.Program = tools.Java
	command.Arguments = slices.Concat(javaOptions, arguments)
	want := oracle.Run(t, command)
	answers.Note(t, q, want)
	if got.Status != want.Status {
		t.Errorf("exit status %s, java has %s", got.Status, want.Status)
	}
	if got.Stdout != want.Stdout {
		t.Errorf("stdout differs from java's:\n%s", oracle.FirstDifference(want.Stdout, got.Stdout))
	}
	if t.Failed() && got.Stderr != "" {
		t.Logf("the end of its stderr:\n%s", oracle.LastLines(got.Stderr, 20))
	}
}

// sameFiles demands that two folders hold the same files with the same bytes.
func sameFiles(t *testing.T, want, got string) {
	t.Helper()
	wanted, gotten := filesOf(t, want), filesOf(t, got)
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		if content, ok := gotten[name]; !ok {
			t.Errorf("%s is missing", name)
		} else if content != wanted[name] {
			t.Errorf("%s differs:\n%s", name, oracle.FirstDifference(wanted[name], content))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(gotten)) {
		if _, ok := wanted[name]; !ok {
			t.Errorf("%s is there, but java does not make it", name)
		}
	}
}

// filesOf reads the files below a folder, by their relative names.
func filesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
