package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/panics"
	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/engine"
	"hotlens/engine/affected"
	"hotlens/engine/project"
	"hotlens/profiles"
	"hotlens/profiles/sources"
	"hotlens/vm/configuration"
)

// coalescing is how long a program is not started after a save, so that "save all" and
// a formatter that saves again make one run. rust-analyzer's flycheck has the
// same window. Of a save that comes by itself the file is compiled meanwhile; those that follow it within the window wait for
// their end.
const coalescing = 50 * time.Millisecond

// The statuses of hotlens/runFinished are those of engine.Result and this one.
const statusCancelled = "cancelled"

// methodRunFinished is our own notification for editors that announced the
// experimental capability "hotlens".
const methodRunFinished = "hotlens/runFinished"

// run is one run that a save or a command has asked for.
type run struct {
	path       string   // of the file
	targets    []string // nil: those of the settings
	tests      []string // patterns of tests of the source set that target.File is of, in place of targets
	set        string   // which of tests are meant: see engine.Request.TestSet
	more       bool     // it is of tests that the build runs at other times, too, which a run before was of
	asBuild    bool     // of tests those groups only that the build itself runs
	coverage   bool     // of tests what each of them executes is measured, too
	force      bool     // run even if the classes are those of the last run
	awaited    bool     // of tests: somebody waits for them, and may end them
	onSave     bool     // may be replaced by later saves until it has settled
	changes    []change // of a save: what was saved with it, or has changed
	aside      bool     // of a save: all of that is; path is any of them
	delay      time.Duration
	settled    chan struct{}         // closed when it has settled; nil: from the start
	timing     *configuration.Timing // not nil: times this, and counts nothing
	growth     *growthPlan           // not nil: runs at several sizes
	values     *valuesPlan           // not nil: sums up what calls pass
	generation int
	target     affected.Target   // what it is that the saved files can reach; zero: targets, or those of the settings
	chosen     []affected.Choice // the tests that the saved files can reach
	name       string            // of the target, with reason
	reason     string            // why it runs, a predicate; "" where that needs no word
	plural     bool              // the name is of several
	trying     []engine.TestFile // tests that were never run before
	reaching   []string          // of these those that can reach one of these files; nil: all
	refused    string            // why nothing runs; "" if something does
	wall       time.Duration     // how long the target took last time, 0 if that is not known
	unfinished bool              // a program that was saved before, or together with path, and that nothing else has run since
	batch      batch
}

// usual tells whether the run is one that a save could have asked for, and no closer look.
func (r *run) usual() bool { return r.timing == nil && r.growth == nil && r.values == nil }

// runFinished are the parameters of hotlens/runFinished. Status is that of
// engine.Result, or "cancelled".
type runFinished struct {
	Generation int          `json:"generation"`
	Status     string       `json:"status"`
	WallMillis int64        `json:"wallMillis"`
	Message    string       `json:"message"`
	Target     string       `json:"target,omitempty"`     // with Reason: what was run: "Main 10"
	Reason     string       `json:"reason,omitempty"`     // why that was run: "reached Words.parse last time"; "" for what the saved file holds
	ExitStatus *int         `json:"exitStatus,omitempty"` // of the program; nil: it was not started
	Tests      []testReport `json:"tests,omitempty"`      // what became of the tests of a run of tests, in the order in which they ended
	Execution  string       `json:"execution,omitempty"`  // what of the build the tests were run as, where that is not the usual one: "failsafe-it"
	Failure    string       `json:"failure,omitempty"`    // the first uncaught exception: "java.lang.IllegalStateException: no stock"
	Phases     *phases      `json:"phases,omitempty"`     // to editors that announced that they want them
	Save       *saveReport  `json:"save,omitempty"`       // how far the save has come that has led to it, if that runs anything else
	Again      *runFinished `json:"again,omitempty"`      // of a program that is unchanged: its last run, whose results are shown again
	InVain     bool         `json:"inVain,omitempty"`     // tests that were never run before were tried, and have nothing to do with what was saved
}

