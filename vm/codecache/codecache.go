// Package codecache keeps machine code in a folder that all workers of a user share,
// so that a program which is run again is not compiled again.
//
// An entry is found by what it was compiled from, so that none can be out of date.
// But whoever can write to the folder can have workers execute what they like, and
// files get damaged.
//
// Invariant: the folder and its files are used only as long as they are the user's
// alone, and only through the descriptor of the very folder that was looked at.
// Invariant: what Get gives is, byte for byte, what Add was given under that key.
// Invariant: whatever goes wrong with the folder is no more than a missing entry.
package codecache

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/conc"
)

const (
	// MaxBytes bounds the folder: it holds the code of a hundred programs. Who adds an
	// entry looks after the bound afterwards, so there may be checkedBytes more for each
	// worker that is at work.
	MaxBytes = 256 << 20
	// checkedBytes is how much a worker adds before it looks at the folder again.
	checkedBytes = 16 << 20
	// maxEntryBytes bounds an entry. The code of a batch has a hundredth of that.
	maxEntryBytes = 32 << 20

	// usedResolution is how exactly it is known when an entry was last used, so that
	// not every use is written down.
	usedResolution = time.Hour
	// abandonedAge is the age at which the file of a writer that was killed is removed:
	// writing takes milliseconds.
	abandonedAge = time.Hour
	// newPrefix starts the names of files that are being written.
	newPrefix = "new-"

	// generation is to be raised when the same WebAssembly becomes other code although
	// wazero's version stays.
	generation = 1
)

// Key tells what an entry was compiled from: wazero's hash of the WebAssembly and of
// the processor's features.
type Key = [sha256.Size]byte

// Store is where machine code is kept: a Cache, or a Remote where the folder is out
// of reach. It has the methods that wazero asks for.
type Store interface {
	// Get gives an entry's content. The error is always nil.
	Get(key Key) (content io.ReadCloser, ok bool, err error)
	// Add keeps an entry if it can. The error is always nil.
	Add(key Key, content io.Reader) error
	// Delete removes an entry that wazero cannot use. The error is always nil.
	Delete(key Key) error
	Close() error
}

// Cache is an open folder. Its methods may be called by many goroutines.
type Cache struct {
	root  *os.Root
	stamp []byte // what entries depend on beside their keys
	max   int64  // MaxBytes, or less in tests

	mutex   sync.Mutex
	broken  bool  // nothing can be written
	checked bool  // the bound has been looked after
	added   int64 // bytes since then
	tasks   conc.WaitGroup
}

// Open opens the folder, and makes it if need be. The error says why it cannot be used.
func Open(folder string) (*Cache, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for compiled code: %w", err)
	}
	root, err := openPrivate(folder)
	if err != nil {
		return nil, err
	}
	stamp := fmt.Appendf(nil, "hotlens %d, %s %s, %s", generation, runtime.GOOS, runtime.GOARCH, wazeroVersion())
	return &Cache{root: root, stamp: stamp, max: MaxBytes}, nil
}

func openPrivate(folder string) (*os.Root, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("the folder for compiled code: %w", err)
	}
	info, err := root.Stat(".")
	if err == nil && !private(info) {
		err = errors.New("others than you may use it: make it yours with mode 700, or name another one")
	}
	if err != nil {
		root.Close()
		return nil, fmt.Errorf("the folder for compiled code, %s: %w", folder, err)
	}
	return root, nil
}

// Wazero is the module whose machine code is kept.
const Wazero = "github.com/tetratelabs/wazero"

// WazeroOf is what a binary was built from of it, nil if that is not known.
func WazeroOf(info *debug.BuildInfo) *debug.Module {
	if i := slices.IndexFunc(info.Deps, func(m *debug.Module) bool { return m.Path == Wazero }); i >= 0 {
		return info.Deps[i]
	}
	return nil
}

// wazeroVersion is the version of wazero in this binary, with the folder of the copy if it is one, "" if the binary does not
// tell.
func wazeroVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	switch module := WazeroOf(info); {
	case module == nil:
		return ""
	case module.Replace != nil:
		return module.Version + " " + module.Replace.Path
	default:
		return module.Version
	}
}

// name is the file name of an entry.
func (c *Cache) name(key Key) string {
	sum := sha256.Sum256(slices.Concat(c.stamp, key[:]))
	return hex.EncodeToString(sum[:])
}

// sum is what stands in front of an entry's content: a sum over all that makes it
// what it is, so that neither a damaged nor a mistaken file is taken for it.
func (c *Cache) sum(key Key, content []byte) []byte {
	hash := sha256.New()
	hash.Write(c.stamp)
	hash.Write(key[:])
	hash.Write(content)
	return hash.Sum(nil)
}

