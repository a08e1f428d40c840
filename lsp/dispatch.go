package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/sourcegraph/conc/panics"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// handler handles one kind of message. Its result is the answer to a request;
// of notifications it is nil.
type handler func(ctx context.Context, params json.RawMessage) (any, error)

// deferred is a handler's result that takes its time: it gives the answer, beside the handling of other messages.
type deferred func(ctx context.Context) (any, error)

// routes maps the methods of the protocol to their handlers; each has a file of
// its own. $/cancelRequest is missing, as it overtakes the queue.
func (s *server) routes() map[string]handler {
	return map[string]handler{
		protocol.MethodInitialize:                       decoded(s.initialize),
		protocol.MethodInitialized:                      decoded(s.initialized),
		protocol.MethodShutdown:                         decoded(s.shutdown),
		protocol.MethodExit:                             decoded(s.exit),
		protocol.MethodTextDocumentDidOpen:              decoded(s.didOpen),
		protocol.MethodTextDocumentDidChange:            decoded(s.didChange),
		protocol.MethodTextDocumentDidSave:              decoded(s.didSave),
		protocol.MethodTextDocumentDidClose:             decoded(s.didClose),
		protocol.MethodWorkspaceDidChangeConfiguration:  decoded(s.didChangeConfiguration),
		protocol.MethodTextDocumentCodeLens:             decoded(s.codeLens),
		methodInlayHint:                                 decoded(s.inlayHint),
		methodInlayHintResolve:                          decoded(s.resolveInlayHint),
		protocol.MethodTextDocumentHover:                decoded(s.hover),
		protocol.MethodTextDocumentCodeAction:           decoded(s.codeAction),
		protocol.MethodTextDocumentPrepareCallHierarchy: decoded(s.prepareCallHierarchy),
		protocol.MethodCallHierarchyIncomingCalls:       decoded(s.incomingCalls),
		protocol.MethodCallHierarchyOutgoingCalls:       decoded(s.outgoingCalls),
		protocol.MethodWorkspaceExecuteCommand:          decoded(s.executeCommand),
		protocol.MethodWorkDoneProgressCancel:           decoded(s.cancelProgress),
		methodTests:                                     decoded(s.listTests),
		methodCoverage:                                  decoded(s.coveredFiles),
		methodClassPath:                                 decoded(s.classPath),
	}
}

// decoded makes a handler of a function that takes its parameters decoded.
func decoded[P any](handle func(ctx context.Context, params P) (any, error)) handler {
	return func(ctx context.Context, raw json.RawMessage) (any, error) {
		var params P
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &params); err != nil {
				return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "cannot read the parameters: %v", err)
			}
		}
		return handle(ctx, params)
	}
}

// receive takes a message from the reading goroutine and never blocks it.
func (s *server) receive(ctx context.Context, reply jsonrpc2.Replier, request jsonrpc2.Request) error {
	if request.Method() == protocol.MethodCancelRequest {
		var params struct {
			ID jsonrpc2.ID `json:"id"`
		}
		if err := json.Unmarshal(request.Params(), &params); err != nil {
			s.log.Warn("cannot read a cancellation", "error", err)
			return nil
		}
		s.queue.cancel(params.ID)
		return nil
	}
	s.queue.add(ctx, reply, request)
	return nil
}

// dispatch handles the messages of the queue until it is closed and empty.
func (s *server) dispatch() {
	for {
		m, more := s.queue.take()
		if !more {
			return
		}
		result, err := s.handle(m)
		if later, ok := result.(deferred); ok && err == nil {
			s.background.Go(func() {
				result, err := later(m.ctx)
				s.answer(m, result, err)
			})
			continue
		}
		s.answer(m, result, err)
	}
}

// answer answers a message.
func (s *server) answer(m *message, result any, err error) {
	s.queue.done(m)
	if err != nil {
		s.log.Debug("request failed", "method", m.request.Method(), "error", err)
	}
	if call, ok := m.request.(*jsonrpc2.Call); ok && err == nil {
		if err = s.stream.answer(call.ID(), result); err == nil {
			return
		}
		result = nil
	}
	if err := m.reply(m.ctx, result, err); err != nil {
		s.log.Debug("cannot answer", "method", m.request.Method(), "error", err)
	}
}

