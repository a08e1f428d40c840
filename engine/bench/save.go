package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"hotlens/profiles/lazyregexp"
)

// Defaults of Save.
const (
	DefaultSaves       = 100
	DefaultColdSaves   = 5
	DefaultRequests    = 200
	DefaultIdleSeconds = 3
)

// SaveOptions is how Save measures.
type SaveOptions struct {
	Options           // Runs is how many sessions are begun for the first save
	File       string // the source file to save, with a main method
	Workspace  string // the folder that the editor has open
	Saves      int    // how often to save in the session that is warm; 0: not at all, and no session is begun for the first save either
	Requests   int    // how often to ask for each kind of annotation of a profile of a million contexts; 0: not at all
	Workspaces []int  // how many files generated workspaces have, in which to save instead of File; nil: none
	Memory     int    // how many saves to watch the server's memory for; 0: not at all
}

// SaveTable is what Save has measured.
type SaveTable struct {
	setting    string
	saves      []distribution // from the save on
	workspaces []distribution // those in generated workspaces
	phases     []distribution // of the warm ones
	requests   []distribution
	memory     []footprint
}

// distribution is how long something took, over and over.
type distribution struct {
	name  string
	times []time.Duration
}

// Save measures what an editor's user waits for: from a save to refreshed annotations, and the requests for them.
func Save(ctx context.Context, options SaveOptions) (*SaveTable, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	if options.Saves < 0 {
		return nil, fmt.Errorf("--saves is %d: give 0 for none, or more", options.Saves)
	}
	setting := fmt.Sprintf("%s, %d processors, %s/%s; JDK %s", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, options.JDK.Version)
	for _, size := range options.Workspaces {
		if size != 1 && size < leastConnected {
			return nil, fmt.Errorf("--files %d: give 1, or at least %d", size, leastConnected)
		}
	}
	if len(options.Workspaces) > 0 {
		table := &SaveTable{setting: setting}
		return table, table.compileWorkspaces(ctx, &options)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(editorGC)) // an editor's own work is not what is measured
	p, err := copyProject(&options)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(p.folder)
	table := &SaveTable{setting: fmt.Sprintf("%s; %s, %d document(s) open", setting, filepath.Base(options.File), len(p.files))}
	for _, measure := range []func(context.Context, *SaveOptions, *project) error{table.cold, table.warm, table.watchMemory, table.request} {
		if err := measure(ctx, &options, p); err != nil {
			return nil, err
		}
	}
	return table, nil
}

// project is a copy of the user's, which may be edited.
type project struct {
	folder string
	files  []string // the Java files, the one to save first
}

// maxProjectBytes bounds what is copied: the demo has some kilobytes, and nobody means to measure with a home folder.
const maxProjectBytes = 64 << 20

// copyProject copies the workspace, without what is hidden.
func copyProject(options *SaveOptions) (p *project, err error) {
	workspace, err := filepath.Abs(options.Workspace)
	if err != nil {
		return nil, err
	}
	file, err := filepath.Abs(options.File)
	if err != nil {
		return nil, err
	}
	saved, err := filepath.Rel(workspace, file)
	if err != nil || !filepath.IsLocal(saved) {
		return nil, fmt.Errorf("%s is not in the folder %s: name the folder that an editor would open with --workspace", options.File, workspace)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the file to save: %w", err)
	}
	if !mainBody().Match(text) {
		return nil, fmt.Errorf("%s has no main method: name a file with one", options.File)
	}
	folder, err := os.MkdirTemp("", "hotlens-bench-")
	if err != nil {
		return nil, fmt.Errorf("making a temporary folder: %w", err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(folder)
		}
	}()
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return nil, err
	}
	p = &project{folder: folder, files: []string{filepath.Join(folder, saved)}}
	total := int64(0)
	err = fs.WalkDir(os.DirFS(workspace), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != "." && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(p.folder, path), 0o700)
		case !entry.Type().IsRegular():
			return nil
		}
		content, err := os.ReadFile(filepath.Join(workspace, path))
		if total += int64(len(content)); err == nil && total > maxProjectBytes {
			err = fmt.Errorf("the folder %s has more than %d MB: name a smaller one with --workspace", workspace, maxProjectBytes>>20)
		}
		if err != nil {
			return err
		}
		copied := filepath.Join(p.folder, path)
		if strings.HasSuffix(path, ".java") && path != filepath.ToSlash(saved) {
			p.files = append(p.files, copied)
		}
		return os.WriteFile(copied, content, 0o600)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// session opens the project in an editor. The first document is the one to save.
