package annotations

import (
	"math"
	"slices"
	"sync"

	"hotlens/annotations/javatext"
	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// CommandProfile and CommandContexts are the commands that lenses carry out.
const (
	CommandProfile  = "hotlens.profile"
	CommandContexts = "hotlens.contexts"
)

// Lens is a line of text above the line of Range. Command is "" for a lens that
// only tells; Method is what the command is about.
type Lens struct {
	Range   sources.Range
	Title   string
	Command string
	Method  analysis.Reference
}

// Lenses returns the lenses of a file from top to bottom: why there is nothing
// to show, what can be run, how the last run of that ended, and one per method that ran.
func Lenses(v View) []Lens {
	if !v.Settings.Lenses || v.Current == nil {
		return nil
	}
	lenses := v.notices()
	if v.Notice.Kind != NotTrusted {
		lenses = append(lenses, v.runLenses()...)
		lenses = append(lenses, v.testLenses()...)
		lenses = append(lenses, v.outcomeLenses()...)
	}
	lenses = append(v.methodLenses(lenses), v.reasons()...)
	slices.SortStableFunc(lenses, func(a, b Lens) int { return comparePositions(a.Range.Start, b.Range.Start) })
	return lenses
}

// mains are the main methods of the text, as far as it tells, and those that the run was compiled with.
func (v View) mains() []javatext.Main {
	if file := v.file(); file != nil {
		return v.Current.Mains(file.Source.Mains...)
	}
	return v.Current.Mains()
}

// runLenses returns the lenses that run main methods.
func (v View) runLenses() []Lens {
	var lenses []Lens
	for _, m := range v.mains() {
		lenses = append(lenses, Lens{
			Range: m.Name, Title: "▶ Profile", Command: CommandProfile, Method: analysis.Reference{Class: m.Class},
		})
	}
	return lenses
}

// methodLenses appends one lens per method that ran.
func (v View) methodLenses(lenses []Lens) []Lens {
	file := v.file()
	if file == nil {
		return lenses
	}
	tests := sync.OnceValue(v.testStates)                // few methods are edited
	lenses = slices.Grow(lenses, len(file.Declarations)) // few are in files of which little has run, thousands in large ones
	for _, d := range file.Declarations {
		ran := v.Run.Ran(d)
		if !ran && (!v.Settings.NeverCalled || v.Run.Profile.Timed() || v.running() != "") || isShortLambda(d) || !d.Declares() {
			continue
		}
		name, untouched := v.Anchors.Range(d.Source.NameRange)
		if !untouched {
			if name, edited := v.Anchors.Successor(d.Source.NameRange); edited && ran {
				if _, tested := tests()[TestKey{d.Source.Class, d.Source.Name}]; !tested { // else the test's own lens says so
					lenses = append(lenses, Lens{Range: name, Title: d.Prefix() + "edited since the run"})
				}
			}
			continue
		}
		lens := Lens{Range: name, Title: d.Prefix() + analysis.NeverCalled}
		if ran {
			lens.Title = v.running() + d.Prefix() + v.costs(d.Method)
			lens.Command = CommandContexts
			lens.Method = v.Run.Reference(d.Method)
		}
		lenses = append(lenses, lens)
	}
	return v.implicitLenses(lenses, file)
}

// costs is the text of a method's lens: "1,234 calls · 37% of run · ▲ +12% · 3 tests".
func (v View) costs(method int) string {
	text := v.Run.Phrase(method)
	if change := v.change(method); change != "" {
		text += " · " + change
		if v.Since != "" {
			text += " since " + v.Since
		}
	}
	if words := v.growthWords(method); words != "" {
		text += " · " + words
	}
	if tests := v.Run.TestsOf(method); len(tests) > 1 || len(tests) == 1 && tests[0].Name != v.Run.Names[method] {
		text += " · " + numbers.Count(uint64(len(tests)), "test")
	}
	return text
}

// change says how a method's inclusive amount of the chosen metric compares with the previous run's; "" for nothing that is worth a word.
func (v View) change(method int) string {
	before, after, comparable := v.beforeAndAfter(method)
	if !comparable || math.Abs(float64(after)-float64(before)) < v.Settings.MinChange*float64(before) {
		return ""
	}
	return numbers.Change(before, after)
}

// beforeAndAfter are a method's inclusive amounts of the chosen metric in the previous run and in this one. It reports false
// if there is nothing to compare with, and if either run was broken off.
func (v View) beforeAndAfter(method int) (before, after uint64, comparable bool) {
	metric := v.Run.Metric
	if v.Previous == nil || !v.Previous.Profile.Complete || !v.Run.Profile.Complete || !v.Previous.Has(metric) {
		return 0, 0, false
	}
	if previous := v.Previous.Find(v.Run.Reference(method)); previous >= 0 {
		before = v.Previous.Methods[previous].Inclusive.By(metric)
	}
	return before, v.Run.Methods[method].Inclusive.By(metric), true
}

// isShortLambda tells whether d is a lambda on one line. A lens would tear the
// statement around it apart; the call site's hint and the hover tell enough.
func isShortLambda(d *analysis.Declaration) bool {
	return d.Source.Lambda && d.Source.Range.Start.Line == d.Source.Range.End.Line
}
