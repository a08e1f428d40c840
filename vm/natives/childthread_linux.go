package natives

import (
	"runtime"
	"sync"

	"github.com/sourcegraph/conc"
)

// childThread starts the processes of programs, and does what takes rights over them. Landlock confines each thread of ours by
// itself, and a process as the thread that starts it: another thread of ours may neither send it a signal nor see which program it
// runs.
var childThread struct {
	once  sync.Once
	group conc.WaitGroup // nobody waits for it: the thread lives as long as this process
	work  chan func()
}

// onChildThread has the childThread do something, and waits for it.
func onChildThread(do func()) {
	c := &childThread
	c.once.Do(func() {
		c.work = make(chan func())
		c.group.Go(func() {
			runtime.LockOSThread()
			for work := range c.work {
				work()
			}
		})
	})
	done := make(chan struct{})
	c.work <- func() {
		defer close(done)
		do()
	}
	<-done
}
