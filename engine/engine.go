// Package engine decides what to run and when: it finds the JDK and the program,
// compiles it, runs it in a worker process within its limits, and makes a
// profile of what the worker's memory says.
//
// An Engine serves a session of an editor: it keeps the compiler and booted
// workers warm. A Plan is one run for a command line.
//
// Invariant: user code never runs in this process, and Close leaves no process
// and no file behind, whatever the program did.
package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc"

	"hotlens/engine/changes"
	"hotlens/engine/javac"
	"hotlens/engine/jdk"
	"hotlens/engine/project"
	"hotlens/engine/target"
	"hotlens/engine/tests"
	"hotlens/profiles"
	"hotlens/profiles/cost"
	"hotlens/profiles/numbers"
	"hotlens/vm"
	"hotlens/vm/configuration"
)

// Engine compiles and profiles saved files. Its methods may be called by many
// goroutines.
type Engine struct {
	workers   *pool
	projects  func() *project.Projects // made when they are first asked for
	asked     atomic.Bool              // for a profile
	profiling atomic.Int32             // how many profiles are being made
	looking   sync.Mutex
	looked    project.Looked  // guarded by looking
	tested    map[string]bool // class paths that have a framework for tests; guarded by looking

	mutex    sync.Mutex
	services map[string]*javac.Service // by the JDK's folder
	retired  conc.WaitGroup            // closes services of JDKs that are no longer there
	files    *changes.Watcher          // nil: nobody wants to know of any
	classes  *scratch                  // holds a folder of classes per program; nil before the first
	closed   bool
}

// New returns an engine. It does nothing before the first request.
func New() *Engine {
	return &Engine{workers: newPool(), projects: sync.OnceValue(newProjects), services: map[string]*javac.Service{}}
}

// SetEditor takes over what the editor's Java support knows of the projects, for the requests to come.
func (e *Engine) SetEditor(said project.EditorKnowledge) { e.projects().SetEditor(said) }

// Close ends the compilers and the workers and removes the compiled classes.
// Runs that are under way should have been cancelled before.
func (e *Engine) Close() error {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.closed {
		return nil
	}
	e.closed = true
	e.workers.close()
	var problems []error
	if e.files != nil {
		problems = append(problems, e.files.Close())
	}
	for _, service := range e.services {
		problems = append(problems, service.Close())
	}
	e.retired.Wait()
	e.classes.release()
	return errors.Join(problems...)
}

// errClosed is the answer to requests after Close.
var errClosed = errors.New("the engine has been closed")

// Profile compiles the saved file, runs its target under the profilers, and
// calls progress with phases for the user to read. There is a result for every
// outcome that the user's program or settings bring about, a crash of the worker
// included. Errors are failures of hotlens itself, and ctx.Err() when ctx ends,
// which kills the worker at once; but when ctx ends with ErrStopped while the program runs,
// there is a result of what it did until then. Beside ctx.Err() there is a result, without a status and a profile, if tests
// had ended: what became of those.
func (e *Engine) Profile(ctx context.Context, request Request, progress func(phase string)) (*Result, error) {
	e.asked.Store(true)
	e.profiling.Add(1)
	defer e.profiling.Add(-1)
	var phases Phases
	clock := newStopwatch()
	run, err := e.plan(ctx, request, progress)
	if err != nil || run.refused != nil {
		return run.refused, err
	}
	// The worker boots while the compiler works, and the compiler boots while it is found out what there is to compile.
	e.workers.prepare(run.config)

	progress("compiling " + filepath.Base(request.File))
	if err := run.launch(ctx); err != nil {
		slog.Debug("starting the Java compiler", "error", err) // compiling tries it again, and says why not
	}
	compiled, err := run.compileAll(ctx)
	clock.lap(&phases.Compile)
	var result *Result
	if err == nil {
		result, err = run.adopted(compiled, request.LastClassesHash)
	}
	if result == nil || result.Status != StatusUnchanged { // else nothing runs that a newer request could have to replace
		if err := request.awaitSettled(ctx); err != nil {
			return nil, err
		}
		clock.lap(&phases.Settle)
	}
	if err != nil {
		return failed(ctx, fmt.Errorf("compiling %s: %w", request.File, err))
	}
	result.Phases = phases
	if result.Status != "" {
		return result, nil
	}
	if err := stage(run.target); err != nil {
		return failed(ctx, err)
	}
	if request.Values != nil {
		if run.program.Values, err = request.Values(compiled.Index); err != nil {
			result.Status, result.Message = StatusNoTarget, err.Error()
			return result, nil
		}
	}
	return e.execute(ctx, run, result, &request, progress)
}

