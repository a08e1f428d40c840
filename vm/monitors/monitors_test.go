package monitors

import (
	"fmt"
	"slices"
	"testing"

	"hotlens/vm/memory"
	"hotlens/vm/memory/memorytest"
	"hotlens/vm/threads"
)

// virtualClock jumps to the next deadline when all threads wait.
type virtualClock struct{ now int64 }

func (c *virtualClock) Now() int64            { return c.now }
func (c *virtualClock) Advance(to int64) bool { c.now = max(c.now, to); return true }

// world has objects, and threads that lock them.
type world struct {
	*Table
	clock     virtualClock
	scheduler *threads.Scheduler
	log       []string
	started   int
}

// object is the address of the only object of these tests: of its header, which is all that
// monitors look at.
const object = memory.HeapBase + 64

// fakeThread is a Java thread that has no more than what monitors ask of one.
type fakeThread struct {
	Thread
	w       *world
	task    *threads.Task
	status  threads.Status
	stopped bool
	givesUp bool
}

func (f *fakeThread) Block(deadline int64) bool  { return f.w.scheduler.Block(f.task, deadline) }
func (f *fakeThread) StopPending() bool          { return f.stopped }
func (f *fakeThread) GivesUp() bool              { return f.givesUp }
func (f *fakeThread) Status() threads.Status     { return f.status }
func (f *fakeThread) SetStatus(s threads.Status) { f.status = s }
func (f *fakeThread) ClearInterrupted()          { f.w.say("interrupt of %d cleared", f.ID) }
func (f *fakeThread) yield()                     { f.w.scheduler.Yield(f.task) }
func (w *world) say(format string, arguments ...any) {
	w.log = append(w.log, fmt.Sprintf(format, arguments...))
}

// thread makes a thread. The first holds the baton.
func (w *world) thread() *fakeThread {
	w.started++
	f := &fakeThread{w: w, task: w.scheduler.NewTask(), status: threads.Runnable}
	w.Attach(&f.Thread, uint32(w.started), w.started, f.task, f)
	return f
}

// start starts a thread, which runs when the baton comes to it.
func (w *world) start(run func(f *fakeThread)) *fakeThread {
	f := w.thread()
	w.scheduler.Start(f.task, func() { run(f) })
	return f
}

// run runs main as the first thread of a new world, and wants what it and the others say.
func run(t *testing.T, main func(w *world, f *fakeThread), want ...string) {
	t.Helper()
	m := memorytest.New(t, memorytest.HeapBytes)
	w := &world{}
	w.scheduler = threads.New(&w.clock)
	w.Table = New(m, w.scheduler, &w.clock)
	stuck := false
	w.scheduler.Stuck = func() bool { stuck = true; w.scheduler.Close(); return false }
	first := w.thread()
	w.scheduler.Begin(func() {
		main(w, first)
		w.scheduler.Close()
	})
	w.scheduler.Wait()
	if stuck {
		t.Error("all threads wait for ever")
	}
	if !slices.Equal(w.log, want) {
		t.Errorf("the threads said\n%q, want\n%q", w.log, want)
	}
}

// TestPassedOver demands that a thread gets a monitor which another has at the end of each of its time slices.
func TestPassedOver(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		w.Enter(&f.Thread, object)
		w.start(func(other *fakeThread) {
			w.Enter(&other.Thread, object)
			w.say("the other has it")
			w.Exit(&other.Thread, object)
		})
		for range 4 {
			f.yield()
			w.Exit(&f.Thread, object)
			w.Enter(&f.Thread, object)
			w.say("the first has it")
		}
	}, "the first has it", "the other has it", "the first has it", "the first has it", "the first has it")
}

