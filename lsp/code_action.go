package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"hotlens/annotations"
)

// kindHotlens is the kind of our code actions. Editors show no light bulb for source actions, which would otherwise burn in every method.
const kindHotlens protocol.CodeActionKind = "source.hotlens"

// codeActionParams are the parameters of codeAction, as far as they matter.
type codeActionParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Range        protocol.Range                  `json:"range"`
	Context      struct {
		Only []protocol.CodeActionKind `json:"only"` // empty: all kinds
	} `json:"context"`
}

// codeAction offers what can be done with the call and the method at a place (LSP 3.17, "code action"): to see what is passed, to show what called it
// and what it called, and to time what is called from it.
func (s *server) codeAction(_ context.Context, params codeActionParams) (any, error) {
	actions := []protocol.CodeAction{}
	wanted := func(only protocol.CodeActionKind) bool {
		return only == kindHotlens || only == "" || strings.HasPrefix(string(kindHotlens), string(only)+".")
	}
	if only := params.Context.Only; len(only) > 0 && !slices.ContainsFunc(only, wanted) {
		return actions, nil
	}
	path, _ := pathOf(params.TextDocument.URI)
	view, ok := s.view(path)
	if !ok || view.Notice.Kind == annotations.NotTrusted {
		return actions, nil
	}
	if name, known := annotations.CallAt(view, fromPosition(params.Range.Start)); known {
		title := fmt.Sprintf("hotlens: run, and say what %s is passed here", name)
		actions = append(actions, protocol.CodeAction{
			Title: title, Kind: kindHotlens,
			Command: &protocol.Command{Title: title, Command: commandValues, Arguments: []any{params.TextDocument.URI, params.Range.Start}},
		})
	}
	if method, name, known := annotations.MethodAt(view, fromPosition(params.Range.Start)); known {
		for _, offer := range []struct {
			title    string
			command  string
			argument any
		}{
			{fmt.Sprintf("hotlens: show the call graph of %s", name), commandCallGraph, map[string]any{"method": method}},
			{fmt.Sprintf("hotlens: run, and time what %s calls", name), commandRoot, method},
		} {
			actions = append(actions, protocol.CodeAction{
				Title: offer.title, Kind: kindHotlens,
				Command: &protocol.Command{Title: offer.title, Command: offer.command, Arguments: []any{params.TextDocument.URI, offer.argument}},
			})
		}
	}
	return actions, nil
}
