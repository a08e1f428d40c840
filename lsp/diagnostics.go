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

// publishDiagnostics takes over the errors of a compilation that failed, or the exceptions that the program has not caught, in place of
// those of the save before, and shows what there is. A result that says nothing of either leaves things as they are.
func (s *server) publishDiagnostics(r run, result *engine.Result) {
	if result.Status == engine.StatusFailed {
		return
	}
	s.mu.Lock()
	if result.Unread != nil {
		s.unread[result.Project] = *result.Unread
	} else if result.Project != "" {
		delete(s.unread, result.Project)
	}
	if !r.following() {
		s.ended = nil
	}
	switch again := slices.ContainsFunc(r.batch.rest, func(other run) bool { return other.unfinished }); {
	case r.unfinished || again && !r.following(): // what did not compile before is compiled again in a moment, and most likely still does not
		s.forgetErrors(r, result)
	case !r.following():
		s.uncompiled = nil
	}
	s.forgetGone(maps.Keys(s.uncompiled))
	switch {
	case result.Status == engine.StatusCompileError:
		s.addCompileErrors(r, result)
		s.forgetUndone(r.about()) // somebody may have been faster than the compiler
	case result.Outcome != nil && result.Index != nil:
		s.ended = append(s.ended, program{result.Outcome, result.Index})
	}
	unfollowed := result.Status == engine.StatusCompileError && len(s.uncompiled) > 0
	s.mu.Unlock()
	s.showDiagnostics()
	if unfollowed {
		s.follow()
	}
}

// forgetErrors forgets the errors of those files that a compilation has said something about. The caller holds s.mu.
func (s *server) forgetErrors(r run, result *engine.Result) {
	delete(s.uncompiled, r.about())
	for _, d := range result.Diagnostics {
		delete(s.uncompiled, d.File)
	}
	if result.Index != nil {
		for i := range result.Index.Files {
			delete(s.uncompiled, result.Index.Files[i].Path)
		}
	}
}

// showDiagnostics publishes all that is known and wanted now.
func (s *server) showDiagnostics() {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.mu.Lock()
	wanted := make(map[string][]protocol.Diagnostic)
	kinds := s.settings.diagnostics
	if kinds == diagnosticsAll {
		maps.Copy(wanted, s.uncompiled)
		s.addUnread(wanted)
	}
	if kinds != diagnosticsNone {
		s.addErrors(wanted, s.ends())
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

// addCompileErrors takes over the errors of a compilation. The caller holds s.mu.
func (s *server) addCompileErrors(r run, result *engine.Result) {
	if s.uncompiled == nil {
		s.uncompiled = make(map[string][]protocol.Diagnostic)
	}
	for _, d := range result.Diagnostics {
		if d.Severity != engine.SeverityError || d.Doubtful { // the lens and the log say what is not known
			continue
		}
		if d.File == "" {
			d.File = r.about()
		}
		s.uncompiled[d.File] = append(s.uncompiled[d.File], protocol.Diagnostic{
			Range:    toRange(s.diagnosticRange(d)),
			Severity: protocol.DiagnosticSeverityError,
			Source:   diagnosticSource,
			Message:  d.Message,
		})
	}
}

// unreadProjects are what cannot be read of projects, by their folders.
type unreadProjects map[string]engine.Diagnostic

// addUnread adds what cannot be read of projects, in their build files. The caller holds s.mu.
func (s *server) addUnread(to map[string][]protocol.Diagnostic) {
	for _, d := range s.unread {
		line := uint32(max(0, d.Line-1))
		to[d.File] = append(slices.Clip(to[d.File]), protocol.Diagnostic{
			Range:    protocol.Range{Start: protocol.Position{Line: line}, End: protocol.Position{Line: line + 1}},
			Severity: protocol.DiagnosticSeverityWarning, Source: diagnosticSource, Message: d.Message,
		})
	}
}

// ends are the uncaught exceptions of the programs that the last save has run, and of those that files show, where they were thrown, and the waits that
// have no end: they stay until the program runs again, whatever else does. What does not compile now hides what it has thrown before. The caller holds s.mu.
func (s *server) ends() []annotations.Error {
	programs := slices.Clone(s.ended)
	ended := make(map[string]*fileState) // few of many
	for path, f := range s.files {
		if f.run != nil && f.outcome != nil && len(f.outcome.Uncaught)+len(f.outcome.Waiting) > 0 && f.notice.Kind != annotations.CompileError {
			ended[path] = f
		}
	}
	for _, path := range slices.Sorted(maps.Keys(ended)) {
		f := ended[path]
		if shown := (program{f.outcome, f.run.Index}); shown.index != nil && !slices.Contains(programs, shown) {
			programs = append(programs, shown)
		}
	}
	var all []annotations.Error
	for _, p := range programs {
		ends := slices.Concat(annotations.Exceptions(p.outcome.Uncaught, p.index, s.locateLine), annotations.Hang(p.outcome.Waiting, p.index, s.locateLine))
		for _, e := range ends {
			same := func(other annotations.Error) bool {
				return other.Path == e.Path && other.Range == e.Range && other.Message == e.Message
			}
			if !slices.ContainsFunc(all, same) {
				all = append(all, e)
			}
		}
	}
	return all
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
