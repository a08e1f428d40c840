package natives

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestFindProgram(t *testing.T) {
	root := t.TempDir()
	for file, mode := range map[string]os.FileMode{"a/tool": 0o755, "b/tool": 0o755, "a/text": 0o644, "b/text": 0o755, "a/only": 0o644} {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	h := &Host{Directory: root, Environment: []string{"PATH=none:a:" + root + "/b"}}
	for _, test := range []struct {
		name, want string
		err        error
	}{
		{"tool", "a/tool", nil},
		{"text", "b/text", nil}, // the first one cannot be executed
		{"only", "", unix.EACCES},
		{"none", "", unix.ENOENT},
		{"./a/tool", "dir/./a/tool", nil},
	} {
		got, err := findProgram(h, test.name, root+"/dir")
		if err != test.err || err == nil && got != root+"/"+test.want {
			t.Errorf("findProgram(%s) = %s, %v", test.name, got, err)
		}
	}
	if got, err := findProgram(h, "/bin/x", root); got != "/bin/x" || err != nil {
		t.Errorf("an absolute path: %s, %v", got, err)
	}
}

func TestMountTable(t *testing.T) {
	table := parseMountTable([]byte("/dev/a / ext4 rw 0 0\n# note\n/dev/b /a\\040b\\134 xfs ro 0 0\n"))
	if len(table.lines) != 3 {
		t.Fatalf("%d lines", len(table.lines))
	}
	if got := mountEscapes.Replace(`/a\040b\134`); got != `/a b\` {
		t.Errorf("unescaped: %s", got)
	}
}
