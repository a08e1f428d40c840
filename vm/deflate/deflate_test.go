package deflate_test

import (
	"bytes"
	"compress/flate"
	"errors"
	"hash/adler32"
	"io"
	"testing"

	"pgregory.net/rapid"

	"hotlens/vm/deflate"
	"hotlens/vm/inflate"
)

// expand decompresses a whole stream.
func expand(t rapid.TB, stream, dictionary []byte, size int, nowrap bool) []byte {
	f := inflate.New(nowrap)
	if nowrap && len(dictionary) > 0 {
		if err := f.SetDictionary(dictionary); err != nil {
			t.Fatal(err)
		}
	}
	dst := make([]byte, size+1)
	read, written, status, err := f.Inflate(dst, stream)
	if status == inflate.NeedsDictionary {
		if err := f.SetDictionary(dictionary); err != nil {
			t.Fatal(err)
		}
		var n int
		n, written, status, err = f.Inflate(dst, stream[read:])
		read += n
	}
	if err != nil || status != inflate.Finished || read != len(stream) {
		t.Fatalf("read %d of %d bytes: %v, %v", read, len(stream), status, err)
	}
	return dst[:written]
}

// content draws data with literals, runs and copies.
func content(t *rapid.T) (data []byte) {
	for range rapid.IntRange(0, 8).Draw(t, "pieces") {
		n := rapid.IntRange(1, 30000).Draw(t, "size")
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			data = append(data, rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "noise")...)
		case 1:
			data = append(data, bytes.Repeat([]byte{rapid.Byte().Draw(t, "run")}, n)...)
		case 2:
			g := generator(n)
			for range n {
				data = append(data, byte(g.draw()%7*(g.draw()%9)))
			}
		case 3:
			if len(data) > 0 {
				from := rapid.IntRange(0, len(data)-1).Draw(t, "from")
				data = append(data, data[from:min(from+n, len(data))]...)
			}
		}
	}
	return data
}

// TestChunks cuts input and output at random, flushes and changes parameters in
// between, and expands the result.
func TestChunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nowrap := rapid.Bool().Draw(t, "nowrap")
		levels, strategies := rapid.IntRange(-1, 9), rapid.Map(rapid.IntRange(0, 4), func(i int) deflate.Strategy { return deflate.Strategy(i) })
		d, err := deflate.New(levels.Draw(t, "level"), strategies.Draw(t, "strategy"), nowrap)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time after Reset
			data := content(t)
			var dictionary []byte
			if rapid.Bool().Draw(t, "with dictionary") {
				dictionary = content(t)
			}
			if len(dictionary) > 0 {
				if err := d.SetDictionary(dictionary); err != nil {
					t.Fatal(err)
				}
				if !nowrap && d.Adler() != adler32.Checksum(dictionary) {
					t.Fatalf("checksum of the dictionary: %#x", d.Adler())
				}
			}
			stream := compressInChunks(t, d, data, levels, strategies)
			if !nowrap && d.Adler() != adler32.Checksum(data) {
				t.Fatalf("checksum %#x, want %#x", d.Adler(), adler32.Checksum(data))
			}
			if got := expand(t, stream, dictionary, len(data), nowrap); !bytes.Equal(got, data) {
				t.Fatalf("%d bytes became %d", len(data), len(got))
			}
			d.Reset()
		}
	})
}

func compressInChunks(t *rapid.T, d *deflate.Deflater, data []byte, levels *rapid.Generator[int], strategies *rapid.Generator[deflate.Strategy]) (stream []byte) {
	sizes := rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(1, 200), rapid.IntRange(1000, 200000))
	call := func(n int, flush deflate.Flush) deflate.Status {
		dst := make([]byte, sizes.Draw(t, "room"))
		read, written, status, err := d.Deflate(dst, data[:n], flush)
		if err != nil {
			t.Fatal(err)
		}
		stream, data = append(stream, dst[:written]...), data[read:]
		return status
	}
	for range rapid.IntRange(0, 6).Draw(t, "calls") {
		n := min(sizes.Draw(t, "in"), len(data))
		switch action := rapid.IntRange(0, 4).Draw(t, "action"); action {
		case 0:
			level, strategy := levels.Draw(t, "new level"), strategies.Draw(t, "new strategy")
			for applied := false; !applied; {
				dst := make([]byte, 1+sizes.Draw(t, "room"))
				read, written, ok, err := d.SetParams(dst, data[:n], level, strategy)
				if err != nil {
					t.Fatal(err)
				}
				stream, data, n, applied = append(stream, dst[:written]...), data[read:], n-read, ok
			}
		case 1, 2:
			for left := len(data) - n; call(len(data)-left, deflate.Flush(action)) == deflate.NeedsOutput; {
			}
			if !bytes.HasSuffix(stream, []byte{0, 0, 0xFF, 0xFF}) { // an empty stored block
				t.Fatalf("flush %d does not end at a byte border", action)
			}
		default:
			call(n, deflate.NoFlush)
		}
	}
	for call(len(data), deflate.Finish) != deflate.Finished {
	}
	return stream
}

