// Package classes holds what is known of the loaded classes, and links them:
// field layout, virtual method tables, and in the linear memory their type
// information blocks, caller-target blocks, interface tables and statics
// (DESIGN sections 3 and 4).
//
// Invariant: nothing here executes Java code or blocks. Loading a superclass
// that is not there yet, initialisation and resolution belong to package
// linking.
package classes

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"unsafe"

	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// State is how far a class has come (JLS 12.4.2).
type State uint8

// The states of a class, in order.
const (
	Linked State = iota
	Initializing
	Initialized
	Erroneous
)

// Class is a loaded and linked class, interface, array class or primitive type.
type Class struct {
	ID         uint32 // may be that of a class that has been unloaded
	Made       uint64 // how many classes have been made before
	Name       string // binary name with slashes; "[I" for arrays; "int" for primitives
	Flags      uint16
	File       *classfile.Class // nil for arrays and primitives
	Loader     *Loader
	Lifetime   *Lifetime
	Super      *Class
	Interfaces []*Class
	Fields     []*Field
	Methods    []*Method
	VTable     []*Method

	TIB    memory.Address
	Mirror memory.Ref // the java.lang.Class object
	// The static fields, eight bytes each.
	Statics, StaticsEnd memory.Address

	State     State
	Trusted   bool       // the boot loader found it in the JDK's image
	OfImage   bool       // its file is the one of the JDK's image, whichever of the JDK's loaders has defined it
	Verified  bool       // may run: its bytecode is type-safe, or trusted
	InitError memory.Ref // an ExceptionInInitializerError that tells why initialisation failed, for the NoClassDefFoundErrors that follow

	InstanceSize uint32   // bytes, header included
	RefOffsets   []uint32 // offsets of the reference fields that the collector follows
	RefKind      uint32   // strength, for subclasses of java.lang.ref.Reference
	Finalizable  bool     // finalize() is overridden with a body that is not empty
	LoadsClasses bool     // java.lang.ClassLoader, or a subclass of it
	Instantiated bool     // there has been an object of exactly this class
	HasDefaults  bool     // an interface that declares non-abstract instance methods
	collects     *bool    // see Collects; nil: not known yet
	Subclasses   []*Class // those that have been linked and extend it directly

	assumptions []assumption   // of the compiler: see Selects
	extended    memory.Address // see Registry.LeafWord; 0: nobody has asked for it
	reserved    memory.Address // see Registry.ReservedWord; 0: nobody has asked for it

	Component  *Class // arrays: the element type, one dimension less
	Primitive  byte   // primitives: the descriptor's letter; 0 otherwise
	ElemShift  uint32 // arrays: log2 of the element size
	arrayClass *Class

	resolutions resolutions
	SourceFile  string
	Module      memory.Ref // the java.lang.Module object
	ModuleName  string     // name of the module, for stack traces; "" unnamed
	Package     string     // with slashes

	Hidden           bool
	NestHost         *Class     // resolved lazily; hidden nest mates have it set at once
	NestError        string     // why the host that the file names is not NestHost
	ClassData        memory.Ref // pinned by the mirror's classData field
	Signers          memory.Ref
	ProtectionDomain memory.Ref
	Magic            bool // a subclass of jdk.internal.reflect.MagicAccessorImpl: exempt from access checks

	superSet map[*Class]bool // all supertypes, made on demand
	Cost     uint64          // bytes that the class counts for, beside the heap
	callers  []caller        // the caller indices of its call sites
	blocks   []block         // what it has of the metadata region
}

// Field is a declared field.
type Field struct {
	Class      *Class
	Name, Desc string
	Flags      uint16
	Offset     uint32         // instance fields: offset in the object
	Address    memory.Address // static fields: where the value lives
	Member     *classfile.Member
	Slot       int // index in Class.Fields
	Injected   bool
}

// Static reports whether the field is static.
func (f *Field) Static() bool { return f.Flags&classfile.AccStatic != 0 }

