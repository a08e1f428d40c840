//go:build unix

// Package filesystem is what a program in the sandbox sees of the host's files.
// It follows paths on descriptors, one step at a time, and hands out places below
// permitted roots: an entry of a folder that is held open. What an operation then
// touches is what was looked at, whatever happens to names in the meantime.
//
// A View answers where a path leads and whether the policy agrees; a Place has the
// operations of the system on what is there. For an unrestricted program both pass
// the path on to the system as it is.
//
// Invariant: no decision rests on the text of a path or of a link in /proc, only on
// folders that were opened and on the entries in them. An error that is not understood
// denies. A denial is the same whether or not there is something at the path.
package filesystem

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Purpose is what a path is wanted for.
type Purpose uint8

const (
	ToStat   Purpose = iota // whether, and as what, it exists
	ToRead                  // its contents
	ToWrite                 // its contents; a file that is not there may be made
	ToChange                // the entry itself: to make or remove it, and its attributes
)

// Denial is the error of a path that the policy does not permit. It names the setting
// that would.
type Denial struct{ Reason string }

func (d *Denial) Error() string { return d.Reason }

// Reason is the policy's reason in an error; "" if it is an error of the system.
func Reason(err error) string {
	if d := (*Denial)(nil); errors.As(err, &d) {
		return d.Reason
	}
	return ""
}

// View is what a program sees of the host's files. Its methods may not be called by
// several goroutines at the same time; those of its places may.
type View struct {
	unrestricted bool
	names        *Names
	roots        table
	temporary    int // the descriptor of Policy.Temporary; -1 for none
	quota        quota
	reads        reads
	demand       demand
}

// New opens the roots of a policy. Close the view.
func New(policy Policy) (*View, error) {
	v := &View{unrestricted: policy.Unrestricted, names: &policy.Names, temporary: -1}
	if policy.Unrestricted {
		v.names = &Names{}
		return v, nil
	}
	if err := v.roots.open(policy); err != nil {
		v.roots.close()
		return nil, err
	}
	if r := v.roots.paths[filepath.Clean(policy.Temporary)]; r != nil {
		v.temporary = r.folder
		for _, folder := range policy.Overlays {
			if err := v.roots.overlay(v.temporary, filepath.Clean(folder), &copying{policy.Date, v.Charge}); err != nil {
				v.roots.close()
				return nil, fmt.Errorf("the sandbox: laying over %s: %w", folder, err)
			}
		}
		for _, built := range policy.Built {
			if err := v.roots.build(built); err != nil {
				v.roots.close()
				return nil, fmt.Errorf("the sandbox: showing %s as built: %w", built.Folder, err)
			}
		}
	}
	return v, nil
}

// Close closes the roots.
func (v *View) Close() { v.roots.close() }

// Unrestricted tells whether the program has the user's own rights.
func (v *View) Unrestricted() bool { return v.unrestricted }

// maxPath is the length of a path in bytes, with its final zero, from which on the
// system refuses it (PATH_MAX of Linux).
const maxPath = 4096

// Names are the names of folders that the program sees.
func (v *View) Names() *Names { return v.names }

// Locate finds where an absolute path of the program's leads. With follow, a symbolic link at its end
// is followed. There need not be anything at the place, but what the path leads
// through must be there. The error is a Denial or the system's. Close the place.
func (v *View) Locate(path string, follow bool, purpose Purpose) (Place, error) {
	host := v.names.ToHost(path)
	v.demand.look(host, purpose)
	if v.unrestricted {
		return Place{folder: unix.AT_FDCWD, name: path, path: path, entry: -1, follow: follow}, nil
	}
	if err := checkText(path); err != nil {
		return Place{}, err
	}
	place, denied, err := v.locate(host, follow, purpose)
	if denied == host {
		denied = path
	}
	if isNamesFolder(path) && !v.names.Empty() {
		place.path = NamesFolder
	}
	place, err = v.judge(place, denied, purpose, err)
	if err == nil || err == unix.ENOENT {
		v.reads.note(filepath.Clean(host), &place, purpose)
	}
	return place, err
}

