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
		return "**hotlens** No call was executed here.\n"
	}
	return b.String()
}

func writeCall(b *strings.Builder, run *analysis.Analysis, values *profiles.CallValues) {
	place := ""
	if file := run.Profile.Methods[values.Caller].File; file != "" && values.Line > 0 {
		place = fmt.Sprintf(" at %s:%d", file, values.Line)
	}
	fmt.Fprintf(b, "## %s\n\n%s %s by %s%s\n", code(analysis.Called(values)), analysis.CalledAs(values), numbers.Count(values.Calls, "time"), code(run.Names[values.Caller]), escape(place))
	if len(values.Arguments) == 0 {
		b.WriteString("\nIt " + analysis.WithoutArguments(values) + ".\n")
	}
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

// CallAt names what the call at a position has called in the run: "Circle.area", "Circle.area, or another of 3 targets,". It reports false if there is no such call, or it was edited since.
func CallAt(v View, at sources.Position) (name string, known bool) {
	file := v.file()
	if file == nil {
		return "", false
	}
	for _, i := range file.Sites {
		site := &v.Run.Sites[i]
		if name, untouched := v.Anchors.Range(site.Call.NameRange); untouched && contains(name, at) && len(site.Targets) > 0 {
			name := v.Run.Names[site.Targets[0].Callee]
			if len(site.Targets) > 1 {
				name += fmt.Sprintf(", or another of %d targets,", len(site.Targets))
			}
			return name, true
		}
	}
	return "", false
}

// CallsAt names the instructions of what calls, is a method reference or is a lambda, and whose name or arrow is at a position. Else it names those of the
// innermost call around it, or of all calls on its line if there is none, and besides what is concatenated or made into function objects on the
// line. current finds where a range of the compiled file stands in the text that the position is in. The names are those
// that the VM takes (values.ParsePlace). The error says why there are none.
func CallsAt(file *sources.File, current func(sources.Range) (sources.Range, bool), at sources.Position) ([]string, error) {
	s := callsAround{current: current, at: at}
	for i := range file.Methods {
		s.add(&file.Methods[i])
	}
	if len(s.named) > 0 {
		return s.named, nil
	}
	places := s.onLine
	if len(s.around) > 0 { // an expression may have several instructions
		inner := slices.MaxFunc(s.around, func(x, y callPlaces) int { return comparePositions(x.whole.Start, y.whole.Start) })
		places = nil
		for _, c := range s.around {
			if c.whole == inner.whole {
				places = append(places, c.places...)
			}
		}
	}
	if m := s.method; m != nil {
		places = append(places, fmt.Sprintf("dynamic %s:%d", qualified(m), s.compiledLine+1))
	}
	switch {
	case len(places) > 0:
		return places, nil
	case s.edited:
		return nil, errors.New("there is no call here, or its method has been edited since it was saved")
	}
	return nil, fmt.Errorf("there is no call at line %d", at.Line+1)
}

// callsAround are the instructions at a position in a text.
type callsAround struct {
	current       func(sources.Range) (sources.Range, bool)
	at            sources.Position
	named, onLine []string
	around        []callPlaces
	edited        bool // something is not where it was compiled
	// method is the innermost one with a body around the position, nil for none, and compiledLine the position's line in the text that was compiled.
	method       *sources.Method
	inner        sources.Range // the body
	compiledLine int
}

// callPlaces are the instructions of a call.
type callPlaces struct {
	whole  sources.Range
	places []string
}

// add looks at a method and its calls.
func (s *callsAround) add(m *sources.Method) {
	name, untouched := s.current(m.NameRange)
	if body, known := s.current(m.Body); known && untouched && m.Name != "" && contains(body, s.at) && (s.method == nil || contains(s.inner, body.Start)) {
		s.method, s.inner, s.compiledLine = m, body, s.at.Line+m.NameRange.Start.Line-name.Start.Line
	}
	if untouched && m.Lambda && m.Name != "" && contains(name, s.at) {
		s.named = append(s.named, "making "+qualified(m))
	}
	for i := range m.Calls {
		c := &m.Calls[i]
		name, untouched := s.current(c.NameRange)
		whole, known := s.current(c.Range)
		if !untouched || !known {
			s.edited = true
			continue
		}
		switch places := placesOf(m, c); {
		case contains(name, s.at):
			s.named = append(s.named, places...)
		case contains(whole, s.at):
			s.around = append(s.around, callPlaces{whole, places})
		case name.Start.Line == s.at.Line:
			s.onLine = append(s.onLine, places...)
		}
	}
}

// placesOf names the instructions of a call of a method.
func placesOf(m *sources.Method, c *sources.Call) (places []string) {
	switch {
	case c.BCI >= 0:
		for _, bci := range append([]int{c.BCI}, c.Copies...) {
			places = append(places, fmt.Sprintf("%s@%d", qualified(m), bci))
		}
	case m.Name != "":
		places = append(places, fmt.Sprintf("%s:%d", qualified(m), c.NameRange.Start.Line+1))
	}
	return places
}

// qualified names a method as the VM does.
func qualified(m *sources.Method) string { return m.Class + "." + m.Name + m.Descriptor }