// schedule starts a run in the background and cancels the one before it. It
// returns the new run's generation, or the last one's if that was asked for already by the same changes.
//
// Of several files that are saved together, or have changed together, the last one with a main method is
// run first: "save all" may save the program first and what it uses afterwards.
func (s *server) schedule(r run) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.onSave {
		if r.changes = slices.DeleteFunc(r.changes, s.isAsked); len(r.changes) == 0 {
			return s.generation
		}
	}
	ctx, cancel := context.WithCancel(s.lifetime)
	program, stop := context.WithCancelCause(ctx)
	s.cancel()
	s.cancel, s.stop = cancel, func() { stop(engine.ErrStopped) }
	s.generation++
	r.generation = s.generation
	s.edited = time.Now()
	if r.onSave {
		for _, c := range r.changes {
			if !slices.Contains(s.saved, c.path) {
				s.saved = append(s.saved, c.path)
			}
			if isJava(c.path) {
				s.requested[c.path] = c.requested
			}
		}
		r.batch = batch{number: r.generation, saved: slices.Clone(s.saved)}
		if w := s.waiting; w != nil {
			r.delay = coalescing
			r.changes = append(slices.Clip(w.changes), r.changes...)
		}
		first := s.foremost(r.changes)
		r.path, r.aside = first.path, first.aside
	}
	s.waiting = nil
	if r.onSave {
		r.settled = make(chan struct{})
		waiting := r
		s.waiting = &waiting
		time.AfterFunc(coalescing, func() { s.settle(&waiting) })
	}
	s.background.Go(func() {
		defer cancel()
		for next, more := r, true; more; {
			done, status := s.carryOut(ctx, program, next)
			if next, more = s.next(ctx, program, &done, status); !more {
				done.endTrial()
				s.finishBatch(ctx, done, status)
			}
		}
	})
	return r.generation
}

// foremost is the change of several whose program is run first. The caller holds s.mu.
func (s *server) foremost(changes []change) change {
	first := changes[0]
	for _, c := range changes[1:] {
		if first.aside || !c.aside && s.precedence(c.path) >= s.precedence(first.path) {
			first = c
		}
	}
	return first
}

// precedence says which of several saved files is to be run: programs and tests before other sources before other files. The caller holds s.mu.
func (s *server) precedence(path string) int {
	switch {
	case !isJava(path):
		return 0
	case !s.hasMain(path) && !s.hasTests(path):
		return 1
	}
	return 2
}

// settle ends the time in which later saves replace a run before its program is started.
func (s *server) settle(r *run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting == r {
		s.waiting = nil
	}
	close(r.settled)
}

// carryOut waits for the run's turn, runs, and tells the editor. When ctx ends, nobody
// wants the run any more; when program does, which is derived from it, the run has to end. It returns the run as it was chosen, and its status.
func (s *server) carryOut(ctx, program context.Context, r run) (run, string) {
	start := time.Now()
	finished := runFinished{Generation: r.generation, Status: statusCancelled, Message: "superseded before it started"}
	var result *engine.Result
	var records []*affected.Record
	s.mu.Lock()
	c := s.client
	s.mu.Unlock()
	if s.awaitTurn(program, r) {
		if r.onSave && !r.following() {
			if chosen, found := s.choose(r); found {
				r = chosen
			} else {
				<-s.turn
				return r, statusCancelled
			}
		} else if !r.onSave {
			r = s.instead(r)
		}
		p := s.progressOf(program, &r)
		if r.reason != "" {
			p.report("running " + r.name + ", which " + r.reason)
		}
		wait := time.Since(start)
		work := s.profile
		if r.growth != nil {
			work = s.grow
		}
		var err error
		result, err = work(program, r, p.report)
		r.leaveCut(result)
		unfinished := s.endPartial()
		if result != nil && err == nil {
			s.offer(program, r, result)
		}
		<-s.turn
		concluding := time.Now()
		if r.values != nil && r.values.refused != nil && result != nil { // what the editor shows is as good as before
			finished.Status, finished.Message = result.Status, result.Message
		} else {
			finished.Status, finished.Message = s.conclude(ctx, r, result, err)
			finished.InVain = finished.Status != statusCancelled && err == nil && r.inVain(result)
		}
		if r.reason != "" && finished.Status != statusCancelled {
			finished.Target, finished.Reason = r.name, r.reason
			switch finished.Status {
			case engine.StatusUnchanged, engine.StatusLimit: // their messages name nothing that the reason could be of
				finished.Message = r.name + ": " + finished.Message
			}
			finished.Message += "; " + r.because()
		}
		if c.wantsPhases {
			finished.Phases = phasesOf(wait, result, time.Since(concluding))
		}
		switch finished.Status {
		case engine.StatusOK, engine.StatusLimit, engine.StatusFailed:
			records = s.remember(r, result, start) // before anybody is told, and saves again
		}
		if finished.Status == engine.StatusLimit {
			r.goOn(result, records)
		}
		if finished.Status != statusCancelled {
			s.goFurther(&r, result)
		}
		if r.trying != nil && finished.Status != statusCancelled {
			records = append(records, s.rememberTried(&r, result, start)...)
		}
		ended := finished.Status == statusCancelled && s.takeEnded(r, result)
		if finished.Status != statusCancelled {
			finished.describe(result)
		}
		if finished.Status != statusCancelled || ended {
			finished.Tests = s.reportTests(r, result)
		}
		s.keepFinished(r, &finished, result)
		if finished.InVain {
			r.batch.trial = p // many such runs are shown as one
		} else {
			p.end(finished.Message)
		}
		if finished.Status != statusCancelled || unfinished || ended {
			s.refresh()
		}
		if r.values != nil && finished.Status != statusCancelled {
			s.answerValues(r.values, finished.Message, result)
		}
	}
	if r.values != nil {
		close(r.values.finished)
	}
	finished.WallMillis = time.Since(start).Milliseconds()
	s.dropGone(&r)
	if r.unfinished && finished.Status == engine.StatusCompileError {
		r.batch.again = append(slices.Clip(r.batch.again), r.target.File)
	}
	finished.Save = s.sumUp(&r, &finished, result)
	if c.wantsRunFinished {
		s.notify(methodRunFinished, &finished)
	}
	s.keepTargets(r, records)
	switch finished.Status {
	case engine.StatusOK, engine.StatusLimit:
		s.keepRun(r, result)
		s.compareWithHead(program, r)
	case engine.StatusUnchanged:
		s.compareWithHead(program, r)
	}
	return r, finished.Status
}

