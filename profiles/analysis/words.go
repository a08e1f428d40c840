package analysis

import (
	"slices"
	"strings"
	"sync"

	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
)

// This file holds the phrases that the report and the editor share.

// Phrase is what a line above a method says: "1,204 calls · ≈ 12 ms, 37% of run", and
// what it allocates and how long it waits, where that matters. Calls that were not counted are left out.
func (a *Analysis) Phrase(method int) string { return a.phrases.of(a, method) }

// phrases are those of the methods that were asked for, by one metric. Editors ask for all of a file at each key.
type phrases struct {
	mu       sync.Mutex
	metric   profiles.Metric
	byMethod map[int]string
}

func (p *phrases) of(a *Analysis, method int) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.metric != a.Metric || p.byMethod == nil {
		p.metric, p.byMethod = a.Metric, make(map[int]string)
	}
	phrase, known := p.byMethod[method]
	if !known {
		phrase = a.phrase(method)
		p.byMethod[method] = phrase
	}
	return phrase
}

func (a *Analysis) phrase(method int) string {
	m := &a.Methods[method]
	var parts []string
	if !a.Profile.Sampled() {
		parts = append(parts, numbers.Count(m.Exclusive.Calls, "call"))
	}
	parts = append(parts, a.OfRun(m.Inclusive))
	return strings.Join(append(parts, a.Besides(m.Inclusive)...), " · ")
}

// OfRun is what part of the run amounts are, by the chosen metric, with the unit where it
// is not obvious: "≈ 12 ms, 37% of run", "37% of bytecodes". Time is measured of parts of a run only.
func (a *Analysis) OfRun(of Amounts) string {
	switch a.Metric {
	case profiles.MetricCost:
		return a.Figure(of) + ", " + a.Part(of) + " of run"
	case profiles.MetricTime:
		return a.Figure(of) + ", " + a.Part(of) + " of " + a.Whole()
	case profiles.MetricWait:
		if of.WaitNanos > 0 {
			return a.Figure(of) + ", " + a.Part(of) + " of " + a.Whole()
		}
	}
	return a.Part(of) + " of " + a.Whole()
}

// Part is what part of the run amounts are, where it is said nearby by which metric: "37%".
func (a *Analysis) Part(of Amounts) string {
	share := numbers.Percent(a.Share(of))
	if a.Metric == profiles.MetricSamples {
		share += " ± " + numbers.Percent(profiles.Confidence(a.Share(of), a.Total.Samples))
	}
	return share
}

// Whole names what shares are of: "share of bytecodes".
func (a *Analysis) Whole() string { return Unit(a.Metric) }

// Figure writes amounts by the chosen metric, with the unit: "≈ 12 ms", "1,204 bytecodes".
func (a *Analysis) Figure(of Amounts) string { return Figure(of, a.Metric) }

// Figure writes amounts by a metric, with the unit. What a model says is marked as about
// right.
func Figure(of Amounts, metric profiles.Metric) string {
	amount := of.By(metric)
	switch metric {
	case profiles.MetricCost:
		return "≈ " + numbers.Duration(amount)
	case profiles.MetricTime:
		return numbers.Duration(amount)
	case profiles.MetricWait:
		return "waits " + numbers.Duration(amount)
	case profiles.MetricBytes:
		return numbers.Bytes(amount) + " allocated"
	case profiles.MetricAllocations:
		return numbers.Count(amount, "object")
	case profiles.MetricCalls:
		return numbers.Count(amount, "call")
	case profiles.MetricSamples:
		return numbers.Count(amount, "sample")
	}
	return numbers.Count(amount, "bytecode")
}

// What a method allocates and how long it waits is said beside its share of another metric
// from these amounts on. A tenth of the run's bytes is worth a look if they are enough
// for a collection to notice, and waiting if a user would notice it, too: 10 ms is where
// people begin to see delays (Card, Moran and Newell's cycle of perception is 100 ms, and
// a program may wait ten times).
const (
	besidesByteShare = 0.1
	besidesBytes     = 1_000_000
	besidesWaitNanos = 10_000_000
)

