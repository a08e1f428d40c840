package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/vm/codecache"
	"hotlens/vm/configuration"
)

func TestWhereCompiledCodeIsKept(t *testing.T) {
	base := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", base)
	usual := filepath.Join(base, "hotlens", "code")
	named, other := filepath.Join(base, "named"), filepath.Join(base, "other")
	for _, test := range []struct{ setting, variable, want string }{
		{"", "", usual},
		{"", named, named},
		{"", CodeCacheOff, ""},
		{named, "", named},
		{named, other, named},
		{named, CodeCacheOff, named},
		{CodeCacheOff, other, ""},
	} {
		t.Setenv(CodeCacheVariable, test.variable)
		if got := codeCacheFolder(test.setting); got != test.want {
			t.Errorf("setting %q, variable %q: %q, want %q", test.setting, test.variable, got, test.want)
		}
	}
}

func TestDiagnoseCodeCache(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "code")
	cache, err := codecache.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := cache.Add(codecache.Key{}, strings.NewReader(strings.Repeat("x", 3<<20))); err != nil {
		t.Fatal(err)
	}
	if err := cache.Close(); err != nil {
		t.Fatal(err)
	}
	want := "3.0 of at most 256 MB in 1 file in " + folder + "; remove it to start afresh"
	if got := diagnoseCodeCache(configuration.Run{CodeCache: folder}); got.Verdict != Fine || got.Text != want {
		t.Errorf("%+v, want %q", got, want)
	}
	if err := os.Chmod(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if got := diagnoseCodeCache(configuration.Run{CodeCache: folder}); got.Verdict != Warning || got.Advice == "" {
		t.Errorf("%+v for a folder that others may write to", got)
	}
	if got := diagnoseCodeCache(configuration.Run{CodeCache: CodeCacheOff}); got.Verdict != Fine || got.Text != "is not kept" {
		t.Errorf("%+v where it is off", got)
	}
}
