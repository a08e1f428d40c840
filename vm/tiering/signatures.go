package tiering

import (
	"cmp"
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/machinecode"
)

// This file has what all methods of one signature share: the code by which compiled code calls
// the interpreter (the bridge), and the interpreter compiled code (the trampoline).

// signatures are those of all methods and of what they call.
type signatures struct {
	ofMethods map[signatureKey]*signature
	byType    map[wasm.FuncType]*signature
	// unsorted are the methods that there are, until one is compiled: many programs end before that.
	unsorted []*classes.Method
	sorted   bool
}

type signatureKey struct {
	selector *classes.Selector
	static   bool
}

// signature is what all methods of one WebAssembly signature share.
type signature struct {
	methods    []*classes.Method
	bridge     uint32 // entries of the table; 0: not reserved
	trampoline uint32
	timer      uint32 // 0: nothing is timed
	ready      bool   // bridge and trampoline are there
}

func newSignatures() signatures {
	return signatures{ofMethods: map[signatureKey]*signature{}, byType: map[wasm.FuncType]*signature{}}
}

// of is the signature of a type.
func (all *signatures) of(t wasm.FuncType) *signature {
	s := all.byType[t]
	if s == nil {
		s = &signature{}
		all.byType[t] = s
	}
	return s
}

// ofMethod is the signature of a method.
func (all *signatures) ofMethod(method *classes.Method) *signature {
	key := signatureKey{method.Selector, method.Static()}
	s := all.ofMethods[key]
	if s == nil {
		s = all.of(compiler.Signature(method))
		all.ofMethods[key] = s
	}
	return s
}

// Prepare is told of every new method.
func (c *Controller) Prepare(method *classes.Method) {
	method.Heat = c.heat()
	if !c.signatures.sorted {
		c.signatures.unsorted = append(c.signatures.unsorted, method)
		return
	}
	if s := c.signatures.add(method); s.ready {
		c.bridge(s, method)
	}
}

// add adds a method to those of its signature.
func (all *signatures) add(method *classes.Method) *signature {
	s := all.ofMethod(method)
	s.methods = append(s.methods, method)
	return s
}

// sort finds the signatures of all methods that there are.
func (all *signatures) sort() {
	for _, method := range all.unsorted {
		all.add(method)
	}
	all.unsorted, all.sorted = nil, true
}

// callable reserves what calls of a signature need and returns the module that makes
// it, nil if that has been made before.
func (c *Controller) callable(t wasm.FuncType) (*signature, []byte, error) {
	if c.code == nil {
		var err error
		if c.code, err = c.newCode(); err != nil {
			c.machine.Fail(err)
			return nil, nil, err
		}
	}
	c.signatures.sort()
	s := c.signatures.of(t)
	if s.trampoline != 0 {
		return s, nil, nil
	}
	var module []byte
	var err error
	s.bridge, s.trampoline, module, err = c.code.Shape(t)
	return s, module, err
}

// ready lets calls of a signature find all its methods in the table.
func (c *Controller) ready(s *signature) {
	s.ready = true
	for _, method := range s.methods {
		c.bridge(s, method)
	}
}

// bridge lets calls of a method through the table reach the interpreter.
func (c *Controller) bridge(s *signature, method *classes.Method) {
	if method.ID >= machinecode.MaxMethods {
		return
	}
	if err := c.code.Set(method.ID, s.bridge); err != nil {
		c.machine.Fail(err)
	}
}

// compareTypes orders signatures, so that what is done for each is done in the same order in
// every run.
func compareTypes(a, b wasm.FuncType) int {
	return cmp.Or(strings.Compare(a.Params, b.Params), strings.Compare(a.Results, b.Results))
}
