package software

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotlens/vm/oracle"
)

// library chooses the programs of TestLibraries.
var library = flag.String("library", "", "run only the libraries' programs whose name matches this regular expression")

const libraryFolder = "testdata/libraries"

// profiledLibraries are the programs whose profiles have to be repeatable: they use
// threads, reflection, time and hash tables of objects without hash codes of their own.
var profiledLibraries = []string{"Hsqldb", "Json", "Logback"}

// TestLibraries runs each program of testdata/libraries on java and on hotlens, and
// profiles some of them twice.
//
// A program is a file Name.java, or a folder Name whose class Name has the main method.
// Beside it, Name.jars lists the jars that it needs, one per line as the function jar
// takes them, and Name.options, which may be absent, options of both VMs.
func TestLibraries(t *testing.T) {
	chosen, err := regexp.Compile(*library)
	if err != nil {
		t.Fatalf("flag -library: %v", err)
	}
	names := slices.DeleteFunc(libraryPrograms(t), func(name string) bool { return !chosen.MatchString(name) })
	if len(names) == 0 {
		t.Fatalf("no program in %s matches %q", libraryFolder, *library)
	}
	names = oracle.Sample(t, librariesShare, names)
	runLibraries(t, oracle.FindTools(t), names)
}

// runLibraries runs some of the programs on the JDK of the tools.
func runLibraries(t *testing.T, tools oracle.Tools, names []string) {
	t.Helper()
	classes := compileLibraries(t, oracle.FindTools(t)) // what the oldest JDK compiles runs on all
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			oracle.Once(t)
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			compare(t, tools, oracle.Command{Arguments: libraryArguments(t, classes, name)}, libraryQuestion(t, tools, name))
			if slices.Contains(profiledLibraries, name) {
				demandSameProfile(t, tools, classes, name)
			}
		})
	}
}

// demandSameProfile profiles a program twice and demands the same bytes.
func demandSameProfile(t *testing.T, tools oracle.Tools, classes, name string) {
	t.Helper()
	profile := func() string {
		arguments := append([]string{"profile", "--tier", *oracle.Tier, "--format", "json", "--heap", heap, "--timeout", "0"}, libraryArguments(t, classes, name)...)
		result := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: arguments, Settings: tools.Settings})
		if result.Status != "0" {
			t.Fatalf("exit status %s\n%s", result.Status, oracle.LastLines(result.Stderr, 20))
		}
		return result.Stdout
	}
	first, second := profile(), profile()
	if !strings.Contains(first, `"`+name+`"`) {
		t.Errorf("the profile does not name the class %s: it begins with %.200s", name, first)
	}
	if first != second {
		t.Errorf("two profiles differ:\n%s", oracle.FirstDifference(first, second))
	}
}

// libraryPrograms lists all programs, sorted.
func libraryPrograms(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(libraryFolder, "*.jars"))
	if err != nil {
		t.Fatal(err)
	}
	for i, list := range names {
		names[i] = strings.TrimSuffix(filepath.Base(list), ".jars")
	}
	return names
}

// compileLibraries compiles all programs with one call of javac, against all jars.
func compileLibraries(t *testing.T, tools oracle.Tools) string {
	t.Helper()
	var jars []string
	for _, name := range libraryPrograms(t) {
		for _, path := range jarsOf(t, name) {
			if !slices.Contains(jars, path) {
				jars = append(jars, path)
			}
		}
	}
	return oracle.Compile(t, tools, libraryFolder, jars...)
}

// jarsOf are the jars that a program needs.
func jarsOf(t *testing.T, name string) []string {
	t.Helper()
	var paths []string
	for _, file := range oracle.Arguments(t, filepath.Join(libraryFolder, name+".jars")) {
		paths = append(paths, jar(t, file))
	}
	return paths
}

// libraryArguments are what runs a program, on either VM.
func libraryArguments(t *testing.T, classes, name string) []string {
	t.Helper()
	options := oracle.Arguments(t, filepath.Join(libraryFolder, name+".options"))
	path := append([]string{classes}, jarsOf(t, name)...)
	return append(options, "-cp", strings.Join(path, string(filepath.ListSeparator)), name)
}

// libraryQuestion is a program with its sources, its resources and its jars.
func libraryQuestion(t *testing.T, tools oracle.Tools, name string) oracle.Question {
	t.Helper()
	files := append(oracle.ProgramFiles(t, libraryFolder, name, ".jars", ".options"), jarsOf(t, name)...)
	files = append(files, filepath.Join(oracle.JDKHome(t), "release")) // whose javac compiles them
	return oracle.Question{Name: "library/" + name, JDK: tools.JDK, Files: files, Texts: javaOptions}
}

// antlrJars are what the ANTLR tool needs; the parsers that it generates need the first.
var antlrJars = []string{"antlr4-runtime.jar", "antlr4.jar", "antlr3-runtime.jar", "stringtemplate4.jar", "treelayout.jar", "javax.json.jar"}

// TestAntlr generates a parser on both VMs, demands the same files, compiles them, and
// runs the parser on both.
func TestAntlr(t *testing.T) {
	oracle.Once(t)
	const folder = "testdata/antlr"
	tools := oracle.FindTools(t)
	var path []string
	for _, name := range antlrJars {
		path = append(path, jar(t, name))
	}
	separator := string(filepath.ListSeparator)
	grammar, err := filepath.Abs(filepath.Join(folder, "Calc.g4"))
	if err != nil {
		t.Fatal(err)
	}
	var generated [2]string
	for i, program := range [][]string{{tools.Java}, {tools.Hotlens, "run", "--tier", *oracle.Tier, "--heap", heap}} {
		generated[i] = t.TempDir()
		if err := os.CopyFS(generated[i], os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
		arguments := append(program[1:], "-cp", strings.Join(path, separator), "org.antlr.v4.Tool", "-visitor", "-Werror", "-o", generated[i], grammar)
		if result := oracle.Run(t, oracle.Command{Program: program[0], Arguments: arguments}); result.Status != "0" || result.Stderr != "" {
			t.Fatalf("%s gives status %s\n%s", program[0], result.Status, result.Stderr)
		}
	}
	sameFiles(t, generated[0], generated[1])
	classes := oracle.Compile(t, tools, generated[1], path[0])
	input, err := filepath.Abs(filepath.Join(folder, "input.txt"))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, tools, oracle.Command{Arguments: []string{"-cp", classes + separator + path[0], "CalcMain"}, Input: input},
		oracle.Question{Name: "library/Antlr", JDK: tools.JDK, Files: append(oracle.ProgramFiles(t, filepath.Dir(folder), filepath.Base(folder)), path...), Texts: javaOptions})
}
