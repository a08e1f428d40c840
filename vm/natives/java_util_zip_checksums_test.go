//go:build unix

package natives

import (
	stdlib "hash/adler32"
	"testing"

	"pgregory.net/rapid"
)

func TestAdler32(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.Byte(), 0, 3*adlerRun).Draw(t, "data")
		cut := rapid.IntRange(0, len(b)).Draw(t, "cut")
		want := stdlib.Checksum(b)
		if got := adler32(adler32(1, b[:cut]), b[cut:]); got != want {
			t.Fatalf("%#x, want %#x", got, want)
		}
	})
	long := make([]byte, 10*adlerRun)
	for i := range long {
		long[i] = 0xff
	}
	if got, want := adler32(1, long), stdlib.Checksum(long); got != want {
		t.Errorf("%#x, want %#x", got, want)
	}
}
