// Package javac is the compiler service: the user's own javac, kept warm in a
// JVM of its own, together with the source index of what it compiled.
//
// The JVM runs a small program of ours (folder java), which this package holds as
// source, and keeps compiled in the user's cache folder (program.go, making.go).
// The two talk in JSON lines (process.go, wire.go). The program compiles through
// javax.tools and notes down which invoke instruction came of which call
// expression; what these instructions name is read here, from the class files
// (index.go).
//
// The kernel confines the JVM to the folders that requests name (confine.go).
//
// Invariant: class files are byte for byte what "javac -g -proc:none" makes of the
// same sources; a compilation that fails leaves the output folder as it was, if it is not of several parts, with
// annotation processors; and
// Close leaves no process behind.
package javac

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/sourcegraph/conc"

	"hotlens/engine/confinement"
	"hotlens/engine/jdk"
	"hotlens/engine/turn"
	"hotlens/profiles/sources"
)

// Request is what to compile. All paths are absolute.
type Request struct {
	Files      []string          // the .java files to compile; those that they use are found on the source path
	Overlays   map[string]string // unsaved texts by path, which replace the files' own
	ClassPath  []string
	SourcePath []string // nil: the source roots of Files, by their package declarations
	ModulePath []string
	OutputDir  string   // where class files go; made if need be
	Options    []string // further options of javac
	// OptionPaths are the folders and jars that Options name.
	OptionPaths []string
	Processors  bool // run the annotation processors on the processor path, or without one on the class path
	// ProcessorPath are files and folders of annotation processors, with what these need.
	ProcessorPath []string
	Release       string // javac's --release; "" for none
	// Resources are folders of files in which the program may find names of classes.
	Resources []string
	// Parts are what the files are compiled in, one after the other, where that is more than one thing. Then the paths, options and release are those of the parts, and
	// SourcePath has those of all.
	Parts []Part
	// Keep is a folder below which compiled classes are kept, so that the next request compiles only what has changed since. It must be outside of
	// OutputDir, and no other service's. "": everything is compiled.
	Keep string

	// Store is a folder of files in which what is below Keep outlasts the service. Several may use it. "": nothing does.
	Store string

	part     *Part  // that this request is of; nil: it is whole
	written  string // the folder that those of all parts write below; "" for OutputDir
	compiled string // the folder of the classes that are not compiled again; "" for none
	again    bool   // compile Files once more, for nothing
}

// Result is the outcome of a compilation that was carried out, with or without
// errors in the sources.
type Result struct {
	OK          bool
	Classes     []string // paths of the class files, sorted; nil unless OK
	ClassesHash string   // equal for equal class files; "" unless OK
	Diagnostics []Diagnostic
	Index       *sources.Index // nil unless OK
	// Uses are, by the path of each file of the index, the other ones that it uses something of; nil where that is not known, as all was compiled together.
	Uses map[string][]string
	// LeftOut are the sources that strings name and that were not compiled, in the order of their files. nil unless OK.
	LeftOut []LeftOut
}

// LeftOut is a source that strings name and that was not compiled, as it does not compile, or something that it uses does not.
type LeftOut struct {
	Class string // its binary name, with dots
	File  string
	Error Diagnostic // the first one
}

// Kind is the severity of a Diagnostic.
type Kind string

// The kinds of diagnostics.
const (
	Error   Kind = "error"
	Warning Kind = "warning"
	Note    Kind = "note"
)

// Diagnostic is one message of javac.
//
// Line, Column, EndLine and EndColumn count from 1 as javac does, where a tab
// reaches to the next multiple of 8 columns; they are 0 where the message belongs
// to no place. Line and Column are where javac points at, such as an operator;
// Range and StartOffset are the whole expression, or what of it begins on the line that javac names. StartOffset counts UTF-16 code
// units from 0.
type Diagnostic struct {
	Kind        Kind          `json:"kind"`
	File        string        `json:"file"` // absolute path, "" for a message that is about no file
	Line        int           `json:"line"`
	Column      int           `json:"column"`
	EndLine     int           `json:"endLine"`
	EndColumn   int           `json:"endColumn"`
	StartOffset int           `json:"startOffset"`
	Range       sources.Range `json:"-"`
	Code        string        `json:"code"` // javac's key, such as "compiler.err.cant.resolve.location"
	Message     string        `json:"message"`
}

// Service compiles. It is safe for concurrent use; compilations queue up.
type Service struct {
	jdk     *jdk.JDK
	turn    turn.Turn // whoever has it may use the fields below
	program *program  // nil before the first compilation
	process *process  // nil while no JVM runs
	granted grants    // what the JVM may touch, as far as the kernel confines it
	lastID  int
	kept    []*incremental // the one used last stands last
	// delivered are the classes that were put into output folders from those that are kept, in whichever way they were compiled: by folder, the hash of each.
	delivered map[string]map[string]string
	named     map[string]*naming // what was compiled because strings name it, by output folder

	life  context.Context // until Close
	end   context.CancelFunc
	tasks conc.WaitGroup // the compilations that are under way
}

