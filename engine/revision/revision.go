// Package revision reads what git has recorded of a folder, by the user's own git.
//
// Only commands that read objects are used, and git is told to leave alone what a repository's configuration could have it start: hooks,
// filters, file system monitors, and what fetches missing objects. So a repository that somebody else has prepared has nothing executed.
//
// Invariant: what is read is bounded, and nothing is written outside the folder that is to be filled.
package revision

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The bounds of a tree that is written out: a large repository of Java sources. More would keep the disk busy for longer than anybody
// waits for a comparison.
const (
	maxFiles = 50_000
	maxBytes = 512 << 20
)

// patience is how long git has for an answer that it reads from a few files.
const patience = 10 * time.Second

// Head is the commit that a folder's repository stands at. It says what is missing: git, a repository, a commit.
func Head(ctx context.Context, folder string) (commit string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var answer bytes.Buffer
	if err := git(ctx, folder, nil, &answer, "rev-parse", "--verify", "--end-of-options", "HEAD^{commit}"); err != nil {
		return "", err
	}
	commit = strings.TrimSpace(answer.String())
	if !isObjectName(commit) {
		return "", fmt.Errorf("git rev-parse answered %.80q, not a commit", commit)
	}
	return commit, nil
}

// Short is how a commit is named to people: the first digits, as many as git shows.
func Short(commit string) string {
	const digits = 7
	return commit[:min(digits, len(commit))]
}

// blob is a file of a tree.
type blob struct {
	object     string
	path       string // relative to the folder, with slashes
	size       int64
	executable bool
}

// Export writes the files of a folder as they are in a commit into another folder, which is there. Links and submodules are left out.
func Export(ctx context.Context, folder, commit, to string) error {
	blobs, err := list(ctx, folder, commit)
	if err != nil {
		return err
	}
	if len(blobs) == 0 {
		return fmt.Errorf("commit %s has no files in %s", Short(commit), folder)
	}
	var objects strings.Builder
	for i := range blobs {
		objects.WriteString(blobs[i].object + "\n")
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("reading from git: %w", err)
	}
	defer reader.Close()
	wait, err := start(ctx, folder, strings.NewReader(objects.String()), writer, "cat-file", "--batch")
	writer.Close()
	if err != nil {
		return err
	}
	err = write(bufio.NewReader(reader), blobs, to)
	reader.Close() // ends a git that has more to say
	if ended := wait(); err == nil || ctx.Err() != nil {
		err = ended
	}
	return err
}

// list reads what files a folder has in a commit.
func list(ctx context.Context, folder, commit string) ([]blob, error) {
	if !isObjectName(commit) {
		return nil, fmt.Errorf("%.80q is not a commit", commit)
	}
	var answer bytes.Buffer
	if err := git(ctx, folder, nil, &limited{&answer, maxFiles * 1 << 10}, "ls-tree", "-r", "-z", "-l", "--end-of-options", commit); err != nil {
		return nil, err
	}
	var blobs []blob
	total := int64(0)
	for entry := range strings.SplitSeq(strings.TrimSuffix(answer.String(), "\x00"), "\x00") {
		// "100644 blob 83baae61804e65cc73a7201a7252750c76066a30      30\tsrc/A.java"
		head, path, named := strings.Cut(entry, "\t")
		fields := strings.Fields(head)
		if !named || len(fields) != 4 {
			continue
		}
		mode, kind, object := fields[0], fields[1], fields[2]
		size, err := strconv.ParseInt(fields[3], 10, 64)
		if kind != "blob" || mode == "120000" || err != nil || !isObjectName(object) || !filepath.IsLocal(filepath.FromSlash(path)) {
			continue
		}
		blobs = append(blobs, blob{object, path, size, mode == "100755"})
		if total += size; total > maxBytes || len(blobs) > maxFiles {
			return nil, fmt.Errorf("commit %s has more than %d files or %d MB in %s: too much to build it aside", Short(commit), maxFiles, maxBytes>>20, folder)
		}
	}
	return blobs, nil
}

// write reads the answer of "git cat-file --batch": for each object a line with its name, kind and size, then its content and a line end.
func write(from *bufio.Reader, blobs []blob, to string) error {
	for i := range blobs {
		b := &blobs[i]
		line, err := from.ReadString('\n')
		if err != nil {
			return fmt.Errorf("git ended before it told %s", b.path)
		}
		if want := fmt.Sprintf("%s blob %d\n", b.object, b.size); line != want {
			return fmt.Errorf("git cannot read %s: %.80s", b.path, strings.TrimSpace(line))
		}
		if err := writeFile(filepath.Join(to, filepath.FromSlash(b.path)), io.LimitReader(from, b.size), b.executable); err != nil {
			return err
		}
		if _, err := from.Discard(1); err != nil {
			return fmt.Errorf("git ended in the middle of %s", b.path)
		}
	}
	return nil
}

func writeFile(path string, content io.Reader, executable bool) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	mode := os.FileMode(0o600)
	if executable {
		mode = 0o700
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	_, err = io.Copy(file, content)
	return err
}

// isObjectName tells whether a text is the whole name of an object: SHA-1 or SHA-256 in hexadecimal.
func isObjectName(text string) bool {
	return (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == ""
}

// limited is a writer that takes no more than so many bytes.
type limited struct {
	to   io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, errors.New("git says more than can be")
	}
	return l.to.Write(p)
}

// git runs a command of git's in a folder.
func git(ctx context.Context, folder string, in io.Reader, out io.Writer, arguments ...string) error {
	wait, err := start(ctx, folder, in, out, arguments...)
	if err != nil {
		return err
	}
	return wait()
}

// start starts a command of git's in a folder. Wait ends with ctx at the latest.
func start(ctx context.Context, folder string, in io.Reader, out io.Writer, arguments ...string) (wait func() error, err error) {
	safe := []string{
		"-C", folder, "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "protocol.allow=never",
	}
	command := exec.CommandContext(ctx, "git", append(safe, arguments...)...)
	command.Env = environment()
	command.Stdin, command.Stdout = in, out
	var complaint bytes.Buffer
	command.Stderr = &complaint
	command.WaitDelay = time.Second
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("git cannot be started: %w; comparisons with a commit need it on PATH", err)
	}
	return func() error {
		err := command.Wait()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			line, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n")
			if line == "" {
				line = err.Error()
			}
			return fmt.Errorf("git: %s", strings.TrimPrefix(line, "fatal: "))
		}
		return nil
	}, nil
}

// environment is ours, without what a git that has started us may have told about another repository, and with what keeps git from
// asking, locking and fetching.
func environment() []string {
	var kept []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "GIT_") {
			kept = append(kept, variable)
		}
	}
	return append(kept, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "LC_ALL=C")
}