// Prepare makes ready what the first Profile of a file takes, and runs nothing: it starts the compiler and compiles the file, so that
// the compiler is warm, and boots a worker.
func (e *Engine) Prepare(ctx context.Context, request Request) error {
	before, _ := os.Stat(request.File) // nil where there is nothing, which the plan says
	run, err := e.plan(ctx, request, nil)
	if err != nil || run.refused != nil {
		return err
	}
	if e.profiling.Load() == 0 && isUnchanged(request.File, before) {
		e.workers.prepare(run.config)
	} // else the first save has come already: its run has a worker, and what was planned of a file that was being written may be wrong
	if err := run.launch(ctx); err != nil {
		return fmt.Errorf("starting the Java compiler: %w", err)
	}
	if err := run.service.Boot(ctx, run.compile); err != nil {
		return fmt.Errorf("starting the Java compiler: %w", err)
	}
	for range warmUps {
		if e.asked.Load() {
			break // nobody warms it better
		}
		if err := run.service.Warm(ctx, run.compile); err != nil {
			return fmt.Errorf("warming the Java compiler: %w", err)
		}
	}
	return run.service.Archive(ctx)
}

// isUnchanged tells whether a file has not been written since it was looked at, nor was about to be: editors empty it first.
func isUnchanged(file string, before os.FileInfo) bool {
	now, err := os.Stat(file)
	return err == nil && before != nil && before.Size() > 0 && now.Size() == before.Size() && now.ModTime().Equal(before.ModTime())
}

// warmUps is how often a file is compiled ahead of time: the third compilation takes a third of the first.
const warmUps = 3

// execute runs the compiled program and completes the result.
func (e *Engine) execute(ctx context.Context, run *serverRun, result *Result, request *Request, progress func(string)) (*Result, error) {
	progress("starting the VM")
	clock := newStopwatch()
	defer run.trim(result)
	process, err := e.workers.take(ctx, run.config)
	clock.lap(&result.Phases.Start)
	if err != nil {
		return failed(ctx, err)
	}
	defer e.workers.prepare(run.config) // for the next save
	closed := false
	defer func() {
		if !closed {
			process.close()
		}
	}()
	program := run.program
	program.Allowance = request.Allowance
	if request.Background {
		process.LowerPriority()
	}
	progress("running " + run.subject())
	if run.tests != nil {
		if err := run.tests.begin(process.process, run.target.Compile.OutputDir, &program); err != nil {
			return failed(ctx, err)
		}
		defer run.tests.close()
	}
	missed := &demand{service: func() *javac.Service { return run.service }, output: run.compile.OutputDir, compile: func(ctx context.Context, _ *javac.Service) (*javac.Result, error) { return run.compileAll(ctx) }}
	missed.serve(process.process)
	stopWatching := process.watch(request.Watch, result.Index, run)
	outcome, err := process.run(ctx, program)
	stopWatching()
	clock.lap(&result.Phases.Run)
	if newest := missed.result(); newest != nil {
		if err := run.renew(result, newest); err != nil {
			return failed(ctx, err)
		}
	}
	e.workers.learn(outcome.Needs)
	explain(run.uncompiled, outcome.Uncaught)
	if err != nil {
		return run.ended(result), err
	}
	var told *TestResults
	if run.tests != nil {
		if told, err = run.tests.results(outcome); err != nil {
			return failed(ctx, err)
		}
	}
	profile, err := process.result()
	output := process.close()
	closed = true
	result.Outcome = &profiles.Outcome{
		Main: run.subject(), ExitStatus: outcome.ExitStatus, Limit: outcome.Limit, Uncaught: outcome.Uncaught, Waiting: outcome.Waiting, Stopped: outcome.Stopped, Wall: outcome.Wall,
		Output: output.String(), OutputLines: output.Lines(), Reads: outcome.Reads, MoreReads: outcome.MoreReads, NoInput: outcome.NoInput,
	}
	if err != nil && outcome.Failure == "" {
		return failed(ctx, err)
	}
	if profile != nil {
		complete(profile, run.config, run.model, program, run.service.JDK().Version, outcome)
		cover(profile, run.config, program, run.tests.isTest(result.Index))
		if told != nil {
			run.tests.describe(profile, told)
		}
		result.Profile = profile
		var notes []string
		result.Index, notes = withOthers(result.Index, profile, run.target)
		result.Notes = concat(result.Notes, notes)
	}
	if told != nil {
		if len(told.Tests) == 0 {
			result.Unmatched = told.Unmatched
		}
		result.Notes = concat(result.Notes, told.Notes)
		result.Outcome.Tests, result.Outcome.Planned, result.Further = told.Tests, told.Planned, run.tests.further()
		if profiles.CountTests(told.Tests).Failed > 0 {
			result.Outcome.ExitStatus = statusTestFailed
		}
	}
	clock.lap(&result.Phases.Read)
	switch {
	case outcome.NoClass: // chooseTarget leaves it to the VM to look for a class without a source file
		result.Status, result.Message = StatusNoTarget, fmt.Sprintf("there is no class %s in the project or on its class path: check %s", program.MainClass, settingTargets)
		result.Profile, result.Outcome = nil, nil
	case outcome.Failure != "":
		result.Status, result.Message = StatusFailed, outcome.Failure
	case outcome.Limit != nil:
		result.Status, result.Message = StatusLimit, outcome.Limit.Message
	case told != nil:
		result.Status = StatusOK
		result.Message = run.subject() + ": " + told.summary() + "; " + extent(profile)
	default:
		result.Status = StatusOK
		result.Message = run.program.MainClass + ": " // and what a status line must not cut off
		if len(outcome.Uncaught) > 0 {
			result.Message += "uncaught " + outcome.Uncaught[0].SimpleName() + ", "
		}
		if outcome.ExitStatus != 0 {
			result.Message += fmt.Sprintf("exit status %d, ", outcome.ExitStatus)
		}
		result.Message += extent(profile)
	}
	return result, nil
}

