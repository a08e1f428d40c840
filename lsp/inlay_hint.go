package lsp

import (
	"context"

	"hotlens/annotations"
)

// inlayHint answers with the hints of a range (LSP 3.17, "inlay hint").
func (s *server) inlayHint(_ context.Context, params inlayHintParams) (any, error) {
	hints := []inlayHint{}
	path, _ := pathOf(params.TextDocument.URI)
	view, ok := s.view(path)
	if !ok {
		return hints, nil
	}
	for _, h := range annotations.Hints(view, fromRange(params.Range)) {
		hints = append(hints, inlayHint{
			Position: toPosition(h.Position), Label: h.Label, Tooltip: markdown(h.Tooltip), PaddingLeft: true,
		})
	}
	return hints, nil
}