// handle handles one message. A panic ends the message, not the server.
func (s *server) handle(m *message) (result any, err error) {
	method := m.request.Method()
	_, isCall := m.request.(*jsonrpc2.Call)
	if err := s.admit(method, isCall); err != nil {
		return nil, err
	}
	handle, known := s.handlers[method]
	switch {
	case !known && isCall:
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "hotlens does not handle %s", method)
	case !known:
		return nil, nil
	case m.ctx.Err() != nil:
		return nil, protocol.ErrRequestCancelled
	}
	if recovered := panics.Try(func() { result, err = handle(m.ctx, json.RawMessage(m.request.Params())) }); recovered != nil {
		s.log.Error("a request panicked", "method", method, "panic", recovered.String())
		s.notify(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{
			Type:    protocol.MessageTypeError,
			Message: fmt.Sprintf("hotlens: internal error in %s: %v", method, recovered.Value),
		})
		return nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "internal error in %s: %v", method, recovered.Value)
	}
	if errors.Is(err, context.Canceled) {
		return nil, protocol.ErrRequestCancelled
	}
	return result, err
}

// admit tells why a message does not fit the session's phase (LSP 3.17,
// "initialize" and "shutdown").
func (s *server) admit(method string, isCall bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case method == protocol.MethodExit:
		return nil
	case s.phase == starting && method != protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s came before initialize", method)
	case s.phase == serving && method == protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "initialize may come only once")
	case s.phase == ending:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s came after shutdown", method)
	}
	return nil
}

// notify sends a notification. That the editor is gone shows elsewhere.
func (s *server) notify(method string, params any) {
	if err := s.connection.Notify(s.lifetime, method, params); err != nil {
		s.log.Debug("cannot notify", "method", method, "error", err)
	}
}

// call asks the editor, and takes the question back when ctx ends first.
func (s *server) call(ctx context.Context, method string, params, result any) error {
	return protocol.Call(ctx, s.connection, method, params, result)
}

// message is a message of the editor that waits for its turn.
type message struct {
	ctx     context.Context
	cancel  context.CancelFunc
	reply   jsonrpc2.Replier
	request jsonrpc2.Request
}

// queue holds the messages of the editor in their order. It is unbounded, as
// answers to our own questions come through the same pipe and must not be held
// up.
type queue struct {
	mu       sync.Mutex
	ready    *sync.Cond
	waiting  []*message
	requests map[jsonrpc2.ID]*message // waiting or being handled
	closed   bool
}

func newQueue() *queue {
	q := &queue{requests: make(map[jsonrpc2.ID]*message)}
	q.ready = sync.NewCond(&q.mu)
	return q
}

func (q *queue) add(ctx context.Context, reply jsonrpc2.Replier, request jsonrpc2.Request) {
	m := &message{reply: reply, request: request}
	m.ctx, m.cancel = context.WithCancel(ctx)
	q.mu.Lock()
	defer q.mu.Unlock()
	if call, ok := request.(*jsonrpc2.Call); ok {
		q.requests[call.ID()] = m
	}
	q.waiting = append(q.waiting, m)
	q.ready.Signal()
}

// take waits for the next message. It reports false when the queue is closed
// and empty.
func (q *queue) take() (*message, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.closed {
		q.ready.Wait()
	}
	if len(q.waiting) == 0 {
		return nil, false
	}
	m := q.waiting[0]
	q.waiting = q.waiting[1:]
	return m, true
}

func (q *queue) cancel(id jsonrpc2.ID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if m := q.requests[id]; m != nil {
		m.cancel()
	}
}

func (q *queue) done(m *message) {
	m.cancel()
	q.mu.Lock()
	defer q.mu.Unlock()
	if call, ok := m.request.(*jsonrpc2.Call); ok {
		delete(q.requests, call.ID())
	}
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.ready.Broadcast()
}