// ended completes the result of a run that was cancelled with what became of the tests that had ended by then; nil if there are none.
func (run *serverRun) ended(result *Result) *Result {
	if run.tests == nil {
		return nil
	}
	told, err := run.tests.end()
	if err != nil {
		slog.Debug("the tests of a run that was cancelled", "error", err)
		return nil
	}
	ended := slices.DeleteFunc(told.Tests, func(t profiles.Test) bool { return t.Status == profiles.TestUnfinished && t.Reason == "" })
	if len(ended) == 0 {
		return nil
	}
	result.Outcome = &profiles.Outcome{Main: run.subject(), Tests: ended}
	return result
}

// stopwatch measures what happens one after the other.
type stopwatch struct{ last time.Time }

func newStopwatch() *stopwatch { return &stopwatch{time.Now()} }

// lap puts the time since the last lap, or the start, into a duration.
func (s *stopwatch) lap(into *time.Duration) {
	now := time.Now()
	*into, s.last = now.Sub(s.last), now
}

// extent says in a few words how much a profile has: "1,204 calls, 33,100 bytecodes".
func extent(p *profiles.Profile) string {
	if p.Timed() && !p.Counted() {
		return numbers.Count(uint64(len(p.Contexts)), "context") + " timed"
	}
	return numbers.Count(p.Totals.Calls, "call") + ", " + numbers.Count(p.Totals.Bytecodes, "bytecode")
}

// failed is what Profile returns when something broke off: ctx's error if it has
// ended, and otherwise a result.
func failed(ctx context.Context, err error) (*Result, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	slog.Debug("a run failed", "error", err)
	return &Result{Status: StatusFailed, Message: err.Error()}, nil
}

// serverRun is one request on its way.
type serverRun struct {
	refused    *Result // the result, where nothing can be compiled
	service    *javac.Service
	target     *target.Target // of the source file with the program
	compile    javac.Request
	read       string // a folder below which this session's requests to the compiler read
	write      string // and one below which they write
	saved      string // the file that was saved
	config     configuration.Run
	model      *cost.Model
	program    vm.Program
	tests      *testRun // nil: the program is none that runs tests
	notes      []string
	remedy     string // see Result.Remedy
	uncompiled []javac.LeftOut
}

