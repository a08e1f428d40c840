package analysis

import (
	"slices"
	"sync"

	"hotlens/profiles/prefault"
)

// Link is what one method has called of another, directly or through code without source, such as the library's.
type Link struct {
	Caller, Callee int
	Calls          uint64
	Inclusive      Amounts // of the callee where it was called so, with its callees, recursion counted once
	Sites          []int   // of the caller, where a call expression leads there
	Detour         int     // the first method without source on the way, -1 for direct calls
}

// links are all links from and to the methods with source. They are found when they are first asked for: that takes time and
// space linear in the number of contexts.
type links struct {
	once    sync.Once
	in, out [][]Link // by callee and by caller
}

// Callers are the methods with source that called a method, in the order in which they first did. Calls through code without
// source are those of the method that called into that code, and a thread's entry is called by the method that started the thread.
func (a *Analysis) Callers(method int) []Link { return a.findLinks().in[method] }

// Callees are the methods that a method called: of the library those that it called itself, and of the source also those that it
// called through code without source. A method of the library is asked for what it called of the source: that takes time linear in
// the number of contexts.
func (a *Analysis) Callees(method int) []Link {
	if a.Methods[method].Declared == nil {
		return a.calleesBelow(method)
	}
	return a.findLinks().out[method]
}

func (a *Analysis) findLinks() *links {
	a.links.once.Do(func() {
		contexts := a.Profile.Contexts
		roles := a.roles()
		in, out := newLinkList(a, roles), newLinkList(a, roles)
		// Of the context that is looked at: the nearest context above it whose method has source, -1 for none, and the one
		// that was entered there. Parents stand before their children.
		caller, entered := prefault.Slice[int32](len(contexts)), prefault.Slice[int32](len(contexts))
		for i := range contexts {
			switch parent := contexts[i].Parent; {
			case parent < 0:
				caller[i], entered[i] = -1, int32(i)
			case a.Methods[a.MethodOf(int(parent))].Declared != nil:
				caller[i], entered[i] = parent, int32(i)
			default:
				caller[i], entered[i] = caller[parent], entered[parent]
			}
			callee, above := a.MethodOf(i), int(caller[i])
			if above < 0 {
				if start := a.SiteOf(int(entered[i])); start != nil && a.Methods[start.Method].Declared != nil {
					in.add(start.Method, callee, int(entered[i]), i)
				}
				continue
			}
			in.add(a.MethodOf(above), callee, int(entered[i]), i)
			if roles[callee] == called || roles[callee] == passedOver && int(contexts[i].Parent) == above {
				out.add(a.MethodOf(above), callee, int(entered[i]), i)
			}
		}
		a.links.in, a.links.out = make([][]Link, len(a.Methods)), make([][]Link, len(a.Methods))
		for _, l := range in.summed() {
			a.links.in[l.Callee] = append(a.links.in[l.Callee], l)
		}
		for _, l := range out.summed() {
			a.links.out[l.Caller] = append(a.links.out[l.Caller], l)
		}
	})
	return a.links
}

// role is what a method is to those who ask who called whom.
type role uint8

const (
	passedOver role = iota // code without source: called where it is called directly, and passed over on the way to others
	passedOn               // stands between a call and what is meant by it: a lambda proxy's, or a bridge
	called                 // has source, or is what the compiler has made for a class with source
)

// roles are those of all methods. A class with source may have methods that no text declares: accessors of records, values of
// enums; of the same name as a declared one a bridge (JLS 15.12.4.5).
func (a *Analysis) roles() []role {
	declared := map[string]map[string]bool{} // names by class
	for i := range a.Files {
		for _, d := range a.Files[i].Declarations {
			if declared[d.Source.Class] == nil {
				declared[d.Source.Class] = map[string]bool{}
			}
			declared[d.Source.Class][d.Source.Name] = true
		}
	}
	roles := make([]role, len(a.Methods))
	for i := range roles {
		m := &a.Profile.Methods[i]
		switch members := declared[m.Class]; {
		case a.IsProxy(i) || a.Methods[i].Declared == nil && members[m.Name]:
			roles[i] = passedOn
		case a.Methods[i].Declared != nil || members != nil:
			roles[i] = called
		}
	}
	return roles
}

// linkList collects links.
type linkList struct {
	of     *Analysis
	roles  []role
	index  map[uint64]int32 // by caller and callee
	links  []Link
	linkOf []int32 // by context: the link whose callee's it is, -1 for none
}

func newLinkList(a *Analysis, roles []role) *linkList {
	return &linkList{of: a, roles: roles, index: map[uint64]int32{}, linkOf: slices.Repeat([]int32{-1}, len(a.Profile.Contexts))}
}

// add adds the calls that led to a context of the callee by way of another, which the caller has entered.
func (l *linkList) add(caller, callee, entered, context int) {
	key := uint64(uint32(caller))<<32 | uint64(uint32(callee))
	at, known := l.index[key]
	if !known {
		at = int32(len(l.links))
		l.index[key] = at
		l.links = append(l.links, Link{Caller: caller, Callee: callee, Detour: -1})
	}
	link := &l.links[at]
	link.Calls += l.of.Profile.Contexts[context].Calls
	l.linkOf[context] = at
	if method := l.of.MethodOf(entered); entered != context && l.roles[method] != passedOn {
		link.Detour = method
	}
	if site := l.of.siteOf[entered]; site >= 0 && l.of.Sites[site].Call != nil && !slices.Contains(link.Sites, int(site)) {
		link.Sites = append(link.Sites, int(site))
	}
}

// summed are the links with their inclusive amounts.
func (l *linkList) summed() []Link {
	for i, inclusive := range l.of.InclusiveBy(l.linkOf, len(l.links)) {
		l.links[i].Inclusive = inclusive
	}
	return l.links
}

func (a *Analysis) calleesBelow(wanted int) []Link {
	roles := a.roles()
	list := newLinkList(a, roles)
	for _, caller := range a.ContextsOf(wanted) {
		var entered int32 // by the caller itself
		a.Below(caller, func(c int32) (deeper bool) {
			direct := a.Profile.Contexts[c].Parent == caller
			if direct {
				entered = c
			}
			callee := a.MethodOf(int(c))
			if roles[callee] == passedOn {
				return true // what it calls says it all
			}
			if direct || roles[callee] == called {
				list.add(wanted, callee, int(entered), int(c))
			}
			return a.Methods[callee].Declared == nil && callee != wanted
		})
	}
	return list.summed()
}
