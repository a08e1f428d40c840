package javac

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"hotlens/profiles/sources"
	"hotlens/vm/classfile"
	"hotlens/vm/oracle"
)

// unlisted are the methods that javac calls on its own account, by name: what an
// instruction calls that belongs to no call expression must be among them.
var unlisted = []string{
	"valueOf", "intValue", "longValue", "booleanValue", "doubleValue", "charValue", // boxing
	"iterator", "hasNext", "next", // enhanced for
	"close", "addSuppressed", // try-with-resources
	"hashCode", "equals", // switch on strings
	"ordinal", "values", "clone", "$values", // enums
	"requireNonNull",         // outer instances, method references
	"desiredAssertionStatus", // assert
	"append",                 // string concatenation before JDK 9
	"toString",               // records
	"getImplMethodName",      // $deserializeLambda$, and what follows
	"getImplMethodKind", "getFunctionalInterfaceClass", "getFunctionalInterfaceMethodName",
	"getFunctionalInterfaceMethodSignature", "getImplClass", "getImplMethodSignature",
	"<init>", // super() that the text leaves out, thrown errors
}

// TestCorpus checks larger programs, of which one is our own, without lists.
func TestCorpus(t *testing.T) {
	oracle.Once(t)
	for name, options := range map[string][]string{
		"testdata/corpus/*.java":       nil,
		"java/hotlens/compiler/*.java": internalsOptions(),
	} {
		paths, err := filepath.Glob(filepath.FromSlash(name))
		if err != nil || len(paths) == 0 {
			t.Fatal("no files", err)
		}
		archive := &txtar.Archive{}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			archive.Files = append(archive.Files, txtar.File{Name: filepath.Base(path), Data: text})
		}
		c := compileArchive(t, t.TempDir(), archive, options...)
		c.checkInstructions(t)
		checkLikeJavac(t, c)
	}
}

// TestOldRelease checks class files from before nests (JEP 181) and before
// invokedynamic concatenation, where private members are reached through accessors.
func TestOldRelease(t *testing.T) {
	c := compileArchive(t, t.TempDir(), &txtar.Archive{Files: []txtar.File{{Name: "Old.java", Data: []byte(`
class Old {
    private int secret(int i) { return i; }
    private Old() { }
    private static Old make() { return new Old(); }
    class Inner {
        private Inner(String s) { }
        int m() { return secret(secret(1)) + Old.this.secret(2) + ("a" + make() + new Old()).length(); }
    }
    Runnable r = () -> new Inner("x").m();
    Object o = new Inner("y");
}`)}}}, "-Xlint:-options", "--release", "8")
	c.checkInstructions(t)
	checkLikeJavac(t, c)
	if !strings.Contains(c.list(), "secret(1) [secret] -> Old.access$000 (LOld;I)I #0 @9\n") {
		t.Error(c.list())
	}
}

// TestWideJumps checks a method that javac generates twice, because its jumps
// turn out to be wider than 16 bits.
func TestWideJumps(t *testing.T) {
	const statements = 6000 // each of 6 bytes or more
	text := "class Wide { static int v(int i) { return i; } static void m(boolean b) { while (b) {\n" +
		strings.Repeat("v(1000); \n", statements) + "} v(2000); } }"
	c := compileArchive(t, t.TempDir(), &txtar.Archive{Files: []txtar.File{{Name: "Wide.java", Data: []byte(text)}}})
	c.checkInstructions(t)
	checkLikeJavac(t, c)
	calls := c.Index.Files[0].Methods[1].Calls
	if len(calls) != statements+1 || calls[statements].BCI < 1<<15 {
		t.Errorf("%d calls, the last one %+v", len(calls), calls[len(calls)-1])
	}
}

