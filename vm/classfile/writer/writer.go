// Package writer builds class files (JVMS chapter 4) piece by piece. The VM
// makes proxy classes with it, and tests odd class files.
//
// Invariant: equal constants share one entry of the pool, and the same calls
// give the same bytes. What the parts mean is not checked; only that they fit
// the format's size limits, which Bytes reports.
package writer

import (
	"encoding/binary"
	"fmt"
	"math"

	"hotlens/vm/classfile"
)

// Facts of JVMS 4.1.
const (
	magic   = 0xCAFEBABE
	maxPool = math.MaxUint16 // entries, the unused entry 0 included
)

// Writer builds one class file. Strings are modified UTF-8, as in
// classfile.Class; classfile.EncodeUtf8 makes it.
type Writer struct {
	major, flags       uint16
	this, super        uint16
	interfaces         []uint16
	pool               []byte // the entries, encoded
	entries            int    // indices used in the pool, entry 0 included
	index              map[classfile.Constant]uint16
	fields, methods    []byte
	fieldCount         int
	methodCount        int
	attributes         []byte // of the class
	attributeCount     int
	bootstrapMethods   []byte
	bootstrapCount     int
	bootstrapAttribute uint16 // index of the name "BootstrapMethods"
	err                error
}

// New starts a class file of the version with the access flags. Names are
// binary names with slashes; super is "" for none.
func New(major, flags uint16, name, super string, interfaces []string) *Writer {
	w := &Writer{major: major, flags: flags, entries: 1, index: map[classfile.Constant]uint16{}}
	w.this = w.Class(name)
	if super != "" {
		w.super = w.Class(super)
	}
	for _, i := range interfaces {
		w.interfaces = append(w.interfaces, w.Class(i))
	}
	return w
}

// fail keeps the first error for Bytes.
func (w *Writer) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf("write class file: "+format, args...)
	}
}

// constant returns the index of the entry, which it adds if it is new.
func (w *Writer) constant(c classfile.Constant) uint16 {
	if index, known := w.index[c]; known {
		return index
	}
	size := 1
	if c.Tag == classfile.TagLong || c.Tag == classfile.TagDouble {
		size = 2
	}
	if w.entries+size > maxPool {
		w.fail("the constant pool has more than %d entries", maxPool)
		return 0
	}
	if len(c.Utf8) > math.MaxUint16 {
		w.fail("a string constant of %d bytes is longer than %d", len(c.Utf8), math.MaxUint16)
		return 0
	}
	w.pool = c.Append(w.pool)
	index := uint16(w.entries)
	w.entries += size
	w.index[c] = index
	return index
}

// Utf8 returns the index of a Utf8 constant. Like the methods below it adds the
// constant to the pool if it is not there yet.
func (w *Writer) Utf8(s string) uint16 {
	return w.constant(classfile.Constant{Tag: classfile.TagUtf8, Utf8: s})
}

// Class returns the index of a Class constant; name is a binary name or the
// descriptor of an array type.
func (w *Writer) Class(name string) uint16 { return w.named(classfile.TagClass, name) }

// String returns the index of a String constant.
func (w *Writer) String(s string) uint16 { return w.named(classfile.TagString, s) }

// MethodType returns the index of a MethodType constant.
func (w *Writer) MethodType(desc string) uint16 { return w.named(classfile.TagMethodType, desc) }

func (w *Writer) named(tag classfile.Tag, s string) uint16 {
	return w.constant(classfile.Constant{Tag: tag, A: w.Utf8(s)})
}

// NameAndType returns the index of a NameAndType constant.
func (w *Writer) NameAndType(name, desc string) uint16 {
	return w.constant(classfile.Constant{Tag: classfile.TagNameAndType, A: w.Utf8(name), B: w.Utf8(desc)})
}

// Fieldref returns the index of a Fieldref constant.
func (w *Writer) Fieldref(class, name, desc string) uint16 {
	return w.reference(classfile.TagFieldref, class, name, desc)
}

// Methodref returns the index of a Methodref constant.
func (w *Writer) Methodref(class, name, desc string) uint16 {
	return w.reference(classfile.TagMethodref, class, name, desc)
}

// InterfaceMethodref returns the index of an InterfaceMethodref constant.
func (w *Writer) InterfaceMethodref(class, name, desc string) uint16 {
	return w.reference(classfile.TagInterfaceMethodref, class, name, desc)
}

func (w *Writer) reference(tag classfile.Tag, class, name, desc string) uint16 {
	return w.constant(classfile.Constant{Tag: tag, A: w.Class(class), B: w.NameAndType(name, desc)})
}

// Integer returns the index of an Integer constant.
func (w *Writer) Integer(v int32) uint16 {
	return w.constant(classfile.Constant{Tag: classfile.TagInteger, Bits: uint64(uint32(v))})
}

// Long returns the index of a Long constant.
func (w *Writer) Long(v int64) uint16 {
	return w.constant(classfile.Constant{Tag: classfile.TagLong, Bits: uint64(v)})
}

// Float returns the index of a Float constant.
func (w *Writer) Float(v float32) uint16 {
	return w.constant(classfile.Constant{Tag: classfile.TagFloat, Bits: uint64(math.Float32bits(v))})
}