func (p *project) session(ctx context.Context, options *SaveOptions, settings map[string]any) (*editor, *document, error) {
	all := map[string]any{"trusted": true, "jdk": options.JDK.Home}
	for name, value := range settings {
		all[name] = value
	}
	e, err := openEditor(ctx, options.Executable, p.folder, all)
	if err != nil {
		return nil, nil, err
	}
	var first *document
	for _, path := range p.files {
		d, err := e.open(ctx, path)
		if err != nil {
			e.kill()
			return nil, nil, err
		}
		if first == nil {
			first = d
		}
	}
	return e, first, nil
}

// editorGC has the editor collect a tenth as often as Go does by default: with hardly anything to keep, it would whenever it has read some lenses.
const editorGC = 1000

// insertion is where a text was changed before: what stands there is replaced by the next edit.
type insertion struct{ start, end int }

// mainBody finds where the body of main begins.
var mainBody = lazyregexp.New(`\bvoid\s+main\s*\([^)]*\)[^{;]*\{`)

// bodyOf is the place in a text at which statements can be put.
func bodyOf(d *document) insertion {
	end := mainBody().FindStringIndex(d.text)[1] // copyProject has seen that there is one
	return insertion{end, end}
}

// replace puts a text at the place, instead of the one before.
func (i *insertion) replace(ctx context.Context, d *document, text string) error {
	err := d.edit(ctx, i.start, i.end, text)
	i.end = i.start + len(text)
	return err
}

// statement is one that does next to nothing, and compiles to other code for each number.
func statement(number int) string {
	return fmt.Sprintf(" if (%d == System.out.hashCode()) return; ", number+1<<20)
}

// cold measures the first save of a session: right after opening, and when the user has had a moment to read.
func (t *SaveTable) cold(ctx context.Context, options *SaveOptions, p *project) error {
	if options.Saves == 0 {
		return nil
	}
	for _, pause := range []time.Duration{0, DefaultIdleSeconds * time.Second} {
		name := "first save, right after opening"
		if pause > 0 {
			name = fmt.Sprintf("first save, %v after opening", pause)
		}
		row := distribution{name: name}
		for run := range options.Runs {
			took, err := firstSave(ctx, options, p, pause, run)
			if err != nil {
				return err
			}
			row.times = append(row.times, took.answered)
			fmt.Fprintf(options.Progress, "%s: %s (%v)\n", name, milliseconds(took.answered), took.finished.Phases)
		}
		t.saves = append(t.saves, row)
		fmt.Fprintf(options.Progress, "%s: %s\n", name, milliseconds(median(row.times)))
	}
	return nil
}

func firstSave(ctx context.Context, options *SaveOptions, p *project, pause time.Duration, number int) (saving, error) {
	e, d, err := p.session(ctx, options, nil)
	if err != nil {
		return saving{}, err
	}
	defer e.kill()
	place := bodyOf(d)
	select {
	case <-time.After(pause):
	case <-ctx.Done():
		return saving{}, ctx.Err()
	}
	if err := place.replace(ctx, d, statement(number)); err != nil {
		return saving{}, err
	}
	took, err := d.saveAs(ctx, "ok")
	return took, errors.Join(err, e.close(ctx))
}

// saveAs saves; the run has to end with a status.
func (d *document) saveAs(ctx context.Context, status string) (saving, error) {
	took, err := d.save(ctx)
	if err == nil {
		err = took.is(status)
	}
	return took, err
}

// is tells what is wrong if a run has not ended as it should have.
func (s *saving) is(status string) error {
	if s.finished.Status != status {
		return fmt.Errorf("the run after the save has the status %q, not %q: %s", s.finished.Status, status, s.finished.Message)
	}
	return nil
}

