package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/profiles/sources"
)

// inlayHint answers with the hints of a range (LSP 3.17, "inlay hint"). Editors that ask for the tooltip of a hint when it is looked at
// get it then: it is ten times as long as the hint.
func (s *server) inlayHint(_ context.Context, params inlayHintParams) (any, error) {
	hints := []inlayHint{}
	path, _ := pathOf(params.TextDocument.URI)
	view, ok := s.view(path)
	if !ok {
		return hints, nil
	}
	later := s.resolvesTooltips()
	for _, h := range annotations.Hints(view, fromRange(params.Range)) {
		hint := inlayHint{Position: toPosition(h.Position), Label: h.Label, PaddingLeft: true}
		if later {
			hint.Data = &inlayHintData{URI: params.TextDocument.URI}
		} else {
			hint.Tooltip = tooltip(view, h)
		}
		hints = append(hints, hint)
	}
	return hints, nil
}

// resolvesTooltips tells whether the editor asks for the tooltips of hints one by one.
func (s *server) resolvesTooltips() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client.resolvesTooltips
}

func tooltip(v annotations.View, h annotations.Hint) *protocol.MarkupContent {
	text := markdown(v.Tooltip(h))
	return &text
}

// resolveInlayHint answers with a hint and its tooltip (LSP 3.17, "inlay hint resolve"). Of one that is not there any more, since the text
// was edited or has run again, there is nothing to tell.
func (s *server) resolveInlayHint(_ context.Context, hint inlayHint) (any, error) {
	if hint.Data == nil {
		return hint, nil
	}
	path, _ := pathOf(hint.Data.URI)
	view, ok := s.view(path)
	if !ok {
		return hint, nil
	}
	at := fromPosition(hint.Position)
	for _, h := range annotations.Hints(view, sources.Range{Start: at, End: at}) {
		if h.Label == hint.Label {
			hint.Tooltip = tooltip(view, h)
			break
		}
	}
	return hint, nil
}
