package nullmessage_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/nullmessage"
)

var update = flag.Bool("update", false, "compile testdata/Situations.java, and let the java on PATH say what is right")

// variants are the ways in which Situations.java is compiled, by the folder of
// their class files.
var variants = map[string]string{"debug": "-g", "plain": "-g:none"}

// TestSituations compares the messages with HotSpot's, which are in the golden
// files: with the names of local variables in the class files, and without.
func TestSituations(t *testing.T) {
	for folder, option := range variants {
		t.Run(folder, func(t *testing.T) {
			classes := filepath.Join("testdata", folder)
			golden := classes + ".golden"
			if *update {
				regenerate(t, classes, golden, option)
			}
			data, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]*classfile.Class{}
			lines := strings.Split(strings.TrimSpace(string(data)), "\n")
			const fewest = 120 // situations, so that a truncated file does not pass
			if len(lines) < fewest {
				t.Fatalf("%s has %d situations, want at least %d", golden, len(lines), fewest)
			}
			for _, line := range lines {
				column := strings.Split(line, "\t")
				class, name, want := column[0], column[1], column[3]
				bci, err := strconv.Atoi(column[2])
				if err != nil {
					t.Fatal(err)
				}
				if files[class] == nil {
					files[class] = parse(t, filepath.Join(classes, class+".class"))
				}
				got := nullmessage.Message(files[class], method(t, files[class], name), bci)
				if got == "" {
					got = "-"
				}
				if got != want {
					t.Errorf("%s.%s at %d:\n got %s\nwant %s", class, name, bci, got, want)
				}
			}
		})
	}
}

// regenerate compiles the situations and runs them.
func regenerate(t *testing.T, classes, golden, option string) {
	t.Helper()
	if err := os.RemoveAll(classes); err != nil {
		t.Fatal(err)
	}
	compile := exec.Command("javac", "-encoding", "UTF-8", "-XDignore.symbol.file", option, "-d", classes, filepath.Join("testdata", "Situations.java"))
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run := exec.Command("java", "-Dfile.encoding=UTF-8", "-cp", classes, "Situations")
	var diagnosis bytes.Buffer
	run.Stderr = &diagnosis
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &diagnosis)
	}
	if err := os.WriteFile(golden, out, 0o666); err != nil {
		t.Fatal(err)
	}
}

