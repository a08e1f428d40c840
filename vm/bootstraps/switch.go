package bootstraps

import (
	"encoding/binary"
	"fmt"

	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/opcodes"
)

// SwitchSpec is what a site that is linked by SwitchBootstraps asks for.
type SwitchSpec struct {
	Name     string // of the class to make
	Selector string // descriptor of the type of what is switched over
	Labels   []Label
}

// Label is a label of a switch: what the selector has to be.
type Label struct {
	Kind   LabelKind
	Class  string // name, or descriptor of an array type; of Type and Constant
	Text   string // the string, or the name of the Constant
	Number int32  // of Integer
}

// LabelKind tells what a label asks of the selector.
type LabelKind uint8

const (
	Type     LabelKind = iota // an instance of Class
	String                    // a string that equals Text
	Integer                   // a number or a character that has the int value Number
	Constant                  // the constant of the enum Class whose name is Text
	Never                     // the label of a constant that the enum does not have
	Own                       // the primitive type that the selector has: any value. Selectors of these types have no other labels
)

// SwitchName is the name of the static method of a class made by Switch, whose descriptor is the site's: it takes the
// selector and the number of the label to begin with, and gives the number of the first label from there on that the
// selector is meant by, -1 for null, and the number of labels if there is none.
const SwitchName = "typeSwitch"

// Switch makes a class with the method SwitchName.
func Switch(spec SwitchSpec) ([]byte, error) {
	w := writer.New(version, classfile.AccFinal|classfile.AccSuper|classfile.AccSynthetic, spec.Name, object, nil)
	s := &typeSwitch{SwitchSpec: spec, assembler: assembler{w: w, locals: width(spec.Selector) + 1}}
	if isPrimitive(spec.Selector) {
		s.first()
	} else {
		s.body()
	}
	if err := s.method(classfile.Member{Flags: classfile.AccStatic | classfile.AccSynthetic, Name: SwitchName, Descriptor: "(" + spec.Selector + "I)I"}); err != nil {
		return nil, fmt.Errorf("class %s of a switch: %w", spec.Name, err)
	}
	return w.Bytes()
}

// typeSwitch is the method in the making.
type typeSwitch struct {
	assembler
	SwitchSpec
}

// first gives the label to begin with: a value of a primitive type is meant by each of them.
func (s *typeSwitch) first() {
	for _, label := range s.Labels {
		if label.Kind != Own {
			s.fail(fmt.Errorf("a label of kind %d where the selector is of type %s", label.Kind, s.Selector))
		}
	}
	s.checkStart()
	s.give("I")
}

// body tests the labels one by one.
func (s *typeSwitch) body() {
	n := len(s.Labels)
	s.op(1, opcodes.Aload0)
	known := s.branch(-1, opcodes.Ifnonnull)
	s.checkStart()
	s.op(-1, opcodes.Pop)
	s.op(1, opcodes.IconstM1)
	s.give("I")
	s.land(known)
	var table int
	if n > 0 {
		table = s.table(n)
	}
	jumps := make([][]int, n+1) // to the labels' tests, and to the end, from those that fail
	for i, label := range s.Labels {
		binary.BigEndian.PutUint32(s.code[s.entry(table, i):], uint32(len(s.code)-table))
		s.land(jumps[i]...)
		next := i + 1
		for next < n && s.Labels[next] == label {
			next++
		}
		jumps[next] = append(jumps[next], s.test(i, label)...)
	}
	if n > 0 {
		s.land(jumps[n]...)
		s.integer(int32(n))
		s.give("I")
		// A start that is no label's is that behind the last one, or wrong.
		binary.BigEndian.PutUint32(s.code[s.operands(table):], uint32(len(s.code)-table))
		s.land()
	}
	s.checkStart()
	s.give("I")
}

// checkStart pushes the number of the label to begin with, or throws an IndexOutOfBoundsException.
func (s *typeSwitch) checkStart() {
	s.op(1, opcodes.Iload0+byte(width(s.Selector)))
	s.integer(int32(len(s.Labels) + 1))
	s.call(opcodes.Invokestatic, "java/util/Objects", "checkIndex", "(II)I")
}

// table appends a tableswitch for so many labels over the number of the one to begin with, and returns its index. Its
// targets are set later.
func (s *typeSwitch) table(labels int) (at int) {
	s.op(1, opcodes.Iload1)
	at = len(s.code)
	s.op(-1, opcodes.Tableswitch)
	s.code = append(s.code, make([]byte, s.operands(at)-len(s.code)+4*(3+labels))...) // default, low, high, targets
	binary.BigEndian.PutUint32(s.code[s.operands(at)+8:], uint32(labels-1))
	return at
}

// operands is the index of the first operand of a tableswitch, behind the padding (JVMS 6.5).
func (s *typeSwitch) operands(at int) int { return (at + 4) &^ 3 }

// entry is the index of an entry of a tableswitch.
func (s *typeSwitch) entry(at, i int) int { return s.operands(at) + 4*(3+i) }

// test returns the number of the label if the selector is meant by it. The jumps that it gives are taken if not.
func (s *typeSwitch) test(i int, label Label) (failed []int) {
	fail := func(change int, op byte) { failed = append(failed, s.branch(change, op)) }
	switch label.Kind {
	case Type:
		s.isInstance(label.Class)
		fail(-1, opcodes.Ifeq)
	case String:
		s.text(label.Text)
		s.op(1, opcodes.Aload0)
		s.call(opcodes.Invokevirtual, "java/lang/String", "equals", "(Ljava/lang/Object;)Z")
		fail(-1, opcodes.Ifeq)
	case Integer:
		// A selector is a Character or one of the types of Number; the labels' int values are compared.
		s.isInstance("java/lang/Number")
		character := s.branch(-1, opcodes.Ifeq)
		s.value("java/lang/Number", "intValue", "()I")
		s.integer(label.Number)
		fail(-2, opcodes.IfIcmpne)
		s.integer(int32(i))
		s.give("I")
		s.land(character)
		s.isInstance("java/lang/Character")
		fail(-1, opcodes.Ifeq)
		s.value("java/lang/Character", "charValue", "()C")
		s.integer(label.Number)
		fail(-2, opcodes.IfIcmpne)
	case Constant:
		// An instance is there, so that asking for the constant initialises nothing.
		s.isInstance(label.Class)
		fail(-1, opcodes.Ifeq)
		s.opIndex(1, opcodes.Getstatic, s.w.Fieldref(label.Class, label.Text, descriptorOf(label.Class)))
		s.op(1, opcodes.Aload0)
		fail(-2, opcodes.IfAcmpne)
	case Never:
		fail(0, opcodes.Goto)
		return failed
	}
	s.integer(int32(i))
	s.give("I")
	return failed
}

// isInstance pushes whether the selector is an instance of a class.
func (s *typeSwitch) isInstance(class string) {
	s.op(1, opcodes.Aload0)
	s.opIndex(0, opcodes.Instanceof, s.w.Class(class))
}

// value pushes what a method of the selector, an instance of the class, gives.
func (s *typeSwitch) value(class, method, desc string) {
	s.op(1, opcodes.Aload0)
	s.cast("Ljava/lang/Object;", descriptorOf(class))
	s.call(opcodes.Invokevirtual, class, method, desc)
}

// integer pushes an int.
func (s *typeSwitch) integer(n int32) {
	if n >= 0 && n <= maxNumber {
		s.number(int(n))
	} else {
		s.constant(s.w.Integer(n))
	}
}
