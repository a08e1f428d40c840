//go:build unix

package vm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// hangFolder holds programs that hang.
const hangFolder = "testdata/hang"

// TestHang checks what is told of programs in which every thread waits for ever, in each tier: the sentence, and which threads wait where for what.
func TestHang(t *testing.T) {
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, hangFolder)
	others := make([]string, 13)
	for i := range others {
		others[i] = fmt.Sprintf("other-%d for a lock that thread circle-0 holds at HangLocks.java:17 in ReentrantLock.lock", i)
	}
	for program, want := range map[string][]string{
		"HangMonitors": {
			"the program hangs: a deadlock of threads a and b; each waits for a lock that another one holds",
			"a for a lock that thread b holds at HangMonitors.java:9 deadlocked",
			"b for a lock that thread a holds at HangMonitors.java:9 deadlocked",
			"main for thread a to end at HangMonitors.java:33 in Thread.join",
			"dae mon in Object.wait at HangMonitors.java:17 in Object.wait",
		},
		"HangLocks": append([]string{
			"the program hangs: a deadlock of threads circle-0, circle-1 and circle-2; each waits for a lock that another one holds",
			"circle-0 for a lock that thread circle-1 holds at HangLocks.java:13 in ReentrantLock.lock deadlocked",
			"circle-1 for a lock that thread circle-2 holds at HangLocks.java:13 in ReentrantLock.lock deadlocked",
			"circle-2 for a lock that thread circle-0 holds at HangLocks.java:13 in ReentrantLock.lock deadlocked",
		}, others...),
		"HangLatch": {
			"the program hangs: thread main waits for ever in CountDownLatch.await, and 1 other thread as well; nothing that it waits for can happen any more",
			"main in CountDownLatch.await at HangLatch.java:8 in CountDownLatch.await",
			"clock for tasks of a timer",
		},
		"HangExecutor": {
			"the program hangs: nothing is left but 2 threads of an executor, waiting for tasks (shutdown() ends them)",
			"pool-1-thread-1 for tasks of an executor",
			"pool-1-thread-2 for tasks of an executor",
		},
		"HangTimer": {
			"the program hangs: nothing is left but 1 thread of a timer, waiting for tasks (cancel() ends them)",
			"clock for tasks of a timer",
		},
	} {
		for _, tier := range []configuration.Tier{configuration.TierInterpreter, configuration.TierCompiler} {
			t.Run(program+"/"+string(tier), func(t *testing.T) {
				run := runInProcess(t, classes, program, func(c *configuration.Run) { c.Tier = tier })
				if !profiles.LimitDeadlock.Is(run.result.Limit) {
					t.Fatalf("it ended with status %d, limit %v", run.result.ExitStatus, run.result.Limit)
				}
				got := []string{run.result.Limit.Message}
				for _, w := range run.result.Waiting {
					got = append(got, strings.TrimSpace(describeWaiting(&w)))
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("it hangs (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func describeWaiting(w *profiles.Waiting) string {
	text := w.Thread + " " + w.For()
	if w.At != nil {
		text += fmt.Sprintf(" at %s:%d", w.At.File, w.At.Line)
	}
	if w.In != "" {
		text += " in " + w.In
	}
	if w.Deadlocked {
		text += " deadlocked"
	}
	if len(w.Frames) == 0 && w.Idle == "" {
		text += " without frames"
	}
	return text
}

// TestStopped checks where a program is said to have been that a limit has stopped: in the same place in each tier.
func TestStopped(t *testing.T) {
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, hangFolder)
	for _, tier := range []configuration.Tier{configuration.TierInterpreter, configuration.TierCompiler} {
		t.Run(string(tier), func(t *testing.T) {
			run := runInProcess(t, classes, "HangSpin", func(c *configuration.Run) { c.Tier, c.Limits.MaxBytecodes = tier, 3_000_000 })
			if !profiles.LimitBytecodes.Is(run.result.Limit) {
				t.Fatalf("it ended with status %d, limit %v", run.result.ExitStatus, run.result.Limit)
			}
			want := []profiles.Frame{{Class: "HangSpin", Method: "spin", File: "HangSpin.java", Line: 8}, {Class: "HangSpin", Method: "main", File: "HangSpin.java", Line: 16}}
			if diff := cmp.Diff(want, run.result.Stopped); diff != "" {
				t.Errorf("where it was (-want +got):\n%s", diff)
			}
		})
	}
}

// TestBytecodesLimit stops a program after as many bytecodes as it may execute, at the first yieldpoint behind them, also where that is in its first time slice.
func TestBytecodesLimit(t *testing.T) {
	const mostBehind = 100 // bytecodes from one yieldpoint to the next
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, hangFolder)
	for _, tier := range allTiers {
		for _, most := range []uint64{1, 1000, 30_000, 3_000_000} {
			t.Run(fmt.Sprintf("%s/%d", tier, most), func(t *testing.T) {
				run := runInProcess(t, classes, "HangSpin", func(c *configuration.Run) {
					counted(c)
					c.Tier, c.Limits.MaxBytecodes = tier, most
				})
				if !profiles.LimitBytecodes.Is(run.result.Limit) {
					t.Fatalf("it ended with status %d, limit %v", run.result.ExitStatus, run.result.Limit)
				}
				if got := run.profile.Bytecodes; got <= most || got > most+mostBehind {
					t.Errorf("%d bytecodes were executed, want the first few behind %d", got, most)
				}
			})
		}
	}
}
