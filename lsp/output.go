package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"hotlens/annotations"
	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// program is how a program ended that was run, and the index of what it was compiled from.
type program struct {
	outcome *profiles.Outcome // nil: there was none
	index   *sources.Index
}

// outputAnswer is what hotlens.output answers with.
type outputAnswer struct {
	Text       string               `json:"text"`
	URI        protocol.DocumentURI `json:"uri"`        // of a file with the text, which is there until the session ends
	Links      []outputLink         `json:"links"`      // places in the text that name lines of the user's own source
	Main       string               `json:"main"`       // the main class
	ExitStatus int                  `json:"exitStatus"` // of the program
	Running    bool                 `json:"running"`    // it has not ended, and this is what there is so far
	Ending     string               `json:"ending"`     // how it ended, in a few words
}

type outputLink struct {
	Range  protocol.Range    `json:"range"`  // in the text
	Target protocol.Location `json:"target"` // where that line stands now
}

// commandOutput answers with what the program of the last run has printed, or one that runs so far: that which covers the file of the first argument
// or, without one, the newest. The editor opens it, or is told where it is, unless the second
// argument has {"show": false}. With {"follow": true} it is told from then on what programs print while they run, see follow.go.
func (s *server) commandOutput(args arguments) (any, error) {
	options := struct {
		Show   bool  `json:"show"`
		Follow *bool `json:"follow"`
	}{Show: true}
	if err := args.decode(1, &options); err != nil {
		return nil, err
	}
	s.mu.Lock()
	if options.Follow != nil {
		s.following = *options.Follow
	}
	found := s.lastProgram
	if s.running != nil {
		found = program{s.running.Outcome(), s.running.Index}
	}
	s.mu.Unlock()
	if len(args) > 0 && string(args[0]) != "null" {
		path, err := args.path()
		if err != nil {
			return nil, err
		}
		found = s.programOf(path)
	}
	if found.outcome == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		return nil, s.noRun("no program has been run yet whose output could be shown; save a file to start one")
	}
	output := annotations.OutputOf(found.outcome, found.index)
	file, err := s.writeOutput(found.outcome.Main, output.Text)
	if err != nil {
		return nil, failure("%v", err)
	}
	answer := outputAnswer{
		Text: output.Text, URI: uri.File(file), Links: []outputLink{},
		Main: found.outcome.Main, ExitStatus: found.outcome.ExitStatus, Running: found.outcome.Running, Ending: annotations.Ending(found.outcome),
	}
	s.mu.Lock()
	for _, l := range output.Links {
		at, known := s.locateLine(l.Path, l.Line, sources.Range{})
		if !known {
			at.Start.Line, at.End.Line = l.Line-1, l.Line-1
		}
		answer.Links = append(answer.Links, outputLink{toRange(l.Range), protocol.Location{URI: s.uriOf(l.Path), Range: toRange(at)}})
	}
	s.followOutput() // the file is there now
	s.mu.Unlock()
	if options.Show {
		s.background.Go(func() {
			s.open(protocol.ShowDocumentParams{URI: answer.URI, TakeFocus: true}, "what the program printed is in "+file)
		})
	}
	return answer, nil
}

// writeOutput writes what a program has printed to the file that it has in this session.
func (s *server) writeOutput(main, text string) (string, error) {
	return s.writeDocument(main, ".log", text)
}

// programOf is the program of the last run that covers a file.
func (s *server) programOf(path string) program {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.running; r != nil && r.Index != nil && slices.ContainsFunc(r.Index.Files, func(f sources.File) bool { return f.Path == path }) {
		return program{r.Outcome(), r.Index}
	}
	f := s.files[path]
	switch {
	case f == nil:
		return program{}
	case f.failed.outcome != nil || f.run == nil:
		return f.failed
	}
	return program{f.outcome, f.run.Index}
}

// maxDocumentName is how much of a class's or a method's name the name of its file has, in bytes: what tells it from others, and every
// file system takes.
const maxDocumentName = 100

// writeDocument writes a text about something to the session's folder and returns the file.
func (s *server) writeDocument(name, suffix, text string) (string, error) {
	folder, err := s.viewFolder()
	if err != nil {
		return "", fmt.Errorf("cannot make a folder for a text: %w", err)
	}
	// A class or a method may have any name, of up to 65,535 bytes; a file may not.
	file := filepath.Join(folder, filepath.Base(name[max(0, len(name)-maxDocumentName):])+suffix)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", fmt.Errorf("cannot write a text to show: %w", err)
	}
	return file, nil
}
