package history

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.etcd.io/bbolt"

	"hotlens/engine/affected"
	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// TestMain has a copy of the test binary write runs without end, for TestKilled.
func TestMain(m *testing.M) {
	if folder := os.Getenv("HOTLENS_TEST_KEEP_IN"); folder != "" {
		for n := uint64(1); ; n++ {
			if err := In(folder).Keep(someRun("/work", n)); err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
			fmt.Println(n)
		}
	}
	flag.Parse()
	os.Exit(m.Run())
}

// someRun is a run of a program that has made so many calls.
func someRun(workspace string, calls uint64) *Run {
	status := 0
	nanos := 17 * calls
	return &Run{
		Entry: Entry{
			Time: time.Date(2026, 11, 22, 14, 5, 0, 0, time.UTC).Add(time.Duration(calls) * time.Second), Workspace: workspace,
			File: workspace + "/Demo.java", Classes: "c1a55e5", Commit: "1a2b3c4d5e6f",
		},
		Profile: &profiles.Profile{
			Schema: profiles.Schema, Clock: "virtual", Tier: "auto", Complete: true, Limits: []profiles.Limit{},
			Target: profiles.Target{Main: "Demo", Arguments: []string{"10", "data.txt"}, JDK: "17.0.15", ClassPath: []string{"/hotlens/classes"}},
			Totals: profiles.Totals{Calls: calls + 1, Bytecodes: 7 * calls, Contexts: 2, Cost: &nanos},
			Methods: []profiles.Method{
				{ID: 0, Class: "Demo", Name: "main", Descriptor: "([Ljava/lang/String;)V", File: "Demo.java", Line: 3, Origin: profiles.OriginApp},
				{ID: 1, Class: "Demo", Name: "twice", Descriptor: "(I)I", File: "Demo.java", Line: 7, Origin: profiles.OriginApp},
			},
			Threads: []profiles.Thread{{ID: 0, Name: "main", Root: 0}},
			Contexts: []profiles.Context{
				{ID: 0, Parent: -1, Method: 0, BCI: -1, Line: -1, Calls: 1, Cost: profiles.Measured(0)},
				{ID: 1, Parent: 0, Method: 1, BCI: 2, Line: 4, Calls: calls, Bytecodes: 7 * calls, Cost: profiles.Measured(nanos)},
			},
			Edges: []profiles.Edge{{Caller: 0, BCI: 2, Line: 4, Callee: 1, Kind: profiles.EdgeStatic, Calls: calls}},
		},
		Index: &sources.Index{Files: []sources.File{{
			Path: workspace + "/Demo.java", Hash: "abc", Types: []string{"Demo"}, Mains: []string{"Demo"},
			Methods: []sources.Method{{Class: "Demo", Name: "twice", Descriptor: "(I)I", Range: sources.Range{End: sources.Position{Line: 2, Character: 5}}}},
		}}},
		Outcome: &profiles.Outcome{
			Main: "Demo", ExitStatus: status, Wall: 12 * time.Millisecond, Output: "42\n", OutputLines: 1,
			Uncaught: []profiles.Exception{{Thread: "worker", Class: "java.lang.IllegalStateException", Message: "no stock", Frames: []profiles.Frame{{Class: "Demo", Method: "twice", File: "Demo.java", Line: 8}}}},
		},
	}
}

// callsOf are the calls of the runs that are listed, newest first.
func callsOf(t *testing.T, s *Store, workspace string) (calls []uint64) {
	t.Helper()
	list, err := s.List(workspace)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		calls = append(calls, list[i].Totals.Calls-1)
	}
	return calls
}

func keep(t *testing.T, s *Store, runs ...*Run) {
	t.Helper()
	for _, r := range runs {
		if err := s.Keep(r); err != nil {
			t.Fatal(err)
		}
	}
}

