// Package values sums up what call instructions pass, where somebody has asked for it: how often which number, type or size.
//
// The decoder puts an instruction of its own in front of each call that is observed (decoded.Observe), which the interpreter
// executes in every tier: so nothing is left out or counted twice, and what is not observed costs nothing.
//
// Invariant: no Java code is executed to describe a value. What there is to know is read from objects' fields.
//
// Invariant: what a program passes makes nothing here grow without a bound; the bounds are below. They are reached at the same
// calls in every run and in every tier.
package values

import (
	"math"
	"math/bits"
	"unsafe"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/contexts"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

const (
	// maxCalls is how many instructions are observed, and maxRecords how many values are told apart in all of them: more than
	// anybody reads, and some megabytes of the profile.
	maxCalls   = 1 << 10
	maxRecords = 1 << 16
	// maxClasses is how many classes are remembered with what is read of their objects.
	maxClasses = 1 << 12
	// maxNameBytes is how much is kept of the name of a class or of an enum's constant.
	maxNameBytes = 400
)

// Observer observes calls. Only the thread that runs Java code may use it. The nil Observer observes nothing.
type Observer struct {
	linker  *linking.Linker
	tree    *contexts.Tree
	places  []Place
	calls   map[*classes.CallSite]*call
	chosen  int // instructions
	records int // of values
	classes map[uint64]*class
	sizes   map[string]making
}

// call is an instruction that is observed.
type call struct {
	record    memory.Address
	arguments []argument
}

// argument is one of its arguments.
type argument struct {
	letter   byte  // of its declared type's descriptor
	offset   int32 // from the first one, in bytes
	record   memory.Address
	values   map[value]memory.Address
	distinct [sharedmemory.FormFloatMagnitude + 1]int // values of each form
}

// value tells values of an argument apart. Class is the number that no other class ever has, 0 for none.
type value struct {
	form   uint32
	class  uint64
	number int64
}

// New returns an observer of the calls that some places name.
func New(linker *linking.Linker, tree *contexts.Tree, places []Place) *Observer {
	return &Observer{linker: linker, tree: tree, places: places, calls: map[*classes.CallSite]*call{}, classes: map[uint64]*class{}, sizes: sizesOfJDK()}
}

// Covers tells whether calls of a method may be observed.
func (o *Observer) Covers(m *classes.Method) bool { return len(covering(o.places, m)) > 0 }

// Of tells which calls of a method are observed, by their bytecode indices; nil: none are.
func (o *Observer) Of(m *classes.Method) func(bci int) bool {
	if o == nil {
		return nil
	}
	places := covering(o.places, m)
	if len(places) == 0 {
		return nil
	}
	return func(bci int) bool {
		line, dynamic := m.Line(bci), dynamicOf(m, bci)
		for _, p := range places {
			if p.holds(bci, line, dynamic) && o.chosen < maxCalls {
				o.chosen++
				return true
			}
		}
		return false
	}
}

// Observe counts what an instruction is about to pass. The arguments lie from a place in memory on, a slot or two for each. The error is
// contexts.ErrFull.
func (o *Observer) Observe(site *classes.CallSite, receiver bool, arguments unsafe.Pointer) error {
	c := o.calls[site]
	if c == nil {
		var err error
		if c, err = o.first(site, receiver); err != nil {
			return err
		}
		o.calls[site] = c
	}
	o.add(c.record+sharedmemory.PassedCalls, 1)
	for i := range c.arguments {
		if err := o.count(&c.arguments[i], unsafe.Add(arguments, c.arguments[i].offset)); err != nil {
			return err
		}
	}
	return nil
}

// first makes the records of a call that is executed for the first time.
func (o *Observer) first(site *classes.CallSite, receiver bool) (*call, error) {
	class, err := named(site)
	if err != nil {
		return nil, err
	}
	c := &call{}
	if c.record, err = o.tree.Passed(site.Caller, site.BCI, cut(class), cut(site.Selector.Name), site.Selector.Desc); err != nil {
		return nil, err
	}
	types := parameters(site.Selector.Desc)
	if receiver && class[0] == '[' {
		types = append([]string{class}, types...)
	} else if receiver {
		types = append([]string{"L" + class + ";"}, types...)
	}
	offset := int32(0)
	for i, descriptor := range types {
		a := argument{letter: descriptor[0], offset: offset, values: map[value]memory.Address{}}
		if a.record, err = o.tree.Argument(c.record, receiver && i == 0, cut(descriptor)); err != nil {
			return nil, err
		}
		c.arguments = append(c.arguments, a)
		offset += int32(classes.SlotsOf(a.letter)) * decoded.SlotBytes
	}
	return c, nil
}

// named is the class that an instruction names: an invokedynamic that of its bootstrap method.
func named(site *classes.CallSite) (string, error) {
	if dynamic := dynamicOf(site.Caller, site.BCI); dynamic != nil {
		return dynamic.bootstrap, nil
	}
	class, _, _, err := site.Caller.Class.File.Ref(site.PoolIndex)
	return class, err
}

// parameters are the descriptors of the parameters in a method's descriptor, which has been parsed before.
func parameters(descriptor string) (types []string) {
	for i := 1; i < len(descriptor) && descriptor[i] != ')'; {
		start := i
		for descriptor[i] == '[' {
			i++
		}
		if descriptor[i] == 'L' {
			for descriptor[i] != ';' {
				i++
			}
		}
		i++
		types = append(types, descriptor[start:i])
	}
	return types
}

// count counts an argument.
func (o *Observer) count(a *argument, at unsafe.Pointer) error {
	word, long := *(*int32)(at), *(*int64)(at)
	switch a.letter {
	case 'Z':
		return o.number(a, sharedmemory.FormBoolean, int64(word&1), nil)
	case 'B':
		return o.number(a, sharedmemory.FormInteger, int64(int8(word)), nil)
	case 'S':
		return o.number(a, sharedmemory.FormInteger, int64(int16(word)), nil)
	case 'C':
		return o.number(a, sharedmemory.FormCharacter, int64(uint16(word)), nil)
	case 'I':
		return o.number(a, sharedmemory.FormInteger, int64(word), nil)
	case 'J':
		return o.number(a, sharedmemory.FormInteger, long, nil)
	case 'F':
		return o.floating(a, sharedmemory.FormFloat, float64(math.Float32frombits(uint32(word))), nil)
	case 'D':
		return o.floating(a, sharedmemory.FormDouble, math.Float64frombits(uint64(long)), nil)
	}
	return o.object(a, memory.Ref(uint32(word)))
}

// number counts an integer, a character or a boolean, which an object of a class may hold.
func (o *Observer) number(a *argument, form uint32, number int64, box *classes.Class) error {
	o.extend(a, form, number, func(x, y int64) bool { return x < y })
	if form == sharedmemory.FormInteger {
		if err := o.told(a, value{form: sharedmemory.FormMagnitude, number: magnitude(number)}, nil, ""); err != nil {
			return err
		}
	}
	return o.told(a, value{form: form, number: number, class: made(box)}, box, "")
}

// magnitude is the length in bits of a number's absolute value, with its sign.
func magnitude(n int64) int64 {
	if n < 0 {
		return -int64(bits.Len64(uint64(-n)))
	}
	return int64(bits.Len64(uint64(n)))
}

// floating counts a number in floating point. All that are no number count as one.
func (o *Observer) floating(a *argument, form uint32, number float64, box *classes.Class) error {
	if number != number {
		number = math.NaN()
	} else {
		o.extend(a, form, int64(math.Float64bits(number)), func(x, y int64) bool {
			return math.Float64frombits(uint64(x)) < math.Float64frombits(uint64(y))
		})
	}
	if err := o.told(a, value{form: sharedmemory.FormFloatMagnitude, number: floatMagnitude(number)}, nil, ""); err != nil {
		return err
	}
	return o.told(a, value{form: form, number: int64(math.Float64bits(number)), class: made(box)}, box, "")
}

// floatMagnitude is the number of sharedmemory.FormFloatMagnitude.
func floatMagnitude(number float64) int64 {
	switch {
	case number != number:
		return sharedmemory.MagnitudeNaN
	case math.IsInf(number, 1):
		return sharedmemory.MagnitudeInfinity
	case math.IsInf(number, -1):
		return -sharedmemory.MagnitudeInfinity
	case number == 0 && math.Signbit(number):
		return sharedmemory.MagnitudeMinusZero
	case number == 0:
		return sharedmemory.MagnitudeZero
	}
	exponent := int64(math.Ilogb(number)) + sharedmemory.ExponentBias
	if number < 0 {
		return -exponent
	}
	return exponent
}

// extend extends the range of an argument's values.
func (o *Observer) extend(a *argument, form uint32, number int64, less func(x, y int64) bool) {
	m := o.linker.Memory
	least, most := a.record+sharedmemory.ArgumentLeast, a.record+sharedmemory.ArgumentMost
	switch m.U32(a.record + sharedmemory.ArgumentRange) {
	case 0:
		m.SetU64(least, uint64(number))
		m.SetU64(most, uint64(number))
		m.SetU32(a.record+sharedmemory.ArgumentRange, form)
	case form:
		if less(number, int64(m.U64(least))) {
			m.SetU64(least, uint64(number))
		}
		if less(int64(m.U64(most)), number) {
			m.SetU64(most, uint64(number))
		}
	default:
		m.SetU32(a.record+sharedmemory.ArgumentRange, sharedmemory.NoRange)
	}
}

// object counts a reference.
func (o *Observer) object(a *argument, ref memory.Ref) error {
	if ref == 0 {
		o.add(a.record+sharedmemory.ArgumentNulls, 1)
		return nil
	}
	c := o.classOf(ref)
	if err := o.told(a, value{form: sharedmemory.FormType, class: c.class.Made}, c.class, ""); err != nil {
		return err
	}
	if c.held != nil {
		if err := c.held(o, a, ref); err != nil {
			return err
		}
	}
	if size, ok := c.sizeOf(o, ref, 0); ok {
		return o.length(a, size)
	}
	return nil
}

// length counts the length or size of an object.
func (o *Observer) length(a *argument, size int64) error {
	m := o.linker.Memory
	least, most := a.record+sharedmemory.ArgumentLeastSize, a.record+sharedmemory.ArgumentMostSize
	first := m.U32(a.record+sharedmemory.ArgumentSizes) == 0
	if first || size < int64(m.U64(least)) {
		m.SetU64(least, uint64(size))
	}
	if first || size > int64(m.U64(most)) {
		m.SetU64(most, uint64(size))
	}
	m.SetU32(a.record+sharedmemory.ArgumentSizes, 1)
	return o.told(a, value{form: sharedmemory.FormLength, number: size}, nil, "")
}

// others are where values of the forms are counted that are not told apart.
var others = map[uint32]memory.Address{
	sharedmemory.FormType: sharedmemory.ArgumentOtherTypes, sharedmemory.FormLength: sharedmemory.ArgumentOtherSizes,
}

// told counts a value of an argument, told apart from others as long as there are not too many of its form. of is the class that it names, or
// nil, and text the name of an enum's constant.
func (o *Observer) told(a *argument, v value, of *classes.Class, text string) error {
	record, known := a.values[v]
	if !known {
		bounded := v.form != sharedmemory.FormMagnitude && v.form != sharedmemory.FormFloatMagnitude
		group := &a.distinct[v.form]
		if v.form < sharedmemory.FormType {
			group = &a.distinct[0] // those that stand in one list
		}
		if bounded && *group >= profiles.MaxDistinct || o.records >= maxRecords {
			offset, special := others[v.form]
			if !special {
				offset = sharedmemory.ArgumentOthers
			}
			if bounded {
				o.add(a.record+offset, 1)
			}
			return nil
		}
		name := ""
		if of != nil {
			name = cut(of.Name)
		}
		var err error
		if record, err = o.tree.Value(a.record, v.form, name, cut(text), v.number); err != nil {
			return err
		}
		*group++
		o.records++
		a.values[v] = record
	}
	o.add(record+sharedmemory.ValueCount, 1)
	return nil
}

func (o *Observer) add(at memory.Address, n uint64) {
	m := o.linker.Memory
	m.SetU64(at, m.U64(at)+n)
}

// made is the number that no other class ever has, 0 for nil.
func made(c *classes.Class) uint64 {
	if c == nil {
		return 0
	}
	return c.Made
}

// cut shortens a name that the program has chosen.
func cut(name string) string {
	if len(name) <= maxNameBytes {
		return name
	}
	end := maxNameBytes
	for end > 0 && name[end]&0xc0 == 0x80 {
		end--
	}
	return name[:end]
}
