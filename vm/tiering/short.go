package tiering

import (
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/configuration"
	"hotlens/vm/decoded"
)

// This file tells which methods interpreted code does not enter, although they are compiled. To enter compiled code and to come
// back takes as long as a dozen instructions. So compiled code of a method of no more than that is there for those who are compiled themselves and do not
// inline it, and only what they call says how hot it is.

// shortInstructions is how many instructions a method has at most that is interpreted in less time than it is entered. The interpreter takes some 3 ns for each, and some
// 45 ns for entering code and coming back. javac takes as long with 8 and with 24.
const shortInstructions = 16

// short reports whether interpreted code interprets a method, too: it is short, has no loop, and has called nothing so far.
func (c *Controller) short(method *classes.Method) bool {
	if c.options.Tier == configuration.TierCompiler || method.Code == nil || method.Code.Size() > shortInstructions {
		return false
	}
	for i := range method.Code.Instructions {
		in := &method.Code.Instructions[i]
		switch to, branches := method.Code.Target(i); {
		case compiler.Calls(in), branches && to <= i:
			return false
		case in.Op == decoded.TableSwitch, in.Op == decoded.LookupSwitch, in.Op == decoded.Jsr:
			return false
		}
	}
	return true
}
