package javac

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hotlens/vm/oracle"
)

// class is what a random class consists of; each field is a number that says which of some ways it has.
type class struct {
	there, kind, super, constant, constantOf, private, result, parameter, overloads, uses, body, deprecated, unchecked, extra, comment int
}

// parts are the class's fields, by a name, with how many ways each has.
func (c *class) parts() []struct {
	name string
	at   *int
	ways int
} {
	return []struct {
		name string
		at   *int
		ways int
	}{
		{"body", &c.body, 100}, {"there", &c.there, 8}, {"kind", &c.kind, 3}, {"super", &c.super, classes}, {"constant", &c.constant, 100}, {"constantOf", &c.constantOf, classes},
		{"private", &c.private, 2}, {"result", &c.result, 3}, {"parameter", &c.parameter, 3}, {"overloads", &c.overloads, 32}, {"uses", &c.uses, classes},
		{"deprecated", &c.deprecated, 2}, {"unchecked", &c.unchecked, 2}, {"extra", &c.extra, 3}, {"comment", &c.comment, 2},
	}
}

// classes is how many there are, in two packages by turns.
const classes = 8

func nameOf(i int) string { return fmt.Sprintf("%c.C%d", "pq"[i%2], i) }

// text is the source of class i. It uses what depends on others in as many ways as there are: constants in labels, in annotations and in concatenated strings,
// overloaded methods, inherited members, lambdas, switches on enums, and types that stand nowhere in the text.
func (c *class) text(i int) string {
	if c.there == 7 {
		return ""
	}
	var t strings.Builder
	fmt.Fprintf(&t, "package %c;\nimport java.util.*;\n", "pq"[i%2])
	if c.comment > 0 {
		t.WriteString("// moved\n")
	}
	used := nameOf(c.uses)
	fmt.Fprintf(&t, "@p.Note(%s.K)\npublic class C%d", used, i)
	if c.super < i {
		fmt.Fprintf(&t, " extends %s", nameOf(c.super))
	}
	if c.kind > 0 {
		fmt.Fprintf(&t, " implements %s", []string{"", "p.Fn", "Comparable<String>"}[c.kind])
	}
	t.WriteString(" {\n")
	of := ""
	if c.constantOf < i {
		of = " + " + nameOf(c.constantOf)
	}
	constant, text := fmt.Sprint(c.constant), fmt.Sprintf("\"s%d\"", c.constant)
	if of != "" {
		constant, text = constant+of+".K", text+of+".S"
	}
	fmt.Fprintf(&t, "\tpublic static final int K = %s;\n\tpublic static final String S = %s;\n", constant, text)
	if c.private > 0 {
		t.WriteString("\tprivate int hidden = new Object() { int f() { return 1; } }.f();\n")
	}
	if c.deprecated > 0 {
		t.WriteString("\t@Deprecated\n")
	}
	fmt.Fprintf(&t, "\tpublic %s m(%s a) { return %d; }\n", []string{"int", "short", "char"}[c.result], []string{"int", "long", "Object"}[c.parameter], c.body)
	t.WriteString("\tpublic int compareTo(String s) { return 0; }\n\tpublic void run() { }\n\tpublic static String f(Object o) { return \"o\"; }\n")
	for bit, overload := range []string{"Integer f(int o) { return 1; }", "Long f(Integer o) { return 2L; }", "String f(p.Fn o) { return S; }", "Integer f(Runnable o) { return K; }", "String f(Comparable<String> o) { return S; }"} {
		if c.overloads&(1<<bit) != 0 {
			t.WriteString("\tpublic static " + overload + "\n")
		}
	}
	fmt.Fprintf(&t, "\tpublic enum E { A, B%s }\n\tpublic static %s make() { return null; }\n", strings.Repeat(", D", c.extra&1), used)
	fmt.Fprintf(&t, `	Object use(int n) {
		switch (n) { case %[1]s.K: n++; break; case -%[2]d: n--; break; default: }
		switch (%[1]s.E.values()[n]) { case B: n += %[2]d; break; default: }
		Object o = new %[1]s().m(n) + "x" + n + %[1]s.S + new %[1]s().hashCode();
		int[] numbers = { n };
		for (int i : numbers.clone()) n += i + numbers.length;
		o = "" + %[1]s.f(n) + %[1]s.f(new %[1]s()) + %[1]s.f(%[1]s.make().make()) + new Random(n);
		return %[1]s.make().make().toString() + o;
	}
`, used, c.body+1)
	if c.unchecked > 0 {
		t.WriteString("\tvoid raw(List l) { l.add(1); }\n")
	}
	if c.extra > 1 {
		t.WriteString("\tstatic class Inner extends C" + fmt.Sprint(i) + " { public String toString() { return S + K; } }\n")
	}
	t.WriteString("}\n")
	if c.extra > 0 {
		fmt.Fprintf(&t, "class Help%d { int i = %s.K; }\n", i, used)
	}
	return t.String()
}

