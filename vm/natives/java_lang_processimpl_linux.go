package natives

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"hotlens/vm/memory"
)

// noPrograms is the reason that every refused start of a program gives.
const noPrograms = "hotlens: running programs is not permitted; allow it with --allow-exec, setting hotlens.policy.exec"

// tellOfProgram tells the user, once, that the program has tried to start another one: many programs go another way then, and say nothing.
func (h *Host) tellOfProgram(name string) {
	if h.Say != nil {
		h.refused.Do(func() {
			h.Say("hotlens: the program has tried to start " + filepath.Base(name) + ", and running programs is not permitted; allow it with --allow-exec, setting hotlens.policy.exec\n")
		})
	}
}

// defaultPath is where programs are looked for when there is no PATH, as in the
// JDK.
const defaultPath = ":/bin:/usr/bin"

// block splits a sequence of strings that each end in a zero byte, of which there
// are at most count.
func block(t *Thread, array Ref, count int32) []string {
	if array == 0 {
		return nil
	}
	var list []string
	for part := range bytes.SplitSeq(t.M.Bytes(array), []byte{0}) {
		if len(list) >= int(count) {
			break
		}
		list = append(list, string(part))
	}
	return list
}

// cText is a byte[] that ends in a zero byte.
func cText(t *Thread, array Ref) string {
	if array == 0 {
		return ""
	}
	text, _, _ := strings.Cut(string(t.M.Bytes(array)), "\x00")
	return text
}

// findProgram looks a program up in the PATH as execvp does: a file that may not
// be executed counts only if there is no other.
func findProgram(h *Host, name, directory string) (string, error) {
	if strings.Contains(name, "/") {
		if !filepath.IsAbs(name) {
			name = directory + "/" + name
		}
		return name, nil
	}
	path := defaultPath
	for _, v := range h.Environment {
		if p, ok := strings.CutPrefix(v, "PATH="); ok {
			path = p
		}
	}
	var failure error = unix.ENOENT
	for _, d := range strings.Split(path, ":") {
		if d == "" {
			d = h.Directory
		}
		file := h.absolute(d) + "/" + name
		var st unix.Stat_t
		if unix.Stat(file, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
			continue
		}
		if unix.Access(file, unix.X_OK) == nil {
			return file, nil
		}
		failure = unix.EACCES
	}
	return "", failure
}

// startProgram is ProcessImpl.forkAndExec. It stores the parent's ends of new
// pipes in the array of descriptors, and returns the process's number.
func startProgram(t *Thread, a Args) uint64 {
	h, m := hostOf(t), t.M
	if !inArray(t, a.Ref(9), "[I", 0, 3) {
		return signed(-1)
	}
	program, arguments := cText(t, a.Ref(3)), block(t, a.Ref(4), a.Int(5))
	environment, directory := block(t, a.Ref(6), a.Int(7)), h.Directory
	descriptors, merge := a.Ref(9), a.Bool(10)
	fail := func(err error) uint64 {
		errno, _ := err.(unix.Errno)
		t.Throw("java/io/IOException", fmt.Sprintf(t.M.Release.ExecFailed, int(errno), errnoText(err)))
		return signed(-1)
	}
	if !h.Exec {
		h.tellOfProgram(program)
		t.Throw("java/io/IOException", fmt.Sprintf(t.M.Release.ExecFailed, int(unix.EACCES), errnoText(unix.EACCES)+" ("+noPrograms+")"))
		return signed(-1)
	}
	if a.Ref(6) == 0 {
		environment = h.Environment
	}
	if a.Ref(8) != 0 {
		directory = h.absolute(cText(t, a.Ref(8)))
	}
	file, err := findProgram(h, program, directory)
	if err != nil {
		return fail(err)
	}
	var child [3]uintptr
	var ours [3]int
	var opened []int
	closeAll := func() {
		for _, fd := range opened {
			unix.Close(fd)
		}
	}
	defer closeAll()
	silent := func() (int, error) {
		fd, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
		opened = append(opened, fd)
		return fd, err
	}
	for i := range ours {
		ours[i] = -1
		fd := m.Memory.I32(descriptors + memory.ArrayBase + 4*uint32(i))
		if i == 2 && merge {
			child[2] = child[1]
			continue
		}
		if fd >= 0 {
			host, ok := h.Files.descriptor(fd)
			if h.Files.silent(fd) {
				host, err = silent()
				ok = err == nil
			}
			if !ok {
				return fail(unix.EBADF)
			}
			if err := h.Files.share(fd); err != nil {
				return fail(err)
			}
			child[i] = uintptr(host)
			continue
		}
		reader, writer, err := makePipe()
		if err != nil {
			return fail(err)
		}
		if i == 0 {
			child[i], ours[i] = uintptr(reader), writer
		} else {
			child[i], ours[i] = uintptr(writer), reader
		}
		opened = append(opened, int(child[i]))
	}
	var pid int
	onChildThread(func() {
		pid, err = syscall.ForkExec(file, append([]string{program}, arguments...), &syscall.ProcAttr{Dir: directory, Env: environment, Files: child[:]})
	})
	for i, fd := range ours {
		switch {
		case fd >= 0 && err != nil:
			unix.Close(fd)
		case fd >= 0:
			m.Memory.SetU32(descriptors+memory.ArrayBase+4*uint32(i), uint32(h.Files.opened(fd, kindStream)))
		default:
			m.Memory.SetU32(descriptors+memory.ArrayBase+4*uint32(i), ^uint32(0))
		}
	}
	if err != nil {
		return fail(err)
	}
	if h.children == nil {
		h.children = map[int]bool{}
	}
	h.children[pid] = true
	return signed(int32(pid))
}

func init() { later(javaLangProcessimpl) }

func javaLangProcessimpl() {
	register("java/lang/ProcessImpl", table{
		"init()V":                        nothing,
		"forkAndExec(I[B[B[BI[BI[B[IZ)I": notNull(startProgram, 9),
	})
}
