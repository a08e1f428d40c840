package annotations

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// This file shows what calls have passed.

// valueRows bounds the tables of Values: the rest is as rare as what it begins with.
const valueRows = 20

// writeValues says in a line for each argument what a call site has passed, where that was asked for.
func (v View) writeValues(b *strings.Builder, site *analysis.Site) {
	for _, values := range site.Values {
		for i := range values.Arguments {
			phrases := analysis.ArgumentPhrases(&values.Arguments[i], values.Calls)
			fmt.Fprintf(b, "\n- %s: %s", escape(analysis.ArgumentName(values, i)), escape(strings.Join(phrases, " · ")))
		}
		if len(values.Arguments) > 0 {
			b.WriteString("\n")
		}
	}
}

// Values writes down, in markdown, what the calls of a run have passed that were observed.
func Values(run *analysis.Analysis) string {
	var b strings.Builder
	for i := range run.Profile.Values {
		values := &run.Profile.Values[i]
		if i > 0 {
			b.WriteString("\n")
		}
		writeCall(&b, run, values)
	}
	if b.Len() == 0 {
		return "**hotlens** This call was not executed.\n"
	}
	return b.String()
}

func writeCall(b *strings.Builder, run *analysis.Analysis, values *profiles.CallValues) {
	place := ""
	if file := run.Profile.Methods[values.Caller].File; file != "" && values.Line > 0 {
		place = fmt.Sprintf(" at %s:%d", file, values.Line)
	}
	fmt.Fprintf(b, "## %s\n\nwas called %s by %s%s\n", code(analysis.Called(values)), numbers.Count(values.Calls, "time"), code(run.Names[values.Caller]), escape(place))
	for i := range values.Arguments {
		a := &values.Arguments[i]
		fmt.Fprintf(b, "\n### %s\n\n%s\n", escape(analysis.ArgumentName(values, i)), escape(strings.Join(analysis.ArgumentPhrases(a, values.Calls), " · ")))
		for _, t := range analysis.ArgumentTables(a, values.Calls) {
			if len(t.Rows) < 2 {
				continue // the phrase has said it
			}
			var rows [][]string
			for _, r := range t.Rows[:min(len(t.Rows), valueRows)] {
				rows = append(rows, []string{escape(r.Text), numbers.Grouped(r.Calls), numbers.Percent(r.Share)})
			}
			table(b, []string{title(t.Title), "Calls", "Share"}, rows)
			more(b, len(t.Rows)-valueRows, "row")
		}
	}
}

// CallAt names what the call at a position has called in the run. It reports false if there is no such call, or it was edited since.
func CallAt(v View, at sources.Position) (name string, known bool) {
	file := v.file()
	if file == nil {
		return "", false
	}
	for _, i := range file.Sites {
		site := &v.Run.Sites[i]
		if name, untouched := v.Anchors.Range(site.Call.NameRange); untouched && contains(name, at) && len(site.Targets) > 0 {
			return v.Run.Names[site.Targets[0].Callee], true
		}
	}
	return "", false
}

// CallsAt names the instructions of the call whose name is at a position; else those of the innermost call around it; else those of all
// calls on its line. current finds where a range of the compiled file stands in the text that the position is in. The names are those
// that the VM takes (Class.method(descriptor)@INDEX). The error says why there are none.
func CallsAt(file *sources.File, current func(sources.Range) (sources.Range, bool), at sources.Position) ([]string, error) {
	type found struct {
		method *sources.Method
		call   *sources.Call
		whole  sources.Range
	}
	var named, around, onLine []found
	edited := false
	for i := range file.Methods {
		m := &file.Methods[i]
		for j := range m.Calls {
			f := found{m, &m.Calls[j], sources.Range{}}
			name, untouched := current(f.call.NameRange)
			var known bool
			if f.whole, known = current(f.call.Range); !untouched || !known {
				edited = true
				continue
			}
			switch {
			case contains(name, at):
				named = append(named, f)
			case contains(f.whole, at):
				around = append(around, f)
			case name.Start.Line == at.Line:
				onLine = append(onLine, f)
			}
		}
	}
	if len(around) > 0 { // an expression may have several instructions
		inner := slices.MaxFunc(around, func(x, y found) int { return comparePositions(x.whole.Start, y.whole.Start) })
		around = slices.DeleteFunc(around, func(f found) bool { return f.whole != inner.whole })
	}
	chosen := onLine
	switch {
	case len(named) > 0:
		chosen = named
	case len(around) > 0:
		chosen = around
	}
	var places []string
	references := false
	for _, f := range chosen {
		method := f.method.Class + "." + f.method.Name + f.method.Descriptor
		switch {
		case f.call.BCI >= 0 && f.call.Ordinal < 0:
			references = true
		case f.call.BCI >= 0:
			for _, bci := range append([]int{f.call.BCI}, f.call.Copies...) {
				places = append(places, fmt.Sprintf("%s@%d", method, bci))
			}
		case f.method.Name != "":
			places = append(places, fmt.Sprintf("%s:%d", method, f.call.NameRange.Start.Line+1))
		}
	}
	switch {
	case len(places) > 0:
		return places, nil
	case references:
		return nil, errors.New("a method reference passes nothing itself: ask where it is called")
	case edited:
		return nil, errors.New("there is no call here, or its method has been edited since it was saved")
	}
	return nil, fmt.Errorf("there is no call at line %d", at.Line+1)
}