// TestIncrementalLikeFull edits a random program again and again, and compares what comes of compiling what has changed with what comes of
// compiling everything: class files, byte for byte, and messages.
func TestIncrementalLikeFull(t *testing.T) {
	oracle.Once(t)
	for name, value := range map[string]string{"rapid.checks": "15", "rapid.seed": "1", "rapid.nofailfile": "true"} {
		f := flag.Lookup(name)
		if before := f.Value.String(); before == f.DefValue {
			if err := flag.Set(name, value); err != nil {
				t.Fatal(err)
			}
			defer flag.Set(name, before)
		}
	}
	base := t.TempDir()
	number := 0
	rapid.Check(t, func(rt *rapid.T) {
		number++
		dir := filepath.Join(base, fmt.Sprint(number))
		p := edited{t: t, dir: dir, texts: map[string]string{}}
		var all [classes]class
		for i := range all {
			for _, part := range all[i].parts() {
				if part.name == "body" || part.name == "uses" || part.name == "super" || part.name == "constantOf" || part.name == "deprecated" {
					*part.at = rapid.IntRange(0, part.ways-1).Draw(rt, fmt.Sprintf("C%d.%s", i, part.name))
				}
			}
		}
		p.write("p/Note.java", "package p; public @interface Note { int value(); }")
		p.write("p/Fn.java", "package p; public interface Fn { void run(); }")
		p.write("p/Main.java", "package p; class Main { public static void main(String[] args) { new C0().use(1); new C6().m(2); } }")
		write := func() {
			for i := range all {
				p.write(strings.ReplaceAll(nameOf(i), ".", "/")+".java", all[i].text(i))
			}
		}
		write()
		p.compare("at first")
		for step := range rapid.IntRange(1, 12).Draw(rt, "steps") {
			said := fmt.Sprintf("step %d:", step)
			for range rapid.IntRange(1, 2).Draw(rt, "edits") {
				switch at := rapid.IntRange(0, classes+2).Draw(rt, "at"); at {
				case classes: // a class that comes before the library's
					text := []string{"", "package p; public class Random { public Random(int i) { } }", "package p; public class Random { public Random(long i) { } }"}
					p.write("p/Random.java", text[rapid.IntRange(0, 2).Draw(rt, "Random")])
				case classes + 1:
					text := []string{"void run();", "void run(); default void other() { }", "int run(int i);", "void run(); int two();"}
					p.write("p/Fn.java", "package p; public interface Fn { "+text[rapid.IntRange(0, 3).Draw(rt, "Fn")]+" }")
				case classes + 2:
					text := []string{"int value();", "int value(); int more() default 1;", "long value();"}
					p.write("p/Note.java", "package p; public @interface Note { "+text[rapid.IntRange(0, 2).Draw(rt, "Note")]+" }")
				default:
					part := rapid.SampledFrom(all[at].parts()).Draw(rt, "part")
					*part.at = rapid.IntRange(0, part.ways-1).Draw(rt, part.name)
					said += fmt.Sprintf(" C%d.%s=%d", at, part.name, *part.at)
				}
			}
			write()
			if rapid.IntRange(0, 3).Draw(rt, "session") == 0 {
				endSession(t)
				said += " in another session"
			}
			p.compare(said)
		}
	})
}

// edited is a program that is edited.
type edited struct {
	t     *testing.T
	dir   string
	texts map[string]string
}

