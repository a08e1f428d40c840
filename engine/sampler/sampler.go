// Package sampler looks at a running worker from outside, at random times, and counts in
// which context of the calling context tree it is, and what else the worker does: the
// program pays nothing for it. The looks are one in each interval, at a random moment of
// it, so that nothing periodic in the program can keep step with them.
//
// What is looked at is the program's last yieldpoint, at most some ten microseconds old, or
// the native method that runs. Yieldpoints come after a number of bytecodes, not of calls,
// so that where there are many does not draw samples.
//
// While the machine collects garbage or compiles, the program stands still where it was: that is time of that context, too, as
// one that allocates or gets hot makes it pass. So the samples are told apart, and count in the context.
//
// A program that keeps no contexts is asked to look itself, at its next yieldpoint or when the native method returns that
// runs: it walks its stack (vm/stacksamples). That costs it some microseconds for each look.
//
// Invariant: but for these requests it only reads the worker's memory, and trusts nothing in it.
package sampler

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
)

// DefaultInterval gives a run of a second a thousand samples, which tell shares to within
// three points (see profiles.Sampling.Confidence). The agent's thread that looks then takes
// about a hundredth of another processor.
const DefaultInterval = time.Millisecond

// Inspect calls look with the worker's memory; it fails once there is none any more.
type Inspect func(look func(memory []byte) error) error

// Sampler counts. It is not safe for use by several goroutines.
type Sampler struct {
	interval time.Duration
	random   *rand.Rand
	nodes    map[uint32]uint64 // samples by the address of a node; 0 is outside of the program's methods
	others   [sharedmemory.Activities]uint64
	held     [sharedmemory.Activities]map[uint32]uint64 // of others, those of a program that stands still, by the address of its node
	stacks   bool                                       // the program walks its stack
	asked    uint64                                     // samples that it has been asked for
}

// New makes a sampler that looks once in each interval; 0 stands for DefaultInterval.
func New(interval time.Duration) *Sampler {
	s := &Sampler{
		interval: cmp.Or(interval, DefaultInterval), random: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())), nodes: map[uint32]uint64{},
	}
	s.held[sharedmemory.ActivityCollecting], s.held[sharedmemory.ActivityCompiling] = map[uint32]uint64{}, map[uint32]uint64{}
	return s
}

// NewOfStacks is New for a program that keeps no contexts.
func NewOfStacks(interval time.Duration) *Sampler {
	s := New(interval)
	s.stacks = true
	return s
}

// Run looks at a worker until ctx ends or its memory has gone.
func (s *Sampler) Run(ctx context.Context, inspect Inspect) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	<-timer.C
	for next := time.Now(); ; next = next.Add(s.interval) {
		timer.Reset(time.Until(next) + time.Duration(s.random.Int64N(int64(s.interval))))
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		// An agent that was held up counts the sample for all the intervals that it has
		// missed. It is held up while the worker computes on all processors, so that
		// leaving them out would favour what the worker does at other times.
		missed := max(time.Since(next)/s.interval, 0)
		next = next.Add(missed * s.interval)
		if inspect(func(memory []byte) error { return s.look(memory, uint64(1+missed)) }) != nil {
			return
		}
	}
}

func (s *Sampler) look(memory []byte, samples uint64) error {
	activity, node := sharedmemory.Current(memory)
	switch {
	case activity == sharedmemory.ActivityProgram && s.stacks:
		sharedmemory.RequestStacks(memory, uint32(samples))
		s.asked += samples
	case activity == sharedmemory.ActivityProgram:
		s.nodes[node] += samples
	case activity < sharedmemory.Activities:
		s.others[activity] += samples
		if s.held[activity] != nil {
			s.held[activity][node] += samples
		}
	}
	return nil
}

// Apply puts the samples into a snapshot's nodes, where the program has not, and returns what they sum up to. What a
// node without an own record was seen in is the VM's own work: starting, loading and linking.
func (s *Sampler) Apply(snapshot *sharedmemory.Snapshot) *profiles.Sampling {
	of := &profiles.Sampling{
		IntervalNanos: uint64(s.interval.Nanoseconds()),
		Collecting:    s.others[sharedmemory.ActivityCollecting],
		Compiling:     s.others[sharedmemory.ActivityCompiling],
		Waiting:       s.others[sharedmemory.ActivityWaiting],
	}
	of.Samples = of.Collecting + of.Compiling + of.Waiting
	of.VM = s.asked
	for _, n := range s.nodes {
		of.VM += n
	}
	of.Samples += of.VM
	for _, node := range snapshot.Nodes.All() {
		if !s.stacks {
			node.Samples = s.nodes[node.Address]
		}
		of.VM -= min(of.VM, node.Samples)
		if snapshot.Methods[node.Method].Flags&sharedmemory.MethodNative != 0 {
			of.Native += node.Samples
		} else {
			of.Java += node.Samples
		}
		if !s.stacks {
			node.Compiling = s.held[sharedmemory.ActivityCompiling][node.Address]
			node.Samples += node.Compiling + s.held[sharedmemory.ActivityCollecting][node.Address]
		}
	}
	return of
}
