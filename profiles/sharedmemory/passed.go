package sharedmemory

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hotlens/profiles"
)

// This file reads what call instructions have passed.

// PassedRecord is an instruction that calls, and what it has passed. Caller is an index into Methods.
type PassedRecord struct {
	Caller                  int32
	BCI, Line               int32
	Class, Name, Descriptor string
	Calls                   uint64
	Arguments               []ArgumentRecord
}

// ArgumentRecord is an argument of such an instruction: see the Argument offsets.
type ArgumentRecord struct {
	Receiver                              bool
	Type                                  string
	Range                                 uint32 // one of the forms, 0 or NoRange
	Sized                                 bool
	Nulls, Others, OtherTypes, OtherSizes uint64
	Least, Most, LeastSize, MostSize      int64
	Values                                []ValueRecord
}

// ValueRecord is something that an argument had: see the Value offsets.
type ValueRecord struct {
	Form        uint32
	Class, Text string
	Number      int64
	Count       uint64
}

// passedIndex finds the records that others refer to, by address.
type passedIndex struct {
	instructions map[uint32]int
	arguments    map[uint32]argumentIndex
}

type argumentIndex struct{ instruction, argument int }

func (r *reader) readPassed(at uint32) error {
	p := PassedRecord{BCI: r.signed(at + PassedBCI), Line: r.signed(at + PassedLine), Calls: r.count(at + PassedCalls)}
	var err error
	if p.Caller, err = r.method(at + PassedCaller); err != nil {
		return err
	}
	for _, field := range []struct {
		to     *string
		offset uint32
	}{{&p.Class, PassedClass}, {&p.Name, PassedName}, {&p.Descriptor, PassedDescriptor}} {
		if *field.to, err = r.text(at + field.offset); err != nil {
			return err
		}
	}
	if r.passed.instructions == nil {
		r.passed = passedIndex{map[uint32]int{}, map[uint32]argumentIndex{}}
	}
	r.passed.instructions[at] = len(r.snapshot.Passed)
	r.snapshot.Passed = append(r.snapshot.Passed, p)
	return nil
}

func (r *reader) readArgument(at uint32) error {
	instruction, ok := r.passed.instructions[r.word(at+ArgumentPassed)]
	if !ok {
		return fmt.Errorf("no record of a call at %#x", r.word(at+ArgumentPassed))
	}
	a := ArgumentRecord{
		Receiver: r.word(at+ArgumentReceiver) != 0, Range: r.word(at + ArgumentRange), Sized: r.word(at+ArgumentSizes) != 0,
		Nulls: r.count(at + ArgumentNulls), Others: r.count(at + ArgumentOthers), OtherTypes: r.count(at + ArgumentOtherTypes), OtherSizes: r.count(at + ArgumentOtherSizes),
		Least: int64(r.count(at + ArgumentLeast)), Most: int64(r.count(at + ArgumentMost)),
		LeastSize: int64(r.count(at + ArgumentLeastSize)), MostSize: int64(r.count(at + ArgumentMostSize)),
	}
	var err error
	if a.Type, err = r.text(at + ArgumentType); err != nil {
		return err
	}
	p := &r.snapshot.Passed[instruction]
	r.passed.arguments[at] = argumentIndex{instruction, len(p.Arguments)}
	p.Arguments = append(p.Arguments, a)
	return nil
}

func (r *reader) readValue(at uint32) error {
	index, ok := r.passed.arguments[r.word(at+ValueArgument)]
	if !ok {
		return fmt.Errorf("no record of an argument at %#x", r.word(at+ValueArgument))
	}
	v := ValueRecord{Form: r.word(at + ValueForm), Number: int64(r.count(at + ValueNumber)), Count: r.count(at + ValueCount)}
	if v.Form < FormInteger || v.Form > FormFloatMagnitude {
		return fmt.Errorf("the form %d of a value is unknown", v.Form)
	}
	var err error
	if v.Class, err = r.text(at + ValueClass); err != nil {
		return err
	}
	if v.Text, err = r.text(at + ValueText); err != nil {
		return err
	}
	a := &r.snapshot.Passed[index.instruction].Arguments[index.argument]
	a.Values = append(a.Values, v)
	return nil
}

// text is the string whose address stands at that place.
func (r *reader) text(at uint32) (string, error) {
	text, ok := r.strings[r.word(at)]
	if !ok {
		return "", fmt.Errorf("no string record at %#x", r.word(at))
	}
	return text, nil
}

// values are the passed records as the profile has them: in the order of its methods and of their code.
func (s *Snapshot) values(methodOf []int) []profiles.CallValues {
	var all []profiles.CallValues
	for i := range s.Passed {
		p := &s.Passed[i]
		if p.Calls == 0 {
			continue
		}
		v := profiles.CallValues{
			Caller: methodOf[p.Caller], BCI: place(p.BCI), Line: place(p.Line), Class: p.Class, Name: p.Name, Descriptor: p.Descriptor,
			Calls: p.Calls, Arguments: []profiles.ArgumentValues{},
		}
		for j := range p.Arguments {
			v.Arguments = append(v.Arguments, p.Arguments[j].values())
		}
		all = append(all, v)
	}
	slices.SortStableFunc(all, func(a, b profiles.CallValues) int {
		return cmp.Or(cmp.Compare(a.Caller, b.Caller), cmp.Compare(a.BCI, b.BCI))
	})
	return all
}

