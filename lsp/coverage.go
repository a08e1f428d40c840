package lsp

import (
	"slices"

	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/profiles/analysis"
)

// This file shows what was not executed, as diagnostics that editors draw faded (LSP 3.17, DiagnosticTag.Unnecessary), if the user asks for it.

// codeCoverage tells these diagnostics from others.
const codeCoverage = "coverage"

// addCoverage adds what was not executed in the files that are open. The caller holds s.mu.
func (s *server) addCoverage(to map[string][]protocol.Diagnostic) {
	for path := range s.documents {
		if signs := s.unexecuted(path); len(signs) > 0 {
			to[path] = append(slices.Clip(to[path]), signs...)
		}
	}
}

// showCoverage publishes anew what was not executed in a file whose text is another one, or has been opened.
func (s *server) showCoverage(path string) {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.mu.Lock()
	is := func(d protocol.Diagnostic) bool { return d.Code == codeCoverage }
	var publications []protocol.PublishDiagnosticsParams
	signs := s.unexecuted(path)
	if before := s.published[path]; len(signs) > 0 || slices.ContainsFunc(before, is) {
		all := append(slices.DeleteFunc(slices.Clone(before), is), signs...)
		if s.published[path] = all; len(all) == 0 {
			delete(s.published, path)
		}
		publications = append(publications, protocol.PublishDiagnosticsParams{URI: s.uriOf(path), Diagnostics: slices.Concat([]protocol.Diagnostic{}, all)})
	}
	s.mu.Unlock()
	s.sendDiagnostics(publications)
}

// covering are the last runs of all programs that were compiled from the same text of a file, if these are to say what was executed. The caller holds s.mu.
func (s *server) covering(path string) []*analysis.Analysis {
	f := s.files[path]
	if !s.settings.config.MeasuresCoverage() || f == nil || f.run == nil {
		return nil
	}
	runs := []*analysis.Analysis{f.run}
	for _, other := range s.last {
		if other == f.run || other.Index == nil || sameTarget(other, f.run) {
			continue
		}
		for _, file := range other.Index.Files {
			if file.Path == path && file.Hash == f.source.Hash {
				runs = append(runs, other)
			}
		}
	}
	return runs
}

// unexecuted is what was not executed in a file. The caller holds s.mu.
func (s *server) unexecuted(path string) []protocol.Diagnostic {
	d, runs := s.documents[path], s.covering(path)
	if d == nil || runs == nil || !isJava(path) {
		return nil
	}
	v := annotations.View{Path: path, Current: d.parse(), Anchors: d.anchorsTo(s.files[path].compiled), Covering: runs}
	var signs []protocol.Diagnostic
	for _, u := range v.Coverage() {
		sign := protocol.Diagnostic{
			Range: toRange(u.Range), Severity: protocol.DiagnosticSeverityHint, Source: diagnosticSource, Code: codeCoverage, Message: u.Message,
		}
		if !u.Partly {
			sign.Tags = []protocol.DiagnosticTag{protocol.DiagnosticTagUnnecessary}
		}
		signs = append(signs, sign)
	}
	return signs
}