// patience is how long the JVM is given to end a compilation that nobody waits for any more: most take a tenth of a second, and a new
// JVM takes longer than the rest of theirs. What takes longer than this hangs, or might as well.
const patience = 5 * time.Second

// keptPatience is the same for one of which the classes are kept: the next one would have to compile all of a large project again.
const keptPatience = time.Minute

// Start returns a service on a JDK. The JVM starts with the first compilation.
func Start(j *jdk.JDK) *Service {
	s := &Service{jdk: j, turn: turn.New(), delivered: map[string]map[string]string{}, named: map[string]*naming{}}
	s.life, s.end = context.WithCancel(context.Background())
	return s
}

// JDK is the JDK that the service compiles with.
func (s *Service) JDK() *jdk.JDK { return s.jdk }

// Permit announces folders below which requests will read, and write. The kernel
// confines a JVM to what was permitted at its start: a request that names other
// folders takes a new one.
func (s *Service) Permit(ctx context.Context, read, write []string) error {
	if err := s.turn.Take(ctx); err != nil {
		return err
	}
	defer s.turn.Give()
	if s.granted.permit(read, write) {
		s.stop()
	}
	return nil
}

// Close ends the JVM, also in the middle of a start or of a compilation, and removes what the service
// has made outside of the user's cache folder.
func (s *Service) Close() error {
	s.end()
	_ = s.turn.Take(context.Background()) // which has no end
	defer s.turn.Give()
	s.tasks.Wait()
	s.stop()
	s.forgetAll()
	if s.program == nil {
		return nil
	}
	err := s.program.remove()
	s.program = nil
	return err
}

var errClosed = errors.New("the compiler service has been closed")

// Compile compiles. Errors in the sources are diagnostics, not an error of the
// call. When ctx ends, the compilation is abandoned at once, with ctx's error; the next one waits until the JVM is done
// with it or has lost patience. An
// option that javac does not know is an error, as is a JVM that does not start or
// that breaks down.
func (s *Service) Compile(ctx context.Context, request Request) (*Result, error) {
	if err := request.check(); err != nil {
		return nil, err
	}
	if err := s.turn.Take(ctx); err != nil {
		return nil, err
	}
	if s.life.Err() != nil {
		s.turn.Give()
		return nil, errClosed
	}
	type outcome struct {
		result *Result
		err    error
	}
	done := make(chan outcome, 1)
	working, abandon := context.WithCancel(s.life)
	s.tasks.Go(func() {
		defer s.turn.Give()
		defer abandon()
		result, err := s.compileNamed(working, request)
		done <- outcome{result, err}
		s.save()
	})
	select {
	case o := <-done:
		if o.err != nil && s.life.Err() != nil {
			return nil, errClosed
		}
		return o.result, o.err
	case <-ctx.Done():
	}
	if request.Processors { // the user's code
		abandon()
	} else {
		bound := patience
		if request.Keep != "" {
			bound = keptPatience
		}
		late := time.AfterFunc(bound, abandon)
		context.AfterFunc(working, func() { late.Stop() })
	}
	return nil, ctx.Err()
}

// Launch starts the JVM for such requests unless it runs, and does not wait until it can compile: there is something else to do meanwhile.
func (s *Service) Launch(ctx context.Context, request Request) error {
	if err := s.turn.Take(ctx); err != nil {
		return err
	}
	defer s.turn.Give()
	return s.launch(request)
}

// Boot starts the JVM for such requests unless it runs, and returns when it can compile. A request that comes meanwhile is the first that
// it gets: it has not to wait for one that only warms the compiler.
func (s *Service) Boot(ctx context.Context, request Request) error {
	if err := s.turn.Take(ctx); err != nil {
		return err
	}
	defer s.turn.Give()
	if err := s.launch(request); err != nil || s.process.answered {
		return err
	}
	if err := request.findRoots(); err != nil {
		return err
	}
	if request.separable() { // while the JVM boots
		if _, err := s.look(&request); err != nil {
			return err
		}
	}
	_, err := s.exchange(ctx, Request{SourcePath: request.SourcePath, OutputDir: request.OutputDir})
	return err
}

// launch starts the JVM when it is the caller's turn, unless it runs. It may do what the request's parts take.
func (s *Service) launch(request Request) error {
	if s.life.Err() != nil {
		return errClosed
	}
	if s.process != nil {
		return nil
	}
	parts := request.parts()
	for i := range parts {
		one := request.of(&parts[i], request.OutputDir, request.filesOf(&parts[i], request.Files))
		if err := s.admit(&one); err != nil {
			return err
		}
	}
	return s.start()
}

