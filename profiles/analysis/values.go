package analysis

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
)

// This file says what calls have passed, in phrases and in rows that the report and the editor share.

// ValueRow is a line of a table: something that an argument was, and how often.
type ValueRow struct {
	Text  string
	Calls uint64
	Share float64 // of the calls
}

// String writes it as a phrase: "42 ×600 (60%)".
func (r ValueRow) String() string {
	return r.Text + " ×" + numbers.Grouped(r.Calls) + " (" + numbers.Percent(r.Share) + ")"
}

// ValueTable is one kind of what an argument was.
type ValueTable struct {
	Title string // "value", "magnitude", "type", "length", "size"
	Rows  []ValueRow
}

// The classes of the bootstrap methods that javac has invokedynamic instructions name, where the Java source calls nothing (JDK 9 and later).
const (
	concatenation  = "java/lang/invoke/StringConcatFactory"
	functionObject = "java/lang/invoke/LambdaMetafactory"
)

// Called is what an instruction names, as Java programmers write it, with parameters: "Account.deposit(int)". Of instructions that the source
// has other words for it is those: "string concatenation", "function object for Comparator.compare".
func Called(v *profiles.CallValues) string {
	switch v.Class {
	case concatenation:
		return "string concatenation"
	case functionObject:
		_, result, _ := strings.Cut(v.Descriptor, ")")
		return "function object for " + names.Type(result) + "." + v.Name
	}
	simple, _ := names.Written(&profiles.Method{Class: v.Class, Name: v.Name, Descriptor: v.Descriptor})
	return simple + names.Parameters(v.Descriptor)
}

// CalledAs is how what an instruction names was executed: "was called".
func CalledAs(v *profiles.CallValues) string {
	switch v.Class {
	case concatenation:
		return "was evaluated"
	case functionObject:
		return "was made"
	}
	return "was called"
}

// WithoutArguments says that nothing is passed: "captures nothing".
func WithoutArguments(v *profiles.CallValues) string {
	if v.Class == functionObject {
		return "captures nothing"
	}
	return "has no arguments"
}

// ArgumentName says which argument of an instruction it is: "receiver Account", "2: String".
func ArgumentName(v *profiles.CallValues, argument int) string {
	a := &v.Arguments[argument]
	if a.Receiver {
		return "receiver " + names.Type(a.Type)
	}
	if v.Arguments[0].Receiver {
		argument--
	}
	return strconv.Itoa(argument+1) + ": " + names.Type(a.Type)
}

// The lengths of the lists in phrases: as much as somebody takes in at a glance.
const (
	phraseRows      = 6
	phraseMagnitude = 3
)

// ArgumentPhrases say in a few words what an argument was in so many calls.
func ArgumentPhrases(a *profiles.ArgumentValues, calls uint64) []string {
	if a.Nulls == calls && calls > 0 {
		return []string{"always null"}
	}
	var phrases []string
	if a.Nulls > 0 {
		phrases = append(phrases, ValueRow{"null", a.Nulls, numbers.Share(a.Nulls, calls)}.String())
	}
	if d := a.Types; d != nil && (len(d.Counts) != 1 || d.Others > 0 || objectType(d.Counts[0].Value) != a.Type) {
		phrases = append(phrases, list(typeRows(a, calls), d.Others, calls, "type", "always ")...)
	}
	if d := a.Values; d != nil {
		phrases = append(phrases, list(valueRows(a, calls), d.Others, calls, "value", "always ")...)
		if ranged(d) {
			phrases = append(phrases, "from "+number(d.Min)+" to "+number(d.Max))
			phrases = append(phrases, magnitudePhrases(a, calls)...)
		}
	}
	if d := a.Sizes; d != nil {
		word := sizeWord(a)
		sizes := list(sizeRows(a, calls), d.Others, calls, word, "always ")
		if !strings.Contains(sizes[0], word) {
			sizes[0] = word + " " + sizes[0]
		}
		phrases = append(phrases, sizes...)
		if ranged(d) {
			phrases = append(phrases, "from "+number(d.Min)+" to "+number(d.Max))
		}
	}
	if len(phrases) == 0 { // nothing but that the objects are of the declared type
		phrases = list(typeRows(a, calls), others(a.Types), calls, "type", "always ")
	}
	return phrases
}

