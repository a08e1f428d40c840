package worker

import (
	"bytes"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// This file ends what a program has started. It may have left the worker's process group, and its parent may have ended.

// adoptOrphans makes this process the parent of what it has started, also where the parent between them has ended:
// see PR_SET_CHILD_SUBREAPER in prctl(2). So all of it is found below this process.
func adoptOrphans() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// descendantRounds bounds how often killDescendants looks for processes that have been started meanwhile. None of those that it
// knows can start others, and the number of processes is bounded, so there are two rounds but for a race.
const descendantRounds = 100

// killDescendants ends all processes that one has started, and those that these have. It stops the process and them
// first, so that they start no more.
func killDescendants(root int) {
	stopped := map[int]bool{root: true}
	syscall.Kill(root, syscall.SIGSTOP)
	for range descendantRounds {
		parents := parentProcesses()
		more := false
		for pid := range parents {
			if !stopped[pid] && isBelow(pid, root, parents) && syscall.Kill(pid, syscall.SIGSTOP) == nil {
				stopped[pid], more = true, true
			}
		}
		if !more {
			break
		}
	}
	delete(stopped, root)
	for pid := range stopped {
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// isBelow reports whether the process has been started by root, directly or not.
func isBelow(pid, root int, parents map[int]int) bool {
	for range len(parents) { // what has been read at different moments may go round in a circle
		if pid = parents[pid]; pid == root || pid == 0 {
			break
		}
	}
	return pid == root
}

// parentProcesses are the parents of all processes that this one may see.
func parentProcesses() map[int]int {
	parents := map[int]int{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return parents
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat") // proc_pid_stat(5): PID (NAME) STATE PARENT ...
		if err != nil {
			continue // it has ended
		}
		rest := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(rest) > 1 {
			if parent, err := strconv.Atoi(string(rest[1])); err == nil {
				parents[pid] = parent
			}
		}
	}
	return parents
}
