package analysis

import (
	"hotlens/profiles"
	"hotlens/profiles/names"
)

// nameMethods names the methods. A lambda's line is that of its arrow, if the index
// has it, else that of its body.
func (a *Analysis) nameMethods() {
	lines := make([]int, len(a.Profile.Methods))
	for i := range lines {
		lines[i] = a.Profile.Methods[i].Line
		if d := a.Methods[a.same[i]].Declared; d != nil {
			lines[i] = d.Source.NameRange.Start.Line + 1
		}
	}
	a.Names = names.Of(a.Profile.Methods, lines)
	// What a lambda proxy calls says more than its own name, if it is always the same. That of a lambda is: one that calls several methods is a reference to one that these override.
	a.behind = a.calleesOfProxies()
	for i, first := range a.same {
		if callee, known := a.behind[first]; known && callee < 0 {
			a.Names[i] = names.Reference(a.Profile.Methods[i].Class)
		} else {
			a.Names[i] = a.Names[a.Behind(first)]
		}
	}
}

// IsProxy tells whether a method belongs to a lambda proxy: the hidden class that
// implements the functional interface and calls the lambda's body.
func (a *Analysis) IsProxy(method int) bool { return names.IsProxy(a.Profile.Methods[method].Class) }

// Behind is the method that a lambda proxy stands for, and any other method itself.
func (a *Analysis) Behind(method int) int {
	if callee, known := a.behind[method]; known && callee >= 0 {
		return callee
	}
	return method
}

// calleesOfProxies finds the method that each method of a lambda proxy calls, -1 where
// it is not always the same. The proxies' own constructors and factories are left out.
func (a *Analysis) calleesOfProxies() map[int]int {
	callees := map[int]int{}
	for i := range a.Profile.Edges {
		e := &a.Profile.Edges[i]
		caller, callee := a.same[e.Caller], a.same[e.Callee]
		if !a.IsProxy(caller) || e.Kind == profiles.EdgeInitializer || a.Profile.Methods[caller].Name == "<init>" {
			continue
		}
		if known, found := callees[caller]; found && known != callee || a.IsProxy(callee) {
			callee = -1
		}
		callees[caller] = callee
	}
	return callees
}
