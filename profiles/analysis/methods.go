package analysis

import "github.com/sourcegraph/conc"

// Method is a method over all its contexts. Several class loaders may have loaded the
// same class: what they have loaded is one method, the first one in the profile, and
// the others have no contexts here.
type Method struct {
	Exclusive Amounts
	Inclusive Amounts      // with callees, recursion counted once
	Contexts  int          // how many it has
	Declared  *Declaration // nil: the index does not say where
}

// Reference names a method as class files do: the class's binary name with slashes,
// the method's name and its descriptor (JVMS 4.2, 4.3.3).
type Reference struct {
	Class      string `json:"class"`
	Name       string `json:"name"`
	Descriptor string `json:"descriptor"`
}

// Reference is the name of a method in class files.
func (a *Analysis) Reference(method int) Reference {
	m := &a.Profile.Methods[method]
	return Reference{m.Class, m.Name, m.Descriptor}
}

// Find returns the method with that name, -1 if the profile has none.
func (a *Analysis) Find(reference Reference) int {
	if method, known := a.byName[reference]; known {
		return method
	}
	return -1
}

// Repeats tells whether every method has been called as often, and has cost as much, as in another run.
func (a *Analysis) Repeats(other *Analysis) bool {
	if len(a.Methods) != len(other.Methods) || len(a.Profile.Contexts) != len(other.Profile.Contexts) {
		return false
	}
	for id := range a.Methods {
		if same := other.Find(a.Reference(id)); same < 0 || other.Methods[same].Inclusive != a.Methods[id].Inclusive {
			return false
		}
	}
	return true
}

// MethodOf is the method of a context.
func (a *Analysis) MethodOf(context int) int { return a.same[a.Profile.Contexts[context].Method] }

// numberMethods finds the methods that are the same one.
func (a *Analysis) numberMethods() {
	methods := a.Profile.Methods
	a.byName = make(map[Reference]int, len(methods))
	a.same = make([]int, len(methods))
	for i := range methods {
		reference := a.Reference(i)
		if _, known := a.byName[reference]; !known {
			a.byName[reference] = i
		}
		a.same[i] = a.byName[reference]
	}
	a.Methods = make([]Method, len(methods))
}

// sumMethods sums the contexts by method, without those that they have called.
func (a *Analysis) sumMethods() {
	contexts := a.Profile.Contexts
	for i := range contexts {
		m := &a.Methods[a.MethodOf(i)]
		m.Exclusive.Add(Exclusive(a.Profile, &contexts[i]))
		m.Contexts++
	}
}

// sumInclusive sums the contexts with those that they have called, of the run, by method and by call site.
func (a *Analysis) sumInclusive() {
	methods := grouping{of: func(c int32) int32 { return int32(a.MethodOf(int(c))) }, inclusive: make([]Amounts, len(a.Methods))}
	sites := grouping{of: func(c int32) int32 { return a.siteOf[c] }, inclusive: make([]Amounts, len(a.Sites))}
	var bySite conc.WaitGroup // in a walk of its own: with another processor that takes less than one walk for both
	bySite.Go(func() { a.sum(&sites) })
	a.Total = a.sum(&methods)
	bySite.Wait()
	for i := range a.Methods {
		a.Methods[i].Inclusive = methods.inclusive[i]
	}
	for i := range a.Sites {
		a.Sites[i].Inclusive = sites.inclusive[i]
	}
}
