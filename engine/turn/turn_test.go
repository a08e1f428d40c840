package turn

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// TestTurn has many goroutines take turns, and one give up.
func TestTurn(t *testing.T) {
	turn := New()
	held, most := 0, 0
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			if err := turn.Take(t.Context()); err != nil {
				t.Error(err)
				return
			}
			defer turn.Give()
			held++
			most = max(most, held)
			held--
		})
	}
	all.Wait()
	if most != 1 {
		t.Errorf("%d held the turn at a time", most)
	}
	if err := turn.Take(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := turn.Take(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("who waits no longer gets %v", err)
	}
	turn.Give()
	if err := turn.Take(t.Context()); err != nil {
		t.Errorf("what was given back cannot be taken: %v", err)
	}
}
