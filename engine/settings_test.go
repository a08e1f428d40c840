package engine

import (
	"strings"
	"testing"
	"time"

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

func TestDefaultSettingsAreValid(t *testing.T) {
	for name, settings := range map[string]Settings{
		"run": RunSettings(), "profile": ProfileSettings(), "server": ServerSettings(),
	} {
		if err := settings.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckNamesTheFlag(t *testing.T) {
	for flag, spoil := range map[string]func(*Settings){
		"--heap":                                func(s *Settings) { s.HeapBytes = 8 << 30 },
		"--stack":                               func(s *Settings) { s.StackBytes = 1 },
		"--threads":                             func(s *Settings) { s.Threads = 0 },
		"--timeout":                             func(s *Settings) { s.Timeout = -1 },
		"--tier":                                func(s *Settings) { s.Tier = "fast" },
		"--inline is \"all\": give off, static": func(s *Settings) { s.Inline = "all" },
		"--inline exact":                        func(s *Settings) { s.Inline = InlineExact },
		"--stride": func(s *Settings) {
			s.Profilers, s.Sampling = []string{profiles.ProfilerSamples}, sampling.Options{Samples: 1, Tick: time.Second}
		},
	} {
		settings := RunSettings()
		spoil(&settings)
		if err := settings.Check(); err == nil || !strings.HasPrefix(err.Error(), flag) {
			t.Errorf("error %v, want one about %s", err, flag)
		}
	}
}
