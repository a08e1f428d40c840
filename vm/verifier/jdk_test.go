package verifier

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sourcegraph/conc/pool"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/jimage"
	"hotlens/vm/jimage/jimagetest"
	"hotlens/vm/release"
)

// library makes classes of a JDK's image without a virtual machine: as far as the
// verifier asks.
type library struct {
	image  *jimage.Image
	loader *classes.Loader
	mutex  sync.Mutex
}

func (l *library) load(name string) (*classes.Class, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.find(name)
}

func (l *library) find(name string) (*classes.Class, error) {
	if c := l.loader.Classes[name]; c != nil {
		return c, nil
	}
	data, _, ok, err := l.image.FindClass(name)
	if err != nil || !ok {
		return nil, &missing{name}
	}
	file, err := classfile.ParseNamed(name, data)
	if err != nil {
		return nil, err
	}
	c, err := newClass(file, l.loader, l.find)
	if err == nil {
		l.loader.Classes[name] = c
	}
	return c, err
}

type missing struct{ name string }

func (e *missing) Error() string { return "no class " + e.name }

// newClass makes of a class file what the verifier looks at.
func newClass(file *classfile.Class, loader *classes.Loader, find Load) (*classes.Class, error) {
	c := &classes.Class{Name: file.Name, Flags: file.Flags, File: file, Loader: loader}
	if i := strings.LastIndexByte(file.Name, '/'); i >= 0 {
		c.Package = file.Name[:i]
	}
	if file.Super != "" {
		super, err := find(file.Super)
		if err != nil {
			return nil, err
		}
		c.Super = super
	}
	for _, name := range file.Interfaces {
		i, err := find(name)
		if err != nil {
			return nil, err
		}
		c.Interfaces = append(c.Interfaces, i)
	}
	for i := range file.Fields {
		m := &file.Fields[i]
		c.Fields = append(c.Fields, &classes.Field{Class: c, Name: m.Name, Desc: m.Descriptor, Flags: m.Flags, Member: m, Slot: i})
	}
	for i := range file.Methods {
		m := &file.Methods[i]
		c.Methods = append(c.Methods, &classes.Method{Class: c, Name: m.Name, Desc: m.Descriptor, Flags: m.Flags, Member: m, Slot: i})
	}
	return c, nil
}

// openLibrary opens the library of the JDK at hand.
func openLibrary(t testing.TB) *library {
	t.Helper()
	return &library{image: jimagetest.Library(t), loader: &classes.Loader{Classes: map[string]*classes.Class{}}}
}

// reachable lists the classes of the modules that the roots name, directly or
// through others.
func (l *library) reachable(t *testing.T, modules []string, roots ...string) []string {
	t.Helper()
	seen := map[string]bool{}
	for _, root := range roots {
		seen[root] = true
	}
	names := roots
	for i := 0; i < len(names); i++ {
		c, err := l.load(names[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range c.File.Pool.All() {
			if k.Tag != classfile.TagClass {
				continue
			}
			name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimLeft(c.File.Pool.Utf8(k.A), "["), "L"), ";")
			if seen[name] {
				continue
			}
			seen[name] = true
			if _, module, ok, err := l.image.FindClass(name); err == nil && ok && slices.Contains(modules, module) {
				names = append(names, name)
			}
		}
	}
	return names
}

// TestLibrary verifies the classes that javac and the library's authors made:
// all are right.
func TestLibrary(t *testing.T) {
	l := openLibrary(t)
	names := l.reachable(t, []string{"java.base", "jdk.compiler"}, "com/sun/tools/javac/Main", "java/lang/Object")
	const atLeast = 5000 // of some 7000
	if len(names) < atLeast {
		t.Fatalf("only %d classes", len(names))
	}
	workers := pool.New().WithMaxGoroutines(runtime.NumCPU())
	for _, name := range names {
		workers.Go(func() {
			c, err := l.load(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			if err := Verify(c, release.Newest(), l.load); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	workers.Wait()
}
