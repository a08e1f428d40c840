package export

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"
)

// jsonWriter writes JSON piece by piece, so that files need not be built in memory and
// have their rows on lines. It remembers the first error of the writer below for flush.
type jsonWriter struct{ out *bufio.Writer }

func newJSONWriter(w io.Writer) *jsonWriter { return &jsonWriter{bufio.NewWriter(w)} }

// raw writes text that is JSON already.
func (j *jsonWriter) raw(text string) *jsonWriter {
	j.out.WriteString(text)
	return j
}

func (j *jsonWriter) number(n uint64) *jsonWriter {
	j.out.Write(strconv.AppendUint(j.out.AvailableBuffer(), n, 10))
	return j
}

// value writes a string, or a struct or slice of strings and integers, which can all be encoded.
func (j *jsonWriter) value(v any) *jsonWriter {
	text, _ := json.Marshal(v)
	j.out.Write(text)
	return j
}

// listed writes the number that has that index in a list.
func (j *jsonWriter) listed(index int, n uint64) {
	if index > 0 {
		j.out.WriteByte(',')
	}
	j.number(n)
}

// separate begins the entry of a list with that index, on a new line.
func (j *jsonWriter) separate(index int) *jsonWriter {
	if index > 0 {
		j.out.WriteByte(',')
	}
	j.out.WriteByte('\n')
	return j
}

func (j *jsonWriter) flush() error { return j.out.Flush() }
