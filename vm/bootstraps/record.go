package bootstraps

import (
	"fmt"
	"slices"

	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/opcodes"
)

// RecordSpec is what a site that is linked by ObjectMethods asks for.
type RecordSpec struct {
	Name       string // of the class to make
	Record     string // the record class
	SimpleName string // Class.getSimpleName of the record class, for toString
	Method     string // "toString", "hashCode" or "equals"
	Components []Component
}

// Component is a component of a record: a field of the record class.
type Component struct {
	Name, Descriptor string
}

// Record makes a class with one static method, which has the name of the
// specified method and takes the record as its first argument: the site's
// descriptor.
func Record(spec RecordSpec) ([]byte, error) {
	r := &record{RecordSpec: spec, desc: descriptorOf(spec.Record)}
	for _, c := range spec.Components {
		if params, _, err := classfile.ParseDescriptor("(" + c.Descriptor + ")V"); err != nil || len(params) != 1 {
			return nil, fmt.Errorf("class %s of record %s: component %s has descriptor %q", spec.Name, spec.Record, c.Name, c.Descriptor)
		}
	}
	w := writer.New(version, classfile.AccFinal|classfile.AccSuper|classfile.AccSynthetic, spec.Name, object, nil)
	r.assembler = assembler{w: w}
	switch spec.Method {
	case "toString":
		r.toString()
	case "hashCode":
		r.hashCode()
	case "equals":
		r.equals()
	default:
		return nil, fmt.Errorf("class %s of record %s: there is no method %q to make", spec.Name, spec.Record, spec.Method)
	}
	if err := r.method(classfile.Member{Flags: classfile.AccStatic | classfile.AccSynthetic, Name: spec.Method, Descriptor: methodDesc(spec.Method, r.desc)}); err != nil {
		return nil, fmt.Errorf("class %s of record %s: %w", spec.Name, spec.Record, err)
	}
	return w.Bytes()
}

// methodDesc is the descriptor of the static method that stands in for a method
// of a record, "" for methods that ObjectMethods does not make.
func methodDesc(method, record string) string {
	switch method {
	case "toString":
		return "(" + record + ")Ljava/lang/String;"
	case "hashCode":
		return "(" + record + ")I"
	case "equals":
		return "(" + record + "Ljava/lang/Object;)Z"
	}
	return ""
}

// record is the method in the making.
type record struct {
	assembler
	RecordSpec
	desc string // of the record class
}

// component pushes a component of the record in the slot.
func (r *record) component(c Component, slot int) {
	r.load(r.desc, slot)
	r.getField(r.Record, c.Name, c.Descriptor)
}

// toString gives "R[a=1, b=2]".
func (r *record) toString() {
	const builder, text = "java/lang/StringBuilder", "Ljava/lang/String;"
	appendTyped := func(desc string) { r.call(opcodes.Invokevirtual, builder, "append", "("+desc+")L"+builder+";") }
	r.locals = 1
	r.instantiate(builder)
	r.call(opcodes.Invokespecial, builder, "<init>", "()V")
	lead := r.SimpleName + "["
	for _, c := range r.Components {
		r.text(lead + c.Name + "=")
		appendTyped(text)
		r.component(c, 0)
		switch c.Descriptor {
		case "B", "S":
			appendTyped("I")
		case "Z", "C", "I", "J", "F", "D":
			appendTyped(c.Descriptor)
		default:
			appendTyped("Ljava/lang/Object;")
		}
		lead = ", "
	}
	if len(r.Components) > 0 {
		lead = ""
	}
	r.text(lead + "]")
	appendTyped(text)
	r.call(opcodes.Invokevirtual, builder, "toString", "()"+text)
	r.give(text)
}

// hashCode combines the hash codes of the components as h*31 + hash, from 0 on.
func (r *record) hashCode() {
	r.locals = 1
	r.number(0)
	for _, c := range r.Components {
		r.number(31)
		r.op(-1, opcodes.Imul)
		r.component(c, 0)
		if w := wrapperOf(c.Descriptor); isPrimitive(c.Descriptor) {
			r.call(opcodes.Invokestatic, w.class, "hashCode", "("+w.desc+")I")
		} else {
			r.call(opcodes.Invokestatic, "java/util/Objects", "hashCode", "(Ljava/lang/Object;)I")
		}
		r.op(-1, opcodes.Iadd)
	}
	r.give("I")
}

// equals compares the components one by one, from the last to the first, as
// ObjectMethods does: floating-point numbers as their wrappers compare them,
// references by their equals methods.
func (r *record) equals() {
	r.locals = 3 // the record, the other object, the same as a record
	r.op(1, opcodes.Aload0)
	r.op(1, opcodes.Aload1)
	other := r.branch(-2, opcodes.IfAcmpne)
	r.number(1)
	r.give("I")
	r.land(other)
	r.op(1, opcodes.Aload1)
	r.opIndex(0, opcodes.Instanceof, r.w.Class(r.Record))
	differ := []int{r.branch(-1, opcodes.Ifeq)}
	r.op(1, opcodes.Aload1)
	r.cast("Ljava/lang/Object;", r.desc)
	r.op(-1, opcodes.Astore2)
	for _, c := range slices.Backward(r.Components) {
		r.component(c, 0)
		r.component(c, 2)
		switch c.Descriptor {
		case "Z", "B", "C", "S", "I":
			differ = append(differ, r.branch(-2, opcodes.IfIcmpne))
		case "J":
			r.op(-3, opcodes.Lcmp)
			differ = append(differ, r.branch(-1, opcodes.Ifne))
		case "F", "D":
			r.call(opcodes.Invokestatic, wrapperOf(c.Descriptor).class, "compare", "("+c.Descriptor+c.Descriptor+")I")
			differ = append(differ, r.branch(-1, opcodes.Ifne))
		default:
			r.call(opcodes.Invokestatic, "java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z")
			differ = append(differ, r.branch(-1, opcodes.Ifeq))
		}
	}
	r.number(1)
	r.give("I")
	r.land(differ...)
	r.number(0)
	r.give("I")
}
