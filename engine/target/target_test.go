package target

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hotlens/engine/javac"
	"hotlens/engine/jdk"
	"hotlens/engine/project"
	"hotlens/vm/classpath"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
	"hotlens/vm/release"
)

// programs are classes with and without main methods.
const programs = `package p;
class Program { public static void main(String[] args) { } }
class Heir extends Program { void main() { } }
class None { static void main(String[] args) { } public static void main(String arg) { } }
class Instance { public void main(String[] args) { } }
class Returning { public static int main(String... args) { return 1; } }
class Outer { static class Nested { public static void main(String[] args) { } } }
interface Face { static void main(String[] args) { } }
`

var (
	service *javac.Service
	classes string            // folder with the compiled programs
	content map[string][]byte // its class files by name
)

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "hotlens-target-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	for _, variable := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		os.Setenv(variable, dir)
	}
	j, err := jdk.Find("")
	if err == nil {
		service = javac.Start(j)
		defer service.Close()
		err = compilePrograms(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

func compilePrograms(dir string) error {
	classes = filepath.Join(dir, "classes")
	file := filepath.Join(dir, "Programs.java")
	if err := os.WriteFile(file, []byte(programs), 0o644); err != nil {
		return err
	}
	result, err := service.Compile(context.Background(), javac.Request{Files: []string{file}, OutputDir: classes})
	if err != nil {
		return err
	}
	if !result.OK {
		return fmt.Errorf("%+v", result.Diagnostics)
	}
	content = make(map[string][]byte)
	for _, path := range result.Classes {
		if content[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			return err
		}
	}
	return nil
}

func write(t *testing.T, dir, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// jar writes a jar; a manifest of "" is left out.
func jar(t *testing.T, dir, name, manifest string, files map[string][]byte) string {
	t.Helper()
	var buffer bytes.Buffer
	archive := zip.NewWriter(&buffer)
	if manifest != "" {
		files = map[string][]byte{classpath.ManifestName: []byte(manifest), "p/Program.class": files["p/Program.class"], "p/None.class": files["p/None.class"]}
	}
	for name, text := range files {
		if text == nil {
			continue
		}
		file, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return write(t, dir, name, buffer.Bytes())
}

func TestClasses(t *testing.T) {
	dir := t.TempDir()
	lib := jar(t, dir, "lib/a.jar", "", map[string][]byte{"p/Program.class": content["Program.class"], "p/Heir.class": content["Heir.class"]})
	for _, test := range []struct {
		name string
		path []string
		want Target
	}{
		{"p.Program", []string{classes}, Target{MainClass: "p.Program", ClassPath: []string{classes}}},
		{"p/Program", []string{dir, classes}, Target{MainClass: "p.Program", ClassPath: []string{dir, classes}}},
		{"p.Heir", []string{classes}, Target{MainClass: "p.Heir", ClassPath: []string{classes}}},
		{"p.Outer$Nested", []string{classes}, Target{MainClass: "p.Outer$Nested", ClassPath: []string{classes}}},
		{"p.Face", []string{"missing", classes}, Target{MainClass: "p.Face", ClassPath: []string{"missing", classes}}},
		{"p.Heir", []string{lib}, Target{MainClass: "p.Heir", ClassPath: []string{lib}}},
		{"p.Heir", []string{filepath.Join(dir, "lib", "*")}, Target{MainClass: "p.Heir", ClassPath: []string{lib}}},
	} {
		got, err := Resolve(Spec{Name: test.name, ClassPath: test.path})
		if err != nil {
			t.Errorf("%s in %v: %v", test.name, test.path, err)
			continue
		}
		if diff := cmp.Diff(test.want, *got); diff != "" {
			t.Errorf("%s in %v: %s", test.name, test.path, diff)
		}
	}
	t.Setenv("CLASSPATH", strings.Join([]string{"nowhere", classes}, string(os.PathListSeparator)))
	if got, err := Resolve(Spec{Name: "p.Program"}); err != nil || !slices.Equal(got.ClassPath, []string{"nowhere", classes}) {
		t.Errorf("%v %v", got, err)
	}
	t.Setenv("CLASSPATH", "")
	t.Chdir(classes)
	if got, err := Resolve(Spec{Name: "p.Program"}); err != nil || !slices.Equal(got.ClassPath, []string{"."}) {
		t.Errorf("%v %v", got, err)
	}
}

// TestLaunchErrors compares what is refused, and the text, with the java launcher.
func TestLaunchErrors(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	program := content["Program.class"]
	write(t, dir, "Truncated.class", program[:len(program)/2])
	write(t, dir, "Garbage.class", []byte("not a class file"))
	write(t, dir, "Empty.class", nil)
	write(t, dir, "Program.class", program)
	newer := bytes.Clone(program)
	newer[7] = 65
	write(t, dir, "p/Program.class", newer)
	write(t, dir, "broken.jar", []byte("PK\x03\x04 and no more"))
	jar(t, dir, "none.jar", "", map[string][]byte{"p/Program.class": program})
	jar(t, dir, "no-main-class.jar", "Manifest-Version: 1.0\n\nName: x\nMain-Class: p.Program\n", nil)
	jar(t, dir, "absent.jar", "Main-Class: p.Absent\n", nil)

	for _, test := range []struct {
		spec    Spec
		reason  Reason
		message string
	}{
		{Spec{Name: "p.None", ClassPath: []string{classes}}, NoMain, "class p.None has no main method"},
		{Spec{Name: "p.Outer", ClassPath: []string{classes}}, NoMain, "class p.Outer has no main method"},
		{Spec{Name: "p.Instance", ClassPath: []string{classes}}, NoMain, "the main method of class p.Instance is not static"},
		{Spec{Name: "p.Returning", ClassPath: []string{classes}}, NoMain, "the main method of class p.Returning returns a value"},
		{Spec{Name: "p.Absent", ClassPath: []string{"x", classes}}, ClassNotFound, "there is no class p.Absent in x, " + classes},
		{Spec{Name: "Absent", ClassPath: []string{dir, "none.jar"}}, ClassNotFound, "there is no class Absent in " + dir + ", none.jar"},
		{Spec{Name: "Program", ClassPath: []string{dir}}, BadClass, "the class file of Program in " + dir + " holds class p.Program"},
		{Spec{Name: "Truncated", ClassPath: []string{dir}}, BadClass, "class Truncated in " + dir + " is damaged"},
		{Spec{Name: "Garbage", ClassPath: []string{dir}}, BadClass, "class Garbage in " + dir + " is damaged"},
		{Spec{Name: "Empty", ClassPath: []string{dir}}, BadClass, "class Empty in " + dir + " is damaged"},
		{Spec{Name: "p.Program", ClassPath: []string{dir}}, BadClass, "class file version 65.0"},
		{Spec{Name: "missing.jar", Jar: true}, BadJar, "the jar missing.jar cannot be read"},
		{Spec{Name: "broken.jar", Jar: true}, BadJar, "the jar broken.jar is damaged"},
		{Spec{Name: "none.jar", Jar: true}, NoMainClass, "the jar none.jar has no manifest, and so no Main-Class"},
		{Spec{Name: "no-main-class.jar", Jar: true}, NoMainClass, "the manifest of no-main-class.jar names no Main-Class"},
		{Spec{Name: "absent.jar", Jar: true}, ClassNotFound, "there is no class p.Absent in absent.jar"},
	} {
		t.Run(test.spec.Name, func(t *testing.T) {
			test.spec.Release = service.JDK().Release
			_, err := Resolve(test.spec)
			var refused *LaunchError
			if !errors.As(err, &refused) {
				t.Fatalf("got %v, want a LaunchError", err)
			}
			if refused.Reason != test.reason || !strings.Contains(err.Error(), test.message) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %d, %q, want %d, %q on one line", refused.Reason, err, test.reason, test.message)
			}
			args := []string{"-cp", strings.Join(test.spec.ClassPath, string(os.PathListSeparator)), test.spec.Name}
			if test.spec.Jar {
				args = []string{"-jar", test.spec.Name}
			}
			command := exec.Command(service.JDK().Java(), append([]string{"-XX:TieredStopAtLevel=1", "-Duser.language=en"}, args...)...)
			output, err := command.CombinedOutput()
			if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
				t.Fatalf("java ends with %v: %s", err, output)
			}
			if got := strings.ReplaceAll(strings.TrimRight(string(output), "\r\n"), "\r\n", "\n"); got != refused.Launcher {
				t.Errorf("the launcher says\n%s\nwant\n%s", refused.Launcher, got)
			}
		})
	}
}

func TestJars(t *testing.T) {
	dir := t.TempDir()
	files := map[string][]byte{"p/Program.class": content["Program.class"], "p/None.class": content["None.class"]}
	long := "Manifest-Version: 1.0\r\nMain-\r\n Class: p.Pro\r\n gram \r\n\r\n"
	for name, manifest := range map[string]string{
		"plain.jar":     "Main-Class: p.Program\n",
		"continued.jar": long,
		"slashes.jar":   "main-class: p/Program\r",
	} {
		path := jar(t, dir, name, manifest, files)
		got, err := Resolve(Spec{Name: path, Jar: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(Target{MainClass: "p.Program", ClassPath: []string{path}}, *got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	path := jar(t, dir, "access.jar", "Main-Class: p.Program\nAdd-Opens: m/p m/q\nAdd-Exports: m/r\nLauncher-Agent-Class: p.Agent\n", files)
	notes := []string{"the agent p.Agent, which the manifest of " + path + " names as Launcher-Agent-Class, is left out: agents work inside HotSpot"}
	if got, err := Resolve(Spec{Name: path, Jar: true}); err != nil {
		t.Error(err)
	} else if diff := cmp.Diff(Target{MainClass: "p.Program", ClassPath: []string{path}, Exports: []string{"m/r"}, Opens: []string{"m/p", "m/q"}, Notes: notes}, *got); diff != "" {
		t.Errorf("%s: %s", path, diff)
	}
	// The main class inherits its main from a class of another jar.
	jar(t, dir, "lib dir/base.jar", "", files)
	path = jar(t, dir, "heir.jar", "", map[string][]byte{
		classpath.ManifestName: []byte("Main-Class: p.Heir\nClass-Path: http://example.org/x.jar %zz lib%20dir/base.jar\n"),
		"p/Heir.class":         content["Heir.class"],
	})
	if got, err := Resolve(Spec{Name: path, Jar: true}); err != nil || got.MainClass != "p.Heir" {
		t.Errorf("%v %v", got, err)
	}
}

// resolveText resolves a source file with that text, and compiles it.
func resolveText(t *testing.T, name, text string) (*Target, error) {
	t.Helper()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	target, err := Resolve(Spec{Name: write(t, dir, name, []byte(text)), OutputDir: out, ClassPath: []string{"relative.jar"}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(target.ClassPath, []string{out, dir, "relative.jar"}) || !filepath.IsAbs(target.Compile.ClassPath[0]) {
		t.Errorf("class paths %v and %v", target.ClassPath, target.Compile.ClassPath)
	}
	result, err := service.Compile(t.Context(), *target.Compile)
	if err != nil {
		t.Fatal(err)
	}
	return target, target.Compiled(result)
}

func TestSourceFiles(t *testing.T) {
	const main = "public static void main(String[] args) { }"
	for _, test := range []struct{ name, text, want string }{
		{"A.java", "public class A { " + main + " }", "A"},
		{"a/b/A.java", "package a.b; class First { } class A$ { class Inner { } " + main + " }", "a.b.A$"},
		{"A.java", "class First { static class Nested { " + main + " } } interface A { " + main + " }", "A"},
	} {
		if target, err := resolveText(t, test.name, test.text); err != nil || target.MainClass != test.want {
			t.Errorf("%s: got %+v, %v, want %s", test.text, target, err, test.want)
		}
	}

	_, err := resolveText(t, "p/A.java", "package p; class A { static class Nested { "+main+" } } class B { }")
	var refused *LaunchError
	if !errors.As(err, &refused) || refused.Reason != NoMain || !strings.HasPrefix(refused.Launcher, "Error: Main method not found in class p.A, please define") {
		t.Errorf("got %v", err)
	}
	_, err = resolveText(t, "A.java", "class A {\n int i = missing; }")
	var failed *CompileError
	if !errors.As(err, &failed) || !strings.HasSuffix(err.Error(), "A.java:2: error: cannot find symbol") {
		t.Errorf("got %v", err)
	}
	if _, err = resolveText(t, "package-info.java", "package p;"); err == nil || !strings.Contains(err.Error(), "declares no class") {
		t.Errorf("got %v", err)
	}
	folder := filepath.Dir(write(t, t.TempDir(), "D.java/file", nil))
	for name, want := range map[string]string{
		"Missing.java": "there is no file Missing.java: check the path",
		folder:         "the source file cannot be read",
	} {
		if _, err := Resolve(Spec{Name: name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

func TestExpand(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.jar", "a.JAR", "c.zip", "d.jar.txt"} {
		write(t, dir, name, nil)
	}
	all := dir + string(os.PathSeparator) + "*"
	want := []string{".", filepath.Join(dir, "a.JAR"), filepath.Join(dir, "b.jar"), "x*", "last"}
	if diff := cmp.Diff(want, Expand([]string{"", all, "x*", "none/*", "last"})); diff != "" {
		t.Error(diff)
	}
}

func TestResolveModule(t *testing.T) {
	t.Setenv("CLASSPATH", "")
	for _, test := range []struct {
		spec Spec
		want Target
	}{
		{Spec{Name: "m/p.Main", Module: true}, Target{MainClass: "p.Main", Modules: configuration.Modules{Main: "m"}}},
		{Spec{Name: "m", Module: true}, Target{Modules: configuration.Modules{Main: "m"}}},
		{Spec{Name: "m/p.Main", Module: true, ClassPath: []string{"a", ""}}, Target{MainClass: "p.Main", Modules: configuration.Modules{Main: "m"}, ClassPath: []string{"a", "."}}},
	} {
		got, err := Resolve(test.spec)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&test.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", test.spec, diff)
		}
	}
}

// TestDoubts doubts errors where they may come of what is not known of a project, and no others.
func TestDoubts(t *testing.T) {
	message := func(code string) javac.Diagnostic {
		return javac.Diagnostic{Kind: javac.Error, Code: "compiler.err." + code}
	}
	unresolved, followed, syntax := message("doesnt.exist"), message("cant.apply.symbol"), message("expected3")
	built := t.TempDir()
	of := func(set project.SourceSet, model project.Model, missing ...string) *project.Build {
		model.Modules = []project.Module{{Sets: []project.SourceSet{set}, Missing: missing}}
		return model.Build(&model.Modules[0], &model.Modules[0].Sets[0])
	}
	build := func(model project.Model, missing ...string) *project.Build {
		return of(project.SourceSet{}, model, missing...)
	}
	processed := of(project.SourceSet{Compiler: project.Compiler{Processors: []string{"p.jar"}}}, project.Model{Origin: project.Maven})
	for name, test := range map[string]struct {
		build *project.Build
		all   []javac.Diagnostic
		want  []bool
	}{
		"it generates sources":  {of(project.SourceSet{Generates: true, Outputs: []string{filepath.Join(built, "nowhere")}}, project.Model{Origin: project.Maven}), []javac.Diagnostic{followed, unresolved}, []bool{true, true}},
		"they are generated":    {of(project.SourceSet{Generates: true, Outputs: []string{built}}, project.Model{Origin: project.Maven}), []javac.Diagnostic{followed, unresolved}, []bool{false, false}},
		"it has processors":     {processed, []javac.Diagnostic{unresolved, syntax}, []bool{true, false}},
		"of a processed class":  {processed, []javac.Diagnostic{followed}, []bool{false}},
		"no project":            {nil, []javac.Diagnostic{unresolved, followed}, []bool{false, false}},
		"all is known":          {build(project.Model{Origin: project.Maven}), []javac.Diagnostic{unresolved, followed}, []bool{false, false}},
		"a library is missing":  {build(project.Model{Origin: project.Maven}, "g:a:jar:1"), []javac.Diagnostic{followed, unresolved, syntax}, []bool{true, true, false}},
		"it is not missed":      {build(project.Model{Origin: project.Maven}, "g:a:jar:1"), []javac.Diagnostic{followed, syntax}, []bool{false, false}},
		"the tool cannot tell":  {build(project.Model{Origin: project.Layout, Problem: "Gradle fails"}), []javac.Diagnostic{followed, syntax}, []bool{true, false}},
		"it could before":       {build(project.Model{Origin: project.Gradle, Problem: "Gradle fails", Stale: true}), []javac.Diagnostic{followed, syntax}, []bool{false, false}},
		"something is new then": {build(project.Model{Origin: project.Gradle, Problem: "Gradle fails", Stale: true}), []javac.Diagnostic{followed, unresolved}, []bool{true, true}},
	} {
		doubts := Doubts(test.all, test.build, false)
		var got []bool
		for _, d := range test.all {
			got = append(got, doubts(d))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	for want, model := range map[string]project.Model{
		"Gradle fails: go by -cp. The build needs a:a:1, b:b:1, c:c:1 and 1 more": {Origin: project.Layout, Problem: "Gradle fails", Advice: "go by -cp"},
		"Gradle fails: go on": {Origin: project.Gradle, Problem: "Gradle fails", Advice: "go on", Stale: true},
	} {
		if got := Unresolved(build(model, "a:a:1", "b:b:1", "c:c:1", "d:d:1")); got != want {
			t.Errorf("what is said of a build that cannot be read: %q, want %q", got, want)
		}
	}
	if Doubts([]javac.Diagnostic{unresolved}, processed, true)(unresolved) {
		t.Error("an error is doubted although the processors have run")
	}
	unread := of(project.SourceSet{Compiler: project.Compiler{Processors: []string{"p.jar"}}}, project.Model{Origin: project.Layout, Problem: "Maven fails", Advice: "go by -cp"})
	for _, build := range []*project.Build{processed, unread} {
		if got := hint([]javac.Diagnostic{{Kind: javac.Error, Code: "compiler.err.cant.resolve.location.args", Message: "cannot find symbol\n  symbol:   method getName()"}}, build, false, newerThan(0)); !strings.Contains(got, "--processors") {
			t.Errorf("the hint about a method that a processor makes: %q", got)
		}
	}
	for symbol, hinted := range map[string]bool{"class Core": true, "variable Core": true, "variable count": false, "method count()": false} { // javac calls a class a variable whose static member is meant
		got := hint([]javac.Diagnostic{{Kind: javac.Error, Code: "compiler.err.cant.resolve.location", Message: "cannot find symbol\n  symbol:   " + symbol + "\n  location: class App"}}, build(project.Model{Origin: project.Maven}, "shop:core:jar:1"), false, newerThan(0))
		if strings.Contains(got, "cannot find shop:core:jar:1") != hinted {
			t.Errorf("the hint about the %s where a library is missing: %q", symbol, got)
		}
	}
}

// TestNewerJava says of code for a newer Java which JDK has what it lacks, or that a newer one may, and of other errors nothing of the kind.
func TestNewerJava(t *testing.T) {
	oracle.Once(t)
	const never = 1000 // no JDK compiles it
	newest, err := jdk.Open("../../.tools/jdk25/jdk")
	if err != nil {
		t.Logf("there is no JDK 25, which make tools installs where it can be had: %v", err)
	}
	java := service.JDK().Release.Feature
	older := fmt.Sprintf("newer Java than %d: ", java)
	for name, test := range map[string]struct {
		since int    // the first JDK that runs it
		hint  string // with a JDK 25 beside
		alone string // without one
		text  string
	}{
		"MethodOfInterface": {21, "JDK 25 has it", "", `import java.util.*; class MethodOfInterface { public static void main(String[] a) { List.of(1).getFirst(); } }`},
		"MethodOfVariable":  {21, "JDK 25 has it", "", `import java.util.*; class MethodOfVariable { public static void main(String[] a) { ArrayList<String> l = new ArrayList<>(); l.reversed(); } }`},
		"MethodOfNested":    {never, "", "", `import java.util.*; class MethodOfNested { public static void main(String[] a) { Map.entry(1, 2).getKeys(); } }`},
		"ClassOfPackage":    {25, "JDK 25 has it", older, `import java.util.stream.Gatherers; class ClassOfPackage { public static void main(String[] a) { } }`},
		"Package":           {25, "JDK 25 has it", older, `import java.lang.classfile.ClassFile; class Package { public static void main(String[] a) { } }`},
		"Patterns":          {21, older, older, `class Patterns { public static void main(String[] a) { Object o = a; switch (o) { case String s -> s.length(); default -> { } } } }`},
		"Unnamed":           {25, older, older, `class Unnamed { public static void main(String[] a) { try { a[0] = null; } catch (RuntimeException _) { } } }`},
		"InstanceMain":      {25, older, older, `class InstanceMain { void main() { } }`},
		"CompactFile":       {25, older, older, "static int f() { return 1; }\n\nvoid main() { f(); }\n"},

		"Misspelt":       {never, "", "", `class Misspelt { public static void main(String[] a) { mian(a); } }`},
		"MisspeltMethod": {never, "", "", `import java.util.*; class MisspeltMethod { public static void main(String[] a) { List.of(1).getFrist(); } }`},
		"MisspeltClass":  {never, "", older, `import java.util.Lst; class MisspeltClass { public static void main(String[] a) { } }`},
		"Brace":          {never, "", "", "class Brace { public static void main(String[] a) { } }\n}\n"},
		"OtherJar":       {never, "", "", `import org.junit.Test; class OtherJar { public static void main(String[] a) { } }`},
		"OtherMain":      {never, "", "", `class OtherMain { static int main(int x) { return x; } }`},
		"Unfinished":     {never, "", "", `class Unfinished { public static void main(String[] a) { int x = } }`},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			found, err := Resolve(Spec{Name: write(t, dir, name+".java", []byte(test.text)), OutputDir: filepath.Join(dir, "classes"), Release: service.JDK().Release})
			if err != nil {
				t.Fatal(err)
			}
			result, err := service.Compile(context.Background(), *found.Compile)
			if err != nil {
				t.Fatal(err)
			}
			hint := func(java int, beside ...*jdk.JDK) string {
				newer := &newerJDKs{java: java, look: func(java int) []*jdk.JDK {
					return slices.DeleteFunc(slices.Clone(beside), func(j *jdk.JDK) bool { return j.Release.Feature <= java })
				}}
				defer newer.close()
				err := found.compiled(result, newer)
				var uncompiled *CompileError
				var refused *LaunchError
				switch {
				case errors.As(err, &uncompiled):
					return uncompiled.Hint
				case errors.As(err, &refused):
					return refused.Hint
				case err != nil:
					t.Fatal(err)
				}
				return ""
			}
			if err := found.Compiled(result); (java >= test.since) != (err == nil) {
				t.Errorf("on JDK %d: %v", java, err)
			}
			check := func(got, want string) {
				t.Helper()
				if java >= release.Newest().Feature || java >= test.since {
					want = ""
				}
				tells := strings.Contains(got, "Java than") || strings.Contains(got, "has it")
				if !strings.Contains(got, want) || tells != (want != "") {
					t.Errorf("the hint is %q, want %q", got, want)
				}
			}
			check(hint(java), test.alone)
			if newest != nil {
				got := hint(java, newest)
				check(got, test.hint)
				if strings.Contains(got, "--jdk") && !strings.HasSuffix(got, " "+newest.Home) {
					t.Errorf("the hint does not name the JDK: %q", got)
				}
				check(hint(0, newest), "")
			}
			check(hint(0), "")
			if found.Java != java {
				t.Errorf("it is compiled for Java %d, want %d", found.Java, java)
			}
		})
	}
}
