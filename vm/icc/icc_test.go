package icc

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// sample is a profile with three tags, of which the last shares the data of the
// first, and with fields of the header that Little CMS sets.
func sample() []byte {
	data := make([]byte, headerBytes+4+3*entryBytes)
	for i := range headerBytes {
		data[i] = byte(i)
	}
	copy(data[atVersion:], []byte{2, 0x1F, 7, 7})
	copy(data[atMagic:], magic)
	binary.BigEndian.PutUint32(data[headerBytes:], 3)
	entry := func(i int, signature string, offset, size uint32) {
		at := headerBytes + 4 + i*entryBytes
		copy(data[at:], signature)
		binary.BigEndian.PutUint32(data[at+4:], offset)
		binary.BigEndian.PutUint32(data[at+8:], size)
	}
	start := uint32(len(data))
	entry(0, "rTRC", start+9, 5)
	entry(1, "cprt", start, 4)
	entry(2, "gTRC", start+9, 5)
	data = append(data, "copy12345curve"...)
	binary.BigEndian.PutUint32(data, uint32(len(data)))
	return data
}

func TestBytes(t *testing.T) {
	p, err := Parse(sample(), false)
	if err != nil {
		t.Fatal(err)
	}
	got := p.Bytes()
	if want := headerBytes + 4 + 3*entryBytes + 8 + 4; len(got) != want || binary.BigEndian.Uint32(got) != uint32(want) {
		t.Errorf("%d bytes, said to be %d, want %d", len(got), binary.BigEndian.Uint32(got), want)
	}
	for at, want := range map[int]string{
		atCMM: "lcms", atVersion: "\x02\x19\x00\x00", atMagic: "acsp", atPlatform: "APPL", atCreator: "lcms",
		atIlluminant: "\x00\x00\xF6\xD6\x00\x01\x00\x00\x00\x00\xD3\x2D", atReserved: string(make([]byte, headerBytes-atReserved)),
	} {
		if string(got[at:at+len(want)]) != want {
			t.Errorf("at %d: %q, want %q", at, got[at:at+len(want)], want)
		}
	}
	if end := string(got[len(got)-12:]); end != "curve\x00\x00\x00copy" {
		t.Errorf("the data is %q: in the order of the tags, aligned, and once if shared", end)
	}
	again, err := Parse(got, false)
	if err != nil || !bytes.Equal(again.Bytes(), got) {
		t.Errorf("reading what was written gives other bytes, %v", err)
	}
}

func TestTags(t *testing.T) {
	p, err := Parse(sample(), false)
	if err != nil {
		t.Fatal(err)
	}
	signature := func(s string) uint32 { return binary.BigEndian.Uint32([]byte(s)) }
	if err := p.SetTag(signature("gTRC"), []byte("green")); err != nil {
		t.Fatal(err)
	}
	if err := p.SetTag(signature("wtpt"), []byte("white")); err != nil {
		t.Fatal(err)
	}
	p, err = Parse(p.Bytes(), false)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"rTRC": "curve", "gTRC": "green", "cprt": "copy", "wtpt": "white", "none": ""} {
		if got := string(p.Tag(signature(name))); got != want {
			t.Errorf("tag %s is %q, want %q", name, got, want)
		}
	}
	header := p.Tag(HeadSignature)
	header[64] = 1
	if err := p.SetTag(HeadSignature, header); err != nil || p.Bytes()[64] != 1 {
		t.Errorf("the header was not set: %v", err)
	}
	if err := p.SetTag(HeadSignature, header[:100]); err == nil {
		t.Error("a short header was accepted")
	}
	for i := range uint32(maxTags) {
		err = p.SetTag(i, []byte{1})
	}
	if err == nil {
		t.Error("more tags than Little CMS takes were accepted")
	}
}

func TestParseRefuses(t *testing.T) {
	broken := map[string]func([]byte) []byte{
		"short":         func(b []byte) []byte { return b[:headerBytes] },
		"magic":         func(b []byte) []byte { b[atMagic] = 0; return b },
		"many tags":     func(b []byte) []byte { b[headerBytes+3] = maxTags + 1; return b },
		"version":       func(b []byte) []byte { b[atVersion] = 5; return b },
		"cut directory": func(b []byte) []byte { return b[:headerBytes+4+entryBytes] },
	}
	for name, change := range broken {
		if _, err := Parse(change(sample()), false); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	outside := sample()
	outside[headerBytes+4+4] = 1
	p, err := Parse(outside, false)
	if err != nil || len(p.tags) != 2 {
		t.Errorf("a tag outside the profile is left out: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample())
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Parse(data, false)
		if err != nil {
			return
		}
		written := p.Bytes()
		again, err := Parse(written, false)
		if err != nil || !bytes.Equal(again.Bytes(), written) {
			t.Errorf("reading what was written gives other bytes, %v", err)
		}
	})
}
