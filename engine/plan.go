package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/conc"

	"hotlens/engine/confinement"
	"hotlens/engine/javac"
	"hotlens/engine/jdk"
	"hotlens/engine/project"
	"hotlens/engine/target"
	"hotlens/engine/worker"
	"hotlens/profiles"
	"hotlens/profiles/cost"
	"hotlens/profiles/sharedmemory"
	"hotlens/profiles/sources"
	"hotlens/vm"
	"hotlens/vm/classpath"
	"hotlens/vm/configuration"
	"hotlens/vm/filesystem"
	"hotlens/vm/jimage"
	"hotlens/vm/release"
	"hotlens/vm/sampling"
)

// Target is what the command line says to run: one of Name, Jar, Module and Tests.
type Target struct {
	Name      string   // File.java, or a class name; with Tests the project's folder, "" for the current one
	Tests     []string // patterns of tests: see tests.Parse
	TestSet   string   // the tests that are meant, of those in several source sets, or that the build runs in several ways: see TestedModules; "" where only one can be
	Untrusted bool     // the project's build tool must not be asked about it
	Jar       string   // path of a jar
	Module    string   // MODULE or MODULE/CLASS
	Arguments []string
	Values    []string // the calls whose arguments are summed up: see vm.Program
}

// Plan is a program that is ready to run: compiled if need be, with everything
// found. It is good for one run. Close it.
type Plan struct {
	// Index is the source index of what was compiled; nil where nothing was.
	Index *sources.Index
	// Notes are what the user should know before the program starts, a line each.
	Notes []string
	// OnEdge is told of each new call edge while Profile runs the program, soon after its first execution, in the order
	// of profiles.Edge.FirstSeen, and of all of them before Profile returns; nil: nobody is.
	OnEdge func(sharedmemory.Announcement)
	// OnSnapshot is given the profile of the running program at each SnapshotInterval of the configuration, while the
	// program stands still; its context ends when the run is to end. Nil: nobody is.
	OnSnapshot func(context.Context, *profiles.Profile)
	// OnCounts is given the profile at the end of Profile while its costs, which it must not look at, are being found out: who
	// prepares there what needs none has a large profile sooner. Nil: nobody is.
	OnCounts func(*profiles.Profile)

	// Tests are what became of the tests, when Run or Profile has returned; nil if the program is none that runs tests.
	Tests *TestResults

	name       string // what to run, as the user gave it
	jdk        *jdk.JDK
	config     configuration.Run
	model      *cost.Model // nil: hotlens' own, which a run that is not profiled does not need
	program    vm.Program
	build      *project.Build // of the source file; nil where there is none
	found      *target.Target
	classes    *scratch // of the compiled classes; nil where nothing was compiled
	tests      *testRun // nil: the program is none that runs tests
	uncompiled []javac.LeftOut
	missed     *demand        // nil where nothing was compiled
	compiler   *javac.Service // of what the program misses; nil: it has missed nothing
}

// ClassPath is where the program's classes come from, for who looks for their sources.
func (p *Plan) ClassPath() []string { return p.config.ClassPath }

// Differences are those of the Notes that say how the program runs otherwise than its project says, or that nobody knows what that says: whoever sees no more than its output
// should know.
func (p *Plan) Differences() []string { return concat(projectNotes(p.build), p.found.Notes) }

// Prepare finds the JDK and the program, and compiles it if it is a source file.
// A *target.LaunchError says what the java launcher would; other errors are one
// line for the user.
func Prepare(ctx context.Context, program Target, config configuration.Run) (*Plan, error) {
	j, err := jdk.Find(config.JDK)
	if err != nil {
		return nil, err
	}
	var model *cost.Model
	if config.CostModel != "" {
		if model, err = CostModel(config.CostModel); err != nil {
			return nil, err
		}
	}
	directory, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("the current folder: %w", err)
	}
	p := &Plan{name: cmp.Or(program.Jar, program.Module, strings.Join(program.Tests, ","), program.Name), jdk: j, config: config, model: model, program: vm.Program{Arguments: program.Arguments, Values: program.Values}}
	var found *target.Target
	if len(program.Tests) > 0 {
		found, err = p.resolveTests(ctx, program, directory)
	} else {
		found, err = p.resolve(ctx, program)
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	p.found = found
	if p.tests != nil {
		directory = p.tests.directory()
	}
	var notes []string
	if p.config, notes, err = located(p.config, p.jdk, found, directory, os.Environ()); err != nil {
		p.Close()
		return nil, err
	}
	p.Notes = concat(p.Notes, projectNotes(p.build), found.Notes, notes)
	if p.tests != nil {
		p.config = p.tests.configure(p.config)
	}
	if program.Jar != "" {
		program.Jar = p.config.Names.AllToProgram([]string{program.Jar})[0]
	}
	p.config.Properties = concat([][2]string{
		{"sun.java.launcher", "SUN_STANDARD"},
		{"sun.java.command", commandText(program, p.program)},
	}, p.config.Properties)
	return p, nil
}

