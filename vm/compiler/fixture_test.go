//go:build unix

package compiler

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/rogpeppe/go-internal/txtar"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/compiler/optimise"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
	"hotlens/vm/memory/memorytest"
)

var update = flag.Bool("update", false, "write what comes out into the files of testdata")

// TestFixtures translates decoded code into the intermediate representation. A case is a
// file of testdata/*.txtar with these parts:
//
//	code     decoded code; the first method is the one that is translated
//	ir       what comes out
//	records  the records of its exits and of its waiting frames, by their numbers
//	PASS     for passes of the optimiser that the case is about: what each leaves
//
// In code, a line "class NAME FIELD:DESCRIPTOR ..." declares a class; those of java/lang are the library's, and their fields final. "word
// ADDRESS NUMBER" is what the memory holds, and
//
//	method [static] CLASS.NAME DESCRIPTOR locals=N stack=N [recursive]
//
// a method. Its instructions follow, one a line: an operation of package decoded, and its
// members by name, such as "IAddK A=l1 B=l1 C=1": lN is a local variable, sN a slot of the
// operand stack, to=LABEL is where a branch leads, call=CLASS.NAME what is called, with
// calls=N so often, class=NAME and field=CLASS.NAME are what is meant, letter=I the type of a value. "LABEL:" names the next
// instruction; the label "entry" makes the case one of on-stack replacement there. Every
// instruction counts as one of the JVM unless it says jvm=N.
//
// The comment before the parts tells what the case is about; a line of it that begins with
// "flags:" may name "profile".
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases found: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := newFixture(t, archive)
			got := c.translate(t)
			for i := range archive.Files {
				part := &archive.Files[i]
				if part.Name == "code" {
					continue
				}
				text, ok := got[part.Name]
				if !ok {
					t.Errorf("nothing comes out as %q; the case gives:\n%s", part.Name, got["ir"])
					continue
				}
				if string(part.Data) != text {
					if !*update {
						t.Errorf("%s, want:\n%s\ngot:\n%s", part.Name, part.Data, text)
					}
					part.Data = []byte(text)
				}
			}
			if *update && !t.Failed() {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// fixture is a case that has been read.
type fixture struct {
	registry *classes.Registry
	classes  map[string]*classes.Class
	fields   map[string]*classes.Field
	methods  []*classes.Method
	byName   map[string]*classes.Method
	targets  map[*classes.CallSite][]Target
	calls    map[*classes.CallSite]string // what each calls, until all methods are known
	entry    int                          // of the first method
	profile  bool
	records  []*FrameState
}

// newFixture reads a case.
func newFixture(t *testing.T, archive *txtar.Archive) *fixture {
	t.Helper()
	c := &fixture{
		registry: testRegistry(t), classes: map[string]*classes.Class{}, fields: map[string]*classes.Field{}, byName: map[string]*classes.Method{},
		targets: map[*classes.CallSite][]Target{}, calls: map[*classes.CallSite]string{},
	}
	for line := range strings.Lines(string(archive.Comment)) {
		if flags, ok := strings.CutPrefix(line, "flags:"); ok {
			c.profile = strings.Contains(flags, "profile")
		}
	}
	var code string
	for _, part := range archive.Files {
		if part.Name == "code" {
			code = string(part.Data)
		}
	}
	var body []string
	var method *classes.Method
	end := func() {
		if method != nil {
			c.assemble(t, method, body)
		}
		body = nil
	}
	for line := range strings.Lines(code) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "class":
			c.declareClass(words[1:])
		case words[0] == "word":
			at, _ := strconv.ParseUint(words[1], 0, 32)
			number, _ := strconv.ParseUint(words[2], 0, 32)
			c.registry.Memory.SetU32(memory.Address(at), uint32(number))
		case words[0] == "method":
			end()
			method = c.declareMethod(t, words[1:])
		default:
			body = append(body, strings.TrimSpace(line))
		}
	}
	end()
	for site, name := range c.calls {
		callee := c.byName[name]
		if callee == nil {
			t.Fatalf("there is no method %s to call", name)
		}
		site.Callee, site.Selector = callee, callee.Selector
		for i := range c.targets[site] {
			c.targets[site][i].Callee = callee
		}
	}
	return c
}

