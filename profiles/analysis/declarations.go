package analysis

import (
	"slices"

	"hotlens/profiles/names"
	"hotlens/profiles/sources"
)

// File is a source file of the index.
type File struct {
	Source       *sources.File
	Declarations []*Declaration // as the index lists them
	Sites        []int          // of its executed calls, in the order of the text

	Concatenations []int // of those that were executed, by their lines
}

// Declaration is a method of the source index. A constructor and a static initializer
// are there several times: once more for each sources.Method with Initializer set.
type Declaration struct {
	Source   *sources.Method
	File     *sources.File
	Method   int  // of the profile; -1: the run did not call it
	Repeated bool // the same method has stood further up
}

// Declares tells whether d stands where its method is declared. Of all the fields and
// blocks that a static initializer is made of, the first stands for it; a constructor
// that the text does not spell out has no such place.
func (d *Declaration) Declares() bool {
	if d.Source.Name == "<clinit>" {
		return !d.Repeated
	}
	return !d.Source.Initializer
}

// Prefix says what a line above d is about where the text below it does not:
// "lambda: ".
func (d *Declaration) Prefix() string {
	switch {
	case d.Source.Lambda:
		return "lambda: "
	case d.Source.Name == "<clinit>":
		return "static initializer: "
	}
	return ""
}

// Ran tells whether the run has called what is declared.
func (a *Analysis) Ran(d *Declaration) bool {
	return d.Method >= 0 && a.Methods[d.Method].Contexts > 0
}

// File returns the file of the index with a path, nil where there is none.
func (a *Analysis) File(path string) *File {
	for i := range a.Files {
		if a.Files[i].Source.Path == path {
			return &a.Files[i]
		}
	}
	return nil
}

// placeMethods finds the methods of the profile in the index.
func (a *Analysis) placeMethods() {
	if a.Index == nil {
		return
	}
	a.Files = make([]File, len(a.Index.Files))
	for i := range a.Files {
		file := &a.Files[i]
		file.Source = &a.Index.Files[i]
		var unnamed []*Declaration
		seen := make(map[Reference]bool)
		for j := range file.Source.Methods {
			m := &file.Source.Methods[j]
			reference := Reference{m.Class, m.Name, m.Descriptor}
			d := &Declaration{Source: m, File: file.Source, Method: -1, Repeated: seen[reference]}
			seen[reference] = true
			file.Declarations = append(file.Declarations, d)
			if m.Name == "" {
				unnamed = append(unnamed, d)
			} else if method := a.Find(reference); method >= 0 {
				d.Method = method
				if declared := &a.Methods[method].Declared; *declared == nil || !m.Initializer {
					*declared = d
				}
			}
		}
		a.placeLambdas(unnamed)
	}
}

// placeLambdas finds the profile's methods of lambdas whose javac name the index
// could not tell, by their lines, where that leaves no choice.
func (a *Analysis) placeLambdas(unnamed []*Declaration) {
	for i := range a.Profile.Methods {
		m := &a.Profile.Methods[i]
		if a.same[i] != i || a.Methods[i].Declared != nil || !names.IsLambda(m.Name) {
			continue
		}
		var fitting []*Declaration
		for _, d := range unnamed {
			body := d.Source.Body
			if line := m.Line - 1; d.Source.Class == m.Class && body.Start.Line <= line && line <= body.End.Line {
				fitting = append(fitting, d)
			}
		}
		if len(fitting) == 1 && fitting[0].Method < 0 {
			fitting[0].Method, a.Methods[i].Declared = i, fitting[0]
		}
	}
}

// instruction is a place in the bytecode of a method.
type instruction struct{ method, bci int }

// expression is a call expression of the index. The compiler may have made several
// instructions of it: the body of a finally clause is copied, a field's initializer
// stands in each constructor.
type expression struct {
	call   *sources.Call
	caller *Declaration
	site   int // -1 before anything was called there
}

// expressions finds the call expressions by their instructions.
func (a *Analysis) expressions() map[instruction]*expression {
	all := make(map[instruction]*expression)
	for i := range a.Files {
		byRange := make(map[sources.Range]*expression)
		for _, d := range a.Files[i].Declarations {
			if d.Method < 0 {
				continue
			}
			for j := range d.Source.Calls {
				call := &d.Source.Calls[j]
				bci := call.BCI
				if bci < 0 {
					bci = a.findInstruction(d, call)
				}
				if bci < 0 {
					continue
				}
				e := byRange[call.Range]
				if e == nil {
					e = &expression{call: call, caller: d, site: -1}
					byRange[call.Range] = e
				}
				for _, copied := range append([]int{bci}, call.Copies...) {
					all[instruction{d.Method, copied}] = e
				}
			}
		}
	}
	return all
}

// findInstruction finds the instruction of a call whose bytecode index the
// compiler could not tell: the only one that calls a method of this name on this
// line. It returns -1 if there is more than one.
func (a *Analysis) findInstruction(caller *Declaration, call *sources.Call) int {
	line := call.NameRange.Start.Line
	if slices.ContainsFunc(caller.Source.Calls, func(other sources.Call) bool {
		return other.Range != call.Range && other.Name == call.Name && other.NameRange.Start.Line == line
	}) {
		return -1
	}
	found := -1
	for i := range a.Profile.Edges {
		e := &a.Profile.Edges[i]
		if a.same[e.Caller] != caller.Method || e.Line != line+1 || a.Profile.Methods[e.Callee].Name != call.Name {
			continue
		}
		if found >= 0 && found != e.BCI {
			return -1
		}
		found = e.BCI
	}
	return found
}
