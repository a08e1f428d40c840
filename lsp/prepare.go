package lsp

import (
	"context"
	"errors"

	"github.com/sourcegraph/conc/panics"
)

// prepare has the engine make ready what the first save takes, when the first Java file is open in a workspace that is
// trusted: its compiler takes a second. Once in a session, and again for another JDK. The caller holds s.mu.
func (s *server) prepare() {
	jdk := s.settings.config.JDK
	if !s.settings.trusted || !s.settings.onSave || s.prepared != nil && *s.prepared == jdk {
		return
	}
	path := ""
	for open, d := range s.documents {
		if isJava(open) && (path == "" || d.opened < s.documents[path].opened) {
			path = open
		}
	}
	if path == "" {
		return
	}
	s.prepared = &jdk
	s.background.Go(func() {
		request := s.request(run{path: path})
		var err error
		if recovered := panics.Try(func() { err = s.engine.Prepare(s.lifetime, request) }); recovered != nil {
			s.log.Error("the engine panicked", "panic", recovered.String())
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			s.log.Debug("preparing for the first save", "error", err) // the first save will say so
		}
	})
}
