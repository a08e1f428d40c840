package engine

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"hotlens/engine/worker"
	"hotlens/profiles"
	"hotlens/vm/sampling"
)

// The limits of a run, where the user gives no others.
const (
	// DefaultHeapBytes holds what small programs and test suites use; HotSpot's
	// own default, a quarter of the machine, would not be repeatable. A program
	// under "run" may have as much as there is.
	DefaultHeapBytes = 512 << 20
	// DefaultStackBytes is HotSpot's -Xss on 64-bit Linux.
	DefaultStackBytes = 1 << 20
	// DefaultThreads is more than programs need that do not leak threads.
	DefaultThreads = 1000
	// DefaultOutputBytes bounds what a profiled program prints; nobody reads more.
	// A program under "run" may print what it likes.
	DefaultOutputBytes = 16 << 20
	// ProfileTimeout is the wall time of "profile": a minute is what somebody
	// waits for a command. A program under "run" may take what it likes.
	ProfileTimeout = time.Minute
	// ServerTimeout is the wall time of a run that a save starts: the result of an
	// older text is of little use after ten seconds.
	ServerTimeout = 10 * time.Second
	// ProfileBytecodes is about what the interpreter executes within a few
	// minutes, so that it, unlike the timeout, ends a virtual-clock run at the
	// same place on every machine.
	ProfileBytecodes = 20_000_000_000
)

// The bounds of the heap. The least is what the class library needs to boot; the
// most fits the 32-bit linear memory beside its other regions.
const (
	leastHeapBytes  = 16 << 20
	mostHeapBytes   = 2046 << 20
	leastStackBytes = 64 << 10
	mostStackBytes  = 64 << 20
)

// The values of the clock and tier settings.
const (
	ClockVirtual = "virtual"
	ClockWall    = "wall"
	TierAuto     = "auto"
	TierInterp   = "interp"
	TierJIT      = "jit"
)

// The values of the setting that says what the inliner's decisions are taken on.
const (
	InlineOff      = "off"    // nothing is inlined
	InlineStatic   = "static" // sizes alone
	InlineHeat     = "heat"   // sizes, and whether the callee is hot
	InlineTimer    = "timer"  // a sample of the calls at each tick of a timer
	InlineCounting = "cbs"    // samples by counting calls
	InlineExact    = "exact"  // the numbers of all calls, which only a profile with contexts has
)

var inlineValues = []string{InlineOff, InlineStatic, InlineHeat, InlineTimer, InlineCounting, InlineExact}

// Settings is how to run a program, whatever the program is: what the common
// flags of the command line and the server's configuration say.
type Settings struct {
	JDK          string // folder; "" to look for one
	ClassPath    []string
	ModulePath   []string
	UpgradePath  []string // of modules that replace the JDK's
	AddModules   []string
	LimitModules []string
	AddOpens     []string
	AddExports   []string
	AddReads     []string
	Properties   [][2]string
	Assertions   []string // java's -ea and so on, without the dash, in order
	HeapBytes    uint64
	StackBytes   uint32
	Threads      int
	Timeout      time.Duration // wall time; 0 for none
	MaxBytecodes uint64        // 0 for none
	OutputBytes  uint64        // 0 for no limit
	VirtualClock bool
	Tier         string
	// Inline is what the inliner's decisions are taken on: one of the Inline values, ""
	// for InlineExact where contexts are kept, and InlineCounting elsewhere.
	Inline     string
	VerboseGC  bool
	VerboseJIT bool
	// Profilers are what "profile" measures: names of package profiles.
	Profilers []string
	// Sampling says how the profiler "cbs" samples.
	Sampling sampling.Options
	// CodeCache is the folder that keeps compiled code, or CodeCacheOff; "" for the
	// usual one.
	CodeCache string
	// Unrestricted gives the program the user's own rights, and Policy is then
	// without effect.
	Unrestricted bool
	Policy       Policy
}

// RunSettings are the defaults of "hotlens run": those of a user at a shell.
func RunSettings() Settings {
	return Settings{
		HeapBytes:    mostHeapBytes,
		StackBytes:   DefaultStackBytes,
		Threads:      DefaultThreads,
		Tier:         TierAuto,
		Unrestricted: true,
	}
}

// ProfileSettings are the defaults of "hotlens profile": virtual clock, sandbox,
// and every limit.
func ProfileSettings() Settings {
	s := RunSettings()
	s.HeapBytes = DefaultHeapBytes
	s.Unrestricted = false
	s.VirtualClock = true
	s.Timeout = ProfileTimeout
	s.MaxBytecodes = ProfileBytecodes
	s.OutputBytes = DefaultOutputBytes
	s.Profilers = []string{profiles.ProfilerContexts, profiles.ProfilerEdges}
	s.Sampling = sampling.Options{Stride: sampling.DefaultStride, Samples: sampling.DefaultSamples, Tick: sampling.DefaultTick}
	return s
}

// ServerSettings are the defaults of the runs that the language server starts.
func ServerSettings() Settings {
	s := ProfileSettings()
	s.Timeout = ServerTimeout
	return s
}

