package annotations

import (
	"slices"
	"strings"

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
	Method  MethodReference
}

// Lenses returns the lenses of a file from top to bottom: why there is nothing
// to show, what can be run, and one per method that ran.
func Lenses(v View) []Lens {
	if !v.Settings.Lenses || v.Current == nil {
		return nil
	}
	lenses := v.notices()
	if v.Notice.Kind != NotTrusted {
		lenses = append(lenses, v.runLenses()...)
	}
	lenses = append(lenses, v.methodLenses()...)
	slices.SortStableFunc(lenses, func(a, b Lens) int { return comparePositions(a.Range.Start, b.Range.Start) })
	return lenses
}

// runLenses returns the lenses that run main methods.
func (v View) runLenses() []Lens {
	var lenses []Lens
	for _, d := range v.Current.declarations {
		if !d.isMain() {
			continue
		}
		lenses = append(lenses, Lens{
			Range:   v.Current.tokenRange(d.nameToken),
			Title:   "▶ Profile",
			Command: CommandProfile,
			Method:  MethodReference{Class: v.Current.binaryName(d.typePath)},
		})
	}
	return lenses
}

func (v View) methodLenses() []Lens {
	file := v.file()
	if file == nil {
		return nil
	}
	var lenses []Lens
	for _, m := range file.methods {
		if m.cost == nil && !v.Settings.NeverCalled || m.isShortLambda() || !m.isDeclaration() {
			continue
		}
		name, untouched := v.Anchors.Range(m.source.NameRange)
		if !untouched {
			if name, edited := v.Anchors.Successor(m.source.NameRange); edited && m.cost != nil {
				lenses = append(lenses, Lens{Range: name, Title: m.prefix() + "edited since the run"})
			}
			continue
		}
		lens := Lens{Range: name, Title: m.prefix() + "never called"}
		if m.cost != nil {
			lens.Title = m.prefix() + v.costs(m.cost)
			lens.Command = CommandContexts
			lens.Method = MethodReference{m.cost.method.Class, m.cost.method.Name, m.cost.method.Descriptor}
		}
		lenses = append(lenses, lens)
	}
	return lenses
}

// costs is the text of a method's lens: "1,234 calls · 37% of run · ▲ +12%".
func (v View) costs(m *methodCost) string {
	parts := []string{quantity(m.calls, "call"), percent(v.Run.share(m.inclusive)) + " of run"}
	if change := v.change(m); change != "" {
		parts = append(parts, change)
	}
	return strings.Join(parts, " · ")
}

// change compares the inclusive bytecodes of a method with the previous run. It
// is "" if there is nothing to compare with, and if either run was broken off.
func (v View) change(m *methodCost) string {
	if v.Previous == nil || !v.Previous.complete() || !v.Run.complete() {
		return ""
	}
	var before uint64
	if previous := v.Previous.byName[MethodReference{m.method.Class, m.method.Name, m.method.Descriptor}]; previous != nil {
		before = previous.inclusive
	}
	return change(before, m.inclusive)
}

// isShortLambda tells whether m is a lambda on one line. A lens would tear the
// statement around it apart; the call site's hint and the hover tell enough.
func (m *declaredMethod) isShortLambda() bool {
	return m.source.Lambda && m.source.Range.Start.Line == m.source.Range.End.Line
}

// isDeclaration tells whether m stands where its method is declared. Of all the
// fields and blocks that a static initializer is made of, the first stands for
// it; a constructor that the text does not spell out has no such place.
func (m *declaredMethod) isDeclaration() bool {
	if m.source.Name == "<clinit>" {
		return !m.repeated
	}
	return !m.source.Initializer
}

// prefix says what a lens is about where the line it stands on does not.
func (m *declaredMethod) prefix() string {
	switch {
	case m.source.Lambda:
		return "lambda: "
	case m.source.Name == "<clinit>":
		return "static initializer: "
	}
	return ""
}

func comparePositions(a, b sources.Position) int {
	switch {
	case before(a, b):
		return -1
	case before(b, a):
		return 1
	}
	return 0
}
