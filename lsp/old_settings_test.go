package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestOldSettings reads settings that users of versions before have, each file called by the day of its version, and none of them the default. All that
// there are now stand in one of the files; one that is to go, or gets another name, has to say so to those who have set it.
func TestOldSettings(t *testing.T) {
	files, err := filepath.Glob("testdata/settings/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no settings: %v", err)
	}
	known := map[string]bool{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, problems := readSettings(defaultSettings(), content); len(problems) > 0 {
			t.Errorf("%s: %q", file, problems)
		}
		var values map[string]json.RawMessage
		if err := json.Unmarshal(content, &values); err != nil {
			t.Fatal(err)
		}
		for name, value := range values {
			known[name] = true
			alone, err := json.Marshal(map[string]json.RawMessage{name: value})
			if err != nil {
				t.Fatal(err)
			}
			if after, _ := readSettings(defaultSettings(), alone); reflect.DeepEqual(after, defaultSettings()) {
				t.Errorf("%s: %s changes nothing", file, alone)
			}
		}
	}
	for _, setting := range settingList {
		if !known[setting.name] {
			t.Errorf("no file has the setting %q: add it to the newest one, so that later versions read it", setting.name)
		}
	}
}

// TestUnknownSettings checks that a name which is nearly one of ours is led to it.
func TestUnknownSettings(t *testing.T) {
	_, problems := readSettings(defaultSettings(), json.RawMessage(`{"hint": true, "timeOut": "1s", "colour": "red"}`))
	expect(t, "problems", problems, []string{
		"there is no setting hotlens.colour; it is ignored",
		"there is no setting hotlens.hint, which is ignored; there is hotlens.hints",
		"there is no setting hotlens.timeOut, which is ignored; there is hotlens.timeout",
	})
}