// Check says what is wrong with the settings, naming the flag.
func (s *Settings) Check() error {
	switch {
	case s.HeapBytes < leastHeapBytes || s.HeapBytes > mostHeapBytes:
		return fmt.Errorf("--heap is %s: give a size from %s to %s",
			FormatSize(s.HeapBytes), FormatSize(leastHeapBytes), FormatSize(mostHeapBytes))
	case s.StackBytes < leastStackBytes || s.StackBytes > mostStackBytes:
		return fmt.Errorf("--stack is %s: give a size from %s to %s",
			FormatSize(uint64(s.StackBytes)), FormatSize(leastStackBytes), FormatSize(mostStackBytes))
	case s.Threads < 1:
		return fmt.Errorf("--threads is %d: a program needs at least 1", s.Threads)
	case s.Timeout < 0:
		return fmt.Errorf("--timeout is %v: give a positive duration such as 30s, or 0 for none", s.Timeout)
	case s.Tier != TierAuto && s.Tier != TierInterp && s.Tier != TierJIT:
		return fmt.Errorf("--tier is %q: give auto, interp or jit", s.Tier)
	case s.Inline != "" && !slices.Contains(inlineValues, s.Inline):
		return fmt.Errorf("--inline is %q: give %s", s.Inline, strings.Join(inlineValues, ", "))
	case s.Inline == InlineExact && !slices.Contains(s.Profilers, profiles.ProfilerContexts):
		return fmt.Errorf("--inline exact needs all calls counted: give it to hotlens profile, with --profilers cct")
	case slices.Contains(s.Profilers, profiles.ProfilerSamples):
		return s.Sampling.Check()
	}
	return nil
}

// config is the VM's part of the settings, for a class path and a JDK that were
// found.
func (s *Settings) config(jdkHome string, classPath []string, directory string, environment []string) worker.Config {
	codeCache := ""
	if s.VirtualClock {
		// By the wall clock no two runs compile quite the same code.
		codeCache = codeCacheFolder(s.CodeCache)
	}
	return worker.Config{
		JDKHome:        jdkHome,
		ClassPath:      classPath,
		ModulePath:     s.ModulePath,
		UpgradePath:    s.UpgradePath,
		AddModules:     s.AddModules,
		LimitModules:   s.LimitModules,
		AddOpens:       s.AddOpens,
		AddExports:     s.AddExports,
		AddReads:       s.AddReads,
		Properties:     s.Properties,
		Assertions:     s.Assertions,
		HeapBytes:      s.HeapBytes,
		StackBytes:     s.StackBytes,
		MaxThreads:     s.Threads,
		MaxBytecodes:   s.MaxBytecodes,
		MaxOutputBytes: s.OutputBytes,
		VirtualClock:   s.VirtualClock,
		Tier:           s.Tier,
		Inline:         s.Inline,
		CodeCache:      codeCache,
		VerboseGC:      s.VerboseGC,
		VerboseJIT:     s.VerboseJIT,
		Policy: worker.Policy{
			Unrestricted: s.Unrestricted,
			Read:         s.Policy.Read,
			Write:        s.Policy.Write,
			Net:          s.Policy.Net || s.Unrestricted,
			Exec:         s.Policy.Exec || s.Unrestricted,
			Environment:  s.Policy.Environment,
		},
		Directory:   directory,
		Environment: environment,
	}
}

// profiled is a configuration for a run under the settings' profilers.
func (s *Settings) profiled(config worker.Config) worker.Config {
	config.Profile = true
	config.EdgesOnly = !slices.Contains(s.Profilers, profiles.ProfilerContexts)
	if slices.Contains(s.Profilers, profiles.ProfilerSamples) {
		config.Sampling = &worker.Sampling{Stride: s.Sampling.Stride, Samples: s.Sampling.Samples, TickNanos: s.Sampling.Tick.Nanoseconds()}
	}
	return config
}

// ParseClock turns "virtual" or "wall" into Settings.VirtualClock.
func ParseClock(text string) (virtual bool, err error) {
	switch text {
	case ClockVirtual:
		return true, nil
	case ClockWall:
		return false, nil
	}
	return false, fmt.Errorf("the clock is %q: give virtual or wall", text)
}

// clockName is the profile's name of the clock.
func clockName(virtual bool) string {
	if virtual {
		return ClockVirtual
	}
	return ClockWall
}

// sizeUnits are the suffixes of sizes as java's -Xmx has them: binary multiples.
var sizeUnits = map[byte]uint{'k': 10, 'm': 20, 'g': 30, 't': 40}

// ParseSize reads a number of bytes as java's -Xmx does: 65536, 64k, 512m, 1g.
func ParseSize(text string) (uint64, error) {
	invalid := fmt.Errorf("%q is not a size: give a number of bytes with k, m or g behind it, such as 512m", text)
	digits, shift := strings.ToLower(text), uint(0)
	if digits == "" {
		return 0, invalid
	}
	if unit, ok := sizeUnits[digits[len(digits)-1]]; ok {
		digits, shift = digits[:len(digits)-1], unit
	}
	if strings.Trim(digits, "0123456789") != "" {
		return 0, invalid
	}
	number, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || number > math.MaxUint64>>shift {
		return 0, invalid
	}
	return number << shift, nil
}

// FormatSize is the inverse of ParseSize, with the largest unit that fits.
func FormatSize(bytes uint64) string {
	for _, unit := range "gmk" {
		shift := sizeUnits[byte(unit)]
		if bytes != 0 && bytes%(1<<shift) == 0 {
			return fmt.Sprintf("%d%c", bytes>>shift, unit)
		}
	}
	return strconv.FormatUint(bytes, 10)
}
