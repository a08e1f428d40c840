package interpreter

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
)

// This file links instructions to classes that are being initialised. The thread that
// initialises a class may use it, every other one has to wait (JVMS 5.5). So the quick form of
// such an instruction is right as long as that thread has the baton, and is taken back when another
// one gets it: the instruction then links anew, or waits. Compiled code tests a word for the
// same.

// earlyLink is an instruction that has been linked to a class which the current thread is
// initialising.
type earlyLink struct {
	class       *classes.Class
	instruction *decoded.Instruction
	before      decoded.Instruction
}

func (l *earlyLink) undo() {
	l.instruction.Op, l.instruction.C, l.instruction.P = l.before.Op, l.before.C, l.before.P
}

// linkedTo notes that an instruction, which was the one before, has got its quick form. Its class is
// initialised, or the current thread does it.
func (m *Machine) linkedTo(class *classes.Class, ip *decoded.Instruction, before decoded.Instruction) {
	if class.State != classes.Initialized {
		m.early = append(m.early, earlyLink{class, ip, before})
	}
}

// handedOver is told that another thread has the baton than the last time.
func (m *Machine) handedOver(t *Thread) {
	for i := range m.early {
		m.early[i].undo()
	}
	m.early = nil
	m.EachInitializing(func(class *classes.Class, by *linking.Thread) { m.Registry.Reserve(class, by != &t.Thread.Thread) })
}

// initialized is told that the initialisation of a class has ended, well or not.
func (m *Machine) initialized(class *classes.Class) {
	failed := class.State != classes.Initialized
	m.early = slices.DeleteFunc(m.early, func(l earlyLink) bool {
		if l.class == class && failed {
			l.undo()
		}
		return l.class == class
	})
	if failed {
		m.Registry.Reserve(class, true)
	}
}
