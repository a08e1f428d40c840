// Package budgets holds a program to budgets that stand in its repository: at most so many
// calls, bytecodes, objects, bytes or modelled nanoseconds for a method, a call edge or a
// whole run. Runs by the virtual clock are exact and repeatable, so a budget needs no
// margin, and the commit that exceeds it can be told.
//
// A file of budgets is made of lines:
//
//	# The parser.                                  a comment, also behind a line
//	jdk 17.0.15                                    optional: what the numbers were counted on,
//	cost-model hotspot-17/1                        and what costs are by
//	target -cp build/classes shop.Main orders.csv  a run; what follows is about it
//	    calls <= 333,132                           of the whole run
//	    allocations of Parser.parse <= 12,004      with all that it calls
//	    bytes of Parser.parse itself <= 16,384     without
//	    calls of Parser.parse -> Lexer.next <= 24,000
//	    calls within Parser.parse <= 96,000        with those that it leads to
//	    cost of shop.Parser.parse(String) <= 1.2 ms + 5%
//
// "calls of" a method is how often it is called. Methods are written as reports write
// them; packages and parameters may be left out, and a name without parameters means all
// methods that have it, together. What a run has not called takes nothing, and holds every
// budget; but a budget of what the program does not even have is held by none, as it would be
// held by all once its method is renamed.
//
// Invariant: pure functions of text and profiles. What cannot be understood is an error
// with its line; nothing is passed over.
package budgets

import (
	"fmt"

	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
)

// FileName is what a file of budgets is called.
const FileName = "hotlens.budget"

// File is a file of budgets.
type File struct {
	JDK       string // version that the numbers were counted on; "" if the file does not say
	CostModel string // that costs are by; "" if the file does not say
	Targets   []Target

	lines []string // the text, with the ends of lines
	// The lines that JDK and CostModel stand in, from 1; 0: there is none.
	jdkLine, modelLine int
}

// Target is a run, and its budgets in the order of the file.
type Target struct {
	Line    int      // from 1
	Words   []string // what would stand behind "hotlens profile"
	Budgets []Budget
}

// Budget is one line of a file.
type Budget struct {
	Line      int // from 1
	Metric    profiles.Metric
	Subject   Subject
	AtMost    uint64 // in the metric's unit
	Tolerance Tolerance

	number span // of AtMost with its unit, in the line
}

// span is a part of a line, in bytes.
type span struct{ from, to int }

// Tolerance is what may be above the number of a budget.
type Tolerance struct {
	Percent float64 // of the number; 0 or more
	Amount  uint64  // in the metric's unit
}

// Subject is what a budget is about.
type Subject struct {
	Method string // as it is written; "" for the whole run
	Callee string // of a call edge from Method; "" for a method
	// Itself leaves out what is called; Within counts also the calls that are led to.
	Itself, Within bool
}

// methods are the method, or the two of a call edge, as they are written.
func (s Subject) methods() string {
	if s.Callee != "" {
		return s.Method + " -> " + s.Callee
	}
	return s.Method
}

// Name is the budget without its number: "allocations of Parser.parse".
func (b *Budget) Name() string {
	switch s := b.Subject; {
	case s.Method == "":
		return string(b.Metric)
	case s.Within:
		return string(b.Metric) + " within " + s.methods()
	case s.Itself:
		return string(b.Metric) + " of " + s.methods() + " itself"
	}
	return string(b.Metric) + " of " + b.Subject.methods()
}

// Allowed is the most that holds the budget.
func (b *Budget) Allowed() uint64 {
	allowed := b.AtMost + b.Tolerance.Amount
	if more := float64(b.AtMost) * b.Tolerance.Percent / 100; more >= 1 {
		allowed += uint64(min(more, maxAmount))
	}
	return min(max(allowed, b.AtMost), maxAmount)
}

// Outcome is what became of a budget.
type Outcome int

// The outcomes.
const (
	Held Outcome = iota
	Exceeded
	Absent  // the program has no such class or method: see Result.Problem
	Unclear // see Result.Problem
)

// Result is what a run says about a budget.
type Result struct {
	Budget   *Budget
	Outcome  Outcome
	Measured uint64
	Reached  bool   // the run has called the method, or the edge; of the whole run always
	Problem  string // of Absent and Unclear: a sentence without its point
	// Method is the first method that the budget is about, of an edge the caller; nil for the
	// whole run, and where there is none. File is the path of its source, "" if that was not
	// found, and Line where it is declared, or its body begins, from 1; less where that is not
	// known.
	Method *profiles.Method
	File   string
	Line   int
}

// Run is a target with what its run says about its budgets.
type Run struct {
	Target  *Target
	Profile *profiles.Profile
	Results []Result
	Notes   []string // what else the reader should know, a sentence each
}

// Command is the target as one writes it.
func (t *Target) Command() string { return joinWords(t.Words) }

// Sentence says what became of the budget: "24,008, at most 12,004 (▲ +100%)".
func (r *Result) Sentence() string {
	switch r.Outcome {
	case Absent, Unclear:
		return r.Problem
	}
	if !r.Reached {
		return notCalled + ", at most " + r.Budget.Limit()
	}
	text := Amount(r.Budget.Metric, r.Measured) + ", at most " + r.Budget.Limit()
	if r.Outcome == Exceeded {
		text += " (" + r.Change() + ")"
	}
	return text
}

// notCalled stands in place of the change where the run has not called what a budget is about.
const notCalled = "not called"

// Change is how the measured amount differs from the budget's number, "" for not at all; or that nothing was called.
func (r *Result) Change() string {
	if !r.Reached {
		return notCalled
	}
	if r.Budget.AtMost == 0 && r.Measured > 0 {
		return "▲ from 0"
	}
	return numbers.Change(r.Budget.AtMost, r.Measured)
}

// Limit is the number with its tolerance: "12,004 + 5%".
func (b *Budget) Limit() string {
	text := Amount(b.Metric, b.AtMost)
	if b.Tolerance.Percent > 0 {
		text += fmt.Sprintf(" + %v%%", b.Tolerance.Percent)
	}
	if b.Tolerance.Amount > 0 {
		text += " + " + Amount(b.Metric, b.Tolerance.Amount)
	}
	return text
}

// Amount writes an amount exactly, with a unit where files have one: "12,004", "1,200 ns".
func Amount(metric profiles.Metric, amount uint64) string {
	if isTime(metric) {
		return numbers.Grouped(amount) + " ns"
	}
	return numbers.Grouped(amount)
}

func isTime(metric profiles.Metric) bool { return metric.Unit() == profiles.MetricCost.Unit() }

// Counts is how many budgets of the runs had each outcome.
func Counts(runs []Run) (counts [Unclear + 1]int) {
	for _, run := range runs {
		for i := range run.Results {
			counts[run.Results[i].Outcome]++
		}
	}
	return counts
}

// methodName is the short name of a method in a problem.
func methodName(m *profiles.Method) string {
	return names.QualifiedClass(m.Class) + "." + m.Name + names.Parameters(m.Descriptor)
}
