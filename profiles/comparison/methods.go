package comparison

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles/analysis"
	"hotlens/profiles/names"
)

// This file matches methods.

// methodMatch is one list of the methods of both profiles.
type methodMatch struct {
	methods []Method
	ids     [2][]int32 // by method of a profile: its index in methods
	sides   [2]*analysis.Analysis
	byKey   map[methodKey]int32
}

// methodKey is what makes a method the same one in two runs.
type methodKey struct {
	analysis.Reference
	behind int32 // the method that a lambda proxy stands for, -1 for other methods
}

func matchMethods(base, head *analysis.Analysis) *methodMatch {
	m := &methodMatch{sides: [2]*analysis.Analysis{base, head}, byKey: map[methodKey]int32{}}
	classes := [2]renaming{inHead: renamedClasses(base, head)}
	renamed := renamedLambdas(base, head, classes[inHead])
	changed := changedParameters(base, head, classes)
	for side, of := range m.sides {
		m.ids[side] = make([]int32, len(of.Profile.Methods))
		for i := range of.Profile.Methods {
			if of.IsProxy(i) {
				continue
			}
			key := methodKey{classes[side].reference(of.Reference(i)), -1}
			if side == inHead {
				if name, known := renamed[key.Reference]; known {
					key.Name = name
				} else if descriptor, known := changed[key.Reference]; known {
					key.Descriptor = descriptor
				}
			}
			m.add(side, i, key)
		}
	}
	for side, of := range m.sides {
		for i := range of.Profile.Methods {
			if !of.IsProxy(i) {
				continue
			}
			key := methodKey{classes[side].reference(of.Reference(i)), -1}
			if behind := of.Behind(i); !of.IsProxy(behind) {
				key.behind = m.ids[side][behind]
			}
			m.add(side, i, key)
		}
	}
	return m
}

func stable(r analysis.Reference) analysis.Reference {
	r.Class = names.StableClass(r.Class)
	return r
}

// add gives a method of a profile its place in the list.
func (m *methodMatch) add(side, method int, key methodKey) {
	id, known := m.byKey[key]
	if !known {
		id = int32(len(m.methods))
		m.byKey[key] = id
		m.methods = append(m.methods, Method{Base: -1, Head: -1})
	}
	m.ids[side][method] = id
	if side == inBase {
		keepFirst(&m.methods[id].Base, method)
	} else {
		keepFirst(&m.methods[id].Head, method)
	}
}

// changedParameters finds the methods whose parameters or result have changed: where each run has executed just one method of a class and a name that
// the other has not. As a private method and a constructor get other parameters between versions, all below them would be gone and new instead. It returns, for those of the head, the descriptor that they have in the base.
func changedParameters(base, head *analysis.Analysis, classes [2]renaming) map[analysis.Reference]string {
	type named struct{ class, name string }
	var sides [2]map[analysis.Reference]bool
	for side, of := range [2]*analysis.Analysis{base, head} {
		sides[side] = map[analysis.Reference]bool{}
		for i := range of.Profile.Methods {
			reference := classes[side].reference(of.Reference(i))
			if _, _, lambda := names.Lambda(reference.Name); !lambda && !of.IsProxy(i) {
				sides[side][reference] = true
			}
		}
	}
	var only [2]map[named][]string // descriptors
	for side := range sides {
		only[side] = map[named][]string{}
		for r := range sides[side] {
			if !sides[1-side][r] {
				at := named{r.Class, r.Name}
				only[side][at] = append(only[side][at], r.Descriptor)
			}
		}
	}
	changed := map[analysis.Reference]string{}
	for at, after := range only[inHead] {
		if before := only[inBase][at]; len(before) == 1 && len(after) == 1 {
			changed[analysis.Reference{Class: at.class, Name: at.name, Descriptor: after[0]}] = before[0]
		}
	}
	return changed
}

// numberedLambda is a lambda's body in a class.
type numberedLambda struct {
	analysis.Reference
	around string // the method that it stands in
	number int
	calls  string // what it calls, as far as that does not depend on numbers
}

// renamedLambdas pairs the lambda bodies of each class: javac numbers them through, so one
// that is new gives all behind it other names. Those correspond that call the same
// methods, in order; of the rest those that stand in the same method. It returns, for
// lambdas of the head, the name that they have in the base, or one that no method has.
func renamedLambdas(base, head *analysis.Analysis, classes renaming) map[analysis.Reference]string {
	renamed := map[analysis.Reference]string{}
	before := lambdas(base, nil)
	for class, after := range lambdas(head, classes) {
		pair := match(before[class], after, func(l *numberedLambda) int { return l.number },
			func(l *numberedLambda) string { return l.around + l.Descriptor + l.calls },
			func(l *numberedLambda) string { return l.around + l.Descriptor },
		)
		for i, at := range pair {
			if at >= 0 {
				renamed[after[i].Reference] = before[class][at].Name
			} else {
				renamed[after[i].Reference] = after[i].Name + " (new)"
			}
		}
	}
	return renamed
}

// match returns for every item after the index of the one before that corresponds to it, -1 for none: by its place and the first label, of the rest by the next
// one, and so on.
func match[T any](before, after []T, place func(*T) int, labels ...func(*T) string) []int {
	pair := make([]int, len(after))
	for i := range pair {
		pair[i] = -1
	}
	restBefore, restAfter := indices(before), indices(after)
	for _, label := range labels {
		var b, a []item[string]
		for _, i := range restBefore {
			b = append(b, item[string]{place(&before[i]), label(&before[i])})
		}
		for _, i := range restAfter {
			a = append(a, item[string]{place(&after[i]), label(&after[i])})
		}
		for i, at := range pairs(a, b) {
			if at >= 0 {
				pair[restAfter[i]] = restBefore[at]
			}
		}
		restBefore = slices.DeleteFunc(restBefore, func(i int) bool { return slices.Contains(pair, i) })
		restAfter = slices.DeleteFunc(restAfter, func(i int) bool { return pair[i] >= 0 })
	}
	return pair
}

func indices[T any](list []T) []int {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return all
}

// lambdas lists the lambda bodies of every class, by number.
func lambdas(of *analysis.Analysis, renamed renaming) map[string][]numberedLambda {
	calls := map[analysis.Reference][]string{}
	classes := map[string][]numberedLambda{}
	for i := range of.Profile.Methods {
		reference := renamed.reference(of.Reference(i))
		around, number, ok := names.Lambda(reference.Name)
		if _, known := calls[reference]; !ok || known {
			continue
		}
		calls[reference] = []string{}
		classes[reference.Class] = append(classes[reference.Class], numberedLambda{Reference: reference, around: around, number: number})
	}
	for i := range of.Profile.Edges {
		e := &of.Profile.Edges[i]
		caller := renamed.reference(of.Reference(e.Caller))
		if list, isLambda := calls[caller]; isLambda {
			calls[caller] = append(list, fmt.Sprint(withoutLambdaNumber(renamed.reference(of.Reference(e.Callee)))))
		}
	}
	for _, list := range classes {
		for i := range list {
			called := calls[list[i].Reference]
			slices.Sort(called)
			list[i].calls = strings.Join(slices.Compact(called), " ")
		}
		slices.SortFunc(list, func(a, b numberedLambda) int {
			return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.Name, b.Name))
		})
	}
	return classes
}

// withoutLambdaNumber names a lambda's body by where it stands.
func withoutLambdaNumber(r analysis.Reference) analysis.Reference {
	if around, _, ok := names.Lambda(r.Name); ok {
		r.Name = "lambda in " + around
	}
	return r
}
