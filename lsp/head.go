package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/sourcegraph/conc/panics"
	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/engine"
	"hotlens/engine/history"
	"hotlens/engine/revision"
	"hotlens/profiles/analysis"
)

// headComparison is whether runs are compared with the commit that the workspace stands at, and with what of it.
type headComparison struct {
	wanted bool
	built  builtCommit // the last that was asked for
}

// builtCommit is what came of building a commit aside and running it.
type builtCommit struct {
	commit, request string             // of what; see headRequest
	run             *analysis.Analysis // nil: there is a problem
	target          string             // the main class of what should have been compared, if there is a problem
	problem         string             // why there is no run, in a few words
}

// is tells whether a request for a commit has been answered.
func (b *builtCommit) is(commit, request string) bool {
	return b.commit == commit && b.request == request && (b.run != nil || b.problem != "")
}

// compareFromNowOn has this and all later runs compared with the commit that the workspace stands at. It answers with the commit at once.
func (s *server) compareFromNowOn(file string) (any, error) {
	s.mu.Lock()
	trusted := s.settings.trusted
	if file == "" && s.newest != nil && s.newest.Index != nil && len(s.newest.Index.Files) > 0 {
		file = s.newest.Index.Files[0].Path
	}
	workspace := s.baseFolder()
	if file != "" {
		workspace = s.workspaceOf(file)
	}
	s.mu.Unlock()
	if !trusted {
		return nil, failure(notTrusted)
	}
	commit, err := s.engine.Head(s.lifetime, workspace)
	if err != nil {
		return nil, failure("there is no HEAD to compare with: %v", err)
	}
	s.mu.Lock()
	s.head = headComparison{wanted: true}
	for _, f := range s.files {
		f.baseline = baseline{}
	}
	s.mu.Unlock()
	answer := map[string]any{"commit": commit}
	if file != "" && isJava(file) {
		answer["generation"] = s.schedule(run{path: file})
	}
	return answer, nil
}

// compareWithHead has the run that a save has just brought compared with the same program of the commit, if that is wanted. What is at
// hand is shown at once; else the commit is built and run, which ends when ctx does: when a newer run begins.
func (s *server) compareWithHead(ctx context.Context, r run) {
	s.mu.Lock()
	f := s.files[r.path]
	wanted := s.head.wanted && r.usual() && f != nil && f.run != nil
	workspace := s.workspaceOf(r.path)
	s.mu.Unlock()
	if !wanted {
		return
	}
	commit, err := s.engine.Head(ctx, workspace)
	if err != nil {
		s.foundHead(ctx, r, builtCommit{problem: err.Error()})
		return
	}
	request := s.request(r)
	request.Background = true
	identity := headRequest(request)
	s.mu.Lock()
	known := s.head.built
	s.mu.Unlock()
	if !known.is(commit, identity) {
		known = s.pastHead(workspace, commit, identity)
	}
	if !known.is(commit, identity) {
		s.buildHead(ctx, r, request, builtCommit{commit: commit, request: identity})
		return
	}
	s.foundHead(ctx, r, known)
}

// foundHead shows how the current run differs from a commit's, unless it is of no interest any more.
func (s *server) foundHead(ctx context.Context, r run, built builtCommit) {
	s.mu.Lock()
	f := s.files[r.path]
	if ctx.Err() != nil || !s.head.wanted || f == nil || f.run == nil || built.run == nil && built.problem == "" {
		s.mu.Unlock()
		return
	}
	built.target = f.run.Profile.Target.Main
	told := s.head.built.problem == built.problem
	s.head.built = built
	base := baseline{run: built.run, name: fmt.Sprintf("commit %s (HEAD)", revision.Short(built.commit)), since: baselineHead}
	for _, other := range s.files {
		if other.run == f.run {
			other.baseline = base
		}
	}
	s.mu.Unlock()
	if built.problem != "" && !told {
		s.notify(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{
			Type: protocol.MessageTypeInfo, Message: "hotlens: no comparison with HEAD: " + built.problem,
		})
	}
	s.refresh()
}

// headNotice says why a run cannot be compared with HEAD, as was asked for. The caller holds s.mu.
func (s *server) headNotice(run *analysis.Analysis) annotations.Notice {
	if b := &s.head.built; s.head.wanted && b.problem != "" && b.target == run.Profile.Target.Main {
		return annotations.Notice{Kind: annotations.NoBaseline, Message: brief(b.problem)}
	}
	return annotations.Notice{}
}

// headRequest identifies what is asked of the engine about a commit. Another version of hotlens may count or model otherwise.
func headRequest(request engine.Request) string {
	relative, err := filepath.Rel(request.Workspace, request.File)
	if err != nil {
		relative = request.File
	}
	text, err := json.Marshal([]any{version(), relative, request.Targets, request.Tests, request.Arguments, request.Config})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// pastHead looks for a commit's run in the history.
func (s *server) pastHead(workspace, commit, request string) builtCommit {
	if s.history == nil {
		return builtCommit{}
	}
	entries, err := s.history.List(workspace)
	if err != nil {
		s.tellOfHistory(err)
		return builtCommit{}
	}
	for i := range entries {
		e := &entries[i]
		if !e.Built || e.Commit != commit || e.Request != request {
			continue
		}
		past, err := s.history.Load(e.ID)
		if err != nil {
			s.tellOfHistory(err)
			break
		}
		if analysed, err := analysis.New(past.Profile, past.Index); err == nil {
			return builtCommit{commit: commit, request: request, run: analysed}
		}
	}
	return builtCommit{}
}

// buildHead builds a commit and runs it, keeps what came of it, and shows how the current run differs. It waits for its turn as runs do. Its progress ends
// when the difference is shown.
func (s *server) buildHead(ctx context.Context, r run, request engine.Request, built builtCommit) {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return
	}
	var result *engine.Result
	var err error
	p := s.beginProgressOf(ctx, headToken(r.generation), "hotlens: HEAD "+revision.Short(built.commit))
	if recovered := panics.Try(func() { result, err = s.engine.ProfileAt(ctx, built.commit, request, p.report) }); recovered != nil {
		s.log.Error("the engine panicked", "panic", recovered.String())
		err = fmt.Errorf("internal error in the engine: %v", recovered.Value)
	}
	<-s.turn
	if ctx.Err() != nil {
		p.end("cancelled")
		return
	}
	switch {
	case err != nil:
		built.problem = err.Error()
	case result.Profile == nil && result.Status == engine.StatusCompileError:
		built.problem = "it does not compile: " + summary(result)
	case result.Profile == nil:
		built.problem = summary(result)
	default:
		if built.run, err = analysis.New(result.Profile, result.Index); err != nil {
			built.run, built.problem = nil, err.Error()
			break
		}
		if !result.Profile.Complete {
			limit, _, _ := strings.Cut(summary(result), "; ") // behind it stands how to raise it
			built.run, built.problem = nil, "its run did not end by itself: "+limit
		}
	}
	message := "no comparison: " + built.problem
	if built.run != nil {
		message = summary(result)
		s.keep(&history.Run{
			Entry: history.Entry{
				Time: time.Now(), Workspace: request.Workspace, File: r.path, Classes: result.ClassesHash,
				Commit: built.commit, Built: true, Request: built.request,
			},
			Profile: result.Profile, Index: result.Index, Outcome: result.Outcome,
		})
	}
	s.foundHead(ctx, r, built)
	p.end(brief(message))
}

// headToken names the progress of building a commit for a run.
func headToken(generation int) string { return progressToken(generation) + "/head" }
