package annotations

import (
	"slices"

	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// MaxHintsPerLine keeps the hints of one line within the 43 characters that VS
// Code shows of all hints of a line (editor.inlayHints.maximumLength).
const MaxHintsPerLine = 3

// Hint is a short text that the editor shows inside a line, at Position.
type Hint struct {
	Position sources.Position
	Label    string // about 14 characters, "×1.2M 37% ●"

	site   *analysis.Site          // nil: the hint is about
	joined *analysis.Concatenation // this
}

// Tooltip is the text, in markdown, about what one of the view's hints is at: its hover.
func (v View) Tooltip(h Hint) string {
	if h.joined != nil {
		return v.joinedMarkdown(h.joined)
	}
	return v.siteMarkdown(h.site)
}

// Hints returns the hints whose positions lie in a range, in the order of the
// text: at each call site that has its share of the run, or waits long, how often it called
// and what share of the run it called for, over all its targets, and in a sign what the inliner decided about them. Strings that are joined by + are told of at the ends of lines.
func Hints(v View, within sources.Range) []Hint {
	if !v.Settings.Hints {
		return nil
	}
	var hints []Hint
	for _, h := range v.hints() {
		if contains(within, h.at) {
			hints = append(hints, Hint{Position: h.at, Label: v.hintLabel(h), site: h.site})
		}
	}
	for _, j := range v.joined() {
		if contains(within, j.at) {
			hints = append(hints, Hint{Position: j.at, Label: v.joinedLabel(j.of), joined: j.of})
		}
	}
	slices.SortStableFunc(hints, func(a, b Hint) int { return comparePositions(a.Position, b.Position) })
	return hints
}

// placedSite is a call site with the place of its hint in the current text.
type placedSite struct {
	site *analysis.Site
	at   sources.Position
	name string // of what is called, where the hint does not stand behind the call; else ""
}

// hints selects the call sites that get a hint.
func (v View) hints() []placedSite {
	file := v.file()
	if file == nil {
		return nil
	}
	var hot []placedSite
	for _, i := range file.Sites {
		if site := &v.Run.Sites[i]; v.deserves(site) {
			if placed, untouched := v.place(site); untouched {
				hot = append(hot, placed)
			}
		}
	}
	slices.SortStableFunc(hot, func(a, b placedSite) int {
		if a.at.Line != b.at.Line {
			return a.at.Line - b.at.Line
		}
		return v.Run.HotterFirst(a.site, b.site)
	})
	onLine := make(map[int]int)
	hot = slices.DeleteFunc(hot, func(p placedSite) bool {
		onLine[p.at.Line]++
		return onLine[p.at.Line] > MaxHintsPerLine
	})
	slices.SortStableFunc(hot, func(a, b placedSite) int { return comparePositions(a.at, b.at) })
	return hot
}

// deserves tells whether a call site has its share of the run, or waits long.
func (v View) deserves(site *analysis.Site) bool {
	return v.Run.Share(site.Inclusive) >= v.Settings.MinShare || v.Run.Waits(site.Inclusive)
}

// hasHints tells whether there is any hint, without looking for all.
func (v View) hasHints() bool {
	file := v.file()
	return file != nil && slices.ContainsFunc(file.Sites, func(i int) bool {
		site := &v.Run.Sites[i]
		if !v.deserves(site) {
			return false
		}
		_, untouched := v.place(site)
		return untouched
	}) || len(v.joined()) > 0
}

// place finds the place of a hint: behind the call's closing parenthesis, or behind its name if the parenthesis is on another
// line, so that the number stays at the name. Where the text goes on there, in the middle of a chain of calls or in front of
// arguments, the hint would tear it apart; then it stands at the end of the line, and names what it is about.
func (v View) place(site *analysis.Site) (placedSite, bool) {
	whole, untouched := v.Anchors.Range(site.Call.Range)
	if !untouched {
		return placedSite{}, false
	}
	name, untouched := v.Anchors.Range(site.Call.NameRange)
	if !untouched {
		return placedSite{}, false
	}
	at := name.End
	if whole.End.Line == name.End.Line {
		at = whole.End
	}
	if !v.Current.Continues(at) && !(at == name.End && v.Current.HasTypeArguments(at)) {
		return placedSite{site: site, at: at}, true
	}
	text := v.Current.String()[v.Current.Offset(name.Start):v.Current.Offset(name.End)]
	return placedSite{site: site, at: v.Current.LineEnd(at.Line), name: text}, true
}

func (v View) hintLabel(h placedSite) string {
	site := h.site
	label := "×" + numbers.Short(site.Calls) + " "
	if share := v.Run.Share(site.Inclusive); share < v.Settings.MinShare {
		label += "wait " + numbers.Duration(site.Inclusive.WaitNanos)
	} else {
		label += numbers.Percent(share)
	}
	if sign := site.Sign(); sign != "" {
		label += " " + sign
	}
	if v.running() != "" {
		label += " …"
	}
	if h.name != "" {
		label += " " + h.name
	}
	return label
}
