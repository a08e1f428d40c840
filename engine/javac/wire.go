package javac

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/profiles/sources"
)

// The messages between this package and the Java program, one line of JSON each.
// Compilation.java and UnitIndex.java are the other end.

// wireRequest is a Request. The program expects every member.
type wireRequest struct {
	ID         int               `json:"id"`
	Files      []string          `json:"files"`
	Overlays   map[string]string `json:"overlays"`
	ClassPath  []string          `json:"classPath"`
	SourcePath []string          `json:"sourcePath"`
	ModulePath []string          `json:"modulePath"`
	Output     string            `json:"output"`
	Options    []string          `json:"options"`
	Processors bool              `json:"processors"`
	Release    string            `json:"release"`
	// Fingerprint is not empty if what javac has read of the JDK may be kept for the next request with the same one.
	Fingerprint string `json:"fingerprint"`
	Compiled    string `json:"compiled"`
}

func (r *Request) wire(id int) ([]byte, error) {
	sourcePath := r.SourcePath
	if sourcePath == nil {
		var err error
		if sourcePath, err = r.sourceRoots(); err != nil {
			return nil, err
		}
	}
	overlays := make(map[string]string)
	for path, text := range r.Overlays {
		overlays[filepath.Clean(path)] = text
	}
	files := make([]string, len(r.Files))
	for i, path := range r.Files {
		files[i] = filepath.Clean(path)
	}
	options := r.Options
	if r.Processors && len(r.ProcessorPath) > 0 {
		options = slices.Concat(options, []string{"-processorpath", strings.Join(r.ProcessorPath, string(filepath.ListSeparator))})
	}
	list := func(l []string) []string { return append([]string{}, l...) } // null is no list
	return json.Marshal(wireRequest{
		ID:         id,
		Files:      files,
		Overlays:   overlays,
		ClassPath:  list(r.ClassPath),
		SourcePath: list(sourcePath),
		ModulePath: list(r.ModulePath),
		Output:     r.OutputDir,
		Options:    list(options),
		Processors: r.Processors,
		Release:    r.Release,

		Fingerprint: r.fingerprint(sourcePath),
		Compiled:    r.compiled,
	})
}

// response is what the program answers. Error is for requests that could not be
// carried out, and then the rest is empty.
type response struct {
	ID              int              `json:"id"`
	Error           string           `json:"error"`
	OK              bool             `json:"ok"`
	WireDiagnostics []wireDiagnostic `json:"diagnostics"`
	Classes         []string         `json:"classes"` // relative to the output folder, with slashes
	Files           []wireFile       `json:"files"`
}

// wireRange is a sources.Range: line, character, line, character.
type wireRange [4]int

func (r wireRange) decode() sources.Range {
	return sources.Range{
		Start: sources.Position{Line: r[0], Character: r[1]},
		End:   sources.Position{Line: r[2], Character: r[3]},
	}
}

type wireDiagnostic struct {
	Diagnostic
	Range wireRange `json:"range"`
}

type wireFile struct {
	Path     string         `json:"path"`
	Hash     string         `json:"hash"`
	TextHash string         `json:"textHash"`
	Encoding string         `json:"encoding"`
	Package  string         `json:"package"`
	Types    []string       `json:"types"`
	Mains    []string       `json:"mains"`
	Tests    []sources.Test `json:"tests"`
	Methods  []wireMethod   `json:"methods"`
	Names    []int32        `json:"names"`
	// Where classes are kept.
	Classes      []string      `json:"classes"` // names with slashes
	Dependencies *dependencies `json:"dependencies"`
	Unsaid       []string      `json:"unsaid"`
}

type wireMethod struct {
	Class       string     `json:"class"`
	Name        string     `json:"name"`
	Descriptor  string     `json:"descriptor"`
	Lambda      bool       `json:"lambda"`
	Initializer bool       `json:"initializer"`
	NameRange   wireRange  `json:"nameRange"`
	Range       wireRange  `json:"range"`
	Body        wireRange  `json:"body"`
	Hash        string     `json:"hash"`
	Calls       []wireCall `json:"calls"`
}

// wireCall is a call expression; Ends are the bytecode indices behind the invoke
// instructions that it became, in the order in which they were generated.
type wireCall struct {
	Range     wireRange `json:"range"`
	NameRange wireRange `json:"nameRange"`
	Ends      []int     `json:"ends"`
}

func decodeResponse(line []byte, id int) (*response, error) {
	var r response
	if err := json.Unmarshal(line, &r); err != nil {
		return nil, fmt.Errorf("the compiler service sent no JSON: %w", err)
	}
	if r.Error != "" {
		return nil, errors.New(r.Error)
	}
	if r.ID != id {
		return nil, fmt.Errorf("the compiler service answered request %d instead of %d", r.ID, id)
	}
	return &r, nil
}

func (r *response) diagnostics() []Diagnostic {
	var diagnostics []Diagnostic
	for _, d := range r.WireDiagnostics {
		d.Diagnostic.Range = d.Range.decode()
		diagnostics = append(diagnostics, d.Diagnostic)
	}
	return diagnostics
}

// index is the source index, with the instructions looked up in the class files.
func (r *response) index(invokes invokeTable) (*sources.Index, error) {
	index := &sources.Index{Files: []sources.File{}}
	for _, f := range r.Files {
		file, err := f.decode(invokes)
		if err != nil {
			return nil, err
		}
		index.Files = append(index.Files, file)
	}
	return index, nil
}

// decode is a file's part of the source index.
func (f *wireFile) decode(invokes invokeTable) (sources.File, error) {
	file := sources.File{
		Path: f.Path, Hash: f.Hash, Encoding: f.Encoding, Package: f.Package,
		Types: f.Types, Mains: f.Mains, Tests: f.Tests, Methods: []sources.Method{},
	}
	if f.TextHash != f.Hash {
		file.TextHash = f.TextHash
	}
	for _, m := range f.Methods {
		method, err := m.decode(invokes)
		if err != nil {
			return file, fmt.Errorf("the source index of %s: %w", f.Path, err)
		}
		file.Methods = append(file.Methods, method)
	}
	return file, nil
}

func (m wireMethod) decode(invokes invokeTable) (sources.Method, error) {
	method := sources.Method{
		Class: m.Class, Name: m.Name, Descriptor: m.Descriptor, Lambda: m.Lambda, Initializer: m.Initializer,
		NameRange: m.NameRange.decode(), Range: m.Range.decode(), Body: m.Body.decode(),
		Hash: m.Hash, Calls: []sources.Call{},
	}
	for _, c := range m.Calls {
		call := sources.Call{Range: c.Range.decode(), NameRange: c.NameRange.decode(), Ordinal: -1, BCI: -1}
		slices.Sort(c.Ends)
		for i, end := range c.Ends {
			in, ok := invokes.endingAt(methodKey{m.Class, m.Name, m.Descriptor}, end)
			if !ok {
				return method, fmt.Errorf("%s.%s%s has no invoke instruction that ends at %d", m.Class, m.Name, m.Descriptor, end)
			}
			if i > 0 {
				call.Copies = append(call.Copies, in.bci)
				continue
			}
			call.BCI, call.Ordinal = in.bci, in.ordinal
			call.Class, call.Name, call.Descriptor = in.class, in.name, in.descriptor
		}
		method.Calls = append(method.Calls, call)
	}
	return method, nil
}
