package inflate_test

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"encoding/hex"
	"errors"
	"hash/adler32"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hotlens/vm/inflate"
)

// compress makes a stream with the standard library's compressors.
func compress(t rapid.TB, data, dictionary []byte, level int, nowrap bool) []byte {
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	if nowrap {
		w, err = flate.NewWriterDict(&out, level, dictionary)
	} else {
		w, err = zlib.NewWriterLevelDict(&out, level, dictionary)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// content draws data that compresses in different ways: literals, near and far
// matches, runs.
func content(t *rapid.T) []byte {
	var data []byte
	for range rapid.IntRange(0, 12).Draw(t, "pieces") {
		switch n := rapid.IntRange(1, 20000).Draw(t, "size"); rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			data = append(data, rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "noise")...)
		case 1:
			data = append(data, bytes.Repeat([]byte{rapid.Byte().Draw(t, "run")}, n)...)
		case 2:
			data = append(data, strings.Repeat(rapid.StringN(1, 30, -1).Draw(t, "text"), 1+n/100)...)
		case 3:
			if len(data) > 0 {
				from := rapid.IntRange(0, len(data)-1).Draw(t, "from")
				data = append(data, data[from:min(from+n, len(data))]...)
			}
		}
	}
	return data
}

// drain runs a stream through f with input and output cut as next says, and
// returns all output and what is left of the input behind the stream's end.
func drain(t rapid.TB, f *inflate.Inflater, stream, dictionary []byte, next func() (in, out int)) (output, rest []byte) {
	for idle := 0; idle < 1000; {
		in, room := next()
		dst := make([]byte, room)
		read, written, status, err := f.Inflate(dst, stream[:min(in, len(stream))])
		if err != nil {
			t.Fatalf("after %d bytes of output: %v", len(output), err)
		}
		output, stream = append(output, dst[:written]...), stream[read:]
		if idle++; read+written > 0 {
			idle = 0
		}
		switch status {
		case inflate.Finished:
			return output, stream
		case inflate.NeedsDictionary:
			if f.Adler() != adler32.Checksum(dictionary) {
				t.Fatalf("it wants dictionary %#x, not %#x", f.Adler(), adler32.Checksum(dictionary))
			}
			if err := f.SetDictionary(dictionary); err != nil {
				t.Fatal(err)
			}
		case inflate.NeedsOutput:
			if written < room {
				t.Fatalf("it needs output with %d of %d bytes written", written, room)
			}
		case inflate.NeedsInput:
			if read < min(in, len(stream)+read) {
				t.Fatalf("it needs input with %d of %d bytes read", read, in)
			}
		}
	}
	t.Fatalf("no end after %d bytes", len(output))
	return nil, nil
}

func TestChunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := content(t)
		nowrap := rapid.Bool().Draw(t, "nowrap")
		dictionary := rapid.SliceOfN(rapid.ByteRange('a', 'd'), 0, 40).Draw(t, "dictionary")
		if len(dictionary) == 0 {
			dictionary = nil
		}
		stream := compress(t, data, dictionary, rapid.IntRange(-2, 9).Draw(t, "level"), nowrap)
		behind := rapid.SliceOfN(rapid.Byte(), 0, 9).Draw(t, "behind")
		chunk := rapid.OneOf(rapid.IntRange(0, 5), rapid.IntRange(0, 700), rapid.IntRange(1, 100000))

		f := inflate.New(nowrap)
		for range 2 { // the second time after Reset
			if nowrap && dictionary != nil {
				if err := f.SetDictionary(dictionary); err != nil {
					t.Fatal(err)
				}
			}
			output, rest := drain(t, f, append(bytes.Clone(stream), behind...), dictionary, func() (int, int) {
				return chunk.Draw(t, "in"), chunk.Draw(t, "out")
			})
			if !bytes.Equal(output, data) || !bytes.Equal(rest, behind) {
				t.Fatalf("%d bytes became %d, with %d left behind %d", len(data), len(output), len(rest), len(behind))
			}
			if !nowrap && f.Adler() != adler32.Checksum(data) {
				t.Fatalf("checksum %#x, want %#x", f.Adler(), adler32.Checksum(data))
			}
			f.Reset()
		}
	})
}

// TestEveryCut cuts the input and the output at every byte.
func TestEveryCut(t *testing.T) {
	data := []byte(strings.Repeat("the quick brown fox ", 20) + "jumps over 1234567890 lazy dogs")
	stream := compress(t, data, nil, flate.BestCompression, false)
	for cut := range stream {
		for _, room := range []int{1, 7, len(data)} {
			f := inflate.New(false)
			first := true
			output, rest := drain(t, f, stream, nil, func() (int, int) {
				if first {
					first = false
					return cut, room
				}
				return len(stream), room
			})
			if !bytes.Equal(output, data) || len(rest) > 0 {
				t.Fatalf("cut at %d, room for %d: got %q, left %d", cut, room, output, len(rest))
			}
		}
	}
}

// TestExactRoom checks that a buffer that just holds the output is enough to
// see the stream's end, as Java programs rely on.
func TestExactRoom(t *testing.T) {
	data := bytes.Repeat([]byte("abcd"), 500)
	for _, nowrap := range []bool{false, true} {
		stream := compress(t, data, nil, 6, nowrap)
		read, written, status, err := inflate.New(nowrap).Inflate(make([]byte, len(data)), stream)
		if read != len(stream) || written != len(data) || status != inflate.Finished || err != nil {
			t.Errorf("nowrap %v: read %d of %d, wrote %d of %d, %v, %v", nowrap, read, len(stream), written, len(data), status, err)
		}
	}
}

