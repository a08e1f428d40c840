package profiles

import (
	"fmt"
	"slices"
	"strings"
)

// Metric is what hot means: by what contexts are ordered, and of what shares are.
type Metric string

// The metrics. Cost, wait and time are nanoseconds: as the cost model has them, by
// the run's clock, and as the time profiler has measured them. Bytes are those of
// allocated objects, allocations their number.
const (
	MetricCost        Metric = "cost"
	MetricBytecodes   Metric = "bytecodes"
	MetricCalls       Metric = "calls"
	MetricAllocations Metric = "allocations"
	MetricBytes       Metric = "bytes"
	MetricTime        Metric = "time"
	MetricWait        Metric = "wait"
	MetricSamples     Metric = "samples" // of the sampler, by real time; or of calls
)

// Metrics lists them all, in the order in which users are told of them.
func Metrics() []Metric {
	return []Metric{MetricCost, MetricBytecodes, MetricCalls, MetricAllocations, MetricBytes, MetricTime, MetricWait, MetricSamples}
}

// ParseMetric reads a metric's name. The error lists the names there are.
func ParseMetric(name string) (Metric, error) {
	if metric := Metric(name); slices.Contains(Metrics(), metric) {
		return metric, nil
	}
	return "", fmt.Errorf("there is no metric %q: give one of %s", name, MetricNames())
}

// MetricNames lists the metrics for a sentence: "cost, bytecodes, ...".
func MetricNames() string {
	var names []string
	for _, m := range Metrics() {
		names = append(names, string(m))
	}
	return strings.Join(names, ", ")
}

// Unit is how pprof and its like name what a metric counts.
func (m Metric) Unit() string {
	switch m {
	case MetricCost, MetricTime, MetricWait:
		return "nanoseconds"
	case MetricBytes:
		return "bytes"
	}
	return "count"
}

// Of is the exclusive amount of the metric that a context of the profile has, 0 if it was not measured.
func (m Metric) Of(p *Profile, c *Context) uint64 {
	switch m {
	case MetricCost:
		return c.Cost.Value()
	case MetricBytecodes:
		return c.Bytecodes
	case MetricCalls:
		return c.Calls
	case MetricAllocations:
		return c.Allocations
	case MetricBytes:
		return c.AllocatedBytes
	case MetricTime:
		return p.Also(c).SelfNanos.Value()
	case MetricWait:
		return p.Also(c).WaitNanos.Value()
	case MetricSamples:
		return p.Also(c).Samples.Value()
	}
	return 0
}

// Measured tells whether the profile has the metric.
func (m Metric) Measured(p *Profile) bool {
	switch m {
	case MetricCost:
		return p.CostModel != ""
	case MetricTime:
		return slices.ContainsFunc(p.Besides, func(b Besides) bool { return b.SelfNanos.Known() })
	case MetricSamples:
		return p.Sampling != nil || p.creditsContexts()
	case MetricWait:
		return slices.ContainsFunc(p.Besides, func(b Besides) bool { return b.WaitNanos.Known() })
	}
	return p.Counted()
}

// Known tells whether the profile says how much of the metric there was: it has it, or nothing has waited, of which profiles that count calls say nothing.
func (m Metric) Known(p *Profile) bool { return m.Measured(p) || m == MetricWait && p.Counted() }

// Demand says which metrics the profile has if it does not know a wanted one.
func (p *Profile) Demand(wanted Metric) error {
	if wanted.Known(p) {
		return nil
	}
	var have []string
	for _, m := range p.Measured() {
		have = append(have, string(m))
	}
	if len(have) == 0 {
		return fmt.Errorf("the profile has no %s, nor any other metric", wanted)
	}
	return fmt.Errorf("the profile has no %s: give one of %s", wanted, strings.Join(have, ", "))
}

// MetricsOf lists the metrics that a run knows under these profilers; samplesContexts says that samples of calls are credited to contexts.
func MetricsOf(profilers []string, samplesContexts bool) []Metric {
	has := func(name string) bool { return slices.Contains(profilers, name) }
	return slices.DeleteFunc(Metrics(), func(m Metric) bool {
		switch m {
		case MetricTime:
			return !has(ProfilerTime)
		case MetricSamples: // by calls alone, the edges have them
			return !has(ProfilerSampler) && !(has(ProfilerSamples) && (samplesContexts || !has(ProfilerContexts)))
		}
		return !has(ProfilerContexts)
	})
}

// Measured lists the metrics that the profile has, in the order of Metrics.
func (p *Profile) Measured() []Metric {
	var have []Metric
	for _, m := range Metrics() {
		if m.Measured(p) {
			have = append(have, m)
		}
	}
	return have
}

// Choose returns the wanted metric if the profile knows it; else, or if "" is wanted, the
// cost, or what comes next to it of what was measured.
func (p *Profile) Choose(wanted Metric) Metric {
	if wanted != "" && wanted.Known(p) {
		return wanted
	}
	for _, m := range []Metric{MetricCost, MetricTime} {
		if m.Measured(p) {
			return m
		}
	}
	if !p.Counted() && MetricSamples.Measured(p) {
		return MetricSamples
	}
	return MetricBytecodes
}
