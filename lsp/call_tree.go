package lsp

import (
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
)

// The number of nodes that hotlens.tree answers with where nothing else is asked for, which is more than a window shows,
// and at most; and how deep it goes, which is deeper than anybody expands a tree by hand.
const (
	treePage     = 50
	treePageMost = 1000
	treeDepth    = 1000
)

// methodRequest says which method a command is about, and what its amounts are of.
type methodRequest struct {
	Method   analysis.Reference `json:"method"`
	Position *protocol.Position `json:"position"` // instead of the method: a place in it
	Metric   profiles.Metric    `json:"metric"`   // empty: that of the settings
}

// aboutMethod is the last run that covers a file, by the metric that is asked for. It finds the method at the position, if there is one.
func (s *server) aboutMethod(path string, request *methodRequest) (*analysis.Analysis, error) {
	run := s.latestRun(path)
	if run == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		return nil, s.noRun("there is no run yet that covers this file; save it to start one")
	}
	if request.Metric != "" {
		run = run.By(request.Metric)
	}
	var err error
	if at := request.Position; at != nil {
		request.Method, err = s.methodAt(path, *at)
	}
	return run, err
}

// callTreeRequest is the second argument of hotlens.tree. Without a method it is the whole run, which has no callers.
type callTreeRequest struct {
	methodRequest
	Direction string             `json:"direction"` // "callees" or "callers"
	Steps     []annotations.Step `json:"steps"`     // from the root to the node whose branches are asked for: each node's step
	Offset    int                `json:"offset"`
	Limit     int                `json:"limit"`
}

// callTree is what hotlens.tree answers with.
type callTree struct {
	*annotations.Branches
	Method analysis.Reference `json:"method"`
	Nodes  []callTreeNode     `json:"nodes"`
}

type callTreeNode struct {
	annotations.Node
	Call        *protocol.Location `json:"call,omitempty"`        // of the caller's call
	Declaration *protocol.Location `json:"declaration,omitempty"` // of the method
}

// commandTree answers with one level of the tree of what a method's contexts have called, or were called by: the branches
// of one node, hottest first, page by page. The run has a million contexts, maybe, but costs what is looked at.
func (s *server) commandTree(args arguments) (any, error) {
	path, err := args.path()
	if err != nil {
		return nil, err
	}
	request := callTreeRequest{Direction: "callees", Limit: treePage}
	if err := args.decode(1, &request); err != nil {
		return nil, err
	}
	switch {
	case request.Direction != "callees" && request.Direction != "callers":
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, `the direction of hotlens.tree is "callees" or "callers", not %q`, request.Direction)
	case request.Offset < 0 || request.Limit < 1 || request.Limit > treePageMost || len(request.Steps) > treeDepth:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "hotlens.tree takes an offset from 0, a limit from 1 to %d and at most %d steps", treePageMost, treeDepth)
	}
	run, err := s.aboutMethod(path, &request.methodRequest)
	if err != nil {
		return nil, err
	}
	tree := annotations.CalleesTree
	if request.Direction == "callers" {
		tree = annotations.CallersTree
	}
	level := tree(run, request.Method, request.Steps, request.Offset, request.Limit, s.locate)
	if level == nil {
		return nil, failure("the last run did not call this method in this way")
	}
	answer := callTree{Branches: level, Method: request.Method, Nodes: []callTreeNode{}}
	for _, n := range level.Nodes {
		answer.Nodes = append(answer.Nodes, callTreeNode{Node: n, Call: s.location(n.Call), Declaration: s.location(n.Declaration)})
	}
	return answer, nil
}

// methodAt is the method whose declaration holds a place of a file.
func (s *server) methodAt(path string, at protocol.Position) (analysis.Reference, error) {
	view, open := s.view(path)
	if open {
		if method, _, known := annotations.MethodAt(view, fromPosition(at)); known {
			return method, nil
		}
	}
	return analysis.Reference{}, failure("here is no method that was compiled as it stands; save the file, or go to a method's name")
}

func (s *server) location(l *annotations.Location) *protocol.Location {
	if l == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return &protocol.Location{URI: s.uriOf(l.Path), Range: toRange(l.Range)}
}
