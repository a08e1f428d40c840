package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"hotlens/engine"
	"hotlens/engine/atomicfile"
	"hotlens/engine/sourcepath"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/budgets"
	"hotlens/profiles/report"
	"hotlens/vm/classfile"
	"hotlens/vm/configuration"
)

// checkFormats are the values of check's --format.
var checkFormats = []string{formatText, "github", "junit", "markdown"}

// checkFlags are the flags of "hotlens check".
type checkFlags struct {
	file   string
	format string
	output string // "" for stdout
	update bool
	// What a file that somebody else may have written must not say.
	trusted bool // the project's build tool may be called
	jdk     string
	policy  configuration.Policy
}

// checkCommand is "hotlens check".
func checkCommand() *cobra.Command {
	var flags checkFlags
	command := &cobra.Command{
		Use:   "check [flags] [TARGET [ARG...]]",
		Short: "Hold the budgets in " + budgets.FileName,
		Long: `Run the targets in ` + budgets.FileName + ` and compare what they took with their budgets.
The exit status is 1 if one is exceeded, or names a class or method that the program and
its class path do not have, as one may that has another name since. A method that is there
and was not called takes nothing, and holds any budget. Runs are exact and repeatable, so the commit
that makes a method allocate once more is the one that fails.

The file stands in your repository:

  # comment
  target Demo.java 10                            what would stand behind hotlens profile
      calls <= 333,132                           of the whole run
      allocations of Parser.parse <= 12,004      with all that it calls
      bytes of Parser.parse itself <= 16,384     without
      calls of Parser.parse -> Lexer.next <= 24,000
      calls within Parser.parse <= 96,000        with those that it leads to
      cost of shop.Parser.parse(String) <= 1.2 ms + 5%

Metrics are cost, bytecodes, calls, allocations (objects), bytes and wait. Numbers may
have units (ns, us, ms, s; kB, MB, GB) and a tolerance, in percent or absolute.

With a TARGET only the targets of the file are run in whose line it stands.
--update writes the numbers that are into the file and leaves the rest as it is. A
TARGET that is not in the file yet is added, and the file is made if there is none;
one with flags of its own stands behind --.

The file comes with the repository, so it must not open the sandbox: what a program may
do beyond reading the folder of the file, the --allow flags of this command say. For the
same reason Maven and Gradle are not asked for class paths and modules, unless you say
--trusted: a build runs code of the repository without a sandbox. What the programs print
is left out. A target with tests of several modules is held to what they take together.`,
		Example: `  hotlens check --update Demo.java 10
  hotlens check --update -- -cp build/classes demo.Main
  hotlens check --trusted --update -- --test 'Words*Test'
  hotlens check
  hotlens check --format github`,
		RunE: func(command *cobra.Command, arguments []string) error {
			return check(command.Context(), &flags, arguments)
		},
	}
	set := command.Flags()
	set.SortFlags = false
	set.SetInterspersed(false)
	set.StringVar(&flags.file, "file", budgets.FileName, "the budgets; targets run in the folder of this file")
	set.BoolVar(&flags.update, "update", false, "write the numbers that are into the file")
	set.StringVar(&flags.format, "format", checkFormats[0], "of the results: "+strings.Join(checkFormats, ", "))
	set.StringVarP(&flags.output, "output", "o", "", "file to write the results to, instead of stdout")
	set.StringVar(&flags.jdk, "jdk", "", jdkHelp)
	set.BoolVar(&flags.trusted, "trusted", false, "ask the project's build tool for class paths and modules")
	registerPermissions(set, &flags.policy)
	return command
}

// untrusted are the flags that a file of budgets must not have: it comes with the
// repository, and running what stands in it must not open the sandbox, nor start a program
// outside of it.
var untrusted = []string{"jdk", "code-cache", "allow-read", "allow-write", "allow-net", "allow-exec", "allow-env"}