// Get gives an entry's content. The error is always nil.
func (c *Cache) Get(key Key) (content io.ReadCloser, ok bool, err error) {
	name := c.name(key)
	data, err := c.read(name)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			slog.Debug("reading compiled code", "error", err)
		}
		return nil, false, nil
	}
	if len(data) < sha256.Size || !bytes.Equal(data[:sha256.Size], c.sum(key, data[sha256.Size:])) {
		slog.Debug("compiled code is damaged", "file", name)
		c.remove(name)
		return nil, false, nil
	}
	return io.NopCloser(bytes.NewReader(data[sha256.Size:])), true, nil
}

// read reads a file that is the user's alone, and notes that it was used.
func (c *Cache) read(name string) ([]byte, error) {
	file, err := c.root.OpenFile(name, os.O_RDONLY|openNoLink, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || !private(info) || info.Size() > sha256.Size+maxEntryBytes {
		return nil, fmt.Errorf("%s is not an entry of ours", name)
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(file, data); err != nil {
		return nil, err
	}
	if now := time.Now(); now.Sub(info.ModTime()) > usedResolution {
		// Where it cannot be noted, the entry is removed sooner than it should be.
		if err := c.root.Chtimes(name, now, now); err != nil {
			slog.Debug("noting the use of compiled code", "error", err)
		}
	}
	return data, nil
}

// Add keeps an entry if it can. The error is always nil.
func (c *Cache) Add(key Key, content io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(content, maxEntryBytes+1))
	if err != nil || len(data) > maxEntryBytes {
		return nil
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.broken {
		return nil
	}
	if err := c.write(c.name(key), c.sum(key, data), data); err != nil {
		slog.Debug("keeping compiled code", "error", err)
		c.broken = true
		return nil
	}
	c.added += sha256.Size + int64(len(data))
	if !c.checked || c.added >= min(checkedBytes, c.max/2) {
		c.checked, c.added = true, 0
		c.tasks.Go(c.trim) // compiling need not wait for it
	}
	return nil
}

// write makes a file that has all of its contents as soon as it has its name. It is
// not synced to the disk: what a crash of the machine leaves shows by its sum.
func (c *Cache) write(name string, parts ...[]byte) (err error) {
	temporary := newPrefix + rand.Text()
	file, err := c.root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			c.remove(temporary)
		}
	}()
	for _, part := range parts {
		if _, err := file.Write(part); err != nil {
			file.Close()
			return err
		}
	}
	if err := file.Close(); err != nil {
		return err
	}
	return c.root.Rename(temporary, name)
}

// Delete removes an entry that wazero cannot use. The error is always nil.
func (c *Cache) Delete(key Key) error {
	c.remove(c.name(key))
	return nil
}

// remove removes a file. Another worker may have done so.
func (c *Cache) remove(name string) {
	if err := c.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		slog.Debug("removing compiled code", "error", err)
	}
}

// trim removes what writers have left behind, and where the folder has grown to more
// than the bound, the entries that have not been used for the longest time: down to
// three quarters of it, so that this is rare. Several workers may do so at the same
// time: all remove the same ones.
func (c *Cache) trim() {
	files, err := list(c.root)
	if err != nil {
		slog.Debug("looking at the compiled code", "error", err)
		return
	}
	var total int64
	for _, file := range files {
		total += file.Size()
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	tooMuch := total > c.max
	for _, file := range files {
		isNew := strings.HasPrefix(file.Name(), newPrefix)
		switch {
		case isNew && time.Since(file.ModTime()) > abandonedAge:
		case !isNew && tooMuch && total > c.max/4*3:
		default:
			continue
		}
		c.remove(file.Name())
		total -= file.Size()
	}
}

// list is what there is in the folder.
func list(root *os.Root) ([]fs.FileInfo, error) {
	folder, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	names, err := folder.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	var files []fs.FileInfo
	for _, name := range names {
		if info, err := root.Lstat(name); err == nil && info.Mode().IsRegular() { // else another worker has removed it
			files = append(files, info)
		}
	}
	return files, nil
}

// Close waits for the work in the background and closes the folder.
func (c *Cache) Close() error {
	c.mutex.Lock()
	c.broken = true
	c.mutex.Unlock()
	c.tasks.Wait()
	return c.root.Close()
}

// Size is the number of files in a folder and the bytes that they hold together. The
// error says why the folder cannot be used; that it is not there yet is none.
func Size(folder string) (files int, bytes int64, err error) {
	root, err := openPrivate(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	defer root.Close()
	all, err := list(root)
	if err != nil {
		return 0, 0, fmt.Errorf("the folder for compiled code: %w", err)
	}
	for _, file := range all {
		bytes += file.Size()
	}
	return len(all), bytes, nil
}
