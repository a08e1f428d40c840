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
	lenses := []protocol.CodeLens{}
	path, _ := pathOf(params.TextDocument.URI)
	view, ok := s.view(path)
	if !ok {
		return lenses, nil
	}
	all := annotations.Lenses(view)
	lenses = slices.Grow(lenses, len(all))
	commands := make([]protocol.Command, len(all))
	for i, l := range all {
		command := &commands[i]
		command.Title, command.Command = l.Title, l.Command
		if l.Command != "" {
			command.Arguments = []any{params.TextDocument.URI}
		} else if view.Notice.Kind == annotations.NotTrusted {
			command.Command = s.trustCommand()
		}
		if l.Method != (analysis.Reference{}) {
			command.Arguments = append(command.Arguments, l.Method)
		}
		lenses = append(lenses, protocol.CodeLens{Range: toRange(l.Range), Command: command})
	}
	return lenses, nil
}

// trustCommand is the editor's command that lets the user trust the workspace, "" for none.
func (s *server) trustCommand() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client.trustCommand
}
