package analysis

import "hotlens/profiles"

// Usage says how a program uses native methods and the class library, as Moret, Binder and Villazón tabulate it
// ("CCCP", PEPM 2009, tables 1 and 2).
type Usage struct {
	// Contexts and calls of native methods, and of all methods.
	NativeContexts, Contexts uint64
	NativeCalls, Calls       uint64
	// Between are the calls by whose code calls and is called: 0 for the application's, 1 for the
	// library's, which what the VM adds to it counts as. Entries of threads are called by nobody.
	Between [2][2]uint64
}

// Usage counts the calls of native methods, and those between the application and the library.
func (a *Analysis) Usage() Usage {
	var u Usage
	p := a.Profile
	for i := range p.Contexts {
		c := &p.Contexts[i]
		u.Contexts++
		u.Calls += c.Calls
		if p.Methods[c.Method].Native {
			u.NativeContexts++
			u.NativeCalls += c.Calls
		}
		if c.Parent >= 0 {
			u.Between[side(p, int(p.Contexts[c.Parent].Method))][side(p, int(c.Method))] += c.Calls
		}
	}
	return u
}

func side(p *profiles.Profile, method int) int {
	if p.Methods[method].Origin == profiles.OriginApp {
		return 0
	}
	return 1
}
