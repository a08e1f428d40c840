package classes

import "slices"

// Constraints are the loading constraints of JVMS 5.3.4: which loaders must mean
// the same class by a name. Without them two loaders could make a program take an
// object of one class for one of another that has the same name.
type Constraints struct {
	byName map[string][]*constraint
}

// constraint is a set of loaders that agree on one name. The class is nil until
// one of them has loaded it.
type constraint struct {
	class   *Class
	loaders []*Loader
}

func (c *constraint) holds(l *Loader) bool {
	for _, member := range c.loaders {
		if member == l {
			return true
		}
	}
	return false
}

// find is the constraint of a name that holds a loader, nil for none.
func (c *Constraints) find(name string, l *Loader) *constraint {
	for _, k := range c.byName[name] {
		if k.holds(l) {
			return k
		}
	}
	return nil
}

// Record takes note that loader is an initiating loader of class. If it has agreed
// on another class of that name, that one is returned, else nil.
func (c *Constraints) Record(loader *Loader, name string, class *Class) (other *Class) {
	k := c.find(name, loader)
	if k == nil {
		return nil
	}
	if k.class == nil {
		k.class = class
	}
	if k.class != class {
		return k.class
	}
	return nil
}

// Conflict is the class of a name on which loader has agreed with others, nil for
// none.
func (c *Constraints) Conflict(loader *Loader, name string) *Class {
	if k := c.find(name, loader); k != nil {
		return k.class
	}
	return nil
}

// Add makes two loaders agree on a name from now on. It reports false if they mean
// different classes by it already.
func (c *Constraints) Add(name string, a, b *Loader) bool {
	if a == b {
		return true
	}
	merged := &constraint{}
	for _, l := range []*Loader{a, b} {
		k := c.find(name, l)
		known := l.Classes[name]
		if k != nil && k.class != nil {
			known = k.class
		}
		if known != nil && merged.class != nil && known != merged.class {
			return false
		}
		if known != nil {
			merged.class = known
		}
	}
	c.merge(name, merged, a, b)
	return true
}

// merge joins the constraints of two loaders on a name.
func (c *Constraints) merge(name string, merged *constraint, a, b *Loader) {
	ka, kb := c.find(name, a), c.find(name, b)
	switch {
	case ka != nil && ka == kb:
		ka.class = merged.class
		return
	case ka != nil:
		merged.loaders = append(merged.loaders, ka.loaders...)
	default:
		merged.loaders = append(merged.loaders, a)
	}
	if kb != nil {
		merged.loaders = append(merged.loaders, kb.loaders...)
	} else {
		merged.loaders = append(merged.loaders, b)
	}
	if c.byName == nil {
		c.byName = map[string][]*constraint{}
	}
	kept := c.byName[name][:0]
	for _, k := range c.byName[name] {
		if k != ka && k != kb {
			kept = append(kept, k)
		}
	}
	c.byName[name] = append(kept, merged)
}

// AddSignature makes two loaders agree on all classes that a field or method
// descriptor names. It returns the first on which they differ, "" for none.
func (c *Constraints) AddSignature(desc string, a, b *Loader) string {
	if a == b {
		return ""
	}
	for i := 0; i < len(desc); i++ {
		if desc[i] != 'L' {
			continue
		}
		end := i
		for end < len(desc) && desc[end] != ';' {
			end++
		}
		if name := desc[i+1 : end]; !c.Add(name, a, b) {
			return name
		}
		i = end
	}
	return ""
}

// forget drops loaders and classes that have been unloaded.
func (c *Constraints) forget() {
	for name, list := range c.byName {
		list = slices.DeleteFunc(list, func(k *constraint) bool {
			k.loaders = slices.DeleteFunc(k.loaders, func(l *Loader) bool { return l.Lifetime.ended })
			if k.class != nil && k.class.Lifetime.ended {
				k.class = nil
			}
			return len(k.loaders) < 2
		})
		if c.byName[name] = list; len(list) == 0 {
			delete(c.byName, name)
		}
	}
}
