package lsp

import (
	"encoding/json"

	"go.lsp.dev/protocol"

	"hotlens/profiles/sources"
)

// The parts of LSP 3.17 that the protocol package, which stops at 3.16, lacks,
// and those of its types that cannot hold what editors send.

const (
	methodInlayHint        = "textDocument/inlayHint"
	methodInlayHintResolve = "inlayHint/resolve"
	methodInlayHintRefresh = "workspace/inlayHint/refresh"
)

// requestFailed is LSP 3.17's error code of a request that was right but could
// not be fulfilled.
const requestFailed = -32803

// initializeParams are the parameters of initialize as far as they matter here.
// Reading nothing else keeps new capabilities of editors from doing harm.
type initializeParams struct {
	RootURI               string                     `json:"rootUri"`
	WorkspaceFolders      []protocol.WorkspaceFolder `json:"workspaceFolders"`
	InitializationOptions json.RawMessage            `json:"initializationOptions"`
	Capabilities          struct {
		Workspace struct {
			Configuration          bool `json:"configuration"`
			DidChangeConfiguration struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeConfiguration"`
			CodeLens  refreshCapability `json:"codeLens"`
			InlayHint refreshCapability `json:"inlayHint"`
		} `json:"workspace"`
		Window struct {
			WorkDoneProgress bool `json:"workDoneProgress"`
			ShowDocument     struct {
				Support bool `json:"support"`
			} `json:"showDocument"`
		} `json:"window"`
		TextDocument struct {
			PublishDiagnostics struct {
				RelatedInformation bool `json:"relatedInformation"`
			} `json:"publishDiagnostics"`
			InlayHint struct {
				ResolveSupport struct {
					Properties []string `json:"properties"`
				} `json:"resolveSupport"`
			} `json:"inlayHint"`
		} `json:"textDocument"`
		Experimental json.RawMessage `json:"experimental"`
	} `json:"capabilities"`
}

type refreshCapability struct {
	RefreshSupport bool `json:"refreshSupport"`
}

type initializeResult struct {
	Capabilities serverCapabilities  `json:"capabilities"`
	ServerInfo   protocol.ServerInfo `json:"serverInfo"`
}

type serverCapabilities struct {
	protocol.ServerCapabilities
	PositionEncoding  string           `json:"positionEncoding"`
	InlayHintProvider inlayHintOptions `json:"inlayHintProvider"`
}

type inlayHintOptions struct {
	ResolveProvider bool `json:"resolveProvider"`
}

// didChangeParams tells a change of a range from a change of the whole text,
// which the protocol package cannot.
type didChangeParams struct {
	TextDocument   protocol.VersionedTextDocumentIdentifier `json:"textDocument"`
	ContentChanges []struct {
		Range *protocol.Range `json:"range"`
		Text  string          `json:"text"`
	} `json:"contentChanges"`
}

type inlayHintParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Range        protocol.Range                  `json:"range"`
}

type inlayHint struct {
	Position    protocol.Position       `json:"position"`
	Label       string                  `json:"label"`
	Tooltip     *protocol.MarkupContent `json:"tooltip,omitempty"`
	PaddingLeft bool                    `json:"paddingLeft"`
	Data        *inlayHintData          `json:"data,omitempty"`
}

// inlayHintData is what a hint whose tooltip is still to come has to say of itself.
type inlayHintData struct {
	URI protocol.DocumentURI `json:"uri"`
}

func toPosition(p sources.Position) protocol.Position {
	return protocol.Position{Line: uint32(p.Line), Character: uint32(p.Character)}
}

func toRange(r sources.Range) protocol.Range {
	return protocol.Range{Start: toPosition(r.Start), End: toPosition(r.End)}
}

func fromPosition(p protocol.Position) sources.Position {
	return sources.Position{Line: int(p.Line), Character: int(p.Character)}
}

func fromRange(r protocol.Range) sources.Range {
	return sources.Range{Start: fromPosition(r.Start), End: fromPosition(r.End)}
}

func markdown(text string) protocol.MarkupContent {
	return protocol.MarkupContent{Kind: protocol.Markdown, Value: text}
}
