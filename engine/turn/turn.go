// Package turn has one goroutine after the other do something, where those that wait may give up.
package turn

import "context"

// Turn is held by at most one goroutine.
type Turn chan struct{} // has one token while nobody holds it

// New returns a turn that nobody holds.
func New() Turn {
	t := make(Turn, 1)
	t.Give()
	return t
}

// Take waits until the turn is the caller's, who ends it with Give. The error is ctx's.
func (t Turn) Take(ctx context.Context) error {
	select {
	case <-t:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Give ends the caller's turn.
func (t Turn) Give() { t <- struct{}{} }
