package verifier

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/opcodes"
	"hotlens/vm/release"
)

// world is a hierarchy of classes without code, and notes what is loaded.
type world struct {
	loader *classes.Loader
	loaded []string
}

var errMissing = errors.New("no such class")

func newWorld() *world {
	w := &world{loader: &classes.Loader{Classes: map[string]*classes.Class{}}}
	for _, pair := range [][2]string{
		{"java/lang/Object", ""}, {"java/lang/String", "java/lang/Object"}, {"java/lang/Throwable", "java/lang/Object"},
		{"java/lang/Exception", "java/lang/Throwable"}, {"java/lang/Number", "java/lang/Object"},
		{"java/lang/Integer", "java/lang/Number"}, {"java/lang/Long", "java/lang/Number"},
	} {
		w.loader.Classes[pair[0]] = &classes.Class{Name: pair[0], Loader: w.loader, Super: w.loader.Classes[pair[1]], File: &classfile.Class{}}
	}
	for _, name := range []string{"java/lang/Cloneable", "java/io/Serializable", "p/Face"} {
		w.loader.Classes[name] = &classes.Class{
			Name: name, Flags: classfile.AccInterface | classfile.AccAbstract, Loader: w.loader,
			Super: w.loader.Classes["java/lang/Object"], File: &classfile.Class{},
		}
	}
	return w
}

func (w *world) load(name string) (*classes.Class, error) {
	w.loaded = append(w.loaded, name)
	return w.find(name)
}

func (w *world) find(name string) (*classes.Class, error) {
	if c := w.loader.Classes[name]; c != nil {
		return c, nil
	}
	return nil, errMissing
}

// method is a static method of class p/Test for a test.
type method struct {
	version     uint16
	desc        string
	stack, vars uint16
	code        func(w *writer.Writer) []byte
	frames      []byte
	handlers    []classfile.Handler
}

// verify builds the class and verifies it.
func (m method) verify(t testing.TB, in *world) error {
	t.Helper()
	w := writer.New(m.version, classfile.AccPublic|classfile.AccSuper, "p/Test", "java/lang/Object", nil)
	code := m.code(w)
	w.Method(classfile.Member{Flags: classfile.AccStatic, Name: "m", Descriptor: m.desc, Code: &classfile.Code{
		MaxStack: m.stack, MaxLocals: m.vars, Bytes: code, StackMap: m.frames, Handlers: m.handlers,
	}})
	data, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	file, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	c, err := newClass(file, in.loader, in.find)
	if err != nil {
		t.Fatal(err)
	}
	return Verify(c, release.Newest(), in.load)
}

const (
	typed = 61
	old   = 49
)

// TestLoading assigns an argument to the result: a class is loaded only if its
// hierarchy decides.
func TestLoading(t *testing.T) {
	const testClass, face, number, integer, text = "Lp/Test;", "Lp/Face;", "Ljava/lang/Number;", "Ljava/lang/Integer;", "Ljava/lang/String;"
	tests := []struct {
		from, to string
		loaded   []string
		ok       bool
	}{
		{"Lmissing/A;", "Lmissing/A;", nil, true},
		{"Lmissing/A;", "Ljava/lang/Object;", nil, true},
		{"[Lmissing/A;", "[Lmissing/A;", nil, true},
		{"[Lmissing/A;", "Ljava/lang/Object;", nil, true},
		{"[Lmissing/A;", "[Ljava/lang/Object;", nil, true},
		{"[[I", "[Ljava/lang/Object;", nil, true},
		{"[I", "[Ljava/lang/Object;", nil, false},
		{"[I", "[J", nil, false},
		{"Lmissing/A;", face, []string{"p/Face"}, true},
		{"[I", "Ljava/lang/Cloneable;", []string{"java/lang/Cloneable"}, true},
		{"[I", face, []string{"p/Face"}, false},
		{integer, number, []string{"java/lang/Number", "java/lang/Integer"}, true},
		{number, integer, []string{"java/lang/Integer", "java/lang/Number"}, false},
		{"[" + integer, "[" + number, []string{"java/lang/Number", "java/lang/Integer"}, true},
		{face, number, []string{"java/lang/Number", "p/Face"}, false},
		{testClass, text, []string{"java/lang/String"}, false},
		{text, testClass, []string{"java/lang/String"}, false},
	}
	for _, test := range tests {
		w := newWorld()
		err := method{version: typed, desc: "(" + test.from + ")" + test.to, stack: 1, vars: 1, code: func(*writer.Writer) []byte {
			return []byte{opcodes.Aload0, opcodes.Areturn}
		}}.verify(t, w)
		if !slices.Equal(w.loaded, test.loaded) || (err == nil) != test.ok {
			t.Errorf("%s as %s: %v, loaded %v, want %v", test.from, test.to, err, w.loaded, test.loaded)
		}
	}
}