// resolvePolicy is a policy with paths that are relative to the folder that a program runs in,
// which it may read, or among the names that it sees. What it may write must exist: the kernel knows rights of existing
// files only, and whether a folder or a file is meant only the user knows.
func resolvePolicy(policy configuration.Policy, directory string, names *filesystem.Names) (configuration.Policy, error) {
	policy.Read = concat(names.AllToHost(absolute(policy.Read, directory)), []string{directory})
	policy.Write = names.AllToHost(absolute(policy.Write, directory))
	if policy.Unrestricted {
		return policy, nil
	}
	for _, path := range policy.Write {
		if _, err := os.Stat(path); err != nil {
			return policy, fmt.Errorf("the program cannot be permitted to write %s: %w; make it before, or permit the folder that it is to be in (--allow-write, setting hotlens.policy.write)", path, reason(err))
		}
	}
	return policy, nil
}

// reason is what an operation on a path failed with, without the path.
func reason(err error) error {
	var failure *fs.PathError
	if errors.As(err, &failure) {
		return failure.Err
	}
	return err
}

// located completes a configuration with what was found, so that a VM can be booted in a
// folder. A restricted program may read what the manifests of its jars name, as far as they
// may name it; the notes are about the rest, a line for each.
func located(config configuration.Run, j *jdk.JDK, program *target.Target, directory string, environment []string) (_ configuration.Run, notes []string, err error) {
	config.Preview = config.Preview || program.Preview
	config.JDK, config.JDKStamp, config.Release = j.Home, j.Stamp, releaseOf(j, config)
	config.ClassPath, config.Directory, config.Environment = program.ClassPath, directory, environment
	m, found := &config.Modules, &program.Modules
	m.Path, m.Patches = concat(found.Path, m.Path), patched(m.Patches, found.Patches)
	m.Add, m.Opens, m.Reads = concat(found.Add, m.Add), concat(found.Opens, m.Opens), concat(found.Reads, m.Reads)
	m.Main = cmp.Or(found.Main, m.Main)
	given := len(config.Policy.Read)
	config.Date = config.Date.On(time.Now())
	config.Names = names(config, program)
	if config.Policy, err = resolvePolicy(config.Policy, directory, &config.Names); err != nil {
		return config, nil, err
	}
	config.Unconfined = config.Policy.Unrestricted || confinement.IsOff()
	config.CodeCache = codeCacheFolder(config.CodeCache)
	path, err := classpath.Resolve(program.ClassPath)
	if err != nil {
		return config, nil, err
	}
	if config.Policy.Unrestricted {
		return config, nil, nil
	}
	for _, name := range config.Policy.Read[:given] {
		if _, err := os.Stat(name); err != nil {
			notes = append(notes, fmt.Sprintf("--allow-read %s (setting hotlens.policy.read) permits nothing: %v", name, reason(err)))
		}
	}
	permitted, refused := path.Readable(directory)
	config.Policy.Read = concat(config.Policy.Read, permitted)
	for _, location := range refused {
		notes = append(notes, fmt.Sprintf("the manifest of %s names %s, which the program may not read; allow it with --allow-read %s (setting hotlens.policy.read)",
			path.NamedBy(location), location, location))
	}
	return config, notes, nil
}

// patched are patches, each module once: what the user gives is in front of what was found.
func patched(given, found []configuration.Patch) []configuration.Patch {
	all := slices.Clone(given)
	for _, patch := range found {
		at := slices.IndexFunc(all, func(other configuration.Patch) bool { return other.Module == patch.Module })
		if at < 0 {
			all = append(all, patch)
		} else {
			all[at].Path = concat(all[at].Path, patch.Path)
		}
	}
	return all
}

// releaseOf is what is different in a JDK, with the preview features that a configuration asks for.
func releaseOf(j *jdk.JDK, config configuration.Run) release.Release {
	if config.Preview {
		return j.Release.WithPreview()
	}
	return j.Release
}