func expect(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// TestNamesOfRuns has programs of one name in two folders of a workspace, and in another workspace, and runs of an older version, which did not keep where a program lies.
func TestNamesOfRuns(t *testing.T) {
	run := func(workspace, source string, arguments ...string) Entry {
		return Entry{Workspace: workspace, Main: "Main", Source: source, Arguments: arguments}
	}
	runs := []Entry{run("/w", "/w/week1/Main.java"), run("/w", "/w/week2/src/Main.java", "7"), run("/w", ""), run("/v", "/v/Main.java"), run("/w", "/w/week1/Main.java"), run("/w", "/x/Main.java")}
	expect(t, "names", Names(runs), []string{"Main in week1", "Main 7 in " + filepath.Join("week2", "src"), "Main", "Main", "Main in week1", "Main in /x"})
	var same []bool
	for i := range runs {
		same = append(same, runs[0].SameProgram(&runs[i]))
	}
	expect(t, "which are of the first one's program", same, []bool{true, false, true, false, true, false})
	expect(t, "one of a name", Names(runs[2:4]), []string{"Main", "Main"})
}

// TestKeptRunsComeBack keeps runs of two workspaces, in a store that others read.
func TestKeptRunsComeBack(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "not", "there", "yet")
	expect(t, "before the first", callsOf(t, In(folder), ""), []uint64(nil))
	first := someRun("/work", 10)
	keep(t, In(folder), first, someRun("/other", 5), someRun("/work", 20))

	expect(t, "runs of /work", callsOf(t, In(folder), "/work"), []uint64{20, 10})
	expect(t, "all runs", callsOf(t, In(folder), ""), []uint64{20, 5, 10})
	loaded, err := In(folder).Load(first.ID)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "a run", loaded, first)
	expect(t, "its target", loaded.Target(), "Demo 10 data.txt")
	expect(t, "its failure", loaded.Failure, "java.lang.IllegalStateException: no stock")

	unwanted, err := In(folder).LoadIf(first.ID, func(index *sources.Index) bool { return index.Files[0].Path != "/work/Demo.java" })
	if unwanted != nil || err != nil {
		t.Errorf("a run that is not wanted: %v, %v", unwanted, err)
	}
	if _, err := In(folder).Load(77); !errors.Is(err, ErrNotThere) {
		t.Errorf("a run that never was: %v", err)
	}

	if err := In(folder).Clear("/work"); err != nil {
		t.Fatal(err)
	}
	expect(t, "after clearing /work", callsOf(t, In(folder), ""), []uint64{5})
	content, err := os.ReadFile(In(folder).Path())
	if err != nil || bytes.Contains(content, []byte("/work/Demo.java")) {
		t.Errorf("what was cleared is still in the file (%v)", err)
	}
	keep(t, In(folder), someRun("/work", 30))
	if list, _ := In(folder).List("/work"); len(list) != 1 || list[0].ID <= first.ID+2 {
		t.Errorf("numbers are used again: %+v", list)
	}
}

// TestEqualRunsAreKeptOnce saves the same program again and again.
func TestEqualRunsAreKeptOnce(t *testing.T) {
	s := In(t.TempDir())
	keep(t, s, someRun("/work", 10), someRun("/work", 10), someRun("/other", 10), someRun("/work", 10))
	expect(t, "runs", len(callsOf(t, s, "")), 2)
	edited := someRun("/work", 10)
	edited.Classes = "others"
	keep(t, s, edited, someRun("/work", 10)) // back again: it has become another, in between
	expect(t, "runs", len(callsOf(t, s, "/work")), 3)
}

