// Package rendezvous is where the user's running programs can be found and joined: each has a socket in
// a private folder of the user's. It knows how processes meet, and what they say to each other
// (protocol.go); what a run tells of itself and measures is its [Host]'s business.
//
// A socket's name has a random part. So a program in the sandbox, which may not list the folder, cannot
// reach one even where it may use sockets.
//
// Invariant: only processes of the same user are answered. A socket in the folder has had somebody who listens from the moment
// on that it has its name; one without belongs to a process that was killed, and whoever comes next removes it.
package rendezvous

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/iter"
)

const (
	// answerTimeout is how long a run may take to say what it is. It needs no more than a
	// millisecond; a machine that is very busy multiplies that, and a run that has been stopped never answers.
	answerTimeout = 10 * time.Second
	// farewellTimeout is how long a run that has ended waits for somebody to take what was measured: the
	// largest profiles are written in a few seconds.
	farewellTimeout = 30 * time.Second
	// unfinishedAge is after what time a socket that has not got its name yet was left behind by a process
	// that was killed.
	unfinishedAge = time.Minute
	// unfinished begins the name of a socket that nobody listens on yet.
	unfinished = "."
)

// Host is a run that others may join. Its methods may be called by many goroutines.
type Host interface {
	Describe() Description
	// Measure measures what the program does, calls begun when it has begun, and returns what was measured
	// when the time wanted has passed or the context ends. The errors are for the user: one line.
	Measure(ctx context.Context, wanted Wanted, begun func()) (*Measured, error)
}

// Announcement is a run's socket. Close it.
type Announcement struct {
	host     Host
	folder   *folder
	path     string
	listener *net.UnixListener
	ctx      context.Context // of those who have joined
	end      context.CancelFunc
	tasks    conc.WaitGroup
}

// Announce has the host found by others until Close, in a folder that is the user's alone. It removes what runs that were killed
// have left there.
func Announce(path string, host Host) (*Announcement, error) {
	sockets, err := openFolder(path)
	if err != nil {
		return nil, err
	}
	sockets.clean()
	name := strconv.Itoa(os.Getpid()) + "-" + rand.Text()
	listener, err := sockets.listen(unfinished + name)
	if err == nil {
		// It gets its name when it listens: see the invariant.
		if err = os.Rename(sockets.path(unfinished+name), sockets.path(name)); err != nil {
			listener.Close()
			os.Remove(sockets.path(unfinished + name))
		}
	}
	if err != nil {
		sockets.close()
		return nil, fmt.Errorf("announcing the run: %w", err)
	}
	a := &Announcement{host: host, folder: sockets, path: sockets.path(name), listener: listener}
	a.ctx, a.end = context.WithCancel(context.Background())
	a.tasks.Go(a.accept)
	return a, nil
}

// Close ends what others measure, and returns when they have what was measured until then, or do not take
// it in time.
func (a *Announcement) Close() {
	os.Remove(a.path)
	a.listener.Close()
	a.end()
	a.tasks.Wait()
	a.folder.close()
}

func (a *Announcement) accept() {
	for {
		connection, err := a.listener.AcceptUnix()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // too many open files, for example: the next one may have more luck
			slog.Debug("accepting somebody who wants to join", "error", err)
			select {
			case <-time.After(time.Second):
				continue
			case <-a.ctx.Done():
				return
			}
		}
		a.tasks.Go(func() {
			defer connection.Close()
			if err := a.serve(connection); err != nil {
				slog.Debug("answering somebody who wanted to join", "error", err)
			}
		})
	}
}

// Run is one of the user's running programs.
type Run struct {
	PID         int
	Description Description
	Problem     string // why there is no description; "" if there is one

	folder string
	name   string // of its socket
}

// List finds the runs that are announced in a folder, in the order in which they have started.
func List(ctx context.Context, path string) ([]Run, error) {
	sockets, err := openFolder(path)
	if err != nil {
		return nil, err
	}
	defer sockets.close()
	names, err := sockets.names()
	if err != nil {
		return nil, err
	}
	found := iter.Map(names, func(name *string) *Run { return sockets.ask(ctx, *name) })
	var runs []Run
	for _, run := range found {
		if run != nil {
			runs = append(runs, *run)
		}
	}
	slices.SortFunc(runs, func(a, b Run) int {
		return cmp.Or(a.Description.Started.Compare(b.Description.Started), cmp.Compare(a.PID, b.PID))
	})
	return runs, ctx.Err()
}

// ask has a run describe itself; nil where there is none any more.
func (f *folder) ask(ctx context.Context, name string) *Run {
	number, _, _ := strings.Cut(name, "-")
	pid, err := strconv.Atoi(number)
	if err != nil {
		return nil // none of ours
	}
	run := &Run{PID: pid, folder: f.dir, name: name}
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	connection, err := f.dial(ctx, name)
	switch {
	case isGone(err):
		return nil
	case err != nil:
		run.Problem = err.Error()
		return run
	}
	defer connection.Close()
	defer context.AfterFunc(ctx, func() { connection.Close() })()
	description, err := describe(connection)
	switch {
	case err == nil:
		run.Description = *description
	case ctx.Err() != nil:
		run.Problem = "it does not answer"
	case errors.Is(err, errVersion):
		run.Problem = err.Error()
	default:
		return nil // it has just ended
	}
	return run
}

// isGone tells whether a socket cannot be reached because its process has ended.
func isGone(err error) bool {
	return errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ECONNRESET)
}

// folder has the sockets of the user's runs.
type folder struct {
	dir  string
	file *os.File
}

func openFolder(path string) (*folder, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the folder of the running programs: %w", err)
	}
	return &folder{path, file}, nil
}

func (f *folder) close()                  { f.file.Close() }
func (f *folder) path(name string) string { return filepath.Join(f.dir, name) }

// names are those of the sockets that have one.
func (f *folder) names() ([]string, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, fmt.Errorf("the folder of the running programs: %w", err)
	}
	var names []string
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), unfinished) {
			names = append(names, entry.Name())
		}
	}
	return names, nil
}

// clean removes what processes that were killed have left behind.
func (f *folder) clean() {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		slog.Debug("cleaning the folder of the running programs", "error", err)
	}
	for _, entry := range entries {
		name, left := entry.Name(), false
		if strings.HasPrefix(name, unfinished) {
			info, err := entry.Info()
			left = err == nil && time.Since(info.ModTime()) > unfinishedAge
		} else {
			ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
			connection, err := f.dial(ctx, name)
			cancel()
			if err == nil {
				connection.Close()
			}
			left = errors.Is(err, syscall.ECONNREFUSED)
		}
		if left {
			os.Remove(f.path(name))
		}
	}
}

func (f *folder) listen(name string) (*net.UnixListener, error) {
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: f.address(name), Net: "unix"})
	if err != nil {
		return nil, err
	}
	listener.SetUnlinkOnClose(false) // by then it has another name
	return listener, nil
}

func (f *folder) dial(ctx context.Context, name string) (*net.UnixConn, error) {
	var dialer net.Dialer
	connection, err := dialer.DialContext(ctx, "unix", f.address(name))
	if err != nil {
		return nil, err
	}
	return connection.(*net.UnixConn), nil
}