// Double returns the index of a Double constant.
func (w *Writer) Double(v float64) uint16 {
	return w.constant(classfile.Constant{Tag: classfile.TagDouble, Bits: math.Float64bits(v)})
}

// MethodHandle returns the index of a MethodHandle constant: a reference kind
// (classfile.RefGetField and so on) and the index of what it refers to.
func (w *Writer) MethodHandle(kind uint8, reference uint16) uint16 {
	return w.constant(classfile.Constant{Tag: classfile.TagMethodHandle, A: uint16(kind), B: reference})
}

// InvokeDynamic returns the index of an InvokeDynamic constant; bootstrap is
// from BootstrapMethod.
func (w *Writer) InvokeDynamic(bootstrap uint16, name, desc string) uint16 {
	return w.constant(classfile.Constant{Tag: classfile.TagInvokeDynamic, A: bootstrap, B: w.NameAndType(name, desc)})
}

// Dynamic returns the index of a Dynamic constant; bootstrap is from
// BootstrapMethod.
func (w *Writer) Dynamic(bootstrap uint16, name, desc string) uint16 {
	return w.constant(classfile.Constant{Tag: classfile.TagDynamic, A: bootstrap, B: w.NameAndType(name, desc)})
}

// BootstrapMethod adds an entry to the BootstrapMethods attribute and returns
// its index there: a MethodHandle constant and its static arguments.
func (w *Writer) BootstrapMethod(handle uint16, arguments ...uint16) uint16 {
	if w.bootstrapCount == 0 {
		w.bootstrapAttribute = w.Utf8("BootstrapMethods")
	}
	w.bootstrapMethods = binary.BigEndian.AppendUint16(w.bootstrapMethods, handle)
	w.bootstrapMethods = w.appendCount(w.bootstrapMethods, len(arguments), "bootstrap arguments")
	for _, a := range arguments {
		w.bootstrapMethods = binary.BigEndian.AppendUint16(w.bootstrapMethods, a)
	}
	w.bootstrapCount++
	return uint16(w.bootstrapCount - 1)
}

// SourceFile adds a SourceFile attribute.
func (w *Writer) SourceFile(name string) {
	w.Attribute("SourceFile", binary.BigEndian.AppendUint16(nil, w.Utf8(name)))
}

// Annotations adds a RuntimeVisibleAnnotations attribute with raw content.
func (w *Writer) Annotations(raw []byte) { w.Attribute("RuntimeVisibleAnnotations", raw) }

// Attribute adds any attribute to the class, with raw content.
func (w *Writer) Attribute(name string, content []byte) {
	w.attributes = w.appendAttribute(w.attributes, name, content)
	w.attributeCount++
}

// Bytes returns the class file. It fails if a size limit of the format was
// exceeded by any call before.
func (w *Writer) Bytes() ([]byte, error) {
	attributes, count := w.attributes, w.attributeCount
	if w.bootstrapCount > 0 {
		content := w.appendCount(nil, w.bootstrapCount, "bootstrap methods")
		content = append(content, w.bootstrapMethods...)
		attributes = binary.BigEndian.AppendUint16(attributes[:len(attributes):len(attributes)], w.bootstrapAttribute)
		attributes = append(w.appendSize(attributes, len(content)), content...)
		count++
	}
	out := make([]byte, 0, len(w.pool)+len(w.fields)+len(w.methods)+len(attributes)+64)
	out = binary.BigEndian.AppendUint32(out, magic)
	out = binary.BigEndian.AppendUint32(out, uint32(w.major)) // minor version 0, then the major one
	out = append(binary.BigEndian.AppendUint16(out, uint16(w.entries)), w.pool...)
	out = binary.BigEndian.AppendUint16(out, w.flags)
	out = binary.BigEndian.AppendUint16(out, w.this)
	out = binary.BigEndian.AppendUint16(out, w.super)
	out = w.appendCount(out, len(w.interfaces), "interfaces")
	for _, i := range w.interfaces {
		out = binary.BigEndian.AppendUint16(out, i)
	}
	out = append(w.appendCount(out, w.fieldCount, "fields"), w.fields...)
	out = append(w.appendCount(out, w.methodCount, "methods"), w.methods...)
	out = append(w.appendCount(out, count, "attributes"), attributes...)
	if w.err != nil {
		return nil, w.err
	}
	return out, nil
}

// appendCount appends a u2 that counts things of the kind.
func (w *Writer) appendCount(out []byte, n int, kind string) []byte {
	if n > math.MaxUint16 {
		w.fail("%d %s are more than %d", n, kind, math.MaxUint16)
	}
	return binary.BigEndian.AppendUint16(out, uint16(n))
}

// appendSize appends a u4 that is the length of an attribute or of code.
func (w *Writer) appendSize(out []byte, n int) []byte {
	if uint64(n) > math.MaxUint32 {
		w.fail("%d bytes are more than an attribute holds", n)
	}
	return binary.BigEndian.AppendUint32(out, uint32(n))
}

// appendAttribute appends an attribute with raw content (JVMS 4.7).
func (w *Writer) appendAttribute(out []byte, name string, content []byte) []byte {
	out = binary.BigEndian.AppendUint16(out, w.Utf8(name))
	return append(w.appendSize(out, len(content)), content...)
}
