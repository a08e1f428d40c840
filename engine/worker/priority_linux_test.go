package worker

import (
	"path/filepath"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// TestLowerPriority wants all threads of a worker to leave the processor to others.
func TestLowerPriority(t *testing.T) {
	w := start(t, Launch{})
	w.LowerPriority()
	threads, err := filepath.Glob("/proc/" + strconv.Itoa(w.command.Process.Pid) + "/task/*")
	if err != nil || len(threads) < 2 {
		t.Fatalf("threads %q, %v", threads, err)
	}
	for _, thread := range threads {
		number, err := strconv.Atoi(filepath.Base(thread))
		if err != nil {
			t.Fatal(err)
		}
		const highest = 20 // the system call counts downwards from there (getpriority(2))
		raw, err := unix.Getpriority(unix.PRIO_PROCESS, number)
		if nice := highest - raw; err == nil && nice < backgroundPriority {
			t.Errorf("a thread has the priority %d", nice)
		}
	}
}
