package lsp

import (
	"context"
	"errors"
	"os"
	"slices"

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

// testsOf are the tests of a file, by what the editor holds of it or else by the file; of one that cannot be read none.
func (s *server) testsOf(of engine.TestFile) []listedTest {
	s.mu.Lock()
	u := s.uriOf(of.File)
	var text *javatext.Document
	if d := s.documents[of.File]; d != nil {
		text = d.parse()
	}
	s.mu.Unlock()
	if text == nil {
		content, err := os.ReadFile(of.File)
		if err != nil {
			return nil
		}
		decoded, err := sources.Decode(content, of.Encoding)
		if err != nil {
			return nil
		}
		text = javatext.Parse(javatext.NewText(decoded))
	}
	var listed []listedTest
	for _, t := range text.Tests() {
		listed = append(listed, listedTest{Class: t.Class, Method: t.Method, Set: of.Set, Left: of.Left, Execution: of.Execution, URI: u, Range: toRange(t.Name)})
	}
	return listed
}
