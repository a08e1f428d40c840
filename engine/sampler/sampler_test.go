package sampler_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"hotlens/engine/sampler"
	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
)

// The addresses of two nodes, of a Java method and of a native one, and of one that has no
// record.
const (
	nodeJava   = 0x10000
	nodeNative = 0x10080
	nodeOfVM   = 0x20000
)

// worker is a memory whose control page says what goes on at the time.
type worker struct{ memory []byte }

func newWorker() *worker { return &worker{make([]byte, sharedmemory.ControlPageBytes)} }

func (w *worker) set(activity, node uint32) {
	binary.LittleEndian.PutUint32(w.memory[sharedmemory.Activity:], activity)
	binary.LittleEndian.PutUint32(w.memory[sharedmemory.CurrentNode:], node)
}

func snapshot() *sharedmemory.Snapshot {
	s := &sharedmemory.Snapshot{Methods: []sharedmemory.MethodRecord{{Name: "java"}, {Name: "native", Flags: sharedmemory.MethodNative}}}
	s.Nodes.Add(sharedmemory.NodeRecord{Address: nodeJava, Method: 0})
	s.Nodes.Add(sharedmemory.NodeRecord{Address: nodeNative, Method: 1})
	return s
}

// TestShares looks at a program with a period of ten milliseconds for a hundred seconds.
func TestShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, start := newWorker(), time.Now()
		phases := []struct {
			until          time.Duration
			activity, node uint32
		}{
			{5 * time.Millisecond, sharedmemory.ActivityProgram, nodeJava},
			{7 * time.Millisecond, sharedmemory.ActivityProgram, nodeNative},
			{8 * time.Millisecond, sharedmemory.ActivityCollecting, nodeJava},
			{9 * time.Millisecond, sharedmemory.ActivityWaiting, nodeNative},
			{9500 * time.Microsecond, sharedmemory.ActivityCompiling, nodeJava},
			{10 * time.Millisecond, sharedmemory.ActivityProgram, nodeOfVM},
		}
		inspect := func(look func([]byte) error) error {
			at := time.Since(start) % (10 * time.Millisecond)
			for _, phase := range phases {
				if at < phase.until {
					w.set(phase.activity, phase.node)
					break
				}
			}
			return look(w.memory)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Second)
		defer cancel()
		s := sampler.New(0)
		s.Run(ctx, inspect)
		snapshot := snapshot()
		of := s.Apply(snapshot)
		if of.Samples < 99_999 || of.Samples > 100_000 {
			t.Errorf("there are %d samples of 100 s, want one each millisecond", of.Samples)
		}
		// Collecting and compiling hold up the Java method, and are its time, too.
		if java := snapshot.Nodes.At(0); java.Samples != of.Java+of.Collecting+of.Compiling || java.Compiling != of.Compiling || snapshot.Nodes.At(1).Samples != of.Native {
			t.Errorf("the nodes have %d, of which %d compiling, and %d samples; all methods %+v", java.Samples, java.Compiling, snapshot.Nodes.At(1).Samples, *of)
		}
		sum := uint64(0)
		for _, part := range []struct {
			name    string
			samples uint64
			share   float64
		}{
			{"Java code", of.Java, 0.5}, {"natives", of.Native, 0.2}, {"the collector", of.Collecting, 0.1},
			{"waiting", of.Waiting, 0.1}, {"the compiler", of.Compiling, 0.05}, {"the VM's own work", of.VM, 0.05},
		} {
			sum += part.samples
			share := float64(part.samples) / float64(of.Samples)
			// Five times the confidence is exceeded once in a billion.
			if off := math.Abs(share - part.share); off > 5*profiles.Confidence(part.share, of.Samples) {
				t.Errorf("%s has a share of %.4f, want %.4f", part.name, share, part.share)
			}
		}
		if sum != of.Samples {
			t.Errorf("the parts have %d samples, all %d", sum, of.Samples)
		}
	})
}

// TestHeldUp delays the agent: what it sees then counts for the time that it has missed.
func TestHeldUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, looks := newWorker(), 0
		gone := errors.New("gone")
		s := sampler.New(time.Millisecond)
		s.Run(t.Context(), func(look func([]byte) error) error {
			looks++
			w.set(sharedmemory.ActivityProgram, nodeJava)
			if looks == 3 {
				w.set(sharedmemory.ActivityProgram, nodeNative)
			}
			if looks == 5 {
				return gone
			}
			defer time.Sleep(map[int]time.Duration{2: 10 * time.Millisecond}[looks])
			return look(w.memory)
		})
		of := s.Apply(snapshot())
		if of.Java != 3 || of.Native < 9 || of.Native > 12 {
			t.Errorf("the samples are %d of Java code and %d of natives, want 3 and about 10", of.Java, of.Native)
		}
	})
}

func TestNothingSeen(t *testing.T) {
	want := &profiles.Sampling{IntervalNanos: 2_000_000}
	if diff := cmp.Diff(want, sampler.New(2*time.Millisecond).Apply(snapshot())); diff != "" {
		t.Errorf("without samples (-want +got):\n%s", diff)
	}
}
