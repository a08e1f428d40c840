package javac

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/engine/jdk"
)

// service is the one that all tests share, since a JVM takes a while to start.
var service *Service

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	// The user's cache folder is none of the tests' business.
	cache, err := os.MkdirTemp("", "hotlens-cache-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(cache)
	for _, variable := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		os.Setenv(variable, cache)
	}
	j, err := jdk.Find("")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	service = Start(j)
	defer service.Close()
	// One JVM for all tests: the folders of each are below this one.
	if err := service.Permit(context.Background(), nil, []string{os.TempDir()}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// write writes a file below dir and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// compile compiles with the shared service.
func compile(t *testing.T, request Request) *Result {
	t.Helper()
	result, err := service.Compile(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// mustCompile is compile for sources without errors.
func mustCompile(t *testing.T, request Request) *Result {
	t.Helper()
	result := compile(t, request)
	if !result.OK {
		t.Fatalf("does not compile: %+v", result.Diagnostics)
	}
	return result
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
