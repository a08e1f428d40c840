package revision

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// repository makes one with a commit, whose configuration would start a program wherever git asks one.
func repository(t *testing.T, files map[string]string) (folder, witness string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatal("git is needed: install it")
	}
	folder, witness = t.TempDir(), filepath.Join(t.TempDir(), "executed")
	run := func(arguments ...string) {
		t.Helper()
		command := exec.Command("git", append([]string{"-C", folder, "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, arguments...)...)
		command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", arguments, err, out)
		}
	}
	run("init", "-q")
	for path, text := range files {
		path = filepath.Join(folder, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(folder, "link")); err != nil {
		t.Fatal(err)
	}
	run("add", "-A")
	run("commit", "-q", "-m", "first")
	evil := "touch " + witness + " #"
	for _, key := range []string{"core.fsmonitor", "core.sshCommand", "core.pager", "filter.evil.smudge", "filter.evil.clean", "diff.external"} {
		run("config", key, evil)
	}
	run("config", "core.hooksPath", folder)
	if err := os.WriteFile(filepath.Join(folder, ".gitattributes"), []byte("* filter=evil\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder, witness
}

// TestExport writes out what was committed, of a folder and of one below, not what lies there now, and starts nothing that the
// repository's configuration names.
func TestExport(t *testing.T) {
	files := map[string]string{"src/A.java": "class A {}\n", "src/p/ümlaut b.java": "no line end", "data/empty": "", "README": "r\n"}
	folder, witness := repository(t, files)
	if err := os.WriteFile(filepath.Join(folder, "src/A.java"), []byte("class Edited {}"), 0o600); err != nil {
		t.Fatal(err)
	}
	commit, err := Head(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	for below, want := range map[string]map[string]string{
		"":    files,
		"src": {"A.java": files["src/A.java"], "p/ümlaut b.java": files["src/p/ümlaut b.java"]},
	} {
		to := t.TempDir()
		if err := Export(t.Context(), filepath.Join(folder, below), commit, to); err != nil {
			t.Fatal(err)
		}
		written := map[string]string{}
		err := filepath.WalkDir(to, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			relative, _ := filepath.Rel(to, path)
			written[relative] = string(content)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, written); diff != "" {
			t.Errorf("below %q (-want +got):\n%s", below, diff)
		}
	}
	if _, err := os.Stat(witness); err == nil {
		t.Error("a program that the repository's configuration names was started")
	}
}

// TestWhatIsMissing has errors that say so.
func TestWhatIsMissing(t *testing.T) {
	folder, _ := repository(t, map[string]string{"A.java": "class A {}"})
	t.Setenv("GIT_CEILING_DIRECTORIES", "")
	if _, err := Head(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "not a git repository") {
		t.Errorf("no repository: %v", err)
	}
	if err := Export(t.Context(), folder, strings.Repeat("0", 40), t.TempDir()); err == nil {
		t.Error("a commit that is not there is no error")
	}
	if err := Export(t.Context(), folder, "--output=x", t.TempDir()); err == nil || !strings.Contains(err.Error(), "not a commit") {
		t.Errorf("a commit that looks like an option: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Head(ctx, folder); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Head(t.Context(), folder); err == nil || !strings.Contains(err.Error(), "git cannot be started") {
		t.Errorf("no git: %v", err)
	}
}