// keepFinished has a run of an unchanged program told with the one that it repeats, as the newest may be of another program; others are kept for that.
func (s *server) keepFinished(r run, finished *runFinished, result *engine.Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch finished.Status {
	case engine.StatusOK, engine.StatusLimit:
		if result.Profile == nil {
			return
		}
		program := programOf(result.Profile, result.Index)
		if last, kept := s.classes[program]; kept {
			own := *finished
			last.finished, last.further = &own, result.Further
			s.classes[program] = last
		}
	case engine.StatusUnchanged:
		file, targets := s.asks(r)
		by := asked(file, targets, r.tests, r.set)
		for _, last := range s.classes {
			if last.asked == by {
				finished.Again = last.finished
			}
		}
	}
}

// tellNotes tells what the user should know of a file's run, unless its last run has had the same to say.
func (s *server) tellNotes(path string, notes []string) {
	s.mu.Lock()
	before := s.notes[path]
	s.notes[path] = notes
	s.mu.Unlock()
	for _, note := range notes {
		if !slices.Contains(before, note) {
			s.notify(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{
				Type: protocol.MessageTypeWarning, Message: "hotlens: " + filepath.Base(path) + ": " + note,
			})
		}
	}
}

// inVain tells whether the run has tried tests that nobody knew of, and that have nothing to do with what was saved.
func (r *run) inVain(result *engine.Result) bool {
	return r.trying != nil && (result.Status == engine.StatusNoTarget || result.Status == engine.StatusCompileError)
}

// because is the reason as a sentence.
func (r *run) because() string {
	if r.plural {
		return "they " + r.reason
	}
	return "it " + r.reason
}

// describe says how the program ended, if it was started.
func (f *runFinished) describe(result *engine.Result) {
	if result == nil || result.Outcome == nil {
		return
	}
	f.ExitStatus, f.Execution = &result.Outcome.ExitStatus, result.Execution
	if uncaught := result.Outcome.Uncaught; len(uncaught) > 0 {
		f.Failure = uncaught[0].String()
	}
}

// hasMain tells whether the text of a file declares a main method, as far as it
// is known. The caller holds s.mu.
func (s *server) hasMain(path string) bool {
	d := s.documents[path]
	if d == nil {
		return true
	}
	var compiled []string
	if f := s.files[path]; f != nil {
		compiled = f.source.Mains
	}
	return len(d.parse().Mains(compiled...)) > 0
}

// hasTests tells whether the text of a file has tests, as far as it is known. The caller holds s.mu.
func (s *server) hasTests(path string) bool {
	d := s.documents[path]
	return d != nil && project.HasTests(d.text.String())
}

// isAbstract tells whether the tests of an open file are those of classes that extend its own.
func (s *server) isAbstract(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[path]
	return d != nil && project.IsAbstract(path, d.text.String())
}