// TestRecursion demands that a monitor is left by as many exits as there were entries, whether it
// is counted in the lock word or has been inflated since there are too many for that.
func TestRecursion(t *testing.T) {
	const most = memory.LockCountMask/memory.LockCountUnit + 1 // entries that a lock word counts
	for _, entries := range []int{1, 2, most, most + 1, most + 100} {
		run(t, func(w *world, f *fakeThread) {
			for range entries {
				w.Enter(&f.Thread, object)
			}
			for range entries - 1 {
				if !w.Exit(&f.Thread, object) {
					t.Fatalf("%d entries: an exit of the owner is refused", entries)
				}
			}
			if !w.Owns(&f.Thread, object) {
				t.Errorf("%d entries: the thread has lost the monitor one exit early", entries)
			}
			if !w.Exit(&f.Thread, object) || w.Owns(&f.Thread, object) || w.Exit(&f.Thread, object) {
				t.Errorf("%d entries: as many exits do not leave it", entries)
			}
			if word := w.lockWord(object); word != 0 {
				t.Errorf("%d entries: the lock word is %#x afterwards, want 0", entries, word)
			}
		})
	}
}

// TestContention demands that threads get a monitor in the order in which they came, that they
// are seen to wait for it, and for how long.
func TestContention(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		w.Enter(&f.Thread, object)
		w.Enter(&f.Thread, object)
		var others []*fakeThread
		for range 3 {
			others = append(others, w.start(func(o *fakeThread) {
				w.Enter(&o.Thread, object)
				w.say("%d enters at %d", o.ID, w.clock.now)
				if status := o.status; status != threads.Runnable {
					t.Errorf("the status is %d when the monitor is entered", status)
				}
				w.Exit(&o.Thread, object)
			}))
		}
		f.yield()
		w.Sleep(&f.Thread, 500)
		for _, o := range others {
			blocking, owner := o.Blocker()
			if o.status != threads.Blocked || !o.Entering() || blocking != object || owner != f.ID {
				t.Errorf("thread %d has status %d and waits for %#x of %d, want the monitor of %d", o.ID, o.status, blocking, owner, f.ID)
			}
			if w.Exit(&o.Thread, object) {
				t.Errorf("thread %d leaves a monitor that it does not own", o.ID)
			}
		}
		w.Exit(&f.Thread, object)
		f.yield()
		w.say("left at %d", w.clock.now)
		w.Exit(&f.Thread, object)
		w.Sleep(&f.Thread, 100)
		for _, o := range others {
			if o.Entered.Count != 1 || o.Entered.Nanos(w.clock.now) != 500 {
				t.Errorf("thread %d waited %d times, %d ns, want once 500 ns", o.ID, o.Entered.Count, o.Entered.Nanos(w.clock.now))
			}
		}
		if f.Entered.Count != 0 {
			t.Errorf("the first thread waited %d times for its own monitor", f.Entered.Count)
		}
	}, "left at 500", "2 enters at 500", "3 enters at 500", "4 enters at 500")
}

// TestNotifyOrder demands that those who wait are notified in the order in which they came, each
// gets the monitor as deep as it had it, and that only the owner may wait and notify.
func TestNotifyOrder(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		for range 4 {
			w.start(func(o *fakeThread) {
				w.Enter(&o.Thread, object)
				w.Enter(&o.Thread, object)
				result := w.Wait(&o.Thread, object, 0)
				w.Exit(&o.Thread, object)
				w.say("%d: %d, owns %t", o.ID, result, w.Owns(&o.Thread, object))
				w.Exit(&o.Thread, object)
			})
		}
		f.yield()
		if w.Wait(&f.Thread, object, 0) != NotOwner || w.Notify(&f.Thread, object, true) {
			t.Error("a thread waits or notifies without owning the monitor")
		}
		for range 2 {
			w.Enter(&f.Thread, object)
			w.Notify(&f.Thread, object, false)
			w.say("one")
			w.Exit(&f.Thread, object)
			f.yield()
		}
		w.Enter(&f.Thread, object)
		w.Notify(&f.Thread, object, true)
		w.say("all")
		w.Exit(&f.Thread, object)
		w.Sleep(&f.Thread, 1)
		w.Enter(&f.Thread, object)
		if !w.Notify(&f.Thread, object, true) {
			t.Error("there is nobody left, and the owner may not notify")
		}
		w.Exit(&f.Thread, object)
	}, "one", "2: 0, owns true", "one", "3: 0, owns true", "all", "4: 0, owns true", "5: 0, owns true")
}