// Selector is a method name with its descriptor, unique in a registry. Caller
// indices are given out per selector, not per class, which survives lazy class
// loading (DESIGN section 4).
type Selector struct {
	Name, Desc  string
	nextCaller  uint32
	freeCallers []uint32  // those of unloaded call sites
	Methods     []*Method // those that can be selected by a receiver
	Params      []byte    // one letter per parameter: B C D F I J S Z, L for references and arrays
	Return      byte      // the same letters, or V
	ParamSlots  int       // stack slots of the parameters, without the receiver
}

// Method is a declared method.
type Method struct {
	ID       uint32
	Class    *Class
	Selector *Selector
	Name     string
	Desc     string
	Flags    uint16
	Member   *classfile.Member
	Slot     int // index in Class.Methods

	VIndex   int // index in the virtual method table, -1 for none
	ArgSlots int // stack slots of the arguments, receiver included

	Code  *decoded.Code                // pre-decoded; nil until the method first runs
	Ahead atomic.Pointer[decoded.Code] // what it will be, if the method was decoded before it was asked for
	Entry *decoded.Instruction         // what is executed first: where it starts, or what stands in front of that
	start *decoded.Instruction         // where it starts, if something stands in front
	Base  unsafe.Pointer               // its first instruction

	CTB   memory.Address   // current caller-target block
	slots []memory.Address // where TIBs hold its address

	Contexts []memory.Address // its nodes in the calling context tree
	Heard    bool             // its calls have been sampled, when it got hot
	Suspends bool             // a virtual thread has waited in its compiled code, though it should have given its stack back
	HotLoops bool             // there is compiled code that is entered at one of its loops
	// Info is where compiled code reads about the method: see MethodNeed.
	Info        memory.Address
	Heat        int32          // calls by the interpreter that are left before the compiler is asked
	Interpreted int64          // bytecodes that the interpreter has executed
	Bridged     int32          // calls by compiled code that the interpreter has executed
	Record      memory.Address // its method record in the profile region, 0 for none yet
	LocalBytes  int32          // bytes of the locals below the frame
	FrameBytes  int32          // bytes of the frame header, the operand stack and scratch slots
	CallSites   int            // call sites in its code, for the size of its context nodes
	Recursive   bool           // what it calls may lead back to it, as far as its code tells
	CallerSens  bool           // @CallerSensitive
	HiddenFrame bool           // @Hidden, or a method of a hidden class of java.lang.invoke
	Refusal     *Refusal       // not nil: what selecting it throws
}

// Refusal is the error of a method that a class has in place of one: where its
// superinterfaces' methods leave it without a choice (JVMS 5.4.6). HotSpot calls
// such methods overpasses.
type Refusal struct{ Class, Message string }

// Start is where the method itself starts; it decodes it at first.
func (m *Method) Start() *decoded.Instruction {
	if m.start != nil {
		return m.start
	}
	return m.Entry
}

// SetStart sets where the method itself starts.
func (m *Method) SetStart(in *decoded.Instruction) {
	if m.start != nil {
		m.start = in
	} else {
		m.Entry = in
	}
}

// Precede puts an instruction in front of where the method starts, in place of one that stands
// there already; nil is none.
func (m *Method) Precede(in *decoded.Instruction) {
	start := m.Start()
	if m.Entry, m.start = in, start; in == nil {
		m.Entry, m.start = start, nil
	}
}

// Preceded reports whether an instruction stands in front of where the method starts.
func (m *Method) Preceded() bool { return m.start != nil }

// Timed reports whether that is one that times the method's calls.
func (m *Method) Timed() bool { return m.Preceded() && m.Entry.Op == decoded.Timed }

