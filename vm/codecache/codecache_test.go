//go:build unix

package codecache

import (
	"bytes"
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/conc"
)

func open(t *testing.T, folder string) *Cache {
	t.Helper()
	c, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// add adds an entry whose key is made of its text.
func add(t *testing.T, c *Cache, text string) Key {
	t.Helper()
	key := Key(sha256.Sum256([]byte(text)))
	if err := c.Add(key, strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return key
}

// get gives an entry's text, "" if there is none.
func get(t *testing.T, c *Cache, key Key) string {
	t.Helper()
	content, ok, err := c.Get(key)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		return ""
	}
	defer content.Close()
	text, err := io.ReadAll(content)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEntriesOutliveTheCache(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "made", "on the way")
	first := open(t, folder)
	key := add(t, first, "machine code")
	second := open(t, folder)
	if got := get(t, second, key); got != "machine code" {
		t.Errorf("got %q", got)
	}
	if got := get(t, second, Key{1}); got != "" {
		t.Errorf("got %q for a key that nothing was added under", got)
	}
	if err := second.Delete(key); err != nil {
		t.Fatal(err)
	}
	if got := get(t, first, key); got != "" {
		t.Errorf("got %q after it was deleted", got)
	}
}

func TestFilesAreTheUsersAlone(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "code")
	c := open(t, folder)
	key := add(t, c, "machine code")
	for path, want := range map[string]os.FileMode{folder: 0o700, filepath.Join(folder, c.name(key)): 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("the mode of %s is %o, want %o", path, got, want)
		}
	}
	if err := os.Chmod(filepath.Join(folder, c.name(key)), 0o620); err != nil {
		t.Fatal(err)
	}
	if got := get(t, c, key); got != "" {
		t.Errorf("got %q from a file that others may write to", got)
	}
}

func TestFoldersThatCannotBeUsed(t *testing.T) {
	base := t.TempDir()
	shared := filepath.Join(base, "shared")
	if err := os.Mkdir(shared, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(shared, 0o770); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(base, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{shared, file, filepath.Join(file, "below"), "/proc/no such folder"} {
		if c, err := Open(folder); err == nil {
			c.Close()
			t.Errorf("%s was opened", folder)
		}
	}
	if _, _, err := Size(shared); err == nil {
		t.Error("the size of a folder that others may write to was told")
	}
	if files, size, err := Size(filepath.Join(base, "absent")); files != 0 || size != 0 || err != nil {
		t.Errorf("a folder that is not there has %d files, %d bytes, %v", files, size, err)
	}
}

// TestDamage changes every byte of an entry, and cuts it off everywhere.
func TestDamage(t *testing.T) {
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	c := open(t, folder)
	const text = "machine code"
	key := add(t, c, text)
	path := filepath.Join(folder, c.name(key))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var damaged [][]byte
	for i := range whole {
		other := bytes.Clone(whole)
		other[i] ^= 0x40
		damaged = append(damaged, other, whole[:i])
	}
	damaged = append(damaged, append(bytes.Clone(whole), 0))
	for _, data := range damaged {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := get(t, c, key); got != "" {
			t.Fatalf("got %q from a damaged file of %d bytes", got, len(data))
		}
		if _, err := os.Lstat(path); err == nil {
			t.Fatal("a damaged file was not removed")
		}
		add(t, c, text)
		if got := get(t, c, key); got != text {
			t.Fatalf("got %q after it was added again", got)
		}
	}
}

// TestMistakenFiles puts one entry in another's place, and a link to a good one.
func TestMistakenFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "code")
	c := open(t, folder)
	good, other := add(t, c, "good"), add(t, c, "other")
	if err := os.Rename(filepath.Join(folder, c.name(other)), filepath.Join(folder, c.name(good))); err != nil {
		t.Fatal(err)
	}
	if got := get(t, c, good); got != "" {
		t.Errorf("got %q, which is another key's", got)
	}
	elsewhere := filepath.Join(t.TempDir(), "file")
	add(t, c, "good")
	if err := os.Rename(filepath.Join(folder, c.name(good)), elsewhere); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(folder, c.name(good))); err != nil {
		t.Fatal(err)
	}
	if got := get(t, c, good); got != "" {
		t.Errorf("got %q through a link", got)
	}
}

func TestWritingFails(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "code")
	c := open(t, folder)
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	key := add(t, c, "machine code")
	if got := get(t, c, key); got != "" {
		t.Errorf("got %q from a folder that is gone", got)
	}
}

// TestBound has several workers fill one folder far beyond its bound, and demands that
// the entry which is used again and again stays.
func TestBound(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "code")
	const entry, bound, workers, entries = 1 << 10, 64 << 10, 4, 400
	used := add(t, open(t, folder), "used")
	abandoned := filepath.Join(folder, newPrefix+"abandoned")
	if err := os.WriteFile(abandoned, make([]byte, entry), 0o600); err != nil {
		t.Fatal(err)
	}
	age := func(path string, by time.Duration) {
		then := time.Now().Add(-by)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Error(err)
		}
	}
	age(abandoned, 2*abandonedAge)
	var group conc.WaitGroup
	for worker := range workers {
		group.Go(func() {
			c, err := Open(folder)
			if err != nil {
				t.Error(err)
				return
			}
			c.max = bound
			for i := range entries {
				text := bytes.Repeat([]byte{byte(worker), byte(i), byte(i >> 8), 'x'}, entry/4)
				key := Key(sha256.Sum256(text))
				if err := c.Add(key, bytes.NewReader(text)); err != nil {
					t.Error(err)
				}
				content, ok, err := c.Get(key)
				if err != nil {
					t.Error(err)
				}
				if ok { // another worker may have removed it
					got, err := io.ReadAll(content)
					if err != nil || !bytes.Equal(got, text) {
						t.Errorf("an entry of %d bytes has become %d others: %v", len(text), len(got), err)
					}
				}
				if _, ok, _ := c.Get(used); !ok {
					t.Error("the entry that is used was removed")
				}
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
		age(filepath.Join(folder, open(t, folder).name(used)), -time.Minute) // the newest of all for as long as the test takes
	}
	group.Wait()
	_, size, err := Size(folder)
	if err != nil {
		t.Fatal(err)
	}
	if most := int64(bound + workers*bound/2 + entry); size > most {
		t.Errorf("the folder has %d bytes, want at most %d", size, most)
	}
	if _, err := os.Lstat(abandoned); err == nil {
		t.Error("what a writer has left behind was not removed")
	}
}

func TestUseIsNoted(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "code")
	c := open(t, folder)
	path := filepath.Join(folder, c.name(add(t, c, "machine code")))
	long := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(path, long, long); err != nil {
		t.Fatal(err)
	}
	get(t, c, Key(sha256.Sum256([]byte("machine code"))))
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if !info.ModTime().After(long.Add(time.Hour)) {
		t.Errorf("the time of the last use is %v", info.ModTime())
	}
}
