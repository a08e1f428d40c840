package engine

import (
	"archive/zip"
	"cmp"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/sources"
	"hotlens/vm"
	"hotlens/vm/classfile"
	"hotlens/vm/configuration"
	"hotlens/vm/coverage"
	"hotlens/vm/filesystem"
)

// This file says what of the program's own classes a run has executed: also of those that it has not even loaded. Own are the classes in folders of the
// class path and of the module path, and of what is added to modules, and those of the jar with the main class; of a run of tests, what the packages of the sources hold, without the tests
// themselves where they have source folders of their own.

// maxClassFile bounds what is read of a class file, which the program may have written.
const maxClassFile = 16 << 20

// cover fills in a profile's coverage from the marks that the run has left.
func cover(profile *profiles.Profile, config configuration.Run, program vm.Program, isTest func(class string) bool) {
	if !config.MeasuresCoverage() {
		return
	}
	left := map[string][]profiles.ClassMarks{}
	for _, m := range profile.Marks {
		left[m.Class] = append(left[m.Class], m)
	}
	var each *eachTest
	if config.CoversTests() && program.Harness != nil {
		each = newEachTest(profile)
	}
	profile.Marks, profile.OfTests = nil, nil
	profile.Coverage = []profiles.ClassCoverage{}
	seen := map[string]bool{}
	eachClassFile(config, program, func(data []byte) {
		file, err := classfile.Parse(data)
		if err != nil || seen[file.Name] || file.Flags&(classfile.AccModule|classfile.AccSynthetic) != 0 || program.Harness != nil && (!program.Harness.Owns(file.Name) || isTest(file.Name)) {
			return
		}
		seen[file.Name] = true
		class := coverage.Of(file)
		marks := make([]bool, class.Count)
		for _, m := range left[file.Name] { // several loaders may have the class
			if m.Digest == class.Digest {
				mark(marks, m.Left)
			}
		}
		profile.Coverage = append(profile.Coverage, class.Covered(marks))
		if each != nil {
			each.add(file.Name, class)
		}
	})
	if each != nil {
		profile.TestCoverage = each.all()
	}
	slices.SortFunc(profile.Coverage, func(a, b profiles.ClassCoverage) int { return cmp.Compare(a.Class, b.Class) })
}

// mark adds what was left to some marks.
func mark(marks, left []bool) {
	for i := range min(len(marks), len(left)) {
		marks[i] = marks[i] || left[i]
	}
}

// eachTest sums up by tests what they have executed.
type eachTest struct {
	order []profiles.TestID
	tests map[profiles.TestID]*profiles.TestCoverage
	marks map[string][]testMarks // by the class that they were left in
}

// testMarks are marks of a class file, by its digest.
type testMarks struct {
	profiles.TestMarks
	digest uint64
}

// newEachTest takes over the marks of tests from a profile.
func newEachTest(profile *profiles.Profile) *eachTest {
	e := &eachTest{tests: map[profiles.TestID]*profiles.TestCoverage{}, marks: map[string][]testMarks{}}
	e.test(profiles.TestID{}) // around tests: in front
	for _, m := range profile.OfTests {
		e.test(m.Test)
		of := &profile.Marks[m.Of]
		e.marks[of.Class] = append(e.marks[of.Class], testMarks{m, of.Digest})
	}
	return e
}

// test is what is known of a test.
func (e *eachTest) test(id profiles.TestID) *profiles.TestCoverage {
	if e.tests[id] == nil {
		e.order = append(e.order, id)
		e.tests[id] = &profiles.TestCoverage{Class: id.Class, Method: id.Method, Classes: []profiles.ExecutedClass{}}
	}
	return e.tests[id]
}

// add adds what the tests have executed of a class.
func (e *eachTest) add(name string, class *coverage.Class) {
	left := map[profiles.TestID][]bool{} // by all invocations of the test, in all loaders of the class
	for _, m := range e.marks[name] {
		if m.digest != class.Digest {
			continue
		}
		if left[m.Test] == nil {
			left[m.Test] = make([]bool, class.Count)
		}
		mark(left[m.Test], m.Left)
	}
	for id, marks := range left {
		if lines := class.Executed(marks); len(lines) > 0 {
			of := e.test(id)
			of.Classes = append(of.Classes, profiles.ExecutedClass{Class: name, Lines: lines})
		}
	}
}

// all are the tests that have executed anything, with their classes by name.
func (e *eachTest) all() []profiles.TestCoverage {
	all := []profiles.TestCoverage{}
	for _, id := range e.order {
		if of := e.tests[id]; len(of.Classes) > 0 {
			slices.SortFunc(of.Classes, func(a, b profiles.ExecutedClass) int { return cmp.Compare(a.Class, b.Class) })
			all = append(all, *of)
		}
	}
	return all
}

// eachClassFile calls f with the program's own class files, in the order in which class loaders look for them. What cannot be read is left out.
func eachClassFile(config configuration.Run, program vm.Program, f func(data []byte)) {
	main := strings.ReplaceAll(cmp.Or(program.MainClass, mainOfModule(config.Modules.Main)), ".", "/") + ".class"
	for _, entry := range classPlaces(config) {
		info, err := os.Stat(entry)
		if err != nil {
			continue
		}
		var files fs.FS
		if info.IsDir() {
			files = os.DirFS(entry)
		} else {
			jar, err := zip.OpenReader(entry)
			if err != nil {
				continue
			}
			defer jar.Close()
			if _, err := fs.Stat(jar, main); err != nil {
				continue
			}
			files = jar
		}
		err = fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".class") || strings.HasPrefix(path, "META-INF/") {
				return nil
			}
			if data, err := readBounded(files, path, maxClassFile); err == nil {
				f(data)
			}
			return nil
		})
		if err != nil {
			slog.Debug("class files of the coverage", "entry", entry, "error", err)
		}
	}
}

// classPlaces are the folders and jars that the program has its classes from, in the order in which class loaders look for them. For an output folder that it is shown as built these are the folders whose files it is shown: it does not
// see the classes that a build has left there, which may be old.
func classPlaces(config configuration.Run) (all []string) {
	add := func(place string) {
		if !slices.Contains(all, place) {
			all = append(all, place)
		}
	}
	for _, entry := range concat(config.ClassPath, config.Modules.Files()) {
		at := slices.IndexFunc(config.Policy.Built, func(built filesystem.Built) bool { return built.Folder == entry })
		if at < 0 || config.Policy.Unrestricted {
			add(entry)
			continue
		}
		for _, part := range config.Policy.Built[at].From { // by which output folder the program is shown a class makes no difference
			add(part.Folder)
		}
	}
	return all
}

// mainOfModule is the class in MODULE/CLASS.
func mainOfModule(module string) string {
	_, class, _ := strings.Cut(module, "/")
	return class
}

func readBounded(files fs.FS, path string, most int64) ([]byte, error) {
	file, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, most))
}

// isTest tells whether a class is declared in a source folder that is for tests only.
func (r *testRun) isTest(index *sources.Index) func(class string) bool {
	if r == nil || index == nil || !r.set.build.OnlyTests() {
		return func(string) bool { return false }
	}
	files := index.ByType()
	return func(class string) bool {
		file := cmp.Or(files[class], files[profiles.Outermost(class)]) // anonymous classes are not listed
		return file != nil && slices.ContainsFunc(r.set.roots, func(root string) bool { return strings.HasPrefix(file.Path, root+string(filepath.Separator)) })
	}
}
