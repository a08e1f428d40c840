//go:build linux

package filesystem

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

// node is a file, a folder or a symbolic link of the model.
type node struct {
	parent   *node
	name     string
	children map[string]*node // of a folder
	target   string           // of a link
	content  string           // of a file
	readable bool             // the policy grants reading here
	writable bool
}

func (n *node) path() string {
	if n.parent == nil {
		return ""
	}
	return n.parent.path() + "/" + n.name
}

// The names of the model. Few of them, so that paths meet.
var modelNames = []string{"a", "b", "c"}

// TestModel follows random paths in random trees of folders, files and links, and
// compares with a model where they lead and what the policy says. Everything lies below
// a folder of the test, whose own path stands for "/".
func TestModel(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	number := 0
	rapid.Check(t, func(r *rapid.T) {
		number++
		top := filepath.Join(base, strings.Repeat("x", number%7+1)+"-"+strconv.Itoa(number))
		root := &node{children: map[string]*node{}}
		folders := []*node{root}
		for range rapid.IntRange(1, 12).Draw(r, "nodes") {
			parent := rapid.SampledFrom(folders).Draw(r, "parent")
			n := &node{parent: parent, name: rapid.SampledFrom(modelNames).Draw(r, "name")}
			if parent.children[n.name] != nil {
				continue
			}
			parent.children[n.name] = n
			switch rapid.IntRange(0, 3).Draw(r, "kind") {
			case 0, 1:
				n.children = map[string]*node{}
				folders = append(folders, n)
			case 2:
				n.content = n.path()
			case 3:
				n.target = drawPath(r, top)
			}
		}
		grants := rapid.SliceOfN(rapid.SampledFrom(folders), 1, 3).Draw(r, "roots")
		policy := Policy{}
		for i, g := range grants {
			if i == 0 {
				g.writable = true
				policy.Write = append(policy.Write, top+g.path())
			} else {
				g.readable = true
				policy.Read = append(policy.Read, top+g.path())
			}
		}
		named := rapid.Bool().Draw(r, "named")
		if named {
			policy.Names = Names{List: []Name{{Workspace, top}}, Above: base}
		}
		makeTree(r, root, top)
		defer os.RemoveAll(top)
		v, err := New(policy)
		if err != nil {
			r.Fatal(err)
		}
		defer v.Close()
		if rapid.Bool().Draw(r, "stepwise") { // as where the system has no openat2
			for r := range v.roots.all() {
				r.nested = true
			}
		}
		for range 10 {
			m := model{root: root, top: top}
			path := drawPath(r, top)
			if !strings.HasPrefix(path, "/") {
				path = top + "/" + path
			}
			follow, purpose := rapid.Bool().Draw(r, "follow"), rapid.SampledFrom([]Purpose{ToStat, ToRead, ToWrite}).Draw(r, "purpose")
			want, permitted := m.follow(path, follow, purpose)
			asked := path
			if rest, ok := strings.CutPrefix(path, top); named && ok && rapid.Bool().Draw(r, "by name") {
				asked = Workspace + rest
			}
			place, err := v.Locate(asked, follow, purpose)
			if named && err == nil && strings.HasPrefix(place.Path(), top+"/") {
				r.Errorf("%s leads to %s, which has a name", asked, place.Path())
			}
			if permitted != (Reason(err) == "") {
				r.Errorf("%s (follow %t, purpose %d): permitted is %t, got %v", path, follow, purpose, permitted, err)
			}
			if permitted && err == nil && want != nil && want != outside {
				if st, missing := place.Stat(); missing != nil {
					r.Errorf("%s: %v, but it is %s", path, missing, want.path())
				} else if real := stat(r, top+want.path()); identityOf(st) != identityOf(&real) {
					r.Errorf("%s does not lead to %s but %s", path, want.path(), place.Path())
				}
			}
			if permitted && want == nil && err == nil {
				if _, missing := place.Stat(); missing == nil {
					r.Errorf("%s exists", path)
				}
			}
			place.Close()
		}
	})
}

