package linking

import (
	"unicode/utf16"
	"unsafe"

	"hotlens/vm/classfile"
	"hotlens/vm/memory"
)

// This file makes, reads and interns java.lang.String objects.

// NewString makes a java.lang.String of a Go string in UTF-8. It returns 0 with
// a pending exception when the heap is full.
func (t *Thread) NewString(s string) memory.Ref {
	if classfile.IsASCII(s) {
		return t.NewLatin1(unsafe.Slice(unsafe.StringData(s), len(s)))
	}
	return t.NewStringUTF16(utf16.Encode([]rune(s)))
}

// NewStringUTF16 makes a String of UTF-16 code units, compact where it can be.
func (t *Thread) NewStringUTF16(units []uint16) memory.Ref {
	latin1 := true
	for _, u := range units {
		if u > 0xff {
			latin1 = false
			break
		}
	}
	if latin1 {
		b := make([]byte, len(units))
		for i, u := range units {
			b[i] = byte(u)
		}
		return t.NewLatin1(b)
	}
	value := t.Java.NewArray(t.Linker.Known.ByteArray, int32(2*len(units)))
	if t.Exception != 0 {
		return 0
	}
	for i, u := range units {
		t.Linker.Memory.SetU16(value+memory.ArrayBase+2*uint32(i), u)
	}
	return t.NewStringOf(value, 1)
}

// NewLatin1 makes a String of characters in Latin-1.
func (t *Thread) NewLatin1(b []byte) memory.Ref {
	value := t.NewBytes(b)
	if t.Exception != 0 {
		return 0
	}
	return t.NewStringOf(value, 0)
}

// NewStringOf wraps a byte array as a String with the given coder.
func (t *Thread) NewStringOf(value memory.Ref, coder uint8) memory.Ref {
	l := t.Linker
	r := t.Java.NewObject(l.Known.String)
	if t.Exception != 0 {
		return 0
	}
	l.Memory.SetU32(r+l.Known.StringValue, value)
	l.Memory.SetU8(r+l.Known.StringCoder, coder)
	return r
}

// NewBytes makes a byte[].
func (t *Thread) NewBytes(b []byte) memory.Ref {
	r := t.Java.NewArray(t.Linker.Known.ByteArray, int32(len(b)))
	if t.Exception == 0 {
		copy(t.Linker.Memory.Slice(r+memory.ArrayBase, len(b)), b)
	}
	return r
}

// Bytes is the content of a byte[] (or boolean[]); it aliases the heap.
func (l *Linker) Bytes(array memory.Ref) []byte {
	return l.Memory.Heap.ArrayBytes(array, 0)
}

// StringBytes is the content of a String in its own coding. One that no
// constructor has seen (Unsafe.allocateInstance) is empty, as for HotSpot.
func (l *Linker) StringBytes(s memory.Ref) []byte {
	if value := l.Memory.U32(s + l.Known.StringValue); value != 0 {
		return l.Bytes(value)
	}
	return nil
}

// Units is the content of a String as UTF-16 code units.
func (l *Linker) Units(s memory.Ref) []uint16 {
	b := l.StringBytes(s)
	if l.Memory.U8(s+l.Known.StringCoder) == 0 {
		units := make([]uint16, len(b))
		for i, c := range b {
			units[i] = uint16(c)
		}
		return units
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
	}
	return units
}

// Text is the content of a String in UTF-8; "" for null. Unpaired surrogates
// become replacement characters.
func (l *Linker) Text(s memory.Ref) string {
	if s == 0 {
		return ""
	}
	if l.Memory.U8(s+l.Known.StringCoder) == 0 {
		b := l.StringBytes(s)
		ascii := true
		for _, c := range b {
			if c >= 0x80 {
				ascii = false
				break
			}
		}
		if ascii {
			return string(b)
		}
	}
	return string(utf16.Decode(l.Units(s)))
}

// InternUtf8 is the interned String of a constant pool entry, in modified UTF-8.
func (t *Thread) InternUtf8(s string) memory.Ref {
	if classfile.IsASCII(s) {
		if r := t.Linker.interned["0"+s]; r != 0 {
			return t.Java.Root(r)
		}
		return t.Intern(t.NewLatin1([]byte(s)))
	}
	return t.Intern(t.NewStringUTF16(classfile.DecodeUtf8(s)))
}

// InternText is the interned String of a Go string.
func (t *Thread) InternText(s string) memory.Ref { return t.Intern(t.NewString(s)) }

// Intern is String.intern. The table of interned strings does not keep them: who
// goes on using one holds it.
func (t *Thread) Intern(r memory.Ref) memory.Ref {
	if r == 0 {
		return 0
	}
	l := t.Linker
	key := string('0'+l.Memory.U8(r+l.Known.StringCoder)) + string(l.StringBytes(r))
	if old := l.interned[key]; old != 0 {
		return t.Java.Root(old)
	}
	l.interned[key] = r
	return r
}

// Forget drops the interned strings that nothing else holds.
func (l *Linker) ForgetStrings(alive func(memory.Ref) bool) {
	for key, r := range l.interned {
		if !alive(r) {
			delete(l.interned, key)
		}
	}
}
