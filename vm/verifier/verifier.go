// Package verifier checks that a class's bytecode is type-safe before any of it
// runs (JVMS 17, 4.9 and 4.10): by type checking against the StackMapTable for
// class files of version 50 and above, by type inference for older ones, and for
// version 50 by inference where type checking fails.
//
// Invariant: whatever the class file holds, Verify returns, after work and
// memory that are bounded for each method, and never panics. It executes no Java
// code itself; classes are loaded through the function that the caller gives, and
// only those of which the answer depends (JVMS 4.10.1.2).
package verifier

import (
	"fmt"
	"math"
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/release"
)

// Load finds the class with a binary name (slashes) as the defining loader of
// the class that is verified sees it. An error ends the verification.
type Load func(name string) (*classes.Class, error)

// The classes of errors that verification itself reports.
const (
	verifyError      = "java/lang/VerifyError"
	classFormatError = "java/lang/ClassFormatError"
)

// Error is a class that is not type-safe.
type Error struct {
	Class   string // java/lang/VerifyError or java/lang/ClassFormatError
	Message string // as HotSpot words it; often of several lines
	final   bool   // inference is not tried
}

func (e *Error) Error() string { return e.Class + ": " + e.Message }

// The class file versions at which rules change.
const (
	versionLdcClass       = 49 // ldc loads classes
	versionStackMap       = 50 // StackMapTable is used
	versionNoFailover     = 51 // type checking alone decides
	versionInterfaceCalls = 52 // invokestatic and invokespecial name interface methods
)

// Verify checks all methods of c as a JDK does. The error is an *Error, or what load returned.
func Verify(c *classes.Class, jdk release.Release, load Load) (err error) {
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(stop)
			if !ok {
				panic(r)
			}
			err = stop.err
		}
	}()
	if c.File.Major < versionStackMap {
		inferClass(newContext(c, jdk, load))
		return nil
	}
	err = typeCheck(c, jdk, load)
	if e, ok := err.(*Error); ok && c.File.Major < versionNoFailover && !e.final {
		// When inference fails as well its class of error counts, but the first
		// verifier's words.
		defer func() {
			if r := recover(); r != nil {
				stop, ok := r.(stop)
				if !ok {
					panic(r)
				}
				err = stop.err
				if second, ok := err.(*Error); ok {
					err = &Error{Class: second.Class, Message: e.Message}
				}
			}
		}()
		inferClass(newContext(c, jdk, load))
		return nil
	}
	return err
}

// typeCheck checks all methods by their StackMapTables.
func typeCheck(c *classes.Class, jdk release.Release, load Load) (err error) {
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(stop)
			if !ok {
				panic(r)
			}
			err = stop.err
		}
	}()
	v := newContext(c, jdk, load)
	for _, m := range c.Methods {
		if m.Member != nil && m.Member.Code != nil {
			checkMethod(v, m)
		}
	}
	return nil
}

// stop is what ends a verification: it is thrown inside the package only.
type stop struct{ err error }

// context is what the verification of a class's methods shares.
type context struct {
	class *classes.Class
	file  *classfile.Class
	jdk   release.Release // whose words errors have
	load  Load

	names      []string // by payload of a Type
	index      map[string]Type
	poolTypes  []Type // of Class constants; 0: not asked for yet
	signatures map[string]*signature
	bound      map[Type]*classes.Class // inference: classes that their names need not lead to

	this, object, throwable Type
	budget                  int // what the method at hand may still cost
	scratch                 scratch
}

// scratch is memory that the methods of a class use one after the other.
type scratch struct {
	starts        []bool
	locals, stack []Type
	frames        []mapFrame
}

// zeroed is the first n elements of the memory, cleared; it grows if it must.
func zeroed[T any](memory *[]T, n int) []T {
	if cap(*memory) < n {
		*memory = make([]T, n)
		return *memory
	}
	*memory = (*memory)[:n]
	clear(*memory)
	return *memory
}

func newContext(c *classes.Class, jdk release.Release, load Load) *context {
	v := &context{
		class: c, file: c.File, jdk: jdk, load: load, index: make(map[string]Type, 16),
		poolTypes: make([]Type, c.File.Pool.Len()), signatures: make(map[string]*signature, 16), bound: map[Type]*classes.Class{},
	}
	v.this = v.reference(c.Name)
	v.object, v.throwable = v.reference("java/lang/Object"), v.reference("java/lang/Throwable")
	return v
}

// methodBudget bounds the work on one method, in types that are copied or
// compared: about a second. The largest methods of the JDK take some 30,000;
// what exceeds the bound was made to.
const methodBudget = 1 << 27

// spend takes work off the method's budget.
func (v *context) spend(n int) {
	if v.budget -= n; v.budget < 0 {
		panic(stop{&Error{Class: verifyError, Message: "The method is too large to be verified"}})
	}
}

