//go:build unix

package vm

import (
	"fmt"
	"io"
	"time"

	"hotlens/vm/interpreter"
)

// This file writes the collector's log (--verbose:gc) as HotSpot's unified
// logging does, so that people and tools that read the one can read the other.

const bytesPerMiB = 1 << 20

// logLine writes one line of the log. A log that cannot be written is lost: the
// program goes on.
func logLine(w io.Writer, at time.Duration, format string, arguments ...any) {
	_, _ = fmt.Fprintf(w, "[%.3fs][info][gc] %s\n", at.Seconds(), fmt.Sprintf(format, arguments...))
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// logCollections returns a listener that writes a line for each collection: why
// it ran, the size of the objects before and after it, the size that they may
// grow to, and how long the program stood still.
func logCollections(w io.Writer) func(interpreter.Collection) {
	return func(c interpreter.Collection) {
		if c.Number == 0 {
			logLine(w, 0, "Using MarkSweep")
		}
		logLine(w, c.At, "GC(%d) Pause Full (%s) %dM->%dM(%dM) %.3fms", c.Number, c.Cause,
			c.Before/bytesPerMiB, c.After/bytesPerMiB, c.Limit/bytesPerMiB, milliseconds(c.Pause))
	}
}

// logCollectionTotals writes the sum of a run that has ended. Throughput is the
// share of the wall time that the collector left to the program.
func logCollectionTotals(w io.Writer, m *interpreter.Machine) {
	totals, wall := m.Collections, m.Elapsed()
	share := 100.0
	if wall > 0 {
		share = 100 * (1 - totals.Pause.Seconds()/wall.Seconds())
	}
	logLine(w, time.Duration(m.Nanos()), "Collections: %d, %.3fms in all, longest %.3fms, throughput %.1f%%",
		totals.Count, milliseconds(totals.Pause), milliseconds(totals.Longest), share)
}
