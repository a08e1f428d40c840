package classes

import (
	"fmt"
	"strings"
	"sync"

	"hotlens/vm/classfile"
	"hotlens/vm/memory"
)

// This file is the registry of classes, methods, selectors and loaders.

// Registry owns all classes, methods and selectors of a VM.
type Registry struct {
	Memory *memory.Memory
	// By their ids: 0 is the boot loader, but no class and no method. Those that have been
	// unloaded are nil.
	Classes  []*Class
	Methods  []*Method
	Loaders  []*Loader
	Injected map[string][]InjectedField
	OnMethod func(*Method) // called for every new method, before it can run
	OnClass  func(*Class)  // called for every new class that has been linked; nil: nobody is
	// RefuseInterfaceCalls has calls through an interface select what a class has in place of conflicting default
	// methods, and not fail to find a method.
	RefuseInterfaceCalls bool
	// Ended counts what held of the loaded classes, was asked for, and does not hold any more: see hierarchy.go.
	Ended uint64
	// Constraints are what the loaders have agreed on.
	Constraints                           Constraints
	selectors                             [16]selectors
	made, gone                            uint64 // classes that have been made, and unloaded
	lifetimes                             []*Lifetime
	unloaded                              []*Lifetime // whose numbers and addresses compiled code still knows
	freeClasses, freeMethods, freeLoaders []uint32    // ids
	unannounced                           unannounced
	MethodTable                           memory.Address // what compiled code can look up of methods
	object                                *Class
	reference                             *Class
	cloneable                             *Class
	serial                                *Class
}

// InjectedField is a field that the VM adds to a class of the library for its
// own use; Java code cannot see it.
type InjectedField struct{ Name, Desc string }

// NewRegistry makes an empty registry over m. injected lists the VM's own
// fields by class name.
func NewRegistry(m *memory.Memory, injected map[string][]InjectedField) (*Registry, error) {
	empty, err := newUnannounced(m)
	if err != nil {
		return nil, err
	}
	table, err := m.NewMetadata(MaxDescribed * MethodBytes)
	if err != nil {
		return nil, err
	}
	m.ExpectMetadata()
	r := &Registry{
		Memory: m, Injected: injected, unannounced: empty, MethodTable: table,
		Classes: []*Class{nil}, Methods: []*Method{nil},
	}
	for i := range r.selectors {
		r.selectors[i].all = make(map[[2]string]*Selector, startSelectors/len(r.selectors))
	}
	r.NewLoader(0).Lifetime.Permanent = true
	return r, nil
}

// ClassNumbered is the class whose id has been read from an object. The program may
// have forged the reference to the object, or have overwritten the id: then
// ClassNumbered panics with a memory.Forgery.
func (r *Registry) ClassNumbered(id uint32, object memory.Ref) *Class {
	if uint64(id) >= uint64(len(r.Classes)) || r.Classes[id] == nil {
		panic(memory.Forgery{Address: object})
	}
	return r.Classes[id]
}

// MethodNumbered is the method with an id that the program may have overwritten; nil if
// there is none.
func (r *Registry) MethodNumbered(id uint32) *Method {
	if uint64(id) >= uint64(len(r.Methods)) {
		return nil
	}
	return r.Methods[id]
}

// Boot is the boot loader.
func (r *Registry) Boot() *Loader { return r.Loaders[0] }

// NewLoader registers a class loader object.
func (r *Registry) NewLoader(mirror memory.Ref) *Loader {
	l := &Loader{Mirror: mirror, Classes: map[string]*Class{}, MethodTypes: map[string]memory.Ref{}, Lifetime: r.newLifetime(mirror)}
	l.ID = place(&r.Loaders, &r.freeLoaders, l)
	return l
}

// Selector is the unique selector of a name and a descriptor. A malformed
// descriptor gives a selector without parameters; class file parsing has
// rejected those before. Any goroutine may call it.
func (r *Registry) Selector(name, desc string) *Selector {
	part := r.selectorsLike(name, desc)
	part.mutex.Lock()
	s := part.all[[2]string{name, desc}]
	if s == nil {
		s = newSelector(strings.Clone(name), strings.Clone(desc))
		part.all[[2]string{s.Name, s.Desc}] = s
	}
	part.mutex.Unlock()
	return s
}

// SelectorToFind is Selector for looking a method up by what the program says: a name and
// a descriptor that no class has are not kept.
func (r *Registry) SelectorToFind(name, desc string) *Selector {
	part := r.selectorsLike(name, desc)
	part.mutex.Lock()
	s := part.all[[2]string{name, desc}]
	part.mutex.Unlock()
	if s == nil {
		s = newSelector(name, desc)
	}
	return s
}

// startSelectors is how many selectors the library has when it has started, and some more.
const startSelectors = 1 << 13

// selectors are those that a few letters put together, so that two goroutines that ask seldom wait for each other.
type selectors struct {
	mutex sync.Mutex
	all   map[[2]string]*Selector
}

func (r *Registry) selectorsLike(name, desc string) *selectors {
	part := len(name) + 7*len(desc)
	if name != "" {
		part += 31*int(name[0]) + 5*int(name[len(name)-1])
	}
	if desc != "" {
		part += 3 * int(desc[len(desc)/2])
	}
	return &r.selectors[part%len(r.selectors)]
}