// find loads a class.
func (v *context) find(name string) *classes.Class {
	if name == v.class.Name {
		return v.class
	}
	c, err := v.load(name)
	if err != nil {
		panic(stop{err})
	}
	return c
}

// signature is a method descriptor in verification types, a type per slot.
type signature struct {
	arguments, result []Type
}

func (v *context) signature(desc string) *signature {
	if s := v.signatures[desc]; s != nil {
		return s
	}
	params, result, err := classfile.ParseDescriptor(desc)
	if err != nil {
		panic(stop{&Error{Class: classFormatError, Message: err.Error()}})
	}
	s := &signature{arguments: make([]Type, 0, len(params)+2)}
	for _, p := range params {
		s.arguments = v.appendField(s.arguments, p)
	}
	if result != "V" {
		s.result = v.appendField(nil, result)
	}
	v.signatures[desc] = s
	return s
}

// appendField appends the one or two types of a value with the descriptor, as
// it lies in locals and on the operand stack.
func (v *context) appendField(to []Type, desc string) []Type {
	switch desc[0] {
	case 'Z', 'B', 'C', 'S', 'I':
		return append(to, integer)
	case 'F':
		return append(to, float)
	case 'J':
		return append(to, long, long2)
	case 'D':
		return append(to, double, double2)
	case '[':
		return append(to, v.reference(desc))
	}
	return append(to, v.reference(desc[1:len(desc)-1]))
}

// returned is the type that a method's descriptor returns, top for void. Unlike
// on the stack the small integers are types of their own.
func (v *context) returned(desc string) Type {
	result := desc[strings.LastIndexByte(desc, ')')+1:]
	if result == "V" {
		return top
	}
	return v.component("[" + result)
}

// classAt is the type that the Class constant at index names. A hidden class
// is not what the loader finds by its name.
func (v *context) classAt(index int) Type {
	if t := v.poolTypes[index]; t != top {
		return t
	}
	name := v.file.Pool.Named(uint16(index))
	if v.class.Hidden && name == v.file.Name {
		name = v.class.Name
	}
	t := v.reference(name)
	v.poolTypes[index] = t
	return t
}

// tag is the tag of the constant at index, 0 for an index out of range.
func (v *context) tag(index int) classfile.Tag {
	if index < 0 || index >= v.file.Pool.Len() {
		return 0
	}
	return v.file.Pool.Tag(uint16(index))
}

// member gives the parts of a reference to a field or method, or of a dynamic
// constant or call site, whose class is top.
func (v *context) member(index int) (class Type, name, desc string) {
	k := v.file.Pool.At(uint16(index))
	pair := v.file.Pool.At(k.B)
	name, desc = v.file.Pool.Utf8(pair.A), v.file.Pool.Utf8(pair.B)
	if k.Tag == classfile.TagDynamic || k.Tag == classfile.TagInvokeDynamic {
		return top, name, desc
	}
	return v.classAt(int(k.A)), name, desc
}

// superNamed is the proper superclass of the verified class with the name, nil if
// there is none.
func (v *context) superNamed(name string) *classes.Class {
	for s := v.class.Super; s != nil; s = s.Super {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// protectedElsewhere reports whether the member of c is protected and declared in
// another run-time package: then only objects of the verified class give access
// to it (JVMS 4.10.1.8).
func (v *context) protectedElsewhere(c *classes.Class, name, desc string, method bool) bool {
	if !v.class.IsSubclassOf(c) {
		return false
	}
	if !method {
		f := c.LookupField(name, desc)
		return f != nil && f.Flags&classfile.AccProtected != 0 && !v.class.SamePackage(f.Class)
	}
	for k := c; k != nil; k = k.Super {
		if m := k.Method(name, desc); m != nil {
			return m.Flags&classfile.AccProtected != 0 && !v.class.SamePackage(m.Class)
		}
	}
	return false
}

// externalMethod is how messages name a method: with its types as in Java.
func externalMethod(m *classes.Method) string {
	params, result, err := classfile.ParseDescriptor(m.Desc)
	if err != nil {
		return m.Name + m.Desc
	}
	for i, p := range params {
		params[i] = externalType(p)
	}
	return fmt.Sprintf("%s %s.%s(%s)", externalType(result), m.Class.ExternalName(), m.Name, strings.Join(params, ", "))
}

var primitiveNames = map[byte]string{
	'Z': "boolean", 'B': "byte", 'C': "char", 'S': "short", 'I': "int", 'J': "long", 'F': "float", 'D': "double", 'V': "void",
}

func externalType(desc string) string {
	element := strings.TrimLeft(desc, "[")
	name := primitiveNames[element[0]]
	if element[0] == 'L' {
		name = strings.ReplaceAll(element[1:len(element)-1], "/", ".")
	}
	return name + strings.Repeat("[]", len(desc)-len(element))
}

// maxDimensions of an array type (JVMS 4.4.1).
const maxDimensions = math.MaxUint8
