package configuration

import "time"

// Date is when main starts by the virtual clock, in UTC: "fixed" (or ""), "today", a date such as
// 2026-11-22, whose midnight it is, or an instant such as 2026-11-22T10:30:00Z (RFC 3339).
type Date string

// The dates that are words.
const (
	DateFixed Date = "fixed" // FixedDate
	DateToday Date = "today" // the midnight before the run
)

// FixedDate is when main starts where the user says nothing: noon of a Monday in the middle of a month, as some programs, and
// many of their tests, go wrong where another day, month or year is only hours away, in whatever time zone.
var FixedDate = time.Date(2024, 1, 15, 12, 0, 0, 0, time.UTC)

// The dates that programs which count in nanoseconds since 1970 can tell are those between.
var (
	firstDate = time.Date(1970, 1, 2, 0, 0, 0, 0, time.UTC)
	lastDate  = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
)

// Start is the instant that is meant, if it is now so late. The error is one to put behind the
// option's name.
func (d Date) Start(now time.Time) (start time.Time, err error) {
	switch d {
	case "", DateFixed:
		return FixedDate, nil
	case DateToday:
		return now.UTC().Truncate(24 * time.Hour), nil
	}
	if start, err = time.Parse(time.DateOnly, string(d)); err != nil {
		start, err = time.Parse(time.RFC3339Nano, string(d))
	}
	switch {
	case err != nil:
		return FixedDate, wrong("date", "is %q: give fixed, today, a date such as 2026-11-22 or an instant such as 2026-11-22T10:30:00Z", d)
	case start.Before(firstDate) || start.After(lastDate):
		return FixedDate, wrong("date", "is %s: give one from %s to %s", d, firstDate.Format(time.DateOnly), lastDate.Format(time.DateOnly))
	}
	return start.UTC(), nil
}

// On is the date with its words replaced by what they mean now, so that it is the same
// tomorrow.
func (d Date) On(now time.Time) Date {
	if d == DateToday {
		return Date(now.UTC().Format(time.DateOnly))
	}
	return d
}
