package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// didClose gives a text back to the file. What is known about it stays.
func (s *server) didClose(_ context.Context, params protocol.DidCloseTextDocumentParams) (any, error) {
	if path, ok := pathOf(params.TextDocument.URI); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.documents, path)
	}
	return nil, nil
}