// testRegistry is an empty registry over a sparse memory.
func testRegistry(t *testing.T) *classes.Registry {
	t.Helper()
	m := memorytest.New(t, memorytest.HeapBytes)
	registry, err := classes.NewRegistry(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

func (c *fixture) class(name string) *classes.Class {
	if c.classes[name] == nil {
		c.classes[name] = &classes.Class{Name: name, ID: uint32(len(c.classes) + 1), State: classes.Initialized, Loader: &classes.Loader{}, InstanceSize: memory.ObjectFields, TIB: memory.Address(0x811000 + 64*len(c.classes))}
	}
	return c.classes[name]
}

// declareClass declares a class with fields of 8 bytes each.
func (c *fixture) declareClass(words []string) {
	class := c.class(words[0])
	for _, word := range words[1:] {
		name, desc, _ := strings.Cut(word, ":")
		f := &classes.Field{Class: class, Name: name, Desc: desc, Offset: class.InstanceSize}
		if class.Trusted = strings.HasPrefix(class.Name, "java/lang/"); class.Trusted {
			f.Flags |= classfile.AccFinal
		}
		class.InstanceSize += 8
		class.Fields = append(class.Fields, f)
		c.fields[class.Name+"."+name] = f
	}
}

func (c *fixture) declareMethod(t *testing.T, words []string) *classes.Method {
	t.Helper()
	m := &classes.Method{ID: uint32(len(c.methods) + 1), Member: &classfile.Member{}, Record: uint32(len(c.methods) + 1), VIndex: -1}
	if words[0] == "static" {
		m.Flags, words = m.Flags|classfile.AccStatic, words[1:]
	}
	class, name, _ := strings.Cut(words[0], ".")
	m.Class, m.Name, m.Desc = c.class(class), name, words[1]
	m.Selector = c.registry.Selector(m.Name, m.Desc)
	m.ArgSlots = m.Selector.ParamSlots
	if !m.Static() {
		m.ArgSlots++
	}
	for _, word := range words[2:] {
		key, number, _ := strings.Cut(word, "=")
		n, _ := strconv.Atoi(number)
		switch key {
		case "locals":
			m.LocalBytes = int32(n) * decoded.SlotBytes
		case "stack":
			m.FrameBytes = decoded.FrameHeader + int32(n)*decoded.SlotBytes
		case "recursive":
			m.Recursive = true
		default:
			t.Fatalf("a method has no %q", word)
		}
	}
	c.methods = append(c.methods, m)
	c.byName[words[0]] = m
	return m
}

// assemble gives a method its code.
func (c *fixture) assemble(t *testing.T, m *classes.Method, lines []string) {
	t.Helper()
	operations := map[string]uint16{}
	for op := range decoded.Count {
		operations[decoded.Name(op)] = op
	}
	labels := map[string]int{}
	var instructions []string
	for _, line := range lines {
		if label, ok := strings.CutSuffix(line, ":"); ok {
			labels[label] = len(instructions)
			continue
		}
		instructions = append(instructions, line)
	}
	if at, ok := labels["entry"]; ok && len(c.methods) == 1 {
		c.entry = at
	}
	code := &decoded.Code{Instructions: make([]decoded.Instruction, len(instructions))}
	ordinals, ordinal := []int32{}, int32(0)
	for i, line := range instructions {
		ordinals = append(ordinals, ordinal)
		jvm := int32(1)
		if _, number, ok := strings.Cut(line, "jvm="); ok {
			n, _ := strconv.Atoi(strings.Fields(number)[0])
			jvm = int32(n)
		}
		ordinal += jvm
		code.BCIs = append(code.BCIs, uint16(i))
		code.Ordinals = append(code.Ordinals, uint16(ordinals[i]))
		code.Depths = append(code.Depths, 0)
	}
	ordinals = append(ordinals, ordinal)
	for i, line := range instructions {
		words := strings.Fields(line)
		op, ok := operations[words[0]]
		if !ok {
			t.Fatalf("%s is no operation", words[0])
		}
		in := &code.Instructions[i]
		in.Op = op
		if invokes(op) || op == decoded.Return || op == decoded.ReturnValue {
			in.D = ordinals[i+1]
		}
		var site *classes.CallSite
		for _, word := range words[1:] {
			key, text, _ := strings.Cut(word, "=")
			switch key {
			case "A":
				in.A = operand(t, m, text)
			case "B":
				in.B = operand(t, m, text)
			case "C":
				in.C = operand(t, m, text)
			case "D":
				in.D = operand(t, m, text)
			case "letter":
				in.Letter = uint16(text[0])
			case "jvm":
			case "to":
				to, ok := labels[text]
				if !ok {
					t.Fatalf("there is no label %s", text)
				}
				in.C, in.D = int32((to-i)*decoded.InstructionSize), ordinals[i+1]-ordinals[to]
			case "call":
				m.CallSites++
				site = &classes.CallSite{Caller: m, BCI: i, Slot: uint32(m.CallSites - 1), Index: int32(i), CallerIndex: uint32(m.CallSites)}
				in.P = unsafe.Pointer(site)
				c.calls[site] = text
			case "calls":
				n, _ := strconv.ParseUint(text, 10, 64)
				c.targets[site] = []Target{{Calls: n}}
			case "class":
				in.P = unsafe.Pointer(c.class(text))
			case "field":
				f := c.fields[text]
				if f == nil {
					t.Fatalf("there is no field %s", text)
				}
				in.P, in.C = unsafe.Pointer(f), int32(f.Offset)
			default:
				t.Fatalf("an instruction has no %q", word)
			}
		}
	}
	m.Code = code
}

// operand is a slot's offset from the frame, or a number.
func operand(t *testing.T, m *classes.Method, text string) int32 {
	t.Helper()
	n, err := strconv.ParseInt(strings.TrimLeft(text, "ls"), 0, 32)
	if err != nil {
		t.Fatal(err)
	}
	switch text[0] {
	case 'l':
		return int32(n)*decoded.SlotBytes - m.LocalBytes
	case 's':
		return decoded.StackSlot(int(n))
	}
	return int32(n)
}

var fixtureWords = Words{StackLimit: 16, ThinLock: 24, Thread: 32, Result: 40, Unprofiled: 48}

// env is what the compiler knows of the case.
func (c *fixture) env() *Env {
	return &Env{
		Registry: c.registry, Memory: c.registry.Memory, Profile: c.profile, Edges: c.profile, CallGraph: c,
		Native: func(*classes.Method) bool { return false }, Hot: func(*classes.Method) bool { return false },
		Announced:     func(*classes.CallSite) bool { return true },
		Timed:         func() bool { return false },
		NewFrameState: func(r *FrameState) int32 { c.records = append(c.records, r); return int32(len(c.records) - 1) },
		Object:        c.class("java/lang/Object"),
		String:        c.class("java/lang/String"),
		Keep:          func(memory.Ref) {},
	}
}

// translate gives the parts of the case as they come out.
func (c *fixture) translate(t *testing.T) map[string]string {
	t.Helper()
	root := c.methods[0]
	compiled, err := Compile(c.env(), fixtureWords, root, c.entry, 1, false, true)
	if err != nil {
		return map[string]string{"ir": err.Error() + "\n"}
	}
	parts := map[string]string{"ir": compiled.Func.String(), "records": c.describeRecords()}
	for _, d := range compiled.Decisions {
		parts["decisions"] += fmt.Sprintf("%s: %s: %s\n", d.Callee, d.Verdict, d.Reason)
	}
	optimise.Each(compiled.Func, func(pass string) {
		if err := compiled.Func.Check(); err != nil {
			t.Errorf("after %s: %v", pass, err)
		}
		parts[pass] = compiled.Func.String()
	})
	return parts
}

// describeRecords lists the records, one a line.
func (c *fixture) describeRecords() string {
	var text strings.Builder
	for i, r := range c.records {
		fmt.Fprintf(&text, "%d %s:", i, r.Kind)
		for _, l := range r.Levels {
			fmt.Fprintf(&text, " %s@%d owes %d", l.Method.Name, l.Index, l.Uncounted)
			if l.Stored {
				text.WriteString(" and a value")
			}
		}
		if len(r.Refs) > 0 {
			fmt.Fprintf(&text, "; references at %v", r.Refs)
		}
		for _, e := range r.Pending {
			fmt.Fprintf(&text, "; pending %+v", e)
		}
		for _, v := range r.Virtuals {
			fmt.Fprintf(&text, "; a virtual %s for %v", v.Class.Name, v.Slots)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// Targets, Callees and Weights are the call graph of the case.
func (c *fixture) Targets(_ *classes.Method, site *classes.CallSite) (targets []Target, total uint64) {
	for _, all := range c.targets {
		total += SumOf(all)
	}
	return c.targets[site], total
}

func (c *fixture) Callees(site *classes.CallSite) (callees []*classes.Method) {
	for _, target := range c.targets[site] {
		callees = append(callees, target.Callee)
	}
	return callees
}

func (c *fixture) Weights() Weights { return ExactWeights }
