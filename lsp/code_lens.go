package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/annotations/javatext"
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// codeLens answers with complete lenses: two-step resolving makes editors
// flicker, and there is nothing that would be worth putting off. Editors ask again for many reasons,
// and the lenses are made again only if something has changed that they are made of.
func (s *server) codeLens(_ context.Context, params protocol.CodeLensParams) (any, error) {
	path, _ := pathOf(params.TextDocument.URI)
	view, ok := s.view(path)
	if !ok {
		return []codeLens{}, nil
	}
	uri := params.TextDocument.URI
	if last := &s.lastLenses; last.uri != uri || !last.view.Same(view) {
		content, err := encodeInto(last.encoded[:0], s.lenses(view, uri))
		if err != nil {
			*last = shownLenses{} // whose room is written over in part
			return nil, err
		}
		*last = shownLenses{uri, view, content}
	}
	return s.lastLenses.encoded, nil
}

// shownLenses are the lenses that an editor was told last, and what they were made of. Those of one document are kept: what they are made of may
// be a profile of a million contexts that nothing else shows any more.
type shownLenses struct {
	uri     protocol.DocumentURI
	view    annotations.View
	encoded encoded
}

// lenses are those of a view, as the editor takes them.
func (s *server) lenses(view annotations.View, uri protocol.DocumentURI) []codeLens {
	all := annotations.Lenses(view)
	lenses := make([]codeLens, 0, len(all))
	var document any = uri
	arguments := make([]any, 0, 2*len(all)) // of all lenses: there may be thousands, at each key
	last := sources.Position{Line: -1}
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
		r := sideBySide(l.Range, last, view.Current)
		last = r.Start
		lenses = append(lenses, codeLens{toRange(r), lensCommand{l.Title, command, arguments[first:]}})
	}
	return lenses
}

// sideBySide is the range of a lens, given where the one before it starts. Editors sort the lenses of a line by their columns, and may shuffle those with
// the same one; and Neovim draws a line's lenses from the column of the first of them on: that is where the text of the line begins.
func sideBySide(r sources.Range, last sources.Position, text *javatext.Document) sources.Range {
	if r.Start.Line != last.Line {
		if line, known := text.Line(r.Start.Line); known {
			r.Start = line.Start
		}
	} else {
		r.Start.Character = max(r.Start.Character, last.Character+1)
	}
	if r.End.Line == r.Start.Line {
		r.End.Character = max(r.End.Character, r.Start.Character)
	}
	return r
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
