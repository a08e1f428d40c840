package export

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// File is the file of a result that is yet to come. What stands there already is kept until the result is
// first written, and where nothing stood nothing is left if it never is. A result of no bytes is one, too.
type File struct {
	file    *os.File
	made    bool // there was none
	written bool
}

// Open opens a file for a result, so that what takes long need not begin if that is impossible.
func Open(name string) (*File, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		return &File{file: file, made: true}, nil
	}
	if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	file, err = os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	return &File{file: file}, nil
}

// Write implements io.Writer.
func (f *File) Write(data []byte) (int, error) {
	if !f.written {
		f.written = true
		if info, err := f.file.Stat(); err == nil && info.Mode().IsRegular() { // a pipe or a terminal has no old content
			if err := f.file.Truncate(0); err != nil {
				return 0, err
			}
		}
	}
	return f.file.Write(data)
}

// Close implements io.Closer.
func (f *File) Close() error {
	err := f.file.Close()
	if f.made && !f.written {
		err = errors.Join(err, os.Remove(f.file.Name()))
	}
	return err
}

var _ io.WriteCloser = (*File)(nil)