// Static, Abstract, IsNative, Private and Synchronized test the access flags.
func (m *Method) Static() bool       { return m.Flags&classfile.AccStatic != 0 }
func (m *Method) Abstract() bool     { return m.Flags&classfile.AccAbstract != 0 }
func (m *Method) IsNative() bool     { return m.Flags&classfile.AccNative != 0 }
func (m *Method) Private() bool      { return m.Flags&classfile.AccPrivate != 0 }
func (m *Method) Synchronized() bool { return m.Flags&classfile.AccSynchronized != 0 }
func (m *Method) Final() bool        { return m.Flags&classfile.AccFinal != 0 }
func (m *Method) Public() bool       { return m.Flags&classfile.AccPublic != 0 }

// IgnoredBySecurity reports whether looking for a caller skips the method: those
// of java.lang.reflect.Method.invoke's machinery, and the hidden ones between a method handle and
// its target.
func (m *Method) IgnoredBySecurity() bool {
	if m.Class.Name == "java/lang/reflect/Method" && m.Name == "invoke" {
		return true
	}
	for c := m.Class; c != nil; c = c.Super {
		if c.Name == "jdk/internal/reflect/MethodAccessorImpl" {
			return true
		}
	}
	return m.HiddenFrame && strings.HasPrefix(m.Class.Name, "java/lang/invoke/")
}

// Virtual reports whether the method is selected by the receiver's class.
func (m *Method) Virtual() bool { return m.VIndex >= 0 }

// String is Class.name(descriptor), for messages of the VM.
func (m *Method) String() string {
	return strings.ReplaceAll(m.Class.Name, "/", ".") + "." + m.Name + m.Desc
}

// Line is the source line of the instruction at bci, -1 when unknown. Several entries
// may start at the same instruction: it has the line of the first of them, and the
// instructions after it have that of the last, as on HotSpot.
func (m *Method) Line(bci int) int {
	if m.Member == nil || m.Member.Code == nil || bci < 0 {
		return -1
	}
	line, best := -1, -1
	for _, l := range m.Member.Code.Lines {
		switch start := int(l.Start); {
		case start == bci:
			return int(l.Line)
		case start < bci && start >= best:
			line, best = int(l.Line), start
		}
	}
	return line
}

// FirstLine is the line of the method's first instruction that has one, -1 when none has: compilers of other languages than Java begin methods with
// instructions of their own.
func (m *Method) FirstLine() int {
	if line := m.Line(0); line >= 0 || m.Member == nil || m.Member.Code == nil {
		return line
	}
	line, first := -1, math.MaxInt
	for _, l := range m.Member.Code.Lines {
		if int(l.Start) < first {
			line, first = int(l.Line), int(l.Start)
		}
	}
	return line
}

// IsInterface, IsArray and IsPrimitive tell the kinds of types apart.
func (c *Class) IsInterface() bool { return c.Flags&classfile.AccInterface != 0 }
func (c *Class) IsAbstract() bool  { return c.Flags&classfile.AccAbstract != 0 }
func (c *Class) IsArray() bool     { return c.Component != nil }
func (c *Class) IsPrimitive() bool { return c.Primitive != 0 }

// ExternalName is the name with dots, as Class.getName gives it.
func (c *Class) ExternalName() string {
	if c.Hidden {
		// The suffix of a hidden class's name keeps its slash.
		if i := strings.LastIndexByte(c.Name, '+'); i >= 0 {
			return strings.ReplaceAll(c.Name[:i], "/", ".") + "/" + c.Name[i+1:]
		}
	}
	return strings.ReplaceAll(c.Name, "/", ".")
}

// Descriptor is the type's descriptor (JVMS 4.3.2).
func (c *Class) Descriptor() string {
	switch {
	case c.Primitive != 0:
		return string(c.Primitive)
	case c.Component != nil:
		return c.Name
	}
	return "L" + c.Name + ";"
}

// FindMethod looks for a declared method.
func (c *Class) FindMethod(s *Selector) *Method {
	for _, m := range c.Methods {
		if m.Selector == s {
			return m
		}
	}
	return nil
}

// Method looks for a declared method by name and descriptor.
func (c *Class) Method(name, desc string) *Method {
	for _, m := range c.Methods {
		if m.Name == name && m.Desc == desc {
			return m
		}
	}
	return nil
}