func check(ctx context.Context, flags *checkFlags, wanted []string) (err error) {
	if !slices.Contains(checkFormats, flags.format) {
		return fmt.Errorf("--format %s is not supported: give one of %s", flags.format, strings.Join(checkFormats, ", "))
	}
	output, err := openOutput(flags.output, "the results") // before the folder changes
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, output.Close()) }()
	c := &checker{flags: flags, name: filepath.Base(flags.file)}
	if err := flags.makeAbsolute(); err != nil {
		return err
	}
	if err := os.Chdir(filepath.Dir(flags.file)); err != nil {
		return fmt.Errorf("the folder of the budgets: %w", err)
	}
	if err := c.read(); err != nil {
		return err
	}
	chosen := c.choose(wanted)
	if len(chosen) == 0 && len(wanted) > 0 {
		if flags.update {
			return c.add(ctx, output, wanted)
		}
		return fmt.Errorf("%s has no target %s; --update adds it", c.name, strings.Join(wanted, " "))
	}
	if len(chosen) == 0 {
		return fmt.Errorf("%s has no target: add one with hotlens check --update TARGET", c.name)
	}
	if problem := engine.Unconfined(); problem != "" {
		complain(os.Stderr, "warning: "+problem)
	}
	var runs []budgets.Run
	for _, target := range chosen {
		run, err := c.run(ctx, c.file, target)
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", flags.file, target.Line, err)
		}
		runs = append(runs, run)
	}
	if flags.update {
		return c.update(output, runs)
	}
	if err := c.write(output, runs); err != nil {
		return err
	}
	counts := budgets.Counts(runs)
	return unheld(counts[budgets.Unclear], counts[budgets.Exceeded]+counts[budgets.Absent])
}

// unheld gives the exit status where so many budgets are not clear, and so many others are not held.
func unheld(unclear, others int) error {
	switch {
	case unclear > 0:
		return exitStatus(statusFailure)
	case others > 0:
		return exitStatus(statusExceeded)
	}
	return nil
}

// makeAbsolute makes the paths absolute that are the user's, and not of the file.
func (f *checkFlags) makeAbsolute() error {
	paths := []*string{}
	if f.jdk != "" {
		paths = append(paths, &f.jdk)
	}
	for _, list := range [][]string{f.policy.Read, f.policy.Write} {
		for i := range list {
			paths = append(paths, &list[i])
		}
	}
	for _, path := range paths {
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return fmt.Errorf("the path %s: %w", *path, err)
		}
		*path = absolute
	}
	return nil
}

// checker is the state of one check.
type checker struct {
	flags *checkFlags
	name  string // of the file, in the current folder
	text  string
	file  *budgets.File
}

// read reads the file. With --update it need not be there.
func (c *checker) read() error {
	text, err := os.ReadFile(c.name)
	if err != nil && !(c.flags.update && errors.Is(err, fs.ErrNotExist)) {
		return fmt.Errorf("the budgets: %w; make them with hotlens check --update TARGET", err)
	}
	c.text = string(text)
	if c.file, err = budgets.Parse(c.text); err != nil {
		return fmt.Errorf("%s: %w", c.flags.file, err)
	}
	return nil
}

// choose returns the targets in which the wanted words stand together; all of them
// without any.
func (c *checker) choose(wanted []string) []*budgets.Target {
	var chosen []*budgets.Target
	for i := range c.file.Targets {
		words := c.file.Targets[i].Words
		for at := 0; at+len(wanted) <= len(words); at++ {
			if slices.Equal(words[at:at+len(wanted)], wanted) {
				chosen = append(chosen, &c.file.Targets[i])
				break
			}
		}
	}
	return chosen
}

// profiled is a target that has run.
type profiled struct {
	parts []budgets.Part
	tests []*engine.TestResults // of each part that has tests
	notes []string              // of the plans
	plans []*engine.Plan        // still open: what the runs have not loaded is found out from what was compiled
}

// close closes the plans.
func (p *profiled) close() {
	for _, plan := range p.plans {
		plan.Close()
	}
}

// run profiles a target and compares it with its budgets.
func (c *checker) run(ctx context.Context, file *budgets.File, target *budgets.Target) (budgets.Run, error) {
	done, err := c.profile(ctx, target.Words)
	defer done.close()
	if err != nil {
		return budgets.Run{}, err
	}
	return done.check(file, target), nil
}

// check compares the runs with the budgets of their target.
func (p *profiled) check(file *budgets.File, target *budgets.Target) budgets.Run {
	run := file.Check(target, p.parts)
	run.Notes = append(run.Notes, p.notes...)
	return run
}

// profile profiles what the words name, which are those of "hotlens profile". What it returns is to be closed, also with an error.
func (c *checker) profile(ctx context.Context, words []string) (*profiled, error) {
	done := &profiled{}
	return done, done.profile(ctx, c, words)
}

