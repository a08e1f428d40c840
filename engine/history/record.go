package history

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// This file is the format of what stands in the database, version 1:
//
//	bucket "hotlens"   key "format": the version, in decimal
//	bucket "entries"   a run's number, in 8 bytes, big-endian: its Entry, as JSON
//	bucket "runs"      the same number: gzip of a JSON object with "outcome" and "index", and of the profile in the
//	                   format of "hotlens profile --format json" behind it
//	bucket "targets"   a workspace, a zero byte and affected.Record.Key: that affected.Record, as JSON
//
// A number is never used again. The version changes when a version of hotlens before could not read what this one writes; keys may be added
// without. testdata holds a file of each version, which all later ones open.

// format is the version that is written.
const format = 1

var (
	bucketFormat  = []byte("hotlens")
	keyFormat     = []byte("format")
	bucketEntries = []byte("entries")
	bucketRuns    = []byte("runs")
	bucketTargets = []byte("targets")
)

func keyOf(id uint64) []byte { return binary.BigEndian.AppendUint64(nil, id) }

func idOf(key []byte) (uint64, error) {
	if len(key) != 8 {
		return 0, fmt.Errorf("a run's number has %d bytes", len(key))
	}
	return binary.BigEndian.Uint64(key), nil
}

// preamble is what stands before the profile.
type preamble struct {
	Outcome *profiles.Outcome `json:"outcome"`
	Index   *sources.Index    `json:"index"`
}

// encode writes what is kept of a run besides its entry.
func encode(r *Run) ([]byte, error) {
	var packed bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(zipped).Encode(preamble{r.Outcome, r.Index}); err != nil {
		return nil, fmt.Errorf("writing a run into the history: %w", err)
	}
	if err := profiles.Encode(zipped, r.Profile); err != nil {
		return nil, fmt.Errorf("writing a run into the history: %w", err)
	}
	if err := zipped.Close(); err != nil {
		return nil, fmt.Errorf("writing a run into the history: %w", err)
	}
	return packed.Bytes(), nil
}

// maxUnpackedBytes bounds what is read of a run: a kilobyte for each context and as much again for its index, several times what
// encode writes.
const maxUnpackedBytes = 2 * MaxContexts << 10

// decode reads what encode has written. Wanted, if it is not nil, decides by the index whether the profile is read, too;
// without, Profile stays nil.
func decode(packed []byte, r *Run, wanted func(*sources.Index) bool) error {
	zipped, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	text := bufio.NewReader(io.LimitReader(zipped, maxUnpackedBytes))
	var first preamble
	rest := json.NewDecoder(text)
	if err := rest.Decode(&first); err != nil {
		return err
	}
	r.Outcome, r.Index = first.Outcome, first.Index
	if wanted != nil && (r.Index == nil || !wanted(r.Index)) {
		return nil
	}
	if r.Profile, err = profiles.Decode(io.MultiReader(rest.Buffered(), text)); err != nil {
		return err
	}
	if r.Profile.Totals.Contexts > MaxContexts {
		return errors.New("a run has more contexts than are ever kept")
	}
	return nil
}