// warmUpSaves is how many saves are not counted: by then the JVM with the compiler has compiled what is executed most.
const warmUpSaves = 10

// pauseBetweenSaves is how long the user does something else: so long that what is made ready after a save is ready.
const pauseBetweenSaves = 400 * time.Millisecond

// warm measures saves in a session that has seen some: such that change a method, and such that change nothing.
func (t *SaveTable) warm(ctx context.Context, options *SaveOptions, p *project) error {
	if options.Saves == 0 {
		return nil
	}
	e, d, err := p.session(ctx, options, nil)
	if err != nil {
		return err
	}
	defer e.kill()
	place := bodyOf(d)
	refresh, answered := distribution{name: "save that changes a method, to refresh"}, distribution{name: "... to lenses and hints"}
	unchanged := distribution{name: "save that changes no code, to lenses and hints"}
	parts := []distribution{{name: "wait"}, {name: "compile"}, {name: "start"}, {name: "run"}, {name: "read"}, {name: "analyse"}, {name: "annotate"}}
	for i := range warmUpSaves + options.Saves {
		time.Sleep(pauseBetweenSaves)
		if err := place.replace(ctx, d, statement(i)); err != nil {
			return err
		}
		took, err := d.saveAs(ctx, "ok")
		if err != nil {
			return err
		}
		if i >= warmUpSaves {
			refresh.times, answered.times = append(refresh.times, took.refresh), append(answered.times, took.answered)
			f := took.finished.Phases
			if f == nil { // a server from before there were phases
				f = &phases{}
			}
			for j, micros := range []int64{f.Wait, f.Compile, f.Start, f.Run, f.Read, f.Analyse} {
				parts[j].times = append(parts[j].times, time.Duration(micros)*time.Microsecond)
			}
			last := &parts[len(parts)-1]
			last.times = append(last.times, took.answered-took.refresh)
		}
	}
	for i := range options.Saves {
		time.Sleep(pauseBetweenSaves)
		if err := place.replace(ctx, d, statement(warmUpSaves+options.Saves-1)+fmt.Sprintf("/* %d */", i)); err != nil {
			return err
		}
		took, err := d.saveAs(ctx, "unchanged")
		if err != nil {
			return err
		}
		unchanged.times = append(unchanged.times, took.answered)
	}
	t.saves = append(t.saves, refresh, answered, unchanged)
	t.phases = parts
	fmt.Fprintf(options.Progress, "%s: %s\n", refresh.name, milliseconds(median(refresh.times)))
	return e.close(ctx)
}

// Write writes the table as text.
func (t *SaveTable) Write(w io.Writer) error {
	fmt.Fprintf(w, "%s\n\n", t.setting)
	columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	sections := []struct {
		title string
		rows  []distribution
	}{{"Saves", t.saves}, {"Saves in workspaces", t.workspaces}, {"Parts of a save that changes a method", t.phases}, {"Requests at a million contexts", t.requests}}
	for _, section := range sections {
		if len(section.rows) == 0 {
			continue
		}
		fmt.Fprintf(columns, "%s\tnumber\tmedian\t95 %%\t99 %%\tmost\t\n", section.title)
		for _, row := range section.rows {
			slices.Sort(row.times)
			fmt.Fprintf(columns, "%s\t%d\t%s\t%s\t%s\t%s\t\n", row.name, len(row.times), milliseconds(median(row.times)),
				milliseconds(percentile(row.times, 0.95)), milliseconds(percentile(row.times, 0.99)), milliseconds(row.times[len(row.times)-1]))
		}
		fmt.Fprintln(columns)
	}
	if len(t.memory) > 0 {
		fmt.Fprintf(columns, "Memory, resident\tserver\tcompiler and workers\t\n")
		for _, row := range t.memory {
			fmt.Fprintf(columns, "%s\t%.0f MB\t%.0f MB\t\n", row.when, megabytes(row.server), megabytes(row.others))
		}
	}
	return columns.Flush()
}

// percentile is the smallest of sorted values that at least so large a part of them does not exceed.
func percentile(sorted []time.Duration, part float64) time.Duration {
	at := int(part*float64(len(sorted)) + 0.999999)
	return sorted[min(max(at, 1), len(sorted))-1]
}
