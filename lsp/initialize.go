package lsp

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"slices"

	"go.lsp.dev/protocol"
)

// client is what the editor has said about itself.
type client struct {
	folders          []string // paths of the workspace's folders
	configuration    bool     // answers workspace/configuration
	registerChanges  bool     // takes a registration for didChangeConfiguration
	refreshLenses    bool
	refreshHints     bool
	progress         bool
	showDocument     bool // opens documents, and pages in the browser
	wantsRunFinished bool
	wantsPhases      bool   // of runs, in hotlens/runFinished
	related          bool   // diagnostics may name other places
	resolvesTooltips bool   // asks for the tooltip of a hint when it is looked at
	trustCommand     string // of the editor's own, which lets the user trust the workspace; "" for none
	trustHint        string // how the user says so otherwise; "" for the setting
}

// initialize answers with what the server can do (LSP 3.17, "initialize").
func (s *server) initialize(_ context.Context, params initializeParams) (any, error) {
	c := client{
		configuration:   params.Capabilities.Workspace.Configuration,
		registerChanges: params.Capabilities.Workspace.DidChangeConfiguration.DynamicRegistration,
		refreshLenses:   params.Capabilities.Workspace.CodeLens.RefreshSupport,
		refreshHints:    params.Capabilities.Workspace.InlayHint.RefreshSupport,
		progress:        params.Capabilities.Window.WorkDoneProgress,
		showDocument:    params.Capabilities.Window.ShowDocument.Support,
		related:         params.Capabilities.TextDocument.PublishDiagnostics.RelatedInformation,

		resolvesTooltips: slices.Contains(params.Capabilities.TextDocument.InlayHint.ResolveSupport.Properties, "tooltip"),
	}
	c.wantsRunFinished = announced(params.Capabilities.Experimental, "hotlens")
	ours := experimental(params.Capabilities.Experimental)
	c.trustCommand, c.trustHint, c.wantsPhases = ours.TrustCommand, ours.TrustHint, ours.Phases
	for _, folder := range params.WorkspaceFolders {
		if path, ok := pathOf(protocol.DocumentURI(folder.URI)); ok {
			c.folders = append(c.folders, path)
		}
	}
	if path, ok := pathOf(protocol.DocumentURI(params.RootURI)); ok && len(c.folders) == 0 {
		c.folders = []string{path}
	}

	s.mu.Lock()
	s.client = c
	s.phase = serving
	s.mu.Unlock()
	s.configure(nil, params.InitializationOptions)

	return initializeResult{
		Capabilities: serverCapabilities{
			ServerCapabilities: protocol.ServerCapabilities{
				TextDocumentSync: protocol.TextDocumentSyncOptions{
					OpenClose: true,
					Change:    protocol.TextDocumentSyncKindIncremental,
					Save:      &protocol.SaveOptions{},
				},
				CodeLensProvider:       &protocol.CodeLensOptions{},
				HoverProvider:          true,
				CallHierarchyProvider:  true,
				CodeActionProvider:     &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{kindHotlens}},
				ExecuteCommandProvider: &protocol.ExecuteCommandOptions{Commands: commandNames},
				Experimental:           map[string]any{"hotlens": map[string]any{"runFinished": true}},
			},
			PositionEncoding:  "utf-16",
			InlayHintProvider: inlayHintOptions{ResolveProvider: c.resolvesTooltips},
		},
		ServerInfo: protocol.ServerInfo{Name: "hotlens", Version: version()},
	}, nil
}

// announced tells whether an object of capabilities has a key that is neither
// false nor null.
func announced(capabilities json.RawMessage, key string) bool {
	var object map[string]json.RawMessage
	if json.Unmarshal(capabilities, &object) != nil {
		return false
	}
	value := string(object[key])
	return value != "" && value != "false" && value != "null"
}

// extensions are what an editor says of itself in {"experimental": {"hotlens": {...}}}, where others have a mere switch.
type extensions struct {
	// TrustCommand is what leads to trust in editors that have a notion of it. The lens that tells that a workspace is not
	// trusted carries it out.
	TrustCommand string `json:"trustCommand"`
	// TrustHint is what the lens says of how to trust the workspace where that is no setting of the server's: ":HotlensTrust trusts it".
	TrustHint string `json:"trustHint"`
	// Phases asks for the phases of each run.
	Phases bool `json:"phases"`
}

func experimental(capabilities json.RawMessage) extensions {
	var object struct {
		Hotlens json.RawMessage `json:"hotlens"`
	}
	var ours extensions
	if json.Unmarshal(capabilities, &object) != nil || json.Unmarshal(object.Hotlens, &ours) != nil {
		return extensions{}
	}
	return ours
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
