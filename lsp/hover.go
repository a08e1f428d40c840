package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"hotlens/annotations"
)

// hover answers with the exact numbers of the call or method at a position.
func (s *server) hover(_ context.Context, params protocol.HoverParams) (any, error) {
	path, _ := pathOf(params.TextDocument.URI)
	view, ok := s.view(path)
	if !ok {
		return nil, nil
	}
	h := annotations.HoverAt(view, fromPosition(params.Position))
	if h == nil {
		return nil, nil
	}
	at := toRange(h.Range)
	return &protocol.Hover{Contents: markdown(h.Markdown), Range: &at}, nil
}
