package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// footprint is how much memory is used, in bytes, as the kernel counts what is resident.
type footprint struct {
	when   string
	server uint64
	others uint64 // the processes that it has started: the compiler's JVM, and workers
}

func megabytes(bytes uint64) float64 { return float64(bytes) / 1e6 }

// settling is how long a server is left alone before its memory is looked at: what is made ready after a save is ready then, and
// Go has given back what it does not need, as it does little by little.
const settling = 5 * time.Second

// patientTimeout is the limit of a run whose time is not what is measured: a machine that has much else to do must not reach it.
const patientTimeout = "2m"

// watchMemory saves over and over, as fast as the answers come, and looks at the server's memory now and then.
func (t *SaveTable) watchMemory(ctx context.Context, options *SaveOptions, p *project) error {
	if options.Memory == 0 {
		return nil
	}
	e, err := openEditor(ctx, options.Executable, p.folder, map[string]any{"trusted": true, "jdk": options.JDK.Home, "timeout": patientTimeout})
	if err != nil {
		return err
	}
	defer e.kill()
	look := func(when string) error {
		select {
		case <-time.After(settling):
		case <-ctx.Done():
			return ctx.Err()
		}
		row, err := measureFootprint(e.process.Process.Pid)
		row.when = when
		t.memory = append(t.memory, row)
		fmt.Fprintf(options.Progress, "%s: %.0f MB\n", when, megabytes(row.server))
		return err
	}
	if err := look("before anything is open"); err != nil {
		return err
	}
	var d *document
	for i, path := range p.files {
		opened, err := e.open(ctx, path)
		if err != nil {
			return err
		}
		if i == 0 {
			d = opened
		}
	}
	if err := look("with all documents open"); err != nil {
		return err
	}
	place := bodyOf(d)
	for i := range options.Memory {
		if err := place.replace(ctx, d, statement(i)); err != nil {
			return err
		}
		if _, err := d.saveAs(ctx, "ok"); err != nil {
			return err
		}
		if saves := i + 1; saves == 1 || saves == options.Memory/4 || saves == options.Memory/2 || saves == options.Memory {
			if err := look(fmt.Sprintf("after %d save(s)", saves)); err != nil {
				return err
			}
		}
	}
	return e.close(ctx)
}

// measureFootprint looks at a process and its descendants. It needs Linux.
func measureFootprint(pid int) (footprint, error) {
	server, err := resident(pid)
	if err != nil {
		return footprint{}, fmt.Errorf("the memory of the server, which needs Linux: %w", err)
	}
	found := footprint{server: server}
	for _, child := range descendants(pid) {
		bytes, err := resident(child)
		if err == nil { // else it has ended meanwhile
			found.others += bytes
		}
	}
	return found, nil
}

// resident is what the kernel says of a process in /proc/PID/status (proc_pid_status(5)).
func resident(pid int) (uint64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, "VmRSS:"); found {
			kilobytes, err := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, fmt.Errorf("process %d has no memory any more", pid)
}

// descendants are the processes that a process has started, and those that they have.
func descendants(pid int) []int {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // the pattern is a good one
	var all []int
	for _, list := range lists {
		children, err := os.ReadFile(list)
		if err != nil {
			continue
		}
		for _, word := range strings.Fields(string(children)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(append(all, child), descendants(child)...)
			}
		}
	}
	return all
}
