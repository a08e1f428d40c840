package profiles

import (
	"fmt"
	"strings"

	"hotlens/profiles/numbers"
)

// This file says of a program that hangs which of its threads wait for what.

// Waiting is a thread that waits for ever: for what no other thread can do any more.
type Waiting struct {
	Thread     string `json:"thread"`               // its name
	In         string `json:"in,omitempty"`         // the library's method that the program's own code has called, and that waits: "CountDownLatch.await"; "" for a monitor
	Owner      string `json:"owner,omitempty"`      // the thread that has the lock that it waits for; "" if it waits for none, or nobody knows
	Joins      string `json:"joins,omitempty"`      // the thread whose end it waits for
	Deadlocked bool   `json:"deadlocked,omitempty"` // it is one of a circle, in which each thread waits for a lock of the next one
	// Idle says for whose tasks it waits, if it is one of those that do nothing but that.
	Idle   Idle    `json:"idle,omitempty"`
	At     *Frame  `json:"at,omitempty"` // the innermost activation of the program's own code; nil: there is none
	Frames []Frame `json:"frames"`       // innermost first
}

// Idle is who gives a thread its tasks.
type Idle string

// Those whose threads keep a program from ending.
const (
	IdleExecutor Idle = "executor" // java.util.concurrent.ThreadPoolExecutor
	IdleTimer    Idle = "timer"    // java.util.Timer
)

// indefinite has the article before each.
var indefinite = map[Idle]string{IdleExecutor: "an executor", IdleTimer: "a timer"}

// MaxWaiting is of how many threads it is said what they wait for: what a person would read.
const MaxWaiting = 16

// For says what the thread waits for, as what follows "waits for ever".
func (w *Waiting) For() string {
	switch {
	case w.Owner != "":
		return "for a lock that thread " + w.Owner + " holds"
	case w.Joins != "":
		return "for thread " + w.Joins + " to end"
	case w.Idle != "":
		return "for tasks of " + indefinite[w.Idle]
	case w.In != "":
		return "in " + w.In
	}
	return "for a lock"
}

// Hang is the limit, LimitDeadlock or LimitTestHangs, of what hangs as every thread waits for ever, with the first MaxWaiting of them, and how many more there are.
func (k LimitKind) Hang(waiting []Waiting, more int) *Limit {
	return k.Reached(hangWords(waiting, more))
}

// hangWords name what the user has to look for: a circle of locks, then threads that wait in the middle of something, then those that only wait for tasks.
func hangWords(waiting []Waiting, more int) string {
	all := uint64(len(waiting) + more)
	var circle []string
	var busy *Waiting                  // the first one
	from, end := IdleTimer, "cancel()" // of threads that only wait for tasks
	for i := range waiting {
		switch w := &waiting[i]; {
		case w.Deadlocked:
			circle = append(circle, w.Thread)
		case w.Idle == IdleExecutor:
			from, end = IdleExecutor, "shutdown()"
		case w.Idle == "" && busy == nil:
			busy = w
		}
	}
	switch {
	case all == 0:
		return "every thread waits for something that cannot happen any more"
	case len(circle) == 1:
		return "thread " + circle[0] + " waits for a lock that it holds itself"
	case len(circle) > 0:
		return "a deadlock of threads " + Listed(circle) + "; each waits for a lock that another one holds"
	case busy != nil:
		words := fmt.Sprintf("thread %s waits for ever %s", busy.Thread, busy.For())
		if all > 1 {
			words += ", and " + numbers.Count(all-1, "other thread") + " as well"
		}
		return words + "; nothing that it waits for can happen any more"
	}
	return fmt.Sprintf("nothing is left but %s of %s, waiting for tasks (%s ends them)", numbers.Count(all, "thread"), indefinite[from], end)
}

// Listed names some of many threads: "a", "a and b", "a, b and c", "a, b, c and 7 more".
func Listed(names []string) string {
	const most = 3
	switch n := len(names); {
	case n == 1:
		return names[0]
	case n > most:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n-most)
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