// TestBounds keeps more runs than there is room for, by their number and by their size.
func TestBounds(t *testing.T) {
	s := In(t.TempDir())
	s.bounds = bounds{runs: 5, bytes: 256 << 10, fileBytes: 1 << 20}
	for n := range uint64(8) {
		keep(t, s, someRun("/work", n+1))
	}
	expect(t, "runs", callsOf(t, s, ""), []uint64{8, 7, 6, 5, 4})

	// Runs that take a quarter of the room and more, of bytes that cannot be compressed, and are of many sizes, so that they leave gaps.
	random := rand.NewChaCha8([32]byte{1})
	for n := range uint64(24) {
		large := someRun("/work", 100+n)
		noise := make([]byte, 60<<10+n<<10)
		if _, err := random.Read(noise); err != nil {
			t.Fatal(err)
		}
		large.Outcome.Output = base64.StdEncoding.EncodeToString(noise)
		keep(t, s, large)
	}
	expect(t, "runs that fit", callsOf(t, s, ""), []uint64{123, 122, 121})
	for _, e := range must(s.List("")) {
		if _, err := s.Load(e.ID); err != nil {
			t.Error(err)
		}
	}
	if info, err := os.Stat(s.path); err != nil || info.Size() > int64(s.bounds.fileBytes) {
		t.Errorf("the file has %d bytes: %v", info.Size(), err)
	}

	tooLarge := someRun("/work", 1)
	tooLarge.Profile.Contexts = make([]profiles.Context, MaxContexts+1)
	if err := s.Keep(tooLarge); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a profile that is too large: %v", err)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestBusy has another process hold the file: operations wait for a bounded time, then say so, and work again later.
func TestBusy(t *testing.T) {
	s := In(t.TempDir())
	keep(t, s, someRun("/work", 1))
	s.lockWait = 60 * time.Millisecond
	other, err := bbolt.Open(s.path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Keep(someRun("/work", 2)); !errors.Is(err, ErrBusy) {
		t.Errorf("keeping: %v", err)
	}
	if _, err := s.List(""); !errors.Is(err, ErrBusy) {
		t.Errorf("listing: %v", err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	keep(t, s, someRun("/work", 3))
	expect(t, "runs", callsOf(t, s, ""), []uint64{3, 1})
}

// TestNoRoom has every write fail, as on a full disk: what was there stays.
func TestNoRoom(t *testing.T) {
	s := In(t.TempDir())
	keep(t, s, someRun("/work", 1))
	s.openFile = func(name string, _ int, mode os.FileMode) (*os.File, error) {
		return os.OpenFile(name, os.O_RDONLY, mode)
	}
	var damaged *DamagedError
	if err := s.Keep(someRun("/work", 2)); err == nil || errors.As(err, &damaged) || !strings.Contains(err.Error(), "the history of runs cannot be written") {
		t.Errorf("keeping without room: %v", err)
	}
	expect(t, "runs", callsOf(t, In(filepath.Dir(s.path)), ""), []uint64{1})

	blocked := In(filepath.Join(s.path, "below a file"))
	if err := blocked.Keep(someRun("/work", 1)); err == nil {
		t.Error("a folder that cannot be made is no error")
	}
	if _, err := blocked.List(""); err == nil {
		t.Error("a folder that cannot be read is no error")
	}
}

var damages = flag.Int("damages", 12, "how often TestDamaged spoils the file in each way")

// TestDamaged spoils the file in many ways: nothing crashes, what cannot be read is set aside, and a new history begins.
func TestDamaged(t *testing.T) {
	whole := In(t.TempDir())
	for n := range uint64(12) {
		keep(t, whole, someRun("/work", n+1))
	}
	content := must(os.ReadFile(whole.path))
	random := rand.New(rand.NewPCG(1, 2))
	const page = 4096
	noise := func(spoilt []byte) {
		for i := range spoilt {
			spoilt[i] = byte(random.Uint32())
		}
	}
	type spoiling struct {
		name string
		how  func(spoilt []byte) []byte
	}
	cases := []spoiling{
		{"no database", func([]byte) []byte { return []byte("PK\x03\x04 something else entirely") }},
		{"short", func(spoilt []byte) []byte { return spoilt[:page+17] }},
		{"zeros", func(spoilt []byte) []byte { clear(spoilt); return spoilt }},
	}
	for range *damages {
		cases = append(cases,
			spoiling{"cut", func(spoilt []byte) []byte { return spoilt[:random.IntN(len(spoilt))] }},
			spoiling{"page", func(spoilt []byte) []byte {
				at := random.IntN(len(spoilt)/page) * page
				noise(spoilt[at : at+page])
				return spoilt
			}},
			spoiling{"bytes", func(spoilt []byte) []byte {
				for range 40 {
					spoilt[random.IntN(len(spoilt))] = byte(random.Uint32())
				}
				return spoilt
			}})
	}
	aside := 0
	for i, c := range cases {
		name := fmt.Sprint(c.name, " ", i)
		s := In(t.TempDir())
		if err := os.WriteFile(s.path, c.how(bytes.Clone(content)), 0o600); err != nil {
			t.Fatal(err)
		}
		damaged := false
		note := func(err error) {
			var d *DamagedError
			if errors.As(err, &d) {
				damaged = true
				if _, err := os.Stat(d.Aside); err != nil {
					t.Errorf("%s: it is not there: %v", name, err)
				}
			}
		}
		list, err := s.List("")
		note(err)
		for i := range list {
			_, err := s.Load(list[i].ID)
			note(err)
		}
		err = s.Keep(someRun("/work", 99))
		note(err)
		if err != nil {
			err = s.Keep(someRun("/work", 99))
			note(err)
		}
		if err != nil {
			t.Errorf("%s: the history does not begin anew: %v", name, err)
		}
		if calls := callsOf(t, s, ""); !slices.Contains(calls, 99) {
			t.Errorf("%s: the runs are %v", name, calls)
		}
		if damaged {
			aside++
		}
	}
	if aside < len(cases)/4 {
		t.Errorf("only %d of %d damaged files were noticed", aside, len(cases))
	}
}

// TestReplacedWhileWaiting has another process write the file anew between our opening it and getting its lock: what we write then is in the
// file that has the path.
func TestReplacedWhileWaiting(t *testing.T) {
	s := In(t.TempDir())
	keep(t, s, someRun("/work", 1))
	replaced := false
	s.openFile = func(name string, flags int, mode os.FileMode) (*os.File, error) {
		file, err := os.OpenFile(name, flags, mode)
		if !replaced {
			replaced = true
			copied := must(os.ReadFile(name))
			if err := errors.Join(os.WriteFile(name+".new", copied, 0o600), os.Rename(name+".new", name)); err != nil {
				t.Fatal(err)
			}
		}
		return file, err
	}
	keep(t, s, someRun("/work", 2))
	expect(t, "runs", callsOf(t, In(filepath.Dir(s.path)), ""), []uint64{2, 1})
}

// TestKilled kills a process that writes, at any moment: all that it has said to have written is there and whole.
func TestKilled(t *testing.T) {
	folder := t.TempDir()
	for round := range 3 {
		command := exec.Command(os.Args[0])
		command.Env = append(os.Environ(), "HOTLENS_TEST_KEEP_IN="+folder)
		out, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		said := 0
		for said < 3+round && lines.Scan() {
			said++
		}
		if err := command.Process.Kill(); err != nil {
			t.Error(err)
		}
		rest, _ := io.ReadAll(out) // what it has said until it died
		said += bytes.Count(rest, []byte("\n"))
		if err := command.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Errorf("the writing process ended by itself: %v", err)
		}
		s := In(folder)
		list := must(s.List(""))
		if len(list) < said {
			t.Errorf("%d runs were kept, and %d are there", said, len(list))
		}
		for i := range list {
			if _, err := s.Load(list[i].ID); err != nil {
				t.Error(err)
			}
		}
	}
}

var writeFixture = flag.Bool("write-fixture", false, "write the file of this version of the format into testdata")

// TestOldVersions opens the histories that versions of hotlens before have written, and writes into them. Each version of the format has a
// file, made with -write-fixture when the version was new, and never again.
func TestOldVersions(t *testing.T) {
	if *writeFixture {
		s := In(filepath.Join("testdata", strconv.Itoa(format)))
		keep(t, s, someRun("/work", 10), someRun("/work", 20))
		if err := s.do(writing, func(db *bbolt.DB) error { return s.shrink(db, 0) }); err != nil {
			t.Fatal(err)
		}
		return
	}
	files := must(filepath.Glob("testdata/*/runs.db"))
	if len(files) == 0 {
		t.Fatal("there is no file of any version")
	}
	current := false
	for _, file := range files {
		version := filepath.Base(filepath.Dir(file))
		current = current || version == strconv.Itoa(format)
		s := In(t.TempDir())
		if err := os.WriteFile(s.path, must(os.ReadFile(file)), 0o600); err != nil {
			t.Fatal(err)
		}
		expect(t, version+": runs", callsOf(t, s, "/work"), []uint64{20, 10})
		want := someRun("/work", 10)
		want.fill()
		want.ID, want.Source = 1, "" // which the file is too old for
		loaded, err := s.Load(want.ID)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, version+": a run", loaded, want)
		keep(t, s, someRun("/work", 30))
		expect(t, version+": runs", callsOf(t, s, "/work"), []uint64{30, 20, 10})
	}
	if !current {
		t.Errorf("there is no file of version %d: write it with -write-fixture", format)
	}
}

// TestNewerVersion leaves alone what a later hotlens has written.
func TestNewerVersion(t *testing.T) {
	s := In(t.TempDir())
	keep(t, s, someRun("/work", 1))
	err := s.do(writing, func(db *bbolt.DB) error {
		return db.Update(func(tx *bbolt.Tx) error { return tx.Bucket(bucketFormat).Put(keyFormat, []byte("2")) })
	})
	if err != nil {
		t.Fatal(err)
	}
	before := must(os.ReadFile(s.path))
	var newer *NewerError
	if err := s.Keep(someRun("/work", 2)); !errors.As(err, &newer) {
		t.Errorf("keeping: %v", err)
	}
	if _, err := s.List(""); !errors.As(err, &newer) {
		t.Errorf("listing: %v", err)
	}
	expect(t, "changed", bytes.Equal(before, must(os.ReadFile(s.path))), true)
}

// TestTargets checks that what is known of targets is there for others, belongs to its workspace, and is cleared with that; and that the oldest go.
func TestTargets(t *testing.T) {
	folder := t.TempDir()
	s := In(folder)
	record := func(main string, second int64) *affected.Record {
		return &affected.Record{
			Target: affected.Target{File: "/work/" + main + ".java"}, Main: main, Source: "/work/" + main + ".java", Time: time.Unix(second, 0).UTC(), Wall: time.Second,
			Files: map[string]string{"/work/Words.java": "Words.parse"}, Reads: []string{"/work/data.csv"},
			Set: "/work/test", Tests: map[string]*affected.Test{"counts": {Status: profiles.TestFailed, Wall: time.Second, Reached: map[string]string{"/work/Words.java": "Words.parse"}}},
		}
	}
	targets := func(s *Store, workspace string) (names []string) {
		x, err := s.Targets(workspace)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range x.Records() {
			names = append(names, r.Main)
		}
		slices.Sort(names)
		return names
	}
	if err := errors.Join(s.KeepTargets("/work", record("A", 1), record("B", 2)), s.KeepTargets("/work", record("A", 3)), s.KeepTargets("/workspace", record("C", 4))); err != nil {
		t.Fatal(err)
	}
	other := In(folder)
	if got := strings.Join(targets(other, "/work"), " ") + ", " + strings.Join(targets(other, "/workspace"), " "); got != "A B, C" {
		t.Errorf("targets: %s", got)
	}
	x, err := other.Targets("/work")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range x.Records() {
		if diff := cmp.Diff(record(r.Main, map[string]int64{"A": 3, "B": 2}[r.Main]), r, cmpopts.IgnoreUnexported(affected.Record{})); diff != "" {
			t.Errorf("read back (-want +got):\n%s", diff)
		}
	}
	if err := s.do(writing, func(db *bbolt.DB) error {
		return db.Update(func(tx *bbolt.Tx) error { return keepTargets(tx.Bucket(bucketTargets), 800) })
	}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(targets(s, "/work"), " ") + ", " + strings.Join(targets(s, "/workspace"), " "); got != "A, C" {
		t.Errorf("within 800 bytes: %s", got)
	}
	if err := s.Clear("/work"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(targets(s, "/work"), " ") + ", " + strings.Join(targets(s, "/workspace"), " "); got != ", C" {
		t.Errorf("after clearing: %s", got)
	}
}
