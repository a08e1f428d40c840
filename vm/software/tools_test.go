package software

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"hotlens/vm/oracle"
	"hotlens/vm/release"
)

// This file runs the tools of the JDK itself.

var toolFilter = flag.String("tool", "", "only run the scenarios whose name matches this regular expression")

// toolMains are the main classes of the JDK's tools, as its own launchers in bin
// start them.
var toolMains = map[string]string{
	"jar":        "jdk.jartool/sun.tools.jar.Main",
	"jarsigner":  "jdk.jartool/sun.security.tools.jarsigner.Main",
	"javac":      "jdk.compiler/com.sun.tools.javac.Main",
	"javadoc":    "jdk.javadoc/jdk.javadoc.internal.tool.Main",
	"javap":      "jdk.jdeps/com.sun.tools.javap.Main",
	"jdeprscan":  "jdk.jdeps/com.sun.tools.jdeprscan.Main",
	"jdeps":      "jdk.jdeps/com.sun.tools.jdeps.Main",
	"jimage":     "jdk.jlink/jdk.tools.jimage.Main",
	"jlink":      "jdk.jlink/jdk.tools.jlink.internal.Main",
	"jmod":       "jdk.jlink/jdk.tools.jmod.Main",
	"jrunscript": "java.scripting/com.sun.tools.script.shell.Main",
	"jshell":     "jdk.jshell/jdk.internal.jshell.tool.JShellToolProvider",
	"keytool":    "java.base/sun.security.tools.keytool.Main",
	"launcher":   "jdk.compiler/com.sun.tools.javac.launcher.Main",
	"serialver":  "jdk.compiler/sun.tools.serialver.SerialVer",
}

// newLauncher is the main class of "launcher" from JDK 25 on.
const newLauncher = "jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher"

// TestTools runs the scenarios testdata/tools/*.txtar. The files of a scenario
// stand in a folder of each VM, in which its commands run one after the other.
// The lines of its comment are
//
//	both STATUS [<INPUT] [FLAG...] TOOL ARG...
//	    runs a tool of toolMains on both VMs, or with the tool "java" just what
//	    follows; both must give that exit status, the same stdout and the same
//	    stderr. JDK stands for the JDK's folder where an argument starts with it, and
//	    an argument RELEASE for its feature version.
//	java STATUS ..., hotlens STATUS ...
//	    runs it on one of them
//	share java FILE, share hotlens FILE
//	    copies a file from the folder of one VM to that of the other
//	forget REGEXP => TEXT
//	    replaces what depends on the date, the place or chance, everywhere
//	flags FLAG...
//	    are there for all commands that follow
//	sort
//	    compares the lines of the output of the next command in any order
//	remove FILE
//	    removes a file or a folder that is not to be compared
//
// and "#" starts a comment. In the end both folders must hold the same files.
func TestTools(t *testing.T) {
	playTools(t, oracle.FindTools(t), oracle.Sample(t, toolsShare, toolScenarios(t)))
}

// toolScenarios are the files of all scenarios.
func toolScenarios(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/tools/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios found: %v", err)
	}
	return files
}

// playTools plays scenarios with the tools of a JDK.
func playTools(t *testing.T, tools oracle.Tools, files []string) {
	t.Helper()
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		if chosen, err := regexp.MatchString(*toolFilter, name); err != nil {
			t.Fatal(err)
		} else if !chosen {
			continue
		}
		t.Run(name, func(t *testing.T) {
			oracle.Once(t)
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			toolPlay(t, tools, name, archive)
		})
	}
}

// TestToolJavacProject compiles a generated project with both compilers.
func TestToolJavacProject(t *testing.T) {
	tools := oracle.FindTools(t)
	if testing.Short() {
		t.Skip("make test-all compiles it; here TestToolProfiles has javac compile a class")
	}
	project := toolProject(toolProjectPackages)
	archive := &txtar.Archive{Comment: []byte("both 0 javac -Xlint:all -g -d classes @sources\nboth 0 java -cp classes part3.Main\n")}
	var sources strings.Builder
	for name, text := range project {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
	}
	slices.SortFunc(archive.Files, func(a, b txtar.File) int { return strings.Compare(a.Name, b.Name) })
	for _, file := range archive.Files {
		fmt.Fprintln(&sources, file.Name)
	}
	archive.Files = append(archive.Files, txtar.File{Name: "sources", Data: []byte(sources.String())})
	scenario := toolPlay(t, tools, "javac-project", archive)
	classes := 0
	for name := range toolTree(t, scenario.folders["hotlens"]) {
		if strings.HasSuffix(name, ".class") {
			classes++
		}
	}
	if least := 2 * len(project); classes < least {
		t.Errorf("%d classes were compiled, the project should have more than %d", classes, least)
	}
}

