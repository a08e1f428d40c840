package history

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"go.etcd.io/bbolt"

	"hotlens/engine/affected"
)

// This file keeps what is known of the targets of workspaces by their last runs: see package affected.

const (
	// maxTargetsBytes bounds what all targets take: a few thousand tests of some kilobytes each.
	maxTargetsBytes = 16 << 20
	// maxTargetBytes is how large a target may be: what affected.MaxFiles paths take.
	maxTargetBytes = 1 << 20
)

// KeepTargets replaces what is known of some targets of a workspace. The oldest go where the bounds demand it.
func (s *Store) KeepTargets(workspace string, records ...*affected.Record) error {
	workspace = canonical(workspace)
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("the folder of the history of runs: %w", err)
	}
	return s.do(writing, func(db *bbolt.DB) error {
		return db.Update(func(tx *bbolt.Tx) error {
			if _, _, err := buckets(tx); err != nil {
				return err
			}
			targets, err := tx.CreateBucketIfNotExists(bucketTargets)
			if err != nil {
				return err
			}
			for _, r := range records {
				text, err := json.Marshal(r)
				if err != nil {
					return fmt.Errorf("writing a target into the history: %w", err)
				}
				if key := targetKey(workspace, r); len(text) <= maxTargetBytes && len(key) <= bbolt.MaxKeySize {
					if err := targets.Put(key, text); err != nil {
						return err
					}
				}
			}
			return keepTargets(targets, maxTargetsBytes)
		})
	})
}

// Targets are the targets of a workspace.
func (s *Store) Targets(workspace string) (*affected.Index, error) {
	prefix := targetPrefix(canonical(workspace))
	var records []*affected.Record
	err := s.view(func(tx *bbolt.Tx) error {
		targets := tx.Bucket(bucketTargets)
		if targets == nil {
			return nil
		}
		cursor := targets.Cursor()
		for key, value := cursor.Seek(prefix); bytes.HasPrefix(key, prefix); key, value = cursor.Next() {
			r, err := readTarget(value)
			if err != nil {
				return err
			}
			records = append(records, r)
		}
		return nil
	})
	return affected.New(records...), err
}

func readTarget(value []byte) (*affected.Record, error) {
	var r affected.Record
	err := fmt.Errorf("it has %d bytes", len(value))
	if len(value) <= maxTargetBytes {
		err = json.Unmarshal(value, &r)
	}
	if err != nil {
		return nil, damage{fmt.Errorf("a target: %w", err)}
	}
	return &r, nil
}

// keepTargets removes the oldest targets until the others take no more than that many bytes.
func keepTargets(targets *bbolt.Bucket, most int) error {
	type aged struct {
		key   []byte
		size  int
		nanos int64
	}
	size := 0
	var all []aged
	err := targets.ForEach(func(key, value []byte) error {
		size += len(value)
		all = append(all, aged{key: bytes.Clone(key), size: len(value)})
		return nil
	})
	if err != nil || size <= most && len(all) <= affected.MaxTargets {
		return err
	}
	for i := range all {
		r, err := readTarget(targets.Get(all[i].key))
		if err != nil {
			return err
		}
		all[i].nanos = r.Time.UnixNano()
	}
	slices.SortFunc(all, func(a, b aged) int { return int(min(max(a.nanos-b.nanos, -1), 1)) })
	for i := 0; i < len(all) && (size > most || len(all)-i > affected.MaxTargets); i++ {
		if err := targets.Delete(all[i].key); err != nil {
			return err
		}
		size -= all[i].size
	}
	return nil
}

// clearTargets removes the targets of a workspace, of all for "".
func clearTargets(tx *bbolt.Tx, workspace string) error {
	targets := tx.Bucket(bucketTargets)
	if targets == nil {
		return nil
	}
	var prefix []byte
	if workspace != "" {
		prefix = targetPrefix(workspace)
	}
	var gone [][]byte
	cursor := targets.Cursor()
	for key, _ := cursor.Seek(prefix); key != nil && bytes.HasPrefix(key, prefix); key, _ = cursor.Next() {
		gone = append(gone, bytes.Clone(key))
	}
	for _, key := range gone {
		if err := targets.Delete(key); err != nil {
			return err
		}
	}
	return nil
}

func targetPrefix(workspace string) []byte { return []byte(workspace + "\x00") }

func targetKey(workspace string, r *affected.Record) []byte {
	return append(targetPrefix(workspace), r.Key()...)
}
