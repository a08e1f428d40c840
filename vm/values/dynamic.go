package values

import (
	"encoding/binary"

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
	site := file.Pool.At(binary.BigEndian.Uint16(code[bci+1:]))
	if site.Tag != classfile.TagInvokeDynamic || int(site.A) >= len(file.BootstrapMethods) {
		return nil
	}
	bootstrap := &file.BootstrapMethods[site.A]
	called := &dynamicCall{}
	var err error
	if called.bootstrap, _, _, err = file.Ref(file.Pool.At(bootstrap.Method).B); err != nil {
		return nil
	}
	if called.bootstrap != "java/lang/invoke/LambdaMetafactory" || len(bootstrap.Arguments) <= implementationArgument {
		return called
	}
	if handle := file.Pool.At(bootstrap.Arguments[implementationArgument]); handle.Tag == classfile.TagMethodHandle {
		_, called.method, called.descriptor, err = file.Ref(handle.B)
		called.makes = err == nil
	}
	return called
}