// TestToolProfiles profiles tools twice: the profiles are the same, byte by byte.
func TestToolProfiles(t *testing.T) {
	tools := oracle.FindTools(t)
	profiled := map[string][]string{
		"javac": {"--allow-write", ".", "-m", toolMains["javac"], "-d", ".", "Hello.java"},
		"javap": {"-m", toolMains["javap"], "-c", "-p", "java.util.Optional"},
	}
	for _, name := range oracle.Sample(t, toolsShare, slices.Sorted(maps.Keys(profiled))) {
		arguments := profiled[name]
		t.Run(name, func(t *testing.T) {
			oracle.Once(t)
			t.Parallel()
			var profiles [2]string
			// The same folder: javac has maps by path, whose hash codes may collide.
			folder := filepath.Join(t.TempDir(), "work")
			for i := range profiles {
				if err := os.RemoveAll(folder); err != nil {
					t.Fatal(err)
				}
				toolWrite(t, filepath.Join(folder, "Hello.java"), `record Hello(String name) { String greet() { return "Hello, " + name; } }`)
				result := oracle.Run(t, oracle.Command{
					Program:   tools.Hotlens,
					Arguments: append([]string{"profile", "--tier", *oracle.Tier, "--timeout", "0", "--format", "json", "-o", "profile.json"}, arguments...),
					Folder:    folder,
				})
				if result.Status != "0" {
					t.Fatalf("exit status %s\n%s", result.Status, result.Stderr)
				}
				text, err := os.ReadFile(filepath.Join(folder, "profile.json"))
				if err != nil {
					t.Fatal(err)
				}
				profiles[i] = string(text)
			}
			if !strings.Contains(profiles[0], `"complete": true`) {
				t.Error("the profile is not complete")
			}
			if profiles[0] != profiles[1] {
				t.Errorf("two profiles differ:\n%s", oracle.FirstDifference(profiles[0], profiles[1]))
			}
		})
	}
}

// toolScenario is a scenario that is being played.
type toolScenario struct {
	*testing.T
	tools   oracle.Tools
	archive *txtar.Archive
	home    string            // of the JDK
	feature int               // its version
	folders map[string]string // by VM: "java" and "hotlens"
	both    []string          // the lines of commands that both run
	results map[string][]oracle.Result
	cpu     map[string]time.Duration
	forget  []toolRule
	flags   []string // for every command
	sort    bool     // the lines of the next command's output
}

// toolRule replaces what may differ.
type toolRule struct {
	pattern *regexp.Regexp
	text    string
}

// toolPlay plays a scenario on hotlens and, unless it is known what java answers, on java, and compares what they print and the folders in the end.
func toolPlay(t *testing.T, tools oracle.Tools, name string, archive *txtar.Archive) *toolScenario {
	t.Helper()
	javac, err := filepath.EvalSymlinks(tools.Javac)
	if err != nil {
		t.Fatal(err)
	}
	s := &toolScenario{
		T: t, tools: tools, archive: archive, home: filepath.Dir(filepath.Dir(javac)),
		folders: map[string]string{}, cpu: map[string]time.Duration{}, results: map[string][]oracle.Result{},
	}
	values, err := release.File(s.home)
	if err != nil {
		t.Fatal(err)
	}
	s.feature = release.FeatureOf(values[release.VersionKey])
	root := t.TempDir()
	for _, vm := range []string{"java", "hotlens"} {
		s.folders[vm] = filepath.Join(root, vm)
		if err := os.Mkdir(s.folders[vm], 0o755); err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			toolWrite(t, filepath.Join(s.folders[vm], file.Name), string(file.Data))
		}
	}
	defer func() {
		t.Logf("processor time: java %.1f s, hotlens %.1f s", s.cpu["java"].Seconds(), s.cpu["hotlens"].Seconds())
	}()
	if s.shares() {
		s.play("java", "hotlens")
		s.compare()
		return s
	}
	s.play("hotlens")
	answers := oracle.ReadAnswers(t, answersFile)
	q := oracle.Question{Name: "tool/" + name, JDK: tools.JDK, Texts: []string{string(txtar.Format(archive))}}
	if answers.Known(t, q, s.answer("hotlens")) {
		return s
	}
	s.play("java")
	answers.Note(t, q, s.answer("java"))
	s.compare()
	return s
}

