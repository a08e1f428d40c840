package budgets

import (
	"fmt"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
)

// This file compares budgets with a run.

// Check compares the budgets of a target of the file with its run. source finds the path
// of the source of a method, "" for none.
func (f *File) Check(target *Target, run *analysis.Analysis, source func(*profiles.Method) string) Run {
	checked := Run{Target: target, Profile: run.Profile}
	if have := run.Profile.Target.JDK; f.JDK != "" && f.JDK != have {
		checked.Notes = append(checked.Notes, fmt.Sprintf("The budgets were counted on JDK %s, and this is %s: what differs may be the library's.", f.JDK, have))
	}
	if have := run.Profile.CostModel; f.CostModel != "" && have != "" && f.CostModel != have {
		checked.Notes = append(checked.Notes, fmt.Sprintf("The costs in the budgets are by the model %s, and these by %s.", f.CostModel, have))
	}
	for i := range target.Budgets {
		r := check(&target.Budgets[i], run)
		if r.Method != nil {
			r.File = source(r.Method)
		}
		checked.Results = append(checked.Results, r)
	}
	return checked
}

func check(b *Budget, run *analysis.Analysis) Result {
	r := Result{Budget: b, Line: -1}
	if !b.Metric.Measured(run.Profile) {
		r.Outcome, r.Problem = Unclear, fmt.Sprintf("the run has no %s", b.Metric)
		return r
	}
	r.Reached = true
	if b.Subject.Method == "" {
		r.Measured = run.Total.By(b.Metric)
	} else {
		callers, first, problem := find(run.Profile, b.Subject.Method)
		callees := callers
		if problem == "" && b.Subject.Callee != "" {
			callees, _, problem = find(run.Profile, b.Subject.Callee)
		}
		if problem != "" {
			r.Outcome, r.Problem = Unclear, problem
			return r
		}
		if first != nil {
			r.Method, r.Line = first, lineOf(run, first)
		}
		r.Measured, r.Reached = measure(b, run, callers, callees)
	}
	switch {
	case r.Measured > b.Allowed():
		r.Outcome = Exceeded
	case !r.Reached && b.AtMost > 0:
		r.Outcome = NotReached
	}
	return r
}

// measure sums what a method or a call edge has in all its contexts, and tells whether
// there are any.
func measure(b *Budget, run *analysis.Analysis, callers, callees []bool) (amount uint64, reached bool) {
	contexts := run.Profile.Contexts
	group := make([]int32, len(contexts))
	var itself analysis.Amounts
	for i := range contexts {
		group[i] = -1
		if !callees[contexts[i].Method] {
			continue
		}
		if b.Subject.Callee != "" {
			caller, _ := run.Caller(i)
			if caller < 0 || !callers[contexts[caller].Method] {
				continue
			}
		}
		group[i], reached = 0, true
		itself.Add(analysis.Exclusive(&contexts[i]))
	}
	if b.Subject.Itself || b.Metric == profiles.MetricCalls && !b.Subject.Within {
		return itself.By(b.Metric), reached
	}
	return run.InclusiveBy(group, 1)[0].By(b.Metric), reached
}

// lineOf is where a method is declared, or else where its body begins.
func lineOf(run *analysis.Analysis, m *profiles.Method) int {
	if d := run.Methods[m.ID].Declared; d != nil {
		return d.Source.NameRange.Start.Line + 1
	}
	return m.Line
}
