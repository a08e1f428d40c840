package analysis

import "hotlens/profiles/numbers"

// This file holds the phrases that the report and the editor share.

// Phrase is what a line above a method says: "1,204 calls · 37% of run".
func (a *Analysis) Phrase(method int) string {
	m := &a.Methods[method]
	return numbers.Count(m.Exclusive.Calls, "call") + " · " + a.OfRun(m.Inclusive)
}

// OfRun is a cost's share: "37% of run".
func (a *Analysis) OfRun(c Amounts) string { return numbers.Percent(a.Share(c)) + " of run" }

// NeverCalled is what a line above a method says that the run has not called.
const NeverCalled = "never called"