// endSession has the service know nothing but what outlasts it.
func endSession(t *testing.T) {
	t.Helper()
	if err := service.turn.Take(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer service.turn.Give()
	service.forgetAll()
}

// write writes a file, or removes it for "".
func (p *edited) write(name, text string) {
	p.t.Helper()
	if before, ok := p.texts[name]; ok && before == text {
		return
	}
	p.texts[name] = text
	if text != "" {
		write(p.t, p.dir, filepath.Join("src", name), text)
	} else if err := os.Remove(filepath.Join(p.dir, "src", name)); err != nil && !os.IsNotExist(err) {
		p.t.Fatal(err)
	}
}

// compare compiles the program in both ways.
func (p *edited) compare(when string) {
	p.t.Helper()
	p.compareOf(when, Request{Files: []string{filepath.Join(p.dir, "src", "p", "Main.java")}})
}

// compareOf compiles what a request says in both ways, and returns what comes of the second, of which it tells how many compilations it took.
func (p *edited) compareOf(when string, request Request) (part *Result, compilations int) {
	p.t.Helper()
	request.OutputDir = filepath.Join(p.dir, "full")
	full := compile(p.t, request)
	request.OutputDir, request.Keep, request.Store = filepath.Join(p.dir, "part"), filepath.Join(p.dir, "keep"), p.dir
	before := service.lastID
	part = compile(p.t, request)
	compilations = service.lastID - before
	if full.OK != part.OK {
		p.t.Fatalf("%s: compiles: %t, fully: %t\n%s\nfully\n%s", when, part.OK, full.OK, said(part), said(full))
	}
	again := compile(p.t, request)
	if diff := gocmp.Diff(part, again); diff != "" {
		p.t.Errorf("%s: a second time (-first +second):\n%s", when, diff)
	}
	if !full.OK {
		return part, compilations
	}
	if diff := gocmp.Diff(said(full), said(part)); diff != "" {
		p.t.Errorf("%s: messages (-full +part):\n%s", when, diff)
	}
	want, got := contents(p.t, filepath.Join(p.dir, "full")), contents(p.t, request.OutputDir)
	for name, text := range want {
		if got[name] != text {
			p.t.Errorf("%s: %s differs, or is missing: %t", when, name, got[name] == "")
		}
		delete(got, name)
	}
	for name := range got {
		p.t.Errorf("%s: there is %s, too", when, name)
	}
	byPath := func(r *Result) (files []string) {
		for _, f := range r.Index.Files {
			files = append(files, fmt.Sprintf("%+v", f))
		}
		slices.Sort(files)
		return files
	}
	if diff := gocmp.Diff(byPath(full), byPath(part)); diff != "" {
		p.t.Errorf("%s: index (-full +part):\n%s", when, diff)
	}
	if p.t.Failed() {
		p.t.FailNow()
	}
	return part, compilations
}

// said are the messages, in an order that does not depend on who was compiled first.
func said(r *Result) string {
	all := slices.Clone(r.Diagnostics)
	for i, d := range all {
		// What javac says of several files it says of the one that it has looked at last.
		if before := all[max(i-1, 0)]; strings.HasSuffix(d.Code, ".plural") || strings.HasSuffix(before.Code, ".plural") {
			all[i].File = ""
		}
		if d.Kind == Note { // with the file as it was given to javac, or by its name
			all[i].Message = strings.TrimPrefix(d.Message, filepath.Dir(d.File)+string(filepath.Separator))
		}
	}
	slices.SortStableFunc(all, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.StartOffset, b.StartOffset), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	var text strings.Builder
	for _, d := range all {
		fmt.Fprintf(&text, "%+v\n", d)
	}
	return text.String()
}

// contents are the class files below a folder.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".class") {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestOutputOfSeveralWays compiles one program with options that change, as another branch's build may have them, into the same folder: it always has the classes of the text.
func TestOutputOfSeveralWays(t *testing.T) {
	dir := t.TempDir()
	request := Request{Files: []string{write(t, dir, "src/A.java", "class A { }")}, OutputDir: filepath.Join(dir, "out"), Keep: filepath.Join(dir, "keep")}
	other, whole := request, request
	other.Options, whole.Keep = []string{"-parameters"}, ""
	for _, step := range []struct {
		request Request
		text    string
	}{
		{request, "class A { int first; }"},
		{other, "class A { int second; }"},
		{request, "class A { int first; }"},
		{other, "class A { int second; }"},
		{whole, "class A { int third; }"},
		{other, "class A { int second; }"},
	} {
		write(t, dir, "src/A.java", step.text)
		mustCompile(t, step.request)
		class, err := os.ReadFile(filepath.Join(request.OutputDir, "A.class"))
		if field := strings.Fields(step.text)[4]; err != nil || !bytes.Contains(class, []byte(strings.TrimSuffix(field, ";"))) {
			t.Errorf("%v with options %q: the class is another one (%v)", step.text, step.request.Options, err)
		}
	}
}

// TestSessions checks that the next session compiles nothing that has not changed, whatever has become of the file that tells it.
func TestSessions(t *testing.T) {
	dir := t.TempDir()
	request := Request{
		Files: []string{write(t, dir, "src/p/Main.java", "package p; class Main { int i = q.Used.K; Object o = new java.util.Date(1, 2, 3); }")}, OutputDir: filepath.Join(dir, "out"),
		Keep: filepath.Join(dir, "keep"), Store: filepath.Join(dir, "store"),
	}
	if err := os.Mkdir(request.Store, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "src/q/Used.java", "package q; public class Used { public static final int K = 1; }")
	first := mustCompile(t, request)
	next := func(name string, compiled bool) {
		t.Helper()
		endSession(t)
		before := service.lastID
		got := mustCompile(t, request)
		if diff := gocmp.Diff(first, got); diff != "" {
			t.Errorf("%s (-first +next):\n%s", name, diff)
		}
		if (service.lastID != before) != compiled {
			t.Errorf("%s: compiled: %t", name, !compiled)
		}
	}
	next("the same", false)
	// What is kept is read while the JVM boots.
	endSession(t)
	service.stop()
	if err := service.Boot(t.Context(), request); err != nil || len(service.kept) != 1 || len(service.kept[0].units) != 2 {
		t.Errorf("%v; of %d ways to compile there is something when the JVM has booted", err, len(service.kept))
	}
	if err := os.RemoveAll(request.OutputDir); err != nil {
		t.Fatal(err)
	}
	next("no output", false)
	before := service.lastID
	if err := service.Warm(t.Context(), request); err != nil || service.lastID != before+1 {
		t.Errorf("%v; %d compilations to warm the compiler", err, service.lastID-before)
	}
	paths, err := filepath.Glob(filepath.Join(request.Store, "*"+storeSuffix))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	// Another process has it.
	endSession(t)
	other := openStore(request.Store, service.storeKey(&Request{SourcePath: []string{filepath.Join(dir, "src")}}, mustLibraries(t)))
	if other == nil {
		t.Fatal("the file cannot be opened")
	}
	next("in use", true)
	other.close()
	content, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, damage := range [][]byte{slices.Repeat([]byte{0xa5}, len(content)), content[:len(content)/2], append(content[:os.Getpagesize()*2:os.Getpagesize()*2], make([]byte, len(content))...)} {
		endSession(t)
		if err := os.WriteFile(paths[0], damage, 0o600); err != nil {
			t.Fatal(err)
		}
		next("damaged", true)
		next("without a file", true)
		next("with a new one", false)
	}
	write(t, dir, "src/q/Used.java", "package q; public class Used { public static final int K = 2; }")
	endSession(t)
	if changed := mustCompile(t, request); changed.ClassesHash == first.ClassesHash {
		t.Error("the same classes")
	}
	old := filepath.Join(request.Store, "old"+storeSuffix)
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(old, maxStoreBytes+1); err != nil {
		t.Fatal(err)
	}
	prune(request.Store, paths[0])
	if left, err := filepath.Glob(filepath.Join(request.Store, "*"+storeSuffix)); err != nil || !slices.Equal(left, paths) {
		t.Errorf("%v, %v", left, err)
	}
	// Compiling what has changed warms the compiler enough.
	write(t, dir, "src/q/Used.java", "package q; public class Used { public static final int K = 2; } // the same for others")
	before = service.lastID
	if err := service.Warm(t.Context(), request); err != nil || service.lastID != before+1 {
		t.Errorf("%v; %d compilations to warm the compiler with an edited file", err, service.lastID-before)
	}
}

func mustLibraries(t *testing.T) string {
	t.Helper()
	libraries, err := librariesOf(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return libraries
}
