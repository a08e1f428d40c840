package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/filesystem"
	"hotlens/vm/memory"
)

// The layout of struct inotify_event (inotify(7)).
const (
	inotifyEventSize  = 16
	inotifyWatch      = 0
	inotifyMask       = 4
	inotifyCookie     = 8
	inotifyNameLength = 12
	inotifyName       = 16
)

func init() { later(sunNioFsLinuxwatchservice) }

func sunNioFsLinuxwatchservice() {
	register("sun/nio/fs/LinuxWatchService", table{
		"eventSize()I": constant(inotifyEventSize),
		"eventOffsets()[I": func(t *Thread, _ Args) uint64 {
			return uint64(newInts(t, inotifyWatch, inotifyMask, inotifyCookie, inotifyNameLength, inotifyName))
		},
		"inotifyInit()I": func(t *Thread, _ Args) uint64 {
			files := &hostOf(t).Files
			if !files.watchServices.oneMore(files, maxWatchServices, countWatchServices) {
				throwUnix(t, unix.EMFILE)
				return 0
			}
			fd, err := unix.InotifyInit1(unix.IN_CLOEXEC)
			if err != nil {
				throwUnix(t, err)
				return 0
			}
			return signed(files.opened(fd, kindStream))
		},
		"inotifyAddWatch(IJI)I": onDescriptor(func(t *Thread, host int, a Args) (uint64, error) {
			// It follows the link of /proc that it is given, whatever the program says.
			mask := uint32(a.Int(3)) &^ unix.IN_DONT_FOLLOW
			place, ok := placeAt(t, a.Long(1), true, filesystem.ToRead)
			if !ok {
				return 0, nil
			}
			defer place.Close()
			if _, err := place.Stat(); err != nil {
				return 0, err
			}
			if files := &hostOf(t).Files; !files.watches.oneMore(files, maxWatches, countWatches) {
				return 0, unix.ENOSPC
			}
			w, err := unix.InotifyAddWatch(host, place.Named(), mask)
			return signed(int32(w)), err
		}),
		"inotifyRmWatch(II)V": onDescriptor(func(_ *Thread, host int, a Args) (uint64, error) {
			_, err := unix.InotifyRmWatch(host, uint32(a.Int(1)))
			return 0, err
		}),
		"configureBlocking(IZ)V": onDescriptor(func(t *Thread, _ int, a Args) (uint64, error) {
			return 0, hostOf(t).Files.setBlocking(a.Int(0), a.Bool(1))
		}),
		"socketpair([I)V": notNull(func(t *Thread, a Args) uint64 {
			if !inArray(t, a.Ref(0), "[I", 0, 2) {
				return 0
			}
			pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
			if err != nil {
				throwUnix(t, err)
				return 0
			}
			for i, fd := range pair {
				t.M.Memory.SetU32(a.Ref(0)+memory.ArrayBase+4*uint32(i), uint32(hostOf(t).Files.opened(fd, kindStream)))
			}
			return 0
		}, 0),
		"poll(II)I": func(t *Thread, a Args) uint64 {
			var set []unix.PollFd
			for slot := range 2 {
				host, ok := hostOf(t).Files.descriptor(a.Int(slot))
				if !ok {
					throwUnix(t, unix.EBADF)
					return 0
				}
				set = append(set, unix.PollFd{Fd: int32(host), Events: unix.POLLIN})
			}
			n, err := poll(t, set, never)
			if err == unix.EINTR {
				return 0
			}
			if err != nil {
				throwUnix(t, err)
			}
			return uint64(n)
		},
	})
}
