package annotations

import (
	"testing"
	"time"

	"hotlens/profiles"
)

// TestPastTitle tells past runs in a line each.
func TestPastTitle(t *testing.T) {
	failed, fine, cost := 1, 0, uint64(51_000_000)
	at := time.Date(2026, 11, 22, 14, 5, 59, 0, time.UTC)
	for want, past := range map[string]Past{
		"2026-11-22 14:05:59 · shop.Main data.txt · exit 0 · 333,106 calls · ≈ 51 ms · at 1a2b3c4": {
			Time: at, Target: "shop.Main data.txt", Commit: "1a2b3c4", ExitStatus: &fine, Totals: profiles.Totals{Calls: 333_106, Cost: &cost},
		},
		"2026-11-22 14:05:59 · A · ✗ exit 1 · IllegalStateException · 1 call · commit 1a2b3c4": {
			Time: at, Target: "A", Commit: "1a2b3c4", Built: true, ExitStatus: &failed, Failure: "java.lang.IllegalStateException: no: stock", Totals: profiles.Totals{Calls: 1},
		},
		"2026-11-22 14:05:59 · ATest · ✗ 3 of 9 tests failed · 2 calls": {
			Time: at, Target: "ATest", ExitStatus: &failed, Tests: &profiles.TestCounts{Passed: 5, Failed: 3, Unfinished: 1, Skipped: 1}, Totals: profiles.Totals{Calls: 2},
		},
		"2026-11-22 14:05:59 · ATest · 2 passed, 1 skipped · 2 calls": {
			Time: at, Target: "ATest", ExitStatus: &fine, Tests: &profiles.TestCounts{Passed: 2, Skipped: 1}, Totals: profiles.Totals{Calls: 2},
		},
		"2026-11-22 14:05:59 · A · ✗ exit 1 · 2 calls": {Time: at, Target: "A", ExitStatus: &failed, Totals: profiles.Totals{Calls: 2}},
		"2026-11-22 14:05:59 · A · ■ stopped: the program ran for 10 s · 2 calls": {
			Time: at, Target: "A", ExitStatus: &failed, Limit: &profiles.Limit{Message: "the program ran for 10 s; raise it"}, Totals: profiles.Totals{Calls: 2},
		},
		"2026-11-22 14:05:59 · A · ■ stopped after 20 bytecodes · 2 calls": {
			Time: at, Target: "A", Limit: &profiles.Limit{Message: "stopped after 20 bytecodes; give more"}, Totals: profiles.Totals{Calls: 2},
		},
	} {
		if got := PastTitle(past); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	past := Past{Time: at, Target: "shop.Main", Commit: "1a2b3c4", ExitStatus: &fine, Totals: profiles.Totals{Calls: 333_106, Cost: &cost}}
	if got, want := PastDetail(past), "2026-11-22 14:05:59 · 333,106 calls · ≈ 51 ms · at 1a2b3c4"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := PastNotice(at, 2, true), "numbers of the run of 2026-11-22 14:05, before 2 files of it changed; save to run again"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := PastNotice(at, 0, false), "numbers of the run of 2026-11-22 14:05; saving runs nothing, as set"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
