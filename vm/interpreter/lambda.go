package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
)

func (m *Machine) linkLambda(t *Thread, method *classes.Method, site *classes.CallSite, ip *classes.Instruction, b *classfile.BootstrapMethod) (action, bool) {
	return 0, false
}

func (m *Machine) linkRecord(t *Thread, method *classes.Method, site *classes.CallSite, ip *classes.Instruction, b *classfile.BootstrapMethod) (action, bool) {
	return 0, false
}