// commandText is what java's launcher tells programs about their start: the
// target as it was given, but a source file's main class, and the arguments.
func commandText(given Target, program vm.Program) string {
	if len(given.Tests) > 0 {
		return program.MainClass // the names of the tests are nobody's arguments
	}
	return strings.Join(concat([]string{cmp.Or(given.Jar, given.Module, program.MainClass)}, program.Arguments), " ")
}

// resolve finds the program, and compiles it if need be.
func (p *Plan) resolve(ctx context.Context, program Target) (*target.Target, error) {
	spec := target.Spec{Name: program.Name, Release: releaseOf(p.jdk, p.config), ClassPath: p.config.ClassPath, Modules: p.config.Modules, Processors: p.config.Processors, Source: p.config.Source}
	if program.Jar != "" {
		spec.Name, spec.Jar = program.Jar, true
	}
	if program.Module != "" {
		spec.Name, spec.Module = program.Module, true
	}
	if p.isFolder(program) {
		request, err := p.request(program)
		if err != nil {
			return nil, err
		}
		file, err := onlyProgram(ctx, newProjects(), request)
		if err != nil {
			return nil, err
		}
		program.Name, spec.Name = file, file
	}
	if isSource(program.Name) {
		var err error
		if p.classes, err = claimScratch(); err != nil {
			return nil, fmt.Errorf("the folder for the compiled classes: %w", err)
		}
		if spec.OutputDir, err = p.classesFolder(); err != nil {
			return nil, err
		}
		if spec.Project, err = p.project(ctx, program); err != nil {
			return nil, err
		}
		if spec.Project != nil {
			if err := p.fit(spec.Project.Level()); err != nil {
				return nil, err
			}
			spec.Release = releaseOf(p.jdk, p.config)
		}
		if spec.Others, err = otherClasses(spec.Project); err != nil {
			return nil, err
		}
	}
	found, err := target.Resolve(spec)
	var refused *target.LaunchError
	if errors.As(err, &refused) && refused.Reason == target.ClassNotFound && program.Jar == "" && p.inLibrary(program.Name) {
		found, err = &target.Target{MainClass: program.Name, ClassPath: p.config.ClassPath}, nil
	}
	if err != nil {
		return nil, hinted(err, program)
	}
	if found.Compile != nil {
		if err := p.compile(ctx, found); err != nil {
			return nil, hinted(err, program)
		}
		if err := stage(found); err != nil {
			return nil, err
		}
	}
	p.program.MainClass, p.config.Modules.Main = found.MainClass, found.Modules.Main
	p.program.Exports, p.program.Opens = found.Exports, found.Opens
	return found, nil
}

// fit has the plan go by a JDK for code of a level of Java.
func (p *Plan) fit(level int) (err error) {
	p.jdk, err = jdk.FindFor(p.config.JDK, level)
	return err
}

// project is how the program's source file is built; nil where there is no such file.
func (p *Plan) project(ctx context.Context, program Target) (*project.Build, error) {
	request, err := p.request(program)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(request.Path); err != nil {
		return nil, nil // target.Resolve says so
	}
	p.build, err = buildOf(ctx, newProjects(), request)
	return p.build, err
}

// request asks for the project of a program's file or folder. Whoever names a program trusts its project.
func (p *Plan) request(program Target) (project.Request, error) {
	path, err := filepath.Abs(program.Name)
	if err != nil {
		return project.Request{}, fmt.Errorf("the target %s: %w", program.Name, err)
	}
	directory, err := os.Getwd()
	if err != nil {
		return project.Request{}, fmt.Errorf("the current folder: %w", err)
	}
	return project.Request{Path: path, Trusted: !program.Untrusted, Within: directory, JDK: p.jdk}, nil
}

// isFolder tells whether a target is a folder, and no class that is called like one.
func (p *Plan) isFolder(program Target) bool {
	if program.Jar != "" || program.Module != "" {
		return false
	}
	if info, err := os.Stat(program.Name); err != nil || !info.IsDir() {
		return false
	}
	_, err := target.Resolve(target.Spec{Name: program.Name, ClassPath: p.config.ClassPath})
	var refused *target.LaunchError
	return errors.As(err, &refused) && refused.Reason == target.ClassNotFound && !p.inLibrary(program.Name)
}

// inLibrary tells whether the JDK itself has a class. Java runs those, too, such
// as com.sun.tools.javac.Main.
func (p *Plan) inLibrary(class string) bool {
	image, err := jimage.Open(p.jdk.Modules)
	if err != nil {
		return false // the VM will say so
	}
	defer image.Close()
	_, _, found, err := image.FindClass(strings.ReplaceAll(class, ".", "/"))
	return err == nil && found
}