// Field looks for a declared field.
func (c *Class) Field(name, desc string) *Field {
	for _, f := range c.Fields {
		if f.Name == name && (desc == "" || f.Desc == desc) {
			return f
		}
	}
	return nil
}

// LookupField searches the class, its superinterfaces, then its superclass
// (JVMS 5.4.3.2).
func (c *Class) LookupField(name, desc string) *Field {
	if f := c.Field(name, desc); f != nil && !f.Injected {
		return f
	}
	for _, i := range c.Interfaces {
		if f := i.LookupField(name, desc); f != nil {
			return f
		}
	}
	if c.Super != nil {
		return c.Super.LookupField(name, desc)
	}
	return nil
}

// Supers is the set of all supertypes of c, c included.
func (c *Class) Supers() map[*Class]bool {
	if c.superSet == nil {
		set := map[*Class]bool{c: true}
		if c.Super != nil {
			for s := range c.Super.Supers() {
				set[s] = true
			}
		}
		for _, i := range c.Interfaces {
			for s := range i.Supers() {
				set[s] = true
			}
		}
		c.superSet = set
	}
	return c.superSet
}

// InterfacesInOrder lists all superinterfaces of c, in the order of their making.
func (c *Class) InterfacesInOrder() []*Class {
	var all []*Class
	for t := range c.Supers() {
		if t.IsInterface() {
			all = append(all, t)
		}
	}
	slices.SortFunc(all, func(a, b *Class) int { return cmp.Compare(a.Made, b.Made) })
	return all
}

// IsSubclassOf reports whether c is t or a subtype of it, by the rules of
// JVMS 6.5.instanceof, arrays included.
func (c *Class) IsSubclassOf(t *Class) bool {
	if c == t {
		return true
	}
	if c.Component != nil && t.Component != nil {
		if c.Component.IsPrimitive() || t.Component.IsPrimitive() {
			return c.Component == t.Component
		}
		return c.Component.IsSubclassOf(t.Component)
	}
	if !t.IsInterface() {
		for k := c.Super; k != nil; k = k.Super {
			if k == t {
				return true
			}
		}
		return false
	}
	return c.Supers()[t]
}

// SamePackage reports whether two classes are in the same run-time package
// (JVMS 5.3).
func (c *Class) SamePackage(d *Class) bool {
	return c.Loader == d.Loader && c.Package == d.Package
}

// Loader is a class loader with the classes it has defined or is recorded as an
// initiating loader of (JVMS 5.3). The boot loader's Mirror is 0.
type Loader struct {
	ID       uint32
	Mirror   memory.Ref
	Classes  map[string]*Class
	Lifetime *Lifetime // of the classes that it has defined
	// MethodTypes are the java.lang.invoke.MethodType objects of descriptors.
	MethodTypes map[string]memory.Ref
}

// YieldsAtEntry reports whether a decoded method begins with a yieldpoint: one that
// calls does, because recursion must not go on for ever. The others end soon, or yield
// in their loops; they are worth inlining, where a yieldpoint would cost most.
func (m *Method) YieldsAtEntry() bool { return m.Code != nil && m.Recursive }

// Ready reports whether the class has been initialised.
func (c *Class) Ready() bool { return c.State == Initialized }

// Collects reports whether the class, which is not the JDK's, calls System.gc or Runtime.gc. What it has in its locals is then expected to stay
// alive until they are overwritten: whoever collects, looks at what has been collected.
func (c *Class) Collects() bool {
	if c.collects == nil {
		collects := !c.OfImage && c.File != nil && c.File.Pool.Contains(func(k classfile.Constant) bool {
			if k.Tag != classfile.TagMethodref {
				return false
			}
			name, _, err := c.File.NameAndType(k.B)
			if err != nil || name != "gc" {
				return false
			}
			class, err := c.File.ClassName(k.A)
			return err == nil && (class == "java/lang/System" || class == "java/lang/Runtime")
		})
		c.collects = &collects
	}
	return *c.collects
}
