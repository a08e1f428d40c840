package values

import (
	"math"
	"strings"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file says what is read of objects.

// class is what is read of the objects of a class.
type class struct {
	class *classes.Class
	held  func(*Observer, *argument, memory.Ref) error // counts the value that such an object holds; nil: it holds none
	size  sizeReader                                   // nil: they have no size that could be told
}

// classOf is what is known of an object's class.
func (o *Observer) classOf(ref memory.Ref) *class {
	of := o.linker.ClassOf(ref)
	c := o.classes[of.Made]
	if c == nil {
		if len(o.classes) >= maxClasses {
			clear(o.classes)
		}
		c = &class{class: of, held: o.holder(of), size: o.sizeReader(of)}
		o.classes[of.Made] = c
	}
	return c
}

// boxes are the classes whose objects hold a value, with its form, and how it lies in the field "value".
var boxes = map[string]struct {
	form uint32
	read func(m *memory.Memory, at memory.Address) int64
}{
	"java/lang/Boolean":   {sharedmemory.FormBoolean, func(m *memory.Memory, at memory.Address) int64 { return int64(m.U8(at) & 1) }},
	"java/lang/Byte":      {sharedmemory.FormInteger, func(m *memory.Memory, at memory.Address) int64 { return int64(int8(m.U8(at))) }},
	"java/lang/Character": {sharedmemory.FormCharacter, func(m *memory.Memory, at memory.Address) int64 { return int64(m.U16(at)) }},
	"java/lang/Short":     {sharedmemory.FormInteger, func(m *memory.Memory, at memory.Address) int64 { return int64(int16(m.U16(at))) }},
	"java/lang/Integer":   {sharedmemory.FormInteger, func(m *memory.Memory, at memory.Address) int64 { return int64(m.I32(at)) }},
	"java/lang/Long":      {sharedmemory.FormInteger, func(m *memory.Memory, at memory.Address) int64 { return int64(m.U64(at)) }},
}

// holder says how the values are counted that objects of a class hold.
func (o *Observer) holder(c *classes.Class) func(*Observer, *argument, memory.Ref) error {
	if c.Trusted {
		if box, ok := boxes[c.Name]; ok {
			if f := c.Field("value", ""); f != nil {
				return func(o *Observer, a *argument, ref memory.Ref) error {
					return o.number(a, box.form, box.read(o.linker.Memory, ref+f.Offset), c)
				}
			}
		}
		if f := c.Field("value", ""); f != nil && c.Name == "java/lang/Float" {
			return func(o *Observer, a *argument, ref memory.Ref) error {
				return o.floating(a, sharedmemory.FormFloat, float32At(o.linker.Memory, ref+f.Offset), c)
			}
		} else if f != nil && c.Name == "java/lang/Double" {
			return func(o *Observer, a *argument, ref memory.Ref) error {
				return o.floating(a, sharedmemory.FormDouble, float64At(o.linker.Memory, ref+f.Offset), c)
			}
		}
	}
	return o.enum(c)
}

// enum counts the constants of an enum, nil for another class. One with a body of its own has a class of its own below the enum's.
func (o *Observer) enum(c *classes.Class) func(*Observer, *argument, memory.Ref) error {
	declared := c
	for declared != nil && (declared.Super == nil || declared.Super.Name != "java/lang/Enum" || !declared.Super.Trusted) {
		declared = declared.Super
	}
	if declared == nil {
		return nil
	}
	name, ordinal := declared.Super.Field("name", ""), declared.Super.Field("ordinal", "")
	if name == nil || ordinal == nil {
		return nil
	}
	return func(o *Observer, a *argument, ref memory.Ref) error {
		v := value{form: sharedmemory.FormEnum, class: declared.Made, number: int64(o.linker.Memory.I32(ref + ordinal.Offset))}
		text := ""
		if _, known := a.values[v]; !known {
			text = o.text(o.linker.Memory.U32(ref + name.Offset))
		}
		return o.told(a, v, declared, text)
	}
}

// text is the beginning of a string.
func (o *Observer) text(s memory.Ref) string {
	if s == 0 || o.linker.ClassOf(s) != o.linker.Known.String {
		return "?"
	}
	if length, _ := stringLength(o, s, 0); length > maxNameBytes {
		return "?"
	}
	return strings.Map(func(r rune) rune {
		if r == 0 || r > 0xffff { // the profile's records are in another form of UTF-8
			return '?'
		}
		return r
	}, o.linker.Text(s))
}

func float32At(m *memory.Memory, at memory.Address) float64 {
	return float64(math.Float32frombits(m.U32(at)))
}
func float64At(m *memory.Memory, at memory.Address) float64 { return math.Float64frombits(m.U64(at)) }