func parse(t *testing.T, path string) *classfile.Class {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// method finds a method, whose name no other method of the class may have.
func method(t *testing.T, c *classfile.Class, name string) *classfile.Member {
	t.Helper()
	var found *classfile.Member
	for i := range c.Methods {
		if c.Methods[i].Name == name {
			if found != nil {
				t.Fatalf("%s has several methods %s", c.Name, name)
			}
			found = &c.Methods[i]
		}
	}
	if found == nil {
		t.Fatalf("%s has no method %s", c.Name, name)
	}
	return found
}

// TestNothingToExplain is about instructions and methods that have no message.
func TestNothingToExplain(t *testing.T) {
	c := parse(t, filepath.Join("testdata", "plain", "Situations.class"))
	array := method(t, c, "array") // aconst_null, areturn
	node := parse(t, filepath.Join("testdata", "plain", "Situations$Situation.class"))
	for _, test := range []struct {
		what string
		m    *classfile.Member
		bci  int
	}{
		{"no method", nil, 0},
		{"an abstract method", method(t, node, "run"), 0},
		{"a native frame", array, -1},
		{"an index behind the code", array, 2},
		{"areturn", array, 1},
	} {
		if got := nullmessage.Message(c, test.m, test.bci); got != "" {
			t.Errorf("%s: %q, want none", test.what, got)
		}
	}
	reflective := *c
	reflective.Name = "jdk/internal/reflect/NativeConstructorAccessorImpl"
	if got := nullmessage.Message(&reflective, method(t, c, "stack"), 5); got != "" {
		t.Errorf("an exception made by reflection: %q, want none", got)
	}
}

// odd builds a static method from code that javac does not emit, in a class
// whose constant 1 is a dynamic constant, 2 an int[][] field, 3 a method that
// returns a C, and 4 an invokedynamic.
func odd(t testing.TB, desc string, code []byte, handlers ...classfile.Handler) (*classfile.Class, *classfile.Member, []byte) {
	t.Helper()
	w := writer.New(61, classfile.AccSuper, "C", "java/lang/Object", nil)
	handle := w.MethodHandle(classfile.RefInvokeStatic, w.Methodref("B", "bootstrap", "()Ljava/lang/Object;"))
	constants := []uint16{
		w.Dynamic(w.BootstrapMethod(handle), "constant", "LC;"),
		w.Fieldref("C", "rows", "[[I"),
		w.Methodref("C", "make", "()LC;"),
		w.InvokeDynamic(w.BootstrapMethod(handle), "linked", "()LC;"),
	}
	// The codes' constant n stands for constants[n-1].
	code = bytes.Clone(code)
	for i := 0; i+2 < len(code); i++ {
		if (code[i] == 0x13 || code[i] >= 0xb2 && code[i] <= 0xba) && code[i+1] == 0 && code[i+2] >= 1 && int(code[i+2]) <= len(constants) {
			index := constants[code[i+2]-1]
			code[i+1], code[i+2] = byte(index>>8), byte(index)
			i += 2
		}
	}
	w.Method(classfile.Member{Flags: classfile.AccStatic, Name: "m", Descriptor: desc,
		Code: &classfile.Code{MaxStack: 100, MaxLocals: 300, Bytes: code, Handlers: handlers}})
	data, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return c, &c.Methods[0], code
}

// TestOddCode is about code that javac does not emit. What is right follows
// from what HotSpot says of the same instructions elsewhere.
func TestOddCode(t *testing.T) {
	for _, test := range []struct {
		name, desc string
		code       []byte
		bci        int
		want       string
	}{
		{"dynamic constant", "()V", []byte{0x13, 0, 1, 0xbf}, 3, `Cannot throw exception because "`},
		{"invokedynamic", "()V", []byte{0xba, 0, 4, 0, 0, 0xbf}, 5, `Cannot throw exception because "`},
		{"wide aload", "(I)V", []byte{0xc4, 0x19, 1, 0, 0xbf}, 4, `Cannot throw exception because "<local256>" is null`},
		{"wide aload of a parameter", "(JLC;)V", []byte{0xc4, 0x19, 0, 2, 0xbf}, 4, `Cannot throw exception because "<parameter2>" is null`},
		{"wide iinc", "(IJLC;)V", []byte{0xc4, 0x84, 0, 0, 0, 1, 0x2d, 0xbf}, 7, `Cannot throw exception because "<parameter3>" is null`},
		{"subroutine", "(LC;)V", []byte{0xa8, 0, 4, 0xb1, 0x4c, 0x2a, 0xbf}, 6, `Cannot throw exception because "<parameter1>" is null`},
		{"never reached", "(LC;)V", []byte{0xb1, 0x2a, 0xbf}, 2, `Cannot throw exception`},
		{"against the order of addresses", "(LC;)V", []byte{0xa7, 0, 7, 0x2a, 0xbf, 0, 0, 0xa7, 0xff, 0xfc}, 4,
			`Cannot throw exception because "<parameter1>" is null`},
		{"swap", "(LC;I)V", []byte{0x2a, 0x1b, 0x5f, 0xbf}, 3, `Cannot throw exception because "<parameter1>" is null`},
		{"dup2_x2", "(LC;LC;LC;LC;)V", []byte{0x2a, 0x2b, 0x2c, 0x2d, 0x5e, 0x58, 0xbf}, 6, `Cannot throw exception because "<parameter2>" is null`},
		{"dup2_x1", "(LC;LC;LC;)V", []byte{0x2a, 0x2b, 0x2c, 0x5d, 0x58, 0xbf}, 5, `Cannot throw exception because "<parameter1>" is null`},
		{"dup_x2", "(LC;LC;LC;)V", []byte{0x2a, 0x2b, 0x2c, 0x5b, 0x57, 0x57, 0x57, 0xbf}, 7, `Cannot throw exception because "<parameter3>" is null`},
		{"multianewarray", "()V", []byte{0x03, 0x03, 0xc5, 0, 2, 2, 0xbe}, 6, `Cannot read the array length because "`},
		{"large index", "()V", []byte{0xb2, 0, 2, 0x11, 0x80, 0, 0x32, 0xbe}, 7, `Cannot read the array length because "C.rows[-32768]" is null`},
		{"negative index", "()V", []byte{0xb2, 0, 2, 0x02, 0x32, 0xbe}, 5, `Cannot read the array length because "C.rows[-1]" is null`},
		{"monitorexit", "()V", []byte{0xb8, 0, 3, 0xc3}, 3, `Cannot exit synchronized block because the return value of "C.make()" is null`},
		{"handler of itself", "()V", []byte{0x01, 0x2e}, 1, `Cannot load from int array`},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, m, _ := odd(t, test.desc, test.code)
			if got := nullmessage.Message(c, m, test.bci); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestAnyCode gives Message bytes that are hardly ever good code: it must
// return.
func TestAnyCode(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		check(t, rapid.SliceOfN(rapid.Byte(), 1, 200).Draw(r, "code"), rapid.IntRange(0, 199).Draw(r, "handler"))
	})
}

// TestSlowCode is about code that would take long without bounds: a chain of
// jumps against the order of addresses, of which each pass over the code
// follows one, and array indices that are nested and shared.
func TestSlowCode(t *testing.T) {
	const length = 60_000
	chain := bytes.Repeat([]byte{0xa7, 0xff, 0xfd}, length/3) // goto the goto before
	copy(chain, []byte{
		0xc8, 0, 0, 0xea, 0x5d, // goto_w the last one
		0x00,       // nop
		0x01, 0xbf, // aconst_null, athrow: where the chain ends
		0x00,
	})
	nested := []byte{0xb2, 0, 2, 0x03} // getstatic rows, iconst_0
	for len(nested) < length {
		nested = append(nested, 0x5c, 0x32, 0x5f, 0x57, 0x59) // dup2, aaload, swap, pop, dup
	}
	nested = append(nested, 0x2e, 0xbf)
	for _, code := range [][]byte{chain, nested} {
		c, m, code := odd(t, "()V", code)
		for _, bci := range []int{7, len(code) - 2, len(code) - 1} {
			checkMessage(t, nullmessage.Message(c, m, bci))
		}
	}
}

func check(t testing.TB, code []byte, handler int) {
	t.Helper()
	var handlers []classfile.Handler
	if handler < len(code) {
		handlers = append(handlers, classfile.Handler{Start: 0, End: uint16(len(code)), Handler: uint16(handler)})
	}
	c, m, code := odd(t, "(LC;J)V", code, handlers...)
	for bci := range code {
		checkMessage(t, nullmessage.Message(c, m, bci))
	}
}

// checkMessage allows only what starts like a message, and is not endless.
func checkMessage(t testing.TB, message string) {
	t.Helper()
	const longest = 100_000 // bytes; a thousand parts of some dozen bytes
	if message != "" && !strings.HasPrefix(message, "Cannot ") || len(message) > longest {
		t.Fatalf("message of %d bytes: %.200q", len(message), message)
	}
}

func FuzzMessage(f *testing.F) {
	f.Add([]byte{0x2a, 0x1b, 0x5f, 0xbf}, 0)
	f.Fuzz(func(t *testing.T, code []byte, handler int) {
		if len(code) > 0 && len(code) < 1000 && handler >= 0 {
			check(t, code, handler)
		}
	})
}