// TestTimeouts demands that waits end when their time is up, by the virtual clock, and that
// they are counted.
func TestTimeouts(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		waiter := w.start(func(o *fakeThread) {
			w.Enter(&o.Thread, object)
			w.say("wait: %d at %d", w.Wait(&o.Thread, object, 300), w.clock.now)
			w.Exit(&o.Thread, object)
		})
		parker := w.start(func(o *fakeThread) {
			w.Park(&o.Thread, 200)
			w.say("park ends at %d", w.clock.now)
		})
		sleeper := w.start(func(o *fakeThread) {
			w.say("sleep: %t at %d", w.Sleep(&o.Thread, 100) == Interrupted, w.clock.now)
		})
		f.yield()
		for _, c := range []struct {
			f    *fakeThread
			want threads.Status
		}{{waiter, threads.TimedWaiting}, {parker, threads.TimedParked}, {sleeper, threads.Sleeping}} {
			if c.f.status != c.want {
				t.Errorf("thread %d has status %d while it waits, want %d", c.f.ID, c.f.status, c.want)
			}
		}
		w.Sleep(&f.Thread, 1000)
		for _, c := range []struct {
			f     *fakeThread
			nanos int64
		}{{waiter, 300}, {parker, 200}, {sleeper, 0}} {
			if nanos := c.f.Waited.Nanos(w.clock.now); nanos != c.nanos || c.f.status != threads.Runnable {
				t.Errorf("thread %d waited %d ns and has status %d, want %d ns", c.f.ID, nanos, c.f.status, c.nanos)
			}
		}
	}, "sleep: false at 100", "park ends at 200", "wait: 0 at 300")
}

// TestTimeoutsThatNeverCome demands that a wait of as long as one can say does not overflow.
func TestTimeoutsThatNeverCome(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		w.clock.now = 1000
		sleeper := w.start(func(o *fakeThread) {
			w.say("interrupted: %t at %d", w.Sleep(&o.Thread, 1<<63-1) == Interrupted, w.clock.now)
		})
		w.Sleep(&f.Thread, 5)
		w.Interrupt(&sleeper.Thread)
		f.yield()
	}, "interrupt of 2 cleared", "interrupted: true at 1005")
}

// TestInterruption demands that an interrupt ends what a thread waits in, or the next that it would
// wait in, and is cleared by what tells of it; parking does not.
func TestInterruption(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		waiter := w.start(func(o *fakeThread) {
			w.Enter(&o.Thread, object)
			w.say("wait: %d", w.Wait(&o.Thread, object, 0))
			if !w.Owns(&o.Thread, object) {
				t.Error("an interrupted wait does not end in the monitor")
			}
			w.Exit(&o.Thread, object)
			w.say("sleep: %t", w.Sleep(&o.Thread, 10) == Interrupted)
		})
		parker := w.start(func(o *fakeThread) {
			w.Park(&o.Thread, threads.Never)
			w.Park(&o.Thread, threads.Never)
			w.say("parks no more, interrupted %t", w.TakeInterrupt(&o.Thread))
		})
		f.yield()
		w.Interrupt(&waiter.Thread)
		f.yield()
		w.Interrupt(&parker.Thread)
		w.Interrupt(&f.Thread)
		w.say("sleep of the first: %t", w.Sleep(&f.Thread, 20) == Interrupted)
		w.Sleep(&f.Thread, 20)
	}, "interrupt of 2 cleared", "wait: 2", "interrupt of 1 cleared", "sleep of the first: true",
		"interrupt of 3 cleared", "parks no more, interrupted true", "sleep: false")
}