// ranged tells whether the least and the largest value say more than the list of the values.
func ranged(d *profiles.Distribution) bool {
	return d.Min != "" && (d.Others > 0 || len(d.Counts) > 2)
}

// list writes the most frequent rows, and what there is besides.
func list(rows []ValueRow, others, calls uint64, word, always string) (phrases []string) {
	if len(rows) == 1 && others == 0 && rows[0].Calls == calls {
		return []string{always + rows[0].Text}
	}
	shown := rows[:min(len(rows), phraseRows)]
	if others > 0 || len(rows) > len(shown) { // a list of what is as rare as what is not in it would say nothing
		shown = slices.DeleteFunc(slices.Clone(shown), func(r ValueRow) bool { return r.Share < rareValue })
	}
	for _, r := range shown {
		phrases = append(phrases, r.String())
	}
	switch more := uint64(len(rows) - len(shown)); {
	case others > 0:
		phrases = append(phrases, "more than "+numbers.Count(uint64(len(rows)), "different "+word))
	case more > 0 && len(shown) == 0:
		phrases = append(phrases, numbers.Count(more, "different "+word))
	case more > 0:
		phrases = append(phrases, numbers.Count(more, "more "+word))
	}
	return phrases
}

// rareValue is the share of the calls below which a value is not told in a phrase, where not all are.
const rareValue = 0.05

// ArgumentTables list everything that is known of an argument in so many calls, the most frequent first and numbers' magnitudes in their order.
func ArgumentTables(a *profiles.ArgumentValues, calls uint64) (tables []ValueTable) {
	add := func(title string, rows []ValueRow, others uint64) {
		if others > 0 {
			rows = append(rows, ValueRow{"others", others, numbers.Share(others, calls)})
		}
		if len(rows) > 0 {
			tables = append(tables, ValueTable{title, rows})
		}
	}
	types := typeRows(a, calls)
	if a.Nulls > 0 {
		types = append(types, ValueRow{"null", a.Nulls, numbers.Share(a.Nulls, calls)})
		slices.SortStableFunc(types, func(x, y ValueRow) int { return cmp.Compare(y.Calls, x.Calls) })
	}
	add("type", types, others(a.Types))
	add("value", valueRows(a, calls), others(a.Values))
	if a.Values != nil && ranged(a.Values) {
		add("magnitude", magnitudeRows(a, calls), 0)
	}
	add(sizeWord(a), sizeRows(a, calls), others(a.Sizes))
	return tables
}

func others(d *profiles.Distribution) uint64 {
	if d == nil {
		return 0
	}
	return d.Others
}

func rows(d *profiles.Distribution, calls uint64, text func(c *profiles.ValueCount) string) (all []ValueRow) {
	if d == nil {
		return nil
	}
	for i := range d.Counts {
		c := &d.Counts[i]
		all = append(all, ValueRow{text(c), c.Calls, numbers.Share(c.Calls, calls)})
	}
	return all
}

func typeRows(a *profiles.ArgumentValues, calls uint64) []ValueRow {
	return rows(a.Types, calls, func(c *profiles.ValueCount) string { return names.ObjectClass(c.Value) })
}

// valueRows tell an enum's constants, and numbers that objects of several classes hold, with the class.
func valueRows(a *profiles.ArgumentValues, calls uint64) []ValueRow {
	several := a.Types != nil && len(a.Types.Counts) > 1
	return rows(a.Values, calls, func(c *profiles.ValueCount) string {
		value := number(c.Value)
		switch {
		case c.Type == "" || !several:
			return value
		case strings.HasPrefix(c.Type, "java/lang/"): // a box
			return names.SimpleClass(c.Type) + " " + value
		}
		return names.SimpleClass(c.Type) + "." + value
	})
}

func sizeRows(a *profiles.ArgumentValues, calls uint64) []ValueRow {
	return rows(a.Sizes, calls, func(c *profiles.ValueCount) string { return number(c.Value) })
}

