package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
)

// survey is a table of the times that a profiler costs, with a second one of what it finds
// in each program.
type survey struct {
	contest contest
	finding finding
}

// finding is the second table: its columns, and how it gets them from profiles.
type finding struct {
	flags   [][]string // of hotlens profile, for each profile
	columns []string
	cells   func(of []*analysis.Analysis) []string
}

// SurveyTable is the result of a survey.
type SurveyTable struct {
	SpeedTable
	setting string
	finding finding
	found   map[string][]string // cells by program
	missing map[string]error    // by program: why there is no profile
}

// run measures the programs, and then profiles one repetition of each.
func (s survey) run(ctx context.Context, options SpeedOptions) (*SurveyTable, error) {
	times, err := s.contest.run(ctx, options, false)
	if err != nil {
		return nil, err
	}
	if err := options.complete(); err != nil {
		return nil, err
	}
	table := &SurveyTable{SpeedTable: *times, setting: options.setting(), finding: s.finding, found: map[string][]string{}, missing: map[string]error{}}
	classes, err := compile(ctx, options.JDK)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(classes)
	for _, row := range times.Rows {
		var found []*analysis.Analysis
		for _, flags := range s.finding.flags {
			var of *analysis.Analysis
			if of, err = profileOf(ctx, &options, classes, row.Program, flags); err != nil {
				break
			}
			found = append(found, of)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			table.missing[row.Program] = err
			continue
		}
		table.found[row.Program] = s.finding.cells(found)
	}
	return table, nil
}

// profileOf profiles one repetition of a program.
func profileOf(ctx context.Context, options *SpeedOptions, classes, program string, flags []string) (_ *analysis.Analysis, err error) {
	path := filepath.Join(classes, program+".profile.json")
	words := options.hotlens(slices.Concat([]string{"profile", "--format", "json", "-o", path, "--timeout", "0", "--max-bytecodes", "0"}, flags)...)
	limited, cancel := context.WithTimeout(ctx, processLimit)
	defer cancel()
	if _, _, err := execute(limited, slices.Concat(words, []string{"-cp", classes, program}, arguments(workloadFull, 1, 0))); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(path)) }()
	p, err := profiles.Decode(file)
	if err != nil {
		return nil, err
	}
	return analysis.New(p, nil)
}

// Write writes both tables as text, and below them what failed.
func (t *SurveyTable) Write(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%s\n\n", t.setting); err != nil {
		return err
	}
	if err := t.writePhase(w, steadyState); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	line := func(cells ...string) {
		for _, cell := range cells {
			fmt.Fprintf(columns, "%s\t", cell)
		}
		fmt.Fprintln(columns)
	}
	line(slices.Concat([]string{"Found"}, t.finding.columns)...)
	for _, row := range t.Rows {
		if cells, ok := t.found[row.Program]; ok {
			line(slices.Concat([]string{row.Program}, cells)...)
		}
	}
	if err := columns.Flush(); err != nil {
		return err
	}
	for _, row := range t.Rows {
		if err := t.missing[row.Program]; err != nil {
			if _, err := fmt.Fprintf(w, "\n%s has no profile: %v\n", row.Program, err); err != nil {
				return err
			}
		}
	}
	return t.writeFailures(w)
}