func stat(r *rapid.T, path string) (st unix.Stat_t) {
	if err := unix.Lstat(path, &st); err != nil {
		r.Fatal(err)
	}
	return st
}

// drawPath draws a path, relative or below the top.
func drawPath(r *rapid.T, top string) string {
	steps := rapid.SliceOfN(rapid.SampledFrom(append([]string{"..", "..", "."}, modelNames...)), 1, 6).Draw(r, "steps")
	path := strings.Join(steps, "/")
	if rapid.Bool().Draw(r, "absolute") {
		path = top + "/" + path
	}
	return path
}

func makeTree(r *rapid.T, n *node, path string) {
	var err error
	switch {
	case n.children != nil:
		err = os.Mkdir(path, 0o755)
		for name, child := range n.children {
			makeTree(r, child, path+"/"+name)
		}
	case n.target != "":
		err = os.Symlink(n.target, path)
	default:
		err = os.WriteFile(path, []byte(n.content), 0o644)
	}
	if err != nil {
		r.Fatal(err)
	}
}

// model follows paths in the model as Linux does, and tells what the policy should say.
type model struct {
	root  *node
	top   string
	links int
}

// rights are what the roots at and above a node grant.
func (n *node) rights() (reads, writes bool) {
	for ; n != nil; n = n.parent {
		reads, writes = reads || n.readable || n.writable, writes || n.writable
	}
	return reads, writes
}

// above tells whether a root lies in a folder.
func (n *node) above() bool {
	if n.readable || n.writable {
		return true
	}
	for _, child := range n.children {
		if child.above() {
			return true
		}
	}
	return false
}

// follow tells what a path leads to, nil if there is nothing, and whether the policy
// permits the purpose. A path that leaves the top is followed no further: nothing is
// permitted there.
func (m *model) follow(path string, follow bool, purpose Purpose) (*node, bool) {
	rest := strings.Split(strings.TrimPrefix(path, m.top), "/")
	at := m.root
	for len(rest) > 0 {
		step := rest[0]
		rest = rest[1:]
		reads, _ := at.rights()
		switch step {
		case "", ".":
			continue
		case "..":
			if !reads && !at.above() {
				return nil, false
			}
			if at.parent == nil {
				return m.outside(rest, purpose)
			}
			at = at.parent
			continue
		}
		last := len(rest) == 0
		child := at.children[step]
		if child == nil {
			_, writes := at.rights()
			return nil, reads && (!last || purpose != ToWrite || writes)
		}
		childReads, childWrites := child.rights()
		switch {
		case child.target != "" && (!last || follow):
			if m.links++; m.links > maxLinks {
				return nil, childReads
			}
			target := strings.Split(child.target, "/")
			if strings.HasPrefix(child.target, "/") {
				at = m.root
				target = strings.Split(strings.TrimPrefix(child.target, m.top), "/")
			}
			for len(target) > 1 && target[0] == ".." {
				if target = target[1:]; at.parent == nil {
					return m.outside(append(target, rest...), purpose)
				}
				at = at.parent
			}
			rest = append(target, rest...)
			continue
		case child.children != nil:
			at = child
			continue
		}
		if last {
			if purpose == ToWrite {
				return child, childWrites
			}
			return child, childReads
		}
		return nil, childReads // no folder
	}
	reads, writes := at.rights()
	switch purpose {
	case ToStat:
		return at, reads || at.above()
	case ToWrite:
		return at, writes
	}
	return at, reads
}

// outside is what a path leads to that goes up from the top: only its own name leads
// back, which the paths of this test do not have.
func (m *model) outside(rest []string, purpose Purpose) (*node, bool) {
	for _, step := range rest {
		if step != "" && step != "." && step != ".." {
			return nil, false
		}
	}
	return outside, purpose == ToStat
}

// outside stands for what the model does not have.
var outside = &node{}
