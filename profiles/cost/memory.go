package cost

import (
	"slices"

	"hotlens/profiles"
	"hotlens/profiles/instructions"
	"hotlens/profiles/prefault"
)

// This file tells which accesses to memory the caches do not hold. Which accesses no cache foresees a method's code says
// (instructions.Locality), and how much there is to be found, the tree: the objects of a class are counted by the calls of its
// constructors, and arrays by what methods that make such arrays allocate. How much of it is alive nobody counts. So what
// is found is taken for what was made in the innermost activation around it that is the only one of its context, as that of a
// test or of main; of a collection, divided by how many collections of its class were made there. It is no more than what of all
// that was made there has survived collections, if there have been some: what a cache or a queue had dies.

const (
	// fewAccesses is how many accesses of a context cost too little to be looked at: less than a millisecond.
	fewAccesses = 10000
	// fewObjects and fewBytes are what contexts make that are not looked at: caches hold it, and many contexts make so little.
	fewObjects = 16
	fewBytes   = 4096
	// freshAccesses is how often an object is looked at while it is still in the cache because it has just been made, or in the order in which
	// all were made: once, as what is put into a queue and taken out of it.
	freshAccesses = 1
	// fewCollections is from how many collections on that have come in an activation their survivors tell what was alive in it: the first one may have come before anything lived.
	fewCollections = 2
	// withEntries is how many times as much memory a collection's entries take together with their keys, values and tables: an
	// entry of HashMap has 32 bytes, and a boxed number 16, one of TreeMap 40, and a short string 48.
	withEntries = 2
	// largestRow is how many bytes an array has at most that is one of many.
	largestRow = 4096
	// largestObject is how many bytes an object has at most that is found through others, when its size is not known from
	// what is made beside it. Few classes have more than six fields.
	largestObject = 64
	// maxScopes is how many activations around a context are looked at, so that a recursion of many thousands, each of which makes something, takes no time
	// that grows with its square. What is the only activation of its context seldom stands within more than a few others.
	maxScopes = 32
)

// made is what was made in and below a context.
type made struct {
	number, bytes uint64
	rows          uint64 // bytes of arrays that are some of many
	largest       uint64 // mean size in bytes of the arrays of one of the contexts
}

// key is what is made, and a context: the objects of a class (instructions.ClassNumber), or, if there is a type of elements, the arrays of
// it that the class makes.
type key struct {
	class   uint32
	element uint8
	context int32
}

// memory knows what was made of what is found.
type memory struct {
	*walk
	sums       map[key]made
	localities []instructions.Locality // by method
	owners     []uint32                // by method: the number of its class
	alone      []int32                 // by context: the innermost activation around it that is the only one of its context, -1 without one
	lives      []lived                 // by context; nil before anybody has asked
}

// lived is what in and below a context has survived its first collection, in bytes, and how many collections have come there.
type lived struct{ bytes, collections uint64 }

// survived is what has survived, by context.
func (m *memory) survived() []lived {
	if m.lives != nil {
		return m.lives
	}
	m.lives = prefault.Slice[lived](len(m.Contexts))
	found := survivors(slices.Clone(m.Collections))
	for i := range m.Contexts {
		c, l := &m.Contexts[i], &m.lives[i]
		for rest := c.AllocatedBytes; rest > 0 && len(found) > 0; {
			n, survived, collected := found.find(rest, isLarge(c.Allocations, c.AllocatedBytes))
			rest -= n
			l.bytes += survived
			if collected {
				l.collections++
			}
		}
	}
	for i := len(m.lives) - 1; i >= 0; i-- {
		if parent := m.Contexts[i].Parent; parent >= 0 {
			m.lives[parent].bytes += m.lives[i].bytes
			m.lives[parent].collections += m.lives[i].collections
		}
	}
	return m.lives
}

// alive is how many bytes there are to be found at a time of what was made in an activation.
func (m *memory) alive(scope int32, bytes uint64) uint64 {
	if scope < 0 || bytes <= uint64(m.Rows[m.find[RowCache][CacheSecond]].Unit) { // it costs nothing
		return bytes
	}
	if l := m.survived()[scope]; l.collections >= fewCollections {
		bytes = min(bytes, l.bytes)
	}
	return bytes
}

func (w *walk) memory() *memory {
	m := &memory{walk: w, sums: map[key]made{}, localities: make([]instructions.Locality, len(w.methods)), owners: make([]uint32, len(w.methods))}
	for i := range w.Methods {
		m.localities[i] = instructions.LocalityOf(w.Methods[i].Locality)
	}
	least, elements := map[uint32]uint64{}, uint8(0) // by class: how many objects a context makes at least that is looked at
	for i := range w.Contexts {
		c := &w.Contexts[i]
		l := &m.localities[c.Method]
		if accesses(c, l.Objects) > 0 {
			least[m.owner(c)] = 1
			if _, ok := least[l.Class]; !ok {
				least[l.Class] = fewObjects
			}
		}
		if accesses(c, l.Rows) > 0 || accesses(c, l.Elements) > 0 {
			elements |= l.Read
		}
	}
	if len(least) == 0 && elements == 0 {
		return m
	}
	m.alone = prefault.Slice[int32](len(w.Contexts))
	for i := range w.Contexts {
		switch c := &w.Contexts[i]; {
		case c.Calls <= 1:
			m.alone[i] = int32(i)
		case c.Parent < 0:
			m.alone[i] = -1
		default:
			m.alone[i] = m.alone[c.Parent]
		}
	}
	constructed := make([]uint32, len(w.methods)) // by method: the number of the class whose objects it makes
	for i := range w.Methods {
		if w.Methods[i].Name == "<init>" {
			if number := instructions.ClassNumber(w.Methods[i].Class); least[number] > 0 {
				constructed[i] = number
			}
		}
	}
	for i := range w.Contexts {
		c := &w.Contexts[i]
		if class := constructed[c.Method]; class != 0 && c.Calls >= least[class] && (c.Parent < 0 || constructed[w.Contexts[c.Parent].Method] != class) {
			m.add(key{class, 0, c.ID}, made{number: c.Calls, bytes: c.Calls * w.objectBytes(c)})
		}
		if c.Allocations > 0 && c.AllocatedBytes >= fewBytes {
			types, of := m.localities[c.Method].Made&elements, made{number: c.Allocations, bytes: c.AllocatedBytes}
			if of.largest = of.bytes / of.number; of.largest <= largestRow {
				of.rows = of.bytes
			}
			for bit := uint8(1); types != 0; bit <<= 1 {
				if types&bit != 0 {
					types &^= bit
					m.add(key{m.makers(c), bit, c.ID}, of)
				}
			}
		}
	}
	return m
}

