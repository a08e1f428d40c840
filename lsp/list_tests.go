package lsp

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"hotlens/annotations/javatext"
	"hotlens/engine"
	"hotlens/profiles/sources"
)

// methodTests is our own request, for editors that list tests: which there are in the workspace, run or not.
const methodTests = "hotlens/tests"

// listedTest is a test method, or a class that has some, by their texts alone. Classes stand in front of their methods.
type listedTest struct {
	Class  string `json:"class"` // binary name with slashes
	Method string `json:"method,omitempty"`
	Set    string `json:"set"`            // tests with the same can run together
	Left   bool   `json:"left,omitempty"` // the build leaves it out, where it runs all
	// Execution is what of the build runs it, where that is not the usual one.
	Execution string               `json:"execution,omitempty"`
	URI       protocol.DocumentURI `json:"uri"`
	Range     protocol.Range       `json:"range"` // of its name
}

// listTests answers with the tests of all workspace folders, in a workspace that is not trusted with none.
func (s *server) listTests(context.Context, struct{}) (any, error) {
	s.mu.Lock()
	folders, trusted, config := slices.Clone(s.client.folders), s.settings.trusted, s.settings.config
	s.mu.Unlock()
	return deferred(func(ctx context.Context) (any, error) {
		listed := []listedTest{}
		if !trusted {
			return listed, nil
		}
		var problems []error
		for _, folder := range folders {
			found, err := s.engine.Candidates(ctx, engine.Request{File: folder, Workspace: folder, Config: config})
			if err != nil {
				problems = append(problems, err)
				continue
			}
			for _, of := range found.Tests {
				listed = append(listed, s.testsOf(of)...)
			}
		}
		if len(listed) == 0 && len(problems) > 0 {
			return nil, failure("what tests there are is not known: %v", errors.Join(problems...))
		}
		return listed, nil
	}), nil
}

// testsOf are the tests of a file; of one that cannot be read none. Those that its class has from others stand where they are declared.
func (s *server) testsOf(of engine.TestFile) []listedTest {
	text, u := s.textOf(of.File, of.Encoding)
	if text == nil {
		return nil
	}
	var listed []listedTest
	add := func(class, method string, u protocol.DocumentURI, at sources.Range) {
		listed = append(listed, listedTest{Class: class, Method: method, Set: of.Set, Left: of.Left, Execution: of.Execution, URI: u, Range: toRange(at)})
	}
	for _, t := range text.Tests() {
		add(t.Class, t.Method, u, t.Name)
	}
	class := strings.ReplaceAll(of.Class, ".", "/")
	has := func(method string) bool {
		return slices.ContainsFunc(listed, func(t listedTest) bool { return t.Class == class && t.Method == method })
	}
	for _, file := range of.Inherited {
		declaring, at := s.textOf(file, of.Encoding)
		if declaring == nil {
			continue
		}
		for _, t := range declaring.Tests() {
			if t.Class[strings.LastIndexByte(t.Class, '/')+1:] != strings.TrimSuffix(filepath.Base(file), ".java") || has(t.Method) {
				continue // of a nested class, or overridden
			}
			if name, here := text.Class(class); t.Method == "" && here {
				add(class, "", u, name)
			} else if here {
				add(class, t.Method, at, t.Name)
			}
		}
	}
	return listed
}

// textOf is what the editor holds of a file or else the file, and the document; nil if it cannot be read.
func (s *server) textOf(path, encoding string) (*javatext.Document, protocol.DocumentURI) {
	s.mu.Lock()
	u := s.uriOf(path)
	var text *javatext.Document
	if d := s.documents[path]; d != nil {
		text = d.parse()
	}
	s.mu.Unlock()
	if text != nil {
		return text, u
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, u
	}
	decoded, err := sources.Decode(content, encoding)
	if err != nil {
		return nil, u
	}
	return javatext.Parse(javatext.NewText(decoded)), u
}
