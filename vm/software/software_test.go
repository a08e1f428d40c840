// Package software runs Java software that others wrote, unmodified, on hotlens and
// on HotSpot: the JDK's own tools, and the jars of Debian packages that "make tools"
// unpacks.
//
// Invariant: it holds tests only.
package software

import (
	"os"
	"path/filepath"
	"testing"

	"hotlens/vm/oracle"
)

// heap is the heap that both VMs get.
const heap = "512m"

// concurrentPrograms is how many programs the tests of this package run at the same time.
const concurrentPrograms = 2

var slots = make(chan struct{}, concurrentPrograms)

// jar gives the path of a jar in the usr/share/java of the unpacked Debian packages
// (.ci/get-jars.sh), by a file name without version, such as "hsqldb.jar".
func jar(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", ".tools", "java", "usr", "share", "java", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v: run \"make tools\", and see .ci/jars.txt", err)
	}
	return path
}

// compare runs the same arguments on java and on hotlens, and demands the same bytes
// on stdout and the same exit status. It returns what hotlens gave. The command's
// program is left empty; its arguments are what both VMs understand after "java" and
// "hotlens run", such as a class path, a class, and the program's arguments.
func compare(t *testing.T, tools oracle.Tools, command oracle.Command) oracle.Result {
	t.Helper()
	arguments := command.Arguments
	command.Program = tools.Java
	command.Arguments = append([]string{"-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx" + heap}, arguments...)
	want := oracle.Run(t, command)
	command.Program = tools.Hotlens
	command.Arguments = append([]string{"run", "--heap", heap}, arguments...)
	got := oracle.Run(t, command)
	if got.Status != want.Status {
		t.Errorf("exit status %s, java has %s", got.Status, want.Status)
	}
	if got.Stdout != want.Stdout {
		t.Errorf("stdout differs from java's:\n%s", oracle.FirstDifference(want.Stdout, got.Stdout))
	}
	if t.Failed() && got.Stderr != "" {
		t.Logf("the end of its stderr:\n%s", oracle.LastLines(got.Stderr, 20))
	}
	return got
}
