package annotations

import (
	"fmt"
	"strings"
	"time"

	"hotlens/profiles"
	"hotlens/profiles/numbers"
)

// Past is a run of a session before, or of a commit, as lists of such runs tell it.
type Past struct {
	Time       time.Time // in the reader's time zone
	Target     string    // the main class and its arguments, and its folder if there are others of that name
	Commit     string    // as people name it; "" if it is not known
	Built      bool      // from that commit alone, not from the workspace
	ExitStatus *int      // nil if the program was not started
	Limit      *profiles.Limit
	Failure    string               // the first uncaught exception
	Tests      *profiles.TestCounts // nil if none were run
	Totals     profiles.Totals
}

// PastTitle is a line about a past run: "2026-11-22 14:05:59 · shop.Main data.txt · exit 0 · 333,106 calls · at 1a2b3c4".
func PastTitle(p Past) string {
	parts := []string{p.Time.Format(time.DateTime), p.Target}
	if ending := PastEnding(p); ending != "" {
		parts = append(parts, ending)
	}
	return strings.Join(append(parts, p.amounts()...), " · ")
}

// PastDetail is what a line below the target of a past run, and how that ended, has yet to tell: "2026-11-22 14:05:59 · 333,106 calls · at 1a2b3c4".
func PastDetail(p Past) string {
	return strings.Join(append([]string{p.Time.Format(time.DateTime)}, p.amounts()...), " · ")
}

// amounts are what the run took, and what it was a run of.
func (p Past) amounts() []string {
	parts := []string{numbers.Count(p.Totals.Calls, "call")}
	if cost := p.Totals.Cost; cost != nil {
		parts = append(parts, "≈ "+numbers.Duration(*cost))
	}
	switch {
	case p.Built:
		parts = append(parts, "commit "+p.Commit)
	case p.Commit != "":
		parts = append(parts, "at "+p.Commit)
	}
	return parts
}

// PastTime is how the time of a past run is told, to the minute.
func PastTime(t time.Time) string { return t.Format("2006-01-02 15:04") }

// PastEnding says how the program of a past run ended, "" if none was started: "exit 0", "✗ exit 1 · IllegalStateException", "■ stopped",
// "✗ 3 of 9 tests failed".
func PastEnding(p Past) string {
	switch {
	case p.Limit != nil:
		reason, _, _ := strings.Cut(p.Limit.Message, ";")
		return stopped(reason)
	case p.ExitStatus == nil:
		return ""
	case p.Tests != nil && p.Tests.Failed > 0:
		return countFailed(*p.Tests)
	case p.Failure != "":
		class, _, _ := strings.Cut(p.Failure, ":")
		return fmt.Sprintf("✗ exit %d · %s", *p.ExitStatus, class[strings.LastIndexByte(class, '.')+1:])
	case *p.ExitStatus != 0:
		return fmt.Sprintf("✗ exit %d", *p.ExitStatus)
	case p.Tests != nil:
		return p.Tests.String()
	}
	return "exit 0"
}

// PastNotice says which run the numbers of a file are of, that were there before anything was run, how many files of the program are different now, and what brings newer ones: a save,
// or only a command.
func PastNotice(t time.Time, changed int, onSave bool) string {
	text := "numbers of the run of " + PastTime(t)
	if changed > 0 {
		text += fmt.Sprintf(", before %s of it changed", numbers.Count(uint64(changed), "file"))
	}
	if onSave {
		return text + "; save to run again"
	}
	return text + "; saving runs nothing, as set"
}