// awaitTurn waits for later saves where there have been some, then for the run before, which may take a
// moment to end. It reports false if the run is cancelled meanwhile.
func (s *server) awaitTurn(ctx context.Context, r run) bool {
	timer := time.NewTimer(r.delay)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return false
	}
	select {
	case s.turn <- struct{}{}:
		if ctx.Err() == nil {
			return true
		}
		<-s.turn
		return false
	case <-ctx.Done():
		return false
	}
}

// profile calls the engine. A panic of its becomes an error.
func (s *server) profile(ctx context.Context, r run, report func(phase string)) (result *engine.Result, err error) {
	if r.refused != "" {
		return &engine.Result{Status: engine.StatusNoTarget, Message: r.refused}, nil
	}
	request := s.request(r)
	request.Watch = s.watch(ctx, r)
	if !r.force {
		request.LastClassesHash = s.lastClasses(request)
	}
	if recovered := panics.Try(func() { result, err = s.engine.Profile(ctx, request, report) }); recovered != nil {
		s.log.Error("the engine panicked", "panic", recovered.String())
		return nil, fmt.Errorf("internal error in the engine: %v", recovered.Value)
	}
	switch {
	case err == nil && result == nil:
		err = errors.New("internal error: the engine returned no result")
	case err == nil && len(result.Unmatched) > 0 && (r.awaited || len(request.Targets) > 0): // somebody has named them; a save finds out what is left of what it has chosen
		result.Status, result.Message = engine.StatusNoTarget, engine.NoTest(result.Unmatched).Error()
		result.Profile, result.Outcome = nil, nil
	}
	return result, err
}

func (s *server) request(r run) engine.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	request := engine.Request{Workspace: s.workspaceOf(r.path), Config: s.settings.config}
	request.File, request.Targets = s.asks(r)
	request.Tests, request.TestSet, request.Reaching, request.AsBuild = r.tests, r.set, r.reaching, r.asBuild || r.trying != nil
	if r.values != nil {
		request.Values = func(index *sources.Index) ([]string, error) { return s.placesOf(r.values, index) }
	}
	if r.settled != nil {
		request.Settled = r.settled
	}
	if r.coverage {
		for _, name := range []string{profiles.ProfilerCoverage, profiles.ProfilerTestCoverage} {
			if !slices.Contains(request.Config.Profilers, name) {
				request.Config.Profilers = append(slices.Clip(request.Config.Profilers), name)
			}
		}
	}
	request.Background = r.following()
	request.Allowance = r.allowance(request.Config.Limits.Allowance)
	if r.timing != nil {
		c := &request.Config
		c.Profilers, c.Timing, c.VirtualClock = []string{profiles.ProfilerTime}, *r.timing, false
	}
	return request
}

// allowance is what the run may take, if that is something else than the settings say.
func (r *run) allowance(usual configuration.Allowance) *configuration.Allowance {
	var allowed configuration.Allowance
	switch {
	case r.awaited:
		allowed = usual.ForSuite()
	case r.tests == nil:
		return nil
	case r.following(): // they may have to wait for the processor
		allowed = usual.ForTests(followingBudget)
	case r.wall > usual.TestTimeout: // they would be cut short each time
		allowed = usual.ForTests(min(2*r.wall, followingBudget))
	default:
		return nil
	}
	return &allowed
}

// lastClasses identifies the classes that need not be run again, as a request asks for the same as before, and nothing has changed of what the program read then; "" for none.
func (s *server) lastClasses(request engine.Request) string {
	by := asked(request.File, request.Targets, request.Tests, request.TestSet)
	s.mu.Lock()
	var found classes
	for _, last := range s.classes {
		if last.asked == by {
			found = last
		}
	}
	s.mu.Unlock()
	for _, record := range found.records {
		if record.Changed() || record.IsTests() && record.Failed { // tests run until they pass
			return ""
		}
	}
	return found.hash
}

// classes are what a program's last run was compiled to.
type classes struct {
	asked   string             // what was asked for
	hash    string             // see engine.Request.LastClassesHash
	records []*affected.Record // of its target; nil: there are none

	finished *runFinished          // that run, as it was told
	further  []engine.FurtherTests // see engine.Result
}

// asks is what a run asks of the engine: a file, and targets, of which the engine chooses. The caller holds s.mu.
func (s *server) asks(r run) (file string, targets []string) {
	file, targets = cmp.Or(r.target.File, r.path), s.settings.targets
	switch {
	case r.tests != nil:
		targets = nil
	case r.targets != nil:
		targets = r.targets
	case r.target.Text != "":
		targets = []string{r.target.Text}
	case r.target.File != "":
		targets = nil
	}
	return file, targets
}

