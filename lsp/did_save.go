package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// didSave starts a run for the saved state.
func (s *server) didSave(_ context.Context, params protocol.DidSaveTextDocumentParams) (any, error) {
	path, ok := pathOf(params.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	s.mu.Lock()
	if d := s.documents[path]; d != nil {
		d.saved = d.text.String()
	}
	wanted := s.settings.trusted && s.settings.onSave && isJava(path)
	s.mu.Unlock()
	if wanted {
		s.schedule(run{path: path, onSave: true})
	}
	return nil, nil
}