func newSelector(name, desc string) *Selector {
	s := &Selector{Name: name, Desc: desc}
	s.Params, s.Return = ShortyOf(desc)
	for _, p := range s.Params {
		s.ParamSlots += SlotsOf(p)
	}
	return s
}

// ShortyOf reduces a method descriptor to one letter per parameter and the
// return type's letter; all references become L.
func ShortyOf(desc string) (params []byte, ret byte) {
	i := 1
	for i < len(desc) && desc[i] != ')' {
		c := desc[i]
		if c == '[' || c == 'L' {
			for i < len(desc) && desc[i] == '[' {
				i++
			}
			if i < len(desc) && desc[i] == 'L' {
				if n := strings.IndexByte(desc[i:], ';'); n >= 0 {
					i += n
				}
			}
			c = 'L'
		}
		i++
		params = append(params, c)
	}
	ret = 'V'
	if i+1 < len(desc) {
		ret = desc[i+1]
		if ret == '[' {
			ret = 'L'
		}
	}
	return params, ret
}

// SlotsOf is the number of stack slots of a value by its descriptor letter.
func SlotsOf(letter byte) int {
	switch letter {
	case 'J', 'D':
		return 2
	case 'V':
		return 0
	}
	return 1
}

// SizeOf is the number of bytes of a field or array element.
func SizeOf(letter byte) uint32 {
	switch letter {
	case 'Z', 'B':
		return 1
	case 'C', 'S':
		return 2
	case 'J', 'D':
		return 8
	}
	return 4
}

// primitiveNames maps descriptor letters to the types' names.
var primitiveNames = map[byte]string{'Z': "boolean", 'B': "byte", 'C': "char", 'S': "short", 'I': "int", 'J': "long", 'F': "float", 'D': "double", 'V': "void"}

// NewPrimitive makes the class of a primitive type.
func (r *Registry) NewPrimitive(letter byte) *Class {
	c := &Class{Name: primitiveNames[letter], Flags: classfile.AccPublic | classfile.AccFinal | classfile.AccAbstract, Loader: r.Boot(), Primitive: letter, State: Initialized}
	r.register(c)
	return c
}

func (r *Registry) register(c *Class) {
	if c.Lifetime == nil {
		c.Lifetime = c.Loader.Lifetime
	}
	c.Lifetime.Classes = append(c.Lifetime.Classes, c)
	c.ID = place(&r.Classes, &r.freeClasses, c)
	r.made++
	c.Made = r.made
}

// Made is the number of classes that have ever been made.
func (r *Registry) Made() uint64 { return r.made }

// UnloadedClasses is the number of those that have been unloaded.
func (r *Registry) UnloadedClasses() uint64 { return r.gone }

// place puts something into a list by its id: one that is free, or the next.
func place[T any](list *[]*T, free *[]uint32, what *T) uint32 {
	if n := len(*free); n > 0 {
		id := (*free)[n-1]
		*free = (*free)[:n-1]
		(*list)[id] = what
		return id
	}
	*list = append(*list, what)
	return uint32(len(*list) - 1)
}

// Number gives a method its id.
func (r *Registry) Number(m *Method) { m.ID = place(&r.Methods, &r.freeMethods, m) }

// EachClass and EachMethod call f with all that are loaded, in the order of their ids.
func (r *Registry) EachClass(f func(*Class)) {
	for _, c := range r.Classes {
		if c != nil {
			f(c)
		}
	}
}

// EachMethod is EachClass for methods.
func (r *Registry) EachMethod(f func(*Method)) {
	for _, m := range r.Methods {
		if m != nil {
			f(m)
		}
	}
}

// ArrayOf is the array class whose elements are component. The caller has made
// java.lang.Object, Cloneable and Serializable before.
func (r *Registry) ArrayOf(component *Class) (*Class, error) {
	if component.arrayClass != nil {
		return component.arrayClass, nil
	}
	name := "[" + component.Descriptor()
	if strings.HasPrefix(name, "[[[") && strings.LastIndexByte(name, '[') >= 255 {
		return nil, fmt.Errorf("array class %s has more than 255 dimensions", name)
	}
	element := component
	for element.Component != nil {
		element = element.Component
	}
	c := &Class{
		Name: name, Flags: element.Flags&(classfile.AccPublic|classfile.AccPrivate|classfile.AccProtected) | classfile.AccFinal | classfile.AccAbstract,
		Loader: element.Loader, Lifetime: element.Lifetime, Component: component, State: Initialized, Super: r.object,
	}
	if r.cloneable != nil {
		c.Interfaces = []*Class{r.cloneable, r.serial}
	}
	c.ElemShift = 2
	if component.Primitive != 0 {
		for SizeOf(component.Primitive) != 1<<c.ElemShift {
			if c.ElemShift--; c.ElemShift > 3 {
				c.ElemShift = 3
			}
		}
	}
	r.register(c)
	c.Package = element.Package
	c.ModuleName = element.ModuleName
	c.VTable = r.object.VTable
	if err := r.buildTIB(c); err != nil {
		return nil, err
	}
	component.arrayClass = c
	if element.Lifetime == element.Loader.Lifetime {
		element.Loader.Classes[name] = c
	}
	return c, nil
}

// Array is the array class of component if it was made already.
func (c *Class) Array() *Class { return c.arrayClass }
