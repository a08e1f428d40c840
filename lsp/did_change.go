package lsp

import (
	"context"
	"time"

	"hotlens/annotations/javatext"
)

// isEdited tells whether a document has another text than that which its newest run was compiled from. The caller holds s.mu.
func (s *server) isEdited(path string, d *document) bool {
	f := s.files[path]
	return f != nil && f.run != nil && !d.is(f.source, f.compiled)
}

// didChange applies edits one after the other, each to the text that the one
// before has left.
func (s *server) didChange(_ context.Context, params didChangeParams) (any, error) {
	path, ok := pathOf(params.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	s.mu.Lock()
	d := s.documents[path]
	if d == nil {
		s.mu.Unlock()
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
	before := s.isEdited(path, d)
	d.setText(text)
	s.edited = time.Now()
	if s.isEdited(path, d) != before {
		s.background.Go(s.refresh) // other files show results that depend on it
	}
	undone := s.forgetUndone(path)
	s.mu.Unlock()
	if undone {
		s.showDiagnostics()
	} else {
		s.showCoverage(path)
	}
	return nil, nil
}
