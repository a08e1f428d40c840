package lsp

import (
	"context"

	"hotlens/annotations/javatext"

	"go.lsp.dev/protocol"
)

// didOpen takes over a text from the file. Opening runs nothing.
func (s *server) didOpen(_ context.Context, params protocol.DidOpenTextDocumentParams) (any, error) {
	path, ok := pathOf(params.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := &document{uri: params.TextDocument.URI, saved: params.TextDocument.Text}
	d.setText(javatext.NewText(params.TextDocument.Text))
	s.documents[path] = d
	if f := s.files[path]; f != nil {
		f.findText(s)
	}
	return nil, nil
}
