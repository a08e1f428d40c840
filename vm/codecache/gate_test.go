//go:build unix

package codecache

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestShutGate(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "code"))
	gate := NewGate(c)
	added := func(key Key) (inGate, inStore bool) {
		t.Helper()
		if err := gate.Add(key, strings.NewReader("machine code")); err != nil {
			t.Fatal(err)
		}
		return found(t, gate, key), found(t, c, key)
	}
	if inGate, inStore := added(Key{1}); !inGate || !inStore {
		t.Errorf("what was added through an open gate is there: %v, and in the store: %v", inGate, inStore)
	}
	gate.Shut()
	if inGate, inStore := added(Key{2}); inGate || inStore {
		t.Errorf("what was added through a shut gate is there: %v, and in the store: %v", inGate, inStore)
	}
	if found(t, gate, Key{1}) {
		t.Error("a shut gate gives what was added before")
	}
}

// found reports whether a store has an entry.
func found(t *testing.T, store Store, key Key) bool {
	t.Helper()
	content, ok, err := store.Get(key)
	if err != nil {
		t.Fatal(err)
	}
	if ok {
		if err := content.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return ok
}
