package lsp

import (
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"hotlens/annotations"
	"hotlens/profiles/analysis"
)

// callGraphRequest is the second argument of hotlens.callGraph.
type callGraphRequest struct {
	methodRequest
	Show bool `json:"show"` // has the editor open the text; true unless it is said
}

// callGraph is what hotlens.callGraph answers with.
type callGraph struct {
	*annotations.CallGraph
	Method  analysis.Reference   `json:"method"`
	Callers []callSite           `json:"callers"`
	Callees []callSite           `json:"callees"`
	Text    string               `json:"text"`
	URI     protocol.DocumentURI `json:"uri"` // of a file with the text, which is there until the session ends
}

type callSite struct {
	annotations.CallSite
	Targets []callTarget       `json:"targets"`
	Place   *protocol.Location `json:"place,omitempty"` // of the call in the caller's file
}

type callTarget struct {
	annotations.CallTarget
	Declaration *protocol.Location `json:"declaration,omitempty"`
}

// commandCallGraph answers with what has called a method and what it has called, in the last run that covers a file: for programs,
// and as a text, which the editor opens unless the second argument says {"show": false}.
func (s *server) commandCallGraph(args arguments) (any, error) {
	path, err := args.path()
	if err != nil {
		return nil, err
	}
	request := callGraphRequest{Show: true}
	if err := args.decode(1, &request); err != nil {
		return nil, err
	}
	run, err := s.aboutMethod(path, &request.methodRequest)
	if err != nil {
		return nil, err
	}
	graph := annotations.CallGraphOf(run, request.Method, s.locate)
	if graph == nil {
		return nil, failure("the last run did not call this method")
	}
	answer := callGraph{CallGraph: graph, Method: request.Method, Callers: s.callSites(graph.Callers), Callees: s.callSites(graph.Callees), Text: graph.Text()}
	file, err := s.writeDocument(graph.Title, ".calls.txt", answer.Text)
	if err != nil {
		return nil, failure("%v", err)
	}
	answer.URI = uri.File(file)
	if request.Show {
		s.background.Go(func() {
			s.open(protocol.ShowDocumentParams{URI: answer.URI, TakeFocus: true}, "the call graph is in "+file)
		})
	}
	return answer, nil
}

func (s *server) callSites(sites []annotations.CallSite) []callSite {
	result := []callSite{}
	for _, site := range sites {
		c := callSite{CallSite: site, Place: s.location(site.Place)}
		for _, t := range site.Targets {
			c.Targets = append(c.Targets, callTarget{CallTarget: t, Declaration: s.location(t.Declaration)})
		}
		result = append(result, c)
	}
	return result
}