// TestLoadError passes on what loading fails with, in both verifiers.
func TestLoadError(t *testing.T) {
	for _, version := range []uint16{typed, old} {
		err := method{version: version, desc: "(Ljava/lang/String;)Lmissing/A;", stack: 1, vars: 1, code: func(*writer.Writer) []byte {
			return []byte{opcodes.Aload0, opcodes.Areturn}
		}}.verify(t, newWorld())
		if err != errMissing {
			t.Errorf("version %d: %v", version, err)
		}
	}
}

// jump appends a branch with an offset.
func jump(code []byte, op byte, offset int) []byte {
	return binary.BigEndian.AppendUint16(append(code, op), uint16(offset))
}

const mostCode = 65535

// TestBounds gives methods that take work or memory that grows with the square of
// their size or faster: verification ends.
func TestBounds(t *testing.T) {
	wideStore := func(code []byte, op byte, local int) []byte {
		return binary.BigEndian.AppendUint16(append(code, opcodes.Wide, op), uint16(local))
	}
	const guarded = 60000 // bytes, and as many handlers
	stores := func(*writer.Writer) []byte {
		var code []byte
		for i := 0; len(code) < guarded; i++ {
			code = wideStore(append(code, opcodes.IconstM1+1), opcodes.Istore, i%2000)
		}
		return append(code, opcodes.Return, opcodes.Return)
	}
	handlers := slices.Repeat([]classfile.Handler{{Start: 0, End: guarded, Handler: guarded + 1}}, guarded)
	tests := map[string]method{
		// Each branch target needs a state of its own, with all locals.
		"states": {version: old, desc: "()V", stack: 1, vars: mostCode, code: func(*writer.Writer) []byte {
			code := wideStore([]byte{opcodes.IconstM1 + 1}, opcodes.Istore, mostCode-1)
			for i := 0; len(code) < mostCode-9; i++ {
				code = wideStore(append(code, opcodes.IconstM1+1), opcodes.Istore, i)
				code = jump(append(code, opcodes.IconstM1+1), opcodes.Ifeq, 3)
			}
			return append(code, opcodes.Return)
		}},
		// Each handler sees each state.
		"handlers": {version: old, desc: "()V", stack: 1, vars: 2000, code: stores, handlers: handlers},
		// Subroutines that call each other.
		"subroutines": {version: old, desc: "()V", stack: mostCode, vars: mostCode, code: func(*writer.Writer) []byte {
			var code []byte
			for len(code) < mostCode-9 {
				code = jump(code, opcodes.Jsr, 3)
			}
			return append(code, opcodes.Return)
		}},
		// Frames that all hold a copy of the locals.
		"frames": {version: typed, desc: "()V", stack: 1, vars: mostCode, code: func(*writer.Writer) []byte {
			return append(make([]byte, mostCode-1), opcodes.Return)
		}, frames: manyFrames(30000)},
		"typed handlers": {
			version: typed, desc: "()V", stack: 1, vars: 2000, code: stores, handlers: handlers,
			frames: []byte{0, 1, oneStackItemExtended, 0xea, 0x61, 0}, // the handler's stack has a top
		},
		// A switch whose targets are compared with a large stack.
		"switch": {version: old, desc: "()V", stack: mostCode, vars: 1, code: func(*writer.Writer) []byte {
			code := slices.Repeat([]byte{opcodes.IconstM1 + 1}, 30000)
			code = append(code, opcodes.IconstM1+1, opcodes.Tableswitch, 0, 0)
			const targets = 8000
			for _, v := range []uint32{0, 0, targets - 1} {
				code = binary.BigEndian.AppendUint32(code, v)
			}
			end := 12 + 4*targets + 3
			binary.BigEndian.PutUint32(code[30004:], uint32(end))
			for range targets {
				code = binary.BigEndian.AppendUint32(code, uint32(end))
			}
			return append(code, opcodes.Return)
		}},
	}
	for name, m := range tests {
		t.Run(name, func(t *testing.T) {
			err := m.verify(t, newWorld())
			if err != nil && !errors.As(err, new(*Error)) {
				t.Error(err)
			}
			t.Log(strings.SplitN(errorText(err), "\n", 2)[0])
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return "verified"
	}
	return err.Error()
}

// manyFrames is a StackMapTable with a frame of 60000 locals, then frames that add
// and take away one.
func manyFrames(n int) []byte {
	const locals = 60000
	out := binary.BigEndian.AppendUint16(nil, uint16(n))
	out = append(out, fullFrame, 0, 0)
	out = binary.BigEndian.AppendUint16(out, locals)
	out = append(out, make([]byte, locals)...)
	out = append(out, 0, 0)
	for i := 1; i < n; i++ {
		if i%2 == 0 {
			out = append(out, sameExtended-1, 0, 0)
		} else {
			out = append(out, sameExtended+1, 0, 0, 0)
		}
	}
	return out
}

// TestFailover infers the types of version 50 if type checking fails, but not of
// version 51.
func TestFailover(t *testing.T) {
	for version, ok := range map[uint16]bool{49: true, 50: true, 51: false} {
		err := method{version: version, desc: "()V", stack: 1, vars: 1, code: func(*writer.Writer) []byte {
			return append(jump([]byte{opcodes.IconstM1 + 1}, opcodes.Ifeq, 3), opcodes.Return)
		}}.verify(t, newWorld())
		if (err == nil) != ok {
			t.Errorf("version %d: %v", version, err)
		}
	}
}

// TestOtherClassOfName merges two classes whose common superclass the verified
// class's loader knows under the same name as another class: that one is meant by
// a descriptor, so the merged type is not it.
func TestOtherClassOfName(t *testing.T) {
	w := newWorld()
	foreign := &classes.Loader{Classes: map[string]*classes.Class{}}
	object := w.loader.Classes["java/lang/Object"]
	add := func(l *classes.Loader, name string, super *classes.Class) *classes.Class {
		c := &classes.Class{ID: uint32(len(l.Classes) + 1), Name: name, Loader: l, Super: super, File: &classfile.Class{}}
		l.Classes[name] = c
		return c
	}
	theirs := add(foreign, "p/Base", object)
	w.loader.Classes["p/A"] = add(foreign, "p/A", theirs)
	w.loader.Classes["p/B"] = add(foreign, "p/B", theirs)
	add(w.loader, "p/Base", object)
	merge := func(result string) error {
		return method{version: old, desc: "(ILp/A;Lp/B;)" + result, stack: 1, vars: 3, code: func(*writer.Writer) []byte {
			code := jump([]byte{opcodes.Iload0}, opcodes.Ifeq, 7)
			code = jump(append(code, opcodes.Aload0+1), opcodes.Goto, 4)
			return append(code, opcodes.Aload0+2, opcodes.Areturn)
		}}.verify(t, w)
	}
	if err := merge("Ljava/lang/Object;"); err != nil {
		t.Error(err)
	}
	if merge("Lp/Base;") == nil {
		t.Error("an object of another class of the same name is returned")
	}
	delete(w.loader.Classes, "p/Base")
	w.loader.Classes["p/Base"] = theirs
	if err := merge("Lp/Base;"); err != nil {
		t.Error(err)
	}
}

// FuzzVerify verifies mutated class files: whatever they hold, verification ends
// with an answer.
func FuzzVerify(f *testing.F) {
	for _, pattern := range []string{"testdata/seeds/*.class", "../classfile/testdata/*.class"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatal("no seeds: ", pattern, err)
		}
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := classfile.Parse(data)
		if err != nil {
			return
		}
		w := newWorld()
		for _, name := range append([]string{file.Super}, file.Interfaces...) {
			if w.loader.Classes[name] == nil && name != "" {
				w.loader.Classes[name] = &classes.Class{Name: name, Loader: w.loader, Super: w.loader.Classes["java/lang/Object"], File: &classfile.Class{}}
			}
		}
		if file.Super == "" {
			return // java.lang.Object and modules are the JDK's own
		}
		c, err := newClass(file, w.loader, w.find)
		if err != nil {
			t.Fatal(err)
		}
		if err := Verify(c, release.Newest(), w.load); err != nil && err != errMissing && !errors.As(err, new(*Error)) {
			t.Fatal(err)
		}
	})
}
