package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// This file measures saves in workspaces of many files, which are all connected: each class names two others, as in a binary heap, and one in ten a class
// with many users. None of that is executed, so that runs take as long in all of them.

const (
	packageFiles   = 25 // in each package of a workspace
	sharedUsers    = 10 // one of so many classes uses the class with many users
	leastConnected = 3  // the program, the class with many users, and a user
)

// workspace is a generated one, open in an editor.
type workspace struct {
	size         int
	folder       string
	editor       *editor
	main, shared *document // shared is nil in a workspace of one file
	place        insertion // in main
	saves        int
}

// makeWorkspace writes the files.
func makeWorkspace(size int) (w *workspace, err error) {
	w = &workspace{size: size}
	if w.folder, err = os.MkdirTemp("", "hotlens-bench-"); err != nil {
		return nil, fmt.Errorf("making a temporary folder: %w", err)
	}
	if w.folder, err = filepath.EvalSymlinks(w.folder); err != nil {
		return nil, err
	}
	main := "package w;\npublic class Main {\n\tpublic static void main(String[] args) {\n\t\tSystem.out.println(args.length);\n"
	if size > 1 {
		main += "\t\tif (args.length > 9) " + classOf(0) + ".work(1);\n"
	}
	err = w.write("w.Main", main+"\t}\n}\n")
	if size > 1 {
		err = errors.Join(err, w.write("w.Shared", sharedText(0)))
	}
	for i := range size - 2 { // beside Main and Shared
		err = errors.Join(err, w.write(classOf(i), connectedText(i, size-2)))
	}
	return w, err
}

func (w *workspace) path(class string) string {
	return filepath.Join(w.folder, "src", filepath.FromSlash(strings.ReplaceAll(class, ".", "/"))+".java")
}

func (w *workspace) write(class, text string) error {
	path := w.path(class)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

func classOf(number int) string { return fmt.Sprintf("w.p%d.C%d", number/packageFiles, number) }

// sharedText is the class with many users; its declarations differ from version to version.
func sharedText(version int) string {
	return fmt.Sprintf("package w;\npublic class Shared {\n\tpublic static int limit(int n) { return n; }\n\tpublic static int v%d() { return 1; }\n}\n", version)
}

// connectedText is a class of some sixty lines.
func connectedText(number, of int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "package w.p%d;\n\nimport java.util.*;\n\npublic class C%d {\n\tpublic static final int LIMIT = %d;\n\tprivate final Map<String, List<Integer>> names = new TreeMap<>();\n", number/packageFiles, number, number)
	fmt.Fprintf(&text, "\tpublic static int work(int n) {\n\t\tint sum = n;\n")
	for _, other := range []int{2*number + 1, 2*number + 2} {
		if other < of {
			fmt.Fprintf(&text, "\t\tif (n > %[2]s.LIMIT) sum += %[2]s.work(n - 1) + new %[2]s().count(\"a\");\n", number, classOf(other))
		}
	}
	if number%sharedUsers == 0 {
		text.WriteString("\t\tsum += w.Shared.limit(n);\n")
	}
	text.WriteString("\t\treturn sum;\n\t}\n")
	for i := range 8 {
		fmt.Fprintf(&text, `	public int count%[1]s(String name) {
		int sum = %[2]d;
		for (int value : names.getOrDefault(name, List.of())) {
			sum += value * %[2]d + name.length();
		}
		return sum;
	}
`, []string{"", "2", "3", "4", "5", "6", "7", "8"}[i], i)
	}
	text.WriteString("}\n")
	return text.String()
}

// open opens the workspace in an editor.
func (w *workspace) open(ctx context.Context, options *SaveOptions) (err error) {
	settings := map[string]any{"trusted": true, "jdk": options.JDK.Home, "targets": []string{"src/w/Main.java"}}
	if w.editor, err = openEditor(ctx, options.Executable, w.folder, settings); err != nil {
		return err
	}
	if w.main, err = w.editor.open(ctx, w.path("w.Main")); err != nil {
		return err
	}
	w.place = bodyOf(w.main)
	if w.size > 1 {
		w.shared, err = w.editor.open(ctx, w.path("w.Shared"))
	}
	return err
}

func (w *workspace) close() {
	if w.editor != nil {
		w.editor.kill()
	}
	os.RemoveAll(w.folder)
}

// body saves another body of main.
func (w *workspace) body(ctx context.Context) (saving, error) {
	w.saves++
	if err := w.place.replace(ctx, w.main, statement(w.saves)); err != nil {
		return saving{}, err
	}
	return w.main.saveAs(ctx, "ok")
}

// nothing saves what is saved already.
func (w *workspace) nothing(ctx context.Context) (saving, error) {
	return w.main.saveAs(ctx, "unchanged")
}

// declaration saves the class with many users with another method.
func (w *workspace) declaration(ctx context.Context) (saving, error) {
	w.saves++
	if err := w.shared.edit(ctx, 0, len(w.shared.text), sharedText(w.saves)); err != nil {
		return saving{}, err
	}
	return w.shared.saveAs(ctx, "ok")
}

// compileWorkspaces measures saves in the workspaces by turns.
func (t *SaveTable) compileWorkspaces(ctx context.Context, options *SaveOptions) error {
	var all []*workspace
	defer func() {
		for _, w := range all {
			w.close()
		}
	}()
	for _, size := range options.Workspaces {
		w, err := makeWorkspace(size)
		if w != nil {
			all = append(all, w)
		}
		if err == nil {
			err = w.open(ctx, options)
		}
		if err != nil {
			return err
		}
		first, err := w.body(ctx)
		if err != nil {
			return err
		}
		t.workspaces = append(t.workspaces, distribution{fmt.Sprintf("%d files: first save, all of it compiled", size), []time.Duration{first.answered}})
		fmt.Fprintf(options.Progress, "%d files, first save: %s (%v)\n", size, milliseconds(first.answered), first.finished.Phases)
	}
	kinds := []struct {
		name string
		save func(*workspace, context.Context) (saving, error)
	}{{"another body", (*workspace).body}, {"nothing changed", (*workspace).nothing}, {"another declaration", (*workspace).declaration}}
	rows := map[string]*distribution{}
	var order []string
	add := func(name string, took time.Duration) {
		if rows[name] == nil {
			rows[name] = &distribution{name: name}
			order = append(order, name)
		}
		rows[name].times = append(rows[name].times, took)
	}
	for i := range warmUpSaves + options.Saves {
		for _, kind := range kinds {
			for _, w := range all {
				if w.shared == nil && kind.name == "another declaration" {
					continue
				}
				time.Sleep(pauseBetweenSaves)
				took, err := kind.save(w, ctx)
				if err != nil {
					return err
				}
				if i < warmUpSaves {
					continue
				}
				name := fmt.Sprintf("%d files: %s", w.size, kind.name)
				add(name, took.answered)
				if took.finished.Phases != nil {
					add("... until it is compiled, "+name, time.Duration(took.finished.Phases.Compile)*time.Microsecond)
				}
			}
		}
	}
	for _, name := range order {
		t.workspaces = append(t.workspaces, *rows[name])
	}
	return nil
}