// shares tells whether one VM goes on with what the other has made.
func (s *toolScenario) shares() bool {
	for line := range strings.Lines(string(s.archive.Comment)) {
		if words := strings.Fields(line); len(words) > 0 && (words[0] == "share" || s.folders[words[0]] != "") {
			return true
		}
	}
	return false
}

// play executes the lines of the scenario on some VMs, one line after the other.
func (s *toolScenario) play(vms ...string) {
	s.Helper()
	s.both, s.forget, s.flags, s.sort = nil, nil, nil, false
	for line := range strings.Lines(string(s.archive.Comment)) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			s.step(words, vms)
		}
	}
}

// step executes a line of a scenario.
func (s *toolScenario) step(words, vms []string) {
	s.Helper()
	switch {
	case words[0] == "both" && len(words) > 2:
		s.both = append(s.both, strings.Join(words, " "))
		for _, vm := range vms {
			s.results[vm] = append(s.results[vm], s.run(vm, words[1:]))
		}
		s.sort = false
	case s.folders[words[0]] != "" && len(words) > 2:
		s.run(words[0], words[1:])
	case words[0] == "share" && len(words) == 3 && s.folders[words[1]] != "":
		to := map[string]string{"java": "hotlens", "hotlens": "java"}[words[1]]
		data, err := os.ReadFile(filepath.Join(s.folders[words[1]], words[2]))
		if err != nil {
			s.Fatal(err)
		}
		toolWrite(s.T, filepath.Join(s.folders[to], words[2]), string(data))
	case words[0] == "forget" && slices.Contains(words, "=>"):
		pattern, text, _ := strings.Cut(strings.Join(words[1:], " "), " =>")
		s.forget = append(s.forget, toolRule{regexp.MustCompile(pattern), strings.TrimPrefix(text, " ")})
	case words[0] == "flags":
		s.flags = words[1:]
	case words[0] == "sort" && len(words) == 1:
		s.sort = true
	case words[0] == "remove" && len(words) == 2:
		for _, vm := range vms {
			path := filepath.Join(s.folders[vm], words[1])
			if _, err := os.Lstat(path); err != nil {
				s.Errorf("%s has not made it: %v", vm, err)
			}
			if err := os.RemoveAll(path); err != nil {
				s.Fatal(err)
			}
		}
	default:
		s.Fatalf("what is %q? See TestTools", strings.Join(words, " "))
	}
}

// run runs a command on a VM: the words after its name.
func (s *toolScenario) run(vm string, words []string) oracle.Result {
	s.Helper()
	status, words := words[0], words[1:]
	command := oracle.Command{Program: s.tools.Java, Folder: s.folders[vm], Settings: s.tools.Settings}
	if vm == "hotlens" {
		command.Program, command.Arguments = s.tools.Hotlens, []string{"run", "--tier", *oracle.Tier}
	} else {
		command.Arguments = append(command.Arguments, toolJavaOptions...)
	}
	if input, ok := strings.CutPrefix(words[0], "<"); ok {
		command.Input = filepath.Join(s.folders[vm], input)
		words = words[1:]
	}
	command.Arguments = append(command.Arguments, s.flags...)
	for i, word := range words {
		if rest, ok := strings.CutPrefix(word, "JDK"); ok {
			word = s.home + rest
		} else if word == "RELEASE" {
			word = fmt.Sprint(s.feature)
		}
		main := toolMains[word]
		if word == "launcher" && s.feature >= 25 {
			main = newLauncher
		}
		if main != "" && !slices.ContainsFunc(words[:i], toolNamed) {
			command.Arguments = append(command.Arguments, "-m", main)
		} else if word != "java" {
			command.Arguments = append(command.Arguments, word)
		}
	}
	result := oracle.Run(s, command)
	s.cpu[vm] += result.CPU
	if result.Status != status {
		s.Fatalf("%s on %s: exit status %s, want %s\n%s\n%s", strings.Join(words, " "), vm, result.Status, status,
			oracle.LastLines(result.Stdout, 10), oracle.LastLines(result.Stderr, 20))
	}
	result.Stdout, result.Stderr = s.normal(vm, result.Stdout), s.normal(vm, result.Stderr)
	return result
}

