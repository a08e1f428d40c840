package javac

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotlens/vm/oracle"
)

// uncached has the program of services not be there yet.
func uncached(t *testing.T) {
	t.Helper()
	for _, variable := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(variable, t.TempDir())
	}
}

// small is a request to compile little.
func small(t *testing.T) Request {
	t.Helper()
	dir := t.TempDir()
	return Request{Files: []string{write(t, dir, "A.java", "class A { }")}, OutputDir: filepath.Join(dir, "out")}
}

// TestMaking checks that the JVM which makes the program is the one that compiles, and that nothing else stays of it.
func TestMaking(t *testing.T) {
	oracle.Once(t)
	uncached(t)
	s := own(t)
	request := small(t)
	if err := s.Launch(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	launched := s.process
	if complete(s.program.folder) || s.program.making == "" {
		t.Error("the program is there already")
	}
	if result, err := s.Compile(t.Context(), request); err != nil || !result.OK {
		t.Fatal(result, err)
	}
	if s.process != launched {
		t.Error("another JVM compiles")
	}
	if left, err := os.ReadDir(s.program.folder); err != nil || len(left) != 1 || left[0].Name() != jarName {
		t.Errorf("there is %v (%v), want the jar alone", left, err)
	}
	if next := own(t); next.Launch(t.Context(), request) != nil || next.program.making != "" {
		t.Error("it would be made again")
	}
}

// TestMakingFails checks what is said where the program does not compile, and that nothing stays of it.
func TestMakingFails(t *testing.T) {
	oracle.Once(t)
	uncached(t)
	s := own(t)
	request := small(t)
	var err error
	if s.program, err = findProgram(s.jdk); err != nil {
		t.Fatal(err)
	}
	write(t, s.program.sources(), "Json.java", "class Json { no such }")
	_, err = s.Compile(t.Context(), request)
	if err == nil || !strings.Contains(err.Error(), "making the compiler service with the javac of "+s.jdk.Home) || !strings.Contains(err.Error(), "Json.java:1: error:") {
		t.Errorf("it says %v", err)
	}
	folder := s.program.folder
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); err != nil || slices.ContainsFunc(left, os.DirEntry.IsDir) {
		t.Errorf("there is %v (%v), want nothing", left, err)
	}
}
