//go:build unix

package codecache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sourcegraph/conc"
)

// connect returns a Remote of a cache, which is served until the test ends.
func connect(t *testing.T, cache *Cache) *Remote {
	t.Helper()
	questionsIn, questionsOut := io.Pipe()
	answersIn, answersOut := io.Pipe()
	var serving conc.WaitGroup
	serving.Go(func() {
		if err := Serve(cache, questionsIn, answersOut); err != nil {
			t.Error(err)
		}
	})
	remote := Connect(questionsOut, answersIn)
	t.Cleanup(func() {
		if err := remote.Close(); err != nil {
			t.Error(err)
		}
		serving.Wait()
	})
	return remote
}

func TestRemoteIsTheCache(t *testing.T) {
	cache := open(t, filepath.Join(t.TempDir(), "code"))
	remote := connect(t, cache)
	for _, text := range []string{"", "machine code", strings.Repeat("long ", 100_000)} {
		key := Key(sha256.Sum256([]byte(text)))
		if _, ok, err := remote.Get(key); ok || err != nil {
			t.Errorf("an entry that nobody added is there: %v", err)
		}
		if err := remote.Add(key, strings.NewReader(text)); err != nil {
			t.Error(err)
		}
		content, ok, err := remote.Get(key)
		if !ok || err != nil {
			t.Fatalf("the entry of %d bytes is not there: %v", len(text), err)
		}
		if got, err := io.ReadAll(content); err != nil || string(got) != text {
			t.Errorf("got %d bytes for an entry of %d, error %v", len(got), len(text), err)
		}
		if err := remote.Delete(key); err != nil {
			t.Error(err)
		}
		if _, ok, _ := remote.Get(key); ok {
			t.Error("a deleted entry is there")
		}
	}
}

func TestRemoteThatIsNotAnsweredHasNothing(t *testing.T) {
	_, questions := io.Pipe()
	answers, _ := io.Pipe()
	remote := Connect(questions, answers)
	if err := remote.Close(); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := remote.Get(Key{1}); ok || err != nil {
		t.Errorf("ok %v, error %v", ok, err)
	}
	if err := remote.Add(Key{1}, strings.NewReader("code")); err != nil {
		t.Error(err)
	}
}

// A worker that a program has taken over may ask for anything.
func TestServeEndsWithAWrongQuestion(t *testing.T) {
	for _, q := range []question{{Operation: 7}, {Operation: opGet, Length: 1}, {Operation: opAdd, Length: maxEntryBytes + 1}} {
		text, err := binary.Append(nil, binary.LittleEndian, q)
		if err != nil {
			t.Fatal(err)
		}
		if err := Serve(open(t, filepath.Join(t.TempDir(), "code")), bytes.NewReader(text), io.Discard); err == nil {
			t.Errorf("%+v was answered", q)
		}
	}
	if err := Serve(open(t, filepath.Join(t.TempDir(), "code")), strings.NewReader("half a question"), io.Discard); err != nil {
		t.Error(err)
	}
}