// TestNotifiedAndInterrupted demands that a thread to which both happens takes the
// notification and keeps the interrupt.
func TestNotifiedAndInterrupted(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		waiter := w.start(func(o *fakeThread) {
			w.Enter(&o.Thread, object)
			w.say("wait: %d", w.Wait(&o.Thread, object, 0))
			w.say("wait: %d", w.Wait(&o.Thread, object, 0))
			w.Exit(&o.Thread, object)
		})
		f.yield()
		w.Enter(&f.Thread, object)
		w.Notify(&f.Thread, object, false)
		if waiter.status != threads.Blocked {
			t.Errorf("a thread that has been notified has status %d, want that of one that waits for the monitor", waiter.status)
		}
		w.Interrupt(&waiter.Thread)
		w.Exit(&f.Thread, object)
		w.Sleep(&f.Thread, 1)
	}, "wait: 0", "interrupt of 2 cleared", "wait: 2")
}

// TestPermits demands that a permit given beforehand is as good as one that comes later, and that
// there is never more than one.
func TestPermits(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		parker := w.start(func(o *fakeThread) {
			w.Unpark(&o.Thread)
			w.Unpark(&o.Thread)
			w.Park(&o.Thread, threads.Never)
			w.say("took the permit")
			w.Park(&o.Thread, threads.Never)
			w.say("was given another at %d", w.clock.now)
		})
		w.Sleep(&f.Thread, 7)
		if !parker.Parked() || parker.status != threads.Parked {
			t.Error("the thread is not seen to be parked")
		}
		w.Unpark(&parker.Thread)
		f.yield()
	}, "took the permit", "was given another at 7")
}

// TestPermitOfInterrupts demands that an interrupt leaves a permit, as HotSpot's does, unless it has ended the wait for one: who
// has taken note of the interrupt parks once for nothing.
func TestPermitOfInterrupts(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		sleeper := w.start(func(o *fakeThread) {
			w.say("sleep: %t", w.Sleep(&o.Thread, 1000) == Interrupted)
			w.Park(&o.Thread, threads.Never)
			w.say("parked for nothing at %d", w.clock.now)
			w.Park(&o.Thread, threads.Never)
			w.say("interrupted %t at %d", w.TakeInterrupt(&o.Thread), w.clock.now)
			w.Park(&o.Thread, threads.Never)
			w.say("unparked at %d", w.clock.now)
		})
		f.yield()
		w.Interrupt(&sleeper.Thread)
		w.Sleep(&f.Thread, 5)
		w.Interrupt(&sleeper.Thread)
		w.Sleep(&f.Thread, 5)
		w.Unpark(&sleeper.Thread)
		w.Sleep(&f.Thread, 5)
	}, "interrupt of 2 cleared", "sleep: true", "parked for nothing at 0", "interrupt of 2 cleared", "interrupted true at 5", "unparked at 10")
}

// TestStop demands that Thread.stop ends every wait, and that the interrupt status stays as it is.
func TestStop(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		others := []*fakeThread{
			w.start(func(o *fakeThread) {
				w.Enter(&o.Thread, object)
				w.say("wait: %d, owns %t", w.Wait(&o.Thread, object, 0), w.Owns(&o.Thread, object))
				w.Exit(&o.Thread, object)
			}),
			w.start(func(o *fakeThread) { w.say("sleep: %t", w.Sleep(&o.Thread, 1000) == Interrupted) }),
			w.start(func(o *fakeThread) { w.Park(&o.Thread, threads.Never); w.say("park") }),
		}
		f.yield()
		for _, o := range others {
			o.stopped = true
			w.EndWait(&o.Thread)
		}
		f.yield()
		if w.clock.now != 0 {
			t.Errorf("the threads waited until %d", w.clock.now)
		}
	}, "wait: 0, owns true", "sleep: false", "park")
}

