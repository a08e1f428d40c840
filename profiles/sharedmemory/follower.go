package sharedmemory

import (
	"errors"

	"hotlens/profiles"
)

// Announcement is a call edge at its first execution (Qian and Hendren: the event of a new call edge). Its
// methods have no ID; BCI and Line are -1 where there is none.
type Announcement struct {
	Order          int // from 0: profiles.Edge.FirstSeen
	Caller, Callee profiles.Method
	BCI, Line      int
	Kind           profiles.EdgeKind
}

// Follower reads the announcements of call edges as a program makes them, each once. The zero value has read none. It
// keeps the names of the methods, and nothing of the contexts between them.
type Follower struct {
	reader
	at    uint32 // where it has read to; 0 before the first time
	order int
}

// Next calls announced with what has been announced since the last call, in its order. It may be called at any moment of
// the worker's life, or after it, and trusts nothing in the memory. Before the memory is laid out there is nothing.
func (f *Follower) Next(memory []byte, announced func(Announcement)) error {
	region, err := regionOf(memory)
	if errors.Is(err, ErrNotReady) {
		return nil
	}
	if err != nil {
		return err
	}
	f.memory, f.region = memory, region
	if f.at == 0 {
		f.at, f.strings, f.methods = region.first.Start, map[uint32]string{0: ""}, map[uint32]int32{}
	}
	for f.at != region.next {
		if err := f.step(announced); err != nil {
			return err
		}
	}
	return nil
}

// step reads a record.
func (f *Follower) step(announced func(Announcement)) error {
	kind, size, err := f.headerAt(f.at)
	if err != nil {
		return err
	}
	switch kind {
	case KindString, KindMethod, KindEdge:
		if err := f.record(kind, f.at, size); err != nil {
			return err
		}
	}
	if f.at, err = f.region.behind(f.at, kind, size); err != nil {
		return err
	}
	for i := range f.snapshot.Edges {
		e, methods := &f.snapshot.Edges[i], f.snapshot.Methods
		announced(Announcement{
			Order: f.order, Caller: methods[e.Caller].method(0), Callee: methods[e.Callee].method(0),
			BCI: place(e.BCI), Line: place(e.Line), Kind: edgeKinds[e.Kind],
		})
		f.order++
	}
	f.snapshot.Edges = f.snapshot.Edges[:0]
	return nil
}