// asked identifies what is asked of the engine.
func asked(file string, targets, tests []string, set string) string {
	return strings.Join(slices.Concat([]string{file}, targets, []string{""}, tests, []string{set}), "\n")
}

// programOf identifies a program among those of a session.
func programOf(p *profiles.Profile, index *sources.Index) string {
	return strings.Join(append([]string{index.Declaring(p.Target.Main), p.Target.Main}, p.Target.Arguments...), "\n")
}

// workspaceOf is the innermost workspace folder around a path, or the path's
// own folder. The caller holds s.mu.
func (s *server) workspaceOf(path string) string {
	found := ""
	for _, folder := range s.client.folders {
		inside := strings.HasPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
		if inside && len(folder) > len(found) {
			found = folder
		}
	}
	if found == "" {
		return filepath.Dir(path)
	}
	return found
}

// conclude takes over what a run has brought, unless it was cancelled. It
// returns the status and the sentence for the user.
func (s *server) conclude(ctx context.Context, r run, result *engine.Result, err error) (status, message string) {
	accepted := false
	if err == nil {
		if recovered := panics.Try(func() { accepted = s.accept(ctx, r, result) }); recovered != nil {
			s.log.Error("a result panicked", "panic", recovered.String())
			err = fmt.Errorf("internal error with the result of the run: %v", recovered.Value)
		}
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, context.Canceled) {
		s.log.Error("a run failed", "file", r.about(), "error", err)
		s.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{
			Type: protocol.MessageTypeError, Message: "hotlens: " + brief(err.Error()),
		})
		result = &engine.Result{Status: engine.StatusFailed, Message: err.Error()}
		accepted = s.accept(ctx, r, result)
	}
	if !accepted {
		return statusCancelled, "cancelled"
	}
	if r.inVain(result) {
		return result.Status, brief(summary(result))
	}
	s.publishDiagnostics(r, result)
	s.tellNotes(r.about(), result.Notes)
	s.mu.Lock()
	workspace := s.workspaceOf(r.path)
	s.mu.Unlock()
	message = strings.ReplaceAll(summary(result), workspace+string(filepath.Separator), "") // a long path would leave no room for what it is about
	if result.Stale && result.Unread != nil {
		message += " · " + annotations.StaleProject(filepath.Base(result.Unread.File))
	}
	if brief(message) != message {
		s.notify(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{
			Type: protocol.MessageTypeInfo, Message: "hotlens: " + filepath.Base(r.about()) + ": " + message,
		})
	}
	return result.Status, brief(message)
}

// briefLength is the number of characters of a message that are shown in a lens
// or a progress bar: with the words in front of it, what fits a common window.
const briefLength = 120

// brief is the first line of a message, without its end if that is too long. The
// whole message is in the editor's log.
func brief(message string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	line = strings.TrimSpace(line)
	characters := []rune(line)
	if len(characters) <= briefLength {
		return line
	}
	line = string(characters[:briefLength-1])
	if word := strings.LastIndexByte(line, ' '); word > len(line)/2 {
		line = line[:word]
	}
	return strings.TrimRight(line, " ,;:.") + "…"
}

// summary is the result's message, or one for the status if it has none.
func summary(result *engine.Result) string {
	if result.Message != "" {
		return result.Message
	}
	switch result.Status {
	case engine.StatusOK:
		return "profiled"
	case engine.StatusUnchanged:
		return "the classes are those of the last run"
	case engine.StatusCompileError:
		return "does not compile"
	case engine.StatusNoTarget:
		return "nothing to run"
	case engine.StatusLimit:
		return "stopped by a limit"
	}
	return "the run failed"
}

// refresh lets the editor ask for lenses and hints again, if it can.
func (s *server) refresh() {
	s.mu.Lock()
	c := s.client
	s.mu.Unlock()
	var asking conc.WaitGroup
	ask := func(supported bool, method string) {
		if !supported {
			return
		}
		asking.Go(func() {
			if err := s.call(s.lifetime, method, nil, nil); err != nil {
				s.log.Debug("the editor did not refresh its annotations", "method", method, "error", err)
			}
		})
	}
	ask(c.refreshLenses, protocol.MethodCodeLensRefresh)
	ask(c.refreshHints, methodInlayHintRefresh)
	asking.Wait()
}
