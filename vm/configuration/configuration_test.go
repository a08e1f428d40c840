package configuration

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hotlens/profiles"
	"hotlens/vm/sampling"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "65536": 65536, "64k": 64 << 10, "64K": 64 << 10, "512m": 512 << 20, "1g": 1 << 30, "2T": 2 << 40,
	} {
		if got, err := ParseSize(text); err != nil || got != want {
			t.Errorf("ParseSize(%q) is %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "m", "-1", "+1", "1.5g", "1 g", "64mb", "0x10", "99999999999999999999", "99999999999t"} {
		if got, err := ParseSize(text); err == nil {
			t.Errorf("ParseSize(%q) is %d, want an error", text, got)
		}
	}
}

func TestSizesAreReadAsTheyAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Uint64().Draw(t, "size") << rapid.SampledFrom([]uint{0, 10, 20, 30}).Draw(t, "shift")
		if got, err := ParseSize(FormatSize(size)); err != nil || got != size {
			t.Fatalf("ParseSize(%q) is %d, %v, want %d", FormatSize(size), got, err, size)
		}
	})
}

func TestDefaultsAreValid(t *testing.T) {
	for name, run := range map[string]Run{
		"shell": Shell(), "profile": Profile(), "server": Server(),
	} {
		if err := run.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckNamesTheFlag(t *testing.T) {
	for flag, spoil := range map[string]func(*Run){
		"--heap":                                func(r *Run) { r.Limits.HeapBytes = 8 << 30 },
		"--stack":                               func(r *Run) { r.Limits.StackBytes = 1 },
		"--threads":                             func(r *Run) { r.Limits.MaxThreads = 0 },
		"--timeout":                             func(r *Run) { r.Limits.Timeout = -1 },
		"--paths":                               func(r *Run) { r.Paths = "mine" },
		"--date is":                             func(r *Run) { r.Date = "yesterday" },
		"--date needs":                          func(r *Run) { r.Date, r.VirtualClock = DateToday, false },
		"--tier":                                func(r *Run) { r.Tier = "fast" },
		"--inline is \"all\": give off, static": func(r *Run) { r.Inlining = "all" },
		"--inline exact":                        func(r *Run) { r.Inlining = InlineExactly },
		"--cbs-contexts": func(r *Run) {
			r.Profilers, r.Sampling.Contexts = []string{profiles.ProfilerSamples, profiles.ProfilerSampler}, true
		},
		"--stride": func(r *Run) {
			r.Profilers, r.Sampling = []string{profiles.ProfilerSamples}, sampling.Options{Samples: 1, Tick: time.Second}
		},
	} {
		run := Shell()
		spoil(&run)
		if err := run.Check(); err == nil || !strings.HasPrefix(err.Error(), flag) {
			t.Errorf("error %v, want one about %s", err, flag)
		}
	}
}

// TestTravelsAsJSON checks that the worker gets what the agent has sent, in every field.
func TestTravelsAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sent := rapid.Make[Run]().Draw(t, "run")
		text, err := json.Marshal(sent)
		if err != nil {
			t.Fatal(err)
		}
		var got Run
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(sent, got); diff != "" {
			t.Fatalf("the configuration changes on its way (-sent +got):\n%s", diff)
		}
	})
}