// LocateAt is Locate for a path that may be relative to an open folder, as the
// system's calls with a directory have it. Text is what the folder's path was, in the program's terms.
func (v *View) LocateAt(folder int, text, path string, follow bool, purpose Purpose) (Place, error) {
	switch {
	case v.unrestricted:
		return Place{folder: folder, name: path, path: path, entry: -1, follow: follow}, nil
	case strings.HasPrefix(path, "/"):
		return v.Locate(path, follow, purpose)
	}
	if err := checkText(path); err != nil {
		return Place{}, err
	}
	grants, id, err := v.roots.climb(folder)
	if err != nil {
		return Place{}, known(err)
	}
	w := walk{roots: &v.roots, folder: folder, at: id, grants: grants, path: v.names.ToHost(text), denied: filepath.Join(text, path), rest: steps(path, nil), purpose: purpose}
	place, err := w.run(follow)
	place, err = v.judge(place, w.denied, purpose, err)
	if err == nil || err == unix.ENOENT {
		v.reads.note(filepath.Join(v.names.ToHost(text), path), &place, purpose)
	}
	return place, err
}

// checkText returns the system's errors for texts that are no paths.
func checkText(path string) error {
	switch {
	case path == "":
		return unix.ENOENT
	case len(path) >= maxPath:
		return unix.ENAMETOOLONG
	case strings.IndexByte(path, 0) >= 0:
		return unix.EINVAL
	}
	return nil
}

// judge lets the policy decide about a place that was found.
func (v *View) judge(place Place, denied string, purpose Purpose, err error) (Place, error) {
	if err == errForbidden {
		return Place{}, v.Denied(denied, purpose)
	}
	if err != nil {
		return Place{}, known(err)
	}
	if d := v.refusal(&place, denied, purpose); d != nil {
		place.Close()
		return Place{}, d
	}
	place.names = v.names
	return place, nil
}

// known passes on the errors that programs know what to do about. What is not
// understood denies.
func known(err error) error {
	if Reason(err) != "" {
		return err
	}
	switch err {
	case unix.ENOENT, unix.ENOTDIR, unix.EACCES, unix.ELOOP, unix.ENAMETOOLONG, unix.EMFILE, unix.ENFILE, unix.ENOMEM:
		return err
	}
	return &Denial{"hotlens: what this path leads to cannot be told, and is therefore not permitted: " + err.Error()}
}

// refusal is the policy's word on a place; nil if it may be used for the purpose.
func (v *View) refusal(place *Place, denied string, purpose Purpose) error {
	t := &v.roots
	isFolder := place.exists && fileType(&place.stat) == unix.S_IFDIR
	switch g := place.grants; {
	case g&never != 0, isFolder && purpose >= ToWrite && t.aboveNever[identityOf(&place.stat)]: // moving a folder on the way would do, too
		return &Denial{"hotlens: the folder with compiled code is never permitted"}
	case g&mayWrite != 0,
		g&mayRead != 0 && purpose <= ToRead,
		g&mayWriteDevice != 0 && purpose == ToWrite && place.exists,
		isFolder && purpose == ToStat && t.above[identityOf(&place.stat)]: // what lies inside shows that it exists
		return nil
	}
	return v.Denied(denied, purpose)
}

// Denied is the denial of a path. It names the setting that would permit it.
func (v *View) Denied(path string, purpose Purpose) error {
	path = v.names.advised(path)
	if purpose >= ToWrite {
		return &Denial{"hotlens: writing is not permitted; allow it with --allow-write " + folderOf(path, true) + ", setting hotlens.policy.write"}
	}
	return &Denial{"hotlens: reading is not permitted; allow it with --allow-read " + folderOf(path, false) + ", setting hotlens.policy.read"}
}

// folderOf is what to permit so that a path may be used: the folder that it is in. Of
// what is only read, a name without an extension is taken for that of a folder itself:
// looking would tell the program whether it exists.
func folderOf(path string, writes bool) string {
	path = filepath.Clean(path)
	base, folder := filepath.Base(path), filepath.Dir(path)
	if base == "." || base == ".." { // a relative path
		folder = filepath.Join(path, "..")
		base = ""
	}
	if folder == "/" || !writes && filepath.Ext(base) == "" {
		return path
	}
	return folder
}

// Hold is the place of an open file that the program may use, whatever its path is.
func (v *View) Hold(descriptor int) (Place, error) {
	p := Place{confined: true, folder: -1, grants: mayRead | mayWriteDevice}
	if err := unix.Fstat(descriptor, &p.stat); err != nil {
		return Place{}, err
	}
	var err error
	p.entry, err = duplicate(descriptor)
	p.exists = err == nil
	return p, err
}

// RealPath is realpath(3) with the user's own rights: the path without symbolic links
// of what has to exist.
func RealPath(path string) (string, error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", unix.ENOENT // it has been there a moment ago
	}
	return real, nil
}
