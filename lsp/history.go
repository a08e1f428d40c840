package lsp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"hotlens/annotations"
	"hotlens/engine"
	"hotlens/engine/history"
	"hotlens/engine/revision"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/comparison"
	"hotlens/profiles/report"
	"hotlens/profiles/sources"
)

const (
	// commandHistory lists the kept runs of a workspace, compares two, makes one the baseline, and clears them.
	commandHistory = "hotlens.history"

	// restoredAttempts is how many of the newest runs of a workspace are looked through for one that covers a file which was opened: of
	// as many programs as somebody goes back and forth between.
	restoredAttempts = 8
)

// historyRequest is the second argument of hotlens.history. Without any of it the runs are listed.
type historyRequest struct {
	Compare []uint64 `json:"compare"` // two runs, the earlier first
	Restore *uint64  `json:"restore"` // which becomes the baseline
	Clear   bool     `json:"clear"`
	Show    *bool    `json:"show"` // of Compare: whether the editor is to open the report; it is, if nothing is said
}

// pastRun is a run as hotlens.history lists it.
type pastRun struct {
	ID      uint64          `json:"id"`
	Time    string          `json:"time"`   // RFC 3339, in the user's time zone
	Target  string          `json:"target"` // the main class and its arguments
	Name    string          `json:"name"`   // the same, and the folder where there are several programs of that name
	Before  *uint64         `json:"before"` // the run of the same program before it, null for none that is kept
	File    string          `json:"file"`   // whose save has started it
	Commit  string          `json:"commit"` // that the workspace stood at, "" if that is not known
	Built   bool            `json:"built"`  // from that commit alone
	Outcome string          `json:"outcome"`
	Totals  profiles.Totals `json:"totals"`
	Title   string          `json:"title"`  // all of that in a line
	Detail  string          `json:"detail"` // of that line all but target and outcome, for a line below them
	Classes string          `json:"classes"`
}

// commandHistory carries out hotlens.history. Its arguments are a file's URI, for its workspace, and a historyRequest; each may be missing.
func (s *server) commandHistory(args arguments) (any, error) {
	if len(args) > 0 && strings.HasPrefix(strings.TrimSpace(string(args[0])), "{") {
		args = append(arguments{[]byte("null")}, args...)
	}
	var request historyRequest
	if err := args.decode(1, &request); err != nil {
		return nil, err
	}
	s.mu.Lock()
	workspace := s.baseFolder()
	s.mu.Unlock()
	if len(args) > 0 && string(args[0]) != "null" {
		path, err := args.path()
		if err != nil {
			return nil, err
		}
		s.mu.Lock()
		workspace = s.workspaceOf(path)
		s.mu.Unlock()
	}
	if s.history == nil {
		return nil, failure("no history of runs is kept: %s is off, or there is no cache folder", engine.HistoryVariable)
	}
	switch {
	case request.Clear:
		if err := s.history.Clear(workspace); err != nil {
			return nil, failure("%v", err)
		}
		s.mu.Lock()
		delete(s.targets, workspace)
		s.mu.Unlock()
		return map[string]bool{"cleared": true}, nil
	case request.Restore != nil:
		return s.restoreBaseline(*request.Restore)
	case request.Compare != nil:
		return s.comparePast(request)
	}
	entries, err := s.history.List(workspace)
	if err != nil {
		return nil, failure("%v", err)
	}
	runs := []pastRun{}
	names := history.Names(entries)
	for i := range entries {
		run := describePast(&entries[i], names[i])
		if before := slices.IndexFunc(entries[i+1:], func(e history.Entry) bool { return e.SameProgram(&entries[i]) }); before >= 0 {
			run.Before = &entries[i+1+before].ID
		}
		runs = append(runs, run)
	}
	return map[string]any{"workspace": workspace, "runs": runs}, nil
}

func describePast(e *history.Entry, name string) pastRun {
	past := Past(e, name)
	return pastRun{
		ID: e.ID, Time: e.Time.Local().Format(time.RFC3339), Target: e.Target(), Name: name, File: e.File, Commit: e.Commit, Built: e.Built,
		Outcome: annotations.PastEnding(past), Totals: e.Totals, Title: annotations.PastTitle(past), Detail: annotations.PastDetail(past), Classes: e.Classes,
	}
}