// isSource tells whether a target's name is that of a file to compile.
func isSource(name string) bool { return strings.HasSuffix(name, sourceSuffix) }

const sourceSuffix = ".java"

// hinted adds to what java's launcher says what else may have been meant.
func hinted(err error, program Target) error {
	var launch *target.LaunchError
	if !errors.As(err, &launch) || program.Jar != "" || program.Module != "" {
		return err
	}
	switch {
	case launch.Reason == target.ClassNotFound && strings.ContainsRune(program.Name, filepath.Separator):
		launch.Hint = fmt.Sprintf("there is no folder %s either: check the path", program.Name)
	case launch.Reason == target.NoMain && isSource(program.Name):
		text, failure := os.ReadFile(program.Name)
		if failure == nil && project.HasTests(string(text)) {
			launch.Hint = fmt.Sprintf("the file has tests: run them with --test %s", strings.TrimSuffix(filepath.Base(program.Name), sourceSuffix))
		}
	}
	return err
}

// compile compiles a source file, which completes the target.
func (p *Plan) compile(ctx context.Context, found *target.Target) error {
	request := p.keeping(compilation(found))
	service := p.startCompiler()
	result, err := service.Compile(ctx, request)
	if err := errors.Join(err, service.Close()); err != nil {
		return fmt.Errorf("compiling %s: %w", found.Compile.Files[0], err)
	}
	p.Index, p.uncompiled = result.Index, result.LeftOut
	err = p.compileMissed(&request, func(ctx context.Context, service *javac.Service) (*javac.Result, error) {
		return service.Compile(ctx, request)
	})
	if err != nil {
		return err
	}
	return found.Compiled(result)
}

// startCompiler starts the user's compiler. Annotation processors read the project as they do in its build: Lombok looks for its configuration in the folders above the sources.
func (p *Plan) startCompiler() *javac.Service {
	service := javac.Start(p.jdk)
	if p.config.Processors && p.build != nil {
		_ = service.Permit(context.Background(), []string{p.build.Model.Folder}, nil) // nobody else uses it yet
	}
	return service
}

// classesFolder makes the folder for the compiled classes.
func (p *Plan) classesFolder() (string, error) {
	folder := filepath.Join(p.classes.folder, "classes")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", fmt.Errorf("the folder for the compiled classes: %w", err)
	}
	return folder, nil
}

// keeping is a request of which only that is compiled which has changed since a run before, of whichever process.
func (p *Plan) keeping(request javac.Request) javac.Request {
	store, err := privateFolder(keptClasses)
	if err != nil {
		slog.Debug("everything is compiled", "error", err)
		return request
	}
	request.Keep, request.Store = filepath.Join(p.classes.folder, keptClasses), store
	return request
}

// costModel is the model that the costs of this program's contexts are by.
func (p *Plan) costModel() *cost.Model {
	if p.model == nil {
		return cost.Default()
	}
	return p.model
}

// Close removes what was compiled.
func (p *Plan) Close() {
	if p.compiler != nil {
		if err := p.compiler.Close(); err != nil {
			slog.Debug("ending the compiler of what the program has missed", "error", err)
		}
	}
	p.classes.release()
}

// Run runs the program. The error is ctx's, or that it could not be started.
func (p *Plan) Run(ctx context.Context, streams Streams) (worker.Outcome, error) {
	needs, learn := p.needs()
	process, err := startProcess(ctx, p.config, streams, needs)
	if err != nil {
		return worker.Outcome{}, err
	}
	defer process.close()
	defer p.announce(process)()
	if err := p.beginTests(process); err != nil {
		return worker.Outcome{}, err
	}
	p.missed.serve(process)
	outcome, err := process.Run(ctx, p.program)
	learn(outcome)
	p.renew()
	explain(p.uncompiled, outcome.Uncaught)
	if err != nil {
		return outcome, err
	}
	return outcome, p.endTests(outcome)
}

// needs gives what the last run of the program has needed, and takes down what this one has.
func (p *Plan) needs() (before func() vm.Needs, learn func(worker.Outcome)) {
	name := needsName(p.config.JDK, p.config.Directory, p.name)
	before = sync.OnceValue(func() vm.Needs { return keptNeeds(name) })
	return before, func(outcome worker.Outcome) {
		if needs := bounded(outcome.Needs); len(needs.Classes) > 0 && !sameNeeds(before(), needs) { // one that was cut off has not said it
			keepNeeds(name, needs)
		}
	}
}

