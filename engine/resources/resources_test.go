package resources

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"hotlens/engine/project"
)

// TestFilter stages resources in which a build tool replaces names: what it has written itself counts, and without that what is known of the names.
func TestFilter(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	for name, text := range map[string]string{
		"from/a.txt": "${v} @v@ ${none} @none@ me@v.org, you@v.org ${ v} $v", "from/p.PNG": "${v}", "from/built.txt": "${v}", "from/more.txt": "${color} ${size} @deep@ ${v2} ${env.HOTLENS_FILTERED} ${env.HOTLENS_NONE}",
		"one.properties": "color=red\nsize: \\\n  1\\u0032\nv = file\n", "two.properties": "# color=no\ncolor blue\ndeep=${color}/${v}/${deep}\nv2=${v}", "target/built.txt": "by the build",
	} {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	built := time.Now().Add(time.Minute)
	if err := os.Chtimes(at("target/built.txt"), built, built); err != nil {
		t.Fatal(err)
	}
	filter := &project.Filter{Values: map[string]string{"v": "1.0"}, Dollar: true, At: true, Except: []string{"png"}, Files: []string{at("one.properties"), at("two.properties"), at("none.properties")}}
	t.Setenv("HOTLENS_FILTERED", "of the environment")
	all := []project.Resources{{Folder: at("from"), Filtered: true, Filter: filter}}
	for _, step := range []struct {
		value      string
		dollar, at bool
		want, more string
	}{
		{"1.0", true, true, "1.0 1.0 ${none} @none@ me@v.org, you@v.org ${ v} $v", "blue 12 blue/1.0/${deep} 1.0 of the environment ${env.HOTLENS_NONE}"},
		{"2.0", true, true, "2.0 2.0 ${none} @none@ me@v.org, you@v.org ${ v} $v", "blue 12 blue/2.0/${deep} 2.0 of the environment ${env.HOTLENS_NONE}"}, // the same length
		{"2.0", false, true, "${v} 2.0 ${none} @none@ me@v.org, you@v.org ${ v} $v", "${color} ${size} blue/2.0/${deep} ${v2} ${env.HOTLENS_FILTERED} ${env.HOTLENS_NONE}"},
		{"2.0", true, false, "2.0 @v@ ${none} @none@ me@v.org, you@v.org ${ v} $v", "blue 12 @deep@ 2.0 of the environment ${env.HOTLENS_NONE}"},
	} {
		filter.Values["v"], filter.Dollar, filter.At = step.value, step.dollar, step.at
		if err := Stage(all, []string{at("target")}, nil, at("to")); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{"to/a.txt": step.want, "to/more.txt": step.more, "to/p.PNG": "${v}", "to/built.txt": "by the build"} {
			if text, err := os.ReadFile(at(name)); err != nil || string(text) != want {
				t.Errorf("%s is %q, %v; want %q", name, text, err, want)
			}
		}
	}
}
