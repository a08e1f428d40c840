package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"go.lsp.dev/protocol"
)

// progressPatience is how long a run waits for the editor to accept its progress
// before it goes on without. Editors answer at once.
const progressPatience = time.Second

// progress shows one run's progress in the editor (LSP 3.17, "work done
// progress"). Without the editor's support it does nothing. The run does not wait for the editor to accept it.
type progress struct {
	server *server
	asked  chan struct{} // closed when the editor has answered; nil: it shows none

	mu       sync.Mutex
	token    *protocol.ProgressToken // nil: not accepted
	withheld []any                   // until it is
}

func progressToken(generation int) string { return fmt.Sprintf("hotlens/run/%d", generation) }

// progressOf is the progress of a run: that of the runs before which were in vain, or a new one. End has to be called.
func (s *server) progressOf(ctx context.Context, r *run) *progress {
	if p := r.batch.trial; p != nil {
		r.batch.trial = nil
		return p
	}
	token := progressToken(r.generation)
	s.mu.Lock()
	s.shown = token
	s.mu.Unlock()
	return s.beginProgressOf(ctx, token, "hotlens: "+filepath.Base(r.path))
}

// endTrial ends what is shown of runs that have been in vain up to the last one.
func (r *run) endTrial() {
	if p := r.batch.trial; p != nil {
		r.batch.trial = nil
		what := "what was saved"
		if len(r.batch.saved) == 1 {
			what = filepath.Base(r.batch.saved[0])
		}
		p.end(what + " is reached by none of the tests that were never run before")
	}
}

// beginProgressOf creates the progress of something that can be stopped.
func (s *server) beginProgressOf(ctx context.Context, name, title string) *progress {
	s.mu.Lock()
	supported := s.client.progress
	s.mu.Unlock()
	p := &progress{server: s}
	if !supported {
		return p
	}
	p.asked = make(chan struct{})
	p.send(&protocol.WorkDoneProgressBegin{Kind: protocol.WorkDoneProgressKindBegin, Title: title, Cancellable: true})
	s.background.Go(func() {
		defer close(p.asked)
		token := protocol.NewProgressToken(name)
		asking, cancel := context.WithTimeout(ctx, progressPatience)
		defer cancel()
		if err := s.call(asking, protocol.MethodWorkDoneProgressCreate, &protocol.WorkDoneProgressCreateParams{Token: *token}, nil); err != nil {
			s.log.Debug("the editor shows no progress", "error", err)
			return
		}
		p.accepted(token)
	})
	return p
}

// accepted sends what was withheld until the editor knew the token.
func (p *progress) accepted(token *protocol.ProgressToken) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.token = token
	for _, value := range p.withheld {
		p.notify(value)
	}
	p.withheld = nil
}

func (p *progress) report(phase string) {
	p.send(&protocol.WorkDoneProgressReport{Kind: protocol.WorkDoneProgressKindReport, Message: phase, Cancellable: true})
}

func (p *progress) end(message string) {
	if p.asked != nil {
		<-p.asked
		p.send(&protocol.WorkDoneProgressEnd{Kind: protocol.WorkDoneProgressKindEnd, Message: message})
	}
}

func (p *progress) send(value any) {
	if p.asked == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.token == nil {
		p.withheld = append(p.withheld, value)
	} else {
		p.notify(value)
	}
}

func (p *progress) notify(value any) {
	p.server.notify(protocol.MethodProgress, &protocol.ProgressParams{Token: *p.token, Value: value})
}

// cancelProgress stops the run whose progress the user has cancelled.
func (s *server) cancelProgress(_ context.Context, params protocol.WorkDoneProgressCancelParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if token := params.Token.String(); token == s.shown || token == headToken(s.generation) {
		s.stop()
	}
	return nil, nil
}