// TestChunksDoNotMatter checks that the output of levels above 0 does not
// depend on how input and output are cut.
func TestChunksDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := content(t)
		level := rapid.IntRange(1, 9).Draw(t, "level")
		var streams [2][]byte
		for i, sizes := range []*rapid.Generator[int]{rapid.Just(1 << 20), rapid.IntRange(1, 3000)} {
			d, err := deflate.New(level, deflate.DefaultStrategy, true)
			if err != nil {
				t.Fatal(err)
			}
			for status, rest := deflate.NeedsInput, data; status != deflate.Finished; {
				n := min(sizes.Draw(t, "in"), len(rest))
				flush := deflate.NoFlush
				if n == len(rest) {
					flush = deflate.Finish
				}
				dst := make([]byte, sizes.Draw(t, "room"))
				read, written, s, err := d.Deflate(dst, rest[:n], flush)
				if err != nil {
					t.Fatal(err)
				}
				streams[i], rest, status = append(streams[i], dst[:written]...), rest[read:], s
				for flush == deflate.Finish && status == deflate.NeedsOutput {
					read, written, status, err = d.Deflate(dst, rest, flush)
					if err != nil {
						t.Fatal(err)
					}
					streams[i], rest = append(streams[i], dst[:written]...), rest[read:]
				}
			}
		}
		if !bytes.Equal(streams[0], streams[1]) {
			t.Fatalf("%d bytes in one go, %d in chunks", len(streams[0]), len(streams[1]))
		}
	})
}

func TestWrongUse(t *testing.T) {
	for _, params := range [][2]int{{-2, 0}, {10, 0}, {1, -1}, {1, 5}} {
		if _, err := deflate.New(params[0], deflate.Strategy(params[1]), false); !errors.Is(err, deflate.ErrParams) {
			t.Errorf("level %d, strategy %d: %v", params[0], params[1], err)
		}
	}
	d, err := deflate.New(6, deflate.DefaultStrategy, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := d.SetParams(nil, nil, 11, 0); !errors.Is(err, deflate.ErrParams) {
		t.Errorf("level 11: %v", err)
	}
	dst := make([]byte, 100)
	if _, _, status, err := d.Deflate(dst, []byte("data"), deflate.Finish); status != deflate.Finished || err != nil {
		t.Fatal(status, err)
	}
	if err := d.SetDictionary([]byte("late")); !errors.Is(err, deflate.ErrDictionary) {
		t.Errorf("late dictionary: %v", err)
	}
	if _, _, _, err := d.Deflate(dst, nil, deflate.SyncFlush); !errors.Is(err, deflate.ErrFinished) {
		t.Errorf("flush after the end: %v", err)
	}
	if read, written, status, err := d.Deflate(dst, []byte("more"), deflate.Finish); read+written > 0 || status == deflate.Finished || err != nil {
		t.Errorf("more data after the end: read %d, wrote %d, %v, %v", read, written, status, err)
	}
}

// FuzzDeflate compresses anything with any parameters, and has compress/flate
// expand it.
func FuzzDeflate(f *testing.F) {
	for level := range 10 {
		f.Add(bytes.Repeat([]byte("seed "), 100), level, level%5, uint16(level*37), uint16(level*91))
	}
	f.Fuzz(func(t *testing.T, data []byte, level, strategy int, in, room uint16) {
		d, err := deflate.New(level, deflate.Strategy(strategy), true)
		if err != nil {
			return
		}
		var stream []byte
		dst := make([]byte, int(room)+1)
		for rest := data; ; {
			n, flush := min(int(in)+1, len(rest)), deflate.NoFlush
			if n == len(rest) {
				flush = deflate.Finish
			}
			read, written, status, err := d.Deflate(dst, rest[:n], flush)
			if err != nil {
				t.Fatal(err)
			}
			stream, rest = append(stream, dst[:written]...), rest[read:]
			if status == deflate.Finished {
				break
			}
		}
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(stream)))
		if err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%d bytes became %d: %v", len(data), len(got), err)
		}
	})
}

func BenchmarkDeflate(b *testing.B) {
	g := generator(1)
	var data []byte
	for len(data) < 1<<20 {
		data = append(append(data, words[g.draw()%len(words)]...), ' ')
	}
	d, err := deflate.New(6, deflate.DefaultStrategy, true)
	if err != nil {
		b.Fatal(err)
	}
	dst := make([]byte, len(data))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		d.Reset()
		if _, _, status, err := d.Deflate(dst, data, deflate.Finish); status != deflate.Finished || err != nil {
			b.Fatal(status, err)
		}
	}
}
