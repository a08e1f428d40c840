package profiles

// Crossings are the calls of a run by whose code called whose, and how many of all were of
// native methods: tables 1 and 2 of Moret, Binder, Villazón and others, "CCCP: Complete Calling
// Context Profiling in Virtual Execution Environments" (PEPM 2009). Code that the VM made or
// ran for itself is the library's here. The entries of threads have no caller, and count
// only among All and Native.
type Crossings struct {
	AppToApp, AppToLibrary         uint64
	LibraryToApp, LibraryToLibrary uint64
	Native                         uint64
	All                            uint64
}

// Crossings counts the calls of all contexts.
func (p *Profile) Crossings() Crossings {
	var c Crossings
	app := func(context int) bool { return p.Methods[p.Contexts[context].Method].Origin == OriginApp }
	for i := range p.Contexts {
		context := &p.Contexts[i]
		c.All += context.Calls
		if p.Methods[context.Method].Native {
			c.Native += context.Calls
		}
		if context.Parent < 0 {
			continue
		}
		from, to := app(context.Parent), app(i)
		switch {
		case from && to:
			c.AppToApp += context.Calls
		case from:
			c.AppToLibrary += context.Calls
		case to:
			c.LibraryToApp += context.Calls
		default:
			c.LibraryToLibrary += context.Calls
		}
	}
	return c
}
