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
	s.mu.Lock()
	if d := s.documents[path]; d != nil {
		d.saved = d.text.String()
	}
	wanted := s.settings.trusted && s.settings.onSave
	workspace := s.workspaceOf(path)
	s.mu.Unlock()
	switch {
	case !wanted:
	case isJava(path):
		s.schedule(run{path: path, onSave: true})
	default:
		s.background.Go(func() { s.changed(workspace, path) })
	}
	return nil, nil
}
