//go:build unix

package engine

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"hotlens/engine/target"
	"hotlens/vm/configuration"
)

// TestPlansKeepClasses has one plan after the other for a program whose helper changes: what an earlier one has compiled is used only as long as it is what the sources say.
func TestPlansKeepClasses(t *testing.T) {
	folder := t.TempDir()
	main, helper := filepath.Join(folder, "Main.java"), filepath.Join(folder, "Helper.java")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := 0
	if store, err := privateFolder(keptClasses); err == nil {
		kept, _ := filepath.Glob(filepath.Join(store, "*.units"))
		before = len(kept)
	}
	write(main, "class Main { public static void main(String[] args) { System.out.println(Helper.TEXT + Helper.text()); } }")
	saying := func(text string) string {
		return "class Helper { static final String TEXT = \"constant " + text + "\"; static String text() { return \"body " + text + "\"; } }"
	}
	for _, step := range []struct{ name, helper, constant, body string }{ // no body: it does not compile
		{"the first", saying("one"), "constant one", "body one"},
		{"another helper", saying("two"), "constant two", "body two"},
		{"what does not compile", "class Helper { ", "", ""},
	} {
		write(helper, step.helper)
		plan, err := Prepare(t.Context(), Target{Name: main}, configuration.Profile())
		var failed *target.CompileError
		if step.body == "" {
			if !errors.As(err, &failed) {
				t.Errorf("%s: %v", step.name, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		for class, text := range map[string]string{"Main": step.constant, "Helper": step.body} {
			content, err := os.ReadFile(filepath.Join(plan.config.ClassPath[0], class+".class"))
			if err != nil || !bytes.Contains(content, []byte(text)) {
				t.Errorf("%s: class %s does not say %q, %v", step.name, class, text, err)
			}
		}
		if len(plan.Index.Files) != 2 {
			t.Errorf("%s: the index has %d files", step.name, len(plan.Index.Files))
		}
		plan.Close()
	}
	store, err := privateFolder(keptClasses)
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := filepath.Glob(filepath.Join(store, "*.units")); err != nil || len(kept) <= before {
		t.Errorf("kept are %q, %v; there were %d", kept, err, before)
	}
}
