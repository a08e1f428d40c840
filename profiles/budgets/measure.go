package budgets

import (
	"fmt"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
)

// This file compares budgets with a run.

// Part is one of the runs that a target takes: tests of several modules run one after the other, all others at once.
type Part struct {
	Run    *analysis.Analysis
	Source func(*profiles.Method) string // the path of the source of a method, "" where that was not found
	// Classes are those that the program can load whose binary names, with slashes, are wanted; its own come first. Nil: that is not known.
	Classes func(wanted func(class string) bool) ([]Class, error)
}

// Check compares what a target took, in all its parts together, with its budgets.
func (f *File) Check(target *Target, parts []Part) Run {
	first := parts[0].Run.Profile
	checked := Run{Target: target, Profile: first}
	if have := first.Target.JDK; f.JDK != "" && f.JDK != have {
		checked.Notes = append(checked.Notes, fmt.Sprintf("The budgets were counted on JDK %s, and this is %s: what differs may be the library's.", f.JDK, have))
	}
	if have := first.CostModel; f.CostModel != "" && have != "" && f.CostModel != have {
		checked.Notes = append(checked.Notes, fmt.Sprintf("The costs in the budgets are by the model %s, and these by %s.", f.CostModel, have))
	}
	for i := range target.Budgets {
		checked.Results = append(checked.Results, check(&target.Budgets[i], parts))
	}
	return checked
}

func check(b *Budget, parts []Part) Result {
	r := Result{Budget: b, Line: -1, Reached: b.Subject.Method == ""}
	for _, part := range parts {
		if problem := r.add(part); problem != "" {
			r.Outcome, r.Problem = Unclear, problem
			return r
		}
	}
	if r.Measured > b.Allowed() {
		r.Outcome = Exceeded
	}
	if r.Reached {
		return r
	}
	for _, method := range []string{b.Subject.Method, b.Subject.Callee} {
		problem, err := absent(method, parts)
		switch {
		case err != nil:
			r.Outcome, r.Problem = Unclear, err.Error()
			return r
		case problem != "":
			r.Outcome, r.Problem = Absent, problem
			return r
		}
	}
	return r
}

// add adds what a part took; or says why that is not clear.
func (r *Result) add(part Part) (problem string) {
	b, run := r.Budget, part.Run
	if !b.Metric.Measured(run.Profile) {
		return fmt.Sprintf("the run has no %s", b.Metric)
	}
	if b.Subject.Method == "" {
		r.Measured += run.Total.By(b.Metric)
		return ""
	}
	callers, first, problem := find(run.Profile, b.Subject.Method)
	callees := callers
	if problem == "" && b.Subject.Callee != "" {
		callees, _, problem = find(run.Profile, b.Subject.Callee)
	}
	switch {
	case problem != "":
		return problem
	case first == nil:
	case r.Method == nil:
		r.Method, r.Line, r.File = first, lineOf(run, first), part.Source(first)
	case !sameClass(r.Method, first):
		return ambiguous(b.Subject.Method, r.Method, first)
	}
	amount, reached := measure(b, run, callers, callees)
	r.Measured, r.Reached = r.Measured+amount, r.Reached || reached
	return ""
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
		itself.Add(analysis.Exclusive(run.Profile, &contexts[i]))
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
