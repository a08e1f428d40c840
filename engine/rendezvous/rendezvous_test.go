//go:build unix

package rendezvous

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/conc"
)

// patience is how long anything here may take that must happen.
const patience = time.Minute

// TestMain makes this test binary, started as one that connects, an intruder.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "connect" {
		fmt.Print(intrude(os.Args[2]))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// intrude asks a socket what runs there, and returns what happens.
func intrude(socket string) string {
	connection, err := net.Dial("unix", socket)
	if err != nil {
		return err.Error()
	}
	connection.SetDeadline(time.Now().Add(patience))
	description, err := describe(connection.(*net.UnixConn))
	return fmt.Sprint(description, err)
}

// fakeHost measures the method that is wanted first, which may be a failure.
type fakeHost struct{ begun chan struct{} }

var started = time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)

func (fakeHost) Describe() Description {
	return Description{Name: "Fake.java", Main: "Fake", Started: started, Tier: "auto"}
}

func (h fakeHost) Measure(ctx context.Context, wanted Wanted, begun func()) (*Measured, error) {
	if wanted.Profilers[0] == "fail" {
		return nil, errors.New("it cannot be measured")
	}
	begun()
	if h.begun != nil {
		close(h.begun)
	}
	<-ctx.Done()
	return &Measured{Profile: []byte(`{"large":"` + strings.Repeat("x", 1<<20) + `"}`), ClassPath: wanted.Profilers}, nil
}

func announce(t *testing.T, folder string, host Host) *Announcement {
	t.Helper()
	a, err := Announce(folder, host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

func list(t *testing.T, folder string) []Run {
	t.Helper()
	runs, err := List(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

func only(t *testing.T, folder string) *Run {
	t.Helper()
	runs := list(t, folder)
	if len(runs) != 1 {
		t.Fatalf("there are %d runs, want 1: %v", len(runs), runs)
	}
	return &runs[0]
}

func bounded(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

func TestJoinAndLeave(t *testing.T) {
	folder := t.TempDir()
	a := announce(t, folder, fakeHost{})
	run := only(t, folder)
	if diff := cmp.Diff(fakeHost{}.Describe(), run.Description); diff != "" || run.PID != os.Getpid() || run.Problem != "" {
		t.Errorf("the run is of process %d, problem %q, and describes itself otherwise (-want +got):\n%s", run.PID, run.Problem, diff)
	}
	if _, err := run.Join(bounded(t), Wanted{Profilers: []string{"fail"}}, func() {}); err == nil || err.Error() != "it cannot be measured" {
		t.Errorf("the error is %v", err)
	}
	for range 10 {
		ctx, leave := context.WithCancel(bounded(t))
		measured, err := run.Join(ctx, Wanted{Profilers: []string{"time"}}, leave)
		leave()
		if err != nil || len(measured.Profile) < 1<<20 || measured.ClassPath[0] != "time" || measured.Ended {
			t.Fatalf("after leaving: %v, error %v", measured, err)
		}
	}
	a.Close()
	if runs := list(t, folder); len(runs) != 0 {
		t.Errorf("there is still %v", runs)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 0 {
		t.Errorf("still there: %v, %v", entries, err)
	}
	if _, err := run.Join(bounded(t), Wanted{}, func() {}); err == nil || !strings.HasSuffix(err.Error(), "has ended") {
		t.Errorf("joining what has ended: %v", err)
	}
}

// TestEndWhileJoined ends the run under somebody who has joined, and under somebody who then takes nothing any more.
func TestEndWhileJoined(t *testing.T) {
	folder := t.TempDir()
	host := fakeHost{begun: make(chan struct{})}
	a := announce(t, folder, host)
	run := only(t, folder)
	var joined conc.WaitGroup
	joined.Go(func() {
		measured, err := run.Join(bounded(t), Wanted{Profilers: []string{"time"}}, func() {})
		if err != nil || !measured.Ended {
			t.Errorf("the run has ended, but the other side has %v, %v", measured, err)
		}
	})
	silent, err := net.Dial("unix", filepath.Join(folder, run.name)) // never says what it wants
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	select {
	case <-host.begun:
	case <-time.After(patience):
		t.Fatal("nothing was measured")
	}
	a.Close()
	joined.Wait()
}

// TestLeftBehind wants what killed runs have left to be removed by the next one, and no more than that.
func TestLeftBehind(t *testing.T) {
	folder := t.TempDir()
	announce(t, folder, fakeHost{})
	living := only(t, folder).name
	leave := func(name string, age time.Duration) {
		t.Helper()
		listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(folder, name), Net: "unix"})
		if err != nil {
			t.Fatal(err)
		}
		listener.SetUnlinkOnClose(false)
		listener.Close()
		then := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(folder, name), then, then); err != nil {
			t.Fatal(err)
		}
	}
	leave("1-killed", 0)
	leave(unfinished+"2-killed", 2*unfinishedAge)
	leave(unfinished+"3-begins", 0)
	only(t, folder)
	a := announce(t, folder, fakeHost{})
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if entry.Name() != filepath.Base(a.path) {
			names = append(names, entry.Name())
		}
	}
	if diff := cmp.Diff([]string{unfinished + "3-begins", living}, names); diff != "" {
		t.Errorf("the next one leaves other files (-want +got):\n%s", diff)
	}
}

// TestLongPaths has a folder whose path does not fit into a socket's address.
func TestLongPaths(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("this system has no other way to a socket than its path")
	}
	folder := filepath.Join(t.TempDir(), strings.Repeat("deep/", 50))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	announce(t, folder, fakeHost{})
	ctx, leave := context.WithCancel(bounded(t))
	defer leave()
	if _, err := only(t, folder).Join(ctx, Wanted{Profilers: []string{"time"}}, leave); err != nil {
		t.Error(err)
	}
}

// TestOtherUsers wants another user to be kept away by the folder, and, if that did not, by who answers.
func TestOtherUsers(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can be another user")
	}
	folder, err := os.MkdirTemp("", "runs")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	announce(t, folder, fakeHost{})
	socket := filepath.Join(folder, only(t, folder).name)
	program := filepath.Join(t.TempDir(), "intruder")
	data, err := os.ReadFile(os.Args[0])
	if err == nil {
		err = os.WriteFile(program, data, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	for path := filepath.Dir(program); path != os.TempDir() && path != "/"; path = filepath.Dir(path) {
		os.Chmod(path, 0o755)
	}
	said := func() string {
		t.Helper()
		command := exec.CommandContext(bounded(t), program, "connect", socket)
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, output)
		}
		return string(output)
	}
	if got := said(); !strings.Contains(got, "permission denied") {
		t.Errorf("another user: %s", got)
	}
	if err := errors.Join(os.Chmod(folder, 0o755), os.Chmod(socket, 0o777)); err != nil {
		t.Fatal(err)
	}
	if got := said(); !strings.HasPrefix(got, "<nil> ") || strings.Contains(got, "permission denied") {
		t.Errorf("another user in an open folder: %s", got)
	}
	only(t, folder) // who is still answered
}
