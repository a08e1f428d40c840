package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/profiles/analysis"
)

// codeLens answers with complete lenses: two-step resolving makes editors
// flicker, and there is nothing that would be worth putting off.
func (s *server) codeLens(_ context.Context, params protocol.CodeLensParams) (any, error) {
	lenses := []codeLens{}
	path, _ := pathOf(params.TextDocument.URI)
	view, ok := s.view(path)
	if !ok {
		return lenses, nil
	}
	all := annotations.Lenses(view)
	lenses = slices.Grow(lenses, len(all))
	var document any = params.TextDocument.URI
	arguments := make([]any, 0, 2*len(all)) // of all lenses: there may be thousands, at each key
	for i := range all {
		l := &all[i]
		first := len(arguments)
		command := l.Command
		if command != "" {
			arguments = append(arguments, document)
		} else if view.Notice.Kind == annotations.NotTrusted {
			command = s.trustCommand()
		}
		if l.Method != (analysis.Reference{}) {
			arguments = append(arguments, &l.Method)
		}
		lenses = append(lenses, codeLens{toRange(l.Range), lensCommand{l.Title, command, arguments[first:]}})
	}
	return lenses, nil
}

// codeLens is protocol.CodeLens with what all of ours have.
type codeLens struct {
	Range   protocol.Range `json:"range"`
	Command lensCommand    `json:"command"`
}

// lensCommand is protocol.Command.
type lensCommand struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

// trustCommand is the editor's command that lets the user trust the workspace, "" for none.
func (s *server) trustCommand() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client.trustCommand
}
