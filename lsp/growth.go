package lsp

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/jsonrpc2"

	"hotlens/annotations"
	"hotlens/engine"
	"hotlens/profiles/analysis"
	"hotlens/profiles/growth"
	"hotlens/profiles/numbers"
)

// commandGrowth has a program run at several sizes of its input, to see how its methods grow.
const commandGrowth = "hotlens.growth"

// maxSizes bounds the runs of one command.
const maxSizes = 12

// growthPlan is what hotlens.growth runs, and what came of it.
type growthPlan struct {
	target   []string // the main class and its arguments
	place    int      // of the size in target
	sizes    []uint64 // ascending
	measured []annotations.SizedRun
}

// commandGrowth runs the program of a file at several sizes. The size is the first whole number among the program's arguments: those of
// the option "target" or, without it, of the setting targets, or those with which a program has reached the file; a program without such an argument gets the size as its last. The option "sizes" lists
// the sizes; without it they are an eighth, a quarter and half of the number that stands there, and that. The command answers
// with the run's generation at once. How the methods grow stands in their lenses and hovers until the next run.
func (s *server) commandGrowth(args arguments) (any, error) {
	path, err := args.path()
	if err != nil {
		return nil, err
	}
	var options struct {
		Target string   `json:"target"`
		Sizes  []uint64 `json:"sizes"`
	}
	if err := args.decode(1, &options); err != nil {
		return nil, err
	}
	s.mu.Lock()
	trusted, targets := s.settings.trusted, s.settings.targets
	if options.Target != "" {
		targets = []string{options.Target}
	}
	if d := s.documents[path]; d != nil && len(targets) == 0 {
		for _, main := range d.parse().Mains() {
			if main.Class != "" {
				targets = append(targets, strings.ReplaceAll(main.Class, "/", "."))
			}
		}
	}
	s.mu.Unlock()
	if !trusted {
		return nil, failure(notTrusted)
	}
	if len(targets) == 0 {
		for _, c := range s.executing(path) {
			if !c.IsTests() {
				targets = append(targets, strings.Join(append([]string{c.Main}, c.Arguments...), " "))
			}
		}
	}
	plan, err := planGrowth(targets, options.Sizes)
	if err != nil {
		return nil, err
	}
	return map[string]any{"generation": s.schedule(run{path: path, force: true, targets: []string{strings.Join(plan.target, " ")}, growth: plan}), "sizes": plan.sizes}, nil
}

// planGrowth chooses among targets the first with a size, else the first.
func planGrowth(targets []string, sizes []uint64) (*growthPlan, error) {
	plan := &growthPlan{sizes: slices.Compact(slices.Sorted(slices.Values(sizes)))}
	for _, target := range targets {
		words := strings.Fields(target)
		place := slices.IndexFunc(words, func(word string) bool { n, err := strconv.ParseUint(word, 10, 64); return err == nil && n > 0 })
		if place > 0 {
			plan.target, plan.place = words, place
			break
		}
		if len(words) > 0 && plan.target == nil {
			plan.target, plan.place = append(words, ""), len(words)
		}
	}
	if plan.target == nil {
		return nil, failure("there is no program to run: open a file with a main method, or name one in the setting hotlens.targets")
	}
	if size, err := strconv.ParseUint(plan.target[plan.place], 10, 64); err == nil && len(sizes) == 0 {
		plan.sizes = slices.Compact([]uint64{size / 8, size / 4, size / 2, size})
	}
	switch {
	case len(plan.sizes) == 0:
		return nil, failure("%s has no number among its arguments that could be the size of its input: say at which sizes it is to run, such as 1000 2000 4000 8000, "+
			"or give it one in the setting hotlens.targets, such as \"%s 8000\"", plan.target[0], plan.target[0])
	case len(plan.sizes) < growth.MinPoints || len(plan.sizes) > maxSizes || plan.sizes[0] == 0:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "hotlens.growth takes %d to %d different sizes above 0, not %v", growth.MinPoints, maxSizes, plan.sizes)
	}
	return plan, nil
}

// grow runs the program at each size, and returns the last result. It ends early with one that says nothing of how the program grows.
func (s *server) grow(ctx context.Context, r run, report func(phase string)) (result *engine.Result, err error) {
	plan := r.growth
	for i, size := range plan.sizes {
		words := slices.Clone(plan.target)
		words[plan.place] = strconv.FormatUint(size, 10)
		sized := r
		sized.targets = []string{strings.Join(words, " ")}
		at := fmt.Sprintf("size %s, %d of %d: ", numbers.Grouped(size), i+1, len(plan.sizes))
		result, err = s.profile(ctx, sized, func(phase string) { report(at + phase) })
		if err != nil || result.Status != engine.StatusOK || result.Profile == nil {
			if result != nil {
				result.Message = at + summary(result)
			}
			return result, err
		}
		analysed, err := analysis.New(result.Profile, nil)
		if err != nil {
			return nil, err
		}
		plan.measured = append(plan.measured, annotations.SizedRun{Size: size, Run: analysed})
	}
	return result, nil
}
