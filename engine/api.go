package engine

import (
	"context"
	"strings"
	"time"

	"hotlens/profiles"
	"hotlens/profiles/sources"
	"hotlens/vm/configuration"
)

// Request says what to compile and run for one saved file, and how.
//
// A target is a main class ("shop.Main", "shop.Main$Inner") or a source file, and
// behind spaces the program's arguments. Of several targets the one that File
// holds is run, else the first. "shop.MainTest#adds" names tests, which may be patterns (tests.Parse); a class or a source file that has tests and no main
// method means all of these.
type Request struct {
	File      string   // absolute path of the saved file
	Targets   []string // what to run, see below; none: the main method of File
	Tests     []string // patterns of tests (tests.Parse) of the source set that File is of, which run in place of Targets; none: Targets
	Arguments []string // arguments of File's own main method
	// TestSet says which of the tests of the source set are meant, where the build runs them at several times: see Result.TestSet. "", or one that the build does not have: those of the first time that it runs any.
	TestSet string
	// Reaching are absolute paths of source files: of Tests those classes are compiled only that cannot reach one of them. Nil: all run.
	Reaching        []string
	AsBuild         bool              // of Tests only those run that the build itself runs, by groups and suites
	Config          configuration.Run // how to run it; relative paths are the workspace's
	Workspace       string            // absolute path of the workspace folder that holds File
	LastClassesHash string            // Result.ClassesHash of the last run: equal classes are not run again; "" always runs
	// Values names the calls of the compiled program whose arguments are summed up: see vm.Program. Its error says why there is nothing to
	// run. Nil: there are none.
	Values func(*sources.Index) ([]string, error)
	Watch  Watch
	// Allowance bounds the run in place of Config.Limits.Allowance, for which a worker may be booted already; nil: that holds. It makes no other program of it.
	Allowance *configuration.Allowance
	// Background says that nobody waits for the run: it leaves the processor to others.
	Background bool
	// Settled is closed when no newer request can take the place of this one without having seen it run: until then it is only
	// compiled. Nil: there is nothing to wait for.
	Settled <-chan struct{}
}

// awaitSettled waits for Settled.
func (r *Request) awaitSettled(ctx context.Context) error {
	if r.Settled == nil {
		return nil
	}
	select {
	case <-r.Settled:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Watch is who wants to know of a program while it runs. Its functions are called by one goroutine after the other, and not any more when
// Engine.Profile has returned.
type Watch struct {
	Started func(Running) // called when the program starts; nil: nobody wants to know
	// Partial is given what the program has done so far, without being stopped for longer than it takes to copy that: after First, and then each
	// time that it has run for twice as long. A program that waits is looked at when it goes on. Nil: nobody wants to know.
	Partial func(Running, *profiles.Profile)
	First   time.Duration
}

// Running is a program that has been started.
type Running struct {
	Index *sources.Index
	// Outcome is how far the program is. It may be called at any time.
	Outcome func() *profiles.Outcome
	// Printed is what the program has printed from a byte on, counted from 0, or what is kept of it: then from is where that begins. It may be
	// called at any time.
	Printed func(byte uint64) (text []byte, from uint64)
}

// The values of Result.Status.
const (
	StatusOK           = "ok"            // the program ran to its end; Profile and Index are set
	StatusUnchanged    = "unchanged"     // compiled to the classes of Request.LastClassesHash, and not run; Index is set
	StatusCompileError = "compile-error" // Diagnostics say where
	StatusNoTarget     = "no-target"     // nothing to run
	StatusLimit        = "limit"         // a limit, or the user, stopped the program; Profile and Index hold what it did until then
	StatusFailed       = "failed"        // the run broke off, because the worker crashed for example
)

// Result is the outcome of one Request. Message is one sentence for the user:
// why there is no profile, or what the run did.
type Result struct {
	Status      string
	Message     string
	Profile     *profiles.Profile // nil where nothing ran
	Index       *sources.Index    // nil where nothing compiled
	ClassesHash string            // identifies the compiled classes, "" where nothing compiled
	Diagnostics []Diagnostic      // errors and warnings of the compiler
	Outcome     *profiles.Outcome // of the program; nil: it was not started
	Notes       []string          // what the user should know of the way it ran, a line each
	Remedy      string            // what can be done, beside changing the sources, about what does not compile; also among the notes. "" if nothing can
	// Project is the folder that the project's build tool is called in; "" where it was not looked for. Unread is what cannot be read of the project, at its file; nil: all is known.
	// Stale says that the project is built as the files said that could be read last.
	Project string
	Unread  *Diagnostic
	Stale   bool
	// BuildFiles are the absolute paths of the files that say how the project is built, whether or not they are there.
	BuildFiles []string
	Phases     Phases // how long the parts took
	Directory  string // absolute path of the folder that the program ran in: Outcome.Reads are in it
	// TestSet identifies the source set of the tests which ran, and what of the build runs them: tests with the same can run together. "": no tests ran.
	TestSet string
	// Unmatched are the patterns of tests that were asked for, where none of the tests is of any of them.
	Unmatched []string
	// Further are the other times that the build runs tests which were asked for, in its order.
	Further []FurtherTests
	// Execution names what of the build ran them, where that is not the usual one.
	Execution string
	// Uses are, by the path of each compiled file, the other ones that it uses something of; nil where that is not known.
	Uses map[string][]string
	// LeftOut are the absolute paths of sources that only strings name and that were not compiled, as they or others that they use do not compile, and of those that have the errors.
	LeftOut []string
}

// FurtherTests are tests that the build runs at another time.
type FurtherTests struct {
	TestSet string   // see Result.TestSet
	Files   []string // absolute paths of the source files of their classes
	Classes []string // by their names with dots
}

// Phases is how long the parts of a request took, one after the other; 0 for those that it did not get to.
type Phases struct {
	Compile time.Duration // until the compiler, which may have to start first, has answered, with the source index
	Settle  time.Duration // until Request.Settled
	Start   time.Duration // until there was a booted worker
	Run     time.Duration // of the program
	Read    time.Duration // until the profile was made of the worker's memory, and its costs were modelled
}

// The values of Diagnostic.Severity.
const (
	SeverityError   = "error"
	SeverityWarning = "warning"
)

// Diagnostic is one message of the compiler. Line and Column count from 1, 0
// where the compiler names no place; Column counts UTF-16 code units, a tab
// being one of them.
type Diagnostic struct {
	File     string // absolute path, "" where the message belongs to no file
	Line     int
	Column   int
	Severity string
	Message  string
	Doubtful bool // it may be an error of what is known of the project, and not of the file: see target.Doubts
}

// Sentence is a compiler's message in one line. What it cannot find is named on the second one: "symbol:   variable count".
func Sentence(message string) string {
	first, rest, _ := strings.Cut(message, "\n")
	second, _, _ := strings.Cut(rest, "\n")
	if label, symbol, found := strings.Cut(second, ":"); found && strings.EqualFold(strings.TrimSpace(label), "symbol") {
		first += ": " + strings.TrimSpace(symbol)
	}
	return first
}
