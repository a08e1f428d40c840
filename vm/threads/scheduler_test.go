package threads

import (
	"fmt"
	"slices"
	"testing"
)

// jumpClock is a virtual clock.
type jumpClock struct{ now int64 }

func (c *jumpClock) Now() int64            { return c.now }
func (c *jumpClock) Advance(to int64) bool { c.now = max(c.now, to); return true }

// run starts a scheduler whose first task runs main, and waits for its end.
func run(clock Clock, main func(s *Scheduler, t *Task)) *Scheduler {
	s := New(clock)
	first := s.NewTask()
	s.Begin(func() {
		main(s, first)
		s.Close()
	})
	s.Wait()
	return s
}

func TestTasksTakeTurns(t *testing.T) {
	var log []string
	run(&jumpClock{}, func(s *Scheduler, main *Task) {
		for _, name := range []string{"a", "b"} {
			task := s.NewTask()
			s.Start(task, func() {
				for range 2 {
					log = append(log, name)
					s.Yield(task)
				}
			})
		}
		for range 4 {
			log = append(log, "main")
			s.Yield(main)
		}
	})
	want := []string{"main", "a", "b", "main", "a", "b", "main", "main"}
	if !slices.Equal(log, want) {
		t.Errorf("order %v, want %v", log, want)
	}
}

func TestDeadlinesPassInOrderOfTime(t *testing.T) {
	clock := &jumpClock{}
	var log []int64
	run(clock, func(s *Scheduler, main *Task) {
		for _, d := range []int64{300, 100, 200} {
			task := s.NewTask()
			s.Start(task, func() {
				if !s.Block(task, d) {
					t.Errorf("deadline %d did not pass", d)
				}
				log = append(log, clock.Now())
			})
		}
		s.Block(main, 1000)
	})
	if want := []int64{100, 200, 300}; !slices.Equal(log, want) || clock.now != 1000 {
		t.Errorf("woke at %v, clock %d", log, clock.now)
	}
}

func TestUnblockBeforeDeadline(t *testing.T) {
	run(&jumpClock{}, func(s *Scheduler, main *Task) {
		waiter := s.NewTask()
		s.Start(waiter, func() {
			if s.Block(waiter, 500) {
				t.Error("the deadline passed although the task was unblocked")
			}
		})
		s.Yield(main)
		if !waiter.Blocked() {
			t.Error("the task does not wait")
		}
		s.Unblock(waiter)
		s.Yield(main)
	})
}

// TestDetachedTasksComeBack has tasks wait without a goroutine: for a time, for an Unblock, and for their turn.
func TestDetachedTasksComeBack(t *testing.T) {
	var log []string
	run(&jumpClock{}, func(s *Scheduler, main *Task) {
		sleeper, waiter, yielder := s.NewTask(), s.NewTask(), s.NewTask()
		s.Start(sleeper, func() {
			s.Detach(sleeper, 300, func(timedOut bool) {
				log = append(log, fmt.Sprint("sleeper ", timedOut, " ", s.clock.Now()))
			})
		})
		s.Start(waiter, func() {
			s.Detach(waiter, 400, func(timedOut bool) {
				log = append(log, fmt.Sprint("waiter ", timedOut, " ", s.clock.Now()))
				s.Block(waiter, 500) // it has a goroutine again
				log = append(log, fmt.Sprint("waiter ", s.clock.Now()))
			})
		})
		s.Start(yielder, func() {
			s.DetachRunnable(yielder, func() {
				log = append(log, "yielder")
				s.Unblock(waiter)
				s.DetachRunnable(yielder, func() {
					s.DetachRunnable(yielder, func() { log = append(log, "alone") })
				})
			})
			t.Error("the goroutine goes on")
		})
		s.Yield(main)
		s.Block(main, 1000)
	})
	want := []string{"yielder", "waiter false 0", "alone", "sleeper true 300", "waiter 500"}
	if !slices.Equal(log, want) {
		t.Errorf("they said %q, want %q", log, want)
	}
}

// TestFewOfTheManyAreUnderWay starts more tasks of the many than may be under way. All need several time slices, and others run
// beside them.
func TestFewOfTheManyAreUnderWay(t *testing.T) {
	const tasks = 3 * maxPreempted
	began, ended, most, turns := 0, 0, 0, 0
	run(&jumpClock{}, func(s *Scheduler, main *Task) {
		for range tasks {
			task := s.NewTask()
			task.Many = true
			s.Start(task, func() {
				began++
				for range 5 {
					most = max(most, began-ended)
					s.Preempt(task)
				}
				ended++
			})
		}
		for ended < tasks {
			turns++
			s.Yield(main)
		}
	})
	if most != maxPreempted || turns < 5 {
		t.Errorf("%d tasks were under way at the same time, want %d; the other had %d turns", most, maxPreempted, turns)
	}
}

