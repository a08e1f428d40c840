package lsp

import (
	"unicode"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"hotlens/annotations/javatext"
	"hotlens/engine"
	"hotlens/profiles/sources"
)

// diagnosticSource names us in the editor's list of problems.
const diagnosticSource = "hotlens"

// publishDiagnostics shows the errors of a compilation that failed, and takes
// back those of the one before. A result that says nothing about compiling
// leaves things as they are.
func (s *server) publishDiagnostics(r run, result *engine.Result) {
	if result.Status == engine.StatusFailed {
		return
	}
	for _, publication := range s.diagnostics(r, result) {
		s.notify(protocol.MethodTextDocumentPublishDiagnostics, &publication)
	}
}

// diagnostics returns the new diagnostics of each file that has or had some.
func (s *server) diagnostics(r run, result *engine.Result) []protocol.PublishDiagnosticsParams {
	s.mu.Lock()
	defer s.mu.Unlock()
	messages := make(map[string][]protocol.Diagnostic)
	for path := range s.published {
		messages[path] = []protocol.Diagnostic{}
	}
	clear(s.published)
	for _, d := range result.Diagnostics {
		if result.Status != engine.StatusCompileError || d.Severity != engine.SeverityError {
			continue
		}
		if d.File == "" {
			d.File = r.path
		}
		s.published[d.File] = true
		messages[d.File] = append(messages[d.File], protocol.Diagnostic{
			Range:    toRange(s.diagnosticRange(d)),
			Severity: protocol.DiagnosticSeverityError,
			Source:   diagnosticSource,
			Message:  d.Message,
		})
	}
	var publications []protocol.PublishDiagnosticsParams
	for path, diagnostics := range messages {
		publications = append(publications, protocol.PublishDiagnosticsParams{URI: s.uriOf(path), Diagnostics: diagnostics})
	}
	return publications
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