// Profile runs the program under the profilers. A program that a limit, or a signal
// to hotlens, has stopped has a profile, too; one whose VM has failed may have none.
func (p *Plan) Profile(ctx context.Context, streams Streams) (*profiles.Profile, worker.Outcome, error) {
	var process *process
	if p.OnSnapshot != nil {
		streams.onSnapshot = func(ctx context.Context) {
			profile, err := process.snapshot()
			if err != nil {
				slog.Debug("a snapshot of the profile", "error", err)
				return
			}
			complete(profile, p.config, p.costModel(), p.program, p.jdk.Version, worker.Outcome{})
			profile.Complete = false
			p.OnSnapshot(ctx, profile)
		}
	}
	needs, learn := p.needs()
	process, err := startProcess(ctx, p.config, streams, needs)
	if err != nil {
		return nil, worker.Outcome{}, err
	}
	defer process.close()
	defer p.announce(process)()
	stop := func() {}
	if p.OnEdge != nil {
		stop = process.follow(p.OnEdge)
	}
	if err := p.beginTests(process); err != nil {
		return nil, worker.Outcome{}, err
	}
	p.missed.serve(process)
	outcome, err := process.run(ctx, p.program)
	stop()
	learn(outcome)
	p.renew()
	explain(p.uncompiled, outcome.Uncaught)
	if err != nil {
		return nil, outcome, err
	}
	if err := p.endTests(outcome); err != nil {
		return nil, outcome, err
	}
	profile, err := process.result()
	if err != nil && outcome.Failure == "" {
		return nil, outcome, err
	}
	if profile != nil {
		p.Index, _ = withOthers(p.Index, profile, p.found) // a report has no place for what is stale: it has lines without a text
		describe(profile, p.config, p.program, p.jdk.Version, outcome)
		cover(profile, p.config, p.program, p.tests.isTest(p.Index))
		if p.tests != nil {
			p.tests.describe(profile, p.Tests)
		}
		var counts conc.WaitGroup
		if p.OnCounts != nil {
			counts.Go(func() { p.OnCounts(profile) })
		}
		cost.Apply(profile, p.costModel())
		counts.Wait()
	}
	return profile, outcome, nil
}

// complete fills in what a worker's memory does not say.
func complete(profile *profiles.Profile, config configuration.Run, model *cost.Model, program vm.Program, version string, outcome worker.Outcome) {
	describe(profile, config, program, version, outcome)
	cost.Apply(profile, model)
}

// describe fills in what a worker's memory does not say, but for the costs.
func describe(profile *profiles.Profile, config configuration.Run, program vm.Program, version string, outcome worker.Outcome) {
	main := program.MainClass
	if main == "" {
		main = config.Modules.Main
	}
	profile.Target = profiles.Target{
		Main: main, Arguments: concat(program.Arguments), JDK: version, ClassPath: concat(config.Names.AllToProgram(config.ClassPath)),
	}
	profile.Clock = config.Clock()
	if start, err := config.Date.Start(time.Now()); err == nil && !start.Equal(configuration.FixedDate) {
		profile.Date = start.Format(time.RFC3339Nano)
	}
	profile.Tier = string(config.Tier)
	profile.Profilers = config.Profilers
	if config.SamplesCalls() {
		sampled := config.CallSampling()
		profile.Accuracy = profiles.MeasureAccuracy(profile, profiles.Accuracy{
			Stride: sampled.Stride, SamplesPerTick: sampled.Samples, TickNanos: uint64(sampled.Tick), Schedule: string(sampled.Schedule),
			Contexts: sampled.Contexts, Start: string(cmp.Or(sampled.Start, sampling.StartRandom)),
		})
	}
	profile.Complete = outcome.Limit == nil && outcome.Failure == ""
	if outcome.Limit != nil {
		profile.Limits = []profiles.Limit{*outcome.Limit}
	}
	if !config.VirtualClock { // it would differ from run to run
		nanos := uint64(outcome.Wall.Nanoseconds())
		profile.Totals.WallNanos = &nanos
	}
}

// absolute makes paths absolute, from a directory.
func absolute(paths []string, directory string) []string {
	all := slices.Clone(paths)
	for i, path := range all {
		if !filepath.IsAbs(path) {
			all[i] = filepath.Join(directory, path)
		}
	}
	return all
}
