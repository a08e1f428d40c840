package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// resolving are the capabilities of an editor that asks for the tooltips of hints one by one, as VS Code and Neovim do.
const resolving = `{"textDocument": {"inlayHint": {"resolveSupport": {"properties": ["textEdits", "tooltip"]}}}}`

// allHints are the hints of the demo as they are sent.
func (e *editor) allHints() []inlayHint {
	e.t.Helper()
	var hints []inlayHint
	e.unmarshal(e.request("textDocument/inlayHint", map[string]any{
		"textDocument": map[string]any{"uri": demoURI},
		"range":        protocol.Range{End: protocol.Position{Line: 1000}},
	}), &hints)
	return hints
}

// TestHintTooltips checks that the tooltip of a hint comes with it, or, where the editor can ask for it, then.
func TestHintTooltips(t *testing.T) {
	const tooltip = "| Demo.twice |    50 |  100% |"
	for _, test := range []struct {
		name, capabilities string
		later              bool
	}{{"at once", everything, false}, {"asked for", resolving, true}, {"other properties", strings.ReplaceAll(resolving, "tooltip", "command"), false}} {
		t.Run(test.name, func(t *testing.T) {
			session(t, func(e *editor) {
				e.initialize(test.capabilities, `{"trusted": true}`)
				e.engine.answer(profiled(demoText, 50))
				e.open(demoText)
				e.save()
				e.settle()
				hints := e.allHints()
				if len(hints) != 1 {
					t.Fatalf("hints: %+v", hints)
				}
				hint := hints[0]
				if !test.later {
					if hint.Data != nil || hint.Tooltip == nil || !strings.Contains(hint.Tooltip.Value, tooltip) {
						t.Errorf("got %+v, want a tooltip with %q, and no data", hint, tooltip)
					}
					return
				}
				if hint.Tooltip != nil {
					t.Errorf("the tooltip %q came before it was asked for", hint.Tooltip.Value)
				}
				resolve := func() inlayHint {
					var resolved inlayHint
					e.unmarshal(e.request("inlayHint/resolve", hint), &resolved)
					return resolved
				}
				resolved := resolve()
				if resolved.Tooltip == nil || !strings.Contains(resolved.Tooltip.Value, tooltip) {
					t.Errorf("got %+v, want a tooltip with %q", resolved, tooltip)
				}
				expect(t, "label", resolved.Label, hint.Label)
				expect(t, "position", resolved.Position, hint.Position)
				e.edit(6, 0, 0, "f(); ")
				if resolved = resolve(); resolved.Tooltip != nil {
					t.Errorf("a hint that is not there any more tells %q", resolved.Tooltip.Value)
				}
			})
		})
	}
}

// TestResolveProvider checks that the server says it resolves hints to those who ask it to.
func TestResolveProvider(t *testing.T) {
	session(t, func(e *editor) {
		var result struct {
			Capabilities map[string]json.RawMessage `json:"capabilities"`
		}
		e.unmarshal(e.request("initialize", json.RawMessage(`{"capabilities": `+resolving+`}`)), &result)
		expect(t, "inlayHintProvider", string(result.Capabilities["inlayHintProvider"]), `{"resolveProvider":true}`)
		expect(t, "a hint of nothing", e.request("inlayHint/resolve", json.RawMessage(`{"label": "x", "data": {"uri": "untitled:1"}}`)),
			`{"position":{"line":0,"character":0},"label":"x","paddingLeft":false,"data":{"uri":"untitled:1"}}`)
	})
}
