//go:build unix

package natives

import (
	"iter"
	"maps"
)

// Some of what a program makes, the kernel keeps, and bounds it late or not at all: it
// has a record for each range of a file that is locked, and few inotify instances for all
// programs of the user. A program in the sandbox gets a part, and then the error that the
// kernel itself would have.

const (
	// maxLocks bounds the ranges of files that are locked, of some 200 bytes each.
	maxLocks = 16 << 10
	// maxWatchServices is an eighth of what systems let a user have (128,
	// fs.inotify.max_user_instances): the editor needs some, too.
	maxWatchServices = 16
	// maxWatches is half of the least that systems let a user have (8,192,
	// fs.inotify.max_user_watches).
	maxWatches = 4 << 10
)

// kernelRecords counts the records of one kind.
type kernelRecords struct {
	atMost int // no fewer than there are
}

// oneMore tells whether there may be another record, of which there may be so many. Only
// when more were made than that are those that are left counted.
func (r *kernelRecords) oneMore(f *Files, most int, count func(iter.Seq[int]) int) bool {
	if f.View.Unrestricted() {
		return true
	}
	if r.atMost >= most {
		r.atMost = count(maps.Keys(f.open))
	}
	r.atMost++
	return r.atMost <= most
}

// mayLock and mayUnlock tell whether a range of a file may be locked, and unlocked: what is
// left of a range that loses its middle are two.
func (f *Files) mayLock() bool   { return f.locks.oneMore(f, maxLocks, countLocks) }
func (f *Files) mayUnlock() bool { return f.locks.oneMore(f, 2*maxLocks, countLocks) }
