//go:build unix

package natives

import (
	"math"
	"path/filepath"

	"golang.org/x/sys/unix"
)

func init() { later(jdkInternalJimageNativeimagebuffer) }

func jdkInternalJimageNativeimagebuffer() {
	register("jdk/internal/jimage/NativeImageBuffer", table{
		"getNativeMap(Ljava/lang/String;)Ljava/nio/ByteBuffer;": func(t *Thread, a Args) uint64 { return mapImage(t, a.Ref(0)) },
	})
}

// mapImage is NativeImageBuffer.getNativeMap: a buffer of the image that the VM itself reads, and null for any other. The
// library then maps the file through its own channels, where the program can see that.
func mapImage(t *Thread, path Ref) uint64 {
	image := filepath.Join(hostOf(t).JDKHome, "lib", "modules")
	if path == 0 || t.M.Text(path) != image {
		return 0
	}
	host, err := unix.Open(image, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer func() { _ = unix.Close(host) }()
	var st unix.Stat_t
	if unix.Fstat(host, &st) != nil || st.Size > math.MaxInt32 {
		return 0
	}
	base, err := hostOf(t).Files.mapFile(t.M.Memory, host, mapReadOnly, 0, st.Size)
	if err != nil || base == 0 {
		return 0
	}
	return newDirectBuffer(t, base, st.Size)
}