// Past is an entry in the words of package annotations. The name is one of history.Names.
func Past(e *history.Entry, name string) annotations.Past {
	return annotations.Past{
		Time: e.Time.Local(), Target: name, Commit: revision.Short(e.Commit), Built: e.Built,
		ExitStatus: e.ExitStatus, Limit: e.Limit, Failure: e.Failure, Tests: e.Tests, Totals: e.Totals,
	}
}

// restoreBaseline makes a kept run the baseline of the files that it covers.
func (s *server) restoreBaseline(id uint64) (any, error) {
	kept, err := s.history.Load(id)
	if err != nil {
		return nil, failure("%v", err)
	}
	analysed, err := analysis.New(kept.Profile, kept.Index)
	if err != nil {
		return nil, failure("run %d: %v", id, err)
	}
	title := "run of " + annotations.PastTime(kept.Time.Local())
	s.mu.Lock()
	pinned := s.pinPast(kept, baseline{run: analysed, name: title})
	s.mu.Unlock()
	s.background.Go(s.refresh)
	return map[string]any{"files": pinned, "title": title}, nil
}

// comparePast answers with a report of what differs between two kept runs, and has the editor open it.
func (s *server) comparePast(request historyRequest) (any, error) {
	if len(request.Compare) != 2 {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "hotlens.history compares two runs: {\"compare\": [3, 7]}, not %d", len(request.Compare))
	}
	var kept [2]*history.Run
	for i, id := range request.Compare {
		var err error
		if kept[i], err = s.history.Load(id); err != nil {
			return nil, failure("run %d: %v", id, err)
		}
	}
	compared, err := comparison.New(kept[0].Profile, kept[1].Profile)
	if err != nil {
		return nil, failure("comparing runs %d and %d: %v", request.Compare[0], request.Compare[1], err)
	}
	s.mu.Lock()
	wanted := s.settings.display.Metric
	s.mu.Unlock()
	metric, err := compared.Choose(wanted)
	if err != nil {
		metric, err = compared.Choose("")
	}
	if err != nil {
		return nil, failure("comparing runs %d and %d: %v", request.Compare[0], request.Compare[1], err)
	}
	if wanted == "" {
		metric = compared.Telling(metric)
	}
	var text strings.Builder
	names := history.Names([]history.Entry{kept[0].Entry, kept[1].Entry})
	fmt.Fprintf(&text, "base: %s\nhead: %s\n\n", annotations.PastTitle(Past(&kept[0].Entry, names[0])), annotations.PastTitle(Past(&kept[1].Entry, names[1])))
	if err := report.WriteComparison(&text, compared, report.Options{Metric: metric, Width: comparisonWidth, Top: comparisonRows}); err != nil {
		return nil, failure("%v", err)
	}
	folder, err := s.viewFolder()
	if err != nil {
		return nil, failure("cannot make a folder for the comparison: %v", err)
	}
	file := filepath.Join(folder, fmt.Sprintf("comparison-%d-%d.txt", request.Compare[0], request.Compare[1]))
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		return nil, failure("cannot write the comparison: %v", err)
	}
	if request.Show == nil || *request.Show {
		s.background.Go(func() {
			s.open(protocol.ShowDocumentParams{URI: uri.File(file), TakeFocus: true}, "the comparison is in "+file)
		})
	}
	return map[string]any{"text": text.String(), "uri": uri.File(file)}, nil
}

// The comparison is a document, in which people scroll: the columns of a wide window, and all rows that anybody reads.
const (
	comparisonWidth = 110
	comparisonRows  = 200
)

// keepRun puts what a run has brought into the history.
func (s *server) keepRun(r run, result *engine.Result) {
	if s.history == nil || result.Profile == nil || !result.Profile.Counted() || !r.usual() {
		return
	}
	s.mu.Lock()
	workspace := s.workspaceOf(r.path)
	s.mu.Unlock()
	commit, err := s.engine.Head(s.lifetime, workspace)
	if err != nil {
		s.log.Debug("the commit of a run", "error", err) // most folders without git
	}
	s.keep(&history.Run{
		Entry:   history.Entry{Time: time.Now(), Workspace: workspace, File: r.path, Classes: result.ClassesHash, Commit: commit},
		Profile: result.Profile, Index: result.Index, Outcome: result.Outcome,
	})
}

// keep puts a run into the history, if there is one. Failing is no reason to stop: the user is told once.
func (s *server) keep(run *history.Run) {
	if s.history == nil {
		return
	}
	if err := s.history.Keep(run); err != nil {
		s.tellOfHistory(err)
	}
}