func (a *ArgumentRecord) values() profiles.ArgumentValues {
	v := profiles.ArgumentValues{Type: a.Type, Receiver: a.Receiver, Nulls: a.Nulls}
	values, types, sizes := profiles.Distribution{Others: a.Others}, profiles.Distribution{Others: a.OtherTypes}, profiles.Distribution{Others: a.OtherSizes}
	records := slices.Clone(a.Values)
	slices.SortStableFunc(records, func(x, y ValueRecord) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), x.compare(&y))
	})
	var magnitudes []ValueRecord
	for _, r := range records {
		switch {
		case r.Count == 0:
		case r.Form == FormMagnitude || r.Form == FormFloatMagnitude:
			magnitudes = append(magnitudes, r)
		case r.Form == FormType:
			types.Counts = append(types.Counts, profiles.ValueCount{Value: r.Class, Calls: r.Count})
		case r.Form == FormLength:
			sizes.Counts = append(sizes.Counts, profiles.ValueCount{Value: strconv.FormatInt(r.Number, 10), Calls: r.Count})
		default:
			values.Counts = append(values.Counts, profiles.ValueCount{Value: formText(r.Form, r.Number, r.Text), Type: r.Class, Calls: r.Count})
		}
	}
	if a.Range != 0 && a.Range != NoRange {
		values.Min, values.Max = formText(a.Range, a.Least, ""), formText(a.Range, a.Most, "")
	}
	if a.Sized {
		sizes.Min, sizes.Max = strconv.FormatInt(a.LeastSize, 10), strconv.FormatInt(a.MostSize, 10)
	}
	v.Values, v.Types, v.Sizes = values.OrNil(), types.OrNil(), sizes.OrNil()
	slices.SortStableFunc(magnitudes, func(x, y ValueRecord) int { return cmp.Compare(x.magnitude(), y.magnitude()) })
	for _, m := range magnitudes {
		v.Magnitudes = v.Magnitudes.Add(m.class(), m.Count)
	}
	return v
}

// compare orders values that were passed as often.
func (r *ValueRecord) compare(o *ValueRecord) int {
	if r.Form == o.Form && (r.Form == FormFloat || r.Form == FormDouble) {
		x, y := math.Float64frombits(uint64(r.Number)), math.Float64frombits(uint64(o.Number))
		if math.IsNaN(x) || math.IsNaN(y) { // the last
			return cmp.Compare(y, x)
		}
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(r.Number, o.Number))
	}
	return cmp.Or(cmp.Compare(r.Form, o.Form), strings.Compare(r.Class, o.Class), cmp.Compare(r.Number, o.Number), strings.Compare(r.Text, o.Text))
}

// magnitude orders magnitudes by the values that they are of; what is no number is the last.
func (r *ValueRecord) magnitude() float64 {
	switch {
	case r.Form == FormMagnitude && r.Number > 0:
		return float64(r.Number - 1 + ExponentBias)
	case r.Form == FormMagnitude && r.Number < 0:
		return float64(r.Number + 1 - ExponentBias)
	}
	return float64(r.Number)
}

// class is what values of that magnitude have in common.
func (r *ValueRecord) class() profiles.Magnitude {
	n, sign := r.Number, profiles.SignPositive
	if n < 0 {
		n, sign = -n, profiles.SignNegative
	}
	switch {
	case r.Number == MagnitudeZero:
		return profiles.Magnitude{Sign: profiles.SignZero}
	case r.Form == FormMagnitude:
		return profiles.Magnitude{Sign: sign, Exponent: int(min(n, 64)) - 1}
	case r.Number == MagnitudeMinusZero:
		return profiles.Magnitude{Sign: profiles.SignMinusZero}
	case r.Number == MagnitudeNaN:
		return profiles.Magnitude{Sign: profiles.SignNaN}
	case r.Number == MagnitudeInfinity:
		return profiles.Magnitude{Sign: profiles.SignInfinity}
	case r.Number == -MagnitudeInfinity:
		return profiles.Magnitude{Sign: profiles.SignMinusInfinity}
	}
	return profiles.Magnitude{Sign: sign, Exponent: int(n%MagnitudeInfinity) - ExponentBias}
}

// formText writes a value as a literal of Java, an enum's as the constant's name.
func formText(form uint32, number int64, text string) string {
	switch form {
	case FormCharacter:
		return profiles.CharacterLiteral(uint16(number))
	case FormBoolean:
		return strconv.FormatBool(number != 0)
	case FormFloat:
		return profiles.FloatLiteral(math.Float64frombits(uint64(number)), 32)
	case FormDouble:
		return profiles.FloatLiteral(math.Float64frombits(uint64(number)), 64)
	case FormEnum:
		return text
	}
	return strconv.FormatInt(number, 10)
}
