package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/comparison"
	"hotlens/profiles/numbers"
)

// This file writes in a few lines what differs between two runs, for somebody who has just saved a file.

// maxChanges is how many methods are named: what is read at a glance.
const maxChanges = 5

// changeMetrics are what is told of a method besides its calls.
var changeMetrics = []profiles.Metric{profiles.MetricCost, profiles.MetricAllocations}

// WriteChange writes what differs between two runs: a line for the whole, and one for each of the methods that differ most, with what the library does
// below them. Two that do not differ give one line.
func WriteChange(w io.Writer, c *comparison.Comparison, options Options) error {
	r := &comparisonReport{report: newReport(w, c.Union, options), comparison: c, metric: options.Metric}
	if c.Same() {
		r.line("  the same as before: " + strings.Join(r.same()[:2], ", "))
		return r.finish()
	}
	var whole []string
	for _, metric := range []profiles.Metric{profiles.MetricCalls, profiles.MetricCost, profiles.MetricAllocations} {
		if base, head := c.Total.By(metric); base != head && slices.Contains(c.Metrics, metric) {
			whole = append(whole, fmt.Sprintf("%s %s → %s (%s)", analysis.Unit(metric), figure(metric, base), figure(metric, head), numbers.Change(base, head)))
		}
	}
	if len(whole) == 0 {
		whole = []string{"the same calls, cost and objects in all"}
	}
	r.line("  " + strings.Join(whole, " · "))
	r.condense()
	methods := make([]difference, len(c.Methods))
	for i := range r.nodes {
		addPair(&methods[r.tree.Nodes[i].Method].self, r.nodes[i].self)
	}
	var rows []int
	for i := range methods {
		methods[i].state = c.Methods[i].State()
		methods[i].self.Base.Calls, methods[i].self.Head.Calls = c.Methods[i].Exclusive.Base.Calls, c.Methods[i].Exclusive.Head.Calls
		if r.isOwn(i) && len(r.changes(&methods[i])) > 0 {
			rows = append(rows, i)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int { return byDifference(methods[a].self, methods[b].self, r.metric) })
	width := 0
	for _, i := range rows[:min(len(rows), maxChanges)] {
		width = max(width, cells(r.names[i]))
	}
	for _, i := range rows[:min(len(rows), maxChanges)] {
		line := "    " + padRight(r.names[i], width) + "  " + strings.Join(r.changes(&methods[i]), "  ")
		tail := change(&methods[i], methods[i].self, r.metric)
		if base, head := methods[i].self.By(r.metric); base == head {
			tail = ""
		}
		r.line(line, "  ", r.paint(r.tendency(tail), tail))
	}
	if more := len(rows) - maxChanges; more > 0 {
		r.line(r.paint(dim, fmt.Sprintf("    and %s more", numbers.Count(uint64(more), "method"))))
	}
	return r.finish()
}

// changes are the differences of a method: "+12 calls", "-1.2 ms", "+3 objects".
func (r *comparisonReport) changes(of *difference) []string {
	var all []string
	if text := signed(of.self, profiles.MetricCalls); text != "" {
		if text += " calls"; text == "+1 calls" || text == "-1 calls" {
			text = text[:len(text)-1]
		}
		all = append(all, text)
	}
	for _, metric := range changeMetrics {
		text := signed(of.self, metric)
		if text == "" || !slices.Contains(r.comparison.Metrics, metric) {
			continue
		}
		if metric.Unit() != "nanoseconds" {
			text += " " + analysis.Unit(metric)
		}
		all = append(all, text)
	}
	return all
}
