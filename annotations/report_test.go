package annotations

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"hotlens/profiles"
	"hotlens/profiles/report"
	"hotlens/profiles/sources"
)

// TestReportSaysTheSame writes the text report of each scenario's profile: what a lens
// says stands there above the same method, and what a hover says about a call site in
// the row of that call, word for word and number for number.
func TestReportSaysTheSame(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	lenses, hovers := 0, 0
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			s := newScenario(t, archive)
			if s.view.Run == nil || s.view.Anchors == nil || s.view.running() != "" || s.sections["edit"] != "" || !s.view.Settings.Lenses {
				return // nothing is shown, or not all of it
			}
			text := reportOf(t, s)
			s.view.Previous, s.view.Growth = nil, nil // the report is about one run
			for _, lens := range Lenses(s.view) {
				if lens.Command == CommandContexts {
					lenses++
					if !strings.Contains(text, "▸ "+lens.Title) {
						t.Errorf("the report does not say %q:\n%s", lens.Title, text)
					}
				}
			}
			for i := range s.view.Run.Sites {
				if site := &s.view.Run.Sites[i]; site.Call != nil {
					hovers++
					checkHover(t, HoverAt(s.view, site.Call.NameRange.Start), text)
				}
			}
		})
	}
	if lenses < 40 || hovers < 40 {
		t.Errorf("only %d lenses and %d hovers were compared", lenses, hovers)
	}
}

// reportOf writes the report with room for everything.
func reportOf(t *testing.T, s *scenario) string {
	t.Helper()
	profile := s.view.Run.Profile
	for i := range profile.Methods {
		profile.Methods[i].Origin = profiles.OriginApp
		profile.Methods[i].File = filepath.Base(scenarioPath)
	}
	s.view.Run.Index.Files[0].Hash = sources.HashText(s.compiled)
	var b strings.Builder
	err := report.Write(&b, profile, report.Options{Metric: s.view.Settings.Metric, Width: 300, All: true, Top: 100, Index: s.view.Run.Index, Sources: func(string, string) (string, string, bool) {
		return scenarioPath, s.compiled, true
	}})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	hoverHead   = regexp.MustCompile(`^\*\*hotlens\*\* ([0-9,]+) calls? · (?:(?:\S+ )?\d\S* \S+, )?(\S+) of`)
	hoverTarget = regexp.MustCompile(`(?m)^\| (\S.*?) +\| +([0-9,]+) \| +(\S+) \|`)
)

// checkHover finds the row of a call site in the report, and those of its targets.
func checkHover(t *testing.T, hover *Hover, text string) {
	t.Helper()
	if hover == nil {
		return // switched off, or another call's
	}
	head := hoverHead.FindStringSubmatch(hover.Markdown)
	table, _, _ := strings.Cut(hover.Markdown, "| Context")
	targets := hoverTarget.FindAllStringSubmatch(table, -1)
	if head == nil || len(targets) == 0 {
		t.Errorf("the hover cannot be read:\n%s", hover.Markdown)
		return
	}
	callee := regexp.QuoteMeta(targets[0][1])
	if len(targets) > 1 {
		callee = `\d+ targets`
	}
	row := `(?m)^ *` + head[1] + ` +\S+ .* ` + regexp.QuoteMeta(head[2]) + `  \S+ +\S.* → (. )?` + callee + `$`
	if !regexp.MustCompile(row).MatchString(text) {
		t.Errorf("the report has no row %s for\n%s\nin\n%s", row, hover.Markdown, text)
	}
	for _, target := range targets {
		row := `(?m)^ *` + target[2] + ` +[├└] +` + regexp.QuoteMeta(target[3]) + `  (. )?` + regexp.QuoteMeta(target[1]) + `$`
		if len(targets) > 1 && !regexp.MustCompile(row).MatchString(text) {
			t.Errorf("the report has no row %s for\n%s\nin\n%s", row, hover.Markdown, text)
		}
	}
}
