package lsp

import (
	"context"

	"hotlens/annotations/javatext"

	"go.lsp.dev/protocol"
)

// didOpen takes over a text from the file. Opening runs nothing; what a session before has run may be shown.
func (s *server) didOpen(_ context.Context, params protocol.DidOpenTextDocumentParams) (any, error) {
	path, ok := pathOf(params.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	s.mu.Lock()
	d := &document{uri: params.TextDocument.URI, saved: params.TextDocument.Text}
	d.setText(javatext.NewText(params.TextDocument.Text))
	s.opened++
	d.opened = s.opened
	s.documents[path] = d
	if f := s.files[path]; f != nil {
		f.findText(s)
		if f.partial != nil {
			f.partial.findText(s)
		}
	}
	s.prepare()
	s.mu.Unlock()
	s.restore(path)
	s.showCoverage(path)
	return nil, nil
}
