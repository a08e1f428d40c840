package lsp

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write the settings into the manifest of the VS Code extension")

// TestDefaultsOfSettings checks that the defaults that editors show, and send, are those of the server.
func TestDefaultsOfSettings(t *testing.T) {
	defaults := map[string]any{}
	for _, setting := range settingList {
		defaults[setting.name] = setting.value(defaultSettings())
	}
	section, err := json.Marshal(defaults)
	if err != nil {
		t.Fatal(err)
	}
	got, problems := readSettings(defaultSettings(), section)
	expect(t, "problems", problems, []string(nil))
	for _, setting := range settingList {
		expect(t, setting.name, setting.value(got), setting.value(defaultSettings()))
	}
}

// generated is the part of the extension's manifest that lists the server's settings.
var generated = regexp.MustCompile(`(?s)("title": "Runs and display",\n +"properties": )\{.*?\n {8}\}`)

// TestManifestOfVSCode checks that the extension offers the server's commands and settings, and describes
// these as the server does. Trust is VS Code's own.
func TestManifestOfVSCode(t *testing.T) {
	path := filepath.Join("..", "editors", "vscode", "package.json")
	manifest, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var offered struct {
		Contributes struct {
			Commands []struct{ Command, Title string }
		}
	}
	if err := json.Unmarshal(manifest, &offered); err != nil {
		t.Fatal(err)
	}
	for _, command := range commandNames {
		titled := slices.ContainsFunc(offered.Contributes.Commands, func(c struct{ Command, Title string }) bool { return c.Command == command && c.Title != "" })
		if !titled && command != commandTree { // which is asked for by the view
			t.Errorf("%s has no title for the command %s", path, command)
		}
	}
	properties := schema{}
	for i, setting := range settingList {
		if setting.name == "trusted" {
			continue
		}
		property := maps.Clone(setting.schema)
		property["default"] = setting.value(defaultSettings())
		property["markdownDescription"] = setting.description
		property["order"] = i
		properties[configurationSection+"."+setting.name] = property
	}
	want, err := json.MarshalIndent(properties, "        ", "  ")
	if err != nil {
		t.Fatal(err)
	}
	place := generated.FindSubmatchIndex(manifest)
	if place == nil {
		t.Fatalf("%s has no section for the server's settings", path)
	}
	got := manifest[place[3]:place[1]]
	if *update {
		manifest = append(append(append([]byte{}, manifest[:place[3]]...), want...), manifest[place[1]:]...)
		if err := os.WriteFile(path, manifest, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	expect(t, "settings in "+path+" (write them with: go test ./lsp -run Manifest -update)", string(got), string(want))
}
