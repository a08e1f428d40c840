// Package instructions names the kinds of bytecode instructions whose costs the model
// of time tells apart. The virtual machine says how much of a method is of which kind,
// and the cost model what a kind costs.
//
// Invariant: it imports nothing of hotlens, and the kinds are dense from 0.
package instructions

// Kind is a kind of instruction.
type Kind uint8

// The kinds of instructions, with their mnemonics (JVMS 6.5; table 7 of its chapter 7).
const (
	Move                Kind = iota // nop, constants and ldc, loads and stores of local variables, pop to swap, wide
	Integer                         // add, sub, neg, and, or, xor and shifts of int and long; iinc; i2l, l2i, i2b, i2c, i2s
	IntegerMultiply                 // imul, lmul
	IntDivide                       // idiv, irem
	LongDivide                      // ldiv, lrem
	FloatAdd                        // fadd, dadd, fsub, dsub, fneg, dneg
	FloatMultiply                   // fmul, dmul
	FloatDivide                     // fdiv, ddiv
	FloatRemainder                  // frem, drem
	Convert                         // between integers and floating point, and between float and double
	Compare                         // lcmp, fcmpl, fcmpg, dcmpl, dcmpg
	ArrayLoad                       // iaload to saload
	ArrayStore                      // iastore to sastore, but aastore
	ReferenceArrayStore             // aastore
	ArrayLength                     // arraylength
	FieldLoad                       // getfield, getstatic
	FieldStore                      // putfield and putstatic of a primitive type
	ReferenceFieldStore             // putfield and putstatic of a reference type
	Branch                          // ifeq to jsr, ret, ifnull, ifnonnull, goto_w, jsr_w
	Switch                          // tableswitch, lookupswitch
	InvokeDirect                    // invokestatic, invokespecial
	InvokeVirtual                   // invokevirtual
	InvokeInterface                 // invokeinterface
	InvokeDynamic                   // invokedynamic
	Return                          // ireturn to return
	NewObject                       // new
	NewArray                        // newarray, anewarray, multianewarray
	ClassTest                       // checkcast, and instanceof of a class or an array type
	InterfaceTest                   // instanceof of an interface
	Monitor                         // monitorenter, monitorexit
	Throw                           // athrow

	// The kinds below are of instructions in innermost loops that processors execute in another way than
	// one by one. An instruction has such a kind in place of its own.

	VectorMap         // in a loop that a vectorising compiler turns into vector code: a[i] = f(b[i])
	VectorReduction   // in such a loop that also adds up: s += a[i]
	RecurrentInteger  // an Integer or a Compare on the dependence chain that bounds its loop
	RecurrentAdd      // a FloatAdd on it
	RecurrentMultiply // an IntegerMultiply or a FloatMultiply on it
	RecurrentDivide   // an IntDivide, LongDivide, FloatDivide or FloatRemainder on it
	RecurrentLoad     // an ArrayLoad, FieldLoad or ArrayLength on it: a pointer that is chased
	RecurrentOther    // a Convert or a type test on it
	Overlapped        // beside the chain: executed while the processor waits for it

	// UnsureBranch is a Branch that compares what was loaded or computed from such data, and does not count: processors often predict it wrongly.
	UnsureBranch
	// OrderBranch is a Branch by which of two objects is the greater one: by the sign of what compare or compareTo returns. In sorting and searching it goes either way.
	OrderBranch
	// ConstantDivide is an idiv, ldiv, irem or lrem by a constant, which compilers make multiplications, shifts and subtractions of.
	ConstantDivide
	RecurrentConstantDivide // a ConstantDivide on the dependence chain that bounds its loop

	Count // how many kinds there are
)

var names = [Count]string{
	"move", "integer", "integer multiply", "int divide", "long divide", "float add", "float multiply", "float divide",
	"float remainder", "convert", "compare", "array load", "array store", "reference array store", "array length",
	"field load", "field store", "reference field store", "branch", "switch", "invoke direct", "invoke virtual",
	"invoke interface", "invoke dynamic", "return", "new object", "new array", "class test", "interface test", "monitor",
	"throw", "vector map", "vector reduction", "recurrent integer", "recurrent add", "recurrent multiply",
	"recurrent divide", "recurrent load", "recurrent other", "overlapped", "unsure branch", "order branch",
	"constant divide", "recurrent constant divide",
}

// String is the kind's name.
func (k Kind) String() string {
	if k < Count {
		return names[k]
	}
	return "unknown"
}

// Mix is how large a part of a method's executed instructions each kind is, estimated from the
// code alone: parts of Whole, which they sum to.
type Mix [Count]uint16

// Whole is the sum of a mix.
const Whole = 65535