// plan finds out what to compile and to run.
func (e *Engine) plan(ctx context.Context, request Request, progress func(phase string)) (*serverRun, error) {
	run := &serverRun{config: request.Config, saved: request.File}
	refuse := func(err error) (_ *serverRun, refusal error) {
		run.refused, refusal = failed(ctx, err)
		return run, refusal
	}
	err := run.config.Check()
	if err != nil {
		return refuse(err)
	}
	if file := request.Config.CostModel; file != "" {
		run.config.CostModel = absolute([]string{file}, request.Workspace)[0]
	}
	if run.model, err = CostModel(run.config.CostModel); err != nil {
		return refuse(err)
	}
	found, err := jdk.Find(run.config.JDK)
	if err != nil {
		return refuse(err)
	}
	text, err := os.ReadFile(request.File)
	if err != nil {
		return refuse(fmt.Errorf("reading the saved file: %w", err))
	}
	// Nothing is run for a workspace that is not trusted.
	wanted := project.Request{Path: request.File, Trusted: true, Within: request.Workspace, JDK: found, Progress: progress}
	build, err := buildOf(ctx, e.projects(), wanted)
	if err != nil {
		return refuse(err)
	}
	choice := chooseTarget(request, concat([]string{javac.SourceRoot(request.File, build.Decode(text))}, build.Model.Roots()))
	program := choice.file
	if roots := build.Set.Roots(); choice.tests != nil && len(roots) > 0 {
		program = roots[0] // all tests of a source set are run by workers that were booted for one folder
	}
	if choice.file != request.File {
		wanted.Path = choice.file
		if build, err = buildOf(ctx, e.projects(), wanted); err != nil {
			return refuse(err)
		}
		text, err = os.ReadFile(choice.file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			run.refused = &Result{Status: StatusNoTarget, Message: fmt.Sprintf("there is no file %s: check %s", choice.file, settingTargets)}
			return run, nil
		case err != nil:
			return refuse(fmt.Errorf("reading %s: %w", choice.file, err))
		}
	}
	if filepath.Base(choice.file) == project.ModuleFile {
		if modules, reason := build.Modules(); modules == nil {
			run.refused = &Result{Status: StatusNoTarget, Message: cmp.Or(reason, "the sources of this module are for a Java without modules") + ": nothing looks at its description"}
			return run, nil
		}
	}
	if run.service, err = e.service(run.config.JDK, build.Level()); err != nil {
		return refuse(err)
	}
	classes, err := e.classesFolder(program, run.service.JDK())
	if err != nil {
		return refuse(err)
	}
	spec := target.Spec{
		Name: choice.file, ClassPath: absolute(request.Config.ClassPath, request.Workspace), OutputDir: classes, Processors: run.config.Processors, Project: build, Release: releaseOf(run.service.JDK(), run.config),
	}
	if spec.Others, err = otherClasses(build); err != nil {
		return refuse(err)
	}
	directory, source := request.Workspace, build.Decode(text)
	if wanted := choice.testsOf(javac.SourceRoot(choice.file, source), source, build.InheritsTests); len(wanted) > 0 {
		patterns, err := tests.Parse(wanted)
		if err != nil {
			return refuse(err)
		}
		if run.tests, err = newTestRun(patterns, testSetsOf(build.Model, build.Module, build.Set), request.TestSet, spec); err != nil {
			run.refused = &Result{Status: StatusNoTarget, Message: err.Error()}
			return run, nil
		}
		run.tests.reaching = request.Reaching
		run.tests.asBuild = run.tests.asBuild || request.AsBuild
		if err := run.tests.prepare(ctx, run.service); err != nil {
			return refuse(err)
		}
		run.target, directory = run.tests.target, run.tests.directory()
		run.config.Policy.Read = concat(run.config.Policy.Read, []string{request.Workspace})
	} else if run.target, err = target.Resolve(spec); err != nil {
		return refuse(err)
	}
	run.read, run.write = request.Workspace, filepath.Dir(classes)
	run.compile = compilation(run.target)
	run.compile.Keep = filepath.Join(filepath.Dir(classes), keptClasses)
	if run.compile.Store, err = privateFolder(keptClasses); err != nil {
		slog.Debug("the next session will compile everything", "error", err)
	}
	if choice.file != request.File && !slices.Contains(run.compile.Files, request.File) && run.compile.HasFile(request.File) {
		run.compile.Files = concat(run.compile.Files, []string{request.File})
		run.reach(request.File)
	}
	var notes []string
	run.config, notes, err = located(run.config, run.service.JDK(), run.target, directory, os.Environ())
	if err != nil {
		return refuse(err)
	}
	run.notes = concat(projectNotes(build), run.target.Notes, notes)
	run.program = vm.Program{MainClass: choice.class, Arguments: choice.arguments}
	if run.program.Sources, err = run.compile.Sources(); err != nil {
		return refuse(err)
	}
	if run.tests != nil {
		run.config = run.tests.configure(run.config)
		run.notes = append(run.notes, run.tests.leftOut()...)
	}
	return run, nil
}

