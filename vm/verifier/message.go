package verifier

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// This file words what type checking rejects, in HotSpot's format: a line that
// says what is wrong, then the details.

// fault is where and why type checking failed.
type fault struct {
	at                int // bytecode index
	reason            string
	current, expected *view // frames to show; nil: none
}

// view is a frame as messages show it.
type view struct{ text string }

// origin is a type with where it was met.
type origin struct {
	t     Type
	place string
	frame bool // the current frame belongs to it
}

func place(frame, part string, index int) string {
	return fmt.Sprintf(" (%s, %s[%d])", frame, part, index)
}

// top is the origin of the slot that was popped last, local that of a local variable.
func (c *checker) top() origin {
	f := &c.frame
	return origin{f.stack[f.depth], place("current frame", "stack", f.depth), true}
}

func (c *checker) local(i int) origin {
	return origin{c.frame.locals[i], place("current frame", "locals", i), true}
}

// implicit is the origin of what the instruction itself demands.
func (c *checker) implicit(t Type) origin { return origin{t: t} }

func (c *checker) constant(index int, t Type) origin {
	return origin{t: t, place: fmt.Sprintf(" (constant pool %d)", index)}
}

func (c *checker) fromSignature(t Type) origin {
	return origin{t: t, place: " (from method signature)"}
}

// current shows the current frame, with the operand stack as it was when the
// instruction started.
func (c *checker) current() *view {
	f := &c.frame
	return c.view(f.at, f.locals[:f.size], f.stack[:f.mark], f.uninitialized)
}

func (c *checker) view(at int, locals, stack []Type, uninitialized bool) *view {
	flags := ""
	if uninitialized {
		flags = " flagThisUninit"
	}
	return &view{fmt.Sprintf("    bci: @%d\n    flags: {%s }\n    locals: {%s }\n    stack: {%s }\n", at, flags, c.list(locals), c.list(stack))}
}

func (c *checker) list(types []Type) string {
	var b strings.Builder
	for i, t := range types {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(" " + c.text(t))
	}
	return b.String()
}

// badType is a value of a wrong type; without want the type is wrong in itself.
func (c *checker) badType(at int, have origin, want ...origin) fault {
	f := fault{at: at, reason: "Invalid type: " + c.text(have.t) + have.place}
	if len(want) > 0 {
		f.reason = "Type " + c.text(have.t) + have.place + " is not assignable to " + c.text(want[0].t) + want[0].place
	}
	if have.frame {
		f.current = c.current()
	}
	return f
}

func (c *checker) overflow(at int) fault {
	return fault{at: at, reason: "Exceeded max stack size.", current: c.current()}
}

func (c *checker) badLocal(index int) fault {
	return fault{at: c.frame.at, reason: fmt.Sprintf("Local index %d is invalid", index)}
}

func badCode(at int) fault { return fault{at: at, reason: "Error exists in the bytecode"} }

func badConstant(at, index int) fault {
	return fault{at: at, reason: fmt.Sprintf("Constant pool index %d is invalid", index)}
}

func missingFrame(at int) fault {
	return fault{at: at, reason: "Expected stackmap frame at this location."}
}

// fail ends the verification with a VerifyError.
func (c *checker) fail(f fault, format string, arguments ...any) {
	var b strings.Builder
	fmt.Fprintf(&b, format, arguments...)
	m := c.method
	fmt.Fprintf(&b, "\nException Details:\n  Location:\n    %s.%s%s @%d: %s\n", m.Class.Name, m.Name, m.Desc, f.at, c.mnemonic(f.at))
	fmt.Fprintf(&b, "  Reason:\n    %s\n", f.reason)
	if f.current != nil {
		b.WriteString("  Current Frame:\n" + f.current.text)
	}
	if f.expected != nil {
		b.WriteString("  Stackmap Frame:\n" + f.expected.text)
	}
	b.WriteString("  Bytecode:\n")
	writeBytes(&b, c.bytes)
	if handlers := m.Member.Code.Handlers; len(handlers) > 0 {
		b.WriteString("  Exception Handler Table:\n")
		for _, h := range handlers {
			fmt.Fprintf(&b, "    bci [%d, %d] => handler: %d\n", h.Start, h.End, h.Handler)
		}
	}
	if table := m.Member.Code.StackMap; len(table) > 0 {
		b.WriteString("  Stackmap Table:\n")
		writeStackMap(&b, table)
	}
	panic(stop{&Error{Class: verifyError, Message: b.String()}})
}

