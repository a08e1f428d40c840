package cost

import "math"

// This file is what the virtual clock goes by. The clock needs at any moment what the cost model derives after the
// run, so it can only go by what a virtual machine knows exactly at any moment, whatever it has compiled:
// how many instructions were executed and bytes allocated so far, and what went on in the machine itself.

// Picos is what something takes, in picoseconds: each time, and for each unit of what it works on.
type Picos struct{ Base, Unit uint64 }

// Clock is the pace of the virtual clock.
type Clock struct {
	Instruction Picos // of any kind (Base)
	Early       Picos // what each of the instructions takes more that are executed before a program's loops have made most of them (Base), and how many (Unit, no time)
	WarmUp      Picos // what each of the first of these takes more (Base), and how many (Unit, no time)
	Byte        Picos // an allocated byte (Unit), with its part of what an object takes
	Text        Picos // a string that is concatenated (Base), and a byte of it (Unit)
	Operand     Picos // an operand of that (Base)
	Exception   Picos // one that the virtual machine throws (Base), and a frame of its stack trace (Unit)
	Joined      Picos // what each of the first strings of a concatenation takes more (Base), and how many (Unit, no time)
	// Classes is what a class takes that is loaded and initialised, or made for a call site (Base), and the first one of its kind more (Unit).
	Classes [ClassKinds]Picos
}

// ClassKind says where a class comes from.
type ClassKind int

// The kinds of classes: see the names of RowClass.
const (
	ApplicationClass ClassKind = iota
	LibraryClass
	HiddenClass
	RecordClass
	JoiningClass
	LinkedClass
	ClassKinds // how many there are
)

// classNames are the names of their rows.
var classNames = [ClassKinds]string{ClassApplication, ClassLibrary, ClassHidden, ClassRecord, ClassJoining, ClassLinked}

// Linked tells whether a class of this kind is made for a call site, so that linking begins with it.
func (k ClassKind) Linked() bool { return forCallSite(classNames[k]) }

// objectBytes is the size of an average object. The clock does not know their number.
const objectBytes = 32

// Clock is the pace that a table gives the virtual clock.
func (m *Model) Clock() Clock {
	of := func(what What, name string) Picos {
		row := &m.Rows[m.find[what][name]]
		return Picos{picos(row.Base), picos(row.Unit)}
	}
	allocation := &m.Rows[m.find[RowAllocation][nameAll]]
	clock := Clock{
		Instruction: of(RowClock, nameInstruction),
		Early:       of(RowClock, nameEarly),
		WarmUp:      of(RowClock, nameWarmUp),
		Byte:        Picos{Unit: picos(allocation.Base/objectBytes + allocation.Unit)},
		Text:        of(RowConcatenation, nameText),
		Operand:     of(RowConcatenation, nameOperand),
		Exception:   of(RowException, nameThrown),
		Joined:      of(RowWarmUp, nameJoined),
	}
	for kind, name := range classNames {
		clock.Classes[kind] = of(RowClass, name)
	}
	for _, numbers := range []*Picos{&clock.WarmUp, &clock.Joined} {
		numbers.Unit /= picosInNano // it is a number, not a time; that of Early is in thousands
	}
	return clock
}

// Instructions is what the first instructions of a run take, in picoseconds.
func (c *Clock) Instructions(number uint64) uint64 {
	return number*c.Instruction.Base + min(number, c.Early.Unit)*c.Early.Base + min(number, c.WarmUp.Unit)*c.WarmUp.Base
}

// Native is what a call of a method takes that the virtual machine executes itself: class with slashes, name and
// descriptor.
func (m *Model) Native(class, name, descriptor string) Picos {
	full := class + "." + name
	for _, what := range []What{RowIntrinsic, RowMethod} {
		for _, name := range []string{full + descriptor, full} {
			if row, ok := m.find[what][name]; ok {
				return Picos{picos(m.Rows[row].Base), picos(m.Rows[row].Unit)}
			}
		}
	}
	return Picos{Base: picos(m.Rows[m.find[RowCall][CallNative]].Base)}
}

const picosInNano = 1000

func picos(nanos float64) uint64 { return uint64(math.RoundToEven(nanos * picosInNano)) }