// subject is the class that is run, or what is tested.
func (r *serverRun) subject() string {
	if r.tests != nil {
		return r.tests.subject(r.program)
	}
	return r.program.MainClass
}

// launch has the compiler's JVM boot unless it runs, and does not wait for it.
func (r *serverRun) launch(ctx context.Context) error {
	if err := r.service.Permit(ctx, []string{r.read}, []string{r.write}); err != nil {
		return err
	}
	return r.service.Launch(ctx, r.compile)
}

// compileAll compiles what is to run.
func (r *serverRun) compileAll(ctx context.Context) (*javac.Result, error) {
	if r.tests == nil {
		return r.service.Compile(ctx, r.compile)
	}
	result, note, err := r.tests.compile(ctx, r.service, r.compile)
	if note != "" {
		r.notes = append(r.notes, note)
	}
	return result, err
}

// trim leaves of the index of a run of tests what it had to do with.
func (r *serverRun) trim(result *Result) {
	if result.Index != nil && (r.tests != nil || len(r.target.Rest) > 0) {
		chosen := slices.DeleteFunc(slices.Clone(r.compile.Files), func(file string) bool { return file != r.saved && slices.Contains(r.target.Rest, file) })
		result.Index = concerned(result.Index, result.Uses, chosen, result.Profile)
	}
}

// reach adds the source root of a file to where sources are found, unless the project has it there.
func (r *serverRun) reach(file string) {
	if slices.ContainsFunc(r.compile.SourcePath, func(folder string) bool { return project.Within(folder, file) }) {
		return
	}
	if text, err := os.ReadFile(file); err == nil { // else the compiler says so
		r.compile.SourcePath = concat(r.compile.SourcePath, []string{javac.SourceRoot(file, string(text))})
	}
}

// adopted is the result as far as the compilation has decided it: its status is "" if the program is to run. The hash identifies the classes of the last run.
func (r *serverRun) adopted(compiled *javac.Result, last string) (*Result, error) {
	result := &Result{Index: compiled.Index, Diagnostics: diagnostics(compiled.Diagnostics, r.target.Project, r.compile.Processors), Uses: compiled.Uses, Directory: r.config.Directory}
	if r.tests != nil {
		result.TestSet, result.Further, result.Execution = r.tests.set.id(), r.tests.further(), r.tests.set.name()
	}
	r.uncompiled, result.LeftOut = compiled.LeftOut, left(compiled.LeftOut)
	result.Status, result.Message = r.adopt(compiled)
	result.Notes, result.Remedy = r.notes, r.remedy
	result.tellProject(r.target.Project)
	if result.Status != "" {
		return result, nil
	}
	var err error
	if result.ClassesHash, err = r.hash(compiled.ClassesHash); err != nil {
		return nil, err
	}
	if result.ClassesHash == last {
		r.trim(result)
		result.Status, result.Message = StatusUnchanged, "the program is the same as at the last run"
	}
	return result, nil
}

// renew has a result be of what has been compiled while the program ran, too: the next compilation is compared with that.
func (r *serverRun) renew(result *Result, newest *javac.Result) (err error) {
	result.Index, result.Uses = newest.Index, newest.Uses
	r.uncompiled, result.LeftOut = newest.LeftOut, left(newest.LeftOut)
	if r.tests != nil {
		r.tests.uncompiled = newest.LeftOut
	}
	result.ClassesHash, err = r.hash(newest.ClassesHash)
	return err
}