func (p *profiled) profile(ctx context.Context, c *checker, words []string) error {
	var flags targetFlags
	command := &cobra.Command{}
	flags.register(command, configuration.Profile())
	command.Flags().Var(contextsFlag{&flags.config.Limits.MaxContexts}, "contexts", "")
	arguments, err := normaliseArguments(command.Flags(), words)
	if err == nil {
		err = command.ParseFlags(arguments)
	}
	if err == nil {
		err = flags.parse(command.Flags().Args())
	}
	if err != nil {
		return err
	}
	for _, name := range untrusted {
		if command.Flags().Changed(name) {
			return fmt.Errorf("a file of budgets must not say --%s: give it to hotlens check, in front of the target", name)
		}
	}
	flags.config.JDK, flags.config.Policy, flags.target.Untrusted = c.flags.jdk, c.flags.policy, !c.flags.trusted
	folders := slices.Concat(flags.config.ClassPath, flags.config.Modules.Files())
	if strings.HasSuffix(flags.target.Name, ".java") {
		folders = append(folders, filepath.Dir(flags.target.Name))
	}
	for _, folder := range folders {
		if err := c.checkFolder(folder); err != nil {
			return err
		}
	}
	if !flags.config.VirtualClock {
		return errors.New("by the wall clock no two runs are the same: leave --clock out")
	}
	programs := []engine.Target{flags.target}
	var modules []engine.TestedModule
	if len(flags.target.Tests) > 0 {
		if modules, err = engine.TestedModules(ctx, flags.target, flags.config); err != nil {
			return err
		}
		if len(modules) > 1 {
			programs = nil
			for _, module := range modules {
				programs = append(programs, module.Target)
			}
		}
	}
	for _, program := range programs {
		err := p.run(ctx, program, flags.config)
		var none *engine.NoTestsError
		if errors.As(err, &none) && len(programs) > 1 { // another module may have them
			p.tests, err = append(p.tests, &engine.TestResults{Unmatched: none.Patterns}), nil
		}
		if err != nil {
			return err
		}
	}
	if unmatched := engine.Unmatched(modules, p.tests); len(unmatched) > 0 {
		return engine.NoTest(unmatched)
	}
	return nil
}

// run profiles a program, as a part of the target.
func (p *profiled) run(ctx context.Context, program engine.Target, config configuration.Run) error {
	plan, err := engine.Prepare(ctx, program, config)
	if err != nil {
		return err
	}
	p.plans = append(p.plans, plan)
	stderr, err := os.CreateTemp("", "hotlens-check-*")
	if err != nil {
		return fmt.Errorf("a file for the program's messages: %w", err)
	}
	defer func() { _, _ = stderr.Close(), os.Remove(stderr.Name()) }()
	profile, outcome, err := plan.Profile(ctx, engine.Streams{Stderr: stderr})
	switch {
	case err != nil:
		return err
	case outcome.Failure != "":
		return errors.New(outcome.Failure)
	case len(profile.Limits) > 0: // the run's own, or that tests have filled the profile
		return errors.New(profile.Limits[0].Message)
	case plan.Tests != nil && plan.Tests.Problem != "":
		return errors.New(plan.Tests.Problem)
	case plan.Tests != nil && profiles.CountTests(plan.Tests.Tests).Failed > 0:
		return errors.New("tests have failed: hotlens profile --test says which")
	case outcome.ExitStatus != 0:
		return fmt.Errorf("the program ended with exit status %d%s", outcome.ExitStatus, lastMessage(stderr))
	}
	analysed, err := analysis.New(profile, plan.Index)
	if err != nil {
		return err
	}
	p.parts, p.tests = append(p.parts, budgets.Part{Run: analysed, Source: sourceFinder(plan), Classes: classFinder(ctx, plan)}), append(p.tests, plan.Tests)
	for _, note := range plan.Notes {
		if !slices.Contains(p.notes, note) {
			p.notes = append(p.notes, note)
		}
	}
	return nil
}

// checkFolder says which flag permits a folder of classes outside of that of the budgets,
// all of which the program could read.
func (c *checker) checkFolder(name string) error {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return nil // whoever opens it will say so
	}
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		return nil
	}
	here, err := filepath.EvalSymlinks(".")
	if err != nil {
		return fmt.Errorf("the folder of the budgets: %w", err)
	}
	for _, permitted := range append([]string{here}, c.flags.policy.Read...) {
		if isBelow(real, permitted) {
			return nil
		}
	}
	return fmt.Errorf("%s is outside of the folder of %s, and the program could read all of it; allow it with hotlens check --allow-read %s", name, c.name, name)
}

// isBelow tells whether a path is in a folder, or is the folder.
func isBelow(path, folder string) bool {
	path, errPath := filepath.Abs(path)
	folder, errFolder := filepath.Abs(folder)
	if errPath != nil || errFolder != nil {
		return false
	}
	relative, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(relative)
}

// maxMessage is how much of a program's messages is looked at for the first line of the
// last one.
const maxMessage = 4 << 10