// checkInstructions checks every call against the class files: the instruction at
// its BCI is an invoke instruction of this callee, its ordinal counts the equal
// ones before it, its line is one of the text's, the name in the text is the
// callee's, and no instruction belongs to two calls. And the other way round:
// instructions that belong to no call are javac's own.
func (c *compilation) checkInstructions(t *testing.T) {
	t.Helper()
	methods := make(map[methodKey]*methodCode)
	for _, path := range c.Classes {
		readMethods(t, path, methods)
	}
	claimed := make(map[methodKey]map[int]bool)
	for _, file := range c.Index.Files {
		text := newText(c.texts[file.Path])
		for _, m := range file.Methods {
			if m.Name == "" {
				continue
			}
			key := methodKey{m.Class, m.Name, m.Descriptor}
			code := methods[key]
			if code == nil {
				t.Errorf("%v is in no class file", key)
				continue
			}
			if claimed[key] == nil {
				claimed[key] = make(map[int]bool)
			}
			for _, call := range m.Calls {
				if call.BCI < 0 {
					continue
				}
				excerpt := text.excerpt(call.Range)
				for i, bci := range append([]int{call.BCI}, call.Copies...) {
					in, ok := code.invokes[bci]
					if !ok || in.class != call.Class || in.name != call.Name || in.descriptor != call.Descriptor {
						t.Errorf("%v: %s: at %d there is %+v, want %s.%s%s", key, excerpt, bci, in, call.Class, call.Name, call.Descriptor)
					}
					if i == 0 && in.ordinal != call.Ordinal {
						t.Errorf("%v: %s: ordinal %d, want %d", key, excerpt, call.Ordinal, in.ordinal)
					}
					if claimed[key][bci] {
						t.Errorf("%v: %s: the instruction at %d belongs to another call, too", key, excerpt, bci)
					}
					claimed[key][bci] = true
					if call.Ordinal < 0 || call.Name == "<init>" {
						continue // javac gives these no line of their own
					}
					if line := code.line(bci) - 1; line < call.Range.Start.Line || line > call.Range.End.Line {
						t.Errorf("%v: %s: the instruction at %d is on line %d, the call on %+v", key, excerpt, bci, line, call.Range)
					}
				}
				checkName(t, text, call)
			}
		}
	}
	for key, code := range methods {
		// Accessors, bridges and lambdas that no code makes do not stand in the source.
		if strings.HasPrefix(key.name, "access$") || code.bridge || strings.HasPrefix(key.name, "lambda$") && !made(methods, key) {
			continue
		}
		for bci, in := range code.invokes {
			if !claimed[key][bci] && !in.dynamic && !slices.Contains(unlisted, in.name) {
				t.Errorf("%v: the call of %s.%s at %d is not listed", key, in.class, in.name, bci)
			}
		}
	}
}

// checkName checks that the name that is shown is the callee's.
func checkName(t *testing.T, text text, call sources.Call) {
	t.Helper()
	name := text.excerpt(call.NameRange)
	switch {
	case call.Name == "<init>": // a type, this, super, new, or an enum constant
		if name == "" {
			t.Errorf("%s: no name", text.excerpt(call.Range))
		}
	case strings.HasPrefix(call.Name, "access$"), strings.HasPrefix(name, `\u`):
	case name != call.Name:
		t.Errorf("%s: the name is %q, the callee %q", text.excerpt(call.Range), name, call.Name)
	}
}

// made tells whether an invokedynamic instruction makes a function object of the
// method.
func made(methods map[methodKey]*methodCode, method methodKey) bool {
	for _, code := range methods {
		for _, in := range code.invokes {
			if in.dynamic && (methodKey{in.class, in.name, in.descriptor}) == method {
				return true
			}
		}
	}
	return false
}

// methodCode is what a class file says of a method's calls.
type methodCode struct {
	bridge  bool
	invokes map[int]instruction // by BCI
	lines   []classfile.Line
}

type instruction struct {
	class, name, descriptor string
	ordinal                 int
	dynamic                 bool
}

func (m *methodCode) line(bci int) int {
	line := -1
	for _, l := range m.lines {
		if int(l.Start) <= bci {
			line = int(l.Line)
		}
	}
	return line
}

func readMethods(t *testing.T, path string, methods map[methodKey]*methodCode) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	class, err := classfile.Parse(content)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range class.Methods {
		code := &methodCode{bridge: m.Flags&classfile.AccBridge != 0, invokes: make(map[int]instruction)}
		methods[methodKey{class.Name, m.Name, m.Descriptor}] = code
		if m.Code == nil {
			continue
		}
		code.lines = m.Code.Lines
		invokes, err := invokesOf(class, m.Code.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range invokes {
			dynamic := m.Code.Bytes[in.bci] == opInvokeDynamic
			code.invokes[in.bci] = instruction{in.class, in.name, in.descriptor, in.ordinal, dynamic}
		}
	}
}

// checkLikeJavac checks that the class files are those of "javac -g". All
// compilations have the same options.
func checkLikeJavac(t *testing.T, compilations ...*compilation) {
	t.Helper()
	plain := t.TempDir()
	args := append([]string{"-J-XX:TieredStopAtLevel=1", "-g", "-proc:none", "-nowarn", "-encoding", "UTF-8", "-d", plain}, compilations[0].options...)
	for _, c := range compilations {
		args = append(args, c.files...)
	}
	if output, err := exec.Command(service.JDK().Javac(), args...).CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, output)
	}
	for _, c := range compilations {
		for _, path := range c.Classes {
			name, err := filepath.Rel(c.output, path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(plain, name))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s differs from what javac makes", name)
			}
		}
	}
}
