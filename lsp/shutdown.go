package lsp

import "context"

// shutdown ends the runs; the session ends with exit.
func (s *server) shutdown(context.Context, struct{}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase = ending
	s.cancel()
	return nil, nil
}

// exit has nothing left to do: the stream ends behind it, and so does Serve.
func (s *server) exit(context.Context, struct{}) (any, error) { return nil, nil }
