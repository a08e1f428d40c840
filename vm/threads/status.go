package threads

// Status is what a Java thread does, as Thread.threadStatus says it and
// Thread.getState decodes it: the bits of JVMTI's thread states.
type Status int32

// The statuses of threads that have been started.
const (
	Terminated   Status = 2
	Runnable     Status = 5
	Sleeping     Status = 225
	Waiting      Status = 401
	TimedWaiting Status = 417
	Parked       Status = 657
	TimedParked  Status = 673
	Blocked      Status = 1025
)