// failFormat ends the verification with a ClassFormatError.
func (c *checker) failFormat(format string, arguments ...any) {
	panic(stop{&Error{Class: classFormatError, Message: fmt.Sprintf(format, arguments...) + " in method '" + externalMethod(c.method) + "'"}})
}

// writeBytes dumps bytecode, all lines equally long; as HotSpot has it, an empty one stands behind the last one that is full.
func writeBytes(b *strings.Builder, code []byte) {
	const perLine = 16
	for at := 0; at <= len(code); at += perLine {
		fmt.Fprintf(b, "    %07x:", at)
		for i := at; i < at+perLine; i++ {
			if i%2 == 0 {
				b.WriteByte(' ')
			}
			if i < len(code) {
				fmt.Fprintf(b, "%02x", code[i])
			} else {
				b.WriteString("  ")
			}
		}
		b.WriteByte('\n')
	}
}

// writeStackMap lists the entries of a StackMapTable attribute as far as it goes.
func writeStackMap(b *strings.Builder, table []byte) {
	r := &mapReader{data: table}
	n, ok := r.u2()
	if !ok {
		return
	}
	at := -1
	for range n {
		text, delta, whole := r.entryText(at)
		b.WriteString("    " + text)
		if !whole {
			return
		}
		b.WriteByte('\n')
		at += delta
	}
}

// mapReader reads a StackMapTable's bytes.
type mapReader struct {
	data []byte
}

func (r *mapReader) u1() (int, bool) {
	if len(r.data) < 1 {
		return 0, false
	}
	v := int(r.data[0])
	r.data = r.data[1:]
	return v, true
}

func (r *mapReader) u2() (int, bool) {
	if len(r.data) < 2 {
		return 0, false
	}
	v := int(binary.BigEndian.Uint16(r.data))
	r.data = r.data[2:]
	return v, true
}

// truncated marks an entry that goes on behind the attribute's end.
const truncated = "), output truncated, Stackmap exceeds table size."

// entryText words the next entry, whose bytecode index lies delta behind at.
func (r *mapReader) entryText(at int) (text string, delta int, whole bool) {
	kind, ok := r.u1()
	if !ok {
		return "", 0, false
	}
	switch {
	case kind < sameFrames:
		return fmt.Sprintf("same_frame(@%d)", at+kind+1), kind + 1, true
	case kind < oneStackItem:
		delta = kind - sameFrames + 1
		head := fmt.Sprintf("same_locals_1_stack_item_frame(@%d", at+delta)
		return r.typesText(head, delta, 1)
	}
	if delta, ok = r.u2(); !ok || kind < oneStackItemExtended {
		return "", 0, false
	}
	delta++
	switch {
	case kind == oneStackItemExtended:
		return r.typesText(fmt.Sprintf("same_locals_1_stack_item_extended(@%d", at+delta), delta, 1)
	case kind < sameExtended:
		return fmt.Sprintf("chop_frame(@%d,%d)", at+delta, sameExtended-kind), delta, true
	case kind == sameExtended:
		return fmt.Sprintf("same_frame_extended(@%d)", at+delta), delta, true
	case kind < fullFrame:
		return r.typesText(fmt.Sprintf("append_frame(@%d", at+delta), delta, kind-sameExtended)
	}
	head := fmt.Sprintf("full_frame(@%d", at+delta)
	text = head
	for _, separator := range []string{",{", "},{"} {
		n, ok := r.u2()
		if !ok {
			return head + truncated, delta, false
		}
		list, ok := r.types(n)
		if !ok {
			return head + truncated, delta, false
		}
		text += separator + list
	}
	return text + "})", delta, true
}

func (r *mapReader) typesText(head string, delta, n int) (string, int, bool) {
	list, ok := r.types(n)
	if !ok {
		return head + truncated, delta, false
	}
	return head + "," + list + ")", delta, true
}

// itemNames are how messages word the tags of a StackMapTable's types.
var itemNames = [...]string{"Top", "Integer", "Float", "Double", "Long", "Null", "UninitializedThis", "Object[#%d]", "Uninitialized[#%d]"}

func (r *mapReader) types(n int) (string, bool) {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		tag, ok := r.u1()
		switch {
		case !ok:
			return "", false
		case tag >= len(itemNames):
			fmt.Fprintf(&b, "BAD:%d", tag)
		case tag < itemObject:
			b.WriteString(itemNames[tag])
		default:
			v, ok := r.u2()
			if !ok {
				return "", false
			}
			fmt.Fprintf(&b, itemNames[tag], v)
		}
	}
	return b.String(), true
}
