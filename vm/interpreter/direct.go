package interpreter

import (
	"unsafe"

	"hotlens/vm/classes"
)

// linkDirectly links the invokedynamic sites that the VM knows by heart, without
// running the library's bootstrap methods (DESIGN section 4, wrinkle 5).
func (m *Machine) linkDirectly(t *Thread, method *classes.Method, site *classes.CallSite, ip *classes.Instruction) (action, bool) {
	return 0, false
}

func (m *Machine) slowConcat(t *Thread, ip *classes.Instruction, fp unsafe.Pointer) action {
	return actThrow
}
