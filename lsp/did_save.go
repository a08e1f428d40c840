package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// didSave starts a run for the saved state of a source, or of what programs read.
func (s *server) didSave(_ context.Context, params protocol.DidSaveTextDocumentParams) (any, error) {
	path, ok := pathOf(params.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	content := ""
	if isJava(path) {
		content = contentOf(path)
	}
	s.mu.Lock()
	if d := s.documents[path]; d != nil {
		d.saved = d.text.String()
	}
	wanted := s.settings.trusted && s.settings.onSave && !s.hasRun(path, content)
	s.mu.Unlock()
	switch {
	case !wanted:
	case isJava(path):
		s.schedule(run{onSave: true, changes: []change{{path: path, requested: requested{content: content}}}})
	default:
		s.background.Go(func() { s.changed([]string{path}) })
	}
	return nil, nil
}
