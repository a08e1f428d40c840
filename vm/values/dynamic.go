package values

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// This file reads what invokedynamic instructions do, without linking them.

// dynamicCall is an invokedynamic instruction.
type dynamicCall struct {
	bootstrap          string // the class of its bootstrap method
	makes              bool   // a function object (LambdaMetafactory), of:
	method, descriptor string
}

// implementationArgument is where the static arguments of LambdaMetafactory's methods have the handle of the method that the function
// object calls.
const implementationArgument = 1

// dynamicOf is what the instruction at an index does; nil if it is no invokedynamic.
func dynamicOf(m *classes.Method, bci int) *dynamicCall {
	code, file := m.Member.Code.Bytes, m.Class.File
	if bci+2 >= len(code) || code[bci] != opcodes.Invokedynamic {
		return nil
	}
	index := int(code[bci+1])<<8 | int(code[bci+2])
	if index >= len(file.Pool) || file.Pool[index].Tag != classfile.TagInvokeDynamic || int(file.Pool[index].A) >= len(file.BootstrapMethods) {
		return nil
	}
	bootstrap := &file.BootstrapMethods[file.Pool[index].A]
	called := &dynamicCall{}
	var err error
	if called.bootstrap, _, _, err = file.Ref(file.Pool[bootstrap.Method].B); err != nil {
		return nil
	}
	if called.bootstrap != "java/lang/invoke/LambdaMetafactory" || len(bootstrap.Arguments) <= implementationArgument {
		return called
	}
	if handle := &file.Pool[bootstrap.Arguments[implementationArgument]]; handle.Tag == classfile.TagMethodHandle {
		_, called.method, called.descriptor, err = file.Ref(handle.B)
		called.makes = err == nil
	}
	return called
}