func TestStuckIsNoticed(t *testing.T) {
	s := New(&jumpClock{})
	stuck := make(chan struct{})
	s.Stuck = func() bool { close(stuck); s.Close(); return false }
	first := s.NewTask()
	s.Begin(func() { s.Block(first, Never) })
	<-stuck
	s.Wait()
}

func TestStuckMayGoOn(t *testing.T) {
	s := New(&jumpClock{})
	ended := make(chan struct{})
	first := s.NewTask()
	asked := 0
	s.Stuck = func() bool {
		if asked++; asked == 1 {
			s.Unblock(first)
			return true
		}
		close(ended)
		s.Close()
		return false
	}
	s.Begin(func() {
		s.Block(first, Never)
		s.Block(first, Never)
	})
	<-ended
	s.Wait()
	if asked != 2 {
		t.Errorf("it was asked %d times whether something goes on, want 2", asked)
	}
}

func TestBackgroundTimersDoNotCount(t *testing.T) {
	s := New(&jumpClock{})
	stuck := make(chan struct{})
	s.Stuck = func() bool { close(stuck); s.Close(); return false }
	first, housekeeper := s.NewTask(), s.NewTask()
	housekeeper.Background = true
	s.Start(housekeeper, func() {
		for range 1_000_000 {
			s.Block(housekeeper, s.clock.Now()+100)
		}
		t.Error("the clock went on although nobody waits for it")
	})
	s.Begin(func() { s.Block(first, Never) })
	<-stuck
	s.Wait()
}

func TestOutsideLetsOthersRun(t *testing.T) {
	release := make(chan struct{})
	var log []string
	run(&jumpClock{}, func(s *Scheduler, main *Task) {
		other := s.NewTask()
		s.Start(other, func() {
			log = append(log, "other")
			close(release)
		})
		s.Outside(main, func() { <-release })
		log = append(log, "main")
	})
	if want := []string{"other", "main"}; !slices.Equal(log, want) {
		t.Errorf("order %v, want %v", log, want)
	}
}

// TestStopFindsTheBaton stops a program while its task is held up outside or aside, or waits.
func TestStopFindsTheBaton(t *testing.T) {
	never := make(chan struct{})
	for name, wait := range map[string]func(s *Scheduler, main *Task){
		"outside": func(s *Scheduler, main *Task) { s.Outside(main, func() { <-never }) },
		"aside":   func(s *Scheduler, main *Task) { s.Aside(func() { <-never }) },
		"blocked": func(s *Scheduler, main *Task) { s.Block(main, Never) },
	} {
		t.Run(name, func(t *testing.T) {
			s := New(&jumpClock{})
			stopped := 0
			s.Stopped = func() { stopped++; s.Close() }
			waiting := make(chan struct{})
			s.Begin(func() {
				main := s.NewTask()
				close(waiting)
				wait(s, main)
				t.Error("the task goes on")
			})
			<-waiting
			s.Stop()
			s.Wait() // although the task may never come back
			if stopped != 1 {
				t.Errorf("Stopped was called %d times", stopped)
			}
		})
	}
}

func TestWakeFromOutside(t *testing.T) {
	run(&jumpClock{}, func(s *Scheduler, main *Task) {
		waiter, woken := s.NewTask(), make(chan struct{})
		s.Start(waiter, func() {
			s.Block(waiter, Never)
			close(woken)
		})
		s.Yield(main)
		s.Outside(main, func() {
			s.Wake(waiter)
			<-woken
		})
		s.Wake(main) // it does not wait: nothing happens
		s.Yield(main)
	})
}

// TestEndUnwindsAll ends a program while tasks wait, are yet to begin, and are outside: what has begun unwinds, that outside when it comes back.
func TestEndUnwindsAll(t *testing.T) {
	ended := make(chan string, 3)
	release, waits := make(chan struct{}), make(chan struct{})
	run(&jumpClock{}, func(s *Scheduler, main *Task) {
		blocked, outside := s.NewTask(), s.NewTask()
		s.Start(blocked, func() {
			defer func() { ended <- "blocked" }()
			s.Block(blocked, Never)
			t.Error("the task that waits goes on")
		})
		s.Start(outside, func() {
			defer func() { ended <- "outside" }()
			s.Outside(outside, func() { close(waits); <-release })
			t.Error("the task outside goes on")
		})
		s.Yield(main)
		<-waits
		s.Start(s.NewTask(), func() { t.Error("a task begins") })
	})
	if first := <-ended; first != "blocked" {
		t.Errorf("the task that waits has not unwound, %s has", first)
	}
	close(release)
	if second := <-ended; second != "outside" {
		t.Errorf("the task outside has not unwound, %s has", second)
	}
}