// tellOfHistory tells the user, once, what is wrong with the history.
func (s *server) tellOfHistory(err error) {
	if errors.Is(err, history.ErrNotThere) {
		return // another session has removed it
	}
	s.tellOnce(err.Error())
}

// tellOnce warns the user in the log, unless it has said the same before.
func (s *server) tellOnce(warning string) {
	s.mu.Lock()
	told := s.toldOnce[warning]
	s.toldOnce[warning] = true
	s.mu.Unlock()
	if !told {
		s.notify(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: protocol.MessageTypeWarning, Message: "hotlens: " + warning})
	}
}

// restore shows, in the background, the last kept run of a file that was opened before this session has run anything that covers it.
func (s *server) restore(path string) {
	s.mu.Lock()
	wanted := s.history != nil && s.settings.trusted && !s.cleared && isJava(path)
	if wanted {
		f := s.state(path)
		wanted = f.run == nil && !f.sought
		f.sought = true
	}
	workspace := s.workspaceOf(path)
	s.mu.Unlock()
	if !wanted {
		return
	}
	s.background.Go(func() {
		s.restoring.Lock() // an editor opens many files at once, and one run shows in most of them
		defer s.restoring.Unlock()
		s.mu.Lock()
		f := s.state(path)
		there := f.run != nil || f.notice != (annotations.Notice{})
		s.mu.Unlock()
		if there {
			return
		}
		found, err := s.lastOf(s.lifetime, workspace, path)
		if err != nil {
			s.tellOfHistory(err)
		}
		if found != nil && s.showPast(path, found) {
			s.refresh()
		}
	})
}

// restoreAll is restore for all open documents.
func (s *server) restoreAll() {
	s.mu.Lock()
	var open []string
	for path := range s.documents {
		open = append(open, path)
	}
	s.mu.Unlock()
	for _, path := range open {
		s.restore(path)
	}
}

// lastOf finds the last run that was compiled from the text that a file has now; nil if there is none.
func (s *server) lastOf(ctx context.Context, workspace, path string) (*history.Run, error) {
	entries, err := s.history.List(workspace)
	if err != nil {
		return nil, err
	}
	attempts := 0
	for i := range entries {
		if entries[i].Built {
			continue
		}
		if attempts++; attempts > restoredAttempts || ctx.Err() != nil {
			break
		}
		found, err := s.history.LoadIf(entries[i].ID, func(index *sources.Index) bool {
			for i := range index.Files {
				if file := &index.Files[i]; file.Path == path {
					return s.hasText(*file)
				}
			}
			return false
		})
		if found != nil || err != nil && !errors.Is(err, history.ErrNotThere) {
			return found, err
		}
	}
	return nil, nil
}

// hasText tells whether a file still has the text that was compiled: in the editor, as it is or was saved, or on the disk. Requests do not wait
// for that.
func (s *server) hasText(file sources.File) bool {
	s.mu.Lock()
	var texts []string
	if d := s.documents[file.Path]; d != nil {
		texts = []string{d.text.String(), d.saved}
	}
	s.mu.Unlock()
	for _, text := range texts {
		if file.IsText(text) {
			return true
		}
	}
	_, ok := textOnDisk(file)
	return ok
}

// showPast shows a run of the history in the files that have the same text as then, unless there is something newer. It reports whether the
// file that was opened shows it.
func (s *server) showPast(path string, found *history.Run) bool {
	analysed, err := analysis.New(found.Profile, found.Index)
	if err != nil {
		s.log.Debug("a run of the history cannot be shown", "error", err)
		return false
	}
	same, others := []sources.File{}, 0
	for _, file := range found.Index.Files {
		if s.hasText(file) {
			same = append(same, file)
		} else {
			others++
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.settings.trusted || s.cleared {
		return false
	}
	notice := annotations.Notice{Kind: annotations.FromHistory, Message: annotations.PastNotice(found.Time.Local(), others, s.settings.onSave)}
	if s.newest == nil {
		s.newest = analysed
	}
	shown := false
	for _, file := range same {
		f := s.state(file.Path)
		if f.run != nil || f.notice != (annotations.Notice{}) { // a run of this session has said something
			continue
		}
		f.place(s, analysed, file)
		f.outcome, f.notice, f.sought = found.Outcome, notice, true
		shown = shown || file.Path == path
	}
	return shown
}
