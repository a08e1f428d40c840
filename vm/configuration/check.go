package configuration

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hotlens/profiles/cost"
	"hotlens/vm/sampling"
)

// OptionError is an option with a value that it cannot have.
type OptionError struct {
	Flag    string // its name on the command line, without dashes
	Problem string // such as "is 1m: give a size from 16m to 2046m"
}

// Error names the flag.
func (e *OptionError) Error() string { return "--" + e.Flag + " " + e.Problem }

func wrong(flag, problem string, arguments ...any) error {
	return &OptionError{Flag: flag, Problem: fmt.Sprintf(problem, arguments...)}
}

// Check says which option is wrong: an *OptionError, or what sampling.Options.Check
// returns.
func (r *Run) Check() error {
	l := r.Limits
	if err := r.checkCycles(); err != nil {
		return err
	}
	if _, err := r.Date.Start(FixedDate); err != nil {
		return err
	}
	if r.SamplerInterval != 0 {
		if err := CheckSamplerInterval(r.SamplerInterval); err != nil {
			return err
		}
	}
	switch {
	case r.Date != "" && r.Date != DateFixed && !r.VirtualClock:
		return wrong("date", "needs the virtual clock: leave it out, or give --clock %s (setting hotlens.clock)", ClockVirtual)
	case l.HeapBytes < leastHeapBytes || l.HeapBytes > MostHeapBytes:
		return wrong("heap", "is %s: give a size from %s to %s", FormatSize(l.HeapBytes), FormatSize(leastHeapBytes), FormatSize(MostHeapBytes))
	case l.StackBytes < leastStackBytes || l.StackBytes > MostStackBytes:
		return wrong("stack", "is %s: give a size from %s to %s", FormatSize(l.StackBytes), FormatSize(leastStackBytes), FormatSize(MostStackBytes))
	case l.MaxThreads < 1:
		return wrong("threads", "is %d: a program needs at least 1", l.MaxThreads)
	case l.MaxContexts < 0:
		return wrong("contexts", "is %d: give a number, or all", l.MaxContexts)
	case l.Timeout < 0:
		return wrong("timeout", "is %v: give a positive duration such as 30s, or 0 for none", l.Timeout)
	case r.Until.Time < 0:
		return wrong("for", "is %v: give a positive duration such as 30s", r.Until.Time)
	case r.Until.Port < 0 || r.Until.Port > mostPort:
		return wrong("until-port", "is %d: give the number of a port, from 1 to %d", r.Until.Port, mostPort)
	case r.Until.Port != 0 && !r.Policy.AllowsNet():
		return wrong("until-port", "is about a program that uses the network: permit that with --allow-net")
	case l.TestTimeout < 0:
		return wrong("test-timeout", "is %v: give a positive duration such as 30s, or 0 for none", l.TestTimeout)
	case r.Tier != "" && !slices.Contains(tiers, r.Tier):
		return wrong("tier", "is %q: give %s", r.Tier, list(tiers))
	case r.Paths != "" && !slices.Contains(paths, r.Paths):
		return wrong("paths", "is %q: give %s", r.Paths, list(paths))
	case r.Inlining != "" && !slices.Contains(inlinings, r.Inlining):
		return wrong("inline", "is %q: give %s", r.Inlining, list(inlinings))
	case r.Inlining == InlineExactly && !r.KeepsContexts():
		return wrong("inline", "exact needs all calls counted: give it to hotlens profile, with --profilers cct")
	case r.TimesCalls() && r.KeepsContexts():
		return wrong("profilers", "time,cct is too much for one run: counting would be timed, too; make two profiles")
	case r.Timing.Scheme != "" && !slices.Contains(schemes, r.Timing.Scheme):
		return wrong("scheme", "is %q: give %s", r.Timing.Scheme, list(schemes))
	case r.Timing.Clock != "" && !slices.Contains(times, r.Timing.Clock):
		return wrong("time", "is %q: give %s", r.Timing.Clock, list(times))
	case r.SamplesCalls() && r.Sampling.Contexts && (r.SamplesTime() || r.TimesCalls()):
		return wrong("cbs-contexts", "cannot be told from what else samples or times contexts: leave out the profilers sampler and time")
	case r.SamplesCalls() && r.Sampling.Schedule == sampling.SchedulePatching && (r.Tier == TierInterpreter || r.TimesCalls() || r.Sampling.Contexts):
		return wrong("schedule", "patching samples the calls of methods that are about to be compiled: leave out --tier interp, the profiler time, and --cbs-contexts")
	case r.SamplesCalls():
		return r.Sampling.Check()
	}
	return nil
}

// checkCycles is Check for the table of cycles.
func (r *Run) checkCycles() error {
	if r.Cycles == "" {
		return nil
	}
	_, err := cost.ReadCycles(strings.NewReader(r.Cycles))
	switch {
	case err != nil:
		return wrong("cost-model", "names no table of cycles: %v", err)
	case r.Tier != TierInterpreter:
		return wrong("cost-model", "names a table of cycles, which only the interpreter counts: give --tier interp")
	case !r.KeepsContexts():
		return wrong("cost-model", "names a table of cycles, which are counted with the calling contexts: give --profilers cct,edges")
	}
	return nil
}

// Bounds of SamplerInterval: timers of the operating system keep no shorter one, and at more
// than the longest there are no samples to speak of.
const (
	leastSamplerInterval = 100 * time.Microsecond
	mostSamplerInterval  = 10 * time.Second
	mostPort             = 1<<16 - 1
)

// CheckSamplerInterval says that an interval that somebody has chosen is out of bounds; in Run.SamplerInterval 0 means that nobody has.
func CheckSamplerInterval(interval time.Duration) error {
	if interval < leastSamplerInterval || interval > mostSamplerInterval {
		return wrong("sampler-interval", "is %v: give a duration from %v to %v", interval, leastSamplerInterval, mostSamplerInterval)
	}
	return nil
}

// list is the words of a message that says what to give.
func list[T ~string](words []T) string {
	var text strings.Builder
	for i, word := range words {
		switch {
		case i > 0 && i == len(words)-1:
			text.WriteString(" or ")
		case i > 0:
			text.WriteString(", ")
		}
		text.WriteString(string(word))
	}
	return text.String()
}
