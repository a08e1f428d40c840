package configuration

import (
	"slices"
	"testing"
	"time"
)

func TestDate(t *testing.T) {
	now := time.Date(2026, 11, 22, 23, 30, 0, 0, time.FixedZone("CET", 3600))
	for date, want := range map[Date]string{
		"": "2024-01-15T12:00:00Z", "fixed": "2024-01-15T12:00:00Z", "today": "2026-11-22T00:00:00Z", "2000-02-29": "2000-02-29T00:00:00Z",
		"2026-11-22T10:30:00.5+02:00": "2026-11-22T08:30:00.5Z",
	} {
		if start, err := date.Start(now); err != nil || start.Format(time.RFC3339Nano) != want {
			t.Errorf("%q is %v, %v; want %s", date, start, err, want)
		}
		again, err := date.On(now).Start(now.AddDate(0, 0, 5))
		if err != nil || again.Format(time.RFC3339Nano) != want {
			t.Errorf("%q is %v five days later, %v", date, again, err)
		}
	}
	for _, date := range []Date{"yesterday", "2026-13-01", "2026-11-22T10:30:00", "1969-12-31", "2300-01-01", " today"} {
		if start, err := date.Start(now); err == nil {
			t.Errorf("%q is %v", date, start)
		}
	}
}

func TestVariables(t *testing.T) {
	var v Variables
	for _, text := range []string{"A=1", "B=x=y", "A=2", "C="} {
		if err := v.Set(text); err != nil {
			t.Error(err)
		}
	}
	for _, text := range []string{"", "A", "=1"} {
		if v.Set(text) == nil {
			t.Errorf("%q is taken for a variable", text)
		}
	}
	if got, want := v.Over([]string{"B=0", "AB=3", "A=0"}), []string{"AB=3", "B=x=y", "A=2", "C="}; !slices.Equal(got, want) {
		t.Errorf("the environment is %q, want %q", got, want)
	}
}
