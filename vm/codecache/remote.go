package codecache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

// A worker that is confined cannot open the folder, so that no program can find a
// way to it. The agent has it open, and the worker asks through a pair of pipes:
// Serve answers what a Remote asks.
//
// A question is an operation, a key, the length of a content and the content;
// lengths are 32 bits, little-endian. Only opGet is answered: by the length of the
// content plus one and the content, or 0 for an entry that is not there.
const (
	opGet = iota
	opAdd
	opDelete
)

// question is the fixed part of a question.
type question struct {
	Operation uint8
	Key       Key
	Length    uint32
}

// Serve answers the questions of a Remote until it closes its end. The error says
// what was wrong with a question: whoever asks so is not a Remote.
func Serve(cache *Cache, questions io.Reader, answers io.Writer) error {
	for {
		var q question
		if err := binary.Read(questions, binary.LittleEndian, &q); err != nil {
			return nil // the worker has ended
		}
		if q.Operation > opDelete || q.Length > maxEntryBytes || q.Operation != opAdd && q.Length != 0 {
			return fmt.Errorf("a worker asked for operation %d on %d bytes of compiled code", q.Operation, q.Length)
		}
		switch q.Operation {
		case opGet:
			if err := answer(cache, q.Key, answers); err != nil {
				return nil
			}
		case opAdd:
			content := io.LimitReader(questions, int64(q.Length))
			_ = cache.Add(q.Key, content) // what goes wrong is no more than a missing entry
			if _, err := io.Copy(io.Discard, content); err != nil {
				return nil
			}
		case opDelete:
			_ = cache.Delete(q.Key)
		}
	}
}

// answer writes an entry.
func answer(cache *Cache, key Key, to io.Writer) error {
	text := binary.LittleEndian.AppendUint32(nil, 0)
	if content, ok, _ := cache.Get(key); ok {
		defer content.Close()
		all, err := io.ReadAll(content)
		if err != nil {
			return err
		}
		text = append(binary.LittleEndian.AppendUint32(nil, uint32(len(all))+1), all...)
	}
	_, err := to.Write(text)
	return err
}

// Remote is a Cache in another process, which Serve answers for. Its methods may be
// called by many goroutines.
type Remote struct {
	mutex     sync.Mutex
	questions io.WriteCloser
	answers   io.ReadCloser
	broken    bool // the other process does not answer any more
}

// Connect returns the Remote that asks and is answered through a pair of pipes,
// which it closes in the end.
func Connect(questions io.WriteCloser, answers io.ReadCloser) *Remote {
	return &Remote{questions: questions, answers: answers}
}

// Get gives an entry's content. The error is always nil.
func (r *Remote) Get(key Key) (content io.ReadCloser, ok bool, err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if !r.ask(opGet, key, nil) {
		return nil, false, nil
	}
	var length uint32
	if err := binary.Read(r.answers, binary.LittleEndian, &length); err != nil || length > maxEntryBytes+1 {
		r.broken = true
		return nil, false, nil
	}
	if length == 0 {
		return nil, false, nil
	}
	data := make([]byte, length-1)
	if _, err := io.ReadFull(r.answers, data); err != nil {
		r.broken = true
		return nil, false, nil
	}
	return io.NopCloser(bytes.NewReader(data)), true, nil
}

// Add keeps an entry if it can. The error is always nil.
func (r *Remote) Add(key Key, content io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(content, maxEntryBytes+1))
	if err != nil || len(data) > maxEntryBytes {
		return nil
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.ask(opAdd, key, data)
	return nil
}

// Delete removes an entry that wazero cannot use. The error is always nil.
func (r *Remote) Delete(key Key) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.ask(opDelete, key, nil)
	return nil
}

// ask sends a question. It tells whether it could. The caller holds the mutex.
func (r *Remote) ask(operation uint8, key Key, content []byte) bool {
	if r.broken {
		return false
	}
	text, err := binary.Append(nil, binary.LittleEndian, question{operation, key, uint32(len(content))})
	if err == nil {
		_, err = r.questions.Write(append(text, content...))
	}
	r.broken = err != nil
	return !r.broken
}

// Close closes the pipes, which ends Serve.
func (r *Remote) Close() error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.broken = true
	return errors.Join(r.questions.Close(), r.answers.Close())
}