// lastMessage is what a program that failed has written last: an exception's first line,
// or the last line.
func lastMessage(stderr *os.File) string {
	info, err := stderr.Stat()
	if err != nil {
		return ""
	}
	text := make([]byte, min(info.Size(), maxMessage))
	if _, err := stderr.ReadAt(text, info.Size()-int64(len(text))); err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	for _, line := range slices.Backward(strings.Split(string(text), "\n")) {
		if line != "" && !strings.HasPrefix(line, "\t") {
			return ": " + line
		}
	}
	return ""
}

// classFinder finds the classes that a program can load, by what their files declare. Sources that nothing has needed yet are compiled for a class that is not there.
func classFinder(ctx context.Context, plan *engine.Plan) func(wanted func(class string) bool) ([]budgets.Class, error) {
	compileRest := sync.OnceFunc(func() { plan.CompileAll(ctx) })
	find := func(wanted func(class string) bool) (found []budgets.Class, err error) {
		err = plan.EachClass(wanted, func(file *classfile.Class) {
			class := budgets.Class{Name: file.Name}
			for _, m := range file.Methods {
				class.Methods = append(class.Methods, profiles.Method{Class: file.Name, Name: m.Name, Descriptor: m.Descriptor})
			}
			found = append(found, class)
		})
		return found, err
	}
	return func(wanted func(class string) bool) ([]budgets.Class, error) {
		found, err := find(wanted)
		if err == nil && len(found) == 0 {
			compileRest()
			found, err = find(wanted)
		}
		return found, err
	}
}

// sourceFinder finds the sources of methods, as paths from the current folder, or, for
// annotations, from that of the repository.
func sourceFinder(plan *engine.Plan) func(*profiles.Method) string {
	classPath := plan.ClassPath()
	find := func(class, file string) (string, string, bool) {
		found := sourcepath.New(classPath, nil)
		defer found.Close()
		return found.Find(class, file)
	}
	if plan.Index != nil {
		find = report.IndexedSources(plan.Index, os.ReadFile)
	}
	return func(m *profiles.Method) string {
		if m.Origin != profiles.OriginApp {
			return ""
		}
		path, _, found := find(m.Class, m.File)
		if !found {
			return ""
		}
		return fromHere(path)
	}
}

// fromHere is a path from the folder that what we write is read in: the repository's on
// GitHub's machines, else the current one. What is not below it stays as it is.
func fromHere(path string) string {
	folder := os.Getenv("GITHUB_WORKSPACE")
	if folder == "" {
		folder = "."
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	base, err := filepath.Abs(folder)
	if err != nil {
		return path
	}
	if relative, err := filepath.Rel(base, absolute); err == nil && filepath.IsLocal(relative) {
		return filepath.ToSlash(relative)
	}
	return path
}

// write writes the results in the format that the flags say.
func (c *checker) write(to io.Writer, runs []budgets.Run) error {
	file := fromHere(c.name)
	switch c.flags.format {
	case "github":
		return budgets.WriteGitHub(to, runs, file)
	case "junit":
		return budgets.WriteJUnit(to, runs, file)
	case "markdown":
		return budgets.WriteMarkdown(to, runs)
	}
	var options report.Options
	if c.flags.output == "" {
		fitTerminal(&options)
	}
	return report.WriteBudgets(to, runs, options)
}

// update writes the numbers of the runs into the file, and says which have changed.
func (c *checker) update(to io.Writer, runs []budgets.Run) error {
	text := c.file.Update(runs)
	if text != c.text {
		if err := c.save(text); err != nil {
			return err
		}
	}
	if err := report.WriteUpdate(to, c.name, runs); err != nil {
		return err
	}
	counts := budgets.Counts(runs)
	return unheld(counts[budgets.Unclear], counts[budgets.Absent])
}

// add adds a target to the file.
func (c *checker) add(ctx context.Context, to io.Writer, words []string) error {
	done, err := c.profile(ctx, words)
	defer done.close()
	if err != nil {
		return err
	}
	text := budgets.WithTarget(c.text, words, done.parts)
	added, err := budgets.Parse(text)
	if err != nil {
		return err
	}
	if err := c.save(text); err != nil {
		return err
	}
	last := &added.Targets[len(added.Targets)-1]
	if err := c.write(to, []budgets.Run{done.check(added, last)}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(to, "%s has this target now. Budgets of methods are lines like: allocations of Parser.parse <= 0; --update writes their numbers.\n", c.name)
	return err
}

// save replaces the file as a whole, or not at all.
func (c *checker) save(text string) error {
	if err := atomicfile.Write(c.name, []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing the budgets: %w", err)
	}
	return nil
}
