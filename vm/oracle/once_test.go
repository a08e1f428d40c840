package oracle

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// triedVariable has TestTried be one of TestOnce's; its value says how it ends.
const triedVariable = "HOTLENS_TEST_TRIED"

// TestTried is what TestOnce runs.
func TestTried(t *testing.T) {
	ends := os.Getenv(triedVariable)
	if ends == "" {
		return
	}
	Once(t, strings.TrimSuffix(ends, " failing"))
	if strings.HasSuffix(ends, " failing") {
		t.Fatal("as it was told to")
	}
}

// TestOnce demands that a test that has passed is not run again with the same inputs, and that one that has failed is.
func TestOnce(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	for _, step := range []struct{ folder, how, want string }{
		{first, "short failing", "--- FAIL"},
		{first, "short", "--- PASS"},
		{first, "short", "--- SKIP"},
		{first, "long", "--- PASS"},
		{second, "short", "--- PASS"},
		{"", "short", "--- PASS"},
		{"", "short", "--- PASS"},
	} {
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestTried$", "-test.v")
		command.Env = append(os.Environ(), triedVariable+"="+step.how, passedVariable+"="+step.folder)
		output, err := command.CombinedOutput()
		if failed := err != nil; failed != (step.want == "--- FAIL") || !strings.Contains(string(output), step.want) {
			t.Errorf("%+v: %v\n%s", step, err, output)
		}
	}
}
