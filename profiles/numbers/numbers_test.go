package numbers_test

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"hotlens/profiles/numbers"
)

func TestGrouped(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 1234567: "1,234,567",
		math.MaxUint64: "18,446,744,073,709,551,615",
	} {
		if got := numbers.Grouped(n); got != want {
			t.Errorf("Grouped(%d) = %q, want %q", n, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64().Draw(t, "n")
		if back := strings.ReplaceAll(numbers.Grouped(n), ",", ""); back != strconv.FormatUint(n, 10) {
			t.Fatalf("Grouped(%d) has the digits %s", n, back)
		}
	})
}

func TestCount(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 calls", 1: "1 call", 1200: "1,200 calls"} {
		if got := numbers.Count(n, "call"); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestChange(t *testing.T) {
	for change, want := range map[[2]uint64]string{
		{0, 5}: "new", {5, 5}: "", {100, 112}: "▲ +12%", {1000, 966}: "▼ -3.4%", {2, 50}: "▲ ×25", {2, 7}: "▲ +250%",
		{100000, 100001}: "▲ +<0.1%", {5, 0}: "▼ -100%", {1000, 1}: "▼ -99%", {1000, 1999}: "▲ +99%", {1, math.MaxUint64}: "▲ ×18E",
	} {
		if got := numbers.Change(change[0], change[1]); got != want {
			t.Errorf("Change(%d, %d) = %q, want %q", change[0], change[1], got, want)
		}
	}
}

func TestShort(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0", 999: "999", 1000: "1k", 1040: "1k", 1234: "1.2k", 9949: "9.9k", 9951: "10k", 12345: "12k", 34567: "35k",
		123456: "123k", 999499: "999k", 999501: "1M", 1_234_567: "1.2M", 7_000_000_000: "7G", math.MaxUint64: "18E",
	} {
		if got := numbers.Short(n); got != want {
			t.Errorf("Short(%d) = %q, want %q", n, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64().Draw(t, "n")
		short := numbers.Short(n)
		if len(short) > 4 {
			t.Fatalf("Short(%d) = %q is too long", n, short)
		}
		value, err := strconv.ParseFloat(strings.TrimRight(short, "kMGTPE"), 64)
		if err != nil {
			t.Fatal(err)
		}
		power := strings.IndexByte("kMGTPE", short[len(short)-1]) + 1
		if off := value*math.Pow(1000, float64(power)) - float64(n); math.Abs(off) > float64(n)*0.0501 {
			t.Fatalf("Short(%d) = %q is off by %g", n, short, off)
		}
	})
}

func TestBytes(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 B", 16: "16 B", 1_234_567: "1.2 MB", 75_600: "76 kB"} {
		if got := numbers.Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{
		0: "0%", 1e-9: "<0.1%", 0.00099: "<0.1%", 0.001: "0.1%", 0.004: "0.4%", 0.037: "3.7%", 0.0994: "9.9%",
		0.0996: "10%", 0.37: "37%", 0.994: "99%", 0.996: ">99%", 0.99999: ">99%", 1: "100%", 1.5: "100%", -1: "0%",
	} {
		if got := numbers.Percent(share); got != want {
			t.Errorf("Percent(%g) = %q, want %q", share, got, want)
		}
	}
	if got := numbers.Percent(math.NaN()); got != "0%" {
		t.Errorf("Percent(NaN) = %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.Float64().Draw(t, "share")
		if got := numbers.Percent(share); utf8.RuneCountInString(got) > 5 {
			t.Fatalf("Percent(%g) = %q is too long", share, got)
		}
	})
}

func TestShare(t *testing.T) {
	if got := numbers.Share(1, 4); got != 0.25 {
		t.Errorf("Share(1, 4) = %g", got)
	}
	if got := numbers.Share(1, 0); got != 0 {
		t.Errorf("Share(1, 0) = %g", got)
	}
}
