package writer

import (
	"encoding/binary"

	"hotlens/vm/classfile"
)

// table collects the attributes of a member or of its code.
type table struct {
	w       *Writer
	content []byte
	count   int
}

// add appends an attribute, unless its content is nil.
func (t *table) add(name string, content []byte) {
	if content == nil {
		return
	}
	t.content = t.w.appendAttribute(t.content, name, content)
	t.count++
}

// addUtf8 appends an attribute that holds one Utf8 index, unless s is empty.
func (t *table) addUtf8(name, s string) {
	if s != "" {
		t.add(name, binary.BigEndian.AppendUint16(nil, t.w.Utf8(s)))
	}
}

// appendTo appends the table with its count.
func (t *table) appendTo(out []byte) []byte {
	return append(t.w.appendCount(out, t.count, "attributes"), t.content...)
}

// Field adds a field with all that f says of it. Indices in f are into this
// writer's pool.
func (w *Writer) Field(f classfile.Member) {
	t := table{w: w}
	if f.ConstantValue != 0 {
		t.add("ConstantValue", binary.BigEndian.AppendUint16(nil, f.ConstantValue))
	}
	w.fields = w.appendMember(w.fields, f, t)
	w.fieldCount++
}

// Method adds a method with all that m says of it. Indices in m and in its
// bytecode are into this writer's pool, but for handlers, whose CatchType
// counts.
func (w *Writer) Method(m classfile.Member) {
	t := table{w: w}
	if m.Code != nil {
		t.add("Code", w.code(m.Code))
	}
	rare := m.Attributes()
	if rare.Exceptions != nil {
		content := w.appendCount(nil, len(rare.Exceptions), "exceptions")
		for _, name := range rare.Exceptions {
			content = binary.BigEndian.AppendUint16(content, w.Class(name))
		}
		t.add("Exceptions", content)
	}
	t.add("RuntimeVisibleParameterAnnotations", rare.ParameterAnnotations)
	t.add("AnnotationDefault", rare.AnnotationDefault)
	if rare.HasMethodParameters {
		t.add("MethodParameters", w.parameters(rare.MethodParameters))
	}
	w.methods = w.appendMember(w.methods, m, t)
	w.methodCount++
}

// parameters is the content of a MethodParameters attribute (JVMS 4.7.24).
func (w *Writer) parameters(params []classfile.MethodParameter) []byte {
	const most = 255
	if len(params) > most {
		w.fail("%d parameters are more than %d", len(params), most)
	}
	content := []byte{byte(len(params))}
	for _, p := range params {
		var name uint16
		if p.Name != "" {
			name = w.Utf8(p.Name)
		}
		content = binary.BigEndian.AppendUint16(content, name)
		content = binary.BigEndian.AppendUint16(content, p.Flags)
	}
	return content
}

// appendMember appends a field or method (JVMS 4.5, 4.6), of which t has the
// attributes that only its kind has.
func (w *Writer) appendMember(out []byte, m classfile.Member, t table) []byte {
	if m.Name == "" || m.Descriptor == "" {
		w.fail("member %q %q has no name or no descriptor", m.Name, m.Descriptor)
	}
	rare := m.Attributes()
	t.addUtf8("Signature", rare.Signature)
	t.add("RuntimeVisibleAnnotations", rare.Annotations)
	t.add("RuntimeVisibleTypeAnnotations", rare.TypeAnnotations)
	if m.Synthetic {
		t.add("Synthetic", []byte{})
	}
	out = binary.BigEndian.AppendUint16(out, m.Flags)
	out = binary.BigEndian.AppendUint16(out, w.Utf8(m.Name))
	out = binary.BigEndian.AppendUint16(out, w.Utf8(m.Descriptor))
	return t.appendTo(out)
}

// code is the content of a Code attribute (JVMS 4.7.3).
func (w *Writer) code(c *classfile.Code) []byte {
	out := binary.BigEndian.AppendUint16(nil, c.MaxStack)
	out = binary.BigEndian.AppendUint16(out, c.MaxLocals)
	out = append(w.appendSize(out, len(c.Bytes)), c.Bytes...)
	out = w.appendCount(out, len(c.Handlers), "exception handlers")
	for _, h := range c.Handlers {
		var catch uint16
		if h.CatchType != "" {
			catch = w.Class(h.CatchType)
		}
		for _, v := range [...]uint16{h.Start, h.End, h.Handler, catch} {
			out = binary.BigEndian.AppendUint16(out, v)
		}
	}
	t := table{w: w}
	if c.Lines != nil {
		content := w.appendCount(nil, len(c.Lines), "lines")
		for _, l := range c.Lines {
			content = binary.BigEndian.AppendUint16(content, l.Start)
			content = binary.BigEndian.AppendUint16(content, l.Line)
		}
		t.add("LineNumberTable", content)
	}
	if c.Variables != nil {
		content := w.appendCount(nil, len(c.Variables), "local variables")
		for _, v := range c.Variables {
			for _, u := range [...]uint16{v.Start, v.Length, w.Utf8(v.Name), w.Utf8(v.Descriptor), v.Slot} {
				content = binary.BigEndian.AppendUint16(content, u)
			}
		}
		t.add("LocalVariableTable", content)
	}
	t.add("StackMapTable", c.StackMap)
	return t.appendTo(out)
}
