package oracle

import (
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// This file is what the tests of one package share: what is costly to make, and the choice
// of the programs that they run.

// shared is what the tests of this process share.
var shared sharing

// sharing is a folder that holds hotlens, compiled classes, and the code that hotlens
// keeps, so that what runs twice is compiled once.
type sharing struct {
	once     sync.Once
	root     string // the folder; "" before the first test needs it
	building sync.Mutex
	classes  map[string]string // folders of classes, by what they were compiled from
}

// Package is the tests of a package that calls FindTools, Compile or Run. Its TestMain runs
// them by os.Exit(oracle.Package{M: m}.Run()).
type Package struct{ M *testing.M }

// Run runs the tests, and removes what they have shared.
func (p Package) Run() int {
	shared.classes = map[string]string{}
	defer func() {
		if shared.root != "" {
			_ = os.RemoveAll(shared.root)
		}
	}()
	return p.M.Run()
}

// folder is the shared folder, which Package.Run removes.
func (s *sharing) folder(t testing.TB) string {
	t.Helper()
	if s.classes == nil {
		t.Fatal("this package's TestMain must call oracle.Package.Run")
	}
	var err error
	s.once.Do(func() { s.root, err = os.MkdirTemp("", "hotlens-test-") })
	if err != nil || s.root == "" {
		t.Fatalf("making the folder that tests share: %v", err)
	}
	return s.root
}

// SharedFolder is a folder with a name that all tests of the package share.
func SharedFolder(t testing.TB, name string) string {
	t.Helper()
	folder := filepath.Join(shared.folder(t), name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// Sample chooses what a test runs of the programs, scenarios or cases with these names:
// all of them, and under "go test -short" one in share of them, always the same ones. It
// says so in the test's log.
func Sample(t testing.TB, share uint32, names []string) []string {
	t.Helper()
	if !testing.Short() {
		return names
	}
	some := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !Chosen(name, share) })
	if len(some) == 0 && len(names) > 0 {
		some = names[:1]
	}
	t.Logf("with -short, %d of %d: %v", len(some), len(names), some)
	return some
}

// SampleOf is Sample for cases that have their name in them.
func SampleOf[T any](t testing.TB, share uint32, cases []T, name func(T) string) []T {
	t.Helper()
	names := make([]string, len(cases))
	for i, c := range cases {
		names[i] = name(c)
	}
	some := Sample(t, share, names)
	return slices.DeleteFunc(slices.Clone(cases), func(c T) bool { return !slices.Contains(some, name(c)) })
}

// Chosen reports whether a name is among the one in share that stand for all.
func Chosen(name string, share uint32) bool { return crc32.ChecksumIEEE([]byte(name))%share == 0 }
