package tiering

import (
	"cmp"
	"slices"

	"hotlens/vm/classes"
)

// This file is the queue of what waits for the compiler. Programs make methods hot
// faster than they can be compiled, so most of what waits is never worth it: nothing
// is translated before its turn comes, and what is executed most goes first.

// queue is what waits, and what is on its way.
type queue struct {
	requests []*request
	making   *batch // under way beside the thread that runs Java code
	slices   int    // time slices since what to make was chosen
	misses   int    // choices in a row that found nothing worth it
}

// request asks for a method to be compiled from an instruction on.
type request struct {
	method  *classes.Method
	history *history
	entry   int
	short   bool // see short
	// score is how many bytecodes of it the interpreter executes: what came before the
	// last choice counts half, what came before the one before that a quarter.
	score int
	began int // what had been executed when it was asked for
	seen  int // and when the last choice was made
}

const (
	// yieldBytecodes is how many bytecodes a time slice that ends in a loop counts for: not all of it was spent there.
	yieldBytecodes = hotBytecodes / hotYields
	// Compiling takes as long as interpreting some hundred thousand bytecodes. It is worth it for what
	// is executed a lot now, which leastScore tells, and for what leastBytecodes add up for.
	leastScore     = hotBytecodes
	leastBytecodes = 4 * hotBytecodes
	// loopCalls is how often a method is called, once one of its loops is to be entered in its
	// middle, before it is compiled from its start on: its next calls would be interpreted up
	// to the loop, and the loop knows nothing of what stands in front of it.
	loopCalls = 16
	// bridgeBytecodes is how many bytecodes a call by compiled code counts for that leads to the interpreter: it takes some 150 ns. With 20 javac takes 1.02 of the time.
	bridgeBytecodes = 40
	// instructionsBesides is how many instructions take as long to compile as a method does that has none.
	instructionsBesides = 64
	// choiceSlices is how many time slices lie between two choices, at least: twice as
	// many after each that found nothing, up to maxChoiceDoublings times, until something
	// else gets hot.
	choiceSlices       = 25
	maxChoiceDoublings = 6
)

// executed is how much the interpreter has executed it while it waits, in bytecodes.
func (r *request) executed() int {
	if r.entry != 0 {
		return r.history.yields[int32(r.entry)] * yieldBytecodes
	}
	bridged := bridgeBytecodes * int(r.method.Bridged)
	if r.short { // interpreted code does not enter it
		return bridged
	}
	return int(r.method.Interpreted) + bridged
}

// benefit is how much the interpreter executes it, over what compiling it takes.
func (r *request) benefit() int {
	return r.score / (instructionsBesides + r.method.Code.Size())
}

// again reports whether it has been compiled before. Until it is installed its exits
// are taken again and again or, where the code has been put aside, the interpreter executes it.
func (r *request) again() bool {
	return r.history.installed[r.entry] != nil ||
		slices.ContainsFunc(r.history.versions, func(v version) bool { return v.compiled.Entry == r.entry })
}

// worthwhile reports whether it is executed enough to be compiled. Calls of a method with a
// hot loop are few, but each executes many.
func (r *request) worthwhile() bool {
	return r.again() || r.entry == 0 && r.history.loopAsked || r.score >= leastScore || r.seen-r.began >= leastBytecodes
}

// next takes from the queue what is to be compiled now, and translates it.
func (c *Controller) next() []*job {
	for _, r := range c.queue.requests {
		executed := r.executed()
		r.score = r.score/2 + executed - r.seen
		r.seen = executed
	}
	if !slices.ContainsFunc(c.queue.requests, (*request).worthwhile) {
		return nil
	}
	slices.SortStableFunc(c.queue.requests, func(a, b *request) int {
		if a.again() != b.again() {
			if a.again() {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.benefit(), a.benefit())
	})
	var jobs []*job
	for len(jobs) < maxBatch {
		at := choose(c.queue.requests, jobs)
		if at < 0 {
			break
		}
		r := c.queue.requests[at]
		c.queue.requests = slices.Delete(c.queue.requests, at, at+1)
		if j := c.translated(r); j != nil {
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// choose is the place in the sorted queue of what goes into a batch beside jobs, -1 for
// nothing: the first that is worth it or, if there is one that is executed half as much at
// least, what those jobs call, and will call directly then.
func choose(queue []*request, jobs []*job) int {
	first := -1
	for i, r := range queue {
		switch {
		case !r.worthwhile():
			continue
		case first < 0:
			first = i
		case r.again() != queue[first].again() || r.score < queue[first].score/2:
			return first
		}
		if r.entry == 0 && slices.ContainsFunc(jobs, func(j *job) bool { return j.compiled.Callees[r.method.ID] }) {
			return i
		}
	}
	return first
}

// translated is what comes of a request, nil if the compiler declines.
func (c *Controller) translated(r *request) *job {
	j, err := c.translate(r.history, r.method, r.entry)
	if err != nil {
		delete(r.history.pending, r.entry)
		c.decline(r.history, r.method, err)
		return nil
	}
	return j
}
