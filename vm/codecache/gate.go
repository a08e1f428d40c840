package codecache

import (
	"io"
	"sync/atomic"
)

// Gate is a Store that may be shut: from then on it has nothing and keeps nothing. Its methods may be called by many
// goroutines.
type Gate struct {
	Store
	shut atomic.Bool
}

// NewGate makes an open gate to a store, which is still the caller's to close.
func NewGate(store Store) *Gate { return &Gate{Store: store} }

// Shut shuts the gate for ever.
func (g *Gate) Shut() { g.shut.Store(true) }

// Get gives an entry's content. The error is always nil.
func (g *Gate) Get(key Key) (content io.ReadCloser, ok bool, err error) {
	if g.shut.Load() {
		return nil, false, nil
	}
	return g.Store.Get(key)
}

// Add keeps an entry if it can. The error is always nil.
func (g *Gate) Add(key Key, content io.Reader) error {
	if g.shut.Load() {
		return nil
	}
	return g.Store.Add(key, content)
}
