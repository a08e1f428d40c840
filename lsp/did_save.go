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
	saved := change{path: path, requested: look(path, false)}
	s.mu.Lock()
	if d := s.documents[path]; d != nil {
		d.saved = d.text.String()
	}
	wanted := s.settings.trusted && s.settings.onSave
	s.mu.Unlock()
	switch {
	case !wanted:
	case isJava(path):
		s.schedule(run{onSave: true, changes: []change{saved}})
	default:
		s.background.Go(func() { s.changed([]string{path}) })
	}
	return nil, nil
}