// toolJavaOptions are the options of java for tools, which take a fraction of a second each: the optimising compiler would take a third of their time and save none.
var toolJavaOptions = []string{"-XX:TieredStopAtLevel=1"}

// toolNamed tells whether a word of a command is its tool.
func toolNamed(word string) bool { return word == "java" || toolMains[word] != "" }

// normal is a text without what may differ.
func (s *toolScenario) normal(vm, text string) string {
	text = strings.ReplaceAll(text, s.folders[vm], "FOLDER")
	for _, rule := range s.forget {
		text = rule.pattern.ReplaceAllString(text, rule.text)
	}
	if s.sort {
		lines := strings.SplitAfter(text, "\n")
		slices.Sort(lines)
		text = strings.Join(lines, "")
	}
	return text
}

// answer is all that is compared of a VM's results, as one. The status of each command is what the scenario says.
func (s *toolScenario) answer(vm string) oracle.Result {
	s.Helper()
	var said strings.Builder
	for _, result := range s.results[vm] {
		fmt.Fprintf(&said, "%q %q\n", result.Stdout, result.Stderr)
	}
	tree := toolTree(s.T, s.folders[vm])
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		fmt.Fprintf(&said, "%s %q\n", name, s.normal(vm, tree[name]))
	}
	return oracle.Result{Stdout: anywhere(s.T, s.tools, said.String())}
}

// compare compares what the two VMs have printed and written. Files that were there
// before do not count as something to see.
func (s *toolScenario) compare() {
	s.Helper()
	printed := false
	for i, line := range s.both {
		want, got := s.results["java"][i], s.results["hotlens"][i]
		if want.Stdout != got.Stdout {
			s.Errorf("%s\nstdout: %s", line, oracle.FirstDifference(want.Stdout, got.Stdout))
		}
		if want.Stderr != got.Stderr {
			s.Errorf("%s\nstderr: %s", line, oracle.FirstDifference(want.Stderr, got.Stderr))
		}
		printed = printed || want.Stdout+want.Stderr != ""
	}
	want, got := toolTree(s.T, s.folders["java"]), toolTree(s.T, s.folders["hotlens"])
	if !printed && len(want) <= len(s.archive.Files) {
		s.Error("the scenario prints nothing and makes no files: it cannot fail")
	}
	names := slices.Sorted(maps.Keys(want))
	if gotNames := slices.Sorted(maps.Keys(got)); !slices.Equal(names, gotNames) {
		s.Errorf("the files differ: %s", oracle.FirstDifference(strings.Join(names, "\n"), strings.Join(gotNames, "\n")))
		return
	}
	for _, name := range names {
		if want, got := s.normal("java", want[name]), s.normal("hotlens", got[name]); want != got {
			s.Errorf("%s differs: %s", name, oracle.FirstDifference(want, got))
			return
		}
	}
}

// toolTree is everything below a folder: the content of each file, "folder"
// for a folder and where a symbolic link leads, by the path in it. Of a file that is no text it has a digest: a run-time image has a hundred megabytes.
func toolTree(t testing.TB, folder string) map[string]string {
	t.Helper()
	tree := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == folder {
			return err
		}
		name, err := filepath.Rel(folder, path)
		switch {
		case err != nil:
		case entry.IsDir():
			tree[name] = "folder"
		case entry.Type()&fs.ModeSymlink != 0:
			tree[name], err = os.Readlink(path)
		default:
			var data []byte
			data, err = os.ReadFile(path)
			if bytes.IndexByte(data, 0) >= 0 {
				tree[name] = fmt.Sprintf("%d bytes, SHA-256 %x", len(data), sha256.Sum256(data))
			} else {
				tree[name] = string(data)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// toolWrite writes a file, with its folders.
func toolWrite(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
