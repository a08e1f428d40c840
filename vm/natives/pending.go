package natives

import (
	"hotlens/vm/classes"
)

// fieldOfReflection is the field behind a java.lang.reflect.Field.
func fieldOfReflection(t *Thread, object Ref) *classes.Field {
	m := t.M
	if object == 0 {
		t.ThrowNull()
		return nil
	}
	c := m.ClassOf(object)
	declaring := m.ClassOfMirror(m.Memory.U32(object + c.Field("clazz", "").Offset))
	return declaring.Fields[m.Memory.U32(object+c.Field("slot", "").Offset)]
}

// frameOfInfo is the backtrace entry of a StackFrameInfo.
func frameOfInfo(t *Thread, info Ref) uint64 {
	m := t.M
	c := m.ClassOf(info)
	method := m.MethodOfMember(m.Memory.U32(info + c.Field("memberName", "").Offset))
	if method == nil {
		return 0
	}
	return uint64(method.ID)<<32 | uint64(m.Memory.U32(info+c.Field("bci", "").Offset))
}