// TestMessages checks zlib's messages. Each stream has one fault, and zeros
// behind it.
func TestMessages(t *testing.T) {
	for _, test := range []struct {
		nowrap bool
		stream string // hexadecimal
		want   string
	}{
		{false, "7800", "incorrect header check"},
		{false, "7709", "unknown compression method"},
		{false, "881c", "invalid window size"},
		{false, "789c030000000002", "incorrect data check"},
		{true, "07", "invalid block type"},
		{true, "000000fffe", "invalid stored block lengths"},
		{true, "fdff", "too many length or distance symbols"},
		{true, "040080", "invalid code lengths set"},
		{true, "04000400", "invalid code lengths set"},
		{true, "0400244900", "invalid bit length repeat"},
		{true, "040024e9ffff", "invalid bit length repeat"},
		{true, "040024e9ff6d", "invalid code -- missing end-of-block"},
		{true, "048049922449922471ffff931100", "invalid literal/lengths set"},
		{true, "04804992244992240fb4ffffc384", "invalid distances set"},
		{true, "04c0810800000000207feb0b0000", "invalid literal/length code"},
		{true, "1b07", "invalid literal/length code"},
		{true, "027effff", "invalid distance code"},
		{true, "0202", "invalid distance too far back"},
		{true, "0cc081000000000090ff6b0400", "invalid distance too far back"},
	} {
		stream, err := hex.DecodeString(test.stream)
		if err != nil {
			t.Fatal(err)
		}
		stream = append(stream, make([]byte, 300)...)
		for _, step := range []int{len(stream), 1} {
			f := inflate.New(test.nowrap)
			var last error
			for rest := stream; len(rest) > 0 && last == nil; {
				read, _, status, err := f.Inflate(make([]byte, 1000), rest[:min(step, len(rest))])
				if status == inflate.Finished {
					break
				}
				rest, last = rest[read:], err
			}
			var data *inflate.DataError
			if !errors.As(last, &data) || data.Message != test.want {
				t.Errorf("%s by %d: error %v, want %q", test.stream, step, last, test.want)
				continue
			}
			if _, _, _, again := f.Inflate(make([]byte, 1), stream); again != last {
				t.Errorf("%s: the next error is %v", test.stream, again)
			}
		}
	}
}

func TestDictionaryErrors(t *testing.T) {
	dictionary := []byte("dictionary")
	stream := compress(t, []byte("a dictionary"), dictionary, 6, false)
	f := inflate.New(false)
	if err := f.SetDictionary(dictionary); !errors.Is(err, inflate.ErrNoDictionaryNeeded) {
		t.Errorf("too early: %v", err)
	}
	read, _, status, err := f.Inflate(make([]byte, 100), stream)
	if status != inflate.NeedsDictionary || err != nil {
		t.Fatalf("%v, %v", status, err)
	}
	if err := f.SetDictionary([]byte("another")); !errors.Is(err, inflate.ErrWrongDictionary) {
		t.Errorf("another dictionary: %v", err)
	}
	if n, _, status, err := f.Inflate(make([]byte, 100), stream[read:]); n != 0 || status != inflate.NeedsDictionary || err != nil {
		t.Errorf("without the dictionary: read %d, %v, %v", n, status, err)
	}
	if err := f.SetDictionary(dictionary); err != nil {
		t.Error(err)
	}
	dst := make([]byte, 100)
	if _, n, status, err := f.Inflate(dst, stream[read:]); string(dst[:n]) != "a dictionary" || status != inflate.Finished || err != nil {
		t.Errorf("%q, %v, %v", dst[:n], status, err)
	}
}

func BenchmarkInflate(b *testing.B) {
	var data []byte
	for i := range 20000 {
		data = append(data, strings.Repeat("lorem ipsum ", i%3)...)
		data = append(data, byte(i*i>>5), byte(i), 'x')
	}
	stream := compress(b, data, nil, 6, true)
	dst := make([]byte, len(data))
	f := inflate.New(true)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		f.Reset()
		if _, n, _, err := f.Inflate(dst, stream); n != len(data) || err != nil {
			b.Fatal(n, err)
		}
	}
}

// FuzzInflate checks that any bytes give either an error or what compress/flate
// gives, however they are cut.
func FuzzInflate(f *testing.F) {
	for level := -2; level <= 9; level += 3 {
		f.Add(compress(f, bytes.Repeat([]byte("seed of level\x00\xFF"), 30), nil, level, true), uint16(3), uint16(5))
	}
	f.Add([]byte{0x1B, 7}, uint16(1), uint16(1))
	f.Fuzz(func(t *testing.T, stream []byte, in, room uint16) {
		const most = 1 << 20 // bytes of output that are looked at
		want, wantErr := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(stream)), most))
		inflater := inflate.New(true)
		var got []byte
		dst := make([]byte, max(1, int(room)))
		for rest := stream; len(got) < most; {
			chunk := rest[:min(max(1, int(in)), len(rest))]
			read, written, status, err := inflater.Inflate(dst, chunk)
			got, rest = append(got, dst[:written]...), rest[read:]
			if err != nil {
				if wantErr == nil && len(want) < most {
					t.Fatalf("error %v, but flate has none", err)
				}
				return
			}
			if status == inflate.Finished {
				if wantErr == nil && !bytes.Equal(got, want) {
					t.Fatalf("output %x, want %x", got, want)
				}
				return
			}
			if status == inflate.NeedsInput && len(rest) == 0 {
				if wantErr == nil && len(want) < most {
					t.Fatalf("input wanted, but flate finished")
				}
				return
			}
		}
	})
}
