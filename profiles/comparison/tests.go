package comparison

import "hotlens/profiles"

// TestChange is what became of a test, or of all its invocations, and what it was before.
type TestChange struct {
	Test        profiles.Test // the first invocation that has failed, else the first
	Invocations int
	Calls       uint64 // of all, with callees
	Known       bool   // that it has run before, and how many calls that took
	Failed      bool   // it had failed before
	Called      uint64 // what Calls was before
}