// adopt takes over the outcome of the compilation. It returns a status and a
// message where there is nothing to run.
func (r *serverRun) adopt(compiled *javac.Result) (status, message string) {
	var err error
	if r.tests != nil {
		err = r.tests.compiled(compiled, &r.program)
	} else {
		err = r.target.Compiled(compiled)
	}
	var noMain *target.LaunchError
	var failed *target.CompileError
	switch {
	case errors.As(err, &failed):
		if r.remedy = failed.Hint; r.remedy != "" {
			r.notes = append(r.notes, r.remedy)
		}
		return StatusCompileError, err.Error()
	case r.tests != nil && err != nil:
		return StatusNoTarget, err.Error()
	case r.program.MainClass != "": // named in the settings, or ours
	case errors.As(err, &noMain):
		// A lens has room for a line: whoever had a main method knows how to declare one, and the setting's name must be seen.
		fault, _, _ := strings.Cut(noMain.Message, ": ")
		message = fault + ": declare one, or name a program in " + settingTargets
		if noMain.Hint != "" {
			message += "; " + noMain.Hint
		}
		return StatusNoTarget, message
	case err != nil:
		return StatusNoTarget, err.Error()
	default:
		r.program.MainClass = r.target.MainClass
	}
	return "", ""
}

// hash identifies the compiled classes and the way in which they are run.
func (r *serverRun) hash(classes string) (string, error) {
	text, err := json.Marshal([]any{classes, r.config, r.program})
	if err != nil {
		return "", fmt.Errorf("identifying the program: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// service returns the warm compiler of the JDK that a setting means for code of a level of Java. While a session lasts, JDKs are updated in their
// folders, links are led to others, and some are removed: then the compiler ends that was warm until now.
func (e *Engine) service(setting string, level int) (*javac.Service, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.closed {
		return nil, errClosed
	}
	for home, service := range e.services {
		if now, err := jdk.Open(home); err == nil && *now == *service.JDK() {
			continue
		}
		delete(e.services, home)
		e.retired.Go(func() {
			if err := service.Close(); err != nil {
				slog.Debug("ending the compiler of a JDK that is no longer there", "error", err)
			}
		})
	}
	j, err := jdk.FindFor(setting, level)
	if err != nil {
		return nil, err
	}
	if e.services[j.Home] == nil {
		e.services[j.Home] = javac.Start(j)
	}
	return e.services[j.Home], nil
}

// keptClasses is the folder beside those of the programs in which the compiler keeps the classes that it need not compile again.
const keptClasses = "kept"

// classesFolder is where the classes of the program with this source file go that a JDK compiles. It
// is always the same, so that workers can be booted for it ahead of time, and beside it are all that this JDK has compiled and no others.
func (e *Engine) classesFolder(mainFile string, j *jdk.JDK) (string, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.closed {
		return "", errClosed
	}
	if e.classes == nil {
		var err error
		if e.classes, err = claimScratch(); err != nil {
			return "", fmt.Errorf("the folder for compiled classes: %w", err)
		}
	}
	folder := filepath.Join(e.classes.folder, shortHash(j.Home+" "+j.Stamp), shortHash(mainFile))
	// The library takes a class path entry that does not exist when it boots for
	// a jar, for good: the folder must be there before its worker is.
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("the folder for compiled classes: %w", err)
	}
	return folder, nil
}

// shortHash is a name for a text that fits a path.
func shortHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// diagnostics are the compiler's, in the engine's terms.
func diagnostics(messages []javac.Diagnostic, build *project.Build, processors bool) []Diagnostic {
	var all []Diagnostic
	doubts := target.Doubts(messages, build, processors)
	for _, m := range messages {
		d := Diagnostic{File: m.File, Message: m.Message, Severity: SeverityWarning}
		if m.Kind == javac.Error {
			d.Severity, d.Doubtful = SeverityError, doubts(m)
		}
		if m.Line > 0 {
			// javac's own column counts a tab as up to eight.
			d.Line, d.Column = m.Range.Start.Line+1, m.Range.Start.Character+1
		}
		all = append(all, d)
	}
	return all
}
