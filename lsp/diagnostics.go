package lsp

import (
	"maps"
	"slices"
	"unicode"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/annotations/javatext"
	"hotlens/engine"
	"hotlens/profiles/sources"
)

// diagnosticSource names us in the editor's list of problems.
const diagnosticSource = "hotlens"

// diagnosticKinds says which diagnostics the user wants.
type diagnosticKinds int

const (
	diagnosticsAll        diagnosticKinds = iota
	diagnosticsExceptions                 // of the programs that were run; what does not compile is another server's business
	diagnosticsNone
)

// publishDiagnostics shows the errors of a compilation that failed, or the exceptions that the program has
// not caught, and takes back those of the run before. A result that says nothing of either leaves things as
// they are.
func (s *server) publishDiagnostics(r run, result *engine.Result) {
	if result.Status == engine.StatusFailed {
		return
	}
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.mu.Lock()
	wanted := make(map[string][]protocol.Diagnostic)
	if r.following() {
		maps.Copy(wanted, s.thrown) // of what the same save has run before
	}
	kinds := s.settings.diagnostics
	switch {
	case result.Status == engine.StatusCompileError && kinds == diagnosticsAll:
		s.addCompileErrors(wanted, r, result)
	case result.Status != engine.StatusCompileError && result.Status != engine.StatusNoTarget && kinds != diagnosticsNone:
		s.addExceptions(wanted, r, result)
	}
	s.thrown = maps.Clone(wanted)
	if result.Status != engine.StatusCompileError && kinds != diagnosticsNone {
		s.addErrors(wanted, s.testErrors()) // they stay until the tests pass
	}
	s.addCoverage(wanted)
	publications := s.replaceDiagnostics(wanted)
	s.mu.Unlock()
	s.sendDiagnostics(publications)
}

// replaceDiagnostics returns the diagnostics to publish, by their files, with empty lists for
// files that have had some. The caller holds s.mu.
func (s *server) replaceDiagnostics(wanted map[string][]protocol.Diagnostic) []protocol.PublishDiagnosticsParams {
	var publications []protocol.PublishDiagnosticsParams
	for path := range s.published {
		if len(wanted[path]) == 0 {
			publications = append(publications, protocol.PublishDiagnosticsParams{URI: s.uriOf(path), Diagnostics: []protocol.Diagnostic{}})
		}
	}
	clear(s.published)
	for path, diagnostics := range wanted {
		s.published[path] = diagnostics
		publications = append(publications, protocol.PublishDiagnosticsParams{URI: s.uriOf(path), Diagnostics: diagnostics})
	}
	return publications
}

// sendDiagnostics publishes diagnostics. The caller must not hold s.mu.
func (s *server) sendDiagnostics(publications []protocol.PublishDiagnosticsParams) {
	for i := range publications {
		s.notify(protocol.MethodTextDocumentPublishDiagnostics, &publications[i])
	}
}

// addCompileErrors adds the errors of a compilation to those of their files. The caller holds s.mu.
func (s *server) addCompileErrors(to map[string][]protocol.Diagnostic, r run, result *engine.Result) {
	for _, d := range result.Diagnostics {
		if d.Severity != engine.SeverityError || d.Doubtful { // the lens and the log say what is not known
			continue
		}
		if d.File == "" {
			d.File = r.path
		}
		to[d.File] = append(to[d.File], protocol.Diagnostic{
			Range:    toRange(s.diagnosticRange(d)),
			Severity: protocol.DiagnosticSeverityError,
			Source:   diagnosticSource,
			Message:  d.Message,
		})
	}
}

// addExceptions adds the uncaught exceptions of a run, or of the one that a file still shows, where they were
// thrown. The caller holds s.mu.
func (s *server) addExceptions(to map[string][]protocol.Diagnostic, r run, result *engine.Result) {
	outcome, index := result.Outcome, result.Index
	if f := s.files[r.path]; !r.following() {
		if f == nil || f.run == nil {
			return
		}
		outcome, index = f.outcome, f.run.Index
	}
	if outcome == nil || index == nil {
		return
	}
	s.addErrors(to, annotations.Exceptions(outcome.Uncaught, index, s.locateLine))
}

// addErrors adds errors of programs and tests to those of their files. The caller holds s.mu.
func (s *server) addErrors(to map[string][]protocol.Diagnostic, errors []annotations.Error) {
	for _, e := range errors {
		d := protocol.Diagnostic{
			Range: toRange(e.Range), Severity: protocol.DiagnosticSeverityError, Source: diagnosticSource, Message: e.Message,
		}
		for _, r := range e.Related {
			if s.client.related {
				d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
					Location: protocol.Location{URI: s.uriOf(r.Path), Range: toRange(r.Range)}, Message: r.Message,
				})
			}
		}
		to[e.Path] = append(slices.Clip(to[e.Path]), d)
	}
}

// diagnosticRange is the word at the compiler's position, or one character. The
// caller holds s.mu.
func (s *server) diagnosticRange(d engine.Diagnostic) sources.Range {
	start := sources.Position{Line: max(0, d.Line-1), Character: max(0, d.Column-1)}
	length := 1
	if document := s.documents[d.File]; document != nil {
		length = max(1, wordLength(document.text, start))
	}
	return sources.Range{Start: start, End: sources.Position{Line: start.Line, Character: start.Character + length}}
}

// wordLength counts the UTF-16 code units of the identifier at a position.
func wordLength(text javatext.Text, at sources.Position) int {
	offset := text.Offset(at)
	end := offset
	for end < len(text.String()) {
		r, size := utf8.DecodeRuneInString(text.String()[end:])
		if r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		end += size
	}
	return text.Position(end).Character - text.Position(offset).Character
}