// Warm compiles, and compiles the request's files once more if that took nothing, so that the compiler is warm.
func (s *Service) Warm(ctx context.Context, request Request) error {
	request.again = true
	_, err := s.Compile(ctx, request)
	return err
}

// compile compiles when it is the caller's turn. When ctx ends, so does the JVM.
func (s *Service) compile(ctx context.Context, request Request) (*Result, error) {
	if err := request.findRoots(); err != nil {
		return nil, err
	}
	if request.separable() {
		result, err := s.compileChanged(ctx, request)
		if !errors.Is(err, errAmbiguous) {
			return result, err
		}
	}
	delete(s.delivered, request.OutputDir)
	answer, err := s.compileParts(ctx, request)
	if err != nil {
		return nil, err
	}
	return answer.result(request.OutputDir)
}

// findRoots completes the request with the source roots of its files, unless it names some.
func (r *Request) findRoots() (err error) {
	if r.SourcePath == nil {
		r.SourcePath, err = r.sourceRoots()
	}
	return err
}

func (r *Request) check() error {
	if len(r.Files) == 0 {
		return errors.New("compile: no files given")
	}
	for _, file := range r.Files {
		if r.partOf(file) == nil {
			return fmt.Errorf("compile: the file %s is in no part", file)
		}
	}
	for _, path := range append(slices.Clone(r.Files), r.OutputDir) {
		if !filepath.IsAbs(path) {
			return fmt.Errorf("compile: the path %q is not absolute", path)
		}
	}
	return nil
}

// exchange sends a request and receives its response. A JVM that has died since
// the last compilation is replaced.
func (s *Service) exchange(ctx context.Context, request Request) (*response, error) {
	request = request.withoutOwnRelease(s.jdk.Release.Feature)
	if err := s.admit(&request); err != nil {
		return nil, err
	}
	for {
		reused := s.process != nil && s.process.answered
		if err := s.start(); err != nil {
			return nil, err
		}
		if err := s.make(ctx); err != nil {
			s.stop()
			return nil, err
		}
		s.lastID++
		wire, err := request.wire(s.lastID)
		if err != nil {
			return nil, err
		}
		line, err := s.process.exchange(ctx, wire)
		if err != nil {
			s.stop()
			if reused && errors.Is(err, errDied) {
				continue
			}
			return nil, err
		}
		return decodeResponse(line, s.lastID)
	}
}

// admit permits a JVM what a request takes. One that runs and may not do all of that ends.
func (s *Service) admit(request *Request) error {
	read, write, err := request.paths()
	if err != nil {
		return err
	}
	// The kernel permits what is there.
	if err := os.MkdirAll(request.OutputDir, 0o755); err != nil {
		return fmt.Errorf("the folder for compiled classes: %w", err)
	}
	if s.granted.permit(read, write) {
		s.stop()
	}
	return nil
}

// start starts the JVM unless it runs.
func (s *Service) start() error {
	if s.process != nil {
		return nil
	}
	if s.program == nil {
		program, err := findProgram(s.jdk)
		if err != nil {
			return err
		}
		s.program = program
	}
	groupBytes := uint64(processBytes)
	if confinement.IsOff() {
		groupBytes = 0
	}
	process, err := startProcess(groupBytes, func() (*exec.Cmd, error) { return s.program.command(&s.granted) })
	if err != nil {
		return fmt.Errorf("starting the Java compiler of %s: %w", s.jdk.Home, err)
	}
	s.process = process
	return nil
}

func (s *Service) stop() {
	if s.process != nil {
		s.process.kill()
		s.process = nil
	}
}

// result turns a response into a Result: it reads the class files that were
// written, and removes those of earlier compilations that are no longer made.
func (r *response) result(outputDir string) (*Result, error) {
	result := &Result{OK: r.OK, Diagnostics: r.diagnostics()}
	if !r.OK {
		return result, nil
	}
	slices.Sort(r.Classes)
	if err := removeStale(outputDir, r.Classes); err != nil {
		return nil, err
	}
	hash := sha256.New()
	invokes := make(invokeTable)
	for _, name := range r.Classes {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("the Java compiler says that it has written the class %q, outside of the output folder", name)
		}
		path := filepath.Join(outputDir, filepath.FromSlash(name))
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("reading a compiled class: %w", err)
		}
		fmt.Fprintf(hash, "%s %d\n", name, len(content))
		hash.Write(content)
		if err := invokes.add(content); err != nil {
			return nil, fmt.Errorf("reading the compiled class %s: %w", path, err)
		}
		result.Classes = append(result.Classes, path)
	}
	result.ClassesHash = hex.EncodeToString(hash.Sum(nil))
	index, err := r.index(invokes)
	if err != nil {
		return nil, err
	}
	result.Index = index
	return result, nil
}
