package classes

import "hotlens/vm/memory"

// This file is class hierarchy analysis (Dean, Grove and Chambers, "Optimization of
// Object-Oriented Programs Using Static Class Hierarchy Analysis", ECOOP 1995): it tells
// which method all objects of a class select, and which classes have no subclasses. A class
// that is linked later may end that. Compiled code goes on while classes are linked, as
// other frames wait in calls; so what it relies on has a word in the linear memory, which it
// tests, and which linking sets before the first object of the new class can exist.

// assumption is that the objects of a class, those of subclasses included, select one
// method by an index of their virtual tables.
type assumption struct {
	index  int
	method *Method        // nil: they select several
	broken memory.Address // the word that is 0 until then; 0: nobody has asked for it
}

// instantiable reports whether there can be objects of exactly this class.
func (c *Class) instantiable() bool { return !c.IsAbstract() && !c.IsInterface() }

// Leaf reports whether a class has objects and no subclass so far.
func (c *Class) Leaf() bool { return c.instantiable() && len(c.Subclasses) == 0 }

// Selects is the method that all objects of a class, those of its subclasses included,
// select so far by an index of their virtual tables. It is nil if there are several, or
// no class that has objects.
func (c *Class) Selects(index int) *Method {
	if a := c.assumption(index); a != nil {
		return a.method
	}
	method, some := c.selects(index, nil)
	if some {
		c.assumptions = append(c.assumptions, assumption{index: index, method: method})
	}
	return method
}

func (c *Class) assumption(index int) *assumption {
	for i := range c.assumptions {
		if a := &c.assumptions[i]; a.index == index {
			return a
		}
	}
	return nil
}

// selects adds what c's objects and those of its subclasses select to the method that
// others do, which is nil for none. some is false as long as nothing has been selected.
func (c *Class) selects(index int, others *Method) (method *Method, some bool) {
	method, some = others, others != nil
	if c.instantiable() {
		if some && c.VTable[index] != method {
			return nil, true
		}
		method, some = c.VTable[index], true
	}
	for _, s := range c.Subclasses {
		if method, some = s.selects(index, method); some && method == nil {
			return nil, true
		}
	}
	return method, some
}

// SelectsWord is the address of a word that is 0 as long as what [Class.Selects] has told
// holds.
func (r *Registry) SelectsWord(c *Class, index int) (memory.Address, error) {
	return r.word(c, &c.assumption(index).broken)
}

// LeafWord is the address of a word that is 0 as long as c, which is a leaf, has no subclass.
func (r *Registry) LeafWord(c *Class) (memory.Address, error) { return r.word(c, &c.extended) }

func (r *Registry) word(c *Class, a *memory.Address) (memory.Address, error) {
	if *a != 0 {
		return *a, nil
	}
	var err error
	*a, err = r.NewMetadata(c, 4)
	return *a, err
}

// extend makes a class whose virtual table is there known to its superclasses, and ends
// what does not hold any more.
func (r *Registry) extend(c *Class) {
	if c.Super == nil {
		return
	}
	c.Super.Subclasses = append(c.Super.Subclasses, c)
	r.end(c.Super.extended)
	if !c.instantiable() {
		return
	}
	for s := c.Super; s != nil; s = s.Super {
		for i := range s.assumptions {
			if a := &s.assumptions[i]; a.method != nil && c.VTable[a.index] != a.method {
				a.method = nil
				r.end(a.broken)
			}
		}
	}
}

func (r *Registry) end(word memory.Address) {
	if word != 0 {
		r.Memory.SetU32(word, 1)
		r.Ended++
	}
}
