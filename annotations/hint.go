package annotations

import (
	"slices"

	"hotlens/profiles/decisions"
	"hotlens/profiles/sources"
)

// MaxHintsPerLine keeps the hints of one line within the 43 characters that VS
// Code shows of all hints of a line (editor.inlayHints.maximumLength).
const MaxHintsPerLine = 3

// Hint is a short text that the editor shows inside a line, at Position.
type Hint struct {
	Position sources.Position
	Label    string // at most 14 characters, "×1.2M 37% ●"
	Tooltip  string // markdown, the hover of the call site
}

// Hints returns the hints whose positions lie in a range, in the order of the
// text: at each call site that has its share of the run, how often it called
// and what share of the run's bytecodes it called for, over all its targets, and
// in a sign what the inliner decided about them.
func Hints(v View, within sources.Range) []Hint {
	if !v.Settings.Hints {
		return nil
	}
	var hints []Hint
	for _, h := range v.hints() {
		if contains(within, h.at) {
			hints = append(hints, Hint{Position: h.at, Label: v.hintLabel(h.site), Tooltip: v.siteMarkdown(h.site)})
		}
	}
	return hints
}

// placedSite is a call site with the place of its hint in the current text.
type placedSite struct {
	site *callSite
	at   sources.Position
}

// hints selects the call sites that get a hint.
func (v View) hints() []placedSite {
	file := v.file()
	if file == nil {
		return nil
	}
	var hot []placedSite
	for _, site := range file.sites {
		if site.calls == 0 || v.Run.share(site.inclusive) < v.Settings.MinShare {
			continue
		}
		if at, untouched := v.hintPosition(site); untouched {
			hot = append(hot, placedSite{site, at})
		}
	}
	slices.SortStableFunc(hot, func(a, b placedSite) int {
		if a.at.Line != b.at.Line {
			return a.at.Line - b.at.Line
		}
		return hotterFirst(a.site, b.site)
	})
	onLine := make(map[int]int)
	hot = slices.DeleteFunc(hot, func(p placedSite) bool {
		onLine[p.at.Line]++
		return onLine[p.at.Line] > MaxHintsPerLine
	})
	slices.SortStableFunc(hot, func(a, b placedSite) int { return comparePositions(a.at, b.at) })
	return hot
}

// hotterFirst orders call sites by cost, then by calls.
func hotterFirst(a, b *callSite) int {
	if order := compareDescending(a.inclusive, b.inclusive); order != 0 {
		return order
	}
	return compareDescending(a.calls, b.calls)
}

// hintPosition is behind the call's closing parenthesis; behind its name, if
// the parenthesis is on another line, so that the number stays at the name.
func (v View) hintPosition(site *callSite) (sources.Position, bool) {
	whole, untouched := v.Anchors.Range(site.call.Range)
	if !untouched {
		return sources.Position{}, false
	}
	name, untouched := v.Anchors.Range(site.call.NameRange)
	if whole.End.Line == name.End.Line {
		return whole.End, untouched
	}
	return name.End, untouched
}

func (v View) hintLabel(site *callSite) string {
	return "×" + compact(site.calls) + " " + percent(v.Run.share(site.inclusive)) + inliningSign(site)
}

// inliningSign sums up the decisions at a call site, with a blank before it. It is
// empty where no decision was made.
func inliningSign(site *callSite) string {
	var summary decisions.Summary
	for _, t := range site.targets {
		if t.decision == nil {
			summary.Add("")
		} else {
			summary.Add(t.decision.Decision)
		}
	}
	if sign := summary.Sign(); sign != "" {
		return " " + sign
	}
	return ""
}
