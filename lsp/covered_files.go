package lsp

import (
	"context"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// methodCoverage is our own request, for editors with a view of coverage: what the last run has executed.
const methodCoverage = "hotlens/coverage"

// coveredFile is what of a source file has been executed.
type coveredFile struct {
	URI   protocol.DocumentURI `json:"uri"`
	Lines []coveredLine        `json:"lines"` // those with code, in order
	Tests []coveringTest       `json:"tests,omitempty"`
}

// coveredLine is a line, from 1. Branches are told apart where it is known what each test has executed; else those that were taken stand in front.
type coveredLine struct {
	Line     int    `json:"line"`
	Executed bool   `json:"executed"`
	Branches []bool `json:"branches,omitempty"` // whether they were taken
}

// coveringTest is a test that has executed some lines of a file.
type coveringTest struct {
	Class  string        `json:"class"` // with slashes
	Method string        `json:"method"`
	Lines  []coveredLine `json:"lines"`
}

// coveredFiles answers with all source files of the last run, none if it has not measured what was executed.
func (s *server) coveredFiles(context.Context, struct{}) (any, error) {
	s.mu.Lock()
	run := s.newest
	s.mu.Unlock()
	covered := []coveredFile{}
	if run == nil || run.Index == nil || !run.Profile.Covered() {
		return covered, nil
	}
	classes := map[*sources.File][]*profiles.ClassCoverage{}
	files := run.Index.ByType()
	for i := range run.Profile.Coverage {
		c := &run.Profile.Coverage[i]
		if file := files[profiles.Outermost(c.Class)]; file != nil {
			classes[file] = append(classes[file], c)
		}
	}
	for file, of := range classes {
		s.mu.Lock()
		u := s.uriOf(file.Path)
		s.mu.Unlock()
		if f := coverageOf(u, file, of, run); len(f.Lines) > 0 { // an interface, for example, has nothing to execute
			covered = append(covered, f)
		}
	}
	slices.SortFunc(covered, func(a, b coveredFile) int { return strings.Compare(string(a.URI), string(b.URI)) })
	return covered, nil
}

// coverageOf is what a run has executed of a file with some classes.
func coverageOf(u protocol.DocumentURI, file *sources.File, classes []*profiles.ClassCoverage, run *analysis.Analysis) coveredFile {
	f := coveredFile{URI: u, Lines: []coveredLine{}}
	parts := make([][]profiles.LineCoverage, 0, len(classes))
	for _, c := range classes {
		parts = append(parts, analysis.WrittenLines(c, file))
	}
	lines := profiles.MergeLines(parts...)
	taken := map[int]map[int]bool{} // by any test, or around them
	for i := range run.Profile.TestCoverage {
		t := &run.Profile.TestCoverage[i]
		executed := profiles.ExecutedBy(classes, t)
		of := coveringTest{Class: t.Class, Method: t.Method}
		for _, l := range lines {
			branches, was := executed[l.Line]
			if !was {
				continue
			}
			of.Lines = append(of.Lines, coveredLineOf(l, func(branch int) bool { return branches[branch] }))
			if taken[l.Line] == nil {
				taken[l.Line] = map[int]bool{}
			}
			maps.Copy(taken[l.Line], branches)
		}
		if t.Class != "" && len(of.Lines) > 0 {
			f.Tests = append(f.Tests, of)
		}
	}
	for _, l := range lines {
		if l.Line == 0 {
			continue
		}
		of := coveredLineOf(l, func(branch int) bool {
			if run.Profile.TestCoverage == nil {
				return branch < l.ExecutedBranches
			}
			return taken[l.Line][branch]
		})
		of.Executed = l.ExecutedInstructions > 0
		f.Lines = append(f.Lines, of)
	}
	return f
}

// coveredLineOf is a line that was executed, with its branches.
func coveredLineOf(l profiles.LineCoverage, taken func(branch int) bool) coveredLine {
	of := coveredLine{Line: l.Line, Executed: true, Branches: make([]bool, l.Branches)}
	for i := range of.Branches {
		of.Branches[i] = taken(i)
	}
	return of
}
