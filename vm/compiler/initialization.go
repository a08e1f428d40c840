package compiler

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/decoded"
)

// This file is the class initialisation barrier of instructions that use static members or make
// objects (JVMS 5.5). Such an instruction is linked, so its class is initialised, or was being so by the
// thread that linked it.

// initialized makes sure that the thread that runs may use a class. It reports whether the code goes on.
func (b *builder) initialized(l *level, index int, class *classes.Class) bool {
	if class.State == classes.Initialized {
		return true
	}
	word, err := b.env.Registry.ReservedWord(class)
	if err != nil {
		b.leave(l, index, NeverExecuted)
		return false
	}
	if !slices.Contains(b.compiled.Initializing, class) {
		b.compiled.Initializing = append(b.compiled.Initializing, class)
	}
	b.guard(l, index, NeverExecuted, b.fixed(ir.MemoryHierarchy, word))
	return true
}

// declaring is the class of the static field that a linked instruction accesses.
func declaring(in *decoded.Instruction) *classes.Class { return (*classes.Field)(in.P).Class }