// TestGivingUp demands that a thread that gives up does not get the monitor, and that those behind it do.
func TestGivingUp(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		w.Enter(&f.Thread, object)
		first := w.start(func(o *fakeThread) { w.say("first: %t", w.Enter(&o.Thread, object)) })
		w.start(func(o *fakeThread) {
			w.say("second: %t", w.Enter(&o.Thread, object))
			w.Exit(&o.Thread, object)
		})
		f.yield()
		w.EndEntering(&first.Thread)
		f.yield()
		first.givesUp = true
		w.EndEntering(&first.Thread)
		f.yield()
		w.say("exit")
		w.Exit(&f.Thread, object)
		f.yield()
		if word := w.lockWord(object); word != 0 {
			t.Errorf("the lock word is %#x afterwards, want 0", word)
		}
	}, "first: false", "exit", "second: true")
}

// TestIdentityHash demands that an object keeps its hash whatever becomes of its lock, and that
// hashes are the same in every run.
func TestIdentityHash(t *testing.T) {
	var first []uint32
	for range 2 {
		var hashes []uint32
		run(t, func(w *world, f *fakeThread) {
			if w.IdentityHash(0) != 0 {
				t.Error("null has a hash")
			}
			for i := range memory.Ref(3) {
				o := object + 64*i
				if i == 1 {
					w.Enter(&f.Thread, o) // before it has a hash
				}
				h := w.IdentityHash(o)
				w.Enter(&f.Thread, o)
				locked := w.IdentityHash(o)
				for w.Owns(&f.Thread, o) {
					w.Exit(&f.Thread, o)
				}
				if h == 0 || h>>identityHashBits != 0 || locked != h || w.IdentityHash(o) != h {
					t.Errorf("the hash of object %d is %#x, locked %#x, and then %#x", i, h, locked, w.IdentityHash(o))
				}
				hashes = append(hashes, h)
			}
			w.RestartHashes()
			if again := w.IdentityHash(object + 64*3); again != hashes[0] {
				t.Errorf("the first hash is %#x, and %#x after the restart", hashes[0], again)
			}
		})
		if first == nil {
			first = hashes
		}
		if !slices.Equal(first, hashes) || first[0] == first[1] || first[1] == first[2] {
			t.Errorf("hashes are %#x and then %#x, want three that stay the same", first, hashes)
		}
	}
}

// TestMonitorsAreUsedAgain demands that what is no longer used makes room for others, and that the
// collector is told what is.
func TestMonitorsAreUsedAgain(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		busy := func() (objects []memory.Ref) {
			w.EachBusy(func(o memory.Ref) { objects = append(objects, o) })
			return objects
		}
		for i := range memory.Ref(100) {
			o := object + 64*i
			w.Enter(&f.Thread, o)
			w.IdentityHash(o) // needs a monitor, as it is locked
			if got := busy(); len(got) != 1 || got[0] != o {
				t.Fatalf("object %d: %d are busy", i, len(got))
			}
			w.Exit(&f.Thread, o)
		}
		if len(w.monitors) != 1 || len(busy()) != 0 {
			t.Errorf("100 objects, locked one after the other, have %d monitors, of which %d are busy", len(w.monitors), len(busy()))
		}
	})
}

// TestOwnerThatHasEnded demands that a thread's number can be given to another after it has
// ended, and that what it has left locked is free for others.
func TestOwnerThatHasEnded(t *testing.T) {
	run(t, func(w *world, f *fakeThread) {
		ended := w.start(func(o *fakeThread) {
			w.Enter(&o.Thread, object)
			w.Detach(&o.Thread)
		})
		f.yield()
		w.Enter(&f.Thread, object)
		if !w.Owns(&f.Thread, object) || w.Owns(&ended.Thread, object) {
			t.Error("the monitor is the ended thread's")
		}
	})
}
