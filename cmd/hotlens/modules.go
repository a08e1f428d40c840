package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/vm/configuration"
)

// This file runs the tests of several modules, one after the other.

// eachModule has a target run, with the name of its module: where it means tests of several modules, those of each, and tells what became of all. What does not
// run, or not to its end, keeps no other from running; only a signal does.
func eachModule(ctx context.Context, program engine.Target, config configuration.Run, run func(program engine.Target, module string) (*engine.TestResults, error)) error {
	var modules []engine.TestedModule
	if len(program.Tests) > 0 {
		var err error
		if modules, err = engine.TestedModules(ctx, program, config); err != nil {
			return err
		}
	}
	if len(modules) < 2 {
		results, err := run(program, "")
		return withUnmatched(err, modules, []*engine.TestResults{results})
	}
	var all []profiles.Test
	told := make([]*engine.TestResults, len(modules))
	worst := 0
	for i, module := range modules {
		fmt.Printf("── %s\n", module.Name)
		results, err := run(module.Target, module.Name)
		var none *engine.NoTestsError
		if errors.As(err, &none) { // another module may have them
			results, err = &engine.TestResults{Unmatched: none.Patterns}, nil
		}
		told[i] = results
		if results != nil {
			all = append(all, results.Tests...)
		}
		var status exitStatus
		switch {
		case err == nil:
		case errors.As(err, &status):
			worst = severer(worst, int(status))
		case ctx.Err() != nil || errors.Is(err, errOneOutput):
			return err
		default:
			worst = severer(worst, tell(err, module.Name+": ", os.Stderr))
		}
		if worst >= profiles.StatusSignal {
			break
		}
	}
	if len(all) == 0 && worst == 0 {
		return engine.NoTest(program.Tests)
	}
	text, _ := analysis.TestCounts(all)
	fmt.Printf("%d modules, %s\n", len(modules), text)
	var err error
	if worst != 0 {
		err = exitStatus(worst)
	}
	return withUnmatched(err, modules, told)
}

// withUnmatched is how runs of tests have ended, by what became of the tests of each module: a pattern that no test is of keeps none from running, but is a mistake of whoever gave it.
func withUnmatched(err error, modules []engine.TestedModule, results []*engine.TestResults) error {
	var status exitStatus
	unmatched := engine.Unmatched(modules, results)
	switch {
	case len(unmatched) == 0 || err != nil && !errors.As(err, &status):
		return err
	case err == nil:
		return engine.NoTest(unmatched)
	}
	return exitStatus(severer(int(status), tell(engine.NoTest(unmatched), "", os.Stderr)))
}

// errOneOutput is that several profiles would go to stdout.
var errOneOutput = errors.New("the tests are of several modules: give -o FILE, by whose name each gets a profile of its own, or the folder of one of them")

// severer is the status of two that says more: a signal, what could not be run, what a limit has stopped, a test that has failed.
func severer(a, b int) int {
	rank := func(status int) int {
		switch status {
		case 0:
			return 0
		case statusTestFailed:
			return 1
		case profiles.StatusLimit:
			return 2
		case statusFailure:
			return 3
		}
		return 4
	}
	if rank(b) > rank(a) {
		return b
	}
	return a
}

// forModule gives the profile of a module a file of its own, if there are several.
func (f *profileFlags) forModule(module string) error {
	switch {
	case module == "":
	case f.output != "":
		f.output = outputOf(f.output, module)
	case f.format != formatText:
		return errOneOutput
	}
	return nil
}

// outputOf is the file of a module's profile: "core.tests.pb.gz" for "tests.pb.gz" and core.
func outputOf(file, module string) string {
	return filepath.Join(filepath.Dir(file), strings.ReplaceAll(module, "/", "-")+"."+filepath.Base(file))
}
