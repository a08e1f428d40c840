package methodorder

import (
	"encoding/binary"
	"strings"
	"testing"
)

// archiveOf lays names out as an archive does, between other bytes.
func archiveOf(names ...string) []byte {
	archive := []byte("headers!\xFF\xFF12\x02\x00ab") // one record that looks like a symbol
	archive = append(archive, make([]byte, 16)...)
	for _, name := range names {
		record := binary.LittleEndian.AppendUint16(nil, permanent)
		record = append(record, "ha"...)
		record = binary.LittleEndian.AppendUint16(record, uint16(len(name)))
		record = append(record, name...)
		for len(record) < textOffset+minimumText || len(record)%symbolAlignment != 0 {
			record = append(record, 0)
		}
		archive = append(archive, record...)
	}
	return append(archive, make([]byte, 24)...)
}

func TestOrder(t *testing.T) {
	o := NewOrder(archiveOf("run", "", "aVeryLongNameOfAMethod", "x", "a\x01b"))
	o.Add("later")
	o.Add("x")
	rank := -1
	for _, name := range []string{"run", "", "aVeryLongNameOfAMethod", "x", "a\x01b", "later", "unknown"} {
		got := o.Rank(name)
		if got <= rank {
			t.Errorf("the rank of %q is %d, that of the name before %d", name, got, rank)
		}
		rank = got
	}
	if o.Rank("unknown") != o.Rank("another") {
		t.Error("names that are not known have different ranks")
	}
}

func TestOrderWithoutArchive(t *testing.T) {
	for _, archive := range [][]byte{nil, {0xFF}, []byte("\xFF\xFF12\xFF\xFFab"), make([]byte, 64)} {
		if o := NewOrder(archive); o.Rank("run") != 0 {
			t.Errorf("%q holds names", archive)
		}
	}
}

// TestSort has the methods of java.lang.Object in the class file's order, and in
// HotSpot's.
func TestSort(t *testing.T) {
	ranked := "<init> finalize wait equals toString hashCode getClass clone notify notifyAll"
	list := strings.Fields("<init> getClass hashCode equals clone toString notify notifyAll wait() wait(J) wait(JI) finalize")
	Sort(list, func(method string) int {
		name, _, _ := strings.Cut(method, "(")
		return strings.Index(ranked, name)
	})
	want := "<init> finalize wait(JI) wait() wait(J) equals toString hashCode getClass clone notify notifyAll"
	if got := strings.Join(list, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
