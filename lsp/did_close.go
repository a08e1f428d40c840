package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// didClose gives a text back to the file. What is known about it stays, but for the errors of a file that is not there any more, or is another one.
func (s *server) didClose(_ context.Context, params protocol.DidCloseTextDocumentParams) (any, error) {
	if path, ok := pathOf(params.TextDocument.URI); ok {
		s.mu.Lock()
		delete(s.documents, path)
		shown := len(s.published[path]) > 0
		s.mu.Unlock()
		if shown {
			s.showDiagnostics()
		}
	}
	return nil, nil
}
