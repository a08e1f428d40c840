package lsp

import (
	"context"
	"time"

	"hotlens/annotations/javatext"
)

// didChange applies edits one after the other, each to the text that the one
// before has left.
func (s *server) didChange(_ context.Context, params didChangeParams) (any, error) {
	path, ok := pathOf(params.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[path]
	if d == nil {
		s.log.Warn("change of a document that is not open", "uri", params.TextDocument.URI)
		return nil, nil
	}
	text := d.text
	for _, change := range params.ContentChanges {
		if change.Range == nil {
			text = javatext.NewText(change.Text)
		} else {
			text = text.Replace(fromRange(*change.Range), change.Text)
		}
	}
	d.setText(text)
	s.edited = time.Now()
	return nil, nil
}