// sizeWord is what the sizes of an argument are called.
func sizeWord(a *profiles.ArgumentValues) string {
	if a.Types == nil {
		return "size"
	}
	for _, c := range a.Types.Counts {
		if c.Value != "java/lang/String" && !strings.HasPrefix(c.Value, "[") {
			return "size"
		}
	}
	return "length"
}

// objectType is the descriptor of a class's objects.
func objectType(class string) string {
	if strings.HasPrefix(class, "[") {
		return class
	}
	return "L" + class + ";"
}

// number writes an integer with thousands separators, anything else as it is.
func number(text string) string {
	digits, negative := strings.CutPrefix(text, "-")
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return text
	}
	if negative {
		return "-" + numbers.Grouped(n)
	}
	return numbers.Grouped(n)
}

// magnitudePhrases say which signs there are, if there are several, and how large most numbers are, if there are too many to list.
func magnitudePhrases(a *profiles.ArgumentValues, calls uint64) (phrases []string) {
	if a.Values.Others == 0 && len(a.Values.Counts) <= phraseRows {
		return nil
	}
	var signs []ValueRow
	for _, m := range a.Magnitudes {
		text := string(m.Sign)
		if n := len(signs); n > 0 && signs[n-1].Text == text {
			signs[n-1].Calls += m.Calls
			signs[n-1].Share = numbers.Share(signs[n-1].Calls, calls)
			continue
		}
		signs = append(signs, ValueRow{text, m.Calls, numbers.Share(m.Calls, calls)})
	}
	if len(signs) > 1 {
		for _, s := range signs {
			phrases = append(phrases, s.String())
		}
	}
	classes := magnitudeRows(a, calls)
	for _, s := range signs { // those without a magnitude have been told
		classes = slices.DeleteFunc(classes, func(c ValueRow) bool { return c.Text == s.Text })
	}
	slices.SortStableFunc(classes, func(x, y ValueRow) int { return cmp.Compare(y.Calls, x.Calls) })
	for i, c := range classes[:min(len(classes), phraseMagnitude)] {
		text := c.String()
		if i == 0 {
			text = "most often " + text
		}
		phrases = append(phrases, text)
	}
	return phrases
}

func magnitudeRows(a *profiles.ArgumentValues, calls uint64) (all []ValueRow) {
	integers := holdsIntegers(a)
	for _, m := range a.Magnitudes {
		all = append(all, ValueRow{magnitudeText(m.Magnitude, integers), m.Calls, numbers.Share(m.Calls, calls)})
	}
	return all
}

// holdsIntegers tells whether an argument's numbers are integers, as far as they were told apart.
func holdsIntegers(a *profiles.ArgumentValues) bool {
	return a.Type != "F" && a.Type != "D" && (a.Values == nil || !slices.ContainsFunc(a.Values.Counts, func(c profiles.ValueCount) bool {
		return c.Type == "java/lang/Float" || c.Type == "java/lang/Double"
	}))
}

// plainExponent is the binary exponent up to which bounds are written as numbers.
const plainExponent = 16

// magnitudeText writes a class of numbers by its bounds: "4 to 7" of integers, "4 to 8" of others.
func magnitudeText(m profiles.Magnitude, integers bool) string {
	if m.Sign != profiles.SignNegative && m.Sign != profiles.SignPositive {
		return string(m.Sign)
	}
	low, high := power(m.Exponent), power(m.Exponent+1)
	if integers && m.Exponent <= plainExponent {
		least, most := uint64(1)<<max(m.Exponent, 0), uint64(1)<<max(m.Exponent+1, 1)-1
		low, high = numbers.Grouped(least), numbers.Grouped(most)
	}
	switch {
	case m.Sign == profiles.SignNegative && low == high:
		return "-" + low
	case m.Sign == profiles.SignNegative:
		return "-" + high + " to -" + low
	case low == high:
		return low
	}
	return low + " to " + high
}

func power(exponent int) string {
	if exponent < -plainExponent || exponent > plainExponent+1 {
		return "2^" + strconv.Itoa(exponent)
	}
	value := math.Ldexp(1, exponent)
	if exponent >= 0 {
		return numbers.Grouped(uint64(value))
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}
