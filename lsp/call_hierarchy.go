package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// hierarchyData travels with an item to the editor and back.
type hierarchyData struct {
	Path   string             `json:"path"` // of the file whose run the item belongs to
	Method analysis.Reference `json:"method"`
}

// hierarchyParams are the parameters of incomingCalls and outgoingCalls, as far
// as they matter.
type hierarchyParams struct {
	Item struct {
		Data hierarchyData `json:"data"`
	} `json:"item"`
}

// prepareCallHierarchy answers with the executed methods at a position.
func (s *server) prepareCallHierarchy(_ context.Context, params protocol.CallHierarchyPrepareParams) (any, error) {
	path, _ := pathOf(params.TextDocument.URI)
	view, ok := s.view(path)
	if !ok {
		return nil, nil
	}
	var items []protocol.CallHierarchyItem
	for _, item := range annotations.PrepareHierarchy(view, s.locate, fromPosition(params.Position)) {
		items = append(items, s.hierarchyItem(item, path))
	}
	return items, nil
}

// incomingCalls answers with the executed callers of a method.
func (s *server) incomingCalls(_ context.Context, params hierarchyParams) (any, error) {
	calls := []protocol.CallHierarchyIncomingCall{}
	data := params.Item.Data
	run := s.latestRun(data.Path)
	if run == nil {
		return calls, nil
	}
	for _, c := range annotations.IncomingCalls(run, data.Method, s.locate) {
		calls = append(calls, protocol.CallHierarchyIncomingCall{From: s.hierarchyItem(c.Item, data.Path), FromRanges: toRanges(c.Ranges)})
	}
	return calls, nil
}

// outgoingCalls answers with the methods that a method has called.
func (s *server) outgoingCalls(_ context.Context, params hierarchyParams) (any, error) {
	calls := []protocol.CallHierarchyOutgoingCall{}
	data := params.Item.Data
	run := s.latestRun(data.Path)
	if run == nil {
		return calls, nil
	}
	for _, c := range annotations.OutgoingCalls(run, data.Method, s.locate) {
		calls = append(calls, protocol.CallHierarchyOutgoingCall{To: s.hierarchyItem(c.Item, data.Path), FromRanges: toRanges(c.Ranges)})
	}
	return calls, nil
}

func (s *server) hierarchyItem(item annotations.Item, runPath string) protocol.CallHierarchyItem {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind := protocol.SymbolKindMethod
	if item.Method.Name == "<init>" {
		kind = protocol.SymbolKindConstructor
	}
	return protocol.CallHierarchyItem{
		Name: item.Name, Detail: item.Detail, Kind: kind, URI: s.uriOf(item.Path),
		Range: toRange(item.Range), SelectionRange: toRange(item.Selection),
		Data: hierarchyData{Path: runPath, Method: item.Method},
	}
}

func toRanges(ranges []sources.Range) []protocol.Range {
	result := make([]protocol.Range, 0, len(ranges))
	for _, r := range ranges {
		result = append(result, toRange(r))
	}
	return result
}
