package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/cost"
	"hotlens/vm/configuration"
)

// measuredPhase is a phase of a program: what HotSpot took for it, and what was counted.
type measuredPhase struct {
	program, name string
	cold          []time.Duration // of the runs
	steady        []time.Duration // of the repetitions in one process
	bytecodes     uint64
	cost          uint64 // modelled nanoseconds
	terms         []term // of which the cost is the sum, but for rounding
}

func (p *measuredPhase) String() string { return p.program + "." + p.name }

// term is a part of a phase's modelled time: a count times one coefficient, or two.
type term struct {
	count        float64
	coefficients [2]cost.Coefficient // the second is cost.NoFactor if there is only one
}

const (
	// phaseHeap is enough for all programs.
	phaseHeap = 1 << 30
	// phaseTimeout ends a program that hangs.
	phaseTimeout = 3 * time.Minute
)

// profilePhases profiles a program, and takes the profile apart.
func profilePhases(ctx context.Context, options CostOptions, classes, program string) ([]*measuredPhase, error) {
	config := configuration.Profile()
	config.JDK, config.ClassPath = options.JDK.Home, []string{classes}
	config.Limits.HeapBytes, config.Limits.MaxBytecodes, config.Limits.Timeout = phaseHeap, 0, phaseTimeout
	plan, err := engine.Prepare(ctx, engine.Target{Name: program}, config)
	if err != nil {
		return nil, err
	}
	defer plan.Close()
	p, outcome, err := plan.Profile(ctx, engine.Streams{})
	if err != nil {
		return nil, err
	}
	if p == nil || !p.Complete || outcome.ExitStatus != 0 {
		return nil, fmt.Errorf("profiling %s ended with status %d %s", program, outcome.ExitStatus, outcome.Failure)
	}
	return split(program, p, options.Model), nil
}

// split takes a profile apart into the program's phases, which are what its main method calls.
func split(program string, p *profiles.Profile, model *cost.Model) []*measuredPhase {
	cost.Apply(p, model)
	s := &splitter{model: model, profile: p, phases: make([]int, len(p.Contexts))}
	numbers := map[string]int{}
	for i := range p.Contexts {
		at := &p.Contexts[i]
		s.phases[i] = -1
		if at.Parent < 0 {
			continue
		}
		s.phases[i] = s.phases[at.Parent]
		m, parent := &p.Methods[at.Method], &p.Methods[p.Contexts[at.Parent].Method]
		if s.phases[i] < 0 && m.Class == program && m.Name != "<clinit>" && parent.Class == program && parent.Name == "main" {
			number, ok := numbers[m.Name]
			if !ok {
				number = len(s.found)
				numbers[m.Name] = number
				s.found = append(s.found, &measuredPhase{program: program, name: m.Name})
				s.terms = append(s.terms, map[[2]cost.Coefficient]float64{})
			}
			s.phases[i] = number
		}
		if s.phases[i] >= 0 {
			f := s.found[s.phases[i]]
			f.bytecodes += at.Bytecodes
			f.cost += at.Cost.Value()
		}
	}
	model.Walk(p, s)
	for i, terms := range s.terms {
		for coefficients, count := range terms {
			s.found[i].terms = append(s.found[i].terms, term{count, coefficients})
		}
		slices.SortFunc(s.found[i].terms, func(a, b term) int { return slices.Compare(a.coefficients[:], b.coefficients[:]) })
	}
	return s.found
}

// splitter collects what the phases are charged for.
type splitter struct {
	model   *cost.Model
	profile *profiles.Profile
	phases  []int // by context: the phase's index, -1 outside
	found   []*measuredPhase
	terms   []map[[2]cost.Coefficient]float64
}

func (s *splitter) Execute(context, method int32, bytecodes uint64, factor cost.Coefficient) {
	if phase := s.phases[context]; phase >= 0 && bytecodes > 0 {
		s.model.Kinds(&s.profile.Methods[method], func(kind cost.Coefficient, part float64) {
			s.terms[phase][[2]cost.Coefficient{kind, factor}] += part * float64(bytecodes)
		})
	}
}

func (s *splitter) CountTimes(context int32, coefficient, factor cost.Coefficient, n uint64) {
	if phase := s.phases[context]; phase >= 0 && n > 0 {
		s.terms[phase][[2]cost.Coefficient{coefficient, factor}] += float64(n)
	}
}

func (s *splitter) Count(context int32, coefficient cost.Coefficient, n uint64) {
	if phase := s.phases[context]; phase >= 0 && n > 0 {
		s.terms[phase][[2]cost.Coefficient{coefficient, cost.NoFactor}] += float64(n)
	}
}