// owner is the number of the class of a context's method.
func (m *memory) owner(c *profiles.Context) uint32 {
	owner := &m.owners[c.Method]
	if *owner == 0 {
		*owner = instructions.ClassNumber(m.Methods[c.Method].Class)
	}
	return *owner
}

// makers stands for the classes that make the arrays that a context reads: of the application all, as they hand them on, and of the library the
// one that the method is of.
func (m *memory) makers(c *profiles.Context) uint32 {
	if m.Methods[c.Method].Origin == profiles.OriginApp {
		return 0
	}
	return m.owner(c)
}

// accesses is how many of a context's instructions a part of its method's are; 0 for few.
func accesses(c *profiles.Context, of uint16) uint64 {
	if of == 0 || c.Bytecodes < fewAccesses {
		return 0
	}
	if n := part(c.Bytecodes, uint64(of), instructions.Whole); n >= fewAccesses {
		return n
	}
	return 0
}

// objectBytes is the size of the objects that a context constructs: what the context around their constructors allocates at a time.
func (w *walk) objectBytes(c *profiles.Context) uint64 {
	for c.Parent >= 0 {
		c = &w.Contexts[c.Parent]
		if c.Allocations > 0 {
			return min(c.AllocatedBytes/c.Allocations, largestObject)
		}
		if w.Methods[c.Method].Name != "<init>" {
			break
		}
	}
	return largestObject
}

// add adds what a context made to the activations around it that are the only ones of their contexts.
func (m *memory) add(k key, of made) {
	m.enclosing(&k)
	for scopes := 0; k.context >= 0 && scopes < maxScopes; scopes++ {
		sum := m.sums[k]
		sum.number += of.number
		sum.bytes += of.bytes
		sum.rows += of.rows
		sum.largest = max(sum.largest, of.largest)
		m.sums[k] = sum
		m.outer(&k)
	}
}

// enclosing moves a key from its context to the innermost activation around it that is the only one of its context, and outer to the next one.
func (m *memory) enclosing(k *key) { k.context = m.alone[k.context] }

func (m *memory) outer(k *key) {
	if k.context = m.Contexts[k.context].Parent; k.context >= 0 {
		m.enclosing(k)
	}
}

// around is what was made in the innermost activation around a context that is the only one of its context and made what is wanted.
func (m *memory) around(k key, wanted func(made) bool) (of made, scope int32) {
	m.enclosing(&k)
	for scopes := 0; k.context >= 0 && scopes < maxScopes; scopes++ {
		if of := m.sums[k]; wanted(of) {
			return of, k.context
		}
		m.outer(&k)
	}
	return made{}, -1
}

// chargeAll charges the contexts for the accesses to memory that the caches do not hold.
func (m *memory) chargeAll() {
	if len(m.sums) == 0 {
		return
	}
	for i := range m.Contexts {
		if m.folds[i] < 0 {
			m.charge(&m.Contexts[i])
		}
	}
}

func (m *memory) charge(c *profiles.Context) {
	l := &m.localities[c.Method]
	if n := accesses(c, l.Objects); n > 0 {
		of, scope := m.around(key{l.Class, 0, c.ID}, func(of made) bool { return of.number > 0 })
		if fresh := freshAccesses * of.number; scope >= 0 && n > fresh {
			bytes := of.bytes
			if collections := m.sums[key{m.owner(c), 0, scope}].number; collections > 0 && m.owner(c) != l.Class {
				bytes = withEntries * bytes / collections
			}
			m.miss(c, n-fresh, m.alive(scope, bytes))
		}
	}
	rows, elements := accesses(c, l.Rows), accesses(c, l.Elements)
	if rows == 0 && elements == 0 {
		return
	}
	var small, large made
	for bit := uint8(1); bit != 0; bit <<= 1 {
		if l.Read&bit != 0 {
			of, scope := m.around(key{m.makers(c), bit, c.ID}, func(of made) bool { return of.rows > 0 })
			small.rows = max(small.rows, m.alive(scope, of.rows))
			of, _ = m.around(key{m.makers(c), bit, c.ID}, func(of made) bool { return of.largest > largestRow })
			large.largest = max(large.largest, of.largest)
		}
	}
	m.miss(c, rows, small.rows)
	m.miss(c, elements, large.largest)
}

// miss charges a context for accesses to memory of so many bytes, each of which is as likely as any other.
func (m *memory) miss(c *profiles.Context, accesses, bytes uint64) {
	for _, name := range [...]string{CacheSecond, CacheThird} {
		row := m.find[RowCache][name]
		if held := uint64(m.Rows[row].Unit); accesses > 0 && bytes > held {
			m.to.Count(c.ID, base(row), part(accesses, bytes-held, bytes))
		}
	}
}