// Besides are the amounts of other metrics that matter: "9.7 MB allocated", "waits 2 s".
func (a *Analysis) Besides(of Amounts) []string {
	var parts []string
	if a.Allocates(of) {
		parts = append(parts, Figure(of, profiles.MetricBytes))
	}
	if a.Waits(of) {
		parts = append(parts, Figure(of, profiles.MetricWait))
	}
	return parts
}

// Allocates tells whether amounts of another metric are to say what is allocated, too.
func (a *Analysis) Allocates(of Amounts) bool {
	return a.Metric != profiles.MetricBytes && of.AllocatedBytes >= besidesBytes &&
		numbers.Share(of.AllocatedBytes, a.Total.AllocatedBytes) >= besidesByteShare
}

// Waits tells whether amounts of another metric are to say that there is waiting, too.
func (a *Analysis) Waits(of Amounts) bool {
	return a.Metric != profiles.MetricWait && of.WaitNanos >= besidesWaitNanos
}

// Counted lists the metrics that a hover gives of amounts: those that the run has and that
// are not 0, but for the calls, which stand for themselves.
func (a *Analysis) Counted(of Amounts) []profiles.Metric {
	return slices.DeleteFunc(slices.Clone(a.Metrics), func(m profiles.Metric) bool {
		return m == profiles.MetricCalls || of.By(m) == 0
	})
}

// Exactly writes amounts by a metric without rounding, but for nanoseconds, of which more
// than two digits say nothing.
func Exactly(of Amounts, metric profiles.Metric) string {
	switch metric {
	case profiles.MetricCost, profiles.MetricTime:
		return Figure(of, metric)
	case profiles.MetricWait:
		return numbers.Duration(of.WaitNanos)
	}
	return numbers.Grouped(of.By(metric))
}

// ExactFigure is like Figure, but without rounding where Exactly has none.
func ExactFigure(of Amounts, metric profiles.Metric) string {
	if metric == profiles.MetricBytes {
		return numbers.Count(of.AllocatedBytes, "byte") + " allocated"
	}
	return Figure(of, metric)
}

// Unit is what Exactly's numbers are of.
func Unit(metric profiles.Metric) string {
	switch metric {
	case profiles.MetricCost:
		return "modelled time"
	case profiles.MetricTime:
		return "measured time"
	case profiles.MetricWait:
		return "waiting"
	case profiles.MetricAllocations:
		return "objects"
	case profiles.MetricBytes:
		return "bytes allocated"
	}
	return string(metric) // calls, bytecodes
}

// NeverCalled is what a line above a method says that the run has not called.
const NeverCalled = "never called"

// PossibleTargets says how many methods a site could call by the class hierarchy, and how many it did: "7
// possible, 2 seen". It is empty where that was not asked for, and where there is only one.
func (s *Site) PossibleTargets() string {
	if s.Possible < 2 {
		return ""
	}
	return numbers.Grouped(uint64(s.Possible)) + " possible, " + numbers.Grouped(uint64(len(s.Targets))) + " seen"
}

// UnseenTargets are the names of methods that a site could call by the class hierarchy and has not, at most so many of those that are known,
// and how many there are besides. They have a package where two are the same without.
func (s *Site) UnseenTargets(most int) (called []string, more int) {
	for i, u := range s.Unseen[:min(len(s.Unseen), most)] {
		simple, qualified := names.Written(&profiles.Method{Class: u.Class, Name: u.Name, Descriptor: u.Descriptor})
		if slices.ContainsFunc(s.Unseen, func(o *profiles.Unseen) bool {
			other, _ := names.Written(&profiles.Method{Class: o.Class, Name: o.Name, Descriptor: o.Descriptor})
			return o != s.Unseen[i] && other == simple
		}) {
			simple = qualified
		}
		called = append(called, simple)
	}
	return called, max(s.Possible-len(s.Targets)-len(called), 0)
}
