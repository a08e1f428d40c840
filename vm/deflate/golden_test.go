package deflate_test

import (
	"bufio"
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"testing"

	"hotlens/vm/deflate"
)

// generator is the random number generator of the programs in testdata.
type generator int32

func (g *generator) draw() int {
	*g = (*g*1103515245 + 12345) & 0x7FFFFFFF
	return int(*g >> 16)
}

var words = strings.Fields("public static void main String int class return new private final boolean the of and to in")

// input is the function make of testdata/golden.py.
func input(t *testing.T, kind string, size int) []byte {
	g := generator(12345)
	out := []byte{}
	for len(out) < size {
		v := g.draw()
		switch kind {
		case "noise":
			out = append(out, byte(v))
		case "words":
			out = append(out, words[v%len(words)]...)
			out = append(out, " \n;({"[g.draw()%5])
		case "runs":
			out = append(out, bytes.Repeat([]byte{byte(v & 0x7F)}, 1+g.draw()%300)...)
		case "skewed":
			out = append(out, byte(v%20*(g.draw()%12)))
		case "copies":
			if v%8 == 0 && len(out) > 100 {
				start := g.draw() * 3 % len(out)
				out = append(out, out[start:min(start+3+g.draw()%400, len(out))]...)
			} else {
				out = append(out, byte(v), byte(v>>4))
			}
		default:
			t.Fatalf("unknown kind %q", kind)
		}
	}
	return out[:size]
}

// run compresses data in one go, with as many calls as dst takes.
func run(t *testing.T, d *deflate.Deflater, out, dst, data []byte, flush deflate.Flush) []byte {
	for {
		read, written, status, err := d.Deflate(dst, data, flush)
		if err != nil {
			t.Fatal(err)
		}
		out, data = append(out, dst[:written]...), data[read:]
		if status != deflate.NeedsOutput {
			return out
		}
	}
}

func lines(t *testing.T, path string) (all []string) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		all = append(all, s.Text())
	}
	if len(all) == 0 {
		t.Fatal("no lines in ", path)
	}
	return all
}

// TestGolden compares with what zlib made: testdata/golden.py says how.
func TestGolden(t *testing.T) {
	for _, line := range lines(t, "testdata/golden.txt") {
		var kind, mode string
		var size, level, strategy, wrap, dictionary, length int
		var sum uint32
		if _, err := fmt.Sscan(line, &kind, &size, &level, &strategy, &wrap, &dictionary, &mode, &length); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscanf(line[strings.LastIndexByte(line, ' ')+1:], "%x", &sum); err != nil {
			t.Fatal(err)
		}
		d, err := deflate.New(level, deflate.Strategy(strategy), wrap == 0)
		if err != nil {
			t.Fatal(err)
		}
		if dictionary > 0 {
			if err := d.SetDictionary(input(t, "words", dictionary)); err != nil {
				t.Fatal(err)
			}
		}
		data := input(t, kind, size)
		dst := make([]byte, 16<<10)
		var out []byte
		if mode == "whole" {
			out = run(t, d, out, dst, data, deflate.NoFlush)
		} else {
			flush := map[string]deflate.Flush{"sync": deflate.SyncFlush, "full": deflate.FullFlush}[mode]
			for i := 0; i < size; i += 3001 {
				out = run(t, d, out, dst, data[i:min(i+3001, size)], deflate.NoFlush)
				out = run(t, d, out, dst, nil, flush)
			}
		}
		out = run(t, d, out, dst, nil, deflate.Finish)
		if len(out) != length || crc32.ChecksumIEEE(out) != sum {
			t.Errorf("%s: got %d bytes, %08x", line, len(out), crc32.ChecksumIEEE(out))
		}
	}
}

// TestParamsGolden compares with what java.util.zip.Deflater made while level
// and strategy changed: testdata/Params.java says how.
func TestParamsGolden(t *testing.T) {
	for _, line := range lines(t, "testdata/params.txt") {
		var seed, length int
		var sum uint32
		if _, err := fmt.Sscanf(line, "%d %d %x", &seed, &length, &sum); err != nil {
			t.Fatal(err)
		}
		x := generator(seed)
		level, strategy := x.draw()%10, deflate.DefaultStrategy
		d, err := deflate.New(level, strategy, seed%2 == 0)
		if err != nil {
			t.Fatal(err)
		}
		dst := make([]byte, 1+x.draw()%5000)
		var out []byte
		changed := false
		for range 12 {
			data := make([]byte, x.draw()%30000)
			values := 1 + x.draw()%40
			for i := range data {
				data[i] = byte(x.draw() % values * (x.draw() % values))
			}
			newLevel, newStrategy := x.draw()%10, deflate.Strategy(x.draw()%3)
			changed = changed || newLevel != level || newStrategy != strategy
			level, strategy = newLevel, newStrategy
			for len(data) > 0 {
				var read, written int
				var err error
				if changed {
					var applied bool
					read, written, applied, err = d.SetParams(dst, data, level, strategy)
					changed = !applied
				} else {
					read, written, _, err = d.Deflate(dst, data, deflate.NoFlush)
				}
				if err != nil {
					t.Fatal(err)
				}
				out, data = append(out, dst[:written]...), data[read:]
			}
		}
		for changed {
			_, written, applied, err := d.SetParams(dst, nil, level, strategy)
			if err != nil {
				t.Fatal(err)
			}
			out, changed = append(out, dst[:written]...), !applied
		}
		out = run(t, d, out, dst, nil, deflate.Finish)
		if len(out) != length || crc32.ChecksumIEEE(out) != sum {
			t.Errorf("%s: got %d bytes, %08x", line, len(out), crc32.ChecksumIEEE(out))
		}
	}
}
